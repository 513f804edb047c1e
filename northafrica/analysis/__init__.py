"""Frames and studies of games: numbers for tables and charts. Knows no widget."""

from northafrica.analysis.battles import battle_grid, one_more, sub_battles
from northafrica.analysis.campaign import history, references
from northafrica.analysis.frames import (
    combat_rounds,
    events_frame,
    losses,
    provenance,
    supply_by_space,
    supply_flow,
)
from northafrica.analysis.luck import hit_distribution, luck, luck_rolls
from northafrica.analysis.pressing import press_worth

__all__ = [
    "battle_grid",
    "combat_rounds",
    "events_frame",
    "history",
    "hit_distribution",
    "losses",
    "luck",
    "luck_rolls",
    "one_more",
    "press_worth",
    "provenance",
    "references",
    "sub_battles",
    "supply_by_space",
    "supply_flow",
]
