"""New supply units: the roll, and where they may go (13.2, 13.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import number
from northafrica.core.naming import counted, joined
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.bases import supply_room
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, contested, controller, data, happened
from northafrica.systems.marenostrum.data.tables import SUPPLY, box_of
from northafrica.systems.marenostrum.orders import Deliver
from northafrica.systems.marenostrum.setup.places import BRITAIN, GREECE, ITALY, MIDDLE_EAST

if TYPE_CHECKING:
    from northafrica.core.dice import Result

CAIRO, MOSUL = "cairo", "mosul"
TURNS_SOUTH = 3
"""The round from which Hitler Turns South betters the Axis line: May 1941 (rule 24.1.supply)."""
IMPROVED = {AXIS: ("torch", "13.2.torch-line"), ALLIES: ("pacific_war", "13.2.pacific-line")}
"""What improves a side's line of the Supply Reinforcement Table for the rest of the game."""


def available(view: View, side: str) -> int:
    """How many supply units of a side wait to be used (rule 13.1.limit)."""
    return number(view, box_of(side, "available"), lambda p: p.kind == SUPPLY)


def line_of(view: View, side: str) -> str:
    """The line of the table that a side uses."""
    south = side == AXIS and happened(view, "hitler") and view.state.round >= TURNS_SOUTH
    return "improved" if south or happened(view, IMPROVED[side][0]) else "before"


def gain(table: Table, side: str, n: int, space: str, *rules: str) -> int:
    """So many supply units come from the available box, mobile, as far as there are any; how many came."""
    found = min(n, available(table, side))
    if found:
        place, piece = box_of(side, "available"), Piece(side, SUPPLY)
        table.emit("moved", *rules, "13.1.limit", place=place, to=space, piece=piece, count=found, power=side)
    return found


def open_to(view: View, side: str) -> tuple[str, ...]:
    """Where newly received supply units go (rules 13.3.axis-place, 13.3.allied-place)."""
    if side == AXIS:
        return (*ITALY, *((GREECE,) if controller(view, GREECE) == AXIS else ()))
    cairo = (CAIRO,) if controller(view, CAIRO) == ALLIES or contested(view, CAIRO) else ()
    return (BRITAIN, MIDDLE_EAST, *cairo)


@dataclass(frozen=True)
class SupplyRoll(Dice):
    """A die tells how many supply units a side receives (rule 13.2.roll)."""

    title: ClassVar[str] = "Supply Reinforcement roll"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        side = view.state.power
        better = line_of(view, side) == "improved"
        rule = IMPROVED[side][1] if happened(view, IMPROVED[side][0]) else "24.1.supply"
        return ("13.2.roll", "2.3.tables", *((rule,) if better else ()))

    def names(self, view: View) -> tuple[str, ...]:
        return ("supply",)

    def what_counts(self, view: View) -> str:
        side = view.state.power
        units = [data(view).supply_table[side, line_of(view, side), roll] for roll in range(1, 7)]
        return f"1 to 6 bring {joined(map(str, units))} supply units (the table is reconstruction)"

    def resolve(self, table: Table, result: Result) -> None:
        side, die = table.state.power, int(result[0])
        units = data(table).supply_table[side, line_of(table, side), die]
        label = f"{counted(units, 'supply unit')}"
        table.emit("rolled", *self.rules_in_play(table), dice=result, faces=6, amount=units, label=label)
        table.finish()
        left = min(units, available(table, side))
        if left < units:
            text = f"{available(table, side)} supply units are left of {units} due"
            table.note(text, "13.1.limit", power=side)
        if left:
            rule = "13.3.axis-place" if side == AXIS else "13.3.allied-place"
            table.push(Delivery(side, left, rule))
        if side == ALLIES and controller(table, MOSUL) == ALLIES and available(table, side) > left:
            gain(table, side, data(table).numbers["mosul_supply"], MIDDLE_EAST, "13.2.mosul")


@dataclass(frozen=True)
class Delivery(Choice):
    """A side places its new supply units.

    spaces   where, if an event names the places; empty: by 13.3
    together whether all go to one place
    """

    title: ClassVar[str] = "Place supply units"
    side: str = ""
    left: int = 0
    rule: str = ""
    spaces: tuple[str, ...] = ()
    together: bool = False
    cairo: int = 0

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        where = joined((view.name(space) for space in self.open(view)), "or")
        return Prompt(f"place {counted(self.left, 'new supply unit')}: {where}", "", (self.rule, "13.1.limit"))

    def open(self, view: View) -> tuple[str, ...]:
        """The places that may take one more."""
        found = self.spaces or open_to(view, self.side)
        spent = data(view).numbers["cairo_supply"]
        free = [s for s in found if s != CAIRO or self.spaces or self.cairo < spent]
        return tuple(space for space in free if supply_room(view, space, self.side) > 0)

    def most(self, view: View, space: str) -> int:
        """How many may go to a place."""
        limit = data(view).numbers["cairo_supply"] - self.cairo if space == CAIRO and not self.spaces else self.left
        return min(self.left, limit, supply_room(view, space, self.side))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        nowhere = Plain(End, lambda table: table.finish(), bar=self._somewhere)
        return (Delivering(self), nowhere)

    def _somewhere(self, view: View) -> Ruling | None:
        if not self.open(view):
            return None
        return Ruling.refuse(self.rule, f"{counted(self.left, 'new supply unit')} must be placed", left=self.left)


@dataclass(frozen=True)
class Delivering(Deed[Deliver]):
    """Some of the new supply units go to a place."""

    kind = Deliver
    step: Delivery

    def barred(self, view: View) -> Ruling | None:
        return None if self.step.open(view) else Ruling.refuse(self.step.rule, "no place takes a supply unit")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        numbers = (self.step.left,) if self.step.together else range(1, self.step.left + 1)
        if field.name == "number":
            return [n for n in numbers if any(self.step.most(view, s) >= n for s in self.step.open(view))]
        return [space for space in self.step.open(view) if self.step.most(view, space) >= int(given["number"])]

    def judge(self, view: View, order: Deliver) -> Ruling:
        step, name = self.step, view.name(order.space)
        if not 1 <= order.number <= step.left:
            return Ruling.refuse(step.rule, f"{step.left} supply units are left to place, not {order.number}")
        if step.together and order.number < step.left:
            return Ruling.refuse(step.rule, f"all {step.left} go to one place", needs=step.left)
        if order.space not in step.open(view):
            where = joined((view.name(space) for space in step.open(view)), "or")
            return Ruling.refuse(step.rule, f"no new supply unit goes to {name}; open are {where}")
        most = step.most(view, order.space)
        if order.number > most:
            rule = step.rule if order.space == CAIRO else "7.2.three-each"
            return Ruling.refuse(rule, f"{name} takes {most} now, not {order.number}", limit=most)
        return Ruling.allow(rules=(step.rule,))

    def do(self, table: Table, order: Deliver, found: None) -> None:
        step = self.step
        table.finish()
        gain(table, step.side, order.number, order.space, step.rule)
        left = step.left - order.number
        if left:
            cairo = step.cairo + (order.number if order.space == CAIRO else 0)
            table.push(replace(step, left=left, cairo=cairo))
