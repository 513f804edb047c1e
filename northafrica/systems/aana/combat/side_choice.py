"""Decisions that all owners on one side of a combat share (rulebook p.21, Multinational Forces)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from northafrica.core.orders import Order
from northafrica.core.step import Joint
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import owner
from northafrica.systems.aana.combat.forces import ATTACK


@dataclass(frozen=True)
class SideChoice(Joint):
    """Each seat with a share answers; where they disagree the attacker decides (combat.multi.dispute)."""

    space: str = ""
    side: str = ""
    decider: str = ""

    def powers(self, view: View) -> list[str]:
        """The powers whose units the decision is about, in the order of the table."""
        raise NotImplementedError

    def seats(self, view: View) -> tuple[str, ...]:
        if self.decider:
            return (self.decider,)
        if self.side == ATTACK:
            return (view.seat_of(view.state.power),)
        found = dict.fromkeys(view.seat_of(owner(power)) for power in self.powers(view))
        return tuple(found) or (view.seat_of(view.state.power),)

    def dispute(self, table: Table, answers: tuple[tuple[str, Order], ...]) -> None:
        told = "; ".join(f"{seat}: {order}" for seat, order in answers)
        table.note("the attacker decides", "combat.multi.dispute", place=self.space, combat=self.space, detail=told)
        table.replace(replace(self, answers=(), decider=table.seat_of(table.state.power)))
