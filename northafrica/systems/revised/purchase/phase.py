"""Phase 2: units are bought and wait in the mobilization zone (Phase 2: Purchase Units)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.orders import FieldSpec, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import YES, advantage
from northafrica.systems.revised.board.control import FREED
from northafrica.systems.revised.board.ground import (
    MOBILIZATION,
    chart_of,
    data,
    unit,
)
from northafrica.systems.revised.board.money import funds, pay, too_dear
from northafrica.systems.revised.orders.economy import Buy
from northafrica.systems.revised.wording import power_name, word


def price(view: View, power: str, kind: str) -> int:
    """What a unit costs a power (rules buy.pay, na.us.war-economy)."""
    row = unit(view, kind)
    cheaper = row.domain in ("air", "sea") and advantage(view, power, "war_economy")
    return row.cost - (data(view).numbers["war_economy"] if cheaper else 0)


def may_not_yet(view: View) -> Ruling | None:
    """Why a power whose capital was freed cannot buy yet; None if it can (option freed_buys, note A6)."""
    power = view.state.power
    freed = view.state.marker(chart_of(power), FREED) == YES
    if freed and view.option("freed_buys") == "after_income":
        text = f"{power_name(power)} has not collected income since its capital was freed"
        return Ruling.refuse("capital.freed.no-purchase", text)
    return None


@dataclass(frozen=True)
class PurchaseUnits(Choice):
    """Buy units of any kind in any number."""

    title: ClassVar[str] = "Purchase Units"

    def prompt(self, view: View) -> Prompt:
        power = view.state.power
        lines = (f"{word(row.kind)} {price(view, power, row.kind)}" for row in data(view).units.values())
        return Prompt(
            f"buy units: {funds(view, power)} IPCs in hand; end when done",
            f"They are placed in phase 6; what is not spent is kept. Prices: {', '.join(lines)}.",
            ("buy.pay", "buy.any-type", "buy.keep-rest", "buy.mobilization-zone"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Buying(), Plain(End, lambda table: table.finish()))


class Buying(Deed[Buy]):
    """Units are paid for and put into the mobilization zone."""

    kind = Buy

    def barred(self, view: View) -> Ruling | None:
        return may_not_yet(view)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        money, power = funds(view, view.state.power), view.state.power
        most = {kind: money // max(1, price(view, power, kind)) for kind in data(view).units}
        return [Some(n, kind) for kind, n in most.items() if n]

    def judge(self, view: View, order: Buy) -> Ruling:
        power = view.state.power
        for some in order.units:
            if some.power and some.power != power:
                text = f"{power_name(power)} buys its own units only, not those of {power_name(some.power)}"
                return Ruling.refuse("powers.kept-separate", text, "buy.any-type")
        cost = total_price(view, order.units)
        problem = too_dear(view, power, cost, "costs", "buy.pay", "powers.kept-separate", "income.no-transfer")
        if problem is not None:
            return problem
        rest = ("buy.keep-rest",) if cost < funds(view, power) else ()
        return Ruling.allow(rules=("buy.any-type", "setup.no-piece-limit", *rest))

    def do(self, table: Table, order: Buy, found: None) -> None:
        power = table.state.power
        for some in order.units:
            cost = some.count * price(table, power, some.kind)
            cheaper = ("na.us.war-economy",) if price(table, power, some.kind) != unit(table, some.kind).cost else ()
            pay(table, power, cost, some.kind, "buy.pay", *cheaper)
            piece = Piece(power, some.kind)
            table.emit("placed", "buy.mobilization-zone", place=MOBILIZATION, piece=piece, count=some.count)


def total_price(view: View, units: Units) -> int:
    """What these units cost the acting power together, in IPCs."""
    return sum(some.count * price(view, view.state.power, some.kind) for some in units)
