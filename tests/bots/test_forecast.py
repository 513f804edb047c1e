"""The forecast of a land combat agrees with what is worked out by hand."""

from __future__ import annotations

import pytest

from northafrica.bots.forecast import Fighter, forecast

MAN, TANK = Fighter(3, 3, 10), Fighter(5, 6, 10)


def test_one_round_by_hand() -> None:
    seen = forecast([TANK] * 4, [MAN] * 2, rounds=1)
    assert seen.defenders == pytest.approx(0.0)  # 4 x 0.5 = 2 hits
    assert seen.attackers == pytest.approx(3.4)  # 2 x 0.3 = 0.6 hits, for casualties fire too
    assert seen.attack_loss == pytest.approx(3.6)
    assert seen.defence_loss == pytest.approx(6)
    assert seen.won


def test_the_cheapest_go_first() -> None:
    seen = forecast([TANK, MAN], [Fighter(10, 5, 10)], rounds=1)
    assert seen.attack_loss == pytest.approx(3)


def test_a_reroll_counts_sevenths() -> None:
    assert Fighter(3, 3, 7).chance == pytest.approx(3 / 7)


def test_those_who_cannot_fire_only_run() -> None:
    seen = forecast([MAN], [TANK] * 3, unarmed=True)
    assert seen.attackers == 1
    assert seen.attack_loss == 0
    assert seen.won


def test_nobody_wins_against_too_many() -> None:
    assert not forecast([MAN], [MAN] * 5).won


def test_supply_for_no_round_changes_nothing() -> None:
    seen = forecast([TANK] * 9, [MAN], rounds=0)
    assert (seen.attackers, seen.defenders, seen.rounds) == (9, 1, 0)
