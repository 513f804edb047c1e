"""Edited files of every kind: whatever stands in one, its reader takes it or says place and mend.

    python -m benchmarks.readers [--reader case] [--system aana] [--count 10000] [--first 0]

Sound files lose, double and change lines and words, and get what no hand would write: deep brackets, endless numbers,
NUL, bytes that are no text. `benchmarks.edits` does the same with positions, which it also plays on. A seed gives the
same edits.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.edits import STRANGE, edited
from northafrica.bots import random_order
from northafrica.core.cases import CaseError, read_case, run_case
from northafrica.core.game import Game
from northafrica.core.options import DataError
from northafrica.core.orders import OrderError
from northafrica.core.paths import cases_root, data_path
from northafrica.core.record import RecordError, load_record, write_record
from northafrica.core.start import make_setting, new_game
from northafrica.lab import Exercise
from northafrica.lab.desk.assignment import results
from northafrica.lab.desk.handed_in import class_list
from northafrica.lab.exercises import toml_text
from northafrica.lab.exercises.exercise import read_exercises
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from northafrica.lab.exercises.progress import Progress, ProgressError
from northafrica.lab.exercises.questions import QuestionError
from northafrica.lab.table.autosave import look
from northafrica.systems import SYSTEMS

NASTY = ("[" * 3000, "9" * 5000, "\x00", "\ufeff", "\u202e", '"""', '{"a":' * 300, "a." * 600, "1e999", "x" * 140_000)
WORDS = (*STRANGE, "kind", "order", "expect", "dice", "[[do]]", "[[exercise]]", "legal", "number", "hits", "choice")
VALUES = (0, -1, 7, 10**12, True, "", "x", "end", "tobruk", [], ["x"], [1, 2], {}, {"x": 1}, [[]], [{}], {"a": [1]})
EXERCISES = Path(__file__).resolve().parents[1] / "notebooks"


@dataclass(frozen=True)
class Reader:
    """A kind of file: sound ones (name, text) of a system, how one is read, the errors that it may raise."""

    sound: Callable[[str], list[tuple[str, str]]]
    read: Callable[[str, Path], None]
    errors: tuple[type[Exception], ...] = ()


def _files(folder: Path, ending: str) -> list[tuple[str, str]]:
    return [(file.name, file.read_text(encoding="utf-8")) for file in sorted(folder.rglob(f"*.{ending}"))]


def _cases(system: str) -> list[tuple[str, str]]:
    return _files(cases_root() / system, "toml")


def _exercises(system: str) -> list[tuple[str, str]]:
    return [one for one in _files(EXERCISES, "toml") if "[[exercise]]" in one[1] and f'"{system}"' in one[1]]


def _tables(system: str) -> list[tuple[str, str]]:
    return _files(Path(str(data_path(system))), "csv")


def played(system: str, seed: int, orders: int = 12) -> Game:
    """A game that the random player has begun."""
    rng = random.Random(seed)
    scenario = rng.choice(sorted(SYSTEMS[system].scenarios))
    game = new_game(make_setting(SYSTEMS[system], scenario), seed)
    for _ in range(orders):
        if game.choice is not None:
            game.play(random_order(game, rng))
    return game


@cache
def _records(system: str) -> list[tuple[str, str]]:
    return [("game.jsonl", write_record(played(system, seed))) for seed in range(4)]


@cache
def _asked(system: str) -> tuple[Exercise, ...]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "e.toml"
        file.write_text(_exercises(system)[0][1], encoding="utf-8")
        return read_exercises(file)


@cache
def _results(system: str) -> list[tuple[str, str]]:
    done = Progress(None, "Anna", "12ab34cd")
    for exercise in _asked(system):
        done.answered(exercise.id, "yes", False)
        done.answered(exercise.id, exercise.solution(), True)
    return [("results-anna.json", done.text())]


def _orders(system: str) -> list[tuple[str, str]]:
    game = played(system, 5, 40)
    return [("order.txt", "\n".join(str(node.order) for node in game.tree.nodes if node.order is not None))]


# -- reading -----------------------------------------------------------------------------------------
def _case(system: str, file: Path) -> None:
    run_case(read_case(file), SYSTEMS)


def _exercise(system: str, file: Path) -> None:
    for exercise in read_exercises(file):
        exercise.check(exercise.solution())


def _record(system: str, file: Path) -> None:
    load_record(file, SYSTEMS)


def _autosave(system: str, file: Path) -> None:
    look(file)


def _progress(system: str, file: Path) -> None:
    Progress(None).take(file.read_bytes().decode("utf-8", "replace"))


def _opened(system: str, file: Path) -> None:
    Progress(file).answered("x", "yes", True)
    if "x" not in Progress(file).solved():
        raise AssertionError("the answer is lost")


def _handed_in(system: str, file: Path) -> None:
    list(results(file, _asked(system)[:2]))


def _names(system: str, file: Path) -> None:
    class_list(file)


def _table(system: str, file: Path) -> None:
    data = SYSTEMS[system].load(file)
    SYSTEMS[system].vocabulary(data)


@cache
def _begun(system: str) -> Game:
    return played(system, 5, 40)


def _order(system: str, file: Path) -> None:
    game = _begun(system)
    for line in file.read_bytes().decode("utf-8", "replace").split("\n"):
        try:
            game.check(line)
        except OrderError:
            game.goto(max(1, game.at - 1))


READERS: dict[str, Reader] = {
    "record": Reader(_records, _record, (RecordError,)),
    "autosave": Reader(_records, _autosave),
    "case": Reader(_cases, _case, (CaseError,)),
    "exercise": Reader(_exercises, _exercise, (ExerciseError, QuestionError)),
    "table": Reader(_tables, _table, (DataError,)),
    "progress": Reader(_results, _progress, (ProgressError,)),
    "opened": Reader(_results, _opened),
    "results": Reader(_results, _handed_in),
    "names": Reader(lambda system: [("class.txt", "Anna\nBen\nJörg Müller\n")], _names, (ValueError,)),
    "order": Reader(_orders, _order),
}


def other_values(text: str, ending: str, rng: random.Random) -> str:
    """The same data, of which one value or two are others, or gone; the text stays well formed."""
    lines = text.splitlines() if ending == ".jsonl" else [text]
    at = rng.randrange(len(lines))
    raw = tomllib.loads(text) if ending == ".toml" else json.loads(lines[at])
    for _ in range(rng.randint(1, 2)):
        inside, key = rng.choice(list(_slots(raw)))
        if rng.random() < 0.15:
            del inside[key]
        elif rng.random() < 0.3:
            other, there = rng.choice(list(_slots(raw)))
            inside[key] = copy.deepcopy(other[there])
        else:
            inside[key] = copy.deepcopy(rng.choice(VALUES))
        if not raw:
            break
    lines[at] = toml_text.lines(raw) if ending == ".toml" else json.dumps(raw)
    return "\n".join(lines) + "\n"


def _slots(raw: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested data that holds a value: what it is in, and its key."""
    pairs = list(raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ())
    for key, value in pairs:
        yield raw, key
        yield from _slots(value)


def damaged(name: str, text: str, words: list[str], rng: random.Random) -> bytes:
    """A text edited as by a hand, and sometimes as by nobody."""
    ending = Path(name).suffix
    if ending in (".toml", ".json", ".jsonl") and rng.random() < 0.5:
        return other_values(text, ending, rng).encode()
    text = edited(text, words, rng)
    if rng.random() < 0.3:
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(NASTY) + text[at:]
    content = text.encode()
    if rng.random() < 0.05:
        at = rng.randint(0, len(content))
        content = content[:at] + bytes(rng.randrange(256) for _ in range(3)) + content[at:]
    return content


def fuzz(name: str, system: str, count: int, first: int = 0) -> tuple[Counter[str], list[tuple[str, bytes]]]:
    """So many edits: what became of them, and (error, content) of those that failed in another way."""
    reader, tally, failures = READERS[name], Counter[str](), list[tuple[str, bytes]]()
    sound = reader.sound(system)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            rng = random.Random(f"{name}/{system}/{seed}")
            called, text = rng.choice(sound)
            content = damaged(called, text, [*WORDS, *rng.choice(sound)[1].split()[:200]], rng)
            file = Path(folder) / called
            file.write_bytes(content)
            try:
                reader.read(system, file)
                tally["read"] += 1
            except reader.errors:
                tally["refused"] += 1
            except Exception as error:
                tally["failed"] += 1
                failures.append((f"seed {seed}: {type(error).__name__}: {str(error)[:200]}", content))
            for left in Path(folder).iterdir():
                left.unlink()
    return tally, failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reader", choices=tuple(READERS), help="one reader only")
    parser.add_argument("--system", choices=("aana", "afrika2"), help="one system only")
    parser.add_argument("--count", type=int, default=10_000, help="edits a reader and system")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    failed = False
    for name in (given.reader,) if given.reader else READERS:
        for system in (given.system,) if given.system else ("aana", "afrika2"):
            tally, failures = fuzz(name, system, given.count, given.first)
            print(f"{name}, {system}: {dict(tally)}", flush=True)
            for told, _ in failures:
                print(f"  {told}")
            failed = failed or bool(failures)
    sys.exit(failed)


if __name__ == "__main__":
    main()
