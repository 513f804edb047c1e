"""The tables of the map turned into hexes, their sides and the board. Every fault is a `DataError`: file, row, mend."""

from __future__ import annotations

from collections.abc import Mapping

from northafrica.core.board import Board, Hex, HexBoard, Link, Space
from northafrica.core.scenario import Tables, check_reference
from northafrica.systems.blocks.data import rows

FEATURES = frozenset(("rail", "road", "river", "canal", "red_arrow", "water", "impassable", "bunker_front"))
WATERS = frozenset(("mediterranean", "black_sea", "caspian_sea", "indian_ocean"))
SEA = frozenset(("deep_water", "lake"))
CLOSED = frozenset(("water", "impassable"))
"""What no ground unit crosses: water alone on a side, and the yellow borders (7.5.2)."""


def place_of(column: int, row: int) -> Hex:
    """Axial coordinates: ``q`` grows eastward, ``r`` is the row, from north to south."""
    return Hex(column - (row + 1) // 2, row)


def hexes(tables: Tables, countries: Mapping[str, rows.CountryRow]) -> dict[str, rows.HexRow]:
    """hexes.csv: each on a place of its own, land in a country, ports at a water."""
    found: dict[str, rows.HexRow] = {}
    there: dict[tuple[int, int], str] = {}
    for row in tables.read("hexes.csv", rows.HexRow):
        other = there.setdefault((row.column, row.row), row.id)
        if other != row.id:
            raise row.error("column", f"{other} lies in column {row.column}, row {row.row} too; remove one of the two")
        if row.terrain not in SEA:
            check_reference(row, "country", row.country, countries, "country")
        elif row.country or row.city or row.port:
            raise row.error("terrain", f"'{row.terrain}' is water: leave country, city and port empty")
        if row.water:
            check_reference(row, "water", row.water, WATERS, "body of water")
        if row.port and not row.water:
            raise row.error("port", "a port lies at a body of water; write it in column water, or leave the port out")
        found[row.id] = row
    return found


def lattice(tables: Tables, known: Mapping[str, rows.HexRow]) -> HexBoard:
    """hexsides.csv laid on the hexes: a side joins two neighbours and stands there once."""
    places = {name: place_of(row.column, row.row) for name, row in known.items()}
    sides: dict[frozenset[str], frozenset[str]] = {}
    for row in tables.read("hexsides.csv", rows.SideRow):
        check_reference(row, "a", row.a, known, "hex")
        check_reference(row, "b", row.b, known, "hex")
        for feature in row.features:
            check_reference(row, "features", feature, FEATURES, "feature")
        side = frozenset((row.a, row.b))
        if places[row.a].distance(places[row.b]) != 1:
            raise row.error("b", f"{row.a} and {row.b} are no neighbours; a hexside joins two hexes that touch")
        if side in sides:
            raise row.error("a", f"the side of {row.b} and {row.a} stands in another row too; join the two rows")
        sides[side] = frozenset(row.features)
    return HexBoard(places, sides)


def by_land(field: HexBoard, here: str) -> tuple[str, ...]:
    """The neighbours whose side with a hex ground units may cross."""
    return tuple(to for to in field.neighbours(here) if not CLOSED & field.hexside(here, to))


def board(known: Mapping[str, rows.HexRow], field: HexBoard, boxes: Mapping[str, rows.BoxRow]) -> Board:
    """The hexes and boxes as spaces, neighbouring hexes linked."""
    spaces = [_space(row) for row in known.values()]
    spaces += [Space(box.id, box.name, "box", 0.0, 0.0, provenance={"space": box.provenance}) for box in boxes.values()]
    pairs = sorted((a, b) for a in known for b in field.neighbours(a) if a < b)
    return Board(spaces, [Link(a, b, "land", field.hexside(a, b)) for a, b in pairs])


def _space(row: rows.HexRow) -> Space:
    tags = {row.terrain} | ({"coast"} if row.coast else set()) | ({"port"} if row.port else set())
    values: dict[str, int | str] = {"column": row.column, "row": row.row}
    kind = "sea" if row.terrain in SEA else "land"
    return Space(row.id, row.name, kind, row.lat, row.lon, frozenset(tags), values, {"space": row.provenance})
