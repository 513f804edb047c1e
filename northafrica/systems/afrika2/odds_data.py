"""The tables that combat reads in ``data/afrika2``: results, terrain, numbers, counters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field

from northafrica.core.scenario import MaybeInt, Row, did_you_mean, read_table
from northafrica.odds.answer import OddsError
from northafrica.odds.listing import plain
from northafrica.odds.results_table import Result, ResultsTable, dice_totals

Number = Annotated[Fraction, BeforeValidator(lambda value: Fraction(str(value)))]


class ResultRow(Row):
    """crt.csv: one cell of the combat results table."""

    key: ClassVar[tuple[str, ...]] = ("dice", "column")
    dice: int = Field(ge=2, le=12)
    column: str
    result: str
    attacker_steps: int = Field(ge=0)
    attacker_retreat: int = Field(ge=0)
    defender_steps: int = Field(ge=0)
    defender_retreat: int = Field(ge=0)


class TerrainRow(Row):
    """combat_terrain.csv: factors of strength and columns; ``shelter``: every retreat may become losses."""

    model_config = Row.model_config | {"arbitrary_types_allowed": True}
    key: ClassVar[tuple[str, ...]] = ("terrain",)
    terrain: str
    scope: str
    defence_times: Number
    columns_left: int
    attack_times: Number
    with_others: bool
    shelter: bool


class NumberRow(Row):
    """combat_numbers.csv: caps and factors named in the rulebook."""

    id: str
    value: Number


class UnitRow(Row):
    """units.csv: a counter; the reduced side is empty for counters of one step."""

    id: str
    side: str
    nationality: str
    name: str
    division: str
    unit_class: str
    size: str
    attack: int = Field(ge=0)
    defense: int = Field(ge=0)
    move: int = Field(ge=0)
    steps: int = Field(ge=1)
    reduced_attack: MaybeInt
    reduced_defense: MaybeInt
    reduced_move: MaybeInt
    steps_when_flipped: MaybeInt
    exploit_capable: str
    exploit_capable_reduced: str
    combined_arms: str
    crt_shift: int
    supply_count: int
    quantity: int

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
class CombatData:
    """The tables, read and joined."""

    table: ResultsTable
    terrain: Mapping[str, TerrainRow]
    numbers: Mapping[str, Fraction]
    counters: Mapping[str, tuple[UnitRow, ...]]

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
    terrain = read_table(("afrika2", "combat_terrain.csv"), TerrainRow)
    numbers = {row.id: row.value for row in read_table(("afrika2", "combat_numbers.csv"), NumberRow)}
    counters: dict[str, list[UnitRow]] = defaultdict(list)
    for unit in read_table(("afrika2", "units.csv"), UnitRow):
        for name in unit.names:
            counters[name].append(unit)
    return CombatData(
        _results_table(numbers),
        {row.terrain: row for row in terrain},
        numbers,
        {name: tuple(found) for name, found in counters.items()},
    )


def _results_table(numbers: Mapping[str, Fraction]) -> ResultsTable:
    rows = read_table(("afrika2", "crt.csv"), ResultRow)
    columns = tuple(dict.fromkeys(row.column for row in rows))
    results: dict[int, list[Result]] = defaultdict(list)
    for row in rows:
        cell = Result(row.attacker_steps, row.attacker_retreat, row.defender_steps, row.defender_retreat)
        if str(cell) != row.result:
            raise row.error("result", f"'{row.result}' does not fit its numbers, which say {cell}")
        results[row.dice].append(cell)
    return ResultsTable(
        columns,
        tuple(_lowest(column) for column in columns),
        {total: tuple(cells) for total, cells in results.items()},
        dice_totals(int(numbers["dice"]), int(numbers["faces"])),
        int(numbers["most_columns"]),
    )


def _lowest(column: str) -> Fraction:
    """The least odds of a column like ``5:1-6:1`` or ``9:1+``."""
    attack, defence = column.split("-", maxsplit=1)[0].rstrip("+").split(":")
    return Fraction(int(attack), int(defence))
