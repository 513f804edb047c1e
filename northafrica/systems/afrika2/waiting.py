"""Units and Supply Points off the map that wait for the place their owner chooses (rulebook 1.1, 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from northafrica.core.groups import Keep, Picked, groups, offer, pick, shift
from northafrica.core.orders import Some, Units
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import TO_COME

SP = "sp"


class Taken(NamedTuple):
    """What is placed together: units and Supply Points."""

    units: Picked
    points: int


@dataclass(frozen=True)
class Waiting:
    """What of a side waits for a place: the units that `keep` accepts, and Supply Points where `supplies` says so."""

    side: str
    keep: Keep
    supplies: bool = True

    @property
    def box(self) -> str:
        """Where they wait."""
        return TO_COME[self.side]

    def all(self, view: View) -> Taken:
        """All that wait."""
        points = view.state.stock(self.box, SP, self.side) if self.supplies else 0
        return Taken(groups(view, self.box, self.keep), points)

    def left(self, view: View) -> list[Some]:
        """What an order may name; Supply Points as `sp`."""
        units = [replace(some, status=None) for some in offer(view, self.box, self.keep)]
        points = self.all(view).points
        return [*units, *([Some(points, SP)] if points else [])]

    def listed(self, view: View) -> str:
        """The same for people."""
        return ", ".join(f"{some.count} {view.names.kind(some.kind, some.count)}" for some in self.left(view))

    def take(self, view: View, units: Units, rule: str, what: str) -> Taken | Ruling:
        """What an order names, or why it cannot have it; `what` says what those who wait do."""
        picked = pick(view, self.box, without_points(units), self.keep, rule, what)
        asked, have = sum(some.count for some in units if some.kind == SP), self.all(view).points
        if isinstance(picked, Ruling):
            return picked
        if asked > have:
            return Ruling.refuse(rule, f"{have} Supply Points wait for a place, not {asked}", asked=asked, has=have)
        return Taken(picked, asked)

    def put(self, table: Table, taken: Taken, to: str, purpose: str, *rules: str, **status: int) -> None:
        """Units and Supply Points come to their place."""
        for piece, n in taken.units:
            shift(table, "moved", self.box, to, piece, n, *rules, **status)
        if taken.points:
            table.emit(
                "shipped",
                *rules,
                place=self.box,
                to=to,
                resource=SP,
                owner=self.side,
                value=self.side,
                amount=taken.points,
                purpose=purpose,
                power=self.side,
            )


def without_points(units: Sequence[Some]) -> Units:
    """The units among what an order names."""
    return tuple(some for some in units if some.kind != SP)
