"""The tables of blocks and scenarios, checked against each other. Every fault is a `DataError`: file, row, mend."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from northafrica.core.rule_tables import read_cited
from northafrica.core.rulebook import Rulebook
from northafrica.core.scenario import Row, Tables, check_reference
from northafrica.systems.blocks.data import rows
from northafrica.systems.blocks.odds_data import UnitRow

R = TypeVar("R", bound=Row)
COLOURS = ("black", "white", "red", "blue", "ringed")
"""Colours of a step: what it costs (7.3.1); `ringed` is the white 4 ringed in red."""
PRODUCERS = ("Germany", "Italy", "UK")


@dataclass(frozen=True)
class Known:
    """What the rows of a scenario may name."""

    rules: Rulebook
    scenarios: Mapping[str, rows.ScenarioRow]
    units: Mapping[str, UnitRow | rows.ShipRow]
    places: Collection[str]
    areas: Collection[str]


def scenarios(tables: Tables, rules: Rulebook, boxes: Mapping[str, rows.BoxRow]) -> dict[str, rows.ScenarioRow]:
    """scenarios.csv by name."""
    found = {}
    for row in tables.read("scenarios.csv", rows.ScenarioRow):
        for column in ("setup_rule", "victory_rule", "first_rule"):
            check_reference(row, column, getattr(row, column), rules, "rule")
        if row.last_round < row.first_round:
            raise row.error("last_round", f"{row.last_round} lies before the first round, {row.first_round}")
        if row.naval:
            check_reference(row, "sea", row.sea, boxes, "place at sea")
        if row.naval == bool(row.first_side):
            raise row.error("first_side", "a land scenario names the side that moves first, a naval battle none")
        found[row.name] = row
    return found


def units(tables: Tables, known: Collection[str], places: Collection[str]) -> dict[str, UnitRow]:
    """units.csv: a colour a step, steps falling; it is rebuilt where there is a place, and belongs to scenarios."""
    found = {}
    for row in tables.read("units.csv", UnitRow):
        if any(high <= low for high, low in pairwise(row.ladder)):
            raise row.error("ladder", "the steps must fall, like 5-3-2-1")
        if len(row.colours) != len(row.ladder):
            told = f"{len(row.colours)} colours for {len(row.ladder)} steps; name one a step, the strongest first"
            raise row.error("colours", told)
        for colour in row.colours:
            check_reference(row, "colours", colour, COLOURS, "colour of a step")
        for place in row.rebuilt:
            check_reference(row, "rebuilt", place, places, "place")
        if ("blue" in row.colours) == bool(row.rebuilt) and row.scenarios:
            raise row.error("rebuilt", "a block with a blue step is never rebuilt, any other somewhere (7.3.1)")
        for name in row.scenarios:
            check_reference(row, "scenarios", name, known, "scenario")
        found[row.id] = row
    return found


def incomes(tables: Tables, known: Known) -> dict[tuple[str, str], rows.IncomeRow]:
    """incomes.csv."""
    found = {}
    for row in read_cited(tables, "incomes.csv", rows.IncomeRow, known.rules):
        check_reference(row, "scenario", row.scenario, known.scenarios, "scenario")
        check_reference(row, "nation", row.nation, PRODUCERS, "nation with production")
        found[row.scenario, row.nation] = row
    return found


def setups(tables: Tables, known: Known) -> dict[str, tuple[rows.SetupRow, ...]]:
    """setups.csv by scenario: known blocks at one of their steps, each carrier with no more planes than it has."""
    found = read_cited(tables, "setups.csv", rows.SetupRow, known.rules)
    for row in found:
        _check_unit(row, row.unit, row.steps, known)
        check_reference(row, "where", row.where, known.places, "place")
        unit = known.units[row.unit]
        planes = unit.planes if isinstance(unit, rows.ShipRow) else 0
        if row.planes > planes:
            raise row.error("planes", f"{row.unit} carries at most {planes}")
        if (row.marks == "aboard" or isinstance(unit, rows.ShipRow)) != bool(row.fleet):
            raise row.error("fleet", "ships, and what is aboard, belong to a fleet; no other block does")
    return _by_scenario(found, known)


def calendar(tables: Tables, known: Known) -> dict[str, tuple[rows.CalendarRow, ...]]:
    """calendar.csv by scenario."""
    found = read_cited(tables, "calendar.csv", rows.CalendarRow, known.rules)
    for row in found:
        _check_unit(row, row.unit, row.steps, known)
        if (row.action == "arrive") != bool(row.where):
            raise row.error("where", "an arrival names its place; who is recalled goes nowhere")
        if row.where:
            check_reference(row, "where", row.where, known.places, "place")
    return _by_scenario(found, known)


def control(tables: Tables, known: Known) -> dict[str, tuple[rows.ControlRow, ...]]:
    """control.csv by scenario."""
    found = tables.read("control.csv", rows.ControlRow)
    for row in found:
        check_reference(row, "area", row.area, known.areas, "country or hex")
    return _by_scenario(found, known)


def victory(tables: Tables, known: Known, hexes: Mapping[str, rows.HexRow]) -> dict[str, tuple[rows.VictoryRow, ...]]:
    """victory.csv by scenario: no condition asks for more places than it names."""
    found = read_cited(tables, "victory.csv", rows.VictoryRow, known.rules)
    for row in found:
        for place in row.places:
            check_reference(row, "places", place, hexes, "hex")
        if row.need > len(row.places):
            raise row.error("need", f"{row.need} of {len(row.places)} places; name more places, or need fewer")
    return _by_scenario(found, known)


def _check_unit(row: rows.SetupRow | rows.CalendarRow, unit: str, steps: int, known: Known) -> None:
    check_reference(row, "unit", unit, known.units, "block")
    ladder = known.units[unit].ladder
    if steps not in ladder:
        raise row.error("steps", f"{unit} stands at {', '.join(map(str, ladder))}, never at {steps}")


S = TypeVar("S", rows.SetupRow, rows.CalendarRow, rows.ControlRow, rows.VictoryRow)


def _by_scenario(found: tuple[S, ...], known: Known) -> dict[str, tuple[S, ...]]:
    for row in found:
        check_reference(row, "scenario", row.scenario, known.scenarios, "scenario")
    return {name: tuple(row for row in found if row.scenario == name) for name in known.scenarios}
