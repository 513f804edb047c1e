"""Hidden stacks: a seat sees the top unit of an enemy stack and learns nothing of the rest by asking."""

from __future__ import annotations

import random

import pytest

import northafrica
from northafrica.core.pieces import Piece
from northafrica.core.start import game_from_position, make_setting
from northafrica.core.state import State
from northafrica.core.table import Setting
from northafrica.systems import SYSTEMS
from northafrica.systems.afrika2.entities import LEADERS
from tests.conformance import Subject, check_hidden, check_seen_by

ON = {"hidden_stacks": "on"}
POSITION = """
northafrica position 1
system afrika2
scenario gazala
round 22
option hidden_stacks on
power cw
phase movement
at a28.21: 1 axis rommel, 1 axis 2-5_21pz, 1 axis 104_21pz (oos), 1 axis 33_pj, 1 axis german_arty_9
at a28.22: 1 axis pavia
at tripoli: 1 axis bologna, 1 axis brescia
at a31.23: 1 cw 2_sa, 1 cw 1_sa
stock a28.21: sp/axis 4
"""


def swapped(setting: Setting, state: State, seat: str, rng: random.Random) -> State:
    """The same for a seat: hidden enemy units trade places, as long as no top unit changes."""
    other = state.copy()
    shown = setting.system.hide(setting, state, seat)
    slots: list[tuple[str, Piece]] = []
    for place in sorted(state.pieces):
        if shown.at(place) != state.at(place):
            slots += [(place, p) for p in sorted(state.at(place)) if p not in shown.at(place) and p.kind not in LEADERS]
    for _ in range(6 if len(slots) > 1 else 0):
        (a, first), (b, second) = rng.sample(slots, 2)
        if a == b or first not in other.at(a) or second not in other.at(b) or first.has("oos") != second.has("oos"):
            continue
        trial = other.copy()
        for place, gone, come in ((a, first, second), (b, second, first)):
            table = dict(trial.pieces[place])
            table[gone] -= 1
            table[come] = table.get(come, 0) + 1
            trial.pieces[place] = {piece: n for piece, n in table.items() if n}
        if setting.system.hide(setting, trial, seat).pieces == shown.pieces:
            other = trial
    return other


def test_only_the_top_unit_is_seen() -> None:
    """The artillery (0-1) is the weakest of four; the regiment Out of Supply is known to be so; Rommel is open."""
    game = game_from_position(make_setting(SYSTEMS["afrika2"], "gazala", ON), POSITION)
    seen = {str(piece): n for piece, n in game.view("cw").state.at("a28.21").items()}
    assert seen == {"axis rommel": 1, "axis german_arty_9": 1, "axis unknown_axis": 2, "axis unknown_axis (oos)": 1}
    assert game.view("cw").state.at("a28.22") == game.state.at("a28.22"), "a single unit is its own top"
    assert game.view("cw").state.at("tripoli") == game.state.at("tripoli"), "boxes beside the map are open"
    assert game.view("axis").state.pieces["a28.21"] == game.state.pieces["a28.21"], "one's own stacks are known"


def test_without_the_option_all_is_open() -> None:
    game = northafrica.load("afrika2", "gazala", seed=1)
    assert game.view("axis").state == game.state


@pytest.mark.parametrize("scenario", ["gazala_short", "compass_short"])
def test_asking_tells_nothing(scenario: str) -> None:
    subject = Subject(SYSTEMS["afrika2"], scenario, ON, blind=swapped, tag="hidden")
    check_hidden(subject, 1)
    check_seen_by(subject, 1)


def test_moves_under_a_top_unit_are_told_to_their_owner() -> None:
    """The panzers (8-6) come to lie under Pavia (6-7), so that the enemy is not told who moved."""
    text = POSITION.replace("power cw", "power axis")
    game = game_from_position(make_setting(SYSTEMS["afrika2"], "gazala", ON), text)
    moved = [event for event in game.play("move 1 2-5_21pz a28.21 > a28.22") if event.kind == "moved"]
    assert moved
    assert all(event.seen_by == ("axis",) for event in moved)


def test_moves_on_top_are_open() -> None:
    """The anti-tank battalion (3-3) comes to lie on Pavia."""
    text = POSITION.replace("power cw", "power axis")
    game = game_from_position(make_setting(SYSTEMS["afrika2"], "gazala", ON), text)
    moved = [event for event in game.play("move 1 33_pj a28.21 > a28.22") if event.kind == "moved"]
    assert moved
    assert not any(event.seen_by for event in moved)


def test_there_is_something_to_swap() -> None:
    game = northafrica.load("afrika2", "gazala", seed=1, options=ON)
    other = swapped(game.setting, game.state, "cw", random.Random(1))
    assert other.pieces != game.state.pieces
    assert game.system.hide(game.setting, other, "cw").pieces == game.view("cw").state.pieces
