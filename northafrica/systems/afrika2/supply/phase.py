"""The choices of the Supply Phase: Boxes first, then consolidation, then expenditure (rulebook 1.1, 1.6, 2.8, 5.1a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.orders import Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders
from northafrica.systems.afrika2.ground import name
from northafrica.systems.afrika2.orders import SupplyAll
from northafrica.systems.afrika2.supply import boxes, consolidation, drawing
from northafrica.systems.afrika2.supply.marking import Attrition, FeedByOasis, MarkSupply, asked
from northafrica.systems.afrika2.supply.planning import hungry, plan


@dataclass(frozen=True)
class SupplyPhase(Choice):
    """A side pays for its units; `stage` is 0 for Boxes, 1 for consolidation, 2 once points are spent on units.

    given   what oases have fed already, by hex
    """

    title: ClassVar[str] = "Supply Phase"
    stage: int = 0
    given: tuple[tuple[str, int], ...] = ()

    @property
    def used(self) -> dict[str, int]:
        return dict(self.given)

    def prompt(self, view: View) -> Prompt:
        number = sum(n for _, _, n in hungry(view, view.state.power))
        units = f"{number} unit{'' if number == 1 else 's'}"
        text = f"spend Supply Points on your units ({units} not yet supplied), then end"
        why = "What is not paid for is Out of Supply: a step lost, defence and movement halved, attack quartered."
        rules = ("1.1.supply-steps", "5.1a.pay-or-oos", "5.1a.divide-by-ten", "5.1a.grouping-allowed")
        return Prompt(text, why, rules)

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        paid = partial(self._stand_at, 2)
        return (
            boxes.Building(self.stage > 0),
            consolidation.Combining(self.stage > 1, partial(self._stand_at, 1, used=self.used)),
            drawing.FeedingAll(self.used, paid),
            drawing.Feeding(self.used, paid),
            drawing.Overspending(self.used, paid),
            leaders.Flying(),
            Plain(End, self._end, self._check_end),
        )

    def _check_end(self, view: View) -> Ruling:
        if not hungry(view, view.state.power):
            return Ruling.allow()
        place = self._oasis(view)
        if place:
            text = (
                f"the oasis of {name(view, place)} cannot feed all units there: name some with 'supply {place} to ...'"
            )
            return Ruling.refuse("5.1c.oasis-two", f"{text}, or let 'supply_all' choose")
        found = plan(view, view.state.power, self.used)
        could = sum(n for one in found.drawings for _, _, n in one.units if not one.oasis)
        if not could:
            return Ruling.allow()
        note = f"{could} unit{'' if could == 1 else 's'} that could be supplied will be Out of Supply"
        return Ruling.allow((note,), ("5.1a.may-decline",))

    def _oasis(self, view: View) -> str:
        """The oasis whose owner has still to say whom it feeds (option oasis)."""
        return asked(view, view.state.power, self.used) if view.option("oasis") == "asked" else ""

    def _end(self, table: Table) -> None:
        table.replace(FeedByOasis(self.given), MarkSupply(), Attrition())

    def _stand_at(self, stage: int, table: Table, used: Mapping[str, int]) -> None:
        table.replace(replace(self, stage=max(stage, self.stage), given=tuple(sorted(used.items()))))

    def fallback(self, view: View) -> Order:
        return SupplyAll() if self._oasis(view) else End()

    def forced(self, view: View) -> Order | None:
        """Nothing to build, combine or spend, and no leader to fly: the phase ends."""
        if leaders.can_fly(view) or drawing.all_dumps(view) or (self.stage < 2 and consolidation.candidates(view)):
            return None
        return None if drawing.places_to_draw(view, self.used) else End()
