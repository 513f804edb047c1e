"""How much work an exact answer may be: what nobody would wait for is refused in words, beforehand where it shows.

Work is counted, never timed, so that a battle is refused on every machine or on none. The counts stand for some ten
seconds on a plain one.
"""

from __future__ import annotations

from dataclasses import dataclass

from northafrica.odds.told import OddsError

FEWER = "take fewer units"


@dataclass
class Effort:
    """The steps of one answer. `most`: how many it may take; `mend`: what to ask instead."""

    most: int
    mend: str = FEWER
    spent: int = 0

    def expect(self, steps: int) -> None:
        """Say how many steps are to come at least. Raises OddsError where they are far too many."""
        if steps > self.most:
            raise OddsError(f"this battle has some {steps:,} ways to go, too many to follow; {self.mend}")

    def spend(self, steps: int) -> None:
        """Say what is done next. Raises OddsError where it has become too much."""
        self.spent += steps
        if self.spent > self.most:
            raise OddsError(f"this battle has more than {self.most:,} ways to go, too many to follow; {self.mend}")
