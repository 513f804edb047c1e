"""Whatever the lab saves: older files are kept under numbers, other kinds of files and devices stay as they are."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import northafrica
from northafrica.core.game import Game
from northafrica.lab import Replay, Stepper, sample_exercises
from northafrica.lab.desk.assignment_notebook import _put
from northafrica.lab.desk.position_saving import save_case, save_exercise, save_position, start_record
from northafrica.lab.exercises.progress import Progress
from northafrica.lab.printing.handout import Handout
from northafrica.lab.table.autosave import Autosave, look
from northafrica.lab.table.session import Answer, Session
from northafrica.lab.tray.svg import Picture
from tests.lab.positions import SEVEN

FOREIGN = json.dumps({"cells": [], "metadata": {}, "nbformat": 4}, indent=1)


def played(orders: int = 1) -> Game:
    game = northafrica.load("aana", "torch", seed=7)
    for order in ("choose_for_me", "end", "end")[:orders]:
        game.play(order)
    return game


def case(file: Path, n: int) -> Answer:
    return save_case(SEVEN, file, title=f"Case {n}", do="commit")


def exercise(file: Path, n: int) -> Answer:
    return save_exercise(SEVEN, file, id="a", kind="legal", question=f"Question {n}?", order="commit")


def record(file: Path, n: int) -> Answer:
    return start_record(northafrica.load("aana", "torch", seed=n), file)


def session(file: Path, n: int) -> Answer:
    game = northafrica.load("aana", "torch", seed=n)
    game.play("choose_for_me")
    return Session(game).save(file)


def replay(file: Path, n: int) -> Path:
    shown = Replay(northafrica.load("aana", "torch", seed=n))
    try:
        return shown.save(file)
    finally:
        shown.close()


SAVERS: dict[str, Callable[[Path, int], object]] = {
    "p.txt": lambda file, n: save_position(SEVEN.replace("round 9", f"round {n}"), file),
    "c.toml": case,
    "e.toml": exercise,
    "r.jsonl": record,
    "s.jsonl": session,
    "w.jsonl": replay,
    "h.html": lambda file, n: Handout(f"<!doctype html><p>{n}", "").save(file),
    "b.svg": lambda file, n: Picture(f"<svg>{n}</svg>").save(file),
    "x.toml": lambda file, n: sample_exercises("aana", "torch", seed=n, count=1, kinds=["legal"], file=file),
}


def done(save: Callable[[Path, int], object], file: Path, n: int) -> str:
    """What was told, "" where it was done."""
    try:
        answer = save(file, n)
    except OSError as error:
        return str(error)
    return "" if not isinstance(answer, Answer) or answer.ok else str(answer)


@pytest.mark.filterwarnings("ignore:.*what was there")
@pytest.mark.parametrize("name", SAVERS)
def test_a_third_save_loses_nothing(name: str, tmp_path: Path) -> None:
    file, texts = tmp_path / name, []
    for n in (7, 8, 9):
        assert not done(SAVERS[name], file, n)
        texts.append(file.read_text())
    assert len(set(texts)) == 3
    assert sorted(one.read_text() for one in tmp_path.iterdir()) == sorted(texts)


@pytest.mark.parametrize("name", SAVERS)
def test_another_kind_of_file_stays_as_it_is(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(FOREIGN)
    told = done(SAVERS[name], file, 7)
    assert "choose another name" in told or "not saved" in told
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [(name, FOREIGN)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("name", SAVERS)
def test_a_pipe_is_neither_read_nor_replaced(name: str, tmp_path: Path) -> None:
    pipe = tmp_path / name
    os.mkfifo(pipe)
    assert "a pipe or a device" in " ".join(done(SAVERS[name], pipe, 7).split())
    assert pipe.is_fifo()


def test_a_played_record_is_not_lost_by_beginning_it_anew(tmp_path: Path) -> None:
    file, long = tmp_path / "r.jsonl", played(3)
    northafrica.save(long, file)
    text = file.read_text()
    told = [start_record(northafrica.load("aana", "torch", seed=seed), file).lines for seed in (7, 8)]
    assert told == [(f"what was there is now r.jsonl.{older}",) for older in ("older", "older-2")]
    assert (tmp_path / "r.jsonl.older").read_text() == text


def test_two_replays_on_one_record_keep_each_others_comments(tmp_path: Path) -> None:
    file, game = tmp_path / "q.jsonl", played(3)
    game.goto(1)
    game.comment("what would you do?")
    northafrica.save(game, file)
    one, two = Replay(file, edit=True), Replay(file, edit=True)
    for replay, said in ((one, "FROM A"), (two, "FROM B")):
        replay.step(1)
        replay.comment(said, "X")
        replay.save(file)
        if replay is one:
            theirs = file.read_text()
    assert "FROM B" in file.read_text()
    assert (tmp_path / "q.jsonl.older").read_text() == theirs
    assert "what was there is now q.jsonl.older" in two._kept.value
    one.close()
    two.close()


def test_files_that_are_named_for_something_else_are_left_alone(tmp_path: Path) -> None:
    notebook = tmp_path / "note.ipynb"
    notebook.write_text(FOREIGN)
    progress = Progress(notebook)
    progress.answered("a", "b", True)
    assert "choose another name" in progress.trouble
    table = Session(played(0), autosave=notebook)
    assert "choose another name" in table.trouble
    table.play("choose_for_me")
    assert "choose another name" in table.trouble
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("note.ipynb", FOREIGN)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_an_autosave_does_not_replace_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "kept.jsonl"
    os.mkfifo(pipe)
    table = Session(played(0), autosave=pipe)
    table.play("choose_for_me")
    assert "a pipe or a device" in table.trouble
    assert pipe.is_fifo()


def test_a_hand_out_made_again_and_again_keeps_each(tmp_path: Path) -> None:
    folder, older = tmp_path / "class", tmp_path / "class.older"
    folder.mkdir()
    for text in ("Monday", "Tuesday", "Wednesday"):
        _put(text, folder / "a.ipynb", older)
    assert sorted(one.read_text() for one in older.iterdir()) == ["Monday", "Tuesday"]


def test_strange_names_and_endless_devices_are_told_in_words(tmp_path: Path) -> None:
    table = Session(played(0))
    assert "a pipe or a device" in table.save("/dev/zero").headline
    told = table.save(f"{tmp_path}/a\0b.jsonl").headline
    assert "NUL" in told
    assert "ValueError" not in told


@pytest.mark.parametrize("order", ["x" * 4900, "place 4 " + "y" * 4000 + " csz_atlantic", "end " + "z " * 2000])
def test_a_very_long_order_is_not_told_whole(order: str) -> None:
    table = Stepper(played(0), autosave=False)
    for answer in (table.play(order), table.why(order)):
        assert not answer.ok
        assert len(answer.headline) < 1000
    table.close()


@pytest.mark.parametrize("seconds", [2**40, -(2**40), 0])
def test_a_clock_that_jumped_damages_no_record(seconds: int, tmp_path: Path) -> None:
    """A record written at a time that no calendar has is one all the same."""
    file = tmp_path / "auto.jsonl"
    game = northafrica.load("aana", "torch", seed=7)
    game.play("choose_for_me")
    Autosave(file).write(game)
    try:
        os.utime(file, (seconds, seconds))
    except (OSError, OverflowError):
        pytest.skip("this file system knows no such time")
    found = look(file)
    assert found is not None
    assert found.entries == len(game.tree.nodes) - 1
    assert str(found)
