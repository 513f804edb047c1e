"""Frames and studies of games: numbers for tables and charts. Knows no widget."""

from northafrica.analysis.frames import (
    combat_rounds,
    events_frame,
    losses,
    luck,
    provenance,
    supply_by_space,
    supply_flow,
)

__all__ = [
    "combat_rounds",
    "events_frame",
    "losses",
    "luck",
    "provenance",
    "supply_by_space",
    "supply_flow",
]
