"""Two lines of play side by side, against numbers folded from their events by hand."""

from __future__ import annotations

import random

import pytest

import northafrica
from northafrica.analysis.compare import compare_lines, fork
from northafrica.bots.random import random_order
from northafrica.core.events import Event
from northafrica.core.game import Game
from northafrica.lab import Session


@pytest.fixture
def session() -> Session:
    found = Session(northafrica.load("aana", "rommel", seed=6))
    play(found, 60, 6)
    for _ in range(25):
        found.undo()
    found.branch(seed=77)
    play(found, 30, 9)
    return found


def play(session: Session, orders: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(orders):
        if session.game.choice is not None:
            session.play(random_order(session.game, rng))


def since(game: Game, parted: int, side: str) -> list[Event]:
    powers = game.system.powers(game.setting.data)
    found = [event for node in game.path() if node.n > parted for event in node.events]
    return [event for event in found if powers.get(event.power, event.power) == side]


def test_lines_are_counted_from_where_they_parted(session: Session) -> None:
    one, two = session.lines
    parted = fork(one, two)
    assert parted in {node.n for node in one.path()} & {node.n for node in two.path()}
    frame = compare_lines(session.lines)
    assert list(frame.columns) == ["line 1", "line 2"]
    for column, game in zip(frame.columns, session.lines, strict=True):
        for side, title in game.system.sides.items():
            events = since(game, parted, side)
            lost = sum(event.count for event in events if event.kind == "lost")
            rolls = [event for event in events if event.kind == "rolled"]
            assert frame.loc[f"units lost, {title}", column] == lost
            assert frame.loc[f"hits scored, {title}", column] == sum(event.hits for event in rolls)
            expected = sum(event.chance * len(event.dice) for event in rolls)
            assert frame.loc[f"hits expected, {title}", column] == pytest.approx(expected, abs=0.01)
    assert "round" in frame.loc["where", "line 1"]


def test_one_line_is_counted_from_the_start_and_frames_say_where_they_come_from(session: Session) -> None:
    alone = compare_lines(session.lines[:1])
    assert list(alone.columns) == ["line 1"]
    frame = compare_lines(session.lines)
    assert frame.attrs["version"] == northafrica.__version__
    same = compare_lines([session.game, session.game])
    assert (same["line 1"] == same["line 2"]).all()
    assert same.loc["control changes", "line 1"] == "none"
