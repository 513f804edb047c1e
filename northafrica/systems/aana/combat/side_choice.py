"""Decisions that all owners on one side of a combat share (rulebook p.21, Multinational Forces)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.mechanisms import sides


@dataclass(frozen=True)
class SideChoice(sides.SideChoice):
    """Where the owners disagree the attacker decides."""

    dispute_rule: ClassVar[str] = "combat.multi.dispute"
