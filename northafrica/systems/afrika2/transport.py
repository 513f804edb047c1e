"""Trucks and coastal shipping as the Movement Phase offers them (rulebook 5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import ships, trucks
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
