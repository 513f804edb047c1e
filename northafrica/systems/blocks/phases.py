"""The phases of a side (7.0), and what belongs to which."""

from __future__ import annotations

PHASES = (
    "strategic_warfare",
    "supply",
    "production",
    "rail",
    "movement",
    "reaction",
    "combat",
    "blitz",
    "final_supply",
    "exploitation",
)
NAVAL = "naval"
PHASE_NAMES = {
    "strategic_warfare": "Strategic Warfare",
    "supply": "Supply",
    "production": "Production",
    "rail": "Strategic Rail Movement",
    "movement": "Movement",
    "reaction": "Defender Reaction",
    "combat": "Combat",
    "blitz": "Blitz",
    "final_supply": "Final Supply Status",
    "exploitation": "Armored Exploitation",
}
UNBUILT = {
    "strategic_warfare": "raids on production",
    "supply": "supply",
    "production": "production",
    "rail": "movement by rail",
    "reaction": "reaction",
    "combat": "battles",
    "blitz": "blitz",
    "final_supply": "surrender of blocks out of supply",
}
"""What is not part of the kit so far, by phase: such a phase passes by itself and says so."""
UNBUILT_COMMAND = "headquarters: not part of the kit so far; armour counts as out of fuel unless it is marked fuelled"
"""What the advanced game says besides when units move."""
ORDER_PHASES: dict[str, tuple[str, ...]] = {"move": ("movement", "exploitation")}
"""The phases in which orders of a kind may be given."""
