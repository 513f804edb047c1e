"""What enemy zones of control cost a retreating stack: a step for each hex entered (scs.retreat-ezoc)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.groups import Picked, offer, pick
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Order, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import ALLOWED, Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.combat.losses import named
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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Lose,)

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        return (self.place,)

    def _keep(self, piece: Piece) -> bool:
        return any(piece == one for one, _ in self.units)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return offer(view, self.place, self._keep) if field.name == "units" else [self.place]

    def _picked(self, view: View, units: Units) -> Picked | Ruling:
        return pick(view, self.place, units, self._keep, "scs.retreat-ezoc", "retreated here just now")

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Lose)
        if order.space != self.place:
            return Ruling.refuse("scs.retreat-ezoc", f"the stack that pays stands in {name(view, self.place)}")
        picked = self._picked(view, order.units)
        if isinstance(picked, Ruling):
            return picked
        asked = sum(n for _, n in picked)
        if asked > self.due:
            reason = f"{asked} units are named; {counted(self.due, 'step')} must be lost"
            return Ruling.refuse("scs.retreat-ezoc", reason, asked=asked, due=self.due)
        return ALLOWED

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Lose)
        picked = self._picked(table, order.units)
        assert not isinstance(picked, Ruling)
        table.finish()
        units, due = self.units, self.due
        for piece, n in picked:
            for _ in range(n):
                units, due = _lose(table, self.place, units, piece), due - 1
        pay_zones(table, self.side, self.place, units, due)

    def fallback(self, view: View) -> Order:
        return Lose((self._named(view, self.units[0][0]),), self.place)

    def _named(self, view: View, piece: Piece) -> Some:
        return named(view, self.place, piece, self._keep)


STEPS: tuple[type[Step], ...] = (ZoneLoss,)
