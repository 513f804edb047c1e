"""Salvage: a Soviet tank out of wrecks on red ground that was held (rule na.ussr.salvage, notes N4, N17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.orders import Order
from northafrica.core.pieces import Piece
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import advantage
from northafrica.systems.revised.board.ground import CAPTORS, name
from northafrica.systems.revised.combat.forces import attackers, defenders
from northafrica.systems.revised.combat.national import coloured
from northafrica.systems.revised.facts import combat
from northafrica.systems.revised.orders.fighting import Salvage

RULE = "na.ussr.salvage"


def salvage_steps(view: View, space: str) -> tuple[SalvageChoice, ...]:
    """The question after a combat in which an attacking tank was destroyed and the ground stays Soviet."""
    falls = attackers(view, space, lambda p: p.kind in CAPTORS) and not defenders(view, space)
    held = bool(combat(view).wrecks) and coloured(view, space, "ussr") and not falls
    return (SalvageChoice(space=space),) if held and advantage(view, "ussr", "salvage") else ()


@dataclass(frozen=True)
class SalvageChoice(Choice):
    """The Soviet Union places the tank, or does without."""

    title: ClassVar[str] = "Salvage"
    space: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of("ussr")

    def prompt(self, view: View) -> Prompt:
        text = f"place a free Soviet tank in {name(view, self.space)}, or end"
        return Prompt(text, "An attacking tank was destroyed and the territory held.", (RULE,))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Plain(Salvage, self._place), Plain(End, lambda table: table.finish()))

    def _place(self, table: Table) -> None:
        table.finish()
        table.emit("placed", RULE, place=self.space, piece=Piece("ussr", "tank"), count=1, power="ussr")

    def fallback(self, view: View) -> Order:
        return Salvage()
