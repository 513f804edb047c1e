"""The numbers of Axis & Allies Revised: board, units, powers, set-up, rulebook and options.

`load` reads and checks ``data/revised``; with ``overlay`` a user's own tables are laid over it. Everything in
`RevisedData` is read-only and knows its provenance.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from pathlib import Path

from northafrica.core.board import Board, Link, Space
from northafrica.core.naming import Names
from northafrica.core.options import Option
from northafrica.core.paths import data_path
from northafrica.core.rule_tables import read_numbers, read_options, read_rulebook
from northafrica.core.rulebook import Rulebook
from northafrica.core.scenario import Row, Tables, check_reference
from northafrica.systems.revised.data import rows
from northafrica.systems.revised.wording import PLACES, SPEECH

SYSTEM = "revised"
SCENARIOS = ("spring_1942",)
SPACE_TAGS = frozenset(("impassable", "island"))
LINK_TAGS = frozenset(("impassable", "canal"))


@dataclass(frozen=True)
class RevisedData:
    """All data of the game."""

    board: Board
    canals: tuple[rows.CanalRow, ...]
    units: Mapping[str, rows.UnitRow]
    powers: Mapping[str, rows.PowerRow]
    cities: tuple[rows.CityRow, ...]
    developments: Mapping[str, rows.DevelopmentRow]
    advantages: Mapping[str, rows.AdvantageRow]
    numbers: Mapping[str, int]
    setups: Mapping[str, tuple[rows.SetupRow, ...]]
    aliases: tuple[rows.AliasRow, ...]
    rulebook: Rulebook
    options: Mapping[str, Option]
    digests: Mapping[str, str]
    shapes: Traversable

    def income(self, space: str) -> int:
        """What a territory pays each turn; 0 at sea and where nobody rules."""
        return int(self.board[space].values.get("income", 0))

    def original(self, space: str) -> str:
        """The power that controls a territory at the start of the game, "" for none."""
        return str(self.board[space].values.get("owner", ""))

    def has_tag(self, space: str, tag: str) -> bool:
        """Whether a space of the map carries a tag (`island`, `impassable`); off-map places carry none."""
        return space in self.board and tag in self.board[space].tags

    @cached_property
    def speech(self) -> Names:
        """The names of the spaces, with the words of powers and units."""
        return replace(SPEECH, places=PLACES | {space.id: space.name for space in self.board.spaces.values()})

    @cached_property
    def territories(self) -> tuple[str, ...]:
        """The spaces that somebody controls, in the order of the table."""
        return tuple(space.id for space in self.board.spaces.values() if "owner" in space.values)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The sea zones."""
        return tuple(space.id for space in self.board.spaces.values() if space.kind == "sea")

    @cached_property
    def at_sea(self) -> frozenset[str]:
        """The sea zones, to be looked up."""
        return frozenset(self.zones)

    @cached_property
    def capitals(self) -> Mapping[str, str]:
        """Territories with a capital, and whose it is."""
        return {power.capital: power.id for power in self.powers.values()}


def load(overlay: Path | str | None = None) -> RevisedData:
    """Read and check the data; ``overlay`` is a user's own tables, a folder or one file. Raises `DataError`."""
    return _load_shipped() if overlay is None else _load(Tables(SYSTEM, overlay, takes_own=False))


def units() -> Mapping[str, rows.UnitRow]:
    """The units by kind, as shipped. Raises DataError."""
    return load().units


@cache
def _load_shipped() -> RevisedData:
    return _load(Tables(SYSTEM))


def _load(tables: Tables) -> RevisedData:
    rulebook = read_rulebook(tables)
    options = read_options(tables, rulebook)
    power_rows = {row.id: row for row in tables.read("powers.csv", rows.PowerRow)}
    board = _board(tables, power_rows)
    units_ = {row.kind: row for row in tables.read("units.csv", rows.UnitRow)}
    return RevisedData(
        board=board,
        canals=_canals(tables, board, rulebook),
        units=units_,
        powers=_powers(power_rows, board),
        cities=_cities(tables, board),
        developments=_developments(tables, rulebook),
        advantages=_advantages(tables, power_rows, board, rulebook),
        numbers=read_numbers(tables, rulebook),
        setups={name: _setup(tables, name, power_rows, board, units_) for name in SCENARIOS},
        aliases=_aliases(tables, board, units_),
        rulebook=rulebook,
        options=options,
        digests=tables.digests(),
        shapes=data_path(SYSTEM, "shapes.geojson"),
    )


def _check_all(row: Row, columns: Mapping[str, Collection[str]], known: Collection[str], what: str) -> None:
    for column, values in columns.items():
        for value in values:
            check_reference(row, column, value, known, what)


def _board(tables: Tables, powers: Collection[str]) -> Board:
    space_rows = tables.read("spaces.csv", rows.SpaceRow)
    known = {row.id for row in space_rows}
    for row in space_rows:
        named = {name: [value] for name, value in (("owner", row.owner), ("capital", row.capital)) if value}
        _check_all(row, named, powers, "power")
        _check_all(row, {"tags": row.tags}, SPACE_TAGS, "tag")
        if bool(row.owner) != (row.income is not None):
            raise row.error("income", "a territory has both an owner and an income (0 for none), other spaces neither")
    link_rows = tables.read("links.csv", rows.LinkRow)
    for link in link_rows:
        _check_all(link, {"a": (link.a,), "b": (link.b,)}, known, "space")
        _check_all(link, {"tags": link.tags}, LINK_TAGS, "tag")
    links = [Link(row.a, row.b, row.kind, frozenset(row.tags), row.provenance) for row in link_rows]
    return Board([_space(row) for row in space_rows], links)


def _space(row: rows.SpaceRow) -> Space:
    found = (("income", row.income), ("owner", row.owner or None), ("capital", row.capital or None))
    values: dict[str, int | str] = {name: value for name, value in found if value is not None}
    provenance = {"space": row.provenance}
    return Space(row.id, row.name, row.kind, row.lat, row.lon, frozenset(row.tags), values, provenance)


def _powers(found: dict[str, rows.PowerRow], board: Board) -> dict[str, rows.PowerRow]:
    for row in found.values():
        check_reference(row, "capital", row.capital, board.spaces, "space")
        if board[row.capital].values.get("capital") != row.id:
            raise row.error("capital", f"spaces.csv names another capital of {row.id}; make them agree")
    return dict(sorted(found.items(), key=lambda pair: pair[1].turn_order))


def _canals(tables: Tables, board: Board, rules: Rulebook) -> tuple[rows.CanalRow, ...]:
    found = tables.read("canals.csv", rows.CanalRow)
    for row in found:
        _check_all(row, {"a": (row.a,), "b": (row.b,), "held_by": row.held_by}, board.spaces, "space")
        check_reference(row, "rule", row.rule, rules, "rule")
        if not board.are_adjacent(row.a, row.b) or "canal" not in board.link(row.a, row.b).tags:
            raise row.error("a", f"links.csv has no canal between {row.a} and {row.b}; add it there")
    return found


def _cities(tables: Tables, board: Board) -> tuple[rows.CityRow, ...]:
    found = tables.read("cities.csv", rows.CityRow)
    for row in found:
        check_reference(row, "space", row.space, board.spaces, "space")
    return found


def _developments(tables: Tables, rules: Rulebook) -> dict[str, rows.DevelopmentRow]:
    found = {row.id: row for row in tables.read("developments.csv", rows.DevelopmentRow)}
    for row in found.values():
        check_reference(row, "rule", row.rule, rules, "rule")
    return found


def _advantages(tables: Tables, powers: Collection[str], board: Board, rules: Rulebook) -> dict[str, rows.AdvantageRow]:
    found = {row.id: row for row in tables.read("advantages.csv", rows.AdvantageRow)}
    for row in found.values():
        check_reference(row, "power", row.power, powers, "power")
        check_reference(row, "rule", row.rule, rules, "rule")
        _check_all(row, {"spaces": row.spaces}, board.spaces, "space")
    return found


def _setup(
    tables: Tables, name: str, powers: Collection[str], board: Board, kinds: Mapping[str, rows.UnitRow]
) -> tuple[rows.SetupRow, ...]:
    found = tables.read(f"scenarios/{name}.csv", rows.SetupRow)
    for row in found:
        check_reference(row, "power", row.power, powers, "power")
        check_reference(row, "space", row.space, board.spaces, "space")
        check_reference(row, "kind", row.kind, kinds, "kind of unit")
        at_sea, ship = board[row.space].kind == "sea", kinds[row.kind].domain == "sea"
        if ship != at_sea and row.kind != "fighter":
            raise row.error("space", "ships stand in sea zones, all other units but fighters on land")
        if "impassable" in board[row.space].tags:
            raise row.error("space", f"{board[row.space].name} is neutral; no unit stands there")
    return tuple(row for row in found if row.count)


def _aliases(tables: Tables, board: Board, kinds: Mapping[str, rows.UnitRow]) -> tuple[rows.AliasRow, ...]:
    found = tables.read("aliases.csv", rows.AliasRow)
    for row in found:
        place = row.sort == "place"
        check_reference(row, "meaning", row.meaning, board.spaces if place else kinds, "space" if place else "unit")
    return found
