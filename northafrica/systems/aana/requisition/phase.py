"""Phase 2: income, then purchases, mines and repairs (rulebook p.13-14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.data.entities import TREASURY
from northafrica.systems.aana.requisition.minelaying import Laying
from northafrica.systems.aana.requisition.purchases import Buying, funds, prices
from northafrica.systems.aana.requisition.repair import repairing


@dataclass(frozen=True)
class Requisition(Choice):
    """Buy units, supply and mines, repair battleships; what is left is lost."""

    title: ClassVar[str] = "Requisition Reinforcements"

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"spend Reinforcement Points: {funds(view)} left; end when done",
            f"Unspent RP are lost. Prices, with attack and defence: {prices(view, view.state.power)}.",
            ("req.cost", "req.unspent-lost", "req.supply-max", "req.to-zone"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Buying(), Laying(), repairing(), Plain(End, self._end))

    def _end(self, table: Table) -> None:
        if funds(table):
            table.emit(
                "expired",
                "req.unspent-lost",
                place=TREASURY,
                resource="rp",
                owner=table.state.power,
                amount=funds(table),
                purpose="unspent",
            )
        table.finish()
