"""The words of this game: how sides, nations, blocks and months are said to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from northafrica.core.naming import Names

if TYPE_CHECKING:
    from northafrica.systems.blocks.data.rows import BoxRow, HexRow, ShipRow
    from northafrica.systems.blocks.odds_data import UnitRow

SIDE_NAMES = {"axis": "the Axis", "allies": "the Allies"}
ADJECTIVES = {"axis": "Axis", "allies": "Allied"}
PILE_NAMES = {"lost": "blocks to rebuild", "gone": "blocks out of the game", "due": "arrivals held back"}
COLOURS = {
    "black": "black (German)",
    "light_green": "light green (Italian)",
    "blue": "blue (British)",
    "light_blue": "light blue (French)",
    "brown": "brown (minor power)",
    "grey": "grey (Axis naval)",
    "white": "white (Allied naval)",
}
UNKNOWN = {f"unknown_{colour}": f"{name} block" for colour, name in COLOURS.items()}
"""Stand-ins for blocks whose face a seat does not see: their wood alone (1.3.fog)."""
LEADERS = ("mussolini", "hitler", "goering", "churchill")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
FIRST_YEAR, FIRST_MONTH = 1939, 9
"""Turn 1 of the track is September 1939 (0.turn-is-month)."""


def date(turn: int) -> tuple[int, int]:
    """Year and month of a turn of the track.

    >>> date(1), date(36), date(65)
    ((1939, 9), (1942, 8), (1945, 1))
    """
    passed = FIRST_MONTH - 1 + turn - 1
    return FIRST_YEAR + passed // 12, passed % 12 + 1


def month(turn: int) -> str:
    """A turn as its month: `August 1942`."""
    year, number = date(turn)
    return f"{MONTHS[number - 1]} {year}"


def stamp(turn: int) -> str:
    """A turn as the tables write it: `1942-08`."""
    return "{}-{:02}".format(*date(turn))


def names(
    hexes: Mapping[str, HexRow],
    boxes: Mapping[str, BoxRow],
    units: Mapping[str, UnitRow],
    ships: Mapping[str, ShipRow],
) -> Names:
    """The words of the game out of its tables."""
    places = {name: row.name for name, row in hexes.items()} | {name: row.name for name, row in boxes.items()}
    places |= {
        f"{side}_{pile}": f"{ADJECTIVES[side]} {name}" for side in SIDE_NAMES for pile, name in PILE_NAMES.items()
    }
    full = {row.id: row.name for row in units.values()} | {row.id: row.name for row in ships.values()}
    short = {unit: name.partition(" (")[0] for unit, name in full.items()}
    often = Counter(short.values())
    kinds = {unit: short[unit] if often[short[unit]] == 1 else full[unit] for unit in full} | UNKNOWN
    return Names(
        places=places | {"campaign": "the campaign"} | {name: name.title() for name in LEADERS},
        powers=SIDE_NAMES,
        nations=ADJECTIVES,
        kinds={kind: (name, name) for kind, name in kinds.items()},
    )
