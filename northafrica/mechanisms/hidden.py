"""Hidden pieces: how events are told anew once they have happened. What a seat sees is each game's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from northafrica.core.events import Event
from northafrica.core.table import Table


def retell(table: Table, fresh: Sequence[Event], told: Callable[[Event], Event]) -> None:
    """Replace the fresh events, and those that followed from them, by what `told` makes of each."""
    if not fresh:
        return
    first = next(at for at, event in enumerate(table.events) if event.number == fresh[0].number)
    table.events[first:] = [told(event) for event in table.events[first:]]
