"""How many blocks a hex takes (3.13, 3.4.1)."""

from __future__ import annotations

from collections.abc import Collection

from northafrica.core.naming import counted
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.blocks.board.ground import data, fights_alone, flying, is_air, is_ground, of_side


def crowd(view: View, place: str, side: str) -> list[Piece]:
    """The blocks of a side in a hex."""
    return [piece for piece, n in of_side(view, place, side) for _ in range(n)]


def excess(view: View, blocks: Collection[Piece]) -> tuple[str, str, int, int]:
    """Rule, words, number and limit of what is too much among the blocks of one side in a hex; "" where nothing is."""
    limits = data(view).numbers
    ground = [piece for piece in blocks if is_ground(view, piece)]
    fighters = [piece for piece in ground if fights_alone(view, piece)]
    based = [piece for piece in blocks if is_air(view, piece) and not flying(piece)]
    for rule, what, found, limit in (
        ("3.13.stack-three", "ground unit", ground, limits["stack_ground"]),
        ("3.13.stack-three", "combat unit", fighters, limits["stack_combat"]),
        ("3.4.1.one-per-airfield", "air unit", based, limits["air_base"]),
    ):
        if len(found) > limit:
            return rule, counted(len(found), what), len(found), limit
    return "", "", 0, 0
