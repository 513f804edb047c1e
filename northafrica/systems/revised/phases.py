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
ORDER_PHASES = {
    "research": ("develop",),
    "buy": ("purchase",),
    **dict.fromkeys(("place", "convert"), ("mobilize",)),
    "raise": ("combat", "mobilize"),
    **dict.fromkeys(("banzai", "wait"), ("combat_move",)),
    "relocate": ("noncombat",),
    "winter": ("income",),
    "move": ("combat_move", "noncombat"),
    "load": ("combat_move", "noncombat"),
    "unload": ("noncombat",),
    "raid": ("combat_move",),
    "rocket": ("combat_move",),
    "assault": ("combat_move",),
    **dict.fromkeys(
        ("resolve", "press", "retreat", "take", "bombard", "submerge", "disengage", "kamikaze", "salvage", "award"),
        ("combat",),
    ),
}
_FIGHTING = ("combat", "noncombat")
STATUS_STARTS: dict[str, tuple[str, ...]] = {
    "captured": PHASES[4:],
    "new": (),
    "moved": _FIGHTING,
    "from": _FIGHTING,
    "escaped": _FIGHTING,
    "done": _FIGHTING,
    "guest": _FIGHTING,
    "flak": ("combat",),
    "raid": ("combat",),
    "landing": ("combat",),
    "loaded": ("combat",),
    "panzer": ("noncombat",),
    "waits": ("combat",),
    "withdrawn": ("noncombat",),
}
"""The phases at whose start a unit can be marked so; what else lasts a turn at most stands at no start."""
_LASTING_A_TURN = """
    captured new moved from escaped done guest flak raid landing loaded landed withdrawn hit bombarded sailed unloading
    panzer refuelled waits
"""
TURN_STATUS = tuple(_LASTING_A_TURN.split())
STILL = ("", "setup", "develop", "purchase", "mobilize", "income")
"""Phases in which nothing is under way: units stand where they may stay."""
