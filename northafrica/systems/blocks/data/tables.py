"""Reads and checks ``data/blocks``; with ``overlay`` a user's own tables are laid over it.

Map, most steps of blocks, set-ups, incomes and conditions of victory are reconstruction: each row says so, and each
file can be replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from northafrica.core.board import Board, HexBoard
from northafrica.core.naming import Names
from northafrica.core.options import Option
from northafrica.core.orders import Vocabulary
from northafrica.core.rule_tables import read_cited, read_numbers, read_options, read_rulebook
from northafrica.core.rulebook import Rulebook
from northafrica.core.scenario import Tables
from northafrica.systems.blocks import wording
from northafrica.systems.blocks.data import map_tables, rows, unit_tables
from northafrica.systems.blocks.odds_data import FirepowerRow, UnitRow, tech_of

SYSTEM = "blocks"
SIDES = {"axis": "axis", "allies": "allies"}
GAME_SIDE = {"Axis": "axis", "Allies": "allies"}
PILES = ("lost", "gone", "due")
"""Beside the map a side keeps the blocks it may rebuild, those out of the game for good, and arrivals held back."""
CAMPAIGN = "campaign"
RESOURCES = ("yellow", "red", "blue", "white", "oil")


def pile_of(side: str, pile: str) -> str:
    """The place beside the map in which a side keeps a pile: `axis_lost`."""
    return f"{side}_{pile}"


@dataclass(frozen=True)
class BlocksData:
    """All data of the game; `field` are the hexes with what lies on their sides."""

    board: Board
    hexes: Mapping[str, rows.HexRow]
    field: HexBoard = field(compare=False)
    countries: Mapping[str, rows.CountryRow]
    boxes: Mapping[str, rows.BoxRow]
    terrain: Mapping[str, rows.TerrainRow]
    units: Mapping[str, UnitRow]
    ships: Mapping[str, rows.ShipRow]
    leaders: Mapping[str, rows.LeaderRow]
    firepower: Mapping[tuple[str, int], FirepowerRow]
    numbers: Mapping[str, int]
    scenarios: Mapping[str, rows.ScenarioRow]
    incomes: Mapping[tuple[str, str], rows.IncomeRow]
    setups: Mapping[str, tuple[rows.SetupRow, ...]]
    calendar: Mapping[str, tuple[rows.CalendarRow, ...]]
    control: Mapping[str, tuple[rows.ControlRow, ...]]
    victory: Mapping[str, tuple[rows.VictoryRow, ...]]
    rulebook: Rulebook
    options: Mapping[str, Option]
    digests: Mapping[str, str]

    def regions(self, space: str) -> tuple[str, ...]:
        """The regions a hex lies in (rules 3.5.afrika, 3.5.egypt-turkey); none at sea and beside the map."""
        found = self.hexes.get(space)
        return self.countries[found.country].regions if found is not None and found.country else ()

    def in_afrika(self, space: str) -> bool:
        """Whether a hex belongs to AFRIKA: to Africa or to the Middle East."""
        return "africa" in self.regions(space) or "middle_east" in self.regions(space)

    def tech(self, family: str, nation: str, month: str) -> int:
        """The TECH of a family in a month like ``1942-06``; 1 for nations without dates."""
        return tech_of(self.firepower, family, nation, month) or 1

    @cached_property
    def land(self) -> tuple[str, ...]:
        """The hexes that ground units may enter."""
        return tuple(name for name, info in self.hexes.items() if info.open and self.terrain[info.terrain].mp)

    @cached_property
    def held(self) -> tuple[str, ...]:
        """The hexes that somebody holds, to be taken by entering: cities, ports, oilfields (rule 3.3.conquest)."""
        return tuple(n for n in self.land if self.hexes[n].city or self.hexes[n].port or self.hexes[n].oil)

    @cached_property
    def nearest(self) -> Mapping[str, frozenset[str]]:
        """For each land hex the held hexes that are nearest by land, all that are equally near."""
        found = {place: frozenset((place,)) for place in self.held}
        layer = list(found)
        while layer:
            new: dict[str, frozenset[str]] = {}
            for here in layer:
                for to in map_tables.by_land(self.field, here):
                    if to in self.open_land and to not in found:
                        new[to] = new.get(to, frozenset()) | found[here]
            found |= new
            layer = list(new)
        return found

    @cached_property
    def open_land(self) -> frozenset[str]:
        """The hexes of `land`, to look up."""
        return frozenset(self.land)

    @cached_property
    def places(self) -> frozenset[str]:
        """Wherever a block or a PP can be."""
        piles = {pile_of(side, pile) for side in SIDES for pile in PILES}
        return frozenset([*self.hexes, *self.boxes, *piles])

    @cached_property
    def names(self) -> Names:
        """The words of the game."""
        return wording.names(self.hexes, self.boxes, self.units, self.ships)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that may be typed."""
        kinds = frozenset([*self.units, *self.ships, *wording.UNKNOWN])
        aliases = {alias: name for name, info in self.hexes.items() for alias in info.aliases}
        return Vocabulary(frozenset(SIDES), kinds, self.places | {CAMPAIGN, *wording.LEADERS}, {}, aliases, self.names)


def load(overlay: Path | str | None = None) -> BlocksData:
    """Read and check the data; ``overlay`` is a user's own tables, a folder or one file. Raises `DataError`."""
    return _load_shipped() if overlay is None else _load(Tables(SYSTEM, overlay, takes_own=False))


@cache
def _load_shipped() -> BlocksData:
    return _load(Tables(SYSTEM))


def _load(tables: Tables) -> BlocksData:
    rules = read_rulebook(tables)
    options = read_options(tables, rules)
    countries = {row.id: row for row in tables.read("countries.csv", rows.CountryRow)}
    boxes = {row.id: row for row in tables.read("boxes.csv", rows.BoxRow)}
    hexes = map_tables.hexes(tables, countries)
    terrain: dict[str, rows.TerrainRow] = {
        row.terrain: row for row in read_cited(tables, "terrain.csv", rows.TerrainRow, rules)
    }
    lattice = map_tables.lattice(tables, hexes)
    scenarios = unit_tables.scenarios(tables, rules, boxes)
    piles = {pile_of(side, pile) for side in SIDES for pile in PILES}
    places = {*hexes, *boxes, *piles}
    units = unit_tables.units(tables, scenarios, {*hexes, *boxes, "major_port"})
    ships = {row.id: row for row in tables.read("ships.csv", rows.ShipRow)}
    known = unit_tables.Known(rules, scenarios, {**units, **ships}, places, {*hexes, *countries})
    return BlocksData(
        board=map_tables.board(hexes, lattice, boxes),
        hexes=hexes,
        field=lattice,
        countries=countries,
        boxes=boxes,
        terrain=terrain,
        units=units,
        ships=ships,
        leaders={row.id: row for row in read_cited(tables, "leaders.csv", rows.LeaderRow, rules)},
        firepower={(row.family, row.tech): row for row in tables.read("firepower.csv", FirepowerRow)},
        numbers=read_numbers(tables, rules),
        scenarios=scenarios,
        incomes=unit_tables.incomes(tables, known),
        setups=unit_tables.setups(tables, known),
        calendar=unit_tables.calendar(tables, known),
        control=unit_tables.control(tables, known),
        victory=unit_tables.victory(tables, known, hexes),
        rulebook=rules,
        options=options,
        digests=tables.digests(),
    )
