"""How a scenario is won: sudden death, and the levels checked at its end (7.11; general notes; scenarios)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.events import Event
from northafrica.core.naming import joined
from northafrica.core.state import Outcome
from northafrica.core.table import Table, View
from northafrica.systems.blocks.board.control import CONTROL
from northafrica.systems.blocks.board.fronts import holders
from northafrica.systems.blocks.board.ground import data
from northafrica.systems.blocks.data.rows import VictoryRow
from northafrica.systems.blocks.data.tables import SIDES
from northafrica.systems.blocks.setup.start import scenario
from northafrica.systems.blocks.wording import SIDE_NAMES

SUDDEN = "sudden_death"
LEVELS = {SUDDEN: "Sudden Death Victory", "decisive": "Decisive Victory", "marginal": "Marginal Victory"}
"""The levels, the highest first."""


def conditions(view: View, side: str) -> tuple[VictoryRow, ...]:
    """A side's conditions, the highest level first."""
    found = [row for row in data(view).victory[view.setting.scenario] if row.side == side]
    return tuple(sorted(found, key=lambda row: list(LEVELS).index(row.level)))


def held(view: View, row: VictoryRow) -> tuple[str, ...]:
    """The places of a condition that its side controls now."""
    holder = holders(view)
    return tuple(place for place in row.places if holder(place) == row.side)


def met(view: View, row: VictoryRow) -> bool:
    """Whether a condition is met now."""
    return len(held(view, row)) >= row.need


def told(view: View, row: VictoryRow) -> str:
    """A condition in words: `Decisive Victory: Tobruk and Mersa Matruh`."""
    names = [view.name(place) for place in row.places]
    every = row.need == len(names)
    places = joined(names) if every else f"{row.need} of {joined(names)}" if row.need > 1 else joined(names, "or")
    return f"{LEVELS[row.level]}: {places}"


def watch(table: Table, fresh: Sequence[Event]) -> None:
    """End the game at once where a place that changes hands brings sudden death (rule gn.sudden-death)."""
    if table.state.outcome is not None or not any(event.kind == CONTROL and event.power for event in fresh):
        return
    for side in SIDES:
        for row in conditions(table, side):
            if row.level == SUDDEN and met(table, row):
                _win(table, row, "gn.sudden-death")
                return


def conclude(table: Table) -> None:
    """The end of the scenario: the higher level wins (rule gn.mv-dv); equal levels are a draw."""
    best = {side: next((row for row in conditions(table, side) if met(table, row)), None) for side in SIDES}
    ranks = {side: list(LEVELS).index(row.level) for side, row in best.items() if row is not None}
    top = [side for side, rank in ranks.items() if rank == min(ranks.values())]
    row = best[top[0]] if len(top) == 1 else None
    if row is not None:
        _win(table, row, "gn.mv-dv")
        return
    plain, rule = scenario(table).otherwise, scenario(table).victory_rule
    if not top and plain:
        why = "no condition of the other side is met when the scenario ends"
        table.conclude(Outcome(plain, "Victory", f"{SIDE_NAMES[plain]}: {why}", (rule, "gn.mv-dv")))
        return
    table.conclude(Outcome("", "Draw", "neither side has a higher level of victory", (rule, "gn.mv-dv")))


def _win(table: Table, row: VictoryRow, rule: str) -> None:
    reason = f"{SIDE_NAMES[row.side]} control {joined(table.name(place) for place in held(table, row))}"
    table.conclude(Outcome(row.side, LEVELS[row.level], reason, (row.rule, rule)))
