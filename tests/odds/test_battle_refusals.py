"""Impossible battles are refused in words that name the input, the place and the mend."""

from __future__ import annotations

import math

import pytest

from northafrica.odds.battle import Battle, Goal, Opening, Retreat, Unit
from northafrica.odds.sampling import sample, sample_in_a_row
from northafrica.odds.told import OddsError
from northafrica.systems.aana.odds import odds as aana
from northafrica.systems.revised.odds import odds as revised

A, D = (Unit("tank", 2, 3, 5.0),), (Unit("inf", 2, 2, 3.0),)

NUMBERS = [
    (lambda: Battle(10, (Unit("tank", 1, 11),), D), "attacker: tank: hit value 11 on a d10; write 0 to 10"),
    (lambda: Battle(6, (Unit("tank", -1, 3),), D), "attacker: tank: -1 of them"),
    (lambda: Battle(6, (Unit("tank", 2.5, 3),), D), "2.5 of them; write a whole number"),  # type: ignore[arg-type]
    (lambda: Battle(6, (Unit("tank", 0, 3),), D), "the attacker has no combat units"),
    (lambda: Battle(6, A, ()), "the defender has no combat units"),
    (lambda: Battle(6, (Unit("tank", 1, 3, math.nan),), D), "a value of nan"),
    (lambda: Battle(1, A, D), "a die of 1 faces"),
    (lambda: Battle(6, A * 2, D), "'tank' is listed twice"),
    (lambda: Battle(6, (Unit("tank", 1, 3, demands=("ship",)),), D), "demands 'ship'"),
    (lambda: Battle(6, A, D, (Opening("defender", 7, ("tank",)),)), "hit value 7 on a d6"),
    (lambda: Battle(6, A, D, (Opening("defender", 1, ("plane",)),)), "'plane' is not there"),
    (lambda: Battle(6, A, D, retreat=Retreat("after", 0)), "an attack is fought for one round"),
    (lambda: Battle(6, A, D, retreat=Retreat("home")), "retreat: 'home' is unknown; write one of never"),
    (lambda: Battle(6, A, D, rounds=-1), "rounds: -1"),
    (lambda: Battle(6, A, D, goal=Goal("glory")), "goal: 'glory' is unknown"),
    (lambda: Battle(6, A, D, goal=Goal("value", math.inf)), "value is inf"),
    (lambda: Battle(6, (Unit("tank", 401, 3),), D), "at most 400"),
    (lambda: sample(Battle(6, A, D), 0), "how many battles to sample"),
    (lambda: sample_in_a_row([Battle(6, A, D), Battle(6, D, D)], 10), "battle 2: its attackers are not those"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "words"), NUMBERS)
def test_impossible_numbers(make, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(OddsError) as refused:
        make()
    assert words in str(refused.value)


WORDS = [
    (revised, ("3 infntry", "1 tank"), {}, "there is no unit 'infntry'; did you mean infantry?"),
    (revised, ("-3 infantry", "1 tank"), {}, "the number of 'infantry' -3 is out of range"),
    (revised, ("2.5 infantry", "1 tank"), {}, "the number of 'infantry' '2.5' is not a whole number"),
    (revised, ("", "1 tank"), {}, "attackers: no units are named"),
    (revised, ("3", "1 tank"), {}, "'3' names no unit"),
    (revised, ("1 tank, 2 tank", "1 tank"), {}, "write '3 tank' once"),
    (revised, ("1 antiaircraft_gun", "1 tank"), {}, "cannot attack"),
    (revised, ("1 tank", "1 antiaircraft_gun"), {}, "the defender has no combat units"),
    (revised, ("1 tank", "1 battleship"), {}, "tank cannot fight in a sea battle"),
    (revised, ("1 tank", "1 infantry"), {"bombard": "1 destroyer"}, "without combined_bombardment"),
    (revised, ("1 tank", "1 infantry"), {"bombard": "1 battleship", "retreat": "after:2"}, "withdraw.amphib.no-land"),
    (revised, ("1 battleship", "1 transport"), {"bombard": "1 battleship"}, "leave it out at sea"),
    (revised, ("1 tank", "1 infantry"), {"retreat": "after"}, "write after:2"),
    (revised, ("1 tank", "1 infantry"), {"retreat": "best:2"}, "best takes no number"),
    (revised, ("1 tank", "1 infantry"), {"order_of_loss": "tonk"}, "there is no 'tonk'; did you mean tank?"),
    (revised, ("1 tank", "1 infantry"), {"order_of_loss": "tank,tank/infantry"}, "'tank' is named twice"),
    (revised, ("1 tank", "1 infantry"), {"order_of_loss": "tank/infantry/tank"}, "one '/'"),
    (revised, ("1 tank", "1 infantry"), {"submerge": "all"}, "write attacker, defender, both or never"),
    (aana, ("1 tank", "1 infantry"), {"attacker": "germny"}, "there is no power 'germny'; did you mean germany?"),
    (aana, ("1 sherman", "1 infantry"), {"attacker": "us"}, "us has no sherman"),
    (aana, ("1 truck", "1 infantry"), {}, "no combat unit"),
    (aana, ("1 aaa", "1 infantry"), {"attacker": "uk", "defender": "italy"}, "cannot attack"),
    (aana, ("1 tank", "1 infantry"), {"territory": "tobrok"}, "did you mean tobruk"),
    (aana, ("1 tank", "1 infantry"), {"supply": "1:1", "retreat": "after:2"}, "write never or best"),
    (aana, ("1 tank", "1 infantry"), {"supply": "1:1", "trials": 100}, "leave trials out"),
    (aana, ("1 submarine", "1 destroyer"), {"supply": "1:1"}, "battles at sea cost none"),
    (aana, ("1 tank + 1 tank", "1 infantry"), {"supply": "1+1+1:1"}, "3 numbers for 2 territories"),
    (aana, ("1 bomber, 1 tank", "1 infantry"), {"supply": "1:1"}, "switch targeting off"),
]


@pytest.mark.parametrize(("odds", "forces", "options", "words"), WORDS)
def test_impossible_words(odds, forces, options, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(OddsError) as refused:
        odds(*forces, **options)
    assert words in str(refused.value)


def test_plurals_and_blanks_are_read() -> None:
    plain = aana("2 infantry, 1 anti_tank_gun", "2 tank", attacker="uk", defender="germany")
    assert aana("2 Infantry, anti-tank guns", "2 tanks", attacker="UK", defender="Germany").p == pytest.approx(plain.p)
