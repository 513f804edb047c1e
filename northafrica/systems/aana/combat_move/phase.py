"""Phase 3, first part: combat moves as a plan (rulebook p.15-17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain, forbidden
from northafrica.core.groups import clear_status, everywhere
from northafrica.core.orders import Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import Commit, Dropping, PlanStep
from northafrica.systems.aana.board.ground import mine
from northafrica.systems.aana.combat_move import blitz
from northafrica.systems.aana.combat_move.commit import Committing
from northafrica.systems.aana.combat_move.declare import Declare
from northafrica.systems.aana.combat_move.moving import Blitzing, Moving, Planned
from northafrica.systems.aana.combat_move.refusals import OUT_OF_PLACE
from northafrica.systems.aana.facts import facts
from northafrica.systems.aana.mines.going_off import next_mined
from northafrica.systems.aana.orders import Attack

MOVES_FIRST = Ruling.refuse("amove.before-declare", "all combat moves are committed before any attack is declared")


@dataclass(frozen=True)
class CombatMove(PlanStep):
    """All combat moves are planned, then carried out at once; ships and blitzers halted by mines may go on."""

    title: ClassVar[str] = "Combat moves"
    leg: int = 1

    @property
    def planned(self) -> Planned:
        return Planned(self.lines, self.leg)

    def prompt(self, view: View) -> Prompt:
        going_on = "units halted by mines may go on; commit when done"
        what = "plan your combat moves, then commit" if self.leg == 1 else going_on
        return Prompt(
            f"{what} (plan: {self.listed()})",
            "Every combat move must end in attack position; all happen at once.",
            ("amove.must-attack", "amove.simultaneous", "amove.reserve-one", "amove.air-safe-landing"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (
            Moving(self.planned, self.add),
            Blitzing(self.planned, self.add),
            Dropping(self),
            Plain(Commit, self._commit, Committing(self.planned).judge),
            *forbidden(MOVES_FIRST, Attack),
            *OUT_OF_PLACE,
        )

    def _commit(self, table: Table) -> None:
        table.replace(AfterLeg(self.leg))
        Committing(self.planned).do(table)

    def fallback(self, view: View) -> Order:
        return Committing(self.planned).fallback(view)


@dataclass(frozen=True)
class AfterLeg(Automatic):
    """After a leg: mines of the spaces entered, blitz captures, then on, or the declarations."""

    title: ClassVar[str] = "Combat moves carried out"
    leg: int = 1

    def run(self, table: Table) -> None:
        if facts(table).pending:
            next_mined(table)
            return
        blitz.capture_all(table)
        clear_status(table, lambda p: True, "entered", "crossing")
        going_on = CombatMove(leg=self.leg + 1)
        if any(
            going_on.planned.ways(table, place, p)
            for place, p, _ in everywhere(table, lambda p: p.has("halted") and mine(table, p))
        ):
            table.replace(going_on)
            return
        clear_status(table, lambda p: True, "halted", "via")
        table.replace(Declare())
