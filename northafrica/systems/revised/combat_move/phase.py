"""Phase 3: combat moves are planned line by line, proved, and made at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.orders import Order
from northafrica.core.step import Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import Commit, Drop, Dropping, PlanStep, project
from northafrica.systems.revised.combat_move import assault, banzai, loading, moving, rockets, waiting
from northafrica.systems.revised.combat_move.commit import proof
from northafrica.systems.revised.orders.moving import Assault, Banzai, Load, Move, Raid, Rocket, Wait


@dataclass(frozen=True)
class CombatMove(PlanStep):
    """All combat moves are planned, then made at once (rule cmove.simultaneous)."""

    title: ClassVar[str] = "Combat Move"

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"plan your combat moves, then commit (plan: {self.listed()})",
            "Every combat move ends in a hostile space; all happen at once, and all aircraft must be able to land.",
            ("cmove.enter-hostile", "cmove.simultaneous", "cmove.no-friendly-end", "unit.air.no-suicide"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (
            moving.Moving(self.projected, self.add),
            moving.Raiding(self.projected, self.add),
            loading.Loading(self.projected, self.add),
            assault.Declaring(self.projected, self.add),
            rockets.Aiming(self.projected, self.add),
            waiting.Waiting(self.projected, self.add),
            banzai.Declaring(self.projected, self.add),
            Dropping(self),
            Plain(Commit, self._commit, lambda view: proof(self.projected(view))),
        )

    def projected(self, view: View) -> Table:
        """The board as the plan so far would leave it, to be read only."""
        return project(view, self.lines, apply)

    def _commit(self, table: Table) -> None:
        table.finish()
        for line in self.lines:
            apply(table, line)

    def fallback(self, view: View) -> Order:
        """The commit; where that is refused, the last line is dropped."""
        if proof(self.projected(view)) or not self.lines:
            return Commit()
        return Drop(len(self.lines))


def apply(table: Table, line: Order) -> None:
    """Carry out a line of the plan."""
    if isinstance(line, Move | Raid):
        moving.go(table, line)
    elif isinstance(line, Load):
        loading.take(table, line)
    elif isinstance(line, Assault):
        assault.declare(table, line)
    elif isinstance(line, Rocket):
        rockets.declare(table, line)
    elif isinstance(line, Wait):
        waiting.stay_out(table, line)
    elif isinstance(line, Banzai):
        banzai.declare(table, line)
