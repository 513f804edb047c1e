"""Whether the counters that a battle names can be there: whose they are, and how many of each a game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from northafrica.core.matching import Matching
from northafrica.core.naming import joined

Counters = Mapping[str, tuple[str, int]]


@dataclass(frozen=True)
class Entry:
    """So many of a name, as written, and the counters that it may mean: id -> (side, how many the game has)."""

    written: str
    count: int
    counters: Counters

    @property
    def sides(self) -> frozenset[str]:
        """The sides that have such a counter."""
        return frozenset(side for side, _ in self.counters.values())

    def of(self, side: str) -> dict[str, int]:
        """The counters of one side that it may mean."""
        return {name: number for name, (whose, number) in self.counters.items() if whose == side}


def mixed(entries: Sequence[Entry]) -> str | None:
    """Why these cannot be one force: counters of several sides; None if one side has them all."""
    common: frozenset[str] | None = None
    for entry in entries:
        both = entry.sides if common is None else common & entry.sides
        if not both:
            first = next(one for one in entries if not one.sides & entry.sides)
            return f"{first.written} is of {_named(first.sides)} and {entry.written} of {_named(entry.sides)}"
        common = both
    return None


def wrong_sides(attackers: Sequence[Entry], defenders: Sequence[Entry]) -> str | None:
    """Why two forces cannot meet: one of them is mixed, or both are of one side; None if they can."""
    for name, entries in (("attackers", attackers), ("defenders", defenders)):
        told = mixed(entries)
        if told is not None:
            return f"{name}: {told}: both sides cannot be in one force"
    if attackers and defenders and not any(theirs != ours for ours, theirs in _pairs(attackers, defenders)):
        return f"{attackers[0].written} and {defenders[0].written} are both of {_named(attackers[0].sides)}"
    return None


def too_many(attackers: Sequence[Entry], defenders: Sequence[Entry]) -> str | None:
    """Why a battle names more counters than there are, over both forces; None if there are enough."""
    worst = None
    pairs = _pairs(attackers, defenders)
    if not pairs:  # forces that mix sides, which a hypothetical battle may
        return _short(
            [(entry, {name: n for name, (_, n) in entry.counters.items()}) for entry in (*attackers, *defenders)]
        )
    for ours, theirs in pairs:
        found = _short([(entry, entry.of(ours)) for entry in attackers] + [(e, e.of(theirs)) for e in defenders])
        if found is None:
            return None
        worst = worst or found
    return worst


def _pairs(attackers: Sequence[Entry], defenders: Sequence[Entry]) -> list[tuple[str, str]]:
    """The sides that may be attacker and defender."""
    ours = frozenset.intersection(*(entry.sides for entry in attackers)) if attackers else frozenset([""])
    theirs = frozenset.intersection(*(entry.sides for entry in defenders)) if defenders else frozenset([""])
    return [(one, other) for one in sorted(ours) for other in sorted(theirs) if one != other]


def _short(wanted: Sequence[tuple[Entry, Mapping[str, int]]]) -> str | None:
    """The first entry for which no counter is left, however the names are dealt out."""
    dealt = Matching({counter: number for _, counters in wanted for counter, number in counters.items()})
    for entry, counters in wanted:
        there = sum(counters.values())
        if entry.count > there or not all(dealt.add(counters) for _ in range(entry.count)):
            asked = sum(e.count for e, other in wanted if set(other) & set(counters))
            return f"{asked} of {entry.written} are asked for; the game has {there}"
    return None


def _named(sides: frozenset[str]) -> str:
    return joined((side or "nobody" for side in sorted(sides)), "or")
