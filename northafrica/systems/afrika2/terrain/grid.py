"""The hex grid of the map: flat-topped hexes in columns, even columns half a hex to the north.

Columns run on across both sheets (A1 is 1, A62 is 62, B1 is 63); rows count from south to north.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from northafrica.core.board import Hex

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
OPPOSITE = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}
LAST_OF_A = 62


class Located(Protocol):
    """Anything with a column and a row."""

    @property
    def column(self) -> int: ...
    @property
    def row(self) -> int: ...


def name_of(column: int, row: int) -> str:
    """The id of a hex: column 63, row 5 is ``b1.05``."""
    sheet, printed = ("a", column) if column <= LAST_OF_A else ("b", column - LAST_OF_A)
    return f"{sheet}{printed}.{row:02d}"


def step(column: int, row: int, direction: str) -> tuple[int, int]:
    """Column and row one hex on."""
    if direction == "N":
        return column, row + 1
    if direction == "S":
        return column, row - 1
    north = direction.startswith("N")
    aside = column + (1 if direction.endswith("E") else -1)
    if column % 2 == 0:
        return aside, row + 1 if north else row
    return aside, row if north else row - 1


def hex_at(known: Mapping[str, object], info: Located, direction: str) -> str | None:
    """The id of the neighbour in a direction, None where the map has none."""
    name = name_of(*step(info.column, info.row, direction))
    return name if name in known else None


def place_of(column: int, row: int) -> Hex:
    """Axial coordinates: ``q`` the column, ``r`` growing southward along the slant."""
    return Hex(column, -row - column // 2)
