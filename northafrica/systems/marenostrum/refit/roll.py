"""Refit Actions: the units are named, a die each, and those that return are placed (14.1 to 14.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, offer, pick, total
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import REDUCED, data, kind_of, take_control
from northafrica.systems.marenostrum.data.tables import box_of
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.odds_data import CARRIERS
from northafrica.systems.marenostrum.orders import Place, Refit
from northafrica.systems.marenostrum.refit.points import (
    NATIONS,
    RULES,
    depot_serves,
    eliminated,
    nation_problem,
    outcome,
    points,
    reduced_areas,
    reduced_here,
    served,
)
from northafrica.systems.marenostrum.setup.free import wait, waits
from northafrica.systems.marenostrum.setup.places import room_problem
from northafrica.systems.marenostrum.wording import say

if TYPE_CHECKING:
    from northafrica.core.dice import Result

PILES = {"damaged": ("pool", "14.1.roll"), "destroyed": ("destroyed", "14.1.roll")}


@dataclass(frozen=True)
class RefitChoice(Choice):
    """Whose units are refitted: of one nationality, eliminated ones of one type or reduced ones of one area (14.0).

    what   ground, naval or air for eliminated units; `reduced` for those of an area
    """

    title: ClassVar[str] = "Refit"
    what: str = ""
    terms: Terms = Terms()

    def prompt(self, view: View) -> Prompt:
        where = "and the area: refit german in tripoli" if self.what == "reduced" else "such as: refit german"
        return Prompt(f"name the nationality {where}", "A die for each unit.", (RULES[self.what], "14.0.two-cases"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Refitting(self), Plain(End, lambda table: table.finish()))

    def units(self, view: View, nation: str, space: str) -> Picked:
        """The units that would be rolled for."""
        side = view.state.power
        if self.what == "reduced":
            return reduced_here(view, space, side, nation) if served(view, space, side, self.terms) else []
        return eliminated(view, side, self.what, nation)

    def spaces(self, view: View) -> list[str]:
        """The areas that may be named."""
        return reduced_areas(view, view.state.power, self.terms) if self.what == "reduced" else []


@dataclass(frozen=True)
class Refitting(Deed[Refit]):
    """One nationality's units try to return."""

    kind = Refit
    step: RefitChoice

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        spaces = self.step.spaces(view) or [""]
        if field.name == "nation":
            return [n for n in NATIONS if any(self.judge(view, Refit(n, space)) for space in spaces)]
        return [space for space in spaces if space and self.judge(view, Refit(str(given["nation"]), space))]

    def judge(self, view: View, order: Refit) -> Ruling:
        step, rule = self.step, RULES[self.step.what]
        nation = NATIONS.get(order.nation.lower(), order.nation)
        no = nation_problem(view, nation, step.terms, rule)
        if no is not None:
            return no
        if step.what != "reduced" and order.space:
            text = "eliminated units of a whole nationality are rolled for, whatever the area: leave the place out"
            return Ruling.refuse("14.0.two-cases", text, rule)
        if step.what == "reduced":
            no = self._where(view, order, nation)
            if no is not None:
                return no
        found = step.units(view, nation, order.space)
        if not found:
            where = f"in {view.name(order.space)}" if order.space else f"among the eliminated {step.what} units"
            return Ruling.refuse(rule, f"there is no {nation} unit to refit {where}", "14.3.nationality")
        return Ruling.allow(rules=(rule, "14.0.two-cases", "2.4.nationalities"), found=nation)

    def _where(self, view: View, order: Refit, nation: str) -> Ruling | None:
        side, place = view.state.power, self.step.terms.place
        if not order.space:
            text = f"reduced units of one area are refitted: refit {order.nation} in AREA"
            return Ruling.refuse("14.0.two-cases", text, "g4.refit-reduced")
        if place and order.space != place:
            return Ruling.refuse("g4.additional.refit", f"the supply was spent in {view.name(place)}", "14.3.where")
        if not served(view, order.space, side, self.step.terms):
            text = f"{view.name(order.space)} has neither a depot that serves nor a static supply unit"
            return Ruling.refuse("14.3.where", text, "g4.refit-reduced", "16.4.reinforce")
        return None

    def do(self, table: Table, order: Refit, found: str) -> None:
        table.replace(RefitRoll(self.step.what, found, order.space))


@dataclass(frozen=True)
class RefitRoll(Dice):
    """A die for each unit (rule 14.1.roll)."""

    title: ClassVar[str] = "Refit"
    what: str = ""
    nation: str = ""
    space: str = ""

    def units(self, view: View) -> list[Piece]:
        """The units in the order of their dice."""
        side = view.state.power
        if self.what == "reduced":
            found = reduced_here(view, self.space, side, self.nation)
        else:
            found = eliminated(view, side, self.what, self.nation)
        return [piece for piece, n in found for _ in range(n)]

    @property
    def line(self) -> str:
        """The line of the refit table."""
        return "ground" if self.what == "reduced" else self.what

    def count(self, view: View) -> int:
        return len(self.units(view))

    def names(self, view: View) -> tuple[str, ...]:
        return ("refit",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("14.1.roll", "14.1.years", RULES[self.what])

    def what_counts(self, view: View) -> str:
        told = ", ".join(f"{die} {outcome(view, self.nation, self.line, die)}" for die in range(1, 7))
        return f"{told} (reconstruction), for {joined(view.names.kind(p.kind) for p in self.units(view))}"

    def resolve(self, table: Table, result: Result) -> None:
        side = table.state.power
        back: list[Piece] = []
        for piece, die in zip(self.units(table), result, strict=True):
            found = outcome(table, self.nation, self.line, int(die))
            label = f"{table.names.kind(piece.kind)}: {found}"
            place = self.space or box_of(side, "refit")
            table.emit("rolled", *self.rules_in_play(table), place=place, dice=(die,), faces=6, label=label)
            if self.what == "reduced":
                if found != "destroyed":
                    after = piece.having(**{REDUCED: None})
                    table.emit("flipped", "14.3.outcomes", place=place, piece=piece, becomes=after, count=1, power=side)
            elif found == "refit":
                back.append(piece)
                whole = ("30.4.refit",) if kind_of(table, piece) in CARRIERS else ()
                wait(table, place, piece, 1, "14.1.roll", RULES[self.what], *whole)
            else:
                pile, rule = PILES[found]
                table.emit("moved", rule, place=place, to=box_of(side, pile), piece=piece, count=1, power=side)
        table.finish()
        if back and self.what == "naval":
            table.push(*waits(table, side))
        elif back:
            settle(table, RefitPlaces(side))


@dataclass(frozen=True)
class RefitPlaces(Choice):
    """Ground and air units that return are placed, one at each point (rule 14.2.placement); the rest is pooled.

    used   areas of the points taken so far
    """

    title: ClassVar[str] = "Place refitted units"
    side: str = ""
    used: tuple[str, ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def left(self, view: View, space: str) -> int:
        """How many more units an area takes in this Action."""
        return points(view, space, self.side) - self.used.count(space) if space in data(view).areas else 0

    def waiting(self, view: View) -> Picked:
        """The units that wait for a point."""
        return groups(view, box_of(self.side, "setup"))

    def problem(self, view: View, piece: Piece, space: str, n: int = 1) -> Ruling | None:
        """Why units cannot return in an area."""
        left = self.left(view, space)
        if left < n:
            text = f"{view.name(space)} has {left} points left for refitted units, not {n}"
            return Ruling.refuse("14.2.placement", text, "14.2.cairo", "16.4.reinforce", room=left, asked=n)
        return room_problem(view, piece, space, n)

    def open(self, view: View, piece: Piece) -> list[str]:
        """Where a unit can return."""
        return [space for space in data(view).areas if self.problem(view, piece, space) is None]

    def stuck(self, view: View) -> bool:
        """Whether no unit that waits has a point."""
        return not any(self.open(view, piece) for piece, _ in self.waiting(view))

    def prompt(self, view: View) -> Prompt:
        text = f"place refitted units, one a point: {say(view.names, self.waiting(view))}"
        return Prompt(text, "Points are static supply units and depots.", ("14.2.placement", "14.1.no-slot"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (RefitPlacing(self), Plain(End, self.end, bar=self._must))

    def _must(self, view: View) -> Ruling | None:
        return None if self.stuck(view) else Ruling.refuse("14.2.placement", "a unit can still be placed")

    def end(self, table: Table) -> None:
        """What has no point goes to the pool."""
        table.finish()
        pool(table, self)


@dataclass(frozen=True)
class RefitPlacing(Deed[Place]):
    """Units return at a point."""

    kind = Place
    step: RefitPlaces

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        waiting = box_of(self.step.side, "setup")
        if field.name == "units":
            return offer(view, waiting, lambda p: bool(self.step.open(view, p)))
        units = tuple(given["units"])
        return [s for s in data(view).areas if self.step.left(view, s) > 0 and self.judge(view, Place(units, s))]

    def judge(self, view: View, order: Place) -> Ruling:
        waiting = box_of(self.step.side, "setup")
        picked = pick(view, waiting, order.units, lambda p: True, "14.2.placement", "wait for a point")
        if isinstance(picked, Ruling):
            return picked
        piece, n = picked[0][0], total(picked)
        no = self.step.problem(view, piece, order.space, n)
        return no if no is not None else Ruling.allow(found=picked)

    def do(self, table: Table, order: Place, found: Picked) -> None:
        side = self.step.side
        for piece, n in found:
            place = box_of(side, "setup")
            depot = ("16.1.depot",) if depot_serves(table, order.space, side) else ()
            table.emit("moved", "14.2.placement", *depot, place=place, to=order.space, piece=piece, count=n, power=side)
        take_control(table, order.space, side)
        table.finish()
        settle(table, replace(self.step, used=(*self.step.used, *(order.space for _ in range(total(found))))))


def settle(table: Table, step: RefitPlaces) -> None:
    """Ask for places as long as there are points; the rest goes to the pool (rule 14.1.no-slot)."""
    if not step.waiting(table):
        return
    if step.stuck(table):
        pool(table, step)
    else:
        table.push(step)


def pool(table: Table, step: RefitPlaces) -> None:
    """Units without a point go to the Reinforcement Pool."""
    place, to = box_of(step.side, "setup"), box_of(step.side, "pool")
    for piece, n in step.waiting(table):
        rules = ("14.1.no-slot", "15.1.pool")
        table.emit("moved", *rules, place=place, to=to, piece=piece, count=n, power=step.side)


def refit(what: str) -> Any:
    """The steps of a Refit Action, for the menu."""
    return lambda table, terms: (RefitChoice(what, terms),)


__all__ = ["RefitChoice", "RefitPlaces", "RefitRoll", "refit"]
