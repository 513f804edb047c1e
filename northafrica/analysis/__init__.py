"""Frames and studies of games: numbers for tables and charts. Knows no widget."""

from northafrica.analysis.frames import (
    combat_rounds,
    events_frame,
    losses,
    provenance,
    supply_by_space,
    supply_flow,
)
from northafrica.analysis.luck import hit_distribution, luck, luck_rolls

__all__ = [
    "combat_rounds",
    "events_frame",
    "hit_distribution",
    "losses",
    "luck",
    "luck_rolls",
    "provenance",
    "supply_by_space",
    "supply_flow",
]
