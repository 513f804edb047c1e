"""The supply planner: who can draw where, the fewest points for all, what a plan leaves out (rulebook 5.1a, 5.1c)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from northafrica.core.groups import everywhere
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Reach
from northafrica.systems.afrika2.entities import CONNECTING, TRIPOLI
from northafrica.systems.afrika2.ground import attack, data, defence, dumps, in_play, supply_points
from northafrica.systems.afrika2.supply.lines import Bars, bars, due, needs_none, reach_of, weight
from northafrica.systems.afrika2.supply.packing import BIN, Need, fewest, pack

OASIS = 2
Held = tuple[str, Piece, int]


@dataclass(frozen=True)
class Drawing:
    """One group that draws on a place: its units (hex, piece, number), what they count, what they cost.

    `oasis` marks what an oasis feeds for nothing.
    """

    place: str
    units: tuple[Held, ...]
    count: int
    points: int
    oasis: bool = False


@dataclass(frozen=True)
class Plan:
    """Groups with the fewest points, the units left without supply, and those of them passed over for dearer ones."""

    drawings: tuple[Drawing, ...]
    unsupplied: tuple[Held, ...]
    passed: tuple[Held, ...] = ()

    @property
    def points(self) -> int:
        """Supply Points the plan spends."""
        return sum(drawing.points for drawing in self.drawings)


@dataclass(frozen=True)
class Source:
    """A place units can draw on: Supply Points there, what an oasis feeds for nothing, its reach."""

    place: str
    points: int
    free: int
    reach: Reach


def hungry(view: View, side: str) -> list[Held]:
    """The units of a side that must be supplied and have not been, place by place."""
    return [
        (place, piece, n)
        for place, piece, n in everywhere(view, lambda p: p.power == side and not p.has("fed"))
        if in_play(view, place) and not needs_none(view, place, piece)
    ]


def sources(view: View, side: str, units: Iterable[Held], used: Mapping[str, int], barred: Bars) -> list[Source]:
    """Dumps of a side with their reach, and the oases its units stand in; `used` is what oases have given already."""
    found = [
        Source(place, n, 0, reach_of(view, place, barred))
        for place, n in dumps(view, side).items()
        if _real(view, place)
    ]
    for place in sorted({place for place, _, _ in units}):
        if is_oasis(view, place) and used.get(place, 0) < OASIS:
            found.append(Source(place, 0, OASIS - used.get(place, 0), Reach(place, {place: 0})))
    return found


def _real(view: View, place: str) -> bool:
    return place == CONNECTING or place in data(view).hexes


def is_oasis(view: View, place: str) -> bool:
    """Whether a place is a hex with an oasis."""
    info = data(view).hexes.get(place)
    return info is not None and info.oasis


def plan(view: View, side: str, used: Mapping[str, int] | None = None) -> Plan:
    """The fewest Supply Points for all units in reach of any; where there are too few, the dearest units first.

    Dear is what has the most attack and defence by what it counts: a rule of thumb, the points are exact.
    """
    units = hungry(view, side)
    return plan_for(view, units, sources(view, side, units, used or {}, bars(view, side)))


def plan_for(view: View, units: Sequence[Held], found: Sequence[Source]) -> Plan:
    """A plan for these units out of these sources."""
    within = {place: tuple(i for i, s in enumerate(found) if place in s.reach.cost) for place, _, _ in units}
    left = [held for held in units if not within[held[0]]]
    drawings: list[Drawing] = []
    passed: list[Held] = []
    for part in _parts([held for held in units if within[held[0]]], within):
        fed, kept_out = _feed(view, part, found, within)
        drawings += fed
        passed += kept_out
    drawings.sort(key=lambda drawing: (drawing.place, drawing.units))
    return Plan(tuple(drawings), tuple(sorted((*left, *passed))), tuple(sorted(passed)))


def _parts(units: Sequence[Held], within: Mapping[str, tuple[int, ...]]) -> list[list[Held]]:
    """Units that share no source with others are planned apart."""
    parts: list[tuple[set[int], list[Held]]] = []
    for held in units:
        mine, members = set(within[held[0]]), [held]
        rest = []
        for known, others in parts:
            if known & mine:
                mine |= known
                members = others + members
            else:
                rest.append((known, others))
        parts = [*rest, (mine, members)]
    return [members for _, members in parts]


Key = tuple[tuple[int, ...], int]


def _needs(view: View, units: Iterable[Held], within: Mapping[str, tuple[int, ...]]) -> dict[Key, list[Held]]:
    """Units that are alike to the planner: the same sources, the same count."""
    found: dict[Key, list[Held]] = {}
    for held in units:
        found.setdefault((within[held[0]], weight(view, held[1])), []).append(held)
    return found


def _as_needs(found: Mapping[Key, Sequence[Held]]) -> list[Need]:
    return [Need(key[0], key[1], sum(n for _, _, n in held)) for key, held in found.items()]


def _feed(
    view: View, units: list[Held], found: Sequence[Source], within: Mapping[str, tuple[int, ...]]
) -> tuple[list[Drawing], list[Held]]:
    stock, free = [s.points for s in found], [s.free for s in found]
    alike = _needs(view, units, within)
    best, left = fewest(_as_needs(alike), stock, free), list[Held]()
    if best is None:
        kept, left = _dearest(view, units, found, within)
        alike = _needs(view, kept, within)
        best = fewest(_as_needs(alike), stock, free)
        assert best is not None, "what was kept can be fed"
    given: dict[int, list[Held]] = {}
    for (_, held), shares in zip(alike.items(), best[1], strict=True):
        _deal(held, shares, given)
    drawings = [one for i, members in sorted(given.items()) for one in _groups(view, found[i], members)]
    return drawings, left


def _deal(held: Sequence[Held], shares: Mapping[int, int], given: dict[int, list[Held]]) -> None:
    """Units that are alike go to the sources in turn."""
    waiting = list(held)
    for i, number in sorted(shares.items()):
        while number:
            place, piece, n = waiting.pop(0)
            some = min(n, number)
            given.setdefault(i, []).append((place, piece, some))
            number -= some
            if n > some:
                waiting.insert(0, (place, piece, n - some))


def worth(view: View, piece: Piece) -> float:
    """How dear a unit is to the planner: strength for each point of its count."""
    return float(attack(view, piece) + defence(view, piece)) / weight(view, piece)


def _dearest(
    view: View, units: Sequence[Held], found: Sequence[Source], within: Mapping[str, tuple[int, ...]]
) -> tuple[list[Held], list[Held]]:
    """The units kept in supply, the dearest first, each if it finds room beside those before it; and the rest."""
    room = [BIN * s.points + s.free for s in found]
    order = sorted(units, key=lambda held: (-worth(view, held[1]), held[0], held[1]))
    kept: list[Held] = []
    left: list[Held] = []
    for place, piece, n in order:
        fits = 0
        while fits < n and pack(_as_needs(_needs(view, [*kept, (place, piece, fits + 1)], within)), room) is not None:
            fits += 1
        if fits:
            kept.append((place, piece, fits))
        if fits < n:
            left.append((place, piece, n - fits))
    return kept, left


def _groups(view: View, source: Source, members: Sequence[Held]) -> list[Drawing]:
    """Units of one source in groups that count 14 or less, as few as can be."""
    ones = sorted(
        ((place, piece) for place, piece, n in members for _ in range(n)), key=lambda one: (-weight(view, one[1]), one)
    )
    total = sum(weight(view, piece) for _, piece in ones)
    number = 1 if source.free else -(-total // BIN)
    groups: list[dict[tuple[str, Piece], int]] = [{} for _ in range(number)]
    counts = [0] * number
    for place, piece in ones:
        at = next(i for i in range(number) if counts[i] + weight(view, piece) <= BIN)
        counts[at] += weight(view, piece)
        groups[at][place, piece] = groups[at].get((place, piece), 0) + 1
    return [
        Drawing(
            source.place,
            tuple((place, piece, n) for (place, piece), n in sorted(group.items())),
            count,
            0 if source.free else due(count),
            bool(source.free),
        )
        for group, count in zip(groups, counts, strict=True)
    ]


def points_of(view: View, place: str, side: str) -> int:
    """Supply Points a side can draw on in a place; Tripoli's dump feeds its own box for nothing and no other."""
    return 0 if place == TRIPOLI else supply_points(view, place, side)
