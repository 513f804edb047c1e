"""Whose a hex is when no marker tells (3.3.behind-front)."""

from __future__ import annotations

from collections.abc import Callable

from northafrica.core.table import View
from northafrica.systems.blocks.board.control import controller, front
from northafrica.systems.blocks.board.ground import ground_here
from northafrica.systems.blocks.board.zones import zones
from northafrica.systems.blocks.data.tables import SIDES


def holders(view: View) -> Callable[[str], str]:
    """Tells of each hex who holds it: its marker, else who alone stands there, whose zone alone it is, else the front.

    Zones are worked out once; ask again after a move.
    """
    reach = {side: zones(view, side) for side in SIDES}

    def holder(place: str) -> str:
        told = controller(view, place)
        if told:
            return told
        there = [side for side in SIDES if ground_here(view, place, side)] or [s for s in SIDES if place in reach[s]]
        if there:
            return there[0] if len(there) == 1 else ""
        return front(view, place)

    return holder
