"""Blocks and where they stand: sides, nations, classes, what stands in a hex (3.11, 6.0)."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.core.groups import Picked, everywhere, groups
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.blocks.data import BlocksData
from northafrica.systems.blocks.odds_data import UnitRow

AXIS, ALLIES, NEUTRAL = "axis", "allies", "neutral"
HOME, OOS, SIEGE, SHOWN, FUELLED, ABOARD = "home", "oos", "siege", "shown", "fuelled", "aboard"
SPENT, OVER = "spent", "over"
NAVAL_WOOD = ("unknown_grey", "unknown_white")
COMMONWEALTH = {"Free French": "UK"}
"""Whose blocks count as another nation's (3.6.ff-brigade)."""
ARMOUR = ("Tank", "Tankette")


def data(view: View) -> BlocksData:
    """The data of a view, typed."""
    found: BlocksData = view.setting.data
    return found


def enemy_of(side: str) -> str:
    """The other side."""
    return ALLIES if side == AXIS else AXIS


def advanced(view: View) -> bool:
    """Whether the advanced rules (8.0 to 16.0) are played."""
    return view.option("game") == "advanced"


def unit(view: View, piece: Piece) -> UnitRow | None:
    """The row of a land or air block; None for ships and for blocks whose face is not seen."""
    return data(view).units.get(piece.kind)


def nation_of(view: View, piece: Piece) -> str:
    """The nation that commands a block, "" where its face is not seen."""
    info = data(view)
    row = info.units.get(piece.kind) or info.ships.get(piece.kind)
    return COMMONWEALTH.get(row.nation, row.nation) if row is not None else ""


def is_naval(view: View, piece: Piece) -> bool:
    """Whether a block is naval."""
    return piece.kind in data(view).ships or piece.kind in NAVAL_WOOD


def is_air(view: View, piece: Piece) -> bool:
    """Whether a block is known to be an air unit."""
    row = unit(view, piece)
    return row is not None and row.role in ("fighter", "bomber")


def is_ground(view: View, piece: Piece) -> bool:
    """Whether a block is a ground unit, or may be one for all that is seen."""
    return not is_naval(view, piece) and not is_air(view, piece)


def fights_alone(view: View, piece: Piece) -> bool:
    """Whether a block is a ground combat unit (rule 3.11.gcu), or may be one for all that is seen."""
    row = unit(view, piece)
    return row is None if is_ground(view, piece) and row is None else row is not None and row.role == "combat"


def is_armour(view: View, piece: Piece) -> bool:
    """Whether a block is of the armoured class: tanks, tankettes, armoured HQs."""
    row = unit(view, piece)
    return row is not None and (row.type in ARMOUR or row.fires_as == "Armor HQ")


def flying(piece: Piece) -> bool:
    """Whether an air unit is on a mission, away from its base."""
    return piece.has(HOME)


def of_side(view: View, space: str, side: str) -> Picked:
    """The blocks of a side in a place."""
    return groups(view, space, lambda piece: piece.power == side)


def ground_here(view: View, space: str, side: str) -> Picked:
    """The ground units of a side in a place."""
    return groups(view, space, lambda piece: piece.power == side and is_ground(view, piece))


def occupied(view: View, side: str) -> frozenset[str]:
    """The hexes in which a side has a block that is not in the air."""
    hexes = data(view).hexes
    places = {place for place, piece, _ in everywhere(view, lambda p: p.power == side and not flying(p))}
    return frozenset(place for place in places if place in hexes)


def battles(view: View) -> tuple[str, ...]:
    """The hexes in which both sides have blocks (rule 3.23.battle-hex)."""
    return tuple(place for place in sorted(view.state.pieces) if place in data(view).hexes and contested(view, place))


def contested(view: View, space: str) -> bool:
    """Whether both sides have blocks in a place."""
    return len({piece.power for piece in view.state.at(space)}) > 1


def on_map(view: View) -> Iterator[tuple[str, Piece]]:
    """All blocks on the map, hex by hex."""
    for place, piece, _ in everywhere(view, lambda _: True):
        if place in data(view).hexes:
            yield place, piece
