"""Combat Phase: attacks, air points, odds and shifts, results, retreat, advance (rulebook 3.0; series)."""

from __future__ import annotations

from northafrica.core.step import Step
from northafrica.core.table import View
from northafrica.systems.afrika2.combat import attack, flow
from northafrica.systems.afrika2.combat.battle_odds import Explanation, battle_odds, explain
from northafrica.systems.afrika2.combat.flow import begin

__all__ = ["STEPS", "Explanation", "battle_odds", "begin", "explain", "steps"]


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase."""
    return (attack.CombatPhase(),)


STEPS: tuple[type[Step], ...] = (attack.CombatPhase, *flow.STEPS)
