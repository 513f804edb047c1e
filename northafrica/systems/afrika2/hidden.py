"""Hidden stacks (option hidden_stacks): of an enemy stack only the top unit is seen.

The top unit is the weakest of the stack (lowest attack and defence together as the counter shows them, then by name):
an owner lays it so, and it is settled by the state alone. Of the others a seat knows how many there are and which are
Out of Supply, for zones of control are open to both; they stand in its view as `unknown_axis` or `unknown_cw`.
Leaders, Supply Points, Boxes and everything beside the map are open, and so are the hexes of a combat under way.
Orders are judged on that view: a unit not seen is taken to have a zone of control that reaches wherever infantry goes,
so that what the view allows is allowed in truth as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from northafrica.core.events import Event
from northafrica.core.pieces import Piece
from northafrica.core.state import State
from northafrica.core.table import Setting, Table
from northafrica.mechanisms.hidden import retell
from northafrica.systems.afrika2.data import Afrika2Data
from northafrica.systems.afrika2.entities import LEADERS, SIDES, UNKNOWN

MOVES = frozenset({"moved", "placed", "flipped", "retreated"})


def hides(setting: Setting) -> bool:
    """Whether stacks are hidden in this game."""
    return setting.options.get("hidden_stacks") == "on"


def hide(setting: Setting, state: State, seat: str) -> State:
    """The state as a seat may know it."""
    if not hides(setting):
        return state
    enemies = {side for side in SIDES if setting.seats[side] != seat}
    shown = state.copy()
    for place, table in state.pieces.items():
        if place in setting.data.hexes and any(piece.power in enemies for piece in table):
            shown.pieces[place] = _veiled(setting.data, state, place, enemies)
    return shown


def _veiled(data: Afrika2Data, state: State, place: str, enemies: set[str]) -> dict[Piece, int]:
    table = state.pieces[place]
    if _in_combat(state, place):
        return table
    top = top_of(data, table, enemies)
    found: dict[Piece, int] = {}
    for piece, n in table.items():
        if piece.power not in enemies or piece.kind in LEADERS or piece.has("attacking"):
            found[piece] = found.get(piece, 0) + n
            continue
        seen = 1 if piece == top else 0
        if seen:
            found[piece] = found.get(piece, 0) + 1
        if n > seen:
            unknown = Piece(piece.power, UNKNOWN[piece.power]).having(oos=piece.number("oos"))
            found[unknown] = found.get(unknown, 0) + n - seen
    return found


def _in_combat(state: State, place: str) -> bool:
    return state.facts.combat is not None and state.facts.combat.target == place


def top_of(data: Afrika2Data, table: Mapping[Piece, int], enemies: set[str]) -> Piece | None:
    """The unit that lies on top: the weakest as its counter shows it."""
    closed = {*LEADERS, *UNKNOWN.values()}
    units = [piece for piece in table if piece.power in enemies and piece.kind not in closed]
    return min(units, key=lambda piece: (_strength(data, piece), piece), default=None)


def _strength(data: Afrika2Data, piece: Piece) -> int:
    counter = data.units[piece.kind]
    if piece.has("lost") and counter.reduced is not None:
        return counter.reduced[0] + counter.reduced[1]
    return counter.attack + counter.defense


def veil(table: Table, fresh: Sequence[Event]) -> None:
    """Moves of units that the enemy does not see are told to their owner alone."""
    if not hides(table.setting):
        return

    def told(event: Event) -> Event:
        if event.kind not in MOVES or event.piece is None or _open(table, event):
            return event
        return replace(event, seen_by=(table.setting.seats[event.piece.power],))

    retell(table, fresh, told)


def _open(table: Table, event: Event) -> bool:
    piece, place = event.becomes or event.piece, event.to or event.place
    assert piece is not None
    if piece.kind in LEADERS or place not in table.setting.data.hexes or _in_combat(table.state, place):
        return True
    here = table.state.at(place)
    return piece not in here or piece.has("attacking") or top_of(table.setting.data, here, {piece.power}) == piece
