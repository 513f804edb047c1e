"""The words of this game: how sides and units are said to people. Orders and files keep to the ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from northafrica.core.board import Board
from northafrica.core.naming import Names, joined
from northafrica.core.pieces import Piece

if TYPE_CHECKING:
    from northafrica.systems.marenostrum.data.rows import EventRow, ForceRow
    from northafrica.systems.marenostrum.odds_data import UnitRow

SIDE_NAMES = {"axis": "the Axis", "allies": "the Allies"}
ADJECTIVES = {"axis": "Axis", "allies": "Allied"}
SHORT = {"Vichy French": "Vichy"}
PILE_NAMES = {
    "cup": "event pool",
    "hand": "events available",
    "used": "events discarded",
    "pool": "Reinforcement Pool",
    "1942": "units of 1942",
    "1943": "units of 1943",
    "special": "special reinforcements",
    "optional": "optional forces",
    "withdrawn": "units withdrawn",
    "refit": "units for refit",
    "destroyed": "units destroyed",
    "gone": "units out of the game",
    "forces": "special forces available",
    "available": "supply units available",
    "setup": "units to set up",
}
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def year(number: int) -> int:
    """The year of a round; round 1 is March 1941."""
    return 1941 + (number + 1) // 12


def month(number: int) -> str:
    """A round as its month: `March 1941`."""
    return f"{MONTHS[(number + 1) % 12]} {year(number)}"


def names(
    board: Board,
    units: Mapping[str, UnitRow],
    forces: Mapping[str, ForceRow],
    events: Mapping[tuple[str, str], EventRow],
) -> Names:
    """The words of the game out of its tables."""
    kinds = {row.id: f"{SHORT.get(row.nationality, row.nationality)} {row.name}".strip() for row in units.values()}
    kinds |= {row.id: row.name for row in forces.values()} | {row.id: row.name for row in events.values()}
    found = {kind: (name, name) for kind, name in kinds.items()} | {"supply": ("supply unit", "supply units")}
    places = {
        f"{side}_{pile}": f"{ADJECTIVES[side]} {name}" for side in SIDE_NAMES for pile, name in PILE_NAMES.items()
    }
    places |= {space.id: space.name for space in board.spaces.values()} | {"campaign": "the campaign"}
    return Names(places=places, powers=SIDE_NAMES, nations=ADJECTIVES, kinds=found)


def say(names: Names, pieces: Iterable[tuple[Piece, int]]) -> str:
    """`British 7 armored (reduced), 2 supply units (static)`."""
    told = []
    for piece, n in pieces:
        status = ", ".join(name if value == 1 else f"{name} {value}" for name, value in piece.status)
        text = names.kind(piece.kind, n) if n == 1 and piece.kind != "supply" else f"{n} {names.kind(piece.kind, n)}"
        told.append(f"{text} ({status})" if status else text)
    return joined(told) or "none"
