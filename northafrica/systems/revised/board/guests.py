"""An ally's fighters aboard: they go where their carrier goes, and down with it (Phase 3 / Aircraft Carriers)."""

from __future__ import annotations

from northafrica.core.groups import Picked, groups, number
from northafrica.core.table import View
from northafrica.systems.revised.board.ground import SIDES, acting_powers, acting_side, data, is_sea

CARRIER = "aircraft_carrier"


def deck_room(view: View) -> int:
    """How many fighters a carrier takes (rule unit.carrier.capacity)."""
    return data(view).numbers["carrier_fighters"]


def without_deck(view: View, zone: str, leaving: int = 0) -> Picked:
    """The ally's fighters in a zone that the carriers of the side there cannot hold once so many have left.

    Rules cmove.carrier.guest-cargo, combat.cargo-aside.
    """
    if not is_sea(view, zone):
        return []
    side, ours = acting_side(view), acting_powers(view)
    guests = groups(view, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == side and p.power not in ours)
    stay = number(view, zone, lambda p: p.kind == CARRIER and SIDES[p.power] == side) - leaving
    over, found = sum(n for _, n in guests) - deck_room(view) * stay, Picked()
    for piece, n in guests:
        if over > 0:
            found.append((piece, min(n, over)))
            over -= n
    return found
