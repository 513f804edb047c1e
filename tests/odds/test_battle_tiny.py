"""Tiny battles against plain counting: every hit and miss of every die in fractions, no distribution anywhere."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from northafrica.odds.battle import Battle, Unit
from northafrica.odds.solve import solve, solve_chain, solve_in_general

Powers = Callable[[int], Sequence[Fraction]]


def hits(chances: Sequence[Fraction]) -> dict[int, Fraction]:
    """Hits of dice with these chances: every pattern of hit and miss by itself."""
    found: dict[int, Fraction] = {}
    for pattern in product((0, 1), repeat=len(chances)):
        p = Fraction(1)
        for hit, chance in zip(pattern, chances, strict=True):
            p *= chance if hit else 1 - chance
        found[sum(pattern)] = found.get(sum(pattern), Fraction(0)) + p
    return found


def faces(die: int, power: int, reroll_from: int = 0) -> Fraction:
    """The chance of one die, face by face."""
    counted = [face for face in range(1, die + 1) if not reroll_from or face < reroll_from]
    return Fraction(sum(face <= power for face in counted), len(counted))


def fight(n: int, m: int, ours: Powers, theirs: Powers) -> dict[str, Fraction]:
    """Win, lose and draw of n against m; `ours(i)` are the chances of i attackers left."""

    @cache
    def ends(i: int, j: int) -> tuple[Fraction, Fraction, Fraction]:
        if not i or not j:
            return (Fraction(bool(i)), Fraction(bool(j)), Fraction(not i and not j))
        found, again = [Fraction(0)] * 3, Fraction(0)
        for k, p in hits(ours(i)).items():
            for h, q in hits(theirs(j)).items():
                if not k and not h:
                    again = p * q
                    continue
                for index, value in enumerate(ends(max(0, i - h), max(0, j - k))):
                    found[index] += p * q * value
        win, lose, draw = (value / (1 - again) for value in found)
        return win, lose, draw

    return dict(zip(("win", "lose", "draw"), ends(n, m), strict=True))


@pytest.mark.parametrize("seed", range(12))
def test_tiny_battles_equal_plain_counting(seed: int) -> None:
    rng = random.Random(seed)
    die = rng.choice((6, 10))
    us = [rng.randint(1, die - 1) for _ in range(rng.randint(1, 4))]
    them = [rng.randint(1, die - 1) for _ in range(rng.randint(1, 4))]
    reroll = 8 if die == 10 else 0
    battle = Battle(
        die,
        tuple(Unit(f"u{n}", 1, power, reroll_from=reroll) for n, power in enumerate(us)),
        tuple(Unit(f"t{n}", 1, power) for n, power in enumerate(them)),
    )
    told = fight(
        len(us), len(them),
        lambda i: [faces(die, power, reroll) for power in us[len(us) - i :]],
        lambda j: [faces(die, power) for power in them[len(them) - j :]],
    )  # fmt: skip
    for answer in (solve_chain(battle), solve_in_general(battle)):
        for outcome, chance in told.items():
            assert answer.p[outcome] == pytest.approx(float(chance), abs=1e-13)


def test_support_in_a_tiny_battle_equals_plain_counting() -> None:
    """Infantry fall first, then the gun: with the gun an infantry scores on 2, and the gun supports one at a time."""
    battle = Battle(6, (Unit("inf", 2, 1, supported=2), Unit("gun", 1, 2, supports=True)), (Unit("x", 2, 2),))
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    ours = {0: [], 1: [third], 2: [third, third], 3: [sixth, third, third]}
    told = fight(3, 2, lambda i: ours[i], lambda j: [third] * j)
    assert solve(battle).p == pytest.approx({**{k: float(v) for k, v in told.items()}, "retreat": 0, "stalemate": 0})
