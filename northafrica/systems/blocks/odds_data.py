"""The tables that combat reads in ``data/blocks``: firepower by TECH, terrain, blocks, and a block of each type."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from northafrica.core.options import did_you_mean
from northafrica.core.scenario import Names, Row, read_table
from northafrica.odds.listing import plain
from northafrica.odds.step_dice import NEVER, Role
from northafrica.odds.told import OddsError

NATIONS = {"germany": "germany", "italy": "italy", "uk": "uk", "free french": "uk", "us": "us"}
"""Whose dates of TECH a nation follows; others have none."""


def _need(value: object) -> object:
    """The least die that hits of a cell like ``5-6``; an empty cell never hits."""
    text = str(value).strip()
    return int(text.split("-", maxsplit=1)[0]) if text else NEVER


def _ladder(value: object) -> object:
    return tuple(int(step) for step in str(value).split("-"))


Need = Annotated[int, BeforeValidator(_need)]
Ladder = Annotated[tuple[int, ...], BeforeValidator(_ladder)]


class FirepowerRow(Row):
    """firepower.csv: a family at a TECH: dice needed, movement points; the months from which nations have it."""

    key: ClassVar[tuple[str, ...]] = ("family", "tech")
    family: str
    tech: int = Field(ge=1, le=3)
    attack: Need
    defence: Need
    mp: int = Field(ge=0)
    germany: str
    italy: str
    uk: str
    us: str


class TerrainRow(Row):
    """combat_terrain.csv: halvings of attacking blocks and of artillery and aircraft, bonus of the defender."""

    key: ClassVar[tuple[str, ...]] = ("terrain",)
    terrain: str
    halved: int
    guns_halved: int
    bonus: int
    first_round: bool
    city_dice: int
    city_need: int
    mountain_troops: bool
    armor_halved: bool


class _BlockRow(Row):
    type: str
    role: Role
    fires_as: str
    guns_as: str
    ladder: Ladder
    elite: str
    fixed: bool


class UnitRow(_BlockRow):
    """units.csv: a block of the game.

    colour     of the wood, all that the enemy sees; `colours` of its steps, the strongest first
    pair       the PP that each yellow one needs beside it; `ends`: red for the first and the last step alone
    surrenders the PP an enemy gains beside a yellow one when it surrenders
    rebuilt    where it is rebuilt; nowhere where empty (a blue cadre)
    scenarios  those it belongs to
    """

    id: str = Field(min_length=1)
    nation: str
    side: Literal["Axis", "Allies", "neutral"]
    name: str
    colour: str = Field(min_length=1)
    colours: Names
    pair: Literal["", "red", "blue", "white", "oil", "ends"]
    surrenders: Literal["", "red", "blue", "white", "oil"]
    origin: Literal["resident", "tropicalized", "foreign"]
    wilson: bool
    rebuilt: Names
    scenarios: Names
    steps_are: str

    @property
    def names(self) -> set[str]:
        """All the ways to write this block: id, its second half, name, the parts inside and outside brackets."""
        words = {self.id, self.id.partition("_")[2], self.name, *re.split(r"[()]", self.name)}
        return {plain(word.replace("(", " ").replace(")", " ")) for word in words if word.strip()}


class GenericRow(_BlockRow):
    """generic.csv: the usual block of a type."""

    key: ClassVar[tuple[str, ...]] = ("type",)
    aliases: Names

    nation: ClassVar[str] = ""
    steps_are: ClassVar[str] = "generic"


BlockRow = UnitRow | GenericRow


@dataclass(frozen=True)
class CombatData:
    """The tables, read and joined."""

    firepower: Mapping[tuple[str, int], FirepowerRow]
    terrain: Mapping[str, TerrainRow]
    blocks: Mapping[str, tuple[BlockRow, ...]]

    def block(self, name: str, where: str) -> BlockRow:
        """The block of a name; raises `OddsError` if there is none, or several."""
        found = self.blocks.get(name)
        if not found:
            raise OddsError(f"{where}: unknown block '{name}'; {did_you_mean(name, self.blocks)}")
        if len(found) > 1:
            ids = [block.id for block in found if isinstance(block, UnitRow)]
            raise OddsError(f"{where}: '{name}' may be {' or '.join(ids)}; write one of these")
        return found[0]

    def tech_on(self, family: str, nation: str, month: str) -> int | None:
        """The TECH of a family in a month like ``1942-06``; None for nations without dates."""
        return tech_of(self.firepower, family, nation, month)


def tech_of(firepower: Mapping[tuple[str, int], FirepowerRow], family: str, nation: str, month: str) -> int | None:
    """The TECH of a family in a month like ``1942-06`` (rule 3.16.fixed-dates); None for nations without dates."""
    column = NATIONS.get(nation.lower())
    if column is None:
        return None
    dated = [row for (name, _), row in firepower.items() if name == family]
    have = [row.tech for row in dated if (since := getattr(row, column)) and since <= month]
    return max([1, *have])


@cache
def combat_data() -> CombatData:
    """The tables of ``data/blocks`` that combat needs, read once."""
    blocks: dict[str, list[BlockRow]] = defaultdict(list)
    for unit in read_table(("blocks", "units.csv"), UnitRow):
        for name in unit.names:
            blocks[name].append(unit)
    for kind in read_table(("blocks", "generic.csv"), GenericRow):
        for name in (kind.type, *kind.aliases):
            blocks[plain(name)] = [kind]
    firepower = read_table(("blocks", "firepower.csv"), FirepowerRow)
    terrain = read_table(("blocks", "combat_terrain.csv"), TerrainRow)
    return CombatData(
        {(row.family, row.tech): row for row in firepower},
        {row.terrain: row for row in terrain},
        {name: tuple(found) for name, found in blocks.items()},
    )
