"""Programs killed while they save, and disks that are full: nothing is damaged, nothing lost but the last order.

    python -m benchmarks.crashes [--kind autosave] [--kills 200] [--full 50] [--first 0]

A program saves again and again and tells after each time what it has saved; at a random moment it is killed, and what
lies on the disk must be whole and hold all that was told. For a full disk the program may write so many bytes a file
and no more, a random number of them; it must say so, leave what was there, and save all once there is room. POSIX only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pandas as pd

from benchmarks.readers import played
from northafrica.bots import random_order
from northafrica.core.game import Game
from northafrica.core.record import load_record, save_record
from northafrica.lab.desk.handed_in import read_file, save_csv
from northafrica.lab.exercises.progress import Progress
from northafrica.lab.table.autosave import Autosave
from northafrica.systems import SYSTEMS

Save = Callable[[], int]
"""Do something more and save it; returns how much there is to be found. Raises OSError."""


@dataclass(frozen=True)
class Kind:
    """Something that is saved: how a program begins with it in a folder, and how much of it lies there, whole."""

    begin: Callable[[Path], Save]
    found: Callable[[Path], int]


@cache
def _game(seed: int = 1) -> Game:
    return played("aana", seed)


def _playing(save: Callable[[Game], object]) -> Save:
    game, rng = _game().branch(), random.Random(time.time_ns())

    def more() -> int:
        if game.choice is not None:
            game.play(random_order(game, rng))
        save(game)
        return len(game.tree.nodes) - 1

    return more


def _record(folder: Path) -> Save:
    return _playing(lambda game: save_record(game, folder / "game.jsonl"))


def _autosave(folder: Path) -> Save:
    kept = Autosave(folder / "game.jsonl")
    return _playing(kept.write)


def _entries(folder: Path) -> int:
    file = folder / "game.jsonl"
    if not file.exists():
        return 0
    loaded = load_record(file, SYSTEMS)
    if not loaded.verified:
        raise AssertionError(f"{file.name} is damaged: {loaded.trouble}")
    return len(loaded.game.tree.nodes) - 1


def _answering(file: Path, name: str) -> Save:
    progress, count = Progress(file, name, "12ab34cd"), [0]

    def more() -> int:
        progress.answered(str(count[0]), "yes", True)
        count[0] += 1
        if progress.trouble:
            raise OSError(progress.trouble)
        return count[0]

    return more


def _progress(folder: Path) -> Save:
    return _answering(folder / "progress.json", "")


def _solved(folder: Path) -> int:
    opened = Progress(folder / "progress.json")
    if opened.trouble:
        raise AssertionError(opened.trouble)
    return len(opened.solved())


def _results(folder: Path) -> Save:
    return _answering(folder / "results-anna.json", "Anna")


def _handed_in(folder: Path) -> int:
    file = folder / "results-anna.json"
    if not file.exists():
        return 0
    one = read_file(file, folder)
    if one.raw is None or one.trouble:
        raise AssertionError(one.trouble)
    return len(one.raw["exercises"])


def _collected(folder: Path) -> Save:
    count = [0]

    def more() -> int:
        rows = count[0] + 1
        save_csv(pd.DataFrame({"name": ["Anna"] * rows, "answer": [f"{rows} of all"] * rows}), folder / "class.csv")
        count[0] = rows
        return rows

    return more


def _rows(folder: Path) -> int:
    file = folder / "class.csv"
    if not file.exists():
        return 0
    frame = pd.read_csv(file, encoding="utf-8-sig")
    if list(frame["answer"]) != [f"{len(frame)} of all"] * len(frame):
        raise AssertionError("class.csv is damaged")
    return len(frame)


KINDS = {
    "record": Kind(_record, _entries),
    "autosave": Kind(_autosave, _entries),
    "progress": Kind(_progress, _solved),
    "results": Kind(_results, _handed_in),
    "collect": Kind(_collected, _rows),
}


# -- killed --------------------------------------------------------------------------------------------
def killed(name: str, seed: int) -> str:
    """Kill a program that saves at a random moment; what is wrong then, "" for nothing."""
    kind, rng = KINDS[name], random.Random(f"{name}/{seed}")
    _game()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        told = _until_killed(kind, folder, rng)
        return _trouble(kind, folder, told)


def _until_killed(kind: Kind, folder: Path, rng: random.Random) -> int:
    """How much the program said it had saved before it was killed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        save = kind.begin(folder)
        while True:
            os.write(write, f"{save()}\n".encode())
    os.close(write)
    with os.fdopen(read) as saved:
        last = [saved.readline() for _ in range(rng.randint(0, 4))][-1:]
        time.sleep(rng.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return int(([*last, *saved][-1:] or ["0"])[0])


def _trouble(kind: Kind, folder: Path, told: int) -> str:
    """What is wrong with what lies there; the program may be begun again with it."""
    try:
        found = kind.found(folder)
        if found < told:
            return f"{told} were saved, {found} are there"
        kind.begin(folder)()
        kind.found(folder)
    except (OSError, ValueError, AssertionError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


# -- full ----------------------------------------------------------------------------------------------
@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file may become larger than so many bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def filled(name: str, seed: int) -> str:
    """Save on a disk that is full; what is wrong then, "" for nothing."""
    kind, rng = KINDS[name], random.Random(f"full/{name}/{seed}")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        save = kind.begin(folder)
        told = [save() for _ in range(rng.randint(1, 4))][-1]
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        with room_for(rng.randrange(max(map(len, before.values())))):
            try:
                save()
                return "a full disk is not told"
            except OSError:
                pass
        if {file.name: file.read_bytes() for file in folder.iterdir()} != before:
            return "what was there is changed"
        try:
            more = save()
        except OSError as error:
            return f"with room again: {error}"
        return "" if kind.found(folder) >= more > told else "with room again something is missing"


def run(name: str, kills: int, full: int, first: int = 0) -> list[str]:
    """So many kills and full disks; what was wrong."""
    wrong = [f"killed, {seed}: {told}" for seed in range(first, first + kills) if (told := killed(name, seed))]
    return wrong + [f"full, {seed}: {told}" for seed in range(first, first + full) if (told := filled(name, seed))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", choices=tuple(KINDS), help="one kind only")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--full", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    wrong = {name: run(name, given.kills, given.full, given.first) for name in ([given.kind] if given.kind else KINDS)}
    for name, told in wrong.items():
        print(f"{name}: {given.kills} kills, {given.full} full disks, {len(told)} with trouble")
        print("\n".join(f"  {line}" for line in told))
    print(json.dumps({name: len(told) for name, told in wrong.items()}))
    sys.exit(any(wrong.values()))


if __name__ == "__main__":
    main()
