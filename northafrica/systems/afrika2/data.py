"""The numbers of Afrika II: map, units, charts, set-ups, rulebook and options.

`load` reads and checks ``data/afrika2``; with ``overlay`` a user's own tables are laid over it. Everything in
`Afrika2Data` is read-only and knows its provenance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from northafrica.core.board import Board, HexBoard
from northafrica.core.naming import Names
from northafrica.core.options import Option
from northafrica.core.orders import Vocabulary
from northafrica.core.rule_tables import read_options, read_rulebook
from northafrica.core.rulebook import Rulebook
from northafrica.core.scenario import Tables
from northafrica.systems.afrika2.entities import (
    ALAMEIN,
    ALEXANDRIA,
    BOX_NAMES,
    BOXES,
    CW,
    LEADERS,
    MATRUH,
    NAMES,
    SIDES,
    SYSTEM,
    HexInfo,
    TerrainCost,
    UnitType,
)
from northafrica.systems.afrika2.tables import combat as combat_tables
from northafrica.systems.afrika2.tables import readers, rows
from northafrica.systems.afrika2.tables.combat import CombatTables
from northafrica.systems.afrika2.terrain.grid import place_of
from northafrica.systems.afrika2.terrain.ways import Ground, Ways


@dataclass(frozen=True)
class Afrika2Data:
    """All data of the game; `ways` are the steps of the map as the options read it."""

    board: Board
    hexes: Mapping[str, HexInfo]
    terrain: Mapping[str, TerrainCost]
    units: Mapping[str, UnitType]
    charts: readers.Charts
    arrivals: tuple[rows.ArrivalRow, ...]
    frames: Mapping[str, rows.ScenarioRow]
    setups: Mapping[str, tuple[rows.SetupRow, ...]]
    rulebook: Rulebook
    options: Mapping[str, Option]
    digests: Mapping[str, str]
    combat: CombatTables = field(compare=False)
    ways: Ways = field(compare=False)

    def chart(self, chart: str, name: str, at: int) -> int:
        """What a chart says for a turn or roll; KeyError where it has no such line.

        >>> from northafrica.systems.afrika2.data import load
        >>> load().chart("trucks", "axis", 8)
        5
        """
        for low, high, value in self.charts[chart, name]:
            if low <= at <= high:
                return value
        raise KeyError(f"chart {chart} of {name} says nothing for {at}")

    def with_options(self, options: Mapping[str, str]) -> Afrika2Data:
        """The same data with the map read as the options say."""
        ground = Ground(options.get("sand", "half"), options.get("covered_hexes", "closed"))
        if ground == self.ways.ground:
            return self
        return replace(self, ways=_ways_of(self, ground))

    @cached_property
    def field(self) -> HexBoard:
        """The hexes with what lies on their hexsides."""
        sides: dict[frozenset[str], set[str]] = {}
        for name, info in self.hexes.items():
            for direction, to in self.ways.near[name].items():
                sides.setdefault(frozenset((name, to)), set()).update(_features(info, direction))
        places = {name: place_of(info.column, info.row) for name, info in self.hexes.items()}
        return HexBoard(places, {side: found for side, found in sides.items() if found})

    @cached_property
    def names(self) -> Names:
        """Places, powers and units as people say them."""
        places = {name: self.place_name(name) for name in self.hexes} | dict(BOX_NAMES)
        kinds = {kind: (unit.title, unit.title) for kind, unit in self.units.items()}
        more = {
            "sp": ("supply point", "supply points"),
            "truck": ("truck", "trucks"),
            "air": ("air point", "air points"),
            "shipping": ("shipping point", "shipping points"),
            "capacity": ("port capacity", "port capacity"),
            "replacement": ("Replacement", "Replacements"),
            "box": ("Box", "Boxes"),
            "rommel": ("Rommel", "Rommel"),
            "oconnor": ("O'Connor", "O'Connor"),
        }
        return Names(places, NAMES, {"axis": "Axis", "cw": "Commonwealth"}, kinds | more)

    def place_name(self, name: str) -> str:
        """``Tobruk (A36.23)``, or the bare number of a hex without a name."""
        info = self.hexes.get(name)
        if info is None:
            return BOX_NAMES.get(name, name)
        return name.upper() if info.name.lower() == name else f"{info.name} ({name.upper()})"

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """Names of places that may stand for their hex: ``tobruk`` for a36.23; those of several hexes do not."""
        found: dict[str, list[str]] = {}
        for name, info in self.hexes.items():
            if info.name.lower() != name:
                word = info.name.lower().partition(" (")[0].replace(" ", "_").replace(".", "").replace("-", "_")
                found.setdefault(word, []).append(name)
        alone = {word: names[0] for word, names in found.items() if len(names) == 1}
        return {**alone, "alexandria": ALEXANDRIA, "alex": ALEXANDRIA, "matruh": MATRUH, "alamein": ALAMEIN}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of orders and positions; names of the 1,986 hexes are worked out once."""
        kinds = frozenset({*self.units, *LEADERS, "sp"})
        places = frozenset([*self.hexes, *BOXES])
        return Vocabulary(frozenset(SIDES), kinds, places, aliases=self.aliases, names=self.names)

    def side_of(self, kind: str) -> str:
        """The side a unit belongs to."""
        return self.units[kind].side if kind in self.units else CW if kind == "oconnor" else "axis"


def _features(info: HexInfo, direction: str) -> set[str]:
    found = {f"{info.roads[direction]}_road".replace("track_road", "track")} if direction in info.roads else set()
    for name, sides in (("wadi", info.wadis), ("sea_line", info.sea_lines), ("fort", info.forts)):
        if direction in sides:
            found.add(name)
    if direction in info.escarpments:
        found.add("escarpment")
    if direction in info.rivers:
        found.add("major_river" if info.rivers[direction] == "major" else "river")
    return found


_WAYS: dict[tuple[int, Ground], Ways] = {}


def _ways_of(data: Afrika2Data, ground: Ground) -> Ways:
    """The steps of a map read in a certain way, worked out once."""
    key = (id(data.hexes), ground)
    if key not in _WAYS:
        _WAYS[key] = Ways(data.hexes, data.terrain, ground)
    return _WAYS[key]


def load(overlay: Path | str | None = None) -> Afrika2Data:
    """Read and check the data; ``overlay`` is a user's own tables, a folder or one file. Raises `DataError`."""
    return _load_shipped() if overlay is None else _load(Tables(SYSTEM, overlay, takes_own=False))


@cache
def _load_shipped() -> Afrika2Data:
    return _load(Tables(SYSTEM))


def _load(tables: Tables) -> Afrika2Data:
    rulebook = read_rulebook(tables)
    options = read_options(tables, rulebook)
    readers.places(tables)
    terrain = readers.terrain(tables, rulebook)
    hexes = readers.hexes(tables, terrain)
    units = readers.units(tables)
    frames = readers.frames(tables, rulebook)
    return Afrika2Data(
        board=readers.board(hexes),
        hexes=hexes,
        terrain=terrain,
        units=units | readers.unknown(),
        charts=readers.charts(tables),
        arrivals=readers.arrivals(tables, units),
        frames=frames,
        setups={name: readers.setup(tables, name, units, hexes) for name in frames},
        rulebook=rulebook,
        options=options,
        combat=combat_tables.read(tables),
        digests=tables.digests(),
        ways=Ways(hexes, terrain),
    )
