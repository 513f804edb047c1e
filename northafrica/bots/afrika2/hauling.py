"""Trucks and ships: Supply Points go where units would be without, then forward to the bulk of the army."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from northafrica.bots.afrika2.aims import Aims
from northafrica.bots.afrika2.sight import Sight
from northafrica.core.orders import Order, Some
from northafrica.systems.afrika2.entities import ALEXANDRIA, AXIS, OFF_MAP, PORTS, TRIPOLI
from northafrica.systems.afrika2.ground import dumps, supply_points
from northafrica.systems.afrika2.movement import ships, trucks
from northafrica.systems.afrika2.orders import Ship, Truck
from northafrica.systems.afrika2.supply.lines import bars
from northafrica.systems.afrika2.supply.state import Shortfall, supply_state

SP = "sp"


def haul(sight: Sight, goals: Aims) -> Iterator[Order]:
    """Orders to carry, the most pressing first."""
    if trucks.budget(sight.view) or ships.shipping(sight.view):
        if trucks.budget(sight.view):
            yield from _relieve(sight)
        yield from _ship_forward(sight)
        if trucks.budget(sight.view):
            yield from _drive_forward(sight)


def _relieve(sight: Sight) -> Iterator[Order]:
    """Bring points to units that no dump can feed, the dearest first; those in the boxes beside the map come last."""
    state = supply_state(sight.view, sight.side)
    dear = {short.place: sum(sight.worth(p) * n for _, p, n in short.units) for short in state.shortfalls}
    for short in sorted(state.shortfalls, key=lambda s: (s.place in OFF_MAP, -dear[s.place], s.place)):
        if dear[short.place] >= 4:
            yield from _carry(sight, short)


def _carry(sight: Sight, short: Shortfall) -> Iterator[Order]:
    way = short.by_land
    if way is not None and way.quarters <= trucks.budget(sight.view):
        if short.place not in way.way:
            yield Truck(1, (way.source, short.place))
        yield Truck(1, way.way)
    elif short.by_sea is not None:
        ports = [p for p in short.by_sea.way if p in (*PORTS, TRIPOLI)]
        for start, to in pairwise(ports):
            yield Ship((Some(1, SP),), (start, to))


def _ship_forward(sight: Sight) -> Iterator[Order]:
    """From the base to the port nearest the enemy that takes anything and is guarded, or out of danger."""
    view, side = sight.view, sight.side
    home = TRIPOLI if side == AXIS else ALEXANDRIA
    if not ships.shipping(view) or supply_points(view, home, side) < (1 if side == AXIS else 3):
        return
    open_ports = [p for p in ships.open_ports(view, side) if p not in (home, TRIPOLI) and ships.capacity(view, p)]
    for port in sorted(open_ports, key=lambda p: (_to_enemy(sight, p), p)):
        if port in sight.friends or sight.threat(port, 10) <= 0:
            n = min(ships.shipping(view), ships.capacity(view, port), supply_points(view, home, side))
            yield Ship((Some(n, SP),), (home, port))


def _to_enemy(sight: Sight, place: str) -> int:
    field = sight.data.field
    return min((field.distance(place, foe) for foe in sight.foes if foe in sight.data.hexes), default=0)


def _drive_forward(sight: Sight) -> Iterator[Order]:
    """Points that feed nobody now go to the bulk of the army, by the shortest ways first."""
    view, side, barred = sight.view, sight.side, bars(sight.view, sight.side)
    have = dumps(view, side) | ({TRIPOLI: 9} if side == AXIS else {})
    ends = [
        place for place, units in sight.friends.items()
        if place in sight.data.hexes and sight.defence(units) >= 8 and have.get(place, 0) < 3
    ]  # fmt: skip
    hauls: list[tuple[float, str, Truck]] = []
    for start, points in have.items():
        if points < 1 or (start in sight.friends and points < 2) or (start not in OFF_MAP and _back(sight, start) < 6):
            continue
        found = trucks.reach(view, start, trucks.budget(view), barred)
        for to in ends:
            won = min(60, _back(sight, start)) - _back(sight, to)
            if to in found.cost and to != start and won >= 5:
                rank = found.cost[to] / won - 0.2 * sight.defence(sight.friends[to]) / 10
                hauls.append((rank, to, Truck(1, found.path(to))))
    for _, _, order in sorted(hauls, key=lambda haul: haul[:2])[:3]:
        yield order


def _back(sight: Sight, place: str) -> int:
    """Hexes between a place and the nearest enemy; the boxes lie farthest back."""
    return 200 if place in OFF_MAP else _to_enemy(sight, place)
