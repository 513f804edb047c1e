"""The tables that combat reads in ``data/marenostrum``: units with their factors, and changes of factors."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pydantic import Field

from northafrica.core.options import did_you_mean
from northafrica.core.scenario import MaybeInt, Row, read_table
from northafrica.odds.factor_fire import Factors, Medium
from northafrica.odds.listing import plain
from northafrica.odds.told import OddsError

CARRIERS = ("CV", "CVE")
OWN = "own numbers"
SHIELDED = (*CARRIERS, "LS", "TR", "TR(f)")


class UnitRow(Row):
    """units.csv: a counter; empty factors are 0, the reduced side differs in its ground factor only."""

    id: str
    side: str
    nationality: str
    name: str
    category: str
    type: str
    steps: int = Field(ge=1, le=2)
    heavy_light: str
    anti_ground: int = Field(ge=0, le=6)
    anti_ground_reduced: MaybeInt
    anti_air: int = Field(ge=0, le=6)
    anti_surface: int = Field(ge=0, le=6)
    anti_sub: int = Field(ge=0, le=6)
    move_or_range: int = Field(ge=0)
    boxed: bool
    static_anti_air: MaybeInt
    group: str
    factor_rule: str
    factors_are: str

    @property
    def medium(self) -> Medium:
        """What it is to the enemy's factors."""
        if self.category == "naval":
            return "submarine" if self.type == "SS" else "surface"
        return "air" if self.category == "air" else "ground"

    @property
    def factors(self) -> Factors:
        """Factors against ground, air, surface, submarine."""
        return self.anti_ground, self.anti_air, self.anti_surface, self.anti_sub

    @property
    def names(self) -> set[str]:
        """All the ways to write this unit; a name that begins with a number needs its nationality."""
        base = re.sub(r" #\d+$", "", self.name)
        words = {self.id, f"{self.nationality} {self.name}", f"{self.nationality} {base}"}
        words |= {f"{self.nationality} {self.type}", self.type}
        words |= {word for word in (self.name, base) if not word[0].isdigit()}
        return {plain(word.replace("#", "")) for word in words}

    @property
    def fighting(self) -> tuple[object, ...]:
        """All that combat looks at: units equal in this are the same to it."""
        vichy, us = (self.nationality == name and self.category == "ground" for name in ("Vichy French", "US"))
        special = self.type if self.type in (*SHIELDED, "HB", "HS-129", "fortification", "supply") else ""
        engineers = self.type in ("assault engineers", "armored battalion")
        move = self.move_or_range if self.category == "ground" else 0
        reduced = self.anti_ground_reduced
        return self.factors, reduced, self.medium, self.steps, self.boxed, vichy, us, special, engineers, move


class NumberRow(Row):
    """combat_numbers.csv: changes of factors named in the rulebook."""

    id: str
    value: int


@dataclass(frozen=True)
class CombatData:
    """The tables, read and joined: by name, and by the class that shares a rule for its factors."""

    units: Mapping[str, tuple[UnitRow, ...]]
    classes: Mapping[str, tuple[UnitRow, ...]]
    numbers: Mapping[str, int]

    def knows(self, name: str) -> bool:
        """Whether there is a unit or class of that name."""
        return plain(name.replace("#", "")) in self.units or name in self.classes

    def named(self, row: UnitRow, name: str) -> tuple[UnitRow, ...]:
        """All units that a name may mean, the row found by it among them."""
        return self.classes.get(name) or self.units.get(plain(name.replace("#", "")), (row,))

    def generic(self, name: str, own: Mapping[str, int], steps: int | None) -> UnitRow | None:
        """A unit of a bare type that has nothing but the numbers written for it; None if it is no bare type."""
        found = [unit for unit in self.units.get(name, ()) if plain(unit.type) == name]
        if not found:
            return None
        numbers = {"anti_ground": 0, "anti_ground_reduced": None, "anti_air": 0, "anti_surface": 0, "anti_sub": 0}
        named = {"id": name, "nationality": "any", "move_or_range": own.get("move", 0), "source": OWN}
        return found[0].model_copy(update=numbers | named | {"steps": steps or 1})

    def unit(self, name: str, where: str) -> UnitRow:
        """The unit of a name; raises `OddsError` if there is none, or several that fight unlike."""
        key = plain(name.replace("#", ""))
        if name in self.classes:
            return self.classes[name][0]
        found = self.units.get(key)
        if not found:
            raise OddsError(f"{where}: unknown unit '{name}'; {did_you_mean(name, [*self.units, *self.classes])}")
        if len({unit.fighting for unit in found}) == 1:
            return found[0]
        choices = sorted({unit.factor_rule for unit in found})
        if len(choices) == 1:
            raise OddsError(
                f"{where}: '{name}' may be {' or '.join(unit.id for unit in found[:6])}; write one of these"
            )
        raise OddsError(f"{where}: '{name}' may be of class {', '.join(choices)}; write one of these")


@cache
def combat_data() -> CombatData:
    """The tables of ``data/marenostrum`` that combat needs, read once.

    A class stands for its units with the most steps.
    """
    units: dict[str, list[UnitRow]] = defaultdict(list)
    classes: dict[str, list[UnitRow]] = defaultdict(list)
    for unit in read_table(("marenostrum", "units.csv"), UnitRow):
        classes[plain(unit.factor_rule)].append(unit)
        for name in unit.names:
            units[name].append(unit)
    return CombatData(
        {name: tuple(found) for name, found in units.items()},
        {name: tuple(sorted(found, key=lambda unit: -unit.steps)) for name, found in classes.items()},
        {row.id: row.value for row in read_table(("marenostrum", "combat_numbers.csv"), NumberRow)},
    )
