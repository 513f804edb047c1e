"""What enemy zones of control cost a retreating stack: a step for each hex entered (scs.retreat-ezoc)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked
from northafrica.core.naming import counted
from northafrica.core.orders import Order
from northafrica.core.pieces import Piece
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.combat.losses import Losing, named
from northafrica.systems.afrika2.facts import combat
from northafrica.systems.afrika2.ground import is_unit, lose_step, name, steps_left
from northafrica.systems.afrika2.orders import Lose

Paying = tuple[tuple[Piece, int], ...]


def units_in(picked: Picked) -> list[Piece]:
    """The units among pieces picked."""
    return [piece for piece, _ in picked if is_unit(piece)]


def pay_zones(table: Table, side: str, place: str, units: Paying, due: int) -> None:
    """A stack that stands in a place loses so many steps; its owner chooses whose."""
    while due:
        left = sum(n * steps_left(table, piece) for piece, n in units)
        if not units:
            return
        if len(units) == 1 or due >= left:
            units, due = _lose(table, place, units, units[0][0]), due - 1
        else:
            table.push(ZoneLoss(place, side, units, due))
            return


def _lose(table: Table, place: str, units: Paying, piece: Piece) -> Paying:
    """One unit loses a step: the stack afterwards."""
    after = lose_step(table, place, piece, "zone of control", "scs.retreat-ezoc", combat=combat(table).target)
    counts = dict(units)
    counts[piece] -= 1
    if after is not None:
        counts[after] = counts.get(after, 0) + 1
    return tuple((one, n) for one, n in sorted(counts.items()) if n)


@dataclass(frozen=True)
class ZoneLoss(Choice):
    """The owner names the unit that loses a step to a zone of control."""

    title: ClassVar[str] = "Retreat through enemy zones of control"
    place: str = ""
    side: str = ""
    units: Paying = ()
    due: int = 0

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        steps = counted(self.due, "step")
        text = f"the stack that retreated to {name(view, self.place)} loses {steps}: name who takes it"
        why = "Each hex in an enemy zone of control costs the stack a step, not each unit."
        return Prompt(text, why, ("scs.retreat-ezoc", "scs.losses-choice"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (
            Losing((self.place,), self.keep, self.due, "retreated here just now", ("scs.retreat-ezoc",), self._lost),
        )

    def keep(self, piece: Piece) -> bool:
        """Whether a piece belongs to the stack that pays."""
        return any(piece == one for one, _ in self.units)

    def _lost(self, table: Table, place: str, picked: Picked) -> None:
        units, due = self.units, self.due
        for piece, n in picked:
            for _ in range(n):
                units, due = _lose(table, place, units, piece), due - 1
        pay_zones(table, self.side, place, units, due)

    def fallback(self, view: View) -> Order:
        return Lose((named(view, self.place, self.units[0][0], self.keep),), self.place)


STEPS: tuple[type[Step], ...] = (ZoneLoss,)
