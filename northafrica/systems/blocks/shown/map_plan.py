"""The map as data (core `MapPlan`): hexes with pointed tops, terrain, railways, roads, rivers, cities and ports."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from northafrica.core.map_plan import GeoPoint, MapPlan, PlanLine, PlanSign
from northafrica.systems.blocks.data import BlocksData
from northafrica.systems.blocks.data.rows import HexRow

RADIUS_KM = 80 / 3**0.5
"""From the centre of a hex to a corner: hexes are 80 km from flat side to flat side."""
KM_A_DEGREE = 111.2
ORIGIN_LAT, ORIGIN_LON, CONE = 34.0, 20.0, 0.574
"""The grid lies on a cone (standard parallels 30 and 40 North): away from its origin hexes turn by this share."""
WORDS = {
    "clear": "desert or plain",
    "forest": "forest",
    "hills": "hills",
    "mountain": "mountains",
    "swamp": "swamp",
    "deep_water": "sea",
    "lake": "lake",
    "closed": "closed to ground units",
    "rail": "railway",
    "road": "road",
    "river": "river",
    "canal": "canal",
    "red_arrow": "red arrow over a strait",
    "water": "water between two hexes",
    "impassable": "yellow border, never crossed",
    "bunker_front": "front of the Metaxas Line",
    "minor_city": "minor city",
    "major_city": "major city or capital",
    "fort": "fortress or bunker",
    "port": "port",
    "oil": "oilfield",
}
LINES = ("river", "canal", "water", "impassable", "bunker_front", "road", "rail", "red_arrow")
THROUGH = ("rail", "road", "red_arrow")
"""What runs from middle to middle; the rest lies along the side."""
RANKS = {"capital": 1, "major": 1, "fortress": 1, "bunker": 2, "minor": 2}


def map_plan(data: BlocksData) -> MapPlan:
    """The picture of the map."""
    lines = sorted(_lines(data), key=lambda line: LINES.index(line.kind))
    return MapPlan(
        outlines={name: tuple(corner(info, n) for n in range(6)) for name, info in data.hexes.items()},
        grounds={name: (*(() if info.open else ("closed",)), info.terrain) for name, info in data.hexes.items()},
        lines=tuple(lines),
        signs=tuple(sign for info in data.hexes.values() for sign in _signs(info)),
        titles={name: RANKS.get(info.city, 3) for name, info in data.hexes.items() if info.name != name.upper()},
        codes={name: info.name for name, info in data.hexes.items() if info.name == name.upper()},
        words=WORDS,
    )


def corner(info: HexRow, number: int) -> GeoPoint:
    """A corner of a hex, (lat, lon), counter-clockwise from the north-east."""
    turned = radians(30 + 60 * number) - radians((info.lon - ORIGIN_LON) * CONE)
    north, east = RADIUS_KM * sin(turned), RADIUS_KM * cos(turned)
    return info.lat + north / KM_A_DEGREE, info.lon + east / (KM_A_DEGREE * cos(radians(info.lat)))


def _signs(info: HexRow) -> Iterator[PlanSign]:
    big = info.city in ("major", "capital")
    for kind, there in (
        ("minor_city", info.city == "minor"),
        ("major_city", big),
        ("fort", info.city in ("fortress", "bunker")),
        ("port", bool(info.port)),
        ("oil", bool(info.oil)),
    ):
        if there:
            yield PlanSign(kind, (info.lat, info.lon))


def _lines(data: BlocksData) -> Iterator[PlanLine]:
    for side, features in data.field.hexsides.items():
        a, b = (data.hexes[name] for name in sorted(side))
        middle = ((a.lat, a.lon), (b.lat, b.lon))
        for feature in sorted(features):
            yield PlanLine(feature, middle if feature in THROUGH else _side(data, a, b))


def _side(data: BlocksData, a: HexRow, b: HexRow) -> tuple[GeoPoint, ...]:
    """The two corners of the side between neighbours."""
    way = data.field[b.id] - data.field[a.id]
    around = data.field[a.id].around()
    number = around.index(data.field[a.id] + way)
    return corner(a, number - 1), corner(a, number)
