"""Concentrate on a HQ: forces of any areas march to one that has a HQ (G-3 Land Actions)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked
from northafrica.core.orders import FieldSpec, specs
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.command import command_problem
from northafrica.systems.marenostrum.board.ground import HQ, data, ground_here, kind_of
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.march import Leg, Marching, MoveForce
from northafrica.systems.marenostrum.orders import March

UNITS, ROUTE = specs(March)
RULE, LIMITS = "g3.concentrate", "g3.concentrate.limits"


@dataclass(frozen=True)
class Concentrate(Choice):
    """One force after another marches to the same HQ.

    goal   the area of the HQ, once the first force has marched; `moved` the units that have
    """

    title: ClassVar[str] = "Concentrate on a HQ"
    terms: Terms = Terms()
    goal: str = ""
    moved: tuple[Piece, ...] = ()

    def prompt(self, view: View) -> Prompt:
        where = f" to {view.name(self.goal)}" if self.goal else " to an area that has a HQ"
        return Prompt(f"march units{where}, force by force; then end", "", (RULE, LIMITS))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Gathering(self), Plain(End, lambda table: table.finish()))

    def heads(self, view: View, space: str) -> list[Piece]:
        """The HQ of the acting side in an area that have not marched there."""
        found = ground_here(view, space, view.state.power) if space in data(view).areas else []
        return [piece for piece, _ in found if kind_of(view, piece) == HQ and piece not in self.moved]


@dataclass(frozen=True)
class Gathering(Deed[March]):
    """A force marches to the HQ; it stops there and does not attack."""

    kind = March
    step: Concentrate

    @cached_property
    def march(self) -> Marching:
        """The march by the rules of a Ground Move."""
        return Marching(MoveForce(terms=self.step.terms, once=True))

    def places(self, view: View) -> Sequence[str]:
        return [space for space in self.march.places(view) if space != self.step.goal]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        found = self.march.values(view, field, given)
        if field.name == "units":
            return [some for some in found if self._ways(view, some)]
        return [way for way in found if self.judge(view, March(tuple(given["units"]), way))]

    def _ways(self, view: View, some: Any) -> bool:
        ways = self.march.values(view, ROUTE, {"units": (some,)})
        return any(self.judge(view, March((some,), way)) for way in ways)

    def barred(self, view: View) -> Ruling | None:
        return None if self.values(view, UNITS, {}) else Ruling.refuse(RULE, "no unit can reach an area with a HQ")

    def why_barred(self, view: View, order: March) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def judge(self, view: View, order: March) -> Ruling:
        step, ruling = self.step, self.march.judge(view, order)
        if not ruling:
            return ruling
        end = order.route[-1]
        if step.goal and end != step.goal:
            return Ruling.refuse(RULE, f"all go to one area, {view.name(step.goal)}")
        heads = step.heads(view, end)
        if not heads:
            return Ruling.refuse(RULE, f"no HQ of yours stands in {view.name(end)}")
        picked: Picked = ruling.found
        if any(piece in step.moved for piece, _ in picked):
            return Ruling.refuse("8.2.drop-off", "a unit of these has marched in this Action", RULE)
        no = command_problem(view, [*(p for p, _ in picked), *step.moved, *heads], step.terms)
        return no if no is not None else Ruling.allow(rules=(RULE, LIMITS, *ruling.rules), found=picked)

    def do(self, table: Table, order: March, found: Picked) -> None:
        moved = (*self.step.moved, *(piece for piece, _ in found if piece.kind in data(table).units))
        force = MoveForce(terms=self.step.terms, once=True, force=tuple(found), place=order.route[0])
        goal = order.route[-1]
        table.replace(Leg(force, order.route[1:]), replace(self.step, goal=goal, moved=moved))
