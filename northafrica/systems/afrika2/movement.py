"""Movement Phase: marching, overruns, trucks, shipping, leaders (rulebook 1.7, 5.4, 6.2; Terrain Effects Chart)."""

from __future__ import annotations

from northafrica.core.step import Step
from northafrica.core.table import View


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase."""
    return ()


STEPS: tuple[type[Step], ...] = ()
