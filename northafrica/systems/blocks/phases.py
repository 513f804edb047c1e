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
    "movement": "movement",
    "reaction": "reaction",
    "combat": "battles",
    "blitz": "blitz",
    "final_supply": "surrender of blocks out of supply",
    "exploitation": "exploitation",
}
"""What is not part of the kit so far, by phase: such a phase passes by itself and says so."""
ORDER_PHASES: dict[str, tuple[str, ...]] = {}
"""The phases in which orders of a kind may be given."""
