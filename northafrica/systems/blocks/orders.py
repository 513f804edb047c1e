"""The orders of Blocks in Afrika."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.common_orders import End
from northafrica.core.orders import Order, Path, Units, path_field, units_field


@dataclass(frozen=True)
class Move(Order):
    """Move ground units along a route; gaps are filled by the cheapest way."""

    kind: ClassVar[str] = "move"
    help: ClassVar[str] = "move ground units along a route"
    units: Units = units_field()
    route: Path = path_field()


ORDERS: tuple[type[Order], ...] = (Move, End)
