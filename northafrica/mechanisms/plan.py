"""Plans: lines of orders that are added, dropped and carried out together, or not at all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from northafrica.core.deed import Deed
from northafrica.core.orders import FieldSpec, Order, count_field
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice
from northafrica.core.table import Table, View


@dataclass(frozen=True)
class Commit(Order):
    """Carry out the whole plan at once."""

    kind: ClassVar[str] = "commit"
    help: ClassVar[str] = "carry out the plan as it stands"


@dataclass(frozen=True)
class Drop(Order):
    """Take a line out of the plan."""

    kind: ClassVar[str] = "drop"
    help: ClassVar[str] = "take a line out of the plan (and what rests on it)"
    line: int = count_field(label="line")


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


Apply = Callable[[Table, Order], None]
MOST_BOARDS = 500
"""So many plans on one board are remembered at most."""


class _Memory(threading.local):
    """The board that was planned on last, and the boards that plans make of it."""

    def __init__(self) -> None:
        self.base: tuple[Any, ...] = ()
        self.boards: dict[tuple[Order, ...], Table] = {}


_MEMORY = _Memory()


def project(view: View, lines: tuple[Order, ...], apply: Apply) -> Table:
    """The board as a plan would leave it, to be read only.

    A plan grows line by line while the board stands still: each line is worked out once, not at every question.
    """
    boards = _boards(view, apply)
    if lines not in boards:
        table = scratch(project(view, lines[:-1], apply) if lines else view)
        for line in lines[-1:]:
            apply(table, line)
        boards[lines] = table
    return boards[lines]


def _boards(view: View, apply: Apply) -> dict[tuple[Order, ...], Table]:
    """What is remembered of this very board; nothing where it is another than the last."""
    now = view.state
    still = (view.setting, view.viewer, apply, now.facts, now.round, now.phase, now.power)
    if _MEMORY.base != (now.pieces, now.stocks, now.markers, *still) or len(_MEMORY.boards) > MOST_BOARDS:
        _MEMORY.base = (dict(now.pieces), dict(now.stocks), dict(now.markers), *still)
        _MEMORY.boards = {}
    return _MEMORY.boards


def scratch(view: View) -> Table:
    """A copy to try lines on; nothing that happens there is kept."""
    return Table(view.setting, view.state.copy(), "plan", view.viewer)
