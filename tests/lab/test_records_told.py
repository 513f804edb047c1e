"""Wherever the lab opens a record, it says what is not proved of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import northafrica
from northafrica.lab import PositionDesk, Replay, Session, Stepper, handout
from northafrica.lab.table.autosave import Autosave
from tests.cli.conftest import Said, run  # noqa: F401

OLDER = "made with 0.0.1, an earlier version"
NO_SEAL = "the head is not sealed"


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A record as an earlier version wrote it: its number, and no seal."""
    game = northafrica.load("aana", "torch", seed=7)
    game.play("choose_for_me")
    file = northafrica.save(game, tmp_path / "older.jsonl")
    head, *entries, closing = map(json.loads, file.read_text().splitlines())
    del closing["seal"]
    lines = [head | {"version": "0.0.1"}, *entries, closing]
    file.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return file


def replayed(file: Path) -> str:
    made = Replay(file)
    found = " ".join(part.value for part in made.widget.children if "na-replay-trouble" in part._dom_classes)
    made.close()
    return found


def opened(file: Path) -> str:
    return str(Session(northafrica.load("aana", "torch", seed=1)).open(file))


def resumed(file: Path) -> str:
    session = Session(northafrica.load("aana", "torch", seed=1), autosave=Autosave(file.with_name("new.jsonl")))
    return str(session.resume(file))


def on_the_desk(file: Path) -> str:
    desk = PositionDesk(file)
    found = desk._answer.value
    desk.close()
    return found


def as_handout(file: Path) -> str:
    page = handout(file)
    assert "0.0.1" not in page.html, "it is for the teacher, not for the page"
    return page._repr_html_()


@pytest.mark.parametrize("show", [replayed, opened, resumed, on_the_desk, as_handout])
def test_notes_are_shown(show: Callable[[Path], str], older: Path) -> None:
    told = show(older)
    assert OLDER in told
    assert NO_SEAL in told


def test_a_record_that_breaks_off_is_told_too(older: Path) -> None:
    older.write_text("\n".join(older.read_text().splitlines()[:-1]))
    for show in (replayed, opened, resumed, on_the_desk, as_handout):
        if show is not as_handout:
            assert "made with version 0.0.1, read with" in show(older)
    assert "not verified: line 2: the closing line is missing" in handout(older)._repr_html_()


def test_a_game_read_back_says_so_on_the_stepper(older: Path) -> None:
    table = Stepper(northafrica.replay(older).game, autosave=False)
    assert "taken over from a record made with 0.0.1" in table._answer.value
    table.close()
    replay, desk = Replay(northafrica.replay(older).game), PositionDesk(northafrica.replay(older).game)
    page = handout(northafrica.replay(older).game)._repr_html_()
    for told in (replay.widget.children[1].value, desk._answer.value, page):
        assert "taken over from a record made with 0.0.1" in told
    replay.close()
    desk.close()
    assert OLDER in repr(northafrica.replay(older))


def test_what_is_proved_is_shown_with_a_sound_record(older: Path) -> None:
    file = northafrica.save(northafrica.load("aana", "torch", seed=7), older.with_name("new.jsonl"))
    for show in (replayed, opened):
        assert "Not proved: who gave the orders and threw the dice" in show(file)


def test_the_commands_say_so(run: Callable[..., Said], older: Path) -> None:  # noqa: F811
    said = run("replay", older, "--check", "--json")
    assert (said.code, said.json["version"]) == (0, "0.0.1")
    assert OLDER in said.json["notes"][0]
    assert "Not proved: who gave the orders" in said.json["proof"]
    assert run("replay", older, "--json").json["version"] == "0.0.1"
    assert "version 0.0.1" in run("replay", older).out
    for arguments in (["legal", older], ["replay", older, "--to", "1"], ["handout", older]):
        assert NO_SEAL in run(*arguments).err


def test_a_head_of_another_version_that_cannot_be_used_says_both(run: Callable[..., Said], older: Path) -> None:  # noqa: F811
    head, rest = older.read_text().split("\n", 1)
    for edit in ({"options": {"wind": "strong"}}, {"weather": "hot"}, {"scenario": "alamein"}):
        older.write_text(json.dumps(json.loads(head) | edit) + "\n" + rest)
        said = run("replay", older, "--check", "--json")
        assert said.code == 2
        assert f"made with version 0.0.1, read with {northafrica.__version__}" in said.err
