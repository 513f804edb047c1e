"""Fog of war (1.3): of an enemy block a seat sees where it stands and its colour, until it is revealed.

Revealed are blocks face up (`shown`: recon, combat) and all blocks in the battle under way. Barrels on a block (out of
supply, siege, reserve) are open. Orders are judged on that view: a block not seen has a zone and bars the way, whatever
it is. There is no option: the game is played with it (1.3.fog).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from northafrica.core.events import PIECE_EVENTS, Event
from northafrica.core.pieces import Piece
from northafrica.core.state import State
from northafrica.core.table import Setting, Table
from northafrica.mechanisms.hidden import retell
from northafrica.systems.blocks.board.ground import OOS, SHOWN, SIEGE
from northafrica.systems.blocks.data import BlocksData
from northafrica.systems.blocks.data.tables import SIDES

BARRELS = (OOS, SIEGE, "reserve")
HIDDEN = PIECE_EVENTS | {"chose", "declared"}


def hide(setting: Setting, state: State, seat: str) -> State:
    """The state as a seat may know it."""
    enemies = {side for side in SIDES if setting.seats[side] != seat}
    shown = state.copy()
    for place, table in state.pieces.items():
        if any(piece.power in enemies for piece in table):
            found: dict[Piece, int] = {}
            for piece, n in table.items():
                seen = piece if piece.power not in enemies or is_open(state, place, piece) else veiled(setting, piece)
                found[seen] = found.get(seen, 0) + n
            shown.pieces[place] = found
    return shown


def veiled(setting: Setting, piece: Piece) -> Piece:
    """A block as the enemy sees it: its wood, and the barrels on it."""
    info: BlocksData = setting.data
    row = info.units.get(piece.kind) or info.ships.get(piece.kind)
    if row is None:
        return piece
    barrels = tuple((name, value) for name, value in piece.status if name in BARRELS)
    return Piece(piece.power, f"unknown_{row.colour}", barrels)


def is_open(state: State, place: str, piece: Piece) -> bool:
    """Whether both sides see the face of a block (rules 7.7.reveal, 12.0.face-up)."""
    return piece.has(SHOWN) or place in fighting(state)


def fighting(state: State) -> set[str]:
    """The hex, or the place at sea, of the battle under way."""
    battles = (getattr(step, "battle", None) for step in state.stack)
    return {battle.space for battle in battles if battle is not None}


def veil(table: Table, fresh: Sequence[Event]) -> None:
    """What happens to a block that the enemy does not see is told to its owner alone; orders by their kind only."""

    def told(event: Event) -> Event:
        cause = event.cause.partition(" ")[0]
        if event.kind not in HIDDEN or event.piece is None or event.seen_by or _seen(table, event):
            return replace(event, cause=cause)
        owner = table.setting.seats[event.piece.power]
        return replace(event, seen_by=(owner,), rules=(*event.rules, "1.3.fog"), cause=cause)

    retell(table, fresh, told)


def _seen(table: Table, event: Event) -> bool:
    assert event.piece is not None
    after = event.becomes or event.piece
    places = [place for place in (event.place, event.to) if place]
    return after.has(SHOWN) or all(is_open(table.state, place, event.piece) for place in places)
