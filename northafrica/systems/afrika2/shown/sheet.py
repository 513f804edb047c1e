"""The game on a sheet: what is told in words (``data/afrika2/sheet.toml``), charts and counters from the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from northafrica.core.sheets import SheetTable, read_sheet
from northafrica.systems.afrika2.data import Afrika2Data
from northafrica.systems.afrika2.entities import TerrainCost, UnitType
from northafrica.systems.afrika2.tables.combat import TerrainRow

SIDES = {"axis": "Axis", "cw": "Commonwealth"}
MIXED = {Fraction(1, 4): "1/4", Fraction(1, 2): "1/2", Fraction(1, 3): "1/3"}
CHARTS = (
    ("Axis air", "air", "axis"),
    ("Axis trucks", "trucks", "axis"),
    ("Axis range", "range", "axis"),
    ("CW air", "air", "cw"),
    ("CW trucks", "trucks", "cw"),
    ("CW new supply points", "supply", "cw"),
    ("CW range", "range", "cw"),
)
LAST_TURN = 28
BY_ROAD = "only by road or track"


def sheet(data: Afrika2Data) -> tuple[SheetTable, ...]:
    """The tables of the game's sheet, in the order in which they are printed."""
    words = read_sheet("afrika2").tables
    head = (words["turn"], _results(data), _turns(data), _dice(data), _replacements(data))
    told = (words["shifts"], words["moves"], words["supply"], words["leaders"])
    return (*head, _ground(data), *told, words["chooses"], *(_counters(data, side) for side in SIDES))


def _turns(data: Afrika2Data) -> SheetTable:
    """A line as long as no chart changes."""
    by_turn = {turn: tuple(str(data.chart(chart, who, turn)) for _, chart, who in CHARTS) for turn in _all_turns()}
    starts = [turn for turn in by_turn if by_turn.get(turn - 1) != by_turn[turn]]
    ends = [*(turn - 1 for turn in starts[1:]), LAST_TURN]
    rows = tuple((_span(low, high), *by_turn[low]) for low, high in zip(starts, ends, strict=True))
    note = "Turn 1: September 1940; 28: December 1942. With the Trento trucks the Axis has one more [6.3.plus-truck]."
    return SheetTable("What a turn gives", ("turns", *(name for name, _, _ in CHARTS)), rows, note)


def _all_turns() -> range:
    return range(1, LAST_TURN + 1)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _dice(data: Afrika2Data) -> SheetTable:
    """Ports and shipping: a die each."""
    ports = [(data.place_name(name).partition(" (")[0], "port", name) for chart, name in data.charts if chart == "port"]
    rows = tuple(
        (title, *(str(data.chart(chart, name, face)) for face in range(1, 7)))
        for title, chart, name in (*ports, ("Axis shipping", "shipping", "axis"))
    )
    note = "Tripoli and Alexandria take any amount [1.9.infinite-two]."
    return SheetTable("Ports and shipping: a die each", ("die", *map(str, range(1, 7))), rows, note)


def _replacements(data: Afrika2Data) -> SheetTable:
    """Two dice, a column a sum."""
    sums = range(2, 13)
    rows = tuple((title, *(str(data.chart("replacements", side, n)) for n in sums)) for side, title in SIDES.items())
    note = (
        "Commonwealth: on 2-3 it withdraws two brigades; on 4-5 three Infantry or Support brigades and an Armor "
        "brigade (not on turns 1 and 2, and twice a game at most) [map.cw-vrt, map.cw-vrt-45-limit]."
    )
    return SheetTable("Replacements: two dice", ("", *map(str, sums)), rows, note)


def _results(data: Afrika2Data) -> SheetTable:
    table = data.combat.table
    rows = tuple((str(dice), *map(str, table.results[dice])) for dice in sorted(table.results))
    note = "A, D: steps the attacker, the defender loses; r: hexes that side retreats [crt.notation]."
    return SheetTable("Combat Results Table: two dice", ("dice", *table.columns), rows, note, wide=True)


def _ground(data: Afrika2Data) -> SheetTable:
    combat = data.combat.terrain
    rows = [_ground_row(row, combat) for name, row in data.terrain.items() if name != "covered"]
    both = ("Box, fort", "hex, hexside", "as the ground", _fight(combat["box"]) + ", besides the ground", "")
    up, down = (_number(combat[way].attack_times) for way in ("up", "down"))
    note = (
        "Moving, the dearest ground in the hex counts, in combat the one best for the defender, never two "
        "[1.4.move-highest, 1.4.combat-best]. By a road or track only its rate "
        "counts, and closed ground is open [1.4.road-negates]. "
        f"Attack by road through a closed hexside: {up} uphill, {down} downhill [tec.note-a]. Salt marsh: no armor, "
        f"armored recon, armored cars, assault guns, artillery but by road or track [tec.salt-marsh-types]."
    )
    head = ("ground", "is", "movement points", "in combat", "trucks, supply")
    return SheetTable("Ground (Terrain Effects Chart)", head, (*rows, both), note)


def _ground_row(row: TerrainCost, combat: Mapping[str, TerrainRow]) -> tuple[str, ...]:
    hexside, barred = row.scope == "hexside", row.cost is None
    cost = "all" if row.all_points else "closed" if row.cost is None else _number(row.cost)
    moving = "as the ground" if cost == "0" else f"+{cost}" if hexside and not barred else cost
    fight = combat.get(row.terrain) if not hexside else None
    told = _fight(fight) if fight else BY_ROAD if hexside and barred else "nothing"
    return row.terrain.replace("_", " "), row.scope, moving, told, "" if row.supply else "closed"


def _fight(row: TerrainRow) -> str:
    times, left = row.defence_times, row.columns_left
    return f"defence x{_number(times)}" if times != 1 else f"{left} column left" if left else "nothing"


def _number(value: Fraction) -> str:
    return MIXED.get(value, str(value))


def _counters(data: Afrika2Data, side: str) -> SheetTable:
    """A line for counters that are alike in all but name."""
    alike: dict[tuple[str, ...], list[UnitType]] = defaultdict(list)
    for unit in data.units.values():
        if unit.side == side and unit.quantity:
            alike[unit.unit_class, unit.size, *_values(unit)].append(unit)
    rows = [(key[0], key[1], *key[2:], _names(alike[key])) for key in sorted(alike)]
    head = ("class", "size", "values", "reduced", "steps", "bar", "shift", "supply", "counters")
    note = (
        "Values: attack-defence-movement; bar: yellow, exploit-capable; shift: columns; supply: its count. For "
        "combined arms infantry, airborne, MG, garrison and support are Infantry, artillery and commando neither, all "
        "else Armor "
        "[3.4.armor-list, 3.4.infantry-list, 3.4.neither]."
    )
    return SheetTable(f"Counters: {SIDES[side]}", head, tuple(map(tuple, rows)), note, wide=True)


def _values(unit: UnitType) -> tuple[str, ...]:
    whole = f"{unit.attack}-{unit.defense}-{unit.move}"
    reduced = "-".join(map(str, unit.reduced)) if unit.reduced else ""
    bar = "yes" if unit.exploits else ""
    return whole, reduced, str(unit.steps), bar, str(unit.shifts or ""), str(unit.supply_count)


def _names(units: Iterable[UnitType]) -> str:
    """The counters by nationality."""
    found: dict[str, list[str]] = defaultdict(list)
    for unit in units:
        many = f" (x{unit.quantity})" if unit.quantity > 1 else ""
        name = f"{unit.name}/{unit.division}" if unit.division else unit.name
        found[unit.nationality].append(f"{name}{many}")
    return "; ".join(f"{nation}: {', '.join(names)}" for nation, names in found.items())
