"""What the columns of the tables in ``data/afrika2`` hold: one row model a table.

Cells with several names part them by semicolons; a hexside is written ``NE:primary`` (direction and what lies on it).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from northafrica.core.scenario import MaybeInt, Names, Row

Side = Literal["axis", "cw"]
RULED = "the rules are written for it"
UNREAD = "nothing in the kit reads it"
Cost = Annotated[Fraction | Literal["no", "all"], BeforeValidator(lambda v: v if v in ("no", "all") else Fraction(v))]


class HexRow(Row):
    """hexes.csv: one hex with land; ``column`` counts across both sheets, ``terrains`` lists all kinds present."""

    settled: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("column", "row"), "it follows from the number of the hex"),
        **dict.fromkeys(("lat", "lon"), "it follows from column and row"),
        "main_terrain": "the rules read terrains",
        "land_share": UNREAD,
    }
    complete: ClassVar[str] = "the map has the hexes there are; no more can be added"
    id: str = Field(pattern=r"^[ab]\d{1,2}\.\d\d$")
    name: str
    column: int = Field(ge=1)
    row: int = Field(ge=0)
    lat: float
    lon: float
    terrains: Names
    main_terrain: str
    sand_share: float = Field(ge=0, le=1)
    land_share: float = Field(ge=0, le=1)
    coastal: bool
    roads: Names
    escarpments: Names
    wadis: Names
    rivers: Names
    sea_lines: Names
    forts: Names
    port: bool
    city: Literal["", "minor", "major"]
    oasis: bool
    edge: Literal["", "west", "east", "south"]


class PlaceRow(Row):
    """places.csv: the hexes that rules speak of by name."""

    id: str
    hexes: Names


class TerrainRow(Row):
    """terrain.csv: movement points; ``no``: prohibited, ``all``: takes all; ``supply``: trucks and supply may enter."""

    model_config = Row.model_config | {"arbitrary_types_allowed": True}
    key: ClassVar[tuple[str, ...]] = ("terrain",)
    settled: ClassVar[Mapping[str, str]] = {"scope": RULED, "rule": "rulings cite it"}
    complete: ClassVar[str] = "no rule knows other terrain; no more can be added"
    terrain: str
    scope: Literal["hex", "road", "hexside"]
    cost: Cost
    supply: bool
    rule: str


class ChartRow(Row):
    """charts.csv: what a turn or a roll from ``low`` to ``high`` gives."""

    key: ClassVar[tuple[str, ...]] = ("chart", "name", "low")
    chart: Literal["air", "trucks", "supply", "range", "shipping", "port", "replacements"]
    name: str
    low: int = Field(ge=1)
    high: int = Field(ge=1)
    value: int = Field(ge=0)


class ArrivalRow(Row):
    """arrivals.csv: the Order of Arrival; ``when`` (``trento=yes``) marks a row for one choice."""

    key: ClassVar[tuple[str, ...]] = ("turn", "side", "action", "kind")
    turn: int = Field(ge=1, le=28)
    side: Side
    action: Literal["arrive", "withdraw", "restrict", "release", "replacements"]
    kind: str
    count: int = Field(ge=1)
    where: Literal["", "supplied"] = ""
    when: Literal["", "trento=yes", "trento=no"] = ""


class SetupRow(Row):
    """scenarios/*.csv: ``kind`` is a unit, leader, ``sp`` or ``box``; ``where`` a hex, a box, ``dead`` or free ones.

    A count of 0 places nothing: so an overlay takes a row out.
    """

    key: ClassVar[tuple[str, ...]] = ("side", "where", "kind", "lost")
    side: Side
    where: str
    kind: str
    count: int = Field(ge=0)
    lost: int = Field(ge=0)


class ScenarioRow(Row):
    """scenarios.csv: the frame of each scenario."""

    settled: ClassVar[Mapping[str, str]] = {"rule": "rulings cite it"}
    complete: ClassVar[str] = "a start of your own is written as a position; no more scenarios can be added"
    id: str
    title: str
    summary: str
    first_turn: int
    short_end: int
    last_turn: int
    first_player: Side
    trento: Literal["choice", "yes"]
    withdrawals_used: int
    axis_ports: Names
    cw_ports: Names
    rule: str

    @property
    def ports(self) -> Mapping[str, str]:
        """Who holds a port or city at the start, where the sides' own do not tell."""
        return dict.fromkeys(self.axis_ports, "axis") | dict.fromkeys(self.cw_ports, "cw")


class UnitRow(Row):
    """units.csv: a counter; the reduced side is empty for counters of one step."""

    settled: ClassVar[Mapping[str, str]] = {
        "combined_arms": "it follows from unit_class (3.4)",
        "steps_when_flipped": UNREAD,
    }
    id: str
    side: Side
    nationality: str
    name: str
    division: str
    unit_class: str
    size: str
    attack: int = Field(ge=0)
    defense: int = Field(ge=0)
    move: int = Field(ge=0)
    steps: int = Field(ge=1, le=4)
    reduced_attack: MaybeInt = Field(ge=0)
    reduced_defense: MaybeInt = Field(ge=0)
    reduced_move: MaybeInt = Field(ge=0)
    steps_when_flipped: MaybeInt
    exploit_capable: Literal["yes", "no"]
    exploit_capable_reduced: Literal["yes", "no", ""]
    combined_arms: str
    crt_shift: int = Field(ge=0)
    supply_count: int = Field(ge=0)
    quantity: int = Field(ge=0)
