"""Phase 7: a power collects its production level (Phase 7: Collect Income)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import everywhere
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import ACTIVE, advantage, mark, state_of, use
from northafrica.systems.revised.board.control import FREED
from northafrica.systems.revised.board.ground import chart_of, production
from northafrica.systems.revised.board.money import gain
from northafrica.systems.revised.orders.economy import Winter

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
        rules = ("income.collect", "income.verify", "turn.voluntary", *(("na.germany.u-boat",) if less else ()))
        if amount:
            gain(table, power, amount, "income", *rules, detail=told)
        else:
            table.note("no income", *rules, detail=told)
        if table.state.marker(chart_of(power), FREED):
            mark(table, power, FREED, "", "capital.freed.income", label="income again")
        if power == "ussr" and advantage(table, power, "russian_winter"):
            table.push(SevereWinter())


@dataclass(frozen=True)
class SevereWinter(Choice):
    """The Soviet Union may declare its winter now, once in the game (rule na.ussr.winter)."""

    title: ClassVar[str] = "Russian Winter"

    def prompt(self, view: View) -> Prompt:
        text = "declare a severe winter? Soviet infantry defend at 3 until the next Soviet turn"
        return Prompt(text, "Once in the game, in the phase of income.", ("na.ussr.winter", "na.once-tracking"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Plain(Winter, self._declare), Plain(End, lambda table: table.finish()))

    def _declare(self, table: Table) -> None:
        table.finish()
        mark(table, "ussr", "russian_winter", ACTIVE, "na.ussr.winter", label="a severe winter")


def winter_ends(table: Table) -> None:
    """A severe winter lasts until the next Soviet turn, and comes once."""
    if table.state.power == "ussr" and state_of(table, "ussr", "russian_winter") == ACTIVE:
        use(table, "ussr", "russian_winter", "na.ussr.winter")
