"""A class at work in one shared folder: every exercise that anybody solved stands in the collected table.

    python -m benchmarks.class_of_thirty [--pupils 30] [--names 10]

Each pupil is a program of its own with two tabs, that is two kernels, open at the same assignment and answering at the
same time; several pupils have the same name. All begin at once, as a class does. Then the folder is collected.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from multiprocessing.synchronize import Barrier
from pathlib import Path

from northafrica.lab.desk.assignment import NEW, Assignment, collect
from northafrica.lab.exercises.exercise_card import ExerciseCard

EXERCISES = 6


@dataclass(frozen=True)
class Pupil:
    """A pupil: the name written, and the number of the seat."""

    name: str
    seat: int


def quiz(folder: Path) -> Path:
    """A file of exercises whose answers are known without the engine: in set-up nobody may attack, all may end."""
    file = folder / "quiz.toml"
    head = 'system = "aana"\nscenario = "torch"\n'
    tables = (f'[[exercise]]\nid = "e{n}"\nkind = "legal"\norder = "fight"\n' for n in range(EXERCISES))
    file.write_text(head + "".join(tables), encoding="utf-8")
    return file


def work(pupil: Pupil, tab: int, exercises: Path, folder: Path, start: Barrier) -> None:
    """One tab: open the assignment, and answer every second exercise, wrong at first and then right."""
    start.wait(120)
    rng = random.Random(f"{pupil.seat}/{tab}")
    card = _opened(pupil, tab, exercises, folder)
    for number in range(tab, EXERCISES, 2):
        card.turn_to(number)
        for answer in ("yes", "no"):
            card.answer(answer)
            time.sleep(rng.random() * 0.02)


def _opened(pupil: Pupil, tab: int, exercises: Path, folder: Path) -> ExerciseCard:
    """The card of a pupil: the first tab begins anew, the second goes on under the id that the first was given."""
    desk = Assignment(exercises, folder=folder)
    note = folder.parent / f"id-{pupil.seat}.txt"
    if tab == 0:
        card = desk.begin(pupil.name, NEW)
        if card is None:
            raise AssertionError(f"{pupil} could not begin: {desk._told.value}")
        note.with_suffix(".part").write_text(card.progress.id, encoding="utf-8")
        note.with_suffix(".part").replace(note)
        return card
    until = time.monotonic() + 120
    while not note.exists():
        if time.monotonic() > until:
            raise AssertionError(f"{pupil} waits for the first tab")
        time.sleep(0.01)
    card = desk.begin(pupil.name, note.read_text(encoding="utf-8"))
    if card is None:
        raise AssertionError(f"{pupil}, tab {tab}: {desk._told.value}")
    return card


def run(pupils: int, names: int, folder: Path) -> list[str]:
    """Let a class work and collect it; what is wrong with the table."""
    exercises, shared = quiz(folder), folder / "shared"
    shared.mkdir()
    there = [Pupil(f"Pupil {seat % names}", seat) for seat in range(pupils)]
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    start = context.Barrier(2 * pupils)
    tabs = [
        context.Process(target=work, args=(pupil, tab, exercises, shared, start)) for pupil in there for tab in range(2)
    ]
    for one in tabs:
        one.start()
    for one in tabs:
        one.join()
    wrong = [f"{one.name} ended with {one.exitcode}" for one in tabs if one.exitcode]
    table = collect(shared, exercises, sorted({pupil.name for pupil in there}))
    if table.attrs["missing"]:
        wrong.append(f"missing: {table.attrs['missing']}")
    solved = table.groupby("name").points.sum()
    if len(solved) != pupils:
        wrong.append(f"{len(solved)} pupils in the table, not {pupils}")
    wrong += [f"{name}: {points} of {EXERCISES} points" for name, points in solved.items() if points != EXERCISES]
    wrong += [f"{row.file}, {row.exercise}: {row.trouble}" for row in table.itertuples() if row.trouble]
    tries = int(table.tries.sum())
    if tries != 2 * EXERCISES * pupils:
        wrong.append(f"{tries} answers in the table, {2 * EXERCISES * pupils} were given")
    others = [file.name for file in shared.iterdir() if not file.name.startswith("results-")]
    return wrong + [f"left behind: {name}" for name in others]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pupils", type=int, default=30)
    parser.add_argument("--names", type=int, default=10, help="how many names they share")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        wrong = run(given.pupils, given.names, Path(folder))
    print(f"{given.pupils} pupils of {given.names} names, two tabs each: {time.perf_counter() - began:.0f} s")
    print("\n".join(wrong) or "every solved exercise is in the table")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
