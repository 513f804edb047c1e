"""Markers that ask for units: reduced ones flipped by a Reorganization, losses to Egyptian Nationalists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import Picked, groups, offer, pick, total
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    ALLIES,
    REDUCED,
    category,
    contested,
    controller,
    data,
    eliminate,
    ground_here,
)
from northafrica.systems.marenostrum.data.rows import EventRow
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.facts import Allowance, facts, remember
from northafrica.systems.marenostrum.orders import Choose, Lose, Restore
from northafrica.systems.marenostrum.refit.points import reduced_here, static_here

NATIONALISTS = "event.axis.5.egyptian-nationalists"
FLIP, REFIT = "flip", "refit"


@dataclass(frozen=True)
class Reorganization(Choice):
    """Reduced units are flipped without a roll, or one Refit Action is gained, not both (rule 5.2.options).

    left   how many units may still be flipped; `begun` whether one was
    """

    title: ClassVar[str] = "Reorganization"
    side: str = ""
    event: str = ""
    left: int = 0
    begun: bool = False

    @property
    def rule(self) -> str:
        """The marker's rule."""
        return "event.allied.2.reorganization" if self.side == ALLIES else "event.axis.1.reorganization"

    def prompt(self, view: View) -> Prompt:
        other = "" if self.begun else ", or choose refit for one Refit Action"
        return Prompt(f"restore up to {self.left} reduced units{other}; then end", "", (self.rule, "5.2.options"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        chosen = OneOf(Choose, self.open, self.refuse, self.choose, ("5.2.options",))
        return (Restoring(self), chosen, Plain(End, lambda table: table.finish()))

    def open(self, view: View) -> list[str]:
        """The other course, while no unit was flipped."""
        return [] if self.begun or facts(view).barred else [REFIT]

    def refuse(self, view: View, what: str) -> Ruling:
        """Why there is no other course."""
        if facts(view).barred:
            return Ruling.refuse("event.axis.6.fuehrer-hq", "no event may give an Action this turn", self.rule)
        text = "units were flipped: there is no Refit Action besides" if self.begun else f"choose {REFIT}, or restore"
        return Ruling.refuse("5.2.options", text, self.rule)

    def choose(self, table: Table, what: str) -> None:
        """One Refit Action instead."""
        table.finish()
        remember(table, allowances=(*facts(table).allowances, Allowance(self.event, ("g4:refit",))))
        rule = "event.allied.2.refit" if self.side == ALLIES else self.rule
        table.note("one Refit Action", rule, "5.2.options", "4.1.additional", power=self.side)

    def served(self, view: View, space: str) -> bool:
        """Whether reduced units of an area may be flipped: static supply, or a depot held or contested."""
        depot = data(view).has_tag(space, "depot") and (controller(view, space) == self.side or contested(view, space))
        return depot or static_here(view, space, self.side) > 0


@dataclass(frozen=True)
class Restoring(Deed[Restore]):
    """Reduced units of an area are flipped to full strength."""

    kind = Restore
    step: Reorganization

    def spaces(self, view: View) -> list[str]:
        """Where such units are."""
        step = self.step
        return [s for s in data(view).areas if reduced_here(view, s, step.side) and step.served(view, s)]

    def barred(self, view: View) -> Ruling | None:
        return None if self.spaces(view) else Ruling.refuse(self.step.rule, "no reduced unit can be flipped")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            return list(dict.fromkeys(s for space in self.spaces(view) for s in offer(view, space, self._fits(view))))
        return [space for space in self.spaces(view) if self.judge(view, Restore(tuple(given["units"]), space))]

    def _fits(self, view: View) -> Any:
        return lambda p: any(p == piece for s in self.spaces(view) for piece, _ in reduced_here(view, s, p.power))

    def judge(self, view: View, order: Restore) -> Ruling:
        step = self.step
        there = [piece for piece, _ in reduced_here(view, order.space, step.side)]
        if there and not step.served(view, order.space):
            text = f"{view.name(order.space)} has neither a static supply unit nor a depot held or contested"
            return Ruling.refuse(step.rule, text)
        picked = pick(view, order.space, order.units, lambda p: p in there, step.rule, "are reduced")
        if isinstance(picked, Ruling):
            return picked
        if total(picked) > step.left:
            return Ruling.refuse(step.rule, f"{step.left} units may be flipped, not {total(picked)}", limit=step.left)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Restore, found: Picked) -> None:
        for piece, n in found:
            after = piece.having(**{REDUCED: None})
            power, where = self.step.side, order.space
            table.emit("flipped", self.step.rule, place=where, piece=piece, becomes=after, count=n, power=power)
        left = self.step.left - total(found)
        table.replace(*((replace(self.step, left=left, begun=True),) if left else ()))


@dataclass(frozen=True)
class Unrest(Choice):
    """The Allies give up a step and a supply unit in Egypt, of their choice (note A23).

    due   what is still to be given up: ground, supply
    """

    title: ClassVar[str] = "Egyptian Nationalists"
    due: tuple[str, ...] = ("ground", SUPPLY)

    def seat(self, view: View) -> str:
        return view.seat_of(ALLIES)

    def prompt(self, view: View) -> Prompt:
        what = "a ground unit to reduce" if self.due[0] == "ground" else "a supply unit to eliminate"
        return Prompt(f"name {what} in Egypt: lose 1 UNIT at AREA", "", (NATIONALISTS,))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (GivingUp(self),)

    def there(self, view: View, space: str) -> Picked:
        """The units of an area that may be named: of ground units those of two full steps, where Egypt has any."""
        if "egypt" not in data(view).regions(space):
            return []
        if self.due[0] == SUPPLY:
            return groups(view, space, lambda p: p.power == ALLIES and p.kind == SUPPLY and not p.has(ABOARD))
        found = ground_here(view, space, ALLIES)
        full = [(piece, n) for piece, n in found if _whole(view, piece)]
        return full if any(_whole(view, p) for s in _egypt(view) for p, _ in ground_here(view, s, ALLIES)) else found

    def any(self, view: View) -> bool:
        """Whether there is anything to name."""
        return any(self.there(view, space) for space in _egypt(view))


def _egypt(view: View) -> list[str]:
    return [space for space in data(view).areas if "egypt" in data(view).regions(space)]


def _whole(view: View, piece: Piece) -> bool:
    return data(view).units[piece.kind].steps > 1 and not piece.has(REDUCED)


@dataclass(frozen=True)
class GivingUp(Deed[Lose]):
    """One unit is reduced or eliminated."""

    kind = Lose
    step: Unrest

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        spaces = _egypt(view)
        if field.name == "units":
            found = [some for space in spaces for some in offer(view, space, partial(self._may, view, space))]
            return list(dict.fromkeys(replace(some, count=1) for some in found))
        return [space for space in spaces if self.judge(view, Lose(tuple(given["units"]), space))]

    def _may(self, view: View, space: str, piece: Piece) -> bool:
        return piece in [one for one, _ in self.step.there(view, space)]

    def judge(self, view: View, order: Lose) -> Ruling:
        there = [piece for piece, _ in self.step.there(view, order.space)]
        picked = pick(view, order.space, order.units, lambda p: p in there, NATIONALISTS, "may be named")
        if isinstance(picked, Ruling):
            return picked
        if total(picked) != 1:
            return Ruling.refuse(NATIONALISTS, f"one unit is lost, not {total(picked)}", limit=1)
        return Ruling.allow(found=picked[0][0])

    def do(self, table: Table, order: Lose, found: Piece) -> None:
        table.finish()
        if category(table, found) == "ground" and _whole(table, found):
            after = found.having(**{REDUCED: 1})
            where = order.space
            table.emit(
                "flipped", NATIONALISTS, "2.7.two-step", place=where, piece=found, becomes=after, count=1, power=ALLIES
            )
        else:
            eliminate(table, order.space, found, 1, "unrest", NATIONALISTS)
        unrest(table, self.step.due[1:])


def unrest(table: Table, due: tuple[str, ...]) -> None:
    """Ask for what is due, as far as there is any."""
    for place, what in enumerate(due):
        step = Unrest(due[place:])
        if step.any(table):
            table.push(step)
            return
        table.note(f"no Allied {what} unit is in Egypt", NATIONALISTS)


def reorganize(table: Table, row: EventRow) -> None:
    """The marker of either side."""
    table.push(Reorganization(row.side, row.id, data(table).numbers[row.id]))


def nationalists(table: Table, row: EventRow) -> None:
    """The Axis plays Egyptian Nationalists."""
    unrest(table, ("ground", SUPPLY))
