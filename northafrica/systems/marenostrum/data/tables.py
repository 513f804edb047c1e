"""Reads and checks ``data/marenostrum``; with ``overlay`` a user's own tables are laid over it.

Map, unit factors and the tables printed on the map are reconstruction: each row says so, and each file can be replaced.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from northafrica.core.board import Board, Link, Space
from northafrica.core.naming import Names
from northafrica.core.options import Option
from northafrica.core.orders import Vocabulary
from northafrica.core.paths import data_path
from northafrica.core.rule_tables import read_cited, read_numbers, read_options, read_rulebook
from northafrica.core.rulebook import Rulebook
from northafrica.core.scenario import Row, Tables, check_reference
from northafrica.systems.marenostrum import wording
from northafrica.systems.marenostrum.data import rows
from northafrica.systems.marenostrum.odds_data import NumberRow, UnitRow

R = TypeVar("R", bound=Row)
SYSTEM = "marenostrum"
SETUPS = ("1941", "1942")
SIDES = {"axis": "axis", "allies": "allies"}
SPACE_TAGS = frozenset(("coast_road", "railroad", "airbase", "depot"))
LINK_TAGS = frozenset(("coast_road", "railroad", "escarpment", "canal", "strait", "box"))
SUPPLY = "supply"
UNKNOWN = {
    "unknown_ground": ("ground", "infantry", "unknown ground unit"),
    "unknown_fortification": ("ground", "fortification", "unknown fortification"),
    "unknown_air": ("air", "B", "unknown air unit"),
    "unknown_ship": ("naval", "DD", "unknown ship"),
    "unknown_submarine": ("naval", "SS", "unknown submarine"),
    "unknown_counter": ("", "", "unknown counter"),
}
"""Stand-ins for what a seat does not see (option `fog`): no counters of the game. Category, type, name."""
PILES = ("cup", "hand", "used", "pool", "1942", "1943", "special", "optional", "withdrawn", "refit", "destroyed")
BOXES = (*PILES, "gone", "forces", "available", "setup")
CAMPAIGN = "campaign"
PICKS = ("axis_areas", "axis_north_africa", "mediterranean")
GAME_SIDE = {"Axis": "axis", "Allied": "allies", "Vichy": "axis", "Neutral": "axis"}


def box_of(side: str, pile: str) -> str:
    """The place beside the map in which a side keeps a pile: `axis_refit`."""
    return f"{side}_{pile}"


@dataclass(frozen=True)
class MareData:
    """All data of the game."""

    board: Board
    units: Mapping[str, UnitRow]
    supply_units: Mapping[str, int]
    forces: Mapping[str, rows.ForceRow]
    events: Mapping[tuple[str, str], rows.EventRow]
    actions: Mapping[str, rows.ActionRow]
    supply_table: Mapping[tuple[str, str, int], int]
    refit_table: tuple[rows.RefitRow, ...]
    forces_table: tuple[rows.ForcesTableRow, ...]
    shock_table: Mapping[int, str]
    numbers: Mapping[str, int]
    combat_numbers: Mapping[str, int]
    static_anti_air: int
    scenarios: Mapping[str, rows.ScenarioRow]
    setups: Mapping[str, tuple[rows.SetupRow, ...]]
    aliases: tuple[rows.AliasRow, ...]
    rulebook: Rulebook
    options: Mapping[str, Option]
    digests: Mapping[str, str]
    shapes: Traversable

    @cached_property
    def counters(self) -> tuple[UnitRow, ...]:
        """The counters of the game, without the stand-ins for units that are not seen."""
        return tuple(unit for unit in self.units.values() if unit.id not in UNKNOWN)

    def sort(self, space: str) -> str:
        """What a space is by the rules: area, fortress, small_island, deep_desert, base, sea; "" beside the map."""
        return str(self.board[space].values["sort"]) if space in self.board else ""

    def has_tag(self, space: str, tag: str) -> bool:
        """Whether a space carries a tag (`airbase`, `depot`, `coast_road`, `railroad`)."""
        return space in self.board and tag in self.board[space].tags

    def port(self, space: str) -> int:
        """The capacity printed for a port, 0 where there is none."""
        return int(self.board[space].values.get("port", 0)) if space in self.board else 0

    def regions(self, space: str) -> tuple[str, ...]:
        """The regions a space lies in (rule 2.10.regions); none beside the map."""
        if space not in self.board:
            return ()
        return tuple(str(self.board[space].values.get("regions", "")).split(";"))

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """All land areas, off-map bases included: whatever has a controller."""
        return tuple(space for space in self.board.spaces if self.sort(space) != "sea")

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The sea zones."""
        return tuple(space for space in self.board.spaces if self.sort(space) == "sea")

    @cached_property
    def ports(self) -> tuple[str, ...]:
        """On-map areas with a port: no off-map base counts (rule 2.10.off-map-one-side)."""
        return tuple(space for space in self.areas if self.port(space) and self.sort(space) != "base")

    @cached_property
    def names(self) -> Names:
        """The words of the game."""
        return wording.names(self.board, self.units, self.forces, self.events)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that may be typed."""
        events = {row.id for row in self.events.values()}
        kinds = frozenset([SUPPLY, *self.units, *self.forces, *events])
        boxes = [box_of(side, pile) for side in SIDES for pile in BOXES]
        aliases = {row.alias: row.meaning for row in self.aliases}
        places = frozenset([*self.board.spaces, *boxes, CAMPAIGN])
        return Vocabulary(frozenset(SIDES), kinds, places, {"supplies": SUPPLY}, aliases, self.names)


def load(overlay: Path | str | None = None) -> MareData:
    """Read and check the data; ``overlay`` is a user's own tables, a folder or one file. Raises `DataError`."""
    return _load_shipped() if overlay is None else _load(Tables(SYSTEM, overlay, takes_own=False))


@cache
def _load_shipped() -> MareData:
    return _load(Tables(SYSTEM))


def _load(tables: Tables) -> MareData:
    rules = read_rulebook(tables)
    options = read_options(tables, rules)
    board = _board(tables)
    counters = tables.read("units.csv", UnitRow)
    units = {row.id: row for row in counters if row.type != SUPPLY}
    number = {s: sum(row.type == SUPPLY and GAME_SIDE[row.side] == s for row in counters) for s in SIDES}
    forces = {row.id: row for row in tables.read("special_forces.csv", rows.ForceRow)}
    events: dict[tuple[str, str], rows.EventRow] = {
        (row.side, row.id): row for row in read_cited(tables, "events.csv", rows.EventRow, rules)
    }
    known = {SUPPLY, *units, *forces, *(name for _, name in events)}
    groups = {row.group for row in units.values()} | {row.group for row in forces.values()}
    setups = {year: _setup(tables, year, board, rules, known, groups) for year in SETUPS}
    aliases = tables.read("aliases.csv", rows.AliasRow)
    for row in aliases:
        check_reference(row, "meaning", row.meaning, board.spaces, "space")
    table = tables.read("supply_table.csv", rows.SupplyRow)
    return MareData(
        board=board,
        units=units | _stand_ins(next(iter(units.values()))),
        supply_units=number,
        forces=forces,
        events=events,
        actions={row.id: row for row in read_cited(tables, "actions.csv", rows.ActionRow, rules)},
        supply_table={(row.side, row.line, row.roll): row.units for row in table},
        refit_table=read_cited(tables, "refit_table.csv", rows.RefitRow, rules),
        forces_table=read_cited(tables, "special_forces_table.csv", rows.ForcesTableRow, rules),
        shock_table={row.roll: row.result for row in tables.read("shock_table.csv", rows.ShockRow)},
        numbers=read_numbers(tables, rules),
        combat_numbers={row.id: row.value for row in tables.read("combat_numbers.csv", NumberRow)},
        static_anti_air=max((row.static_anti_air or 0 for row in counters), default=0),
        scenarios={row.name: row for row in tables.read("scenarios.csv", rows.ScenarioRow)},
        setups=setups,
        aliases=aliases,
        rulebook=rules,
        options=options,
        digests=tables.digests(),
        shapes=data_path(SYSTEM, "shapes.geojson"),
    )


def _stand_ins(like: UnitRow) -> dict[str, UnitRow]:
    """Rows for units that are not seen, without any factor."""
    numbers = {"anti_ground": 0, "anti_ground_reduced": None, "anti_air": 0, "anti_surface": 0, "anti_sub": 0}
    plain: dict[str, object] = {"steps": 1, "boxed": False, "static_anti_air": None, "group": "", "move_or_range": 0}
    plain |= {"nationality": "", "side": "", "heavy_light": "", "source": "option fog", "factor_rule": ""}
    found = {}
    for kind, (category, sort, name) in UNKNOWN.items():
        words = {"id": kind, "category": category, "type": sort, "name": name}
        found[kind] = like.model_copy(update=numbers | plain | words)
    return found


def _board(tables: Tables) -> Board:
    space_rows = tables.read("spaces.csv", rows.SpaceRow)
    known = {row.id for row in space_rows}
    for row in space_rows:
        _each(row, "tags", row.tags, SPACE_TAGS, "tag")
        if (row.sort == "sea") != (row.kind == "sea"):
            raise row.error("kind", "a sea zone is sea in both columns, kind and sort")
    links = tables.read("links.csv", rows.LinkRow)
    for link in links:
        for column in ("a", "b"):
            check_reference(link, column, getattr(link, column), known, "space")
        _each(link, "tags", link.tags, LINK_TAGS, "tag")
    found = [Link(row.a, row.b, row.kind, frozenset(row.tags), row.provenance) for row in links]
    return Board([_space(row) for row in space_rows], found)


def _each(row: Row, column: str, values: Collection[str], known: Collection[str], what: str) -> None:
    for value in values:
        check_reference(row, column, value, known, what)


def _space(row: rows.SpaceRow) -> Space:
    values: dict[str, int | str] = {"sort": row.sort, "regions": ";".join(row.regions), "home": row.home}
    values |= {"control_1941": row.control_1941, "control_1942": row.control_1942}
    values |= {"port": row.port} if row.port else {}
    return Space(row.id, row.name, row.kind, row.lat, row.lon, frozenset(row.tags), values, {"space": row.provenance})


def _setup(
    tables: Tables, year: str, board: Board, rules: Rulebook, known: Collection[str], groups: Collection[str]
) -> tuple[rows.SetupRow, ...]:
    found = read_cited(tables, f"setups/{year}.csv", rows.SetupRow, rules)
    boxes = {box_of(side, pile) for side in SIDES for pile in BOXES}
    for row in found:
        _each(row, "places", row.places, [*board.spaces, *boxes, *PICKS], "place")
        if row.group:
            check_reference(row, "group", row.group, groups, "group of units")
        elif not row.mark:
            check_reference(row, "unit", row.unit, known, "unit or marker")
    return tuple(row for row in found if row.count)
