"""What the columns of the tables in ``data/blocks`` hold: one row model a table (blocks and TECH: `odds_data`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from northafrica.core.rule_tables import ALL_THERE
from northafrica.core.scenario import Names, Row
from northafrica.systems.blocks.odds_data import Ladder

Side = Literal["axis", "allies"]
Holder = Literal["axis", "allies", "neutral"]
City = Literal["", "minor", "major", "capital", "bunker", "fortress"]
Terrain = Literal["clear", "forest", "hills", "mountain", "swamp", "deep_water", "lake"]
DRAWN = "the hexes lie in rows of one grid"


class HexRow(Row):
    """hexes.csv: a hex of the grid, pointed tops in rows; odd rows lie half a hex to the west.

    terrain  what it costs to enter; `coast` whether a part of it is water
    water    the body of water of its water
    open     whether ground units may be there at all (7.5.2)
    """

    settled: ClassVar[Mapping[str, str]] = {"column": DRAWN, "row": DRAWN}
    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    column: int = Field(ge=0)
    row: int = Field(ge=0)
    terrain: Terrain
    coast: bool
    city: City
    port: Literal["", "minor", "major"]
    oil: int = Field(ge=0)
    country: str
    water: str
    open: bool
    aliases: Names
    lat: float
    lon: float


class SideRow(Row):
    """hexsides.csv: what lies on the side between two hexes."""

    key: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    features: Names


class CountryRow(Row):
    """countries.csv: `regions` by 3.5 (africa, middle_east, europe), `power` whose country it is."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    regions: Names
    power: str
    capitals: Names


class BoxRow(Row):
    """boxes.csv: places beside the map; `water` the body of water a port or a fleet there lies at."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    sort: Literal["home", "port", "depot", "sea", "convoy"]
    nation: str
    water: str


class TerrainRow(Row):
    """terrain.csv: movement points to enter, one less for units of the type `eased`; 0 bars ground units.

    armor, supply  whether armour enters, whether a supply line passes
    """

    key: ClassVar[tuple[str, ...]] = ("terrain",)
    complete: ClassVar[str] = ALL_THERE
    terrain: Terrain
    mp: int = Field(ge=0)
    eased: str
    armor: bool
    supply: bool
    rule: str


class ShipRow(Row):
    """ships.csv: naval blocks and navy HQs; a carrier's ladder is its deck and hull, `planes` those it carries."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    nation: str
    side: Literal["Axis", "Allies"]
    colour: str
    name: str
    type: Literal["BB", "CA", "DD", "SS", "CV", "CVE", "HQ"]
    number: int = Field(ge=0, le=5)
    ladder: Ladder
    planes: int = Field(ge=0)
    order: int = Field(ge=0)


class LeaderRow(Row):
    """leaders.csv: the leaders beside the map; `once`: one action of each kind a turn at most (11.1)."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    name: str
    nation: str
    where: str
    ap: int = Field(ge=1)
    actions: Names
    once: bool
    rule: str


class ScenarioRow(Row):
    """scenarios.csv: rounds are turns of the track, 1 is September 1939.

    first_side       whose phases begin the first month; "" where only a naval battle is fought
    production_from  the first round with production, 0 for none
    *_raids          dice rolled against a side's income
    battle           how a naval scenario is fought; `attacker` who, `sea` where, `convoy` the PP at stake
    otherwise        the side that wins where neither meets a condition, "" for a draw
    """

    complete: ClassVar[str] = ALL_THERE
    id: str
    name: str = Field(min_length=1)
    title: str
    summary: str
    difficulty: int = Field(ge=1, le=10)
    first_round: int = Field(ge=1)
    last_round: int = Field(ge=1, le=76)
    first_side: Literal["", "axis", "allies"]
    production_from: int = Field(ge=0)
    axis_raids: int = Field(ge=0)
    allied_raids: int = Field(ge=0)
    tobruk: Literal["fortress", "bunker", "minor"]
    battle: Literal["", "transport", "convoy"]
    attacker: Literal["", "axis", "allies"]
    sea: str
    convoy: int = Field(ge=0)
    otherwise: Literal["", "axis", "allies"]
    setup_rule: str
    victory_rule: str
    first_rule: str

    @property
    def naval(self) -> bool:
        """Whether it is one naval battle."""
        return bool(self.battle)


class IncomeRow(Row):
    """incomes.csv: the PP of a nation a month."""

    key: ClassVar[tuple[str, ...]] = ("scenario", "nation")
    scenario: str
    nation: str
    yellow: int = Field(ge=0)
    red: int = Field(ge=0)
    blue: int = Field(ge=0)
    white: int = Field(ge=0)
    oil: int = Field(ge=0)
    rule: str


class SetupRow(Row):
    """setups.csv: a block, where it stands and at how many steps.

    planes, fleet  of a carrier and of blocks at sea; `marks` oos, or aboard for what the fleet carries
    """

    key: ClassVar[tuple[str, ...]] = ("scenario", "unit")
    scenario: str
    unit: str
    where: str
    steps: int = Field(ge=0)
    planes: int = Field(ge=0)
    fleet: str
    marks: Literal["", "oos", "aboard"]
    rule: str


class CalendarRow(Row):
    """calendar.csv: a block that arrives in a place, or is recalled, in a round."""

    key: ClassVar[tuple[str, ...]] = ("scenario", "unit", "action")
    scenario: str
    round: int = Field(ge=1, le=76)
    unit: str
    action: Literal["arrive", "remove"]
    where: str
    steps: int = Field(ge=0)
    rule: str


class ControlRow(Row):
    """control.csv: who holds a country, or a single hex of it, when a scenario begins."""

    key: ClassVar[tuple[str, ...]] = ("scenario", "area")
    scenario: str
    area: str
    side: Holder


class VictoryRow(Row):
    """victory.csv: a side has a level of victory when it controls so many of the places."""

    key: ClassVar[tuple[str, ...]] = ("scenario", "side", "level")
    scenario: str
    side: Side
    level: Literal["sudden_death", "decisive", "marginal"]
    places: Names
    need: int = Field(ge=1)
    rule: str
