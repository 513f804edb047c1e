"""How many hits a group of units scores: exact distributions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.battle import Unit, chance

Floats = NDArray[np.float64]
Counts = tuple[int, ...]


@lru_cache(maxsize=4096)
def binomial(p: float, n: int) -> Floats:
    """The chance of 0 to n hits with n dice of chance p each; shape (n + 1,)."""
    k = np.arange(n + 1)
    ways = np.array([float(comb(n, i)) for i in range(n + 1)])
    found: Floats = ways * p**k * (1.0 - p) ** (n - k)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=1024)
def binomials(p: float, most: int) -> Floats:
    """The chances of hits with 0 to `most` dice of chance p each; shape (most + 1, most + 1)."""
    found = np.zeros((most + 1, most + 1))
    for n in range(most + 1):
        found[n, : n + 1] = binomial(p, n)
    found.setflags(write=False)
    return found


def dice_of(die: int, units: Sequence[Unit], counts: Sequence[int]) -> list[tuple[int, float, int]]:
    """(index of the unit, chance to score, how many): the support is given where it helps most, one for one."""
    givers = sum(n for unit, n in zip(units, counts, strict=True) if unit.supports)
    helped = _supported(die, units, counts, givers) if givers else {}
    found = []
    for index, (unit, n) in enumerate(zip(units, counts, strict=True)):
        lifted = helped.get(index, 0)
        if lifted:
            found.append((index, chance(die, unit, True), lifted))
        if n - lifted and unit.power:
            found.append((index, chance(die, unit), n - lifted))
    return found


def _supported(die: int, units: Sequence[Unit], counts: Sequence[int], givers: int) -> dict[int, int]:
    takers = [i for i, unit in enumerate(units) if unit.supported and counts[i]]
    takers.sort(key=lambda i: chance(die, units[i]) - chance(die, units[i], True))
    found = {}
    for index in takers:
        found[index] = min(counts[index], givers)
        givers -= found[index]
    return found


def together(groups: Iterable[tuple[float, int]]) -> Floats:
    """The distribution of hits of groups of (chance, dice) thrown together."""
    sums: dict[float, int] = {}
    for p, n in groups:
        sums[p] = sums.get(p, 0) + n
    found = np.ones(1)
    for p, n in sums.items():
        found = np.convolve(found, binomial(p, n))
    return found


def capped(hits: Floats, most: int) -> Floats:
    """The same with all that is more than `most` counted as `most`; shape at most (most + 1,)."""
    if len(hits) <= most + 1:
        return hits
    found = hits[: most + 1].copy()
    found[most] += hits[most + 1 :].sum()
    return found


def die_of(faces: int, seed: int) -> Callable[[], int]:
    """A die to roll, 1 to `faces` each time; the same seed gives the same rolls."""
    luck = np.random.default_rng(seed)

    def rolls() -> Iterator[int]:
        while True:
            yield from luck.integers(1, faces + 1, 65_536).tolist()

    return rolls().__next__
