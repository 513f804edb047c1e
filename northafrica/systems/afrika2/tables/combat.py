"""The tables of combat in ``data/afrika2`` (results, terrain, numbers) and the one way to a column.

The odds of a battle on paper (`odds`) and the Combat Phase both read them here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field

from northafrica.core.scenario import Row, Tables
from northafrica.odds.results_table import Result, ResultsTable, Rounding, dice_totals, whole_odds

Number = Annotated[Fraction, BeforeValidator(lambda value: Fraction(str(value)))]


def odds_text(odds: Fraction) -> str:
    """Whole odds: ``3:1``, ``1:2``."""
    return f"{odds.numerator}:{odds.denominator}"


class ResultRow(Row):
    """crt.csv: one cell of the combat results table."""

    key: ClassVar[tuple[str, ...]] = ("dice", "column")
    complete: ClassVar[str] = "the table has the columns and totals that are printed, and no others"
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
    settled: ClassVar[Mapping[str, str]] = {"scope": "the rules are written for it"}
    complete: ClassVar[str] = "no rule knows other terrain; no more can be added"
    terrain: str
    scope: str
    defence_times: Number
    columns_left: int
    attack_times: Number
    with_others: bool
    shelter: bool


class NumberRow(Row):
    """combat_numbers.csv: caps and factors named in the rulebook."""

    complete: ClassVar[str] = "no rule knows another number"
    id: str
    value: Number


@dataclass(frozen=True)
class Column:
    """A column found: the raw odds and their column, the net shift before the cap, the last column, the terrain used.

    `times` is what the defence counts: the terrain's factor times those of a Box and forts.
    """

    odds: Fraction
    raw: int
    net: int
    last: int
    terrain: TerrainRow
    times: Fraction


@dataclass(frozen=True)
class CombatTables:
    """The tables, read and joined."""

    table: ResultsTable
    terrain: Mapping[str, TerrainRow]
    numbers: Mapping[str, Fraction]

    def column(
        self, attack: Fraction, defence: Fraction, ground: Iterable[TerrainRow], shift: int, rounding: Rounding
    ) -> Column:
        """The column of strengths: only the terrain that helps the defender most counts, a Box and forts besides (1.4).

        ``defence`` comes without terrain; ``shift`` is the net of all shifts but the terrain's.
        """
        ground = list(ground)
        always = Fraction(1)
        for row in ground:
            always *= row.defence_times if row.with_others else 1
        found = []
        for row in [row for row in ground if not row.with_others] or [self.terrain["open"]]:
            times = always * row.defence_times
            whole = whole_odds(attack, defence * times, rounding)
            raw, net = self.table.column_of(whole), shift - row.columns_left
            found.append(Column(whole, raw, net, self.table.shifted(raw, net), row, times))
        return min(found, key=lambda column: (column.last, column.odds, column.net))

    def arms_cap(self, attacking: bool) -> int:
        """How many stacks may shift for Combined Arms (3.4)."""
        return int(self.numbers["combined_arms_attacker" if attacking else "combined_arms_defender"])


def read(tables: Tables) -> CombatTables:
    """combat_terrain.csv, combat_numbers.csv and crt.csv."""
    named = {row.id: row for row in tables.read("combat_numbers.csv", NumberRow)}
    numbers = {name: row.value for name, row in named.items()}
    for name, made_for in (("dice", 2), ("faces", 6)):
        if numbers[name] != made_for:
            raise named[name].error("value", f"the table of results is made for two dice of six; write {made_for}")
    terrain = {row.terrain: row for row in tables.read("combat_terrain.csv", TerrainRow)}
    for row in terrain.values():
        _check_terrain(row)
    return CombatTables(_results_table(tables, numbers), terrain, numbers)


def _check_terrain(row: TerrainRow) -> None:
    """Cells that no battle would read are refused."""
    if row.scope == "hex" and row.attack_times != 1:
        raise row.error("attack_times", "only hexsides change the attack; write 1, or change defence_times")
    for column in ("with_others", "shelter") if row.terrain == "open" else ():
        if getattr(row, column):
            raise row.error(column, "open ground is what counts where nothing else does; write no")


def _results_table(tables: Tables, numbers: Mapping[str, Fraction]) -> ResultsTable:
    rows = tables.read("crt.csv", ResultRow)
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
