"""The things the tables of Afrika II speak of: hexes, units, charts, arrivals, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from northafrica.core.rulebook import Provenance
from northafrica.core.scenario import read_table
from northafrica.systems.afrika2.tables.rows import PlaceRow

SYSTEM = "afrika2"
AXIS, CW = "axis", "cw"
SIDES = {AXIS: AXIS, CW: CW}
NAMES = {AXIS: "the Axis", CW: "the Commonwealth"}

TRIPOLI, CONNECTING, RESTRICTION = "tripoli", "connecting_box", "restriction_box"
DEAD = {AXIS: "axis_dead", CW: "cw_dead"}
TRACK = {AXIS: "axis_track", CW: "cw_track"}
TO_COME = {AXIS: "axis_to_come", CW: "cw_to_come"}
AWAY = "out_of_play"
OFF_MAP = (TRIPOLI, CONNECTING)
BOXES = (TRIPOLI, CONNECTING, RESTRICTION, *DEAD.values(), *TRACK.values(), *TO_COME.values(), AWAY)
BOX_NAMES = {
    TRIPOLI: "Tripoli Box",
    CONNECTING: "connecting box",
    RESTRICTION: "Restriction Box",
    AWAY: "out of play",
    DEAD[AXIS]: "Axis dead pile",
    DEAD[CW]: "Commonwealth dead pile",
    TRACK[AXIS]: "Axis tracks",
    TRACK[CW]: "Commonwealth tracks",
    TO_COME[AXIS]: "Axis turn track",
    TO_COME[CW]: "Commonwealth turn track",
}

PLACES = {row.id: row.hexes for row in read_table((SYSTEM, "places.csv"), PlaceRow)}
(ALEXANDRIA,), (MATRUH,), (TOBRUK,) = PLACES["alexandria"], PLACES["mersa_matruh"], PLACES["tobruk"]
(BENGHAZI,), (BARDIA,), (ALAMEIN,) = PLACES["benghazi"], PLACES["bardia"], PLACES["el_alamein"]
CAIRO, TOBRUK_FORTRESS = PLACES["cairo"], PLACES["tobruk_fortress"]
FORT_HEXES = (*TOBRUK_FORTRESS, BARDIA)
ROLLED_PORTS = (BENGHAZI, TOBRUK, BARDIA, MATRUH)
PORTS = (*ROLLED_PORTS, ALEXANDRIA)
HELD = (*PORTS, *CAIRO, ALAMEIN)
FREE = {"free_egypt": "in Egypt from column A51 on", "free_tobruk": "in Tobruk Fortress"}

ROMMEL, OCONNOR = "rommel", "oconnor"
LEADERS = {ROMMEL: AXIS, OCONNOR: CW}
LRDG = "lrdg"
UNKNOWN = {AXIS: "unknown_axis", CW: "unknown_cw"}
STACK = 4
ARMOR_CLASS = frozenset({"Armor", "AT", "Flak", "Arm Car", "Arm Recon", "Camel", "Motorcycle", "AG"})
INFANTRY_CLASS = frozenset({"Infantry", "Airborne", "MG", "Garrison", "Support"})
NO_MARSH = frozenset({"Armor", "Arm Recon", "Arm Car", "AG", "Artillery"})
GERMANS = frozenset({"German", "LW"})
ITALIANS = frozenset({"Italian", "CCNN"})

Mode = Literal["foot", "vehicle", "truck", "trace"]


@dataclass(frozen=True)
class HexInfo:
    """A hex: where it lies and what is printed on it; hexsides by direction (``NE`` -> ``primary``)."""

    id: str
    name: str
    column: int
    row: int
    lat: float
    lon: float
    terrains: tuple[str, ...]
    main_terrain: str
    sand_share: float
    roads: Mapping[str, str]
    escarpments: Mapping[str, str]
    wadis: frozenset[str]
    rivers: Mapping[str, str]
    sea_lines: frozenset[str]
    forts: frozenset[str]
    port: bool
    city: str
    oasis: bool
    edge: str
    provenance: Provenance


@dataclass(frozen=True)
class UnitType:
    """A counter. `reduced` are attack, defence and movement once a step is lost (None: one step only)."""

    kind: str
    name: str
    division: str
    side: str
    nationality: str
    unit_class: str
    size: str
    attack: int
    defense: int
    move: int
    steps: int
    reduced: tuple[int, int, int] | None
    exploits: bool
    exploits_reduced: bool
    shifts: int
    supply_count: int
    quantity: int
    provenance: Provenance

    @property
    def german(self) -> bool:
        return self.nationality in GERMANS

    @property
    def garrison(self) -> bool:
        return self.unit_class == "Garrison"

    @property
    def artillery(self) -> bool:
        return self.unit_class == "Artillery"

    @property
    def arms(self) -> str:
        """Its class for Combined Arms: armor, infantry or "" (rulebook 3.4)."""
        if self.unit_class in ARMOR_CLASS:
            return "armor"
        return "infantry" if self.unit_class in INFANTRY_CLASS else ""

    @property
    def mode(self) -> Mode:
        """How it moves: vehicles keep out of salt marsh (Terrain Effects Chart, note b)."""
        return "vehicle" if self.unit_class in NO_MARSH else "foot"

    @property
    def values(self) -> str:
        """The printed values: 8-6-9."""
        return f"{self.attack}-{self.defense}-{self.move}"

    @property
    def title(self) -> str:
        """Name, division and type as people say it."""
        full = f"{self.name}/{self.division}" if self.division else self.name
        return f"{full} {self.unit_class}".replace("Arty Artillery", "Artillery").strip()


@dataclass(frozen=True)
class TerrainCost:
    """What terrain costs: movement points, None where prohibited, `all_points` where it takes all."""

    terrain: str
    scope: str
    cost: Fraction | None
    all_points: bool
    supply: bool
    rule: str
