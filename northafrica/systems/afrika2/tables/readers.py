"""Turns the checked tables of ``data/afrika2`` into hexes, units, charts and scenarios.

Every function raises `DataError` (file, row, column, mend) for a name that no other table knows.
"""

from __future__ import annotations

from collections.abc import Mapping

from northafrica.core.board import Board, Link, Space
from northafrica.core.rulebook import Provenance, Rulebook
from northafrica.core.scenario import Row, Tables, check_reference, read_table
from northafrica.systems.afrika2.entities import (
    BOX_NAMES,
    BOXES,
    FREE,
    LEADERS,
    PLACES,
    SYSTEM,
    UNKNOWN,
    HexInfo,
    TerrainCost,
    UnitType,
)
from northafrica.systems.afrika2.tables import rows
from northafrica.systems.afrika2.terrain.grid import DIRECTIONS, hex_at

BOX_SPOTS = {"tripoli": (30.6, 17.6), "connecting_box": (30.45, 18.55), "restriction_box": (29.5, 32.6)}


HEXSIDES: Mapping[str, tuple[str, ...]] = {
    "roads": ("primary", "secondary", "track"),
    "escarpments": ("low", "high"),
    "rivers": ("river", "major"),
}
"""Classes of what lies on a hexside; the other columns have none and name the direction alone."""


def _sides(row: Row, column: str, cells: tuple[str, ...]) -> dict[str, str]:
    classes = HEXSIDES.get(column, ())
    found = {}
    for cell in cells:
        direction, _, what = cell.partition(":")
        check_reference(row, column, direction, DIRECTIONS, "direction")
        if classes:
            check_reference(row, column, what, classes, "class")
        elif what:
            raise row.error(column, f"write the direction alone, '{direction}' instead of '{cell}'")
        found[direction] = what
    return found


def hexes(tables: Tables, terrains: Mapping[str, TerrainCost]) -> dict[str, HexInfo]:
    """hexes.csv, with what is on each hexside; terrain must be known to terrain.csv."""
    found = {}
    for row in tables.read("hexes.csv", rows.HexRow):
        for terrain in row.terrains:
            check_reference(row, "terrains", terrain, terrains, "terrain")
        found[row.id] = HexInfo(
            row.id,
            row.name,
            row.column,
            row.row,
            row.lat,
            row.lon,
            row.terrains,
            row.main_terrain,
            row.sand_share,
            _sides(row, "roads", row.roads),
            _sides(row, "escarpments", row.escarpments),
            frozenset(_sides(row, "wadis", row.wadis)),
            _sides(row, "rivers", row.rivers),
            frozenset(_sides(row, "sea_lines", row.sea_lines)),
            frozenset(_sides(row, "forts", row.forts)),
            row.port,
            row.city,
            row.oasis,
            row.edge,
            row.provenance,
        )
    return found


def places(tables: Tables) -> None:
    """places.csv: the rules are written for these hexes, so a table of one's own may not name others."""
    for row in tables.read("places.csv", rows.PlaceRow):
        if PLACES.get(row.id) != row.hexes:
            raise row.error("hexes", "the hexes that rules name cannot be changed; leave this table out")


def board(known: Mapping[str, HexInfo]) -> Board:
    """The hexes and boxes as spaces, neighbouring hexes linked."""
    spaces = [
        Space(
            info.id,
            info.name,
            "land",
            info.lat,
            info.lon,
            _tags(info),
            _values(info),
            {"space": info.provenance},
        )
        for info in known.values()
    ]
    drawn = Provenance("rulebook 1.7 and 7.2", "high", "drawn beside the map")
    for box in BOXES:
        lat, lon = BOX_SPOTS.get(box, (0.0, 0.0))
        spaces.append(Space(box, BOX_NAMES[box], "box", lat, lon, provenance={"space": drawn}))
    links = []
    for info in known.values():
        for direction in ("N", "NE", "SE"):
            near = hex_at(known, info, direction)
            if near is not None:
                links.append(Link(info.id, near, "land"))
    return Board(spaces, links)


def _tags(info: HexInfo) -> frozenset[str]:
    tags = {*info.terrains} | ({"port"} if info.port else set()) | ({"oasis"} if info.oasis else set())
    return frozenset(tags | ({"road"} if info.roads else set()) | ({"fort"} if info.forts else set()))


def _values(info: HexInfo) -> dict[str, int | str]:
    return {"column": info.column, "row": info.row}


def terrain(tables: Tables, rules: Rulebook) -> dict[str, TerrainCost]:
    """terrain.csv."""
    found = {}
    for row in tables.read("terrain.csv", rows.TerrainRow):
        check_reference(row, "rule", row.rule, rules, "rule")
        _check_cost(row)
        cost = None if isinstance(row.cost, str) else row.cost
        found[row.terrain] = TerrainCost(row.terrain, row.scope, cost, row.cost == "all", row.supply, row.rule)
    return found


SHUT: Mapping[str, tuple[str, bool]] = {
    "escarpment": ("no", False),
    "river": ("all", False),
    "major_river": ("no", False),
    "sea_line": ("no", False),
}


def _check_cost(row: rows.TerrainRow) -> None:
    """What a row can say: some hexsides have rules of their own, and roads bar nobody."""
    if row.terrain in SHUT:
        for column, told, wanted in zip(("cost", "supply"), (row.cost, row.supply), SHUT[row.terrain], strict=True):
            if told != wanted:
                raise row.error(column, f"it cannot be changed: {rows.RULED}")
    elif row.scope != "hex" or row.terrain == "open":
        if isinstance(row.cost, str):
            raise row.error("cost", f"'{row.cost}' is not possible here; write a number")
        if not row.supply:
            raise row.error("supply", "'no' is not possible here: trucks and supply pass; write yes")
    elif row.cost == "no" and row.supply:
        raise row.error("supply", "what nobody enters off the road is closed to trucks and supply too; write no")
    elif row.cost == "all":
        raise row.error("cost", "'all' is only a river's; write a number, or no")


def units(tables: Tables) -> dict[str, UnitType]:
    """units.csv."""
    return {row.id: _unit(row) for row in tables.read("units.csv", rows.UnitRow)}


def unknown() -> dict[str, UnitType]:
    """Stand-ins for units that a seat does not see (option hidden_stacks): no counters of the game."""
    drawn = Provenance("option hidden_stacks", "high", "stands for a unit not seen")
    return {
        kind: UnitType(kind, "unknown unit", "", side, "", "", "", 1, 1, 1, 1, None, False, False, 0, 1, 0, drawn)
        for side, kind in UNKNOWN.items()
    }


def _reduced(row: rows.UnitRow) -> tuple[int, int, int] | None:
    """The values of the reduced side. Raises DataError where only some of them are given."""
    attack, defense, move = row.reduced_attack, row.reduced_defense, row.reduced_move
    if attack is not None and defense is not None and move is not None:
        return attack, defense, move
    if (attack, defense, move) != (None, None, None):
        raise row.error("reduced_attack", "a reduced side has three values (attack, defense, move) or none")
    return None


def _check_counter(row: rows.UnitRow) -> None:
    """Cells that would mean nothing are refused."""
    if row.reduced_attack is None and row.exploit_capable_reduced:
        raise row.error("exploit_capable_reduced", "a counter without a reduced side has no bar there; empty the cell")
    free = row.unit_class == "Garrison" or row.id == "lrdg"
    if free != (row.supply_count == 0):
        told = "garrisons and the LRDG are supplied for nothing; write 0" if free else "write 1 or more"
        raise row.error("supply_count", told)


def _unit(row: rows.UnitRow) -> UnitType:
    _check_counter(row)
    return UnitType(
        row.id,
        row.name,
        row.division,
        row.side,
        row.nationality,
        row.unit_class,
        row.size,
        row.attack,
        row.defense,
        row.move,
        row.steps,
        _reduced(row),
        row.exploit_capable == "yes",
        row.exploit_capable_reduced == "yes",
        row.crt_shift,
        row.supply_count,
        row.quantity,
        row.provenance,
    )


Charts = Mapping[tuple[str, str], tuple[tuple[int, int, int], ...]]


REACH = {"port": (1, 6), "shipping": (1, 6), "replacements": (2, 12)}
TURNS = (1, 28)


def charts(tables: Tables) -> Charts:
    """charts.csv by chart and name: (low, high, value); each tells every turn or roll once."""
    found: dict[tuple[str, str], list[rows.ChartRow]] = {}
    for row in tables.read("charts.csv", rows.ChartRow):
        found.setdefault((row.chart, row.name), []).append(row)
    return {key: _chart_lines(key, lines) for key, lines in found.items()}


def _chart_lines(key: tuple[str, str], lines: list[rows.ChartRow]) -> tuple[tuple[int, int, int], ...]:
    first, last = REACH.get(key[0], TURNS)
    lines.sort(key=lambda row: row.low)
    expected = first
    for row in lines:
        if row.low != expected:
            told = f"{key[0]} of {key[1]} must go on with {expected}"
            raise row.error("low", f"{told}: every number from {first} to {last} stands in one row")
        if not row.low <= row.high <= last:
            raise row.error("high", f"{row.high} lies outside {row.low} to {last}")
        expected = row.high + 1
    if expected <= last:
        raise lines[-1].error("high", f"{key[0]} of {key[1]} ends here and must reach {last}")
    return tuple((row.low, row.high, row.value) for row in lines)


def arrivals(tables: Tables, known: Mapping[str, UnitType]) -> tuple[rows.ArrivalRow, ...]:
    """arrivals.csv."""
    found = tables.read("arrivals.csv", rows.ArrivalRow)
    for row in found:
        if row.action != "replacements":
            check_reference(row, "kind", row.kind, {*known, *LEADERS}, "unit")
    return tuple(found)


def frames(tables: Tables, rules: Rulebook) -> dict[str, rows.ScenarioRow]:
    """scenarios.csv."""
    table = tables.read("scenarios.csv", rows.ScenarioRow)
    for row in table:
        check_reference(row, "rule", row.rule, rules, "rule")
    return {row.id: row for row in table}


def printed_frames() -> list[rows.ScenarioRow]:
    """The frames of the printed scenarios, without the rest of the data."""
    return list(read_table((SYSTEM, "scenarios.csv"), rows.ScenarioRow))


def setup(
    tables: Tables, name: str, known: Mapping[str, UnitType], places: Mapping[str, HexInfo]
) -> tuple[rows.SetupRow, ...]:
    """scenarios/*.csv: what a scenario sets up."""
    found = tables.read(f"scenarios/{name}.csv", rows.SetupRow)
    for row in found:
        check_reference(row, "kind", row.kind, {*known, *LEADERS, "sp", "box"}, "unit")
        check_reference(row, "where", row.where, {*places, *BOXES, *FREE, "dead"}, "place")
    return tuple(row for row in found if row.count)
