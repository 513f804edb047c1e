"""The raid on Rommel."""

from __future__ import annotations

from northafrica.core.orders import Order
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View


def check(view: View, order: Order) -> Ruling:
    """Nothing yet."""
    return Ruling.refuse("", "not yet")


def play(table: Table, order: Order) -> None:
    """Nothing yet."""
