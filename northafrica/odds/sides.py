"""A side in full: every kind by its condition (fit, damaged, out of the battle), and how hits fall on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from northafrica.odds.battle import Battle, Unit

Counts = tuple[int, ...]
Hits = tuple[tuple[int, int], ...]
"""Pairs of (mask of the kinds these hits may fall on, how many)."""


@dataclass(frozen=True)
class Kind:
    """Units of one kind in one condition.

    unit     index in the side's units
    state    fit, damaged or out (left, submerged, escaped): out neither fires nor is hit
    falls_to index of the kind a hit makes of it; -1: it is lost
    out      index of the kind it becomes when it leaves the battle; -1 it never does
    """

    unit: int
    state: str
    falls_to: int = -1
    out: int = -1


@dataclass(frozen=True)
class Volley:
    """Dice whose hits may fall on the same kinds: `cannot` names domains they cannot hit."""

    cannot: tuple[str, ...]
    demands: tuple[str, ...]
    groups: tuple[tuple[float, int], ...]


class Line:
    """One side of a battle: its kinds, its order of loss, its conditions."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.side, self.units = side, battle.units(side)
        self.kinds: list[Kind] = []
        submerging = side in battle.subs.submerge
        for index, unit in enumerate(self.units):
            self._add(index, unit, submerging)
        self.order = self._order()
        self.active = [number for number, kind in enumerate(self.kinds) if kind.state != "out"]
        self.cargo = [n for n in self.active if self.units[self.kinds[n].unit].domain == "cargo"]

    def _add(self, index: int, unit: Unit, submerging: bool) -> None:
        leaves = bool(unit.leaves_after) or unit.domain == "cargo" or (unit.domain == "sub" and submerging)
        at = len(self.kinds)
        out = at + unit.hits if leaves else -1
        if unit.hits == 2:
            self.kinds.append(Kind(index, "fit", at + 1, out))
        self.kinds.append(Kind(index, "fit" if unit.hits == 1 else "damaged", -1, out))
        if leaves:
            self.kinds.append(Kind(index, "out"))

    def _order(self) -> list[int]:
        """Damage that costs nothing first, then the units as listed."""
        free = [n for n, kind in enumerate(self.kinds) if kind.falls_to >= 0]
        return free + [n for n, kind in enumerate(self.kinds) if kind.falls_to < 0 and kind.state != "out"]

    def start(self) -> Counts:
        """The counts before the battle."""
        found = [0] * len(self.kinds)
        for index, unit in enumerate(self.units):
            first = next(n for n, kind in enumerate(self.kinds) if kind.unit == index)
            found[first] = unit.count
        return tuple(found)

    def unit_of(self, kind: int) -> Unit:
        """The unit of a kind."""
        return self.units[self.kinds[kind].unit]

    def alive(self, counts: Counts) -> int:
        """How many units are in the battle."""
        return sum(counts[n] for n in self.active)

    def gone_out(self, counts: Counts) -> int:
        """How many units have left it alive."""
        return sum(counts) - self.alive(counts)

    def slots(self, counts: Counts) -> int:
        """How many hits those in the battle can take; loads of cargo count each."""
        return sum(counts[n] * (2 if self.kinds[n].falls_to >= 0 else 1) for n in self.active)

    def reported(self, counts: Counts) -> Counts:
        """Units left by unit, damaged ones and those that left included."""
        found = [0] * len(self.units)
        for kind, n in zip(self.kinds, counts, strict=True):
            found[kind.unit] += n
        return tuple(found)

    def parted(self, counts: Counts) -> tuple[Counts, Counts]:
        """Units still in the battle, and those that have left it, by unit."""
        inside = tuple(0 if kind.state == "out" else n for kind, n in zip(self.kinds, counts, strict=True))
        outside = tuple(n - here for n, here in zip(counts, inside, strict=True))
        return self.reported(inside), self.reported(outside)

    def has_destroyer(self, counts: Counts) -> bool:
        """Whether a destroyer takes part."""
        return any(counts[n] and self.unit_of(n).destroyer for n in self.active)

    def move_out(self, counts: Counts, which: Sequence[int]) -> Counts:
        """Let kinds leave the battle."""
        found = list(counts)
        for n in which:
            found[self.kinds[n].out] += found[n]
            found[n] = 0
        return tuple(found)


def room(line: Line, counts: Sequence[int], kind: int) -> int:
    """How many more hits can fall on a kind; a hit on cargo takes two loads."""
    if line.unit_of(kind).domain == "cargo":
        return -(-sum(counts[n] for n in line.cargo) // 2)
    return counts[kind]


def fall(line: Line, counts: Counts, hits: Hits) -> Counts:
    """The counts after hits fell in the order of loss, as many of them as can (a greedy choice in a matroid).

    A unit can fall if for every group of kinds no more fall than there are hits that may fall on the group; so the
    first in the order that still fits always belongs to a largest set of losses.
    """
    left = list(counts)
    fallen: list[tuple[int, int]] = []
    done_cargo = False
    for kind in line.order:
        is_cargo = line.unit_of(kind).domain == "cargo"
        if is_cargo and done_cargo:
            continue
        done_cargo = done_cargo or is_cargo
        more = min(room(line, left, kind), _free(hits, fallen, kind))
        if more <= 0:
            continue
        fallen.append((kind, more))
        if is_cargo:
            _sink_loads(line, left, more)
            continue
        left[kind] -= more
        if line.kinds[kind].falls_to >= 0:
            left[line.kinds[kind].falls_to] += more
    return tuple(left)


def _free(hits: Hits, fallen: Sequence[tuple[int, int]], kind: int) -> int:
    """How many hits can still fall on a kind, given what fell (Hall's condition over groups of masks)."""
    if len(hits) == 1:
        mask, n = hits[0]
        return n - sum(k for _, k in fallen) if mask >> kind & 1 else 0
    best = sum(n for _, n in hits)
    for shut in product((False, True), repeat=len(hits)):
        # the group: kinds that only the hits not shut out may fall on
        outside = 0
        for (mask, _), closed in zip(hits, shut, strict=True):
            outside |= 0 if closed else mask
        able = sum(n for (_, n), closed in zip(hits, shut, strict=True) if closed)
        if outside >> kind & 1:
            continue
        used = sum(k for other, k in fallen if not outside >> other & 1)
        best = min(best, able - used)
    return best


def _sink_loads(line: Line, left: list[int], hits: int) -> None:
    """Each hit on transports takes the owner's cheapest load, then the enemy's choice: the dearest."""
    by_value = sorted(line.cargo, key=lambda n: line.unit_of(n).value)
    for _ in range(hits):
        for order in (by_value, by_value[::-1]):
            found = next((n for n in order if left[n]), None)
            if found is not None:
                left[found] -= 1


def demanded(line: Line, counts: Counts, volley: Volley, hits: int, spoken: dict[int, int]) -> Iterator[int]:
    """The mask each of so many demanding hits may fall on; 0 where nothing wanted is free. Keeps count in `spoken`."""
    for _ in range(hits):
        yield _one_demand(line, counts, volley, spoken)


def _one_demand(line: Line, counts: Counts, volley: Volley, spoken: dict[int, int]) -> int:
    for name in volley.demands:
        kinds = [n for n in line.active if line.unit_of(n).name == name]
        if not kinds or line.unit_of(kinds[0]).domain in volley.cannot:
            continue
        mask = sum(1 << n for n in kinds)
        able = sum(counts[n] * (2 if line.kinds[n].falls_to >= 0 else 1) for n in kinds)
        if able > spoken.get(mask, 0):
            spoken[mask] = spoken.get(mask, 0) + 1
            return mask
    return 0
