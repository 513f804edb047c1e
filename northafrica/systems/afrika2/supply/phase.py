"""The choices of the Supply Phase: Boxes first, then consolidation, then expenditure (rulebook 1.1, 1.6, 2.8, 5.1a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders
from northafrica.systems.afrika2.ground import name, title
from northafrica.systems.afrika2.orders import BuildBox, Consolidate, Fly, Spend, Supply, SupplyAll
from northafrica.systems.afrika2.planning import Plan, hungry, plan
from northafrica.systems.afrika2.supply import boxes, consolidation, drawing
from northafrica.systems.afrika2.supply.marking import Attrition, FeedByOasis, MarkSupply, asked

STAGES: tuple[type[Order], ...] = (BuildBox, Consolidate, Supply)
TOO_LATE = {BuildBox: "1.6.box-timing", Consolidate: "2.8.consolidate-timing"}


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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        early = STAGES[self.stage : 2]
        fly = (Fly,) if leaders.can_fly(view) else ()
        return (*early, SupplyAll, Supply, Spend, *fly, End)

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if type(order) in TOO_LATE:
            what = "Boxes are built" if isinstance(order, BuildBox) else "units are consolidated"
            before = "before consolidation and supply" if isinstance(order, BuildBox) else "before supply is paid"
            return Ruling.refuse(TOO_LATE[type(order)], f"{what} at the start of the phase, {before}")
        if isinstance(order, Fly):
            return leaders.check(view, order)
        return super().wrong_kind(view, order)

    # -- offering ---------------------------------------------------------------------------------------
    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is Fly:
            return leaders.destinations(view)
        if kind is BuildBox:
            return boxes.sites(view) if field.name == "space" else boxes.ways_to_pay(view, given["space"])
        if kind is Consolidate:
            return self._consolidate_values(view, field, given)
        if kind is Supply:
            if field.name == "space":
                return drawing.places_to_draw(view, self.used)
            return drawing.loads_for(view, given["space"], self.used)
        if kind is Spend:
            return self._spend_values(view, field, given)
        return ()

    def _consolidate_values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        known = dict(consolidation.candidates(view))
        if field.name == "units":
            places = [given["space"]] if given.get("space") else list(known)
            return [some for place in places for some in known.get(place, [])]
        kinds = {some.kind for some in given["units"]}
        return [place for place, fit in known.items() if kinds <= {some.kind for some in fit}]

    def _spend_values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        has = {place: view.state.stock(place, "sp", view.state.power) for place in drawing.all_dumps(view)}
        if field.name == "space":
            return [place for place, n in has.items() if n >= given.get("count", 1)]
        most = has.get(given.get("space", ""), max(has.values(), default=0))
        return list(range(1, most + 1))

    def parts(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is Supply and field.name == "groups":
            return [((some,), place) for place, units in drawing.in_reach(view, given["space"]) for some in units]
        return super().parts(view, kind, field, given)

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        return [place for place, _ in consolidation.candidates(view)] if kind is Consolidate else ()

    # -- judging ----------------------------------------------------------------------------------------
    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Fly):
            return leaders.check(view, order)
        if isinstance(order, BuildBox):
            return boxes.check(view, order)
        if isinstance(order, Consolidate):
            return consolidation.check(view, order)
        if isinstance(order, Supply):
            return drawing.check(view, order, self.used)
        if isinstance(order, Spend):
            return drawing.check_spend(view, order)
        if isinstance(order, SupplyAll):
            return self._check_all(view)
        return self._check_end(view)

    def plan_now(self, view: View) -> Plan:
        """The fewest points for those not yet supplied."""
        return plan(view, view.state.power, self.used)

    def _check_all(self, view: View) -> Ruling:
        found = self.plan_now(view)
        if found.drawings:
            told = self._told(view)
            return Ruling.allow([told] if told else [], ("5.1a.pay-or-oos",))
        left = sum(n for _, _, n in found.unsupplied)
        text = f"none of the {left} units without supply has Supply Points in range" if left else "all are supplied"
        return Ruling.refuse("5.1a.pay-or-oos", text, left=left)

    def _check_end(self, view: View) -> Ruling:
        if not hungry(view, view.state.power):
            return Ruling.allow()
        place = self._oasis(view)
        if place:
            text = (
                f"the oasis of {name(view, place)} cannot feed all units there: name some with 'supply {place} to ...'"
            )
            return Ruling.refuse("5.1c.oasis-two", f"{text}, or let 'supply_all' choose")
        found = self.plan_now(view)
        could = sum(n for one in found.drawings for _, _, n in one.units if not one.oasis)
        if not could:
            return Ruling.allow()
        note = f"{could} unit{'' if could == 1 else 's'} that could be supplied will be Out of Supply"
        return Ruling.allow((note,), ("5.1a.may-decline",))

    def _oasis(self, view: View) -> str:
        """The oasis whose owner has still to say whom it feeds (option oasis)."""
        return asked(view, view.state.power, self.used) if view.option("oasis") == "asked" else ""

    def _told(self, view: View) -> str:
        """Whom the plan passes over and why, "" where it feeds all in reach."""
        passed = [f"{title(view, piece)} in {name(view, place)}" for place, piece, _ in self.plan_now(view).passed]
        if not passed:
            return ""
        return f"most attack and defence for their count come first; without supply: {joined(passed)}"

    # -- acting -----------------------------------------------------------------------------------------
    def play(self, table: Table, order: Order) -> None:
        if isinstance(order, End):
            table.replace(FeedByOasis(self.given), MarkSupply(), Attrition())
            return
        if isinstance(order, Fly):
            leaders.play(table, order)
        elif isinstance(order, BuildBox):
            boxes.build(table, order)
        elif isinstance(order, Consolidate):
            consolidation.combine(table, order)
            self._stand_at(table, 1, self.used)
        elif isinstance(order, Spend):
            drawing.spend(table, order)
            self._stand_at(table, 2, self.used)
        elif isinstance(order, Supply):
            self._stand_at(table, 2, drawing.draw(table, order, self.used))
        else:
            told = self._told(table)
            if told:
                table.emit("note", "5.1a.may-decline", label="not all can be supplied", detail=told)
            self._stand_at(table, 2, drawing.feed_plan(table, self.plan_now(table).drawings, self.used))

    def _stand_at(self, table: Table, stage: int, used: Mapping[str, int]) -> None:
        table.replace(replace(self, stage=max(stage, self.stage), given=tuple(sorted(used.items()))))

    # -- closing -------------------------------------------------------------------------------------------
    def fallback(self, view: View) -> Order:
        return SupplyAll() if self._oasis(view) else End()

    def forced(self, view: View) -> Order | None:
        """Nothing to build, combine or spend, and no leader to fly: the phase ends."""
        if leaders.can_fly(view) or drawing.all_dumps(view) or (self.stage < 2 and consolidation.candidates(view)):
            return None
        return None if drawing.places_to_draw(view, self.used) else End()
