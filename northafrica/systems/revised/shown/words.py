"""What sets a unit apart, in words."""

from __future__ import annotations

from northafrica.core.naming import counted
from northafrica.core.pieces import Piece
from northafrica.systems.revised.wording import power_name

WORDS = {
    "aboard": "aboard a transport",
    "submerged": "submerged",
    "damaged": "damaged",
    "captured": "captured this turn",
    "new": "new, can be used from the next turn on",
}


def notes(piece: Piece) -> str:
    """A piece's status in words."""
    found = []
    for status, value in piece.status:
        if status == "aboard" and value != 1:
            found.append(f"aboard a transport of {power_name(str(value))}")
        elif status == "used":
            found.append(f"{counted(int(value), 'space')} moved")
        elif status in WORDS:
            found.append(WORDS[status])
        else:
            found.append(status.replace("_", " ") if value == 1 else f"{status.replace('_', ' ')} {value}")
    return ", ".join(found)
