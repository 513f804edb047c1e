"""Every scenario of Blocks in Afrika begins soundly, shows itself, and hides the enemy's blocks."""

from __future__ import annotations

from collections import Counter

import pytest

from northafrica.core.start import make_setting
from northafrica.core.state import State
from northafrica.core.table import Table, View
from northafrica.lab.board import plan_look
from northafrica.systems.blocks.setup import start
from northafrica.systems.blocks.system import SYSTEM
from northafrica.systems.blocks.wording import UNKNOWN


def begun(scenario: str) -> View:
    """The scenario as it is set up, before anything happens."""
    table = Table(make_setting(SYSTEM, scenario), State(), "set-up")
    start.set_up(table)
    return View(table.setting, table.state)


@pytest.mark.parametrize("scenario", list(SYSTEM.scenarios))
def test_a_set_up_is_sound(scenario: str) -> None:
    view = begun(scenario)
    assert SYSTEM.faults(view) == []
    found = Counter(piece.kind for table in view.state.pieces.values() for piece in table)
    assert set(found.values()) == {1}
    assert len(found) == len(view.data.setups[scenario])


@pytest.mark.parametrize("scenario", list(SYSTEM.scenarios))
@pytest.mark.parametrize("seat", ["axis", "allies"])
def test_a_seat_sees_wood_alone(scenario: str, seat: str) -> None:
    view = begun(scenario)
    shown = SYSTEM.hide(view.setting, view.state, seat)
    for place, table in view.state.pieces.items():
        enemies = [(piece, n) for piece, n in shown.at(place).items() if piece.power != seat]
        assert all(piece.kind in UNKNOWN for piece, _ in enemies), place
        assert sum(n for _, n in enemies) == sum(n for piece, n in table.items() if piece.power != seat)
        assert {p: n for p, n in shown.at(place).items() if p.power == seat} == {
            p: n for p, n in table.items() if p.power == seat
        }


def test_barrels_are_seen_and_steps_are_not() -> None:
    view = begun("tobruk")
    shown = SYSTEM.hide(view.setting, view.state, "allies")
    assert [str(piece) for piece in shown.at("h1824")] == ["axis unknown_black (oos)"]


@pytest.mark.parametrize("scenario", list(SYSTEM.scenarios))
def test_every_place_has_a_card(scenario: str) -> None:
    view = begun(scenario)
    cards = SYSTEM.cards(view)
    assert set(cards) == set(view.data.board.spaces)
    assert cards["tobruk"] == SYSTEM.card(view, "tobruk")
    assert SYSTEM.turn_bar(view).round == SYSTEM.scenarios[scenario].first_round


def test_the_map_is_drawn_without_gaps() -> None:
    """Neighbours share two corners, nearly: the hexes are laid on a cone."""
    data = SYSTEM.load()
    plan = SYSTEM.map_plan(data)
    assert plan is not None
    for a, b in (("tobruk", "gazala"), ("cairo", "h2726"), ("tehran", "h4811"), ("tripoli", "zavia")):
        near = [
            (p, q)
            for p in plan.outlines[a]
            for q in plan.outlines[b]
            if abs(p[0] - q[0]) < 0.08 and abs(p[1] - q[1]) < 0.08
        ]
        assert len(near) == 2, (a, b, near)


def test_what_is_on_the_map_has_a_look_and_a_word() -> None:
    data = SYSTEM.load()
    plan = SYSTEM.map_plan(data)
    assert plan is not None
    grounds = {kind for kinds in plan.grounds.values() for kind in kinds}
    lines, signs = {line.kind for line in plan.lines}, {sign.kind for sign in plan.signs}
    assert grounds - {"clear"} <= set(plan_look.GROUNDS)  # clear ground is drawn as open
    assert lines <= set(plan_look.LINES)
    assert signs <= set(plan_look.SIGNS)
    assert grounds | lines | signs <= set(plan.words)
    assert {"tobruk", "el_algeila"} <= set(plan.titles)
    assert "tobruk" not in plan.codes
    assert plan.codes["h1126"] == "H1126"
