"""What a game of `blocks` remembers besides pieces, stocks and markers: plain frozen data, of one side's phases.

What lasts longer stands on the board: in statuses of blocks, markers, and stocks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from northafrica.core.table import Table, View


@dataclass(frozen=True)
class Facts:
    """The memory of one side's phases.

    orders  pairs (leader, action) of what the leaders beside the map have done this turn
    """

    orders: tuple[tuple[str, str], ...] = ()


def facts(view: View) -> Facts:
    """The facts of a view, typed."""
    found: Facts = view.state.facts
    return found


def remember(table: Table, **changes: Any) -> None:
    """Replace some of the facts."""
    table.state.facts = replace(facts(table), **changes)
