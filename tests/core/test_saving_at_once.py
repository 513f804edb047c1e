"""Two programs save under one name at the same moment: what either has saved is there afterwards."""

from __future__ import annotations

import multiprocessing
import os
import threading
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import northafrica
from northafrica.core.files import locked, save_beside, save_text
from northafrica.lab import PositionDesk, make_assignment
from northafrica.lab.table.autosave import Autosave

TIMES = 6
BARE = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at mersa_matruh: 5 uk infantry
at tobruk: 2 italy infantry
mark tobruk: control germany
mark cairo: control uk
"""
EXERCISE = f"""system = "aana"
position = '''
{BARE}'''
[[exercise]]
id = "one"
kind = "legal"
order = "end"
"""


def _record(folder: Path, tag: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        northafrica.save(northafrica.load("aana", "torch", seed=f"T{tag}"), folder / "game.jsonl")


def _table(folder: Path, tag: str) -> None:
    Autosave(folder / "table.jsonl").write(northafrica.load("aana", "torch", seed=f"T{tag}"))


def _exercise(folder: Path, tag: str) -> None:
    desk = PositionDesk(northafrica.position(BARE))
    told = desk.save_exercise(
        folder / "e.toml", id=f"T{tag}", kind="count", question="?", place="tobruk", what="italy infantry"
    )
    assert told, told


def _assignment(folder: Path, tag: str) -> None:
    make_assignment(folder / "own.toml", folder / "class", title=f"T{tag}")


WAYS: dict[str, Callable[[Path, str], None]] = {
    "record": _record, "autosave": _table, "exercise": _exercise, "assignment": _assignment
}  # fmt: skip


def _work(way: str, folder: Path, who: str, start: multiprocessing.synchronize.Barrier) -> None:
    for n in range(TIMES):
        start.wait(60)
        WAYS[way](folder, f"{who}{n}x")


@pytest.mark.parametrize("way", WAYS)
def test_what_two_save_at_once_is_all_there(way: str, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(EXERCISE)
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(2)
    both = [context.Process(target=_work, args=(way, tmp_path, who, start)) for who in "ab"]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert [one.exitcode for one in both] == [0, 0]
    kept = "".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    assert not [f"{who}{n}" for who in "ab" for n in range(TIMES) if f"T{who}{n}x" not in kept]
    assert not list(tmp_path.rglob(".*.lock"))


def test_a_text_saved_between_reading_and_writing_is_kept(tmp_path: Path) -> None:
    """The second one waits until the first has written, and finds what to keep."""
    file, asked, other = tmp_path / "a.txt", threading.Event(), threading.Event()
    save_text("old", file)

    def loses(before: bytes) -> bool:
        asked.set()
        other.wait(0.3)
        return True

    def second() -> None:
        asked.wait(10)
        save_beside("second", file, str.isalpha, "word")
        other.set()

    thread = threading.Thread(target=second)
    thread.start()
    save_beside("first", file, str.isalpha, "word", loses)
    thread.join()
    assert {path.read_text() for path in tmp_path.iterdir()} == {"old", "first", "second"}


def test_who_holds_a_lock_may_take_it_again_and_nobody_else(tmp_path: Path) -> None:
    file, link, said = tmp_path / "a.txt", tmp_path / "link", []
    file.write_text("one")
    link.symlink_to(file)

    def other() -> None:
        with pytest.raises(TimeoutError, match="another program holds"), locked(link, 0.05):
            pass
        said.append("waited")

    with locked(file), locked(link), locked(file):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert said == ["waited"]
    assert not (tmp_path / ".a.txt.lock").exists()


def test_a_link_in_the_place_of_a_lock_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / ".a.txt.lock").symlink_to(tmp_path / "elsewhere")
    with locked(tmp_path / "shared" / "a.txt"):
        assert not (tmp_path / "elsewhere").exists()
    assert os.listdir(tmp_path / "shared") == []
