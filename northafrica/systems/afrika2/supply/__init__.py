"""Supply Phase: Boxes, consolidation, expenditure, Out of Supply, attrition (rulebook 1.6, 2.8, 5.0 to 5.2)."""

from __future__ import annotations

from northafrica.core.step import Step
from northafrica.core.table import View
from northafrica.systems.afrika2.supply.marking import Attrition, FeedByOasis, MarkSupply
from northafrica.systems.afrika2.supply.phase import SupplyPhase


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase: one choice, then what follows from it."""
    return (SupplyPhase(),)


STEPS: tuple[type[Step], ...] = (SupplyPhase, FeedByOasis, MarkSupply, Attrition)
