"""Plans of phase 3: lines of orders that are added, dropped and carried out together (rulebook p.15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from northafrica.core.deed import Deed
from northafrica.core.matching import Matching
from northafrica.core.orders import Amounts, FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice
from northafrica.core.table import Table, View
from northafrica.systems.aana.orders import Drop


@dataclass(frozen=True)
class PlanStep(Choice):
    """A choice that gathers lines until they are committed."""

    lines: tuple[Order, ...] = ()

    def plan(self) -> tuple[Order, ...]:
        return self.lines

    def listed(self) -> str:
        """The lines, numbered from 1."""
        return "; ".join(f"{n}: {line}" for n, line in enumerate(self.lines, 1)) or "none"

    def add(self, table: Table, line: Order) -> None:
        """One more line is planned."""
        table.replace(replace(self, lines=(*self.lines, line)))

    def without(self, view: View, *numbers: int) -> Self:
        """The plan without some lines, and without those that do not stand alone any more."""
        kept = replace(self, lines=())
        for number, line in enumerate(self.lines, 1):
            if number not in numbers and kept.check(view, line):
                kept = replace(kept, lines=(*kept.lines, line))
        return kept


@dataclass(frozen=True)
class Dropping(Deed[Drop]):
    """A line is taken out of the plan, and what rests on it."""

    kind = Drop
    plan: PlanStep

    def barred(self, view: View) -> Ruling | None:
        return None if self.plan.lines else Ruling.refuse("", "the plan has no lines to drop")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return list(range(1, len(self.plan.lines) + 1))

    def judge(self, view: View, order: Drop) -> Ruling:
        last = len(self.plan.lines)
        if 1 <= order.line <= last:
            return Ruling.allow()
        return Ruling.refuse("", f"the plan has lines 1 to {last}, not {order.line}")

    def do(self, table: Table, order: Drop, found: None) -> None:
        table.replace(self.plan.without(table, order.line))


def scratch(view: View) -> Table:
    """A copy to try lines on; nothing that happens there is kept."""
    return Table(view.setting, view.state.copy(), "plan", view.viewer)


def payable(demands: Sequence[tuple[int, Sequence[tuple[str, int]]]]) -> bool:
    """Whether supplies suffice for all demands at once, each with its own sources."""
    return paid_together(demands) is not None


def paid_together(demands: Sequence[tuple[int, Sequence[tuple[str, int]]]]) -> Amounts | None:
    """What to take of each source to meet all demands at once, None where it is not enough."""
    taken = Matching({place: n for _, found in demands for place, n in found})
    if not all(taken.add(place for place, _ in found) for need, found in demands for _ in range(need)):
        return None
    return tuple((place, len(there)) for place, there in taken.held.items() if there)
