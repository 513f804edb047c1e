"""Frames and studies of games: numbers for tables and charts. Knows no widget."""

from northafrica.analysis.attacks import attack_lines, attack_results, attack_table, attack_told
from northafrica.analysis.battles import battle_grid, one_more, sub_battles
from northafrica.analysis.beside import (
    beside_history,
    campaign_front,
    fronts,
    landings,
    road_kilometres,
    round_dates,
    strength,
    tons_by_round,
)
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
from northafrica.analysis.supply_chain import fed_by_round, supply_chain
from northafrica.analysis.supply_plans import (
    carriages,
    supply_gaps,
    supply_groups,
    supply_plan,
    supply_sources,
)

__all__ = [
    "attack_lines",
    "attack_results",
    "attack_table",
    "attack_told",
    "battle_grid",
    "beside_history",
    "campaign_front",
    "carriages",
    "combat_rounds",
    "events_frame",
    "fed_by_round",
    "fronts",
    "history",
    "hit_distribution",
    "landings",
    "losses",
    "luck",
    "luck_rolls",
    "one_more",
    "press_worth",
    "provenance",
    "references",
    "road_kilometres",
    "round_dates",
    "strength",
    "sub_battles",
    "supply_by_space",
    "supply_chain",
    "supply_flow",
    "supply_gaps",
    "supply_groups",
    "supply_plan",
    "supply_sources",
    "tons_by_round",
]
