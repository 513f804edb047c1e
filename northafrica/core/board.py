"""Boards: `Board`, a graph of named spaces, and `HexBoard`, a field of hexes with hexsides. Knows no game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from northafrica.core.rulebook import Provenance

__all__ = ["Board", "Hex", "HexBoard", "Link", "Provenance", "Space", "UnknownSpace"]

IMPASSABLE = "impassable"


class UnknownSpace(KeyError):
    """A space id that the board does not have; the message suggests the nearest ids."""

    def __init__(self, space: str, known: Iterable[str] = ()) -> None:
        self.space = space
        self.near = tuple(get_close_matches(space, list(known), n=3, cutoff=0.5))
        super().__init__(space)

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        return f"there is no space '{self.space}'{hint}"


@dataclass(frozen=True)
class Space:
    """A place on the map. ``kind`` is ``land``, ``sea`` or ``box``; ``lat``/``lon`` in degrees, for drawing.

    ``tags`` are yes/no properties, ``values`` numbers and words (a missing key means "none printed");
    ``provenance`` has the key ``space`` for the row and one for each value or tag with a source of its own.
    """

    id: str
    name: str
    kind: str
    lat: float
    lon: float
    tags: frozenset[str] = frozenset()
    values: Mapping[str, int | str] = field(default_factory=dict)
    provenance: Mapping[str, Provenance] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Link:
    """A common border of two spaces. A link tagged ``impassable`` is kept for drawing only."""

    a: str
    b: str
    kind: str
    tags: frozenset[str] = frozenset()
    provenance: Provenance = field(default=Provenance("", "high"))

    @property
    def passable(self) -> bool:
        """Whether anything at all may cross here."""
        return IMPASSABLE not in self.tags

    def other(self, space: str) -> str:
        """The end of the link that is not ``space``."""
        return self.b if space == self.a else self.a


MayEnter = Callable[[str, str], bool]


class Board:
    """Spaces and links; impassable links are in ``links`` but in no other answer of the board.

    >>> places = [Space(name, name.title(), "land", 32.0, 23.0) for name in ("tobruk", "bardia", "siwa")]
    >>> board = Board(places, [Link("tobruk", "bardia", "road"), Link("bardia", "siwa", "track")])
    >>> board.neighbours("bardia"), board.neighbours("bardia", kind="road")
    (('siwa', 'tobruk'), ('tobruk',))
    >>> board.are_adjacent("tobruk", "siwa")
    False
    """

    def __init__(self, spaces: Iterable[Space], links: Iterable[Link]) -> None:
        self.spaces: Mapping[str, Space] = {space.id: space for space in spaces}
        self.links: tuple[Link, ...] = tuple(links)
        self._links = {frozenset((link.a, link.b)): link for link in self.links}
        for link in self.links:
            for end in (link.a, link.b):
                if end not in self.spaces:
                    raise UnknownSpace(end, self.spaces)
        self._near = _index(self.spaces, self.links)

    def __repr__(self) -> str:
        return f"Board({len(self.spaces)} spaces, {len(self.links)} links)"

    def __contains__(self, space: object) -> bool:
        return space in self.spaces

    def __getitem__(self, space: str) -> Space:
        try:
            return self.spaces[space]
        except KeyError:
            raise UnknownSpace(space, self.spaces) from None

    def neighbours(self, space: str, kind: str | None = None, tag: str | None = None) -> tuple[str, ...]:
        """Spaces one passable link away, sorted; only over links of that ``kind`` and with that ``tag``."""
        near = self._near.get((space, kind, tag))
        if near is None:
            self[space]
            return ()
        return near

    def are_adjacent(self, a: str, b: str) -> bool:
        """Whether a passable link joins the two."""
        link = self._links.get(frozenset((a, b)))
        return link is not None and link.passable

    def link(self, a: str, b: str) -> Link:
        """The link between two spaces, impassable ones too; `KeyError` if they do not touch."""
        try:
            return self._links[frozenset((a, b))]
        except KeyError:
            raise KeyError(f"{self[a].name} and {self[b].name} do not touch") from None

    def distance(self, start: str, goal: str, allowed: MayEnter | None = None) -> int | None:
        """Fewest steps from ``start`` to ``goal``, or None; ``allowed(from, to)`` may forbid steps."""
        path = self.path(start, goal, allowed)
        return None if path is None else len(path) - 1

    def path(self, start: str, goal: str, allowed: MayEnter | None = None) -> tuple[str, ...] | None:
        """One shortest path, both ends included (always the same one), or None."""
        self[goal]
        for space, path in self._walk(start, len(self.spaces), allowed or _always, _anywhere):
            if space == goal:
                return path
        return None

    def paths(
        self, start: str, goal: str, limit: int, may_enter: MayEnter, may_pass: Callable[[str], bool]
    ) -> tuple[tuple[str, ...], ...]:
        """Every path of at most ``limit`` steps that visits no space twice; short ones first."""
        self[goal]
        found: list[tuple[str, ...]] = []
        queue: deque[tuple[str, ...]] = deque([(self[start].id,)])
        while queue:
            path = queue.popleft()
            here = path[-1]
            if here == goal:
                found.append(path)
                continue
            if len(path) > limit or (here != start and not may_pass(here)):
                continue
            queue.extend((*path, to) for to in self.neighbours(here) if to not in path and may_enter(here, to))
        return tuple(found)

    def reach(
        self,
        start: str,
        limit: int,
        may_enter: MayEnter,
        may_pass: Callable[[str], bool] | None = None,
    ) -> dict[str, tuple[str, ...]]:
        """Every space within ``limit`` steps, with one shortest path to it (``start`` itself included).

        ``may_enter(from, to)`` allows a step; ``may_pass(space)`` says whether a move may go on from a
        space it entered. Among equally short paths the first by name is given, so the answer never varies.
        """
        return dict(self._walk(start, limit, may_enter, may_pass or _anywhere))

    def _walk(
        self, start: str, limit: int, may_enter: MayEnter, may_pass: Callable[[str], bool]
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Spaces in the order of a breadth-first search, each with its path."""
        found: dict[str, tuple[str, ...]] = {self[start].id: (start,)}
        queue: deque[str] = deque([start])
        while queue:
            here = queue.popleft()
            path = found[here]
            yield here, path
            if len(path) > limit or (here != start and not may_pass(here)):
                continue
            for to in self.neighbours(here):
                if to not in found and may_enter(here, to):
                    found[to] = (*path, to)
                    queue.append(to)


def _always(start: str, end: str) -> bool:
    return True


def _anywhere(space: str) -> bool:
    return True


def _index(spaces: Collection[str], links: Iterable[Link]) -> dict[tuple[str, str | None, str | None], tuple[str, ...]]:
    """Neighbours by (space, kind or None, tag or None): movement asks this in its innermost loops."""
    near: dict[tuple[str, str | None, str | None], set[str]] = {(s, None, None): set() for s in spaces}
    for link in links:
        if not link.passable:
            continue
        for a, b in ((link.a, link.b), (link.b, link.a)):
            for kind in (None, link.kind):
                for tag in (None, *link.tags):
                    near.setdefault((a, kind, tag), set()).add(b)
    return {key: tuple(sorted(ends)) for key, ends in near.items()}


@dataclass(frozen=True, order=True, slots=True)
class Hex:
    """A hex in axial coordinates: ``q`` counts columns, ``r`` rows along the slant; q + r + s = 0."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r

    def __add__(self, other: Hex) -> Hex:
        return Hex(self.q + other.q, self.r + other.r)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def __mul__(self, factor: int) -> Hex:
        return Hex(self.q * factor, self.r * factor)

    def distance(self, other: Hex) -> int:
        """Steps to the other hex on an unbounded field."""
        apart = self - other
        return max(abs(apart.q), abs(apart.r), abs(apart.s))

    def around(self) -> tuple[Hex, ...]:
        """The six hexes around it, on an unbounded field, in `DIRECTIONS` order."""
        return tuple(self + step for step in DIRECTIONS)

    def ring(self, radius: int) -> tuple[Hex, ...]:
        """The hexes exactly ``radius`` steps away, in order round the centre."""
        if radius == 0:
            return (self,)
        here, found = self + DIRECTIONS[4] * radius, []
        for step in DIRECTIONS:
            for _ in range(radius):
                found.append(here)
                here = here + step
        return tuple(found)

    def range(self, radius: int) -> tuple[Hex, ...]:
        """The hexes at most ``radius`` steps away, nearest first."""
        return tuple(found for steps in range(radius + 1) for found in self.ring(steps))


DIRECTIONS = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))


class HexBoard:
    """A field of named hexes; features (river, escarpment, road …) lie on hexsides.

    ``hexes`` maps an id as printed (``"4807"``) to its `Hex`; ``hexsides`` maps a pair of neighbouring ids
    to the features on their common side.
    """

    def __init__(
        self, hexes: Mapping[str, Hex], hexsides: Mapping[frozenset[str], Collection[str]] | None = None
    ) -> None:
        self.hexes: Mapping[str, Hex] = dict(hexes)
        self._ids = {place: name for name, place in self.hexes.items()}
        if len(self._ids) != len(self.hexes):
            raise ValueError("two hex ids share one place")
        self._near = {
            name: tuple(self._ids[to] for to in place.around() if to in self._ids) for name, place in self.hexes.items()
        }
        self.hexsides: Mapping[frozenset[str], frozenset[str]] = {
            side: frozenset(features) for side, features in (hexsides or {}).items()
        }
        for side in self.hexsides:
            self._check_side(side)

    def __repr__(self) -> str:
        return f"HexBoard({len(self.hexes)} hexes, {len(self.hexsides)} hexsides with features)"

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self.hexes

    def __getitem__(self, hex_id: str) -> Hex:
        try:
            return self.hexes[hex_id]
        except KeyError:
            raise UnknownSpace(hex_id, self.hexes) from None

    def _check_side(self, side: frozenset[str]) -> None:
        ends = sorted(side)
        if len(ends) != 2 or self[ends[0]].distance(self[ends[1]]) != 1:
            raise ValueError(f"hexside {' / '.join(ends)}: a hexside joins two neighbouring hexes")

    def neighbours(self, hex_id: str) -> tuple[str, ...]:
        """The hexes of the board around this one, counter-clockwise from the east."""
        self[hex_id]
        return self._near[hex_id]

    def are_adjacent(self, a: str, b: str) -> bool:
        """Whether the two hexes share a side."""
        return self.distance(a, b) == 1

    def distance(self, a: str, b: str) -> int:
        """Steps between two hexes as the crow flies (what lies between does not count)."""
        return self[a].distance(self[b])

    def hexside(self, a: str, b: str) -> frozenset[str]:
        """Features on the common side; empty if there are none."""
        side = frozenset((a, b))
        if side not in self.hexsides:
            self._check_side(side)
            return frozenset()
        return self.hexsides[side]

    def ring(self, hex_id: str, radius: int) -> tuple[str, ...]:
        """Hexes of the board exactly ``radius`` steps away."""
        return tuple(self._ids[place] for place in self[hex_id].ring(radius) if place in self._ids)

    def range(self, hex_id: str, radius: int) -> tuple[str, ...]:
        """Hexes of the board at most ``radius`` steps away, nearest first, itself included."""
        return tuple(self._ids[place] for place in self[hex_id].range(radius) if place in self._ids)
