"""Rommel and O'Connor: flight, riding along, displacement (rulebook 6.2, 7.1).

Other rooms call `settle_leaders` whenever units died or left and `ride` when a leader goes with units; a phase offers
`Flying` among its deeds, and `flights` asks where no other order is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, shift
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import AWAY, AXIS, LEADERS, OCONNOR, OFF_MAP
from northafrica.systems.afrika2.ground import is_leader, is_unit, leader_at, name, on_map, title, unit, where_is
from northafrica.systems.afrika2.orders import Fly, Join


def escorts(view: View, piece: Piece, side: str) -> bool:
    """Whether a leader of a side may stack with this piece: a German unit, or any Commonwealth unit (6.2, 7.1)."""
    return piece.power == side and is_unit(piece) and (side != AXIS or unit(view, piece).german)


def escorted(view: View, place: str, side: str) -> bool:
    """Whether a place holds a unit that a leader may stack with."""
    return any(escorts(view, piece, side) for piece in view.state.at(place))


def refuges(view: View, side: str) -> list[str]:
    """All places where a leader of a side may be: on the map or in the boxes beside it."""
    return sorted(p for p in view.state.pieces if (on_map(view, p) or p in OFF_MAP) and escorted(view, p, side))


def whom(side: str) -> str:
    """What a leader must have with him, in words."""
    return "German unit" if side == AXIS else "Commonwealth unit"


def cited(leader: str, *rules: str) -> tuple[str, ...]:
    """Rules of Rommel, which O'Connor shares (7.1)."""
    return (*rules, "7.1.like-rommel") if leader == OCONNOR else rules


def leader_of(side: str) -> str:
    """The leader of a side."""
    return next(kind for kind, owner in LEADERS.items() if owner == side)


def find(view: View, side: str) -> tuple[str, Piece] | None:
    """Where the leader of a side stands, if he is on the map or in the boxes beside it."""
    place = where_is(view, leader_of(side))
    piece = leader_at(view, place, side) if place and (on_map(view, place) or place in OFF_MAP) else None
    return None if piece is None else (place, piece)


def led(view: View, place: str, piece: Piece) -> bool:
    """Whether a unit has, or begins its move with, the benefits of a leader (6.2c)."""
    if piece.has("spent"):
        return piece.has("led")
    return leader_at(view, place, piece.power) is not None


# -- riding along ------------------------------------------------------------------------------------------
def riding_problem(view: View, place: str, picked: Picked, side: str) -> Ruling | None:
    """Whether a leader named with a stack may ride with it, or one not named may stay behind (6.2, 6.2b)."""
    leader = leader_at(view, place, side)
    if leader is None:
        return None
    who, units = title(view, leader), [(piece, n) for piece, n in picked if is_unit(piece)]
    if any(is_leader(piece) for piece, _ in picked):
        if not units:
            text = f"{who} has no movement allowance: he rides with units, or flies"
            return Ruling.refuse("6.2b.no-allowance", text, *cited(leader.kind))
        if not any(escorts(view, piece, side) for piece, _ in units):
            text = f"{who} must have a {whom(side)} with him, and none goes with him"
            return Ruling.refuse("6.2.german-stack", text, *cited(leader.kind, "6.2b.piggyback"))
        return None
    if units and not stays_escorted(view, place, picked, side):
        text = f"no {whom(side)} stays with {who} in {name(view, place)}: name him among those that go, he rides along"
        return Ruling.refuse("6.2b.piggyback", text, *cited(leader.kind, "6.2.german-stack"))
    return None


def stays_escorted(view: View, place: str, picked: Picked, side: str) -> bool:
    """Whether a place keeps a unit that a leader may stack with once these pieces have left."""
    gone = dict(picked)
    return any(escorts(view, piece, side) and n > gone.get(piece, 0) for piece, n in groups(view, place))


def ride(table: Table, place: str, to: str, leader: Piece, kind: str = "moved", *rules: str) -> Piece:
    """A leader goes where units carry him (6.2b): in a march, an overrun, a retreat or an advance."""
    again = ("6.2b.no-allowance",) if leader.has("rode") else ()
    flown = ("6.2b.fly-then-ride",) if leader.has("flew") else ()
    basis = cited(leader.kind, "6.2b.piggyback", *again, *flown)
    return shift(table, kind, place, to, leader, 1, *basis, *rules, rode=1, attacking=0)


# -- flight ------------------------------------------------------------------------------------------------
class Flying(Deed[Fly]):
    """The leader of the side whose turn it is flies to another stack (6.2a)."""

    kind = Fly

    def barred(self, view: View) -> Ruling | None:
        side = view.state.power
        flier = _flier(view, side)
        if isinstance(flier, Ruling):
            return flier
        if self.destinations(view):
            return None
        who = flier[1].kind
        text = f"no other place holds a {whom(side)} for {view.names.kind(who)} to join"
        return Ruling.refuse("6.2.german-stack", text, *cited(who, "6.2a.storch"))

    def destinations(self, view: View) -> list[str]:
        """Where the leader can fly; nothing where he cannot."""
        side = view.state.power
        flier = _flier(view, side)
        return [] if isinstance(flier, Ruling) else [place for place in refuges(view, side) if place != flier[0]]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return self.destinations(view)

    def judge(self, view: View, order: Fly) -> Ruling:
        side = view.state.power
        flier = _flier(view, side)
        if isinstance(flier, Ruling):
            return flier
        who, rules = view.names.kind(flier[1].kind), cited(flier[1].kind)
        if order.space == flier[0]:
            return Ruling.refuse("6.2a.storch", f"{who} is in {name(view, order.space)}", *rules)
        if order.space not in refuges(view, side):
            text = f"{name(view, order.space)} holds no {whom(side)} for {who} to join"
            return Ruling.refuse("6.2.german-stack", text, "6.2a.storch", *rules, place=order.space)
        return Ruling.allow(found=flier)

    def do(self, table: Table, order: Fly, found: tuple[str, Piece]) -> None:
        place, leader = found
        rules = cited(leader.kind, "6.2a.storch", "6.2a.storch-limit", "5.4b.leaders-free")
        shift(table, "moved", place, order.space, leader, 1, *rules, flew=1)


def can_fly(view: View) -> bool:
    """Whether the leader of the side whose turn it is can fly anywhere now."""
    return bool(Flying().destinations(view))


def _flier(view: View, side: str) -> tuple[str, Piece] | Ruling:
    """Where the leader of a side stands, or why he cannot fly in this phase (any more)."""
    found = find(view, side)
    if found is None:
        who = leader_of(side)
        return Ruling.refuse("6.2a.storch", f"{view.names.kind(who)} is not on the map", *cited(who))
    who, rules = title(view, found[1]), cited(found[1].kind)
    if found[1].has("flew"):
        return Ruling.refuse("6.2a.storch-limit", f"{who} has flown in this phase", *rules)
    if found[1].has("rode"):
        text = f"{who} has ridden with units in this phase"
        return Ruling.refuse("6.2a.storch-limit", text, *cited(found[1].kind, "6.2b.fly-then-ride"))
    if found[1].has("fought"):
        return Ruling.refuse("6.2a.storch-limit", f"{who} has been in a combat in this phase", *rules)
    return found


def flights(view: View) -> tuple[Step, ...]:
    """The step of a phase that asks for nothing else (option leader_flights)."""
    return (Flight(),) if view.option("leader_flights") == "every_phase" else ()


@dataclass(frozen=True)
class Flight(Automatic):
    """A leader may fly in a phase that asks for nothing else: Initialization, Reinforcement (6.2a)."""

    title: ClassVar[str] = "A leader's flight"

    def run(self, table: Table) -> None:
        table.replace(*((FlightChoice(),) if can_fly(table) else ()))


class LastFlight(Flying):
    """The flight ends the question."""

    def do(self, table: Table, order: Fly, found: tuple[str, Piece]) -> None:
        table.finish()
        super().do(table, order, found)


@dataclass(frozen=True)
class FlightChoice(Choice):
    """The leader of the side on turn flies, or stays; `never` declines all these questions at once."""

    title: ClassVar[str] = "A leader's flight"
    window: ClassVar[str] = "6.2a.storch"

    def prompt(self, view: View) -> Prompt:
        found = find(view, view.state.power)
        assert found is not None
        text = f"{title(view, found[1])} is in {name(view, found[0])}: fly him to another stack, or end"
        return Prompt(text, "He may fly once in every phase of his side.", cited(found[1].kind, "6.2a.storch"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (LastFlight(), Plain(End, Table.finish))

    def decline(self, table: Table) -> None:
        table.finish()

    def forced(self, view: View) -> Order | None:
        """Nobody has to fly: a case may leave this `end` out."""
        return End()

    def fallback(self, view: View) -> Order | None:
        return End()


# -- displacement -------------------------------------------------------------------------------------------
def settle_leaders(table: Table) -> None:
    """Leaders who have lost their stack go to another: asked if there are several, out for good if there is none."""
    for kind, side in LEADERS.items():
        found = find(table, side)
        if found is None or escorted(table, found[0], side) or Displaced(side) in table.state.stack:
            continue
        place, leader = found
        free = refuges(table, side)
        if len(free) > 1:
            table.push(Displaced(side))
            continue
        to = free[0] if free else AWAY
        gone = () if free else ("6.2.displace",)
        shift(
            table, "moved", place, to, leader, 1, *cited(kind, "6.2.displace", "6.2.german-stack"), *gone, attacking=0
        )


@dataclass(frozen=True)
class Displaced(Choice):
    """A leader without his stack joins another."""

    title: ClassVar[str] = "Displaced leader"
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def label(self, view: View) -> str:
        return f"{view.names.kind(leader_of(self.side))} has lost his stack"

    def prompt(self, view: View) -> Prompt:
        who = view.names.kind(leader_of(self.side))
        some = [name(view, place) for place in refuges(view, self.side)]
        listed = joined([*some[:6], f"{len(some) - 6} more"] if len(some) > 7 else some, "or")
        return Prompt(
            f"put {who} with another {whom(self.side)}: {listed}",
            "His stack is gone, or no unit in it may be with him.",
            cited(leader_of(self.side), "6.2.displace", "6.2.german-stack"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Joining(self.side),)


@dataclass(frozen=True)
class Joining(Deed[Join]):
    """A displaced leader of a side goes to another stack (6.2)."""

    kind = Join
    side: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return refuges(view, self.side)

    def judge(self, view: View, order: Join) -> Ruling:
        if order.space in refuges(view, self.side):
            return Ruling.allow(found=find(view, self.side))
        text = f"{name(view, order.space)} holds no {whom(self.side)}"
        return Ruling.refuse("6.2.displace", text, *cited(leader_of(self.side)), place=order.space)

    def do(self, table: Table, order: Join, found: tuple[str, Piece] | None) -> None:
        table.finish()
        if found is not None:
            place, leader = found
            rules = cited(leader.kind, "6.2.displace")
            shift(table, "moved", place, order.space, leader, 1, *rules, attacking=0)


STEPS: tuple[type[Step], ...] = (Displaced, Flight, FlightChoice)
