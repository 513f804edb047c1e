"""Bombing raids: bombers that guns may shoot down first, then dice of damage up to a cap. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from northafrica.odds.told import OddsError

MOST = 60
"""So many bombers at most."""


@dataclass(frozen=True)
class Bombing:
    """What a raid comes to, exactly.

    damage  damage -> chance, the cap applied
    shot    mean number of bombers shot down; `none_left` the chance that all are
    """

    damage: Mapping[int, Fraction]
    shot: Fraction
    none_left: Fraction

    @property
    def mean(self) -> Fraction:
        """The mean damage."""
        return sum((n * chance for n, chance in self.damage.items()), Fraction(0))

    def with_(self, other: Bombing, cap: int) -> Bombing:
        """This raid and another one on the same target, under one cap."""
        damage: dict[int, Fraction] = {}
        for total, chance in _added(self.damage, other.damage).items():
            damage[min(total, cap)] = damage.get(min(total, cap), Fraction(0)) + chance
        return Bombing(dict(sorted(damage.items())), self.shot + other.shot, self.none_left * other.none_left)


def bombing(bombers: int, need: int, cap: int, *, faces: int = 6, best_of: int = 1, more: int = 0) -> Bombing:
    """A raid of so many bombers: each is shot down on `need` or less (0: no gun), each left does a die of damage.

    Of `best_of` dice the best counts, and `more` is added to it. Raises OddsError for numbers that cannot be.
    """
    if not 0 <= bombers <= MOST or not 0 <= need <= faces or cap < 0 or best_of < 1:
        raise OddsError(f"a raid of {bombers} bombers shot at on {need} of {faces}, cap {cap}, best of {best_of}")
    one = {n + more: Fraction(n**best_of - (n - 1) ** best_of, faces**best_of) for n in range(1, faces + 1)}
    hit = Fraction(need, faces)
    damage: dict[int, Fraction] = {}
    sums = {0: Fraction(1)}
    for left in range(bombers + 1):
        here = comb(bombers, left) * (1 - hit) ** left * hit ** (bombers - left)
        for total, chance in sums.items():
            if here:
                counts = min(total, cap)
                damage[counts] = damage.get(counts, Fraction(0)) + here * chance
        sums = _added(sums, one)
    return Bombing(dict(sorted(damage.items())), bombers * hit, hit**bombers)


def _added(sums: Mapping[int, Fraction], one: Mapping[int, Fraction]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for total, chance in sums.items():
        for n, each in one.items():
            found[total + n] = found.get(total + n, Fraction(0)) + chance * each
    return found
