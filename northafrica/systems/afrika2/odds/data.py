"""The tables that the odds of combat read in ``data/afrika2``: those of combat, and the counters by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from northafrica.core.options import did_you_mean
from northafrica.core.scenario import Tables
from northafrica.odds.listing import plain
from northafrica.odds.told import OddsError
from northafrica.systems.afrika2.entities import SYSTEM
from northafrica.systems.afrika2.tables import combat as combat_tables
from northafrica.systems.afrika2.tables import rows
from northafrica.systems.afrika2.tables.combat import CombatTables, TerrainRow

__all__ = ["CombatData", "TerrainRow", "UnitRow", "combat_data"]


class UnitRow(rows.UnitRow):
    """units.csv: a counter, with all the ways to write it."""

    @property
    def values(self) -> str:
        """The printed values, as the rulebook writes them: 8-6-9."""
        return f"{self.attack}-{self.defense}-{self.move}"

    @property
    def names(self) -> set[str]:
        """All the ways to write this counter."""
        full = f"{self.name}/{self.division}" if self.division else self.name
        words = {self.id, full, self.values, f"{self.values} {self.unit_class}", f"{full} {self.unit_class}"}
        words |= {f"{self.nationality} {full}", f"{self.nationality} {full} {self.unit_class}"}
        words |= {f"{self.nationality} {self.values} {self.unit_class}", f"{self.values} {self.unit_class} ({full})"}
        return {plain(word) for word in words}

    @property
    def fighting(self) -> tuple[object, ...]:
        """All that combat looks at: counters equal in this are the same to it."""
        return (
            *(self.attack, self.defense, self.steps, self.reduced_attack, self.reduced_defense),
            *(self.combined_arms, self.crt_shift, self.unit_class == "Garrison"),
        )


@dataclass(frozen=True)
class CombatData(CombatTables):
    """The tables of combat, the counters by every name they have, and the most air points a turn gives a side."""

    counters: Mapping[str, tuple[UnitRow, ...]]
    most_air: int

    def counter(self, name: str, where: str) -> UnitRow:
        """The counter of a name; raises `OddsError` if there is none, or several that fight unlike."""
        found = self.counters.get(name)
        if not found:
            raise OddsError(f"{where}: unknown unit '{name}'; {did_you_mean(name, self.counters)}")
        if len({unit.fighting for unit in found}) > 1:
            raise OddsError(f"{where}: '{name}' may be {' or '.join(unit.id for unit in found)}; write one of these")
        return found[0]


@cache
def combat_data() -> CombatData:
    """The tables of ``data/afrika2`` that combat needs, read once."""
    tables = Tables(SYSTEM)
    combat = combat_tables.read(tables)
    counters: dict[str, list[UnitRow]] = defaultdict(list)
    for unit in tables.read("units.csv", UnitRow):
        for name in unit.names:
            counters[name].append(unit)
    found = {name: tuple(units) for name, units in counters.items()}
    air = max(row.value for row in tables.read("charts.csv", rows.ChartRow) if row.chart == "air")
    return CombatData(combat.table, combat.terrain, combat.numbers, found, air)
