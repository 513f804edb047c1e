"""Income: the RP of a turn, Malta's against 1 of its supply (rulebook p.13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain, forbidden
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import controller, data, holds, side_of, spend, supply
from northafrica.systems.aana.data.entities import TREASURY
from northafrica.systems.aana.orders import Buy, Mine, Pass, Pay, Repair
from northafrica.systems.aana.setup import bidding

MALTA = "malta"
MALTA_FIRST = Ruling.refuse(
    "req.malta-income",
    "first say about Malta 'pay' (1 of its supply for its RP) or 'pass': the income depends on it",
    "req.income",
)
"""Nothing is bought before the income is known."""


def malta_step(view: View) -> tuple[Step, ...]:
    """Rule req.malta-income: asked only of the UK, and only where Malta has supply to pay with."""
    if view.state.power == "uk":
        return (MaltaSupply(),) if supply(view, MALTA) else (Income(malta=False),)
    return (Income(),)


@dataclass(frozen=True)
class MaltaSupply(Choice):
    """Spend 1 supply in Malta for its 15 RP, or do without (note A7)."""

    title: ClassVar[str] = "Malta: pay for its income?"

    def seat(self, view: View) -> str:
        return view.seat_of("uk")

    def prompt(self, view: View) -> Prompt:
        worth = data(view).rp(MALTA)
        return Prompt(
            f"spend 1 of the {supply(view, MALTA)} supply in Malta to gain its {worth} RP?",
            "Malta has used up its own resources and yields nothing without supply.",
            ("req.malta-income",),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        decline = Plain(Pass, lambda table: table.replace(Income(malta=False)))
        return (Plain(Pay, self._pay), decline, *forbidden(MALTA_FIRST, Buy, Mine, Repair, End))

    def _pay(self, table: Table) -> None:
        spend(table, ((MALTA, 1),), "Malta", "req.malta-income")
        table.replace(Income(malta=True))


def income(view: View, power: str, malta: bool) -> tuple[int, list[tuple[str, int]]]:
    """Rule req.income: Basic RP and the RP of every territory that bears the power's own marker or emblem."""
    found = []
    for space in data(view).board.spaces:
        worth = data(view).rp(space)
        owner = next(iter(data(view).is_emblem(space)), "") or controller(view, space)  # Malta bears its emblem
        if worth and owner == power and (space != MALTA or malta):
            found.append((space, worth))
    return data(view).powers[power].basic_rp, found


@dataclass(frozen=True)
class Income(Automatic):
    """The RP available this turn are counted."""

    title: ClassVar[str] = "Income"
    malta: bool = True

    def run(self, table: Table) -> None:
        power = table.state.power
        basic, lands = income(table, power, self.malta)
        rules = ("req.income", "req.own-control-only")
        table.emit("gained", *rules, place=TREASURY, resource="rp", owner=power, amount=basic, purpose="basic")
        for space, worth in lands:
            extra = ["req.malta-income" if space == MALTA else "board.rp-range"]
            extra += [] if holds(table, space, side_of(power)) else ["control.persists"]
            table.emit(
                "gained", *rules, *extra, place=TREASURY, resource="rp", owner=power, amount=worth, purpose=space
            )
        bidding.cash(table)
        table.finish()
