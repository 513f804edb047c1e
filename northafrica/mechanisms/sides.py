"""Decisions that all owners on one side of a combat share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from northafrica.core.orders import Order
from northafrica.core.step import Joint
from northafrica.core.table import Table, View

ATTACK, DEFEND = "attack", "defend"


def foe_of(side: str) -> str:
    """The other side of a combat."""
    return DEFEND if side == ATTACK else ATTACK


@dataclass(frozen=True)
class SideChoice(Joint):
    """Each seat with a share answers; where they disagree the attacker decides (`dispute_rule` says so)."""

    dispute_rule: ClassVar[str] = ""
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
        found = dict.fromkeys(view.seat_of(power) for power in self.powers(view))
        return tuple(found) or (view.seat_of(view.state.power),)

    def dispute(self, table: Table, answers: tuple[tuple[str, Order], ...]) -> None:
        told = "; ".join(f"{seat}: {order}" for seat, order in answers)
        table.note("the attacker decides", self.dispute_rule, place=self.space, combat=self.space, detail=told)
        table.replace(replace(self, answers=(), decider=table.seat_of(table.state.power)))
