"""Trucks and coastal shipping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View


def values(view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
    """Nothing yet."""
    return ()


def places(view: View, kind: type[Order]) -> Sequence[str]:
    """Nothing yet."""
    return ()


def check(view: View, order: Order) -> Ruling:
    """Nothing yet."""
    return Ruling.refuse("", "not yet")


def play(table: Table, order: Order) -> None:
    """Nothing yet."""


def weight(view: View, kind: type[Order]) -> float:
    """Nothing yet."""
    return 0.0
