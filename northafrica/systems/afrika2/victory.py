"""How the campaign and the short versions are won (rulebook 6.1, 8.1 to 8.7)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.events import Event
from northafrica.core.state import Outcome
from northafrica.core.table import Table


def watch(table: Table, fresh: Sequence[Event]) -> None:
    """Remember which Italian units were destroyed, and where."""


def end_phase(table: Table) -> None:
    """The Mussolini requirement, tested after every phase (6.1)."""


def end_player_turn(table: Table, side: str) -> None:
    """Sudden death at the end of a Commonwealth player turn (8.1)."""


def final(table: Table) -> None:
    """The end of the last turn."""
    table.conclude(Outcome("", "draw", "neither side holds what it needs", ("8.1.draw",)))
