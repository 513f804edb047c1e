"""The phases of a player turn, and what belongs to which (3.4)."""

from __future__ import annotations

PHASES = ("sudden_death", "operation", "event", "supply", "action")
PHASE_NAMES = {
    "setup": "Set-up",
    "sudden_death": "Sudden Death Victory",
    "operation": "Operation Mercury or Torch",
    "event": "Random Event Pick",
    "supply": "Supply Reinforcement",
    "action": "Action phase",
}
ORDER_PHASES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("action", "play", "march", "sail", "fly", "load", "land"), ("action",)),
    "deliver": ("supply",),
}
