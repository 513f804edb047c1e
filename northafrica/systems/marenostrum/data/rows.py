"""What the columns of the tables in ``data/marenostrum`` hold: one row model a table (units: `odds_data`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from northafrica.core.rule_tables import ALL_THERE
from northafrica.core.scenario import MaybeInt, Names, Row

Side = Literal["axis", "allies"]
Home = Literal["axis", "allies", ""]
Control = Literal["axis", "allies", "neutral", ""]
Group = Literal["g1", "g2", "g3", "g4"]
DRAWN = "the map is drawn in shapes of its own"


class SpaceRow(Row):
    """spaces.csv; `sort` is the kind of area by the rules, `port` the capacity of a port (empty: none).

    home      the one side that may enter an off-map base
    tags      coast_road, railroad, airbase, depot
    control_* the controller at the start of each set-up; empty at sea
    """

    settled: ClassVar[Mapping[str, str]] = {"kind": DRAWN, "sort": DRAWN, "lat": DRAWN, "lon": DRAWN}
    complete: ClassVar[str] = "the map is drawn with the spaces there are; no more can be added"
    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    kind: Literal["land", "sea", "box"]
    sort: Literal["area", "fortress", "small_island", "deep_desert", "base", "sea"]
    home: Home
    tags: Names
    port: MaybeInt
    regions: Names
    control_1941: Control
    control_1942: Control
    lat: float
    lon: float


class LinkRow(Row):
    """links.csv: borders; tags coast_road, railroad, escarpment, canal, strait, box (to or between off-map boxes)."""

    key: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    kind: Literal["land", "sea", "coast", "air"]
    tags: Names


class ForceRow(Row):
    """special_forces.csv: the markers, which are no combat units."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    side: Side
    nationality: str
    name: str
    group: str
    mission: Literal["land", "naval"]


class EventRow(Row):
    """events.csv: the event markers; `scope` what the Actions may be that it gives, `nations` whose units take part."""

    key: ClassVar[tuple[str, ...]] = ("side", "id")
    complete: ClassVar[str] = ALL_THERE
    side: Side
    id: str = Field(min_length=1)
    number: int = Field(ge=1, le=25)
    name: str
    first_year: int
    last_year: int
    timing: Literal["keep", "immediate"]
    optional: bool
    actions: int = Field(ge=0)
    scope: Names
    nations: Names
    one_nation: bool
    disposition: Literal["discard", "return", "return_on_roll", "special_box"]
    return_to: MaybeInt
    rule: str


class ActionRow(Row):
    """actions.csv: the menu of Actions; `needs` and `effect` in words, `forces` how many forces it moves."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    number: int = Field(ge=1)
    group: Group
    sort: Literal["", "land", "naval", "air", "combined"]
    name: str
    who: Literal["both", "axis", "allies"]
    forces: Literal["one", "many", "all"]
    needs: str
    effect: str
    combat: Literal["none", "optional", "mandatory", "conditional"]
    optional: bool
    tags: Names
    rule: str


class SupplyRow(Row):
    """supply_table.csv: new supply units by die; `line` before or improved (13.2.torch-line, 13.2.pacific-line)."""

    key: ClassVar[tuple[str, ...]] = ("side", "line", "roll")
    side: Side
    line: Literal["before", "improved"]
    roll: int = Field(ge=1, le=6)
    units: int = Field(ge=0)
    rule: str


class RefitRow(Row):
    """refit_table.csv: what a die from `low` to `high` brings for eliminated or reduced units."""

    key: ClassVar[tuple[str, ...]] = ("nationality", "category", "first_year", "low")
    nationality: str
    category: Literal["ground", "air", "naval"]
    first_year: int
    last_year: int
    low: int = Field(ge=1, le=6)
    high: int = Field(ge=1, le=6)
    result: Literal["refit", "damaged", "destroyed"]
    rule: str


class ForcesTableRow(Row):
    """special_forces_table.csv: what a die brings for a marker on a mission."""

    key: ClassVar[tuple[str, ...]] = ("markers", "mission", "low")
    markers: Names
    mission: Literal["sabotage", "subversion", "naval"]
    low: int = Field(ge=1, le=6)
    high: int = Field(ge=1, le=6)
    result: Literal["success", "nothing", "lost"]
    rule: str


class ShockRow(Row):
    """shock_table.csv: what a die brings after a major victory or loss."""

    key: ClassVar[tuple[str, ...]] = ("roll",)
    roll: int = Field(ge=1, le=6)
    result: Literal["nothing", "draw_event", "discard_event", "action", "forfeit"]
    rule: str


class ScenarioRow(Row):
    """scenarios.csv: rounds are months, 1 is March 1941; `victory` names the conditions, `torch`: it is rolled for."""

    complete: ClassVar[str] = ALL_THERE
    id: str
    name: str = Field(min_length=1)
    title: str
    summary: str
    first_round: int = Field(ge=1)
    last_round: int = Field(ge=1)
    setup: Literal["1941", "1942"]
    victory: Literal["mediterranean", "desert"]
    torch: bool
    span_rule: str
    special_rule: str
    allied_rule: str
    axis_rule: str


class SetupRow(Row):
    """setups/*.csv: a unit (or a whole group) and where it stands; several places are the owner's choice.

    limit  `one_each`: at least one of these on each place; `north_africa N`: at most N of these in North Africa
    """

    key: ClassVar[tuple[str, ...]] = ("id",)
    id: int
    side: Side
    places: Names
    unit: str
    group: str
    state: Literal["", "reduced", "static", "neutral"]
    mark: str
    count: int = Field(ge=0)
    limit: str
    rule: str


class AliasRow(Row):
    """aliases.csv: further names of places, as the rulebook and people write them."""

    key: ClassVar[tuple[str, ...]] = ("alias",)
    alias: str = Field(min_length=1)
    meaning: str
