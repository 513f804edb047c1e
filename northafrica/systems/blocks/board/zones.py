"""Zones of control (3.22; in the advanced game 8.0)."""

from __future__ import annotations

from collections.abc import Iterable

from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.zones import reached
from northafrica.systems.blocks.board.control import city, controller
from northafrica.systems.blocks.board.ground import advanced, contested, data, enemy_of, flying, is_naval, occupied

BARRED = frozenset(("water", "red_arrow"))
STRONG = ("major", "capital", "bunker", "fortress")


def zones(view: View, side: str) -> frozenset[str]:
    """The hexes into which the zones of a side's blocks reach.

    Source: 3.22.zoc, 3.22.not-into-occupied, 3.22.battle-flying, 3.22.water, 3.22.supply-independent.
    """
    enemies, walls = occupied(view, enemy_of(side)), _walls(view, side)

    def exerts(place: str, piece: Piece) -> Iterable[str]:
        if piece.power != side or place not in data(view).hexes:
            return ()
        if is_naval(view, piece) or flying(piece) or contested(view, place):
            return ()
        return (to for to in spread(view, place) if to not in enemies)

    found = reached(view.state, exerts)
    return frozenset(found - {wall for wall in walls if not _ringed(view, side, wall, found, enemies)})


def spread(view: View, place: str) -> Iterable[str]:
    """The neighbours into which a zone reaches from a hex: over no water, and in the advanced game over no river."""
    info = data(view)
    barred = BARRED | {"river"} if advanced(view) else BARRED
    for to in info.field.neighbours(place):
        if info.terrain[info.hexes[to].terrain].mp and not barred & info.field.hexside(place, to):
            yield to


def _walls(view: View, side: str) -> tuple[str, ...]:
    """The enemy's cities and fortresses that bar a zone in the advanced game (rule 8.0.city)."""
    if not advanced(view):
        return ()
    foe = enemy_of(side)
    return tuple(one for one in data(view).held if controller(view, one) == foe and city(view, one) in STRONG)


def _ringed(view: View, side: str, wall: str, found: set[str], enemies: frozenset[str]) -> bool:
    """Whether an empty city is wholly surrounded by a side's blocks and zones."""
    if wall in enemies:
        return False
    own = occupied(view, side)
    return all(near in found or near in own for near in spread(view, wall))
