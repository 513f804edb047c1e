"""In the noncombat move phase fighters that have not moved may ride aboard a carrier (Fighters; note C7)."""

from __future__ import annotations

from northafrica.core.groups import Picked, total
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.revised.board.guests import CARRIER, deck_room, without_deck

RULES = ("cmove.carrier.own-launch", "unit.fighter.own-carrier-attack")


def riders(view: View, place: str, picked: Picked) -> Picked:
    """The fighters named together with carriers that ride along; none where not all of them fit aboard."""
    ships = sum(n for piece, n in picked if piece.kind == CARRIER)
    fighters = [(piece, n) for piece, n in picked if _rides(piece)]
    room = deck_room(view) * ships - total(without_deck(view, place, ships)) if ships else 0
    return fighters if total(fighters) <= room else []


def _rides(piece: Piece) -> bool:
    return piece.kind == "fighter" and not any(piece.has(status) for status in ("moved", "done", "withdrawn"))
