"""Reinforcement Phase: arrivals, withdrawals, Replacements, the leaders' rolls (rulebook 4.0, 6.2e, 7.1a, 7.2)."""

from __future__ import annotations

from northafrica.core.step import Step
from northafrica.core.table import View


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase."""
    return ()


STEPS: tuple[type[Step], ...] = ()
