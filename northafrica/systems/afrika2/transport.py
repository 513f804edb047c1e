"""Trucks and coastal shipping as the Movement Phase offers them (rulebook 5.4)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import ships, trucks
from northafrica.systems.afrika2.entities import PORTS, TRIPOLI
from northafrica.systems.afrika2.ground import occupied
from northafrica.systems.afrika2.lines import bars
from northafrica.systems.afrika2.orders import Ship, Truck


def values(view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
    """What may fill the next field of an order to carry or ship."""
    return trucks.values(view, field, given) if kind is Truck else ships.values(view, field, given)


def places(view: View, kind: type[Order]) -> Sequence[str]:
    """Where such an order can begin."""
    if kind is Ship:
        return ships.starts(view)
    return [place for place in trucks.starts(view) if trucks.most(view, place)]


def check(view: View, order: Order) -> Ruling:
    """The ruling on it."""
    if isinstance(order, Truck):
        return trucks.check(view, order)
    assert isinstance(order, Ship)
    return ships.check(view, order)


def play(table: Table, order: Order) -> None:
    """Carry it out."""
    if isinstance(order, Truck):
        trucks.play(table, order)
    else:
        assert isinstance(order, Ship)
        ships.play(table, order)


# -- for players without a mind ----------------------------------------------------------------------------
def weight(view: View, kind: type[Order]) -> float:
    """How often a random player thinks of it."""
    if kind is Truck:
        return 2.0 if trucks.budget(view) >= trucks.TRUCK else 0.2
    return 2.0 if ships.shipping(view) else 0.0


def sample(view: View, kind: type[Order], rng: random.Random) -> Order | None:
    """A random order to carry or ship, to where units are rather than into the desert."""
    begin = places(view, kind)
    if not begin:
        return None
    place = rng.choice(begin)
    return _some_truck(view, place, rng) if kind is Truck else _some_ship(view, place, rng)


def _some_truck(view: View, place: str, rng: random.Random) -> Truck | None:
    count = rng.randint(1, min(3, trucks.most(view, place)))
    found = trucks.reach(view, place, trucks.budget(view) // count, bars(view, view.state.power))
    ends = sorted(to for to in found.cost if to not in (place, TRIPOLI))
    friends = occupied(view, view.state.power)
    ends = [to for to in ends if to in friends or to in PORTS] or ends
    return Truck(count, found.path(rng.choice(ends))) if ends else None


def _some_ship(view: View, place: str, rng: random.Random) -> Ship | None:
    some = rng.choice(ships.cargo_at(view, place))
    ends = [to for to in ships.open_ports(view, view.state.power) if to != place and ships.capacity(view, to)]
    ends = [to for to in ends if to != TRIPOLI or some.kind != ships.SP]
    if not ends:
        return None
    to = rng.choice(ends)
    most = min(some.count, ships.shipping(view), ships.capacity(view, to))
    return Ship((replace(some, count=rng.randint(1, most)),), (place, to))
