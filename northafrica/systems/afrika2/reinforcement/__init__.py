"""Reinforcement Phase: arrivals, withdrawals, Replacements, the leaders' rolls (rulebook 4.0, 6.2e, 7.1a, 7.2)."""

from __future__ import annotations

from northafrica.core.step import Step
from northafrica.core.table import View
from northafrica.systems.afrika2.entities import AXIS, OCONNOR, ROMMEL
from northafrica.systems.afrika2.leaders import flights
from northafrica.systems.afrika2.reinforcement import arrivals, leader_roll, release, replacements, withdrawals


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase in the listed order (rules 1.1.axis-reinf-steps, 1.1.cw-reinf-steps)."""
    side = view.state.power
    if side == AXIS:
        first: tuple[Step, ...] = (arrivals.Arrivals(side), *flights(view))
    else:
        first = (arrivals.NewSupply(), arrivals.Arrivals(side), *flights(view), release.Listed(), release.Early())
    leader = ROMMEL if side == AXIS else OCONNOR
    roll = (leader_roll.Health(leader),) if leader_roll.due(view, leader) else ()
    return (*first, withdrawals.ListedWithdrawals(side), replacements.VariableRoll(side), *roll)


STEPS: tuple[type[Step], ...] = (
    *arrivals.STEPS,
    *release.STEPS,
    *withdrawals.STEPS,
    *replacements.STEPS,
    *leader_roll.STEPS,
)
