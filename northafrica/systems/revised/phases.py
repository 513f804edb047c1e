"""The phases of a turn, and what belongs to which (Order of Play)."""

from __future__ import annotations

PHASES = ("develop", "purchase", "combat_move", "combat", "noncombat", "mobilize", "income")
PHASE_NAMES = {
    "setup": "Set-up",
    "develop": "1 Develop Weapons",
    "purchase": "2 Purchase Units",
    "combat_move": "3 Combat Move",
    "combat": "4 Conduct Combat",
    "noncombat": "5 Noncombat Move",
    "mobilize": "6 Mobilize New Units",
    "income": "7 Collect Income",
}
WITHOUT_CAPITAL = ("combat_move", "combat", "noncombat")
"""The phases of a power whose capital is in enemy hands (rule capital.three-phases)."""
ORDER_PHASES = {"research": ("develop",), "buy": ("purchase",), "place": ("mobilize",)}
STATUS_STARTS: dict[str, tuple[str, ...]] = {"captured": PHASES[4:], "new": ()}
"""The phases at whose start a unit can be marked so; what else lasts a turn at most stands at no start."""
TURN_STATUS = ("captured", "new")
STILL = ("", "setup", "develop", "purchase", "mobilize", "income")
"""Phases in which nothing is under way: units stand where they may stay."""
