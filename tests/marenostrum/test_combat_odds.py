"""Odds of combats of Mare Nostrum out of their positions, before they are begun."""

from __future__ import annotations

import pytest

from northafrica.core.cards import ChoiceOdds
from northafrica.core.start import game_from_position, make_setting
from northafrica.systems import SYSTEMS

HEAD = "northafrica position 1\nsystem marenostrum\nscenario desert_fox\nround 4\npower axis\nphase action\n"
SYSTEM = SYSTEMS["marenostrum"]


def rows(lines: str, *orders: str, **options: str) -> tuple[ChoiceOdds, ...]:
    """The odds that are shown after some orders."""
    game = game_from_position(make_setting(SYSTEM, "desert_fox", options), HEAD + lines)
    for order in orders:
        game.play(order)
    return tuple(SYSTEM.battle_odds(game.view()))


def test_a_combat_is_told_before_its_action_is_taken() -> None:
    """21 Panzer (4) against a garrison of one step: 4 in 6; it has two steps itself and cannot be lost (12.7)."""
    (row,) = rows("at sollum: 1 axis de_21_pz, 1 allies uk_cairo_gar\n")
    assert row.win == pytest.approx(4 / 6)
    assert row.capture == pytest.approx(4 / 6)
    assert (row.lose, row.defender_lost, row.attacker_lost) == pytest.approx((0, 4 / 6, 1 / 6))
    assert "reconstruction" in row.note


def test_a_boxed_unit_alone_does_not_count() -> None:
    """A corps HQ alone has no fire (12.6): the garrison (1) loses nothing."""
    row = rows("at sollum: 1 axis it_10_hq, 1 axis it_17_pavia, 1 allies uk_cairo_gar\n")[0]
    assert row.win == pytest.approx(1 - (1 - 2 / 6) * (1 - 1 / 6))


def test_engineers_fire_first() -> None:
    """Before an entrenched garrison engineers (2 less 1) fire first: 1 in 6 it never fires back (28.4)."""
    text = (
        "at sollum: 1 axis it_guastatori, 1 allies uk_cairo_gar\nmark sollum: control allies, entrenched_allies yes\n"
    )
    (row,) = rows(text)
    assert row.win == pytest.approx(1 / 6)
    assert row.attacker_lost == pytest.approx(5 / 6 * 1 / 6)


def test_targets_of_ships_are_told_each_by_itself() -> None:
    """BB-1 (3) from the Libyan Sea: 9 Aus in Tobruk flips on 3 in 6; nobody there fires at ships."""
    at = ("action bombardment_of_ground_units", "sail 1 it_bb1 libyan_sea", "end")
    (row,) = rows("at libyan_sea: 1 axis it_bb1\nat tobruk: 1 allies uk_9_aus\n", *at)
    assert (row.defender_lost, row.attacker_lost, row.win) == pytest.approx((3 / 6, 0, 0))
    assert row.order == "attack tobruk"


def test_strikes_on_bases_are_told() -> None:
    """Two He-111 (2) on Malta's port and airbase: one base at least with 1 - (4/6)^2."""
    at = ("action airstrike_against_bases", "fly 1 de_he111_1 1 de_he111_2 sicily_s > malta_channel > malta")
    (row,) = rows("at sicily_s: 1 axis de_he111_1, 1 axis de_he111_2\nat malta: 1 allies uk_malta_inf\n", *at)
    assert row.win == pytest.approx(1 - (4 / 6) ** 2)


def test_what_is_announced_counts() -> None:
    """Both Panzer divisions on the Cairo garrison: 1 - (2/6)^2 steps are lost, the other garrison none."""
    text = "at sollum: 1 axis de_21_pz, 1 axis de_15_pz, 1 allies uk_cairo_gar, 1 allies uk_bas_gar\n"
    at = ("action ground_combat_attack", "attack sollum", "fire de_21_pz at uk_cairo_gar")
    (row,) = rows(text, *at, "fire de_15_pz at uk_cairo_gar")
    assert row.defender_lost == pytest.approx(1 - (2 / 6) ** 2)
    assert row.choice == "as announced so far"
