"""The choice that Movement and Exploitation Phase share: move, overrun, fly, end (rulebook 1.1, 6.2; series)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.groups import Picked, everywhere, flip, number, offer, pick
from northafrica.core.orders import FieldSpec, Order, Path, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import capture, leaders, overrun, stacking
from northafrica.systems.afrika2.entities import OFF_MAP, RESTRICTION
from northafrica.systems.afrika2.ground import (
    allowance,
    data,
    is_leader,
    is_unit,
    name,
    on_map,
    title,
    unit,
    ways,
    zones,
)
from northafrica.systems.afrika2.march import Bill, bill, expand, points, reach, units_of
from northafrica.systems.afrika2.orders import Fly, Move, Overrun
from northafrica.systems.afrika2.wayside import shown


@dataclass(frozen=True)
class Pin(Automatic):
    """Note which units begin the phase in an enemy zone of control: they cannot overrun, nor exploit (series)."""

    title: ClassVar[str] = "Units in enemy zones of control"

    def run(self, table: Table) -> None:
        side = table.state.power
        table.finish()
        dear = zones(table, side)
        for place, piece, n in list(everywhere(table, lambda p: p.power == side and is_unit(p))):
            if place in dear:
                flip(table, place, piece, n, "scs.overrun-not-ezoc", "scs.exploit-who", pinned=1)


def immobile(view: View, place: str, piece: Piece) -> Ruling | None:
    """Why a unit cannot march in this phase, whatever the phase."""
    who = title(view, piece)
    if place == RESTRICTION:
        return Ruling.refuse("7.2.one-way", f"{who} is in the Restriction Box and does not move")
    if not on_map(view, place) and place not in OFF_MAP:
        return Ruling.refuse("1.7.off-map", f"{who} is not in play ({name(view, place)})")
    if unit(view, piece).garrison:
        return Ruling.refuse("2.7.garrison-immobile", f"{who} is a garrison and never moves")
    if not allowance(view, piece):
        return Ruling.refuse("scs.min-one-hex", f"{who} has no movement allowance and never moves")
    if piece.has("moved"):
        return Ruling.refuse("scs.one-move", f"{who} has ended its move: units moved or fought since")
    return None


@dataclass(frozen=True)
class Marching(Choice):
    """Stacks move one after the other, each once."""

    @abstractmethod
    def why_not(self, view: View, place: str, piece: Piece) -> Ruling | None:
        """Why a unit may not move now."""

    def keep(self, view: View, place: str) -> Callable[[Piece], bool]:
        """Which pieces of a place an order to move may name."""
        side = view.state.power

        def may(piece: Piece) -> bool:
            return piece.power == side and (is_leader(piece) or self.why_not(view, place, piece) is None)

        return may

    def movers(self, view: View, place: str) -> Callable[[Piece], bool]:
        """The units among them."""
        may = self.keep(view, place)
        return lambda piece: is_unit(piece) and may(piece)

    def starts(self, view: View) -> list[str]:
        """Where units stand that may move."""
        known = data(view).hexes
        return [p for p in sorted(view.state.pieces) if (p in known or p in OFF_MAP) and self.any_mover(view, p)]

    def any_mover(self, view: View, place: str) -> bool:
        """Whether a place holds a unit that may move."""
        return number(view, place, self.movers(view, place)) > 0

    # -- offers -----------------------------------------------------------------------------------------
    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        if kind is Move:
            return self.starts(view)
        return self.launches(view) if kind is Overrun else ()

    def launches(self, view: View) -> list[str]:
        """Where units stand that may move, beside the enemy."""
        side = view.state.power
        return [place for place in self.starts(view) if overrun.targets(view, place, side)]

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is Fly:
            return leaders.Flying().values(view, field, given)
        begin = given["route"][:1] if given.get("route") else self.places(view, kind)
        if field.name == "units":
            return [some for place in begin for some in offer(view, place, self.keep(view, place))]
        found: list[Path] = []
        for place in begin:
            found += self.routes(view, kind, place, given["units"])
        return found

    def sure(self, view: View, kind: type[Order], field: FieldSpec) -> bool:
        return kind in (Move, Overrun) and field.name == "route"

    def parts(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is Move and field.type == "path" and len(given.get("route", ())) > 1:
            return [step.to for step in ways(view).steps["foot"].get(given["route"][-1], ())]
        return super().parts(view, kind, field, given)

    def routes(self, view: View, kind: type[Order], place: str, units: Units) -> list[Path]:
        """The routes that units named may take from a place."""
        picked = self.picked(view, place, units, kind)
        if isinstance(picked, Ruling) or self._stack_problem(view, place, picked) is not None:
            return []
        if kind is Move:
            found = reach(view, place, picked)
            return [found.path(to) for to in found.cost if to != place]
        ways = [(place, to) for to in overrun.targets(view, place, view.state.power)]
        return [way for way in ways if overrun.problem(view, picked, way) is None]

    # -- judging -----------------------------------------------------------------------------------------
    def picked(self, view: View, place: str, units: Units, kind: type[Order] = Move) -> Picked | Ruling:
        """The pieces an order means, or why they cannot move."""
        rule = "scs.overrun-stack" if kind is Overrun else "scs.one-move"
        found = pick(view, place, units, self.keep(view, place), rule, "may move now")
        if not isinstance(found, Ruling) or found.unclear:
            return found
        for some in units:
            for piece in sorted(view.state.at(place)):
                if some.fits(piece) and piece.power == view.state.power and is_unit(piece):
                    why = self.why_not(view, place, piece)
                    if why is not None:
                        return why
        return found

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, End):
            return Ruling.ALLOWED
        if isinstance(order, Fly):
            return leaders.Flying().judge(view, order)
        assert isinstance(order, Move | Overrun)
        if len(order.route) < 2:
            return Ruling.ambiguous("a route needs a start and an end, like 'a50.16 > a48.17'")
        picked = self.picked(view, order.route[0], order.units, type(order))
        if isinstance(picked, Ruling):
            return picked
        problem = self._stack_problem(view, order.route[0], picked)
        return self._judge(view, order, picked) if problem is None else problem

    def _stack_problem(self, view: View, place: str, picked: Picked) -> Ruling | None:
        """Whether these pieces can go together, with or without their leader."""
        riding = leaders.riding_problem(view, place, picked, view.state.power)
        if riding is not None:
            return riding
        units = units_of(picked)
        if not units:
            return Ruling.refuse("scs.one-move", "no unit is named that could move")
        begun = [piece for piece, _ in units if piece.has("spent")]
        fresh = [piece for piece, _ in units if not piece.has("spent")]
        if begun and fresh:
            spent = points(begun[0].number("spent"))
            first, second = title(view, begun[0]), title(view, fresh[0])
            text = f"{first} has spent {spent} already and {second} nothing: they do not move as one stack"
            return Ruling.refuse("scs.one-move", text, "scs.overrun-stack", spent=spent)
        return None

    def _judge(self, view: View, order: Move | Overrun, picked: Picked) -> Ruling:
        if isinstance(order, Overrun):
            found = overrun.problem(view, picked, order.route)
            warned = [note for place in order.route if (note := stacking.warning(view, place))]
            return Ruling.allow(warned, self.basis(view, order.route[0], picked)) if found is None else found
        found_bill = self.bill(view, picked, order.route)
        if isinstance(found_bill, Ruling):
            return self._way_round(view, order, picked, found_bill)
        way, notes = found_bill.way, []
        if way != order.route:
            notes.append(f"route: {' > '.join(way)}")
        n = sum(n for _, n in units_of(picked))
        if n > stacking.room(view, way[-1], view.state.power):
            notes.append(f"{name(view, way[-1])} will hold more than four units")
        return Ruling.allow(notes, self.basis(view, way[0], picked))

    def _way_round(self, view: View, order: Move, picked: Picked, refusal: Ruling) -> Ruling:
        """The refusal of a direct step, with the way round where there is one in reach."""
        found = reach(view, order.route[0], picked)
        if len(order.route) != 2 or order.route[1] not in found.cost:
            return refusal
        way = " > ".join(found.path(order.route[1]))
        return replace(refusal, reason=f"{refusal.reason}; a way round is in reach: {way}")

    def bill(self, view: View, picked: Picked, route: Path) -> Bill | Ruling:
        """What a route costs a stack, gaps filled, or why it cannot go."""
        way = expand(view, picked, route)
        return way if isinstance(way, Ruling) else bill(view, picked, way)

    def basis(self, view: View, place: str, picked: Picked) -> tuple[str, ...]:
        """The rules that let this stack move in this phase."""
        return ()

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        found = leaders.Flying().judge(view, order) if isinstance(order, Fly) else None
        return Ruling.first(found, super().wrong_kind(view, order))

    # -- acting ------------------------------------------------------------------------------------------
    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, End):
            table.finish()
            return
        if isinstance(order, Fly):
            leaders.Flying().do(table, order, leaders.Flying().judge(table, order).found)
            return
        assert isinstance(order, Move | Overrun)
        picked = self.picked(table, order.route[0], order.units, type(order))
        assert not isinstance(picked, Ruling)
        basis = self.basis(table, order.route[0], picked)
        retire(table, order.route[0], picked)
        if isinstance(order, Overrun):
            overrun.begin(table, picked, order.route)
            return
        found = self.bill(table, picked, order.route)
        assert not isinstance(found, Ruling)
        go(table, picked, found, basis)

    def fallback(self, view: View) -> Order:
        return End()


def retire(table: Table, place: str, picked: Picked) -> None:
    """The stack that moved before has ended its move, once another begins or goes on without the rest of it."""
    side, going = table.state.power, dict(picked)
    for where, piece, n in list(everywhere(table, lambda p: p.power == side and is_unit(p) and p.has("spent"))):
        stay = n - (going.get(piece, 0) if where == place else 0)
        if stay:
            flip(table, where, piece, stay, "scs.one-move", spent=0, led=0, moved=1)


def go(table: Table, picked: Picked, found: Bill, basis: tuple[str, ...] = ()) -> None:
    """Carry out a march: units and leader move, ports change hands, Supply Points are rolled for."""
    start, to, side = found.way[0], found.way[-1], table.state.power
    rules = (*shown(table, picked, found), *basis)
    lead = [overrun.led(table, start, piece) for piece, _ in picked]
    for (piece, n), with_leader in zip(picked, lead, strict=True):
        if is_leader(piece):
            continue
        after = piece.having(spent=found.after(piece), stirred=1, led=int(with_leader))
        cites = (*rules, "6.2c.at-start-of-move") if with_leader and not piece.has("spent") else rules
        table.emit("moved", *cites, place=start, to=to, piece=piece, becomes=after, count=n, power=side,
                   purpose="march", detail=" > ".join(found.way))  # fmt: skip
    for piece, _ in picked:
        if is_leader(piece):
            leaders.ride(table, start, to, piece)
    capture.enter(table, side, found.way[1:])


STEPS: tuple[type[Step], ...] = (Pin,)
