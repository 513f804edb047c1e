"""Coastal shipping and ports: units and Supply Points from port to port (rulebook 1.9, 5.4b to 5.4d)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked, offer, pick, total
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Path, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders
from northafrica.systems.afrika2.entities import ALEXANDRIA, AXIS, CW, PORTS, TRACK, TRIPOLI
from northafrica.systems.afrika2.ground import (
    controller,
    is_leader,
    is_unit,
    name,
    supply_points,
    title,
    unit,
    zones,
)
from northafrica.systems.afrika2.movement.trucks import carry, to_dump
from northafrica.systems.afrika2.orders import Ship

ENDLESS = 10_000
SP = "sp"


@dataclass(frozen=True)
class Cargo:
    """What is shipped: pieces (leaders among them) and Supply Points."""

    pieces: Picked
    supply: int

    @property
    def points(self) -> int:
        """Shipping points: one for each unit of any size and each Supply Point."""
        return self.supply + total([(piece, n) for piece, n in self.pieces if is_unit(piece)])


# -- ports -----------------------------------------------------------------------------------------------------
def port_problem(view: View, place: str, side: str) -> Ruling:
    """Whether a side can use a port at all this turn."""
    here = name(view, place)
    if place not in (*PORTS, TRIPOLI):
        return Ruling.refuse("1.9.port-symbol", f"{here} is no port", "5.4b.port-to-port", place=place)
    if place == TRIPOLI:
        if side == AXIS:
            return Ruling.allow()
        return Ruling.refuse("1.7.no-cw", "Tripoli is closed to the Commonwealth", place=place)
    if controller(view, place) != side:
        return Ruling.refuse("5.4b.port-to-port", f"{here} is not yours", place=place)
    if view.state.marker(place, "captured") == str(view.state.round):
        text = f"{here} was captured this turn: it works for you from the next turn on"
        return Ruling.refuse("1.9a.zero-on-capture", text, "1.9a.next-turn", place=place)
    return Ruling.allow()


def open_ports(view: View, side: str) -> list[str]:
    """The ports a side can use this turn."""
    return [port for port in (*PORTS, TRIPOLI) if port_problem(view, port, side)]


def capacity(view: View, place: str) -> int:
    """What can still land in a port this turn; Tripoli and Alexandria take anything (1.9.infinite-two)."""
    return ENDLESS if place in (TRIPOLI, ALEXANDRIA) else view.state.stock(place, "capacity")


def shipping(view: View) -> int:
    """Shipping points the side on turn has left."""
    return view.state.stock(TRACK[view.state.power], "shipping")


# -- offers ----------------------------------------------------------------------------------------------------
def cargo_at(view: View, place: str) -> list[Some]:
    """What can be shipped from a port."""
    side = view.state.power
    found = offer(view, place, lambda piece: piece.power == side and (is_leader(piece) or _may_ship(view, piece)))
    n = min(supply_points(view, place, side), shipping(view))
    return [*found, *([Some(n, SP)] if n else [])]


def _may_ship(view: View, piece: Piece) -> bool:
    return view.option("garrison_shipping") == "yes" or not unit(view, piece).garrison


# -- shipping --------------------------------------------------------------------------------------------------
class Shipping(Deed[Ship]):
    """Cargo goes from port to port: shipping points and, where it lands, port capacity are used up."""

    kind = Ship

    def places(self, view: View) -> Sequence[str]:
        return [port for port in open_ports(view, view.state.power) if shipping(view) and cargo_at(view, port)]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        begin = self.begins(view, given)
        if field.name == "units":
            return [some for place in begin for some in cargo_at(view, place)]
        ends = open_ports(view, view.state.power)
        routes = [(place, to) for place in begin for to in ends if to != place]
        return [route for route in routes if self.judge(view, Ship(given["units"], route))]

    def judge(self, view: View, order: Ship) -> Ruling:
        side = view.state.power
        if len(order.route) < 2:
            return Ruling.ambiguous(
                "ships go straight from one port to another: write both, like 'alexandria > matruh'"
            )
        if len(order.route) > 2 or order.route[0] == order.route[1]:
            return Ruling.refuse("5.4b.port-to-port", "ships go straight from one port to another")
        fault = Ruling.first(*(port_problem(view, place, side) for place in order.route))
        if not fault:
            return fault
        cargo = load(view, order.units, order.route[0])
        if isinstance(cargo, Ruling):
            return cargo
        if order.route[1] == TRIPOLI and cargo.supply:
            return to_dump(view)
        problems = _leader(view, order.route[0], cargo), _points(view, cargo), _landing(view, order.route, cargo)
        return Ruling.first(*problems) and Ruling.allow(found=cargo)

    def do(self, table: Table, order: Ship, found: Cargo) -> None:
        (start, to), points, track = order.route, found.points, TRACK[table.state.power]
        rules = rules_of(table, order.route, found)
        table.emit("spent", *rules, place=track, resource="shipping", amount=points, purpose="coastal shipping")
        if capacity(table, to) < ENDLESS:
            landing = ("1.9.arrivals-only", "1.9.no-exceed")
            table.emit("spent", *landing, place=to, resource="capacity", amount=points, purpose="landing")
        for piece, n in found.pieces:
            if is_leader(piece):
                leaders.ride(table, start, to, piece, "moved", "5.4b.leaders-free")
                continue
            marched = ("5.4b.combine-moves",) if piece.has("spent") or not piece.has("moved") else ()
            after, purpose = piece.having(stirred=1), "coastal shipping"
            table.emit(
                "moved", *rules, *marched, place=start, to=to, piece=piece, becomes=after, count=n, purpose=purpose
            )
        if found.supply:
            carry(table, start, to, found.supply, "ship", "", (*rules, "5.4b.sp-truck-ship-truck"))
        leaders.settle_leaders(table)


def load(view: View, units: Units, place: str) -> Cargo | Ruling:
    """What an order wants to ship, if it is there and can be shipped."""
    side = view.state.power
    supply = sum(some.count for some in units if some.kind == SP)
    has = supply_points(view, place, side)
    if supply > has:
        text = f"{name(view, place)} holds {counted(has, 'supply point')} of yours, not {supply}"
        return Ruling.refuse("5.4b.one-point-each", text, "5.0a.stay-with-owner", asked=supply, has=has)
    named = tuple(some for some in units if some.kind != SP)
    picked = pick(view, place, named, lambda piece: piece.power == side, "5.4b.one-point-each", "can be shipped")
    if isinstance(picked, Ruling):
        return picked
    fixed = [piece for piece, _ in picked if is_unit(piece) and not _may_ship(view, piece)]
    if fixed:
        text = f"{title(view, fixed[0])} is a garrison and belongs to its place (option garrison_shipping)"
        return Ruling.refuse("5.4b.one-point-each", text, "2.7.garrison-immobile")
    return Cargo(picked, supply)


def _leader(view: View, place: str, cargo: Cargo) -> Ruling | None:
    if cargo.pieces and all(is_leader(piece) for piece, _ in cargo.pieces):
        who = title(view, cargo.pieces[0][0])
        text = f"{who} neither needs nor uses shipping: he rides with units, or flies"
        return Ruling.refuse("5.4b.leaders-free", text)
    return leaders.riding_problem(view, place, cargo.pieces, view.state.power)


def _points(view: View, cargo: Cargo) -> Ruling | None:
    has = shipping(view)
    if cargo.points <= has:
        return None
    source = "5.4c.axis-roll" if view.state.power == AXIS else "5.4d.cw-shipping"
    alone = ("5.0a.no-self-move",) if cargo.supply else ()
    text = f"this takes {counted(cargo.points, 'shipping point')}; {has} left"
    return Ruling.refuse("5.4b.one-point-each", text, source, *alone, needs=cargo.points, has=has)


def _landing(view: View, route: Path, cargo: Cargo) -> Ruling | None:
    to, room = route[1], capacity(view, route[1])
    if cargo.points <= room:
        return None
    text = f"{name(view, to)} can take {room} more this turn, not {cargo.points}"
    further = ("1.9.arrivals-only", "5.4d.example-port-three")
    return Ruling.refuse("1.9.no-exceed", text, *further, needs=cargo.points, has=room)


def rules_of(view: View, route: Path, cargo: Cargo) -> tuple[str, ...]:
    """The rules that bear on an order to ship."""
    side, (start, to) = view.state.power, route
    from_dump = start == TRIPOLI and cargo.supply > 0
    watched = zones(view, side)
    conditions = {
        "5.4c.axis-roll": side == AXIS,
        "5.4d.cw-shipping": side == CW,
        "1.9.infinite-two": capacity(view, to) == ENDLESS,
        "1.9a.ezoc-no-effect": start in watched or to in watched,
        "1.7.infinite-dump": from_dump,
        "1.7.example-seven": from_dump,
        "5.1.axis-source": from_dump,
        "5.1.cw-move-same-turn": start == ALEXANDRIA and side == CW and cargo.supply > 0,
    }
    always = ("5.4b.one-point-each", "5.4b.port-to-port", "5.4b.movement-only", "1.9.port-symbol", "1.9.arrivals-only")
    return (*always, *(rule for rule, holds in conditions.items() if holds))
