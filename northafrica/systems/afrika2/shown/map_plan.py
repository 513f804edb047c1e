"""The map as data for drawing: hexagons on the globe, roads, hexsides, signs and names.

Georeference: least squares on 25 named places, 6.0 miles root mean square (one hex is about 9 miles), so the
hexes sit on the real coast as well as a stylised map can.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from northafrica.core.map_plan import GeoPoint, MapPlan, PlanLine, PlanSign
from northafrica.systems.afrika2.data import Afrika2Data
from northafrica.systems.afrika2.entities import CAIRO, PLACES, HexInfo
from northafrica.systems.afrika2.terrain.grid import DIRECTIONS

LAT = (29.16358, -0.005448, 0.133584)
LON = (19.15851, 0.152549, 0.001703)
ACROSS = math.sqrt(3) / 2
RADIUS = 1 / math.sqrt(3)
CORNERS = tuple((RADIUS * math.cos(math.radians(60 * n)), RADIUS * math.sin(math.radians(60 * n))) for n in range(6))
SIDES = {"NE": (0, 1), "N": (1, 2), "NW": (2, 3), "SW": (3, 4), "S": (4, 5), "SE": (5, 0)}
"""A side's two corners, counter-clockwise: seen from the first to the second the hex lies on the left."""
MUSSOLINI_COLUMN = 47
FIRST = ("A36.23", "B19.19", "A7.23", "A44.21", "A61.19", "A1.08")
SECOND = (
    "A26.28",
    "A45.20",
    "A51.20",
    "B12.15",
    "A33.20",
    "A8.12",
    "A23.24",
    "A31.24",
    "A14.18",
    "A13.26",
    "A48.02",
    "A40.05",
    "A45.19",
    "A44.19",
    "A36.21",
    "A38.21",
    "A16.00",
    "A33.22",
    "B8.16",
)
RANKS = {**{name.lower(): 2 for name in SECOND}, **{name.lower(): 1 for name in FIRST}, CAIRO[1]: 1}
FORCE = (
    "covered",
    "sand_desert",
    "mountain",
    "major_city",
    "minor_city",
    "delta",
    "salt_marsh",
    "rough",
    "rocks",
    "hills",
)
"""Grounds by how much they hinder: the first one present fills the hex."""
WORDS = {
    "open": "open desert",
    "hills": "hills",
    "rocks": "rocks",
    "rough": "rough",
    "mountain": "mountain",
    "salt_marsh": "salt marsh",
    "sand_desert": "sand desert",
    "delta": "delta",
    "covered": "hidden by a table",
    "minor_city": "minor city",
    "major_city": "major city",
    "primary_road": "primary road",
    "secondary_road": "secondary road",
    "track": "track",
    "escarpment": "escarpment, teeth downhill",
    "wadi": "wadi",
    "river": "river",
    "major_river": "major river",
    "sea_line": "sea between",
    "fort": "fortified hexside",
    "mussolini_line": "Mussolini line",
    "port": "port",
    "oasis": "oasis",
}
LINES = (
    "wadi",
    "river",
    "major_river",
    "sea_line",
    "escarpment",
    "track",
    "secondary_road",
    "primary_road",
    "fort",
    "mussolini_line",
)


def centre(column: int, row: int) -> tuple[float, float]:
    """The middle of a hex in hex heights, east and north."""
    return column * ACROSS, row - (0.5 if column % 2 else 0.0)


def on_globe(x: float, y: float) -> GeoPoint:
    """A point of the plane of hexes as (lat, lon) in degrees."""
    return LAT[0] + LAT[1] * x + LAT[2] * y, LON[0] + LON[1] * x + LON[2] * y


def _points(info: HexInfo, offsets: Iterable[tuple[float, float]]) -> tuple[GeoPoint, ...]:
    x, y = centre(info.column, info.row)
    return tuple(on_globe(x + dx, y + dy) for dx, dy in offsets)


def _middle(direction: str) -> tuple[float, float]:
    first, second = (CORNERS[n] for n in SIDES[direction])
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def map_plan(data: Afrika2Data) -> MapPlan:
    """The whole map; grounds as the options read the terrain."""
    lines = [line for info in data.hexes.values() for line in (*_roads(info), *_hexsides(info))]
    lines.append(_mussolini(data))
    signs = [sign for info in data.hexes.values() for sign in _signs(info)]
    named = (name for name, info in data.hexes.items() if info.name.lower() != name)
    return MapPlan(
        outlines={name: _points(info, CORNERS) for name, info in data.hexes.items()},
        grounds={name: _grounds(data, name) for name in data.hexes},
        lines=tuple(sorted(lines, key=lambda line: LINES.index(line.kind))),
        signs=tuple(signs),
        titles={
            name: RANKS.get(name, 3) for name in named if name not in (*CAIRO, *PLACES["twin_symbol"]) or name in RANKS
        },
        codes={name: name.upper() for name in data.hexes},
        words=WORDS,
    )


def _grounds(data: Afrika2Data, name: str) -> tuple[str, ...]:
    """The kinds that count, the gravest first; open desert where nothing else lies."""
    found = data.ways.terrains(name)
    return tuple(kind for kind in FORCE if kind in found) or ("open",)


def _signs(info: HexInfo) -> Iterator[PlanSign]:
    place = _points(info, [(0, 0)])[0]
    for kind, there in (
        ("minor_city", info.city == "minor"),
        ("major_city", info.city == "major"),
        ("oasis", info.oasis),
        ("port", info.port),
    ):
        if there:
            yield PlanSign(kind, place)


def _hexsides(info: HexInfo) -> Iterator[PlanLine]:
    """Each feature once: escarpments from the low hex, forts from inside, all others from the north or east."""
    for direction in DIRECTIONS:
        first, second = (CORNERS[n] for n in SIDES[direction])
        ends = _points(info, (first, second))
        if info.escarpments.get(direction) == "low":
            yield PlanLine("escarpment", ends[::-1])
        if direction not in ("N", "NE", "SE"):
            continue
        for kind, sides in (("wadi", info.wadis), ("sea_line", info.sea_lines), ("fort", info.forts)):
            if direction in sides:
                yield PlanLine(kind, ends)
        if direction in info.rivers:
            yield PlanLine("major_river" if info.rivers[direction] == "major" else "river", ends)


def _roads(info: HexInfo) -> Iterator[PlanLine]:
    """Half of each road up to the hexside; two roads of a kind, and no more, run through in a bend."""
    for road, kind in (("track", "track"), ("secondary", "secondary_road"), ("primary", "primary_road")):
        sides = [direction for direction, found in info.roads.items() if found == road]
        if len(sides) == 2 == len(info.roads):
            yield PlanLine(kind, _points(info, _bend(_middle(sides[0]), _middle(sides[1]))))
        else:
            for direction in sides:
                yield PlanLine(kind, _points(info, ((0, 0), _middle(direction))))


def _bend(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    """A curve from side to side that is drawn to the middle of the hex."""
    shares = [n / 6 for n in range(7)]
    return [((1 - t) ** 2 * a[0] + t * t * b[0], (1 - t) ** 2 * a[1] + t * t * b[1]) for t in shares]


def _mussolini(data: Afrika2Data) -> PlanLine:
    column = sorted((info for info in data.hexes.values() if info.column == MUSSOLINI_COLUMN), key=lambda h: h.row)
    south, north = _points(column[0], [(0, -0.5)]), _points(column[-1], [(0, 0.5)])
    return PlanLine("mussolini_line", south + north)
