"""Phase 7: a power collects its production level (Phase 7: Collect Income)."""

from __future__ import annotations

from typing import ClassVar

from northafrica.core.groups import everywhere
from northafrica.core.step import Automatic
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import advantage, mark
from northafrica.systems.revised.board.control import FREED
from northafrica.systems.revised.board.ground import chart_of, production
from northafrica.systems.revised.board.money import gain

HUNTED = ("uk", "us")
"""The powers that German submarines cost income (rule na.germany.u-boat)."""


def interdiction(view: View, power: str) -> int:
    """The IPCs that German submarines take from a power's income."""
    if power not in HUNTED or not advantage(view, "germany", "u_boat_interdiction"):
        return 0
    return sum(n for _, piece, n in everywhere(view, lambda p: p.power == "germany" and p.kind == "submarine"))


def income(view: View, power: str) -> int:
    """What a power with its capital collects now; never below 0 (note N5)."""
    return max(0, production(view, power) - interdiction(view, power))


class CollectIncome(Automatic):
    """IPCs equal to the production level; compulsory (rule turn.voluntary)."""

    title: ClassVar[str] = "Collect Income"

    def run(self, table: Table) -> None:
        table.finish()
        power, amount = table.state.power, income(table, table.state.power)
        less = production(table, power) - amount
        told = f"production {production(table, power)}"
        told += f", less {less} for German submarines" if less else ""
        rules = ("income.collect", "turn.voluntary", *(("na.germany.u-boat",) if less else ()))
        if amount:
            gain(table, power, amount, "income", *rules, detail=told)
        else:
            table.note("no income", *rules, detail=told)
        if table.state.marker(chart_of(power), FREED):
            mark(table, power, FREED, "", "capital.freed.income", label="income again")
