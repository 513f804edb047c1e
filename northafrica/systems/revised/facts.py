"""What a game of `revised` remembers besides pieces, stocks and markers: plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from northafrica.core.table import Table, View


@dataclass(frozen=True)
class Facts:
    """The memory of a turn.

    hostile     territories and sea zones hostile to the acting side when the turn began
    held        territories the acting power controlled then
    liberated   territories taken this turn that an ally without capital first controlled: settled before phase 6
    researched  whether research dice were rolled this turn
    complexes   units mobilized this turn through each complex: (territory, number)
    """

    hostile: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    liberated: tuple[str, ...] = ()
    researched: bool = False
    complexes: tuple[tuple[str, int], ...] = ()


def facts(view: View) -> Facts:
    """The facts of a view, typed."""
    found: Facts = view.state.facts
    return found


def remember(table: Table, **changes: Any) -> None:
    """Replace some of the facts."""
    table.state.facts = replace(facts(table), **changes)
