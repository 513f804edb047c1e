"""Zones of control: the hexes into which pieces reach from where they stand. Who exerts, and into what, is a game's."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from northafrica.core.pieces import Piece
from northafrica.core.state import State

Exerts = Callable[[str, Piece], Iterable[str]]


def reached(state: State, exerts: Exerts) -> set[str]:
    """All hexes into which a piece reaches; `exerts` tells which those are of a piece in a place, () for none."""
    return {to for place, table in state.pieces.items() for piece in table for to in exerts(place, piece)}
