"""Odds of the battle on the board, choice by choice; numbers from the formula of a duel.

Two units that hit with a and d, round after round: the attacker wins with a(1 - d) / (1 - (1 - a)(1 - d)).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest

import northafrica
from northafrica.bots import player
from northafrica.core.cards import ChoiceOdds
from northafrica.core.game import Game

HEAD = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at tripoli: 1 italy infantry
at cairo: 1 uk infantry
stock siwa: supply 2
stock mersa_matruh: supply 2
stock bir_hachem: supply 2
"""
TENTH = Fraction(1, 10)
INFANTRY, TANK, ARTILLERY_DEFENDS, ITALIAN = 2 * TENTH, 4 * TENTH, 3 * TENTH, 2 * TENTH


def duel(a: Fraction, d: Fraction) -> Fraction:
    return a * (1 - d) / (1 - (1 - a) * (1 - d))


def declared(*lines: str, attacks: tuple[str, ...]) -> Game:
    """A game without luck in which these attacks are declared."""
    game = northafrica.position(HEAD + "\n".join(lines) + "\n")
    for order in ("commit", *attacks, "commit"):
        game.play(order)
    return game


def odds(game: Game) -> dict[str, ChoiceOdds]:
    return {row.choice: row for row in game.system.battle_odds(game.view(game.seat))}


@pytest.fixture
def one_on_one() -> Game:
    return declared(
        "at mersa_matruh: 1 uk infantry", "at bir_hachem: 1 italy infantry",
        attacks=("attack bir_hachem from mersa_matruh with 1 infantry paying 1 mersa_matruh",),
    )  # fmt: skip


def test_without_a_battle_there_are_no_odds() -> None:
    game = northafrica.position(HEAD + "at mersa_matruh: 1 uk infantry\n")
    assert odds(game) == {}


def test_fight_or_retreat(one_on_one: Game) -> None:
    rows = odds(one_on_one)
    assert list(rows) == ["fight", "retreat"]
    fight, leave = rows["fight"], rows["retreat"]
    assert fight.capture == pytest.approx(float(duel(INFANTRY, ITALIAN)))  # 4/9
    assert fight.lose == pytest.approx(4 / 9)
    # A UK infantry is worth 3 RP, an Italian 2; each falls with 4/9 alone and 1/9 together.
    assert (fight.attacker_lost, fight.defender_lost) == pytest.approx((3 * 5 / 9, 2 * 5 / 9))
    assert (leave.capture, leave.attacker_lost) == (1.0, 0.0)
    assert leave.defender_lost == pytest.approx(2 * 0.2)
    assert (fight.battle, fight.unit) == ("Bir Hachem", "RP")


def play_on(
    a: Fraction, d: Fraction, place: int
) -> tuple[Callable[[int, int], Fraction], Callable[[int, int], Fraction]]:
    """The worth of a round of one against one with supply, if the defender fights, and if both play best.

    3 RP against 2; the defender fights for 1 supply or falls back under fire, the attacker presses for 1 or ceases.
    """

    def fight(ours: int, theirs: int) -> Fraction:
        if not theirs:
            return Fraction(10**6)
        after = max(Fraction(0), best(ours - 1, theirs - 1)) if ours else Fraction(0)
        won, lost, both = a * (1 - d), (1 - a) * d, a * d
        return won * (2 + place) - lost * 3 + both * (2 - 3) + (1 - a) * (1 - d) * after

    def best(ours: int, theirs: int) -> Fraction:
        return min(fight(ours, theirs), a * 2 + place)

    return fight, best


def test_the_worth_of_each_choice_if_both_play_best(one_on_one: Game) -> None:
    rows = odds(one_on_one)
    supply = re.search(r"supply (\d+):(\d+): RP they lose, less ours, plus (\d+)", rows["fight"].worth_note)
    assert supply is not None
    ours, theirs, place = map(int, supply.groups())
    assert (ours, theirs) == (3, 4)  # one in Mersa Matruh and two in Siwa; two in Bir Hachem and the same in Siwa
    fight, best = play_on(INFANTRY, ITALIAN, place)
    assert rows["fight"].worth == pytest.approx(float(fight(ours, theirs)))
    assert rows["retreat"].worth == pytest.approx(0.2 * 2 + place)
    one_on_one.play("fight paying 1 bir_hachem")
    one_on_one.roll(9)
    one_on_one.roll(9)
    after = odds(one_on_one)
    assert after["press with all"].worth == pytest.approx(float(best(ours - 1, theirs - 1)))
    assert after["cease"].worth == 0


def test_press_or_cease(one_on_one: Game) -> None:
    one_on_one.play("fight paying 1 bir_hachem")
    one_on_one.roll(9)
    one_on_one.roll(9)
    rows = odds(one_on_one)
    assert list(rows) == ["press with all", "cease"]
    assert rows["press with all"].capture == pytest.approx(4 / 9)
    assert (rows["cease"].capture, rows["cease"].order) == (0.0, "cease")


def test_casualties_of_the_attacker() -> None:
    game = declared(
        "at mersa_matruh: 1 uk infantry, 1 uk tank", "at bir_hachem: 1 italy infantry",
        attacks=("attack bir_hachem from mersa_matruh with 1 infantry 1 tank paying 1 mersa_matruh",),
    )  # fmt: skip
    game.play("fight paying 1 bir_hachem")
    for die in (9, 9, 1):
        game.roll(die)
    rows = odds(game)
    assert rows["take 1 infantry"].capture == pytest.approx(float(duel(TANK, ITALIAN)))
    assert rows["take 1 tank"].capture == pytest.approx(float(duel(INFANTRY, ITALIAN)))
    # The tank that falls now counts: 5 RP, and the infantry's 3 in 5 of 9 battles.
    assert rows["take 1 tank"].attacker_lost == pytest.approx(5 + 3 * 5 / 9)
    game.play(rows["take 1 infantry"].order)


def test_casualties_of_the_defender_still_fire() -> None:
    game = declared(
        "at mersa_matruh: 1 uk tank", "at bir_hachem: 1 italy infantry, 1 italy artillery",
        attacks=("attack bir_hachem from mersa_matruh with 1 tank paying 1 mersa_matruh",),
    )  # fmt: skip
    game.play("fight paying 1 bir_hachem")
    game.roll(1)
    rows = odds(game)
    stands = (1 - ITALIAN) * (1 - ARTILLERY_DEFENDS)
    assert rows["take 1 infantry"].capture == pytest.approx(float(stands * duel(TANK, ARTILLERY_DEFENDS)))
    assert rows["take 1 artillery"].capture == pytest.approx(float(stands * duel(TANK, ITALIAN)))
    assert rows["take 1 artillery"].defender_lost > 4


def test_units_that_are_not_for_sale_are_said_to_count_nothing() -> None:
    game = declared(
        "at mersa_matruh: 1 uk sherman", "at bir_hachem: 1 italy infantry",
        attacks=("attack bir_hachem from mersa_matruh with 1 sherman paying 1 mersa_matruh",),
    )  # fmt: skip
    fight = odds(game)["fight"]
    assert fight.lose > 0
    assert fight.attacker_lost == 0  # p.8: no price, it comes by Lend-Lease
    assert "0 RP: sherman" in fight.note


def test_flankers_throw_again_after_the_main_force_has_left() -> None:
    game = declared(
        "at mersa_matruh: 2 uk infantry", "at siwa: 1 uk infantry", "at bir_hachem: 1 italy infantry",
        attacks=(
            "attack bir_hachem from siwa with 1 infantry paying 1 siwa",
            "attack bir_hachem from mersa_matruh with 2 infantry paying 1 mersa_matruh",
        ),
    )  # fmt: skip
    game.play("fight paying 1 bir_hachem")
    game.roll(9, 9)
    game.roll(7)
    game.roll(9)
    alone = odds(game)["press without 2 infantry of Mersa Matruh"]
    assert alone.capture == pytest.approx(float(duel(Fraction(2, 7), ITALIAN)))  # 8/15


def test_attacks_declared_are_told_before_the_first_is_fought() -> None:
    game = declared(
        "at mersa_matruh: 1 uk infantry", "at siwa: 1 uk infantry", "at bir_hachem: 1 italy infantry",
        "at tobruk: 1 italy infantry",
        attacks=(
            "attack bir_hachem from siwa with 1 infantry paying 1 siwa",
            "attack tobruk from mersa_matruh with 1 infantry paying 1 mersa_matruh",
        ),
    )  # fmt: skip
    rows = game.system.battle_odds(game.view(game.seat))
    assert sorted(row.battle for row in rows) == ["Bir Hachem", "Tobruk"]
    assert all(game.check(row.order) for row in rows)


def test_the_defensive_bonus_counts_before_the_attack_begins() -> None:
    game = declared(
        "at mersa_matruh: 2 uk infantry", "at siwa: 1 uk infantry", "at bir_hachem: 1 italy infantry",
        "at tobruk: 1 italy infantry",
        attacks=(
            "attack tobruk from mersa_matruh with 2 infantry paying 1 mersa_matruh",
            "attack bir_hachem from siwa with 1 infantry paying 1 siwa",
        ),
    )  # fmt: skip
    before = {row.battle: row for row in game.system.battle_odds(game.view(game.seat))}["Tobruk"]
    game.play("resolve tobruk")
    assert odds(game)["fight"].capture == pytest.approx(before.capture)


@pytest.mark.parametrize(("scenario", "seed"), [("torch", 11), ("rommel", 4)])
def test_every_row_of_a_game_is_sound(scenario: str, seed: int) -> None:
    game = northafrica.load("aana", scenario, seed=seed)
    seats = {seat: player("rule", seat) for seat in dict.fromkeys(game.setting.seats.values())}
    seen: set[str] = set()
    for _ in range(220):
        if game.choice is None:
            break
        for row in game.system.battle_odds(game.view(game.seat)):
            seen.add(type(game.state.top).__name__)
            for chance in (row.capture, row.win, row.lose):
                assert -1e-9 <= chance <= 1 + 1e-9, row
            assert min(row.attacker_lost, row.defender_lost) >= -1e-9, row
            assert not row.order or game.check(row.order), row
        game.play(seats[game.seat].order(game))
    assert {"FightOrRetreat", "TakeCasualties"} <= seen
