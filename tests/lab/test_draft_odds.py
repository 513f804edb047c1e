"""The odds of an attack that is being put together: exact, told only where they are wanted."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.core.game import Game
from northafrica.lab import Stepper
from northafrica.lab.table.stepper_odds import odds_line

ALIKE = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at mersa_matruh: 3 uk infantry
at bir_hachem: 1 italy infantry
stock mersa_matruh: supply 2
"""
ONE = "attack bir_hachem from mersa_matruh with 1 infantry paying 1 mersa_matruh"
CAMPS = """northafrica position 1
system afrika2
scenario compass_short
round 6
power cw
phase movement
at a50.17: 1 cw 4_7arm, 1 cw 7_7arm
at nibeiwa: 1 axis maletti
stock matruh: sp/cw 1
stock cw_track: air 1, truck 1
"""


def odds(game: Game, text: str):
    order, view = game.parse(text), game.view(game.seat)
    return game.choice.deed(view, type(order)).odds(view, order)


@pytest.fixture
def alike() -> Game:
    game = northafrica.position(ALIKE, seed=3)
    game.play("commit")
    return game


def test_one_against_one_that_hit_alike(alike: Game) -> None:
    """Attack 2 and defence 2 on a die of ten (p.8): each round one side alone hits in 16 of 100, neither in 64.

    So the attacker is left alone in 16 of the 36 that end it.
    """
    row = odds(alike, ONE)
    assert row.capture == pytest.approx(16 / 36)
    assert row.lose == pytest.approx(16 / 36)
    assert row.attacker_lost == pytest.approx(3 * 20 / 36)  # 3 RP an infantry
    assert "Bir Hachem falls: 44.4 %" in odds_line(row)


def test_what_begins_no_battle_has_no_odds(alike: Game) -> None:
    assert odds(alike, "attack tripoli from mersa_matruh with 1 infantry") is None
    assert odds(alike, "commit") is None


def test_of_hexes_the_row_of_the_same_attack_says_the_same() -> None:
    game = northafrica.position(CAMPS, seed=1)
    while not (rows := [row for row in game.system.battle_odds(game.view(game.seat)) if row.order]):
        game.play("end")
    for row in rows:
        assert odds(game, row.order).capture == row.capture
        assert odds(game, row.order).defender_lost == row.defender_lost


def test_the_table_tells_them_where_they_are_wanted(alike: Game) -> None:
    table = Stepper(alike, autosave=False)
    try:
        table.form.pick_place("mersa_matruh")
        table.form.pick_place("bir_hachem")
        assert "may be played" in table._draft.value
        assert "falls" not in table._draft.value
        table._odds.toggle.value = True
        assert "Bir Hachem falls" in table._draft.value
    finally:
        table.close()
