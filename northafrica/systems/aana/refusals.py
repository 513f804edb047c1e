"""Why some orders that no step takes now are against the rules."""

from __future__ import annotations

from northafrica.core.orders import Order
from northafrica.core.rulebook import Ruling
from northafrica.systems.aana.orders import Detonate, Scrap


def out_of_place(order: Order) -> Ruling | None:
    """The refusal of an order in one's own movement phases that the rules speak of; None for all others."""
    if isinstance(order, Detonate):
        text = "mines go off only in an enemy's turn, when his units enter, attack or are deployed where they lie"
        return Ruling.refuse("mine.enemy-turn-only", text, "mine.triggers")
    if isinstance(order, Scrap) and any(some.kind == "supply" for some in order.units):
        return Ruling.refuse("supply.no-voluntary-loss", "supply is never destroyed voluntarily")
    return None
