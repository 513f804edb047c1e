"""Combat Phase: attacks, air points, odds and shifts, results, retreat, advance (rulebook 3.0; series)."""

from __future__ import annotations

from northafrica.core.step import Step
from northafrica.core.table import View


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase."""
    return ()


STEPS: tuple[type[Step], ...] = ()
