"""Where nothing can be written, every writer says it in the same words, and which file: no error of the system raw."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import northafrica
from northafrica.cli import main
from northafrica.core.files import locked
from northafrica.core.game import Game
from northafrica.lab import PositionDesk, Replay, Stepper, handout, make_assignment, sample_exercises, sheet
from northafrica.lab.desk.handed_in import save_csv
from northafrica.lab.exercises.progress import Progress
from northafrica.lab.printing import pdf
from tests.lab.positions import SEVEN

FULL = "the disk is full; make room and try again"
EXERCISE = f'system = "aana"\nposition = """{SEVEN}"""\n[[exercise]]\nid = "a"\nkind = "legal"\norder = "commit"\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game begun, in a folder that has become full."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.toml").write_text(EXERCISE, encoding="utf-8")
    begun = northafrica.load("aana", "torch", seed=7)
    begun.play("choose_for_me")
    northafrica.save(begun, "kept.jsonl")

    def no_space(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    return begun


def answered(game: Game) -> str:
    progress = Progress("results-anna.json", "Anna")
    progress.answered("a", "yes", True)
    return progress.trouble


def printed(game: Game) -> None:
    """A page as PDF, without a browser: what it would have printed cannot be kept."""
    handout(game).save("page.pdf")


def autosaved(game: Game) -> str:
    table = Stepper(game, autosave="auto.jsonl")
    return str(table.session.save("table.jsonl")) + str(table.session.trouble)


def commented(game: Game) -> str:
    return str(Replay("kept.jsonl", edit=True).save("commented.jsonl"))


WRITERS: dict[str, Callable[[Game], Any]] = {
    "a.jsonl": lambda game: northafrica.save(game, "a.jsonl"),
    "page.html": lambda game: handout(game).save("page.html"),
    "page.pdf": printed,
    "sheet.html": lambda game: sheet("aana").save("sheet.html"),
    "for-the-class": lambda game: make_assignment("e.toml", "for-the-class"),
    "p.txt": lambda game: PositionDesk(game).save("p.txt"),
    "r.jsonl": lambda game: PositionDesk(game).start_record("r.jsonl", seed=3),
    "results-anna.json": answered,
    "table.csv": lambda game: save_csv(pd.DataFrame({"name": ["Anna"]}), "table.csv"),
    "table.jsonl": autosaved,
    "commented.jsonl": commented,
    "drawn.toml": lambda game: sample_exercises("aana", "torch", seed=1, count=1, kinds=["legal"], file="drawn.toml"),
}
COMMANDS = {
    "b.jsonl": ["play", "aana", "torch", "--seed", "1", "--rounds", "1", "--record", "b.jsonl"],
    "kept.html": ["handout", "kept.jsonl"],
    "aana.html": ["sheet", "aana", "--out", "aana.html"],
}


@pytest.mark.parametrize("file", WRITERS)
def test_a_full_disk_is_told_alike_by_every_writer(file: str, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def prints(command: list[str]) -> None:
        made = next(part for part in command if part.startswith("--print-to-pdf="))
        Path(made.partition("=")[2]).write_bytes(b"%PDF")

    monkeypatch.setattr(pdf, "find_browser", lambda name="": "browser")
    monkeypatch.setattr(pdf, "_run", prints)
    before = {path.name for path in Path().iterdir()}
    try:
        told = str(WRITERS[file](game))
    except (OSError, ValueError) as error:
        told = str(error)
    assert FULL in told
    assert file in told
    assert "Errno" not in told
    left = {path.name for path in Path().iterdir() if path.is_file()} - before
    assert left == set()


@pytest.mark.parametrize("file", COMMANDS)
def test_a_full_disk_is_told_alike_by_every_command(file: str, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(COMMANDS[file]) == 2
    said = capsys.readouterr().err
    assert said == f"northafrica: {file}: {FULL}\n"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no such files here")
@pytest.mark.parametrize("place", ["/proc/self/mem", "/dev/full", "/dev/zero", "/proc/self", "there/pipe", "there"])
def test_a_place_that_is_no_file_is_named(place: str, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    Path("there").mkdir()
    os.mkfifo("there/pipe")
    assert main(["play", "aana", "torch", "--seed", "1", "--rounds", "1", "--record", place]) == 2
    said = capsys.readouterr().err
    assert said.count(place) == 1
    assert "; " in said, "what mends it"
    assert "Errno" not in said
    with pytest.raises(OSError, match=place):
        northafrica.save(game, place)


@pytest.mark.parametrize("kind", ["folder", "pipe", "denied"])
def test_a_lock_that_cannot_be_had_is_told(
    kind: str, game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = Path(".a.jsonl.lock")
    if kind == "folder":
        lock.mkdir()
    elif kind == "pipe":
        os.mkfifo(lock)
    else:
        lock.touch()
        opened = os.open
        denied = PermissionError(errno.EACCES, "Permission denied")

        def refused(name: Any, *args: Any, **kwargs: Any) -> int:
            if str(name).endswith(".lock"):
                raise denied
            return opened(name, *args, **kwargs)

        monkeypatch.setattr(os, "open", refused)
    with pytest.raises(OSError, match=r"^\.a\.jsonl\.lock is no lock of ours; where no program uses it, take it away$"):
        northafrica.save(game, "a.jsonl")


def test_a_folder_where_no_lock_can_be_made_is_told(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(name: Any, *args: Any, **kwargs: Any) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(OSError, match=r"^a\.jsonl: this account may not use it; "), locked("a.jsonl"):
        pass
