"""Amphibious assaults are declared in the combat move phase (Transports; Amphibious Assaults)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import Keep, Picked, flip, groups, number, offer, pick
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.cargo import is_cargo, ship_of
from northafrica.systems.revised.board.ground import (
    GUN,
    SIDES,
    acting_powers,
    acting_side,
    data,
    is_hostile,
    is_sea,
    name,
)
from northafrica.systems.revised.combat_move.moving import hostile_target
from northafrica.systems.revised.orders.moving import Assault
from northafrica.systems.revised.wording import say

LANDING = "landing"


def may_land(view: View, zone: str) -> Keep:
    """Which cargo of a zone can be sent ashore in an assault."""
    ours = acting_powers(view)

    def keep(piece: Piece) -> bool:
        return is_cargo(piece) and piece.power in ours and piece.kind != GUN and not piece.has(LANDING)

    return keep


def coasts(view: View, zone: str) -> list[str]:
    """The territories beside a zone that can be assaulted from it."""
    return [s for s in data(view).board.neighbours(zone) if not is_sea(view, s) and hostile_target(view, s)]


@dataclass(frozen=True)
class Declaring(Deed[Assault]):
    """Cargo is sent ashore against one hostile territory."""

    kind = Assault
    projected: Callable[[View], View]
    add: Callable[[Table, Order], None]

    def _zones(self, now: View) -> list[str]:
        return [z for z in sorted(now.state.pieces) if is_sea(now, z) and number(now, z, may_land(now, z))]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        now = self.projected(view)
        if field.name == "target":
            return list(dict.fromkeys(target for zone in self._zones(now) for target in coasts(now, zone)))
        if field.name == "origin":
            return [zone for zone in self._zones(now) if given["target"] in coasts(now, zone)]
        zone = given.get("origin") or ""
        return offer(now, zone, may_land(now, zone))

    def judge(self, view: View, order: Assault) -> Ruling:
        return judge(self.projected(view), order)

    def do(self, table: Table, order: Assault, found: Any) -> None:
        self.add(table, order)


def judge(now: View, order: Assault) -> Ruling:
    """The ruling on an assault; found is the cargo that lands."""
    zone, target = order.origin, order.target
    if not is_sea(now, zone) or is_sea(now, target) or not data(now).board.are_adjacent(zone, target):
        text = f"{name(now, target)} does not border {name(now, zone)}"
        island = ("map.island.one-zone",) if data(now).has_tag(target, "island") else ()
        return Ruling.refuse("amphib.target", text, "map.adjacency", *island)
    if not hostile_target(now, target):
        text = f"{name(now, target)} is not hostile: cargo goes ashore there in the noncombat move phase"
        return Ruling.refuse("amphib.target", text, "cmove.no-friendly-fire")
    if any(some.kind == GUN for some in order.units):
        return Ruling.refuse("cmove.aa.no-move", "an antiaircraft gun cannot attack; it stays aboard", "unit.aa")
    picked = pick(now, zone, order.units, may_land(now, zone), "amphib.declare", "can be landed")
    if isinstance(picked, Ruling):
        return Ruling.first(_ally(now, zone, order), picked)
    carried = Ruling.first(*[_ship_problem(now, zone, target, piece) for piece, _ in picked])
    if not carried:
        return carried
    hostile = ("cmove.transport.hostile-zone-assault",) if is_hostile(now, zone, acting_side(now)) else ()
    island = ("map.island.one-zone",) if data(now).has_tag(target, "island") else ()
    old = ("unit.transport.assault-old-cargo",) if any(not piece.has("loaded") for piece, _ in picked) else ()
    ally = any(ship_of(now, zone, piece).power != piece.power for piece, _ in picked)
    theirs = ("multi.assault-from-ally-transport",) if ally else ()
    return Ruling.allow(rules=("amphib.declare", "amphib.target", *hostile, *island, *old, *theirs), found=picked)


def _ally(now: View, zone: str, order: Assault) -> Ruling | None:
    """An ally's cargo lands on its own power's turn only."""
    ours = acting_powers(now)
    theirs = groups(now, zone, lambda p: is_cargo(p) and p.power not in ours)
    if not any(some.fits(piece) for some in order.units for piece, _ in theirs):
        return None
    text = "cargo of another power lands on that power's own turn only"
    return Ruling.refuse("multi.assault-from-ally-transport", text, "unit.transport.assault-old-cargo")


def _ship_problem(now: View, zone: str, target: str, piece: Piece) -> Ruling | None:
    """Why the transport of a land unit cannot land it there; None if it can."""
    ship = ship_of(now, zone, piece)
    others = {str(p.get(LANDING)) for p in now.state.at(zone) if p.number("aboard") == piece.number("aboard")}
    elsewhere = others - {"0", target}
    if elsewhere:
        text = f"this transport lands its cargo in {name(now, elsewhere.pop())}; all of it goes to one territory"
        return Ruling.refuse("cmove.transport.one-territory", text, "cmove.one-combat")
    ally = ship.power not in acting_powers(now)
    if ship.power != piece.power and piece.has("loaded"):
        text = "units that boarded an ally's transport this turn land on a later turn of their own"
        return Ruling.refuse("multi.transport-three-steps", text)
    if (
        ally
        and is_hostile(now, zone, SIDES[piece.power])
        and not number(now, zone, lambda p: p.power == piece.power and not is_cargo(p))
    ):
        text = f"{name(now, zone)} is hostile, and none of your own ships fights for it"
        return Ruling.refuse("cmove.transport.friendly-offload", text)
    return None


def declare(table: Table, order: Assault) -> None:
    """Carry the line out: the cargo is marked, its transports are done for the turn."""
    picked: Picked = judge(table, order).found
    zone, target = order.origin, order.target
    ships = dict.fromkeys(ship_of(table, zone, piece) for piece, _ in picked)
    for piece, n in picked:
        flip(table, zone, piece, n, landing=target)
    for ship in ships:
        bridge = () if ship.has("moved") else ("unit.transport.bridge",)
        flip(table, zone, ship, 1, "cmove.transport.done", *bridge, done=1)
    told = ", ".join(say(n, piece.kind) for piece, n in picked)
    rules = ("amphib.declare", "cmove.transport.one-territory")
    table.emit("declared", *rules, place=zone, to=target, combat=target, label="amphibious assault", detail=told)
