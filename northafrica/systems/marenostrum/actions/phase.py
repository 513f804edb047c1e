"""The Action phase: Actions one after another, events from the hand, supply spent (3.4, 4.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.actions import supply_spent
from northafrica.systems.marenostrum.actions.carried_out import BUILT
from northafrica.systems.marenostrum.actions.closing import EndOfAction, overruns
from northafrica.systems.marenostrum.actions.malta import MALTA, malta_problem, spend_for_malta
from northafrica.systems.marenostrum.actions.menu import GROUP_NAMES, open_allowances, why_not
from northafrica.systems.marenostrum.board.ground import ALLIES, data, happened
from northafrica.systems.marenostrum.combat.shock import AfterAction, at_stake, forfeits
from northafrica.systems.marenostrum.data.rows import ActionRow
from northafrica.systems.marenostrum.events.hand import Dispose, grant, hand, play_problem, row_of
from northafrica.systems.marenostrum.events.played import EFFECTS
from northafrica.systems.marenostrum.facts import Allowance, Terms, facts, remember
from northafrica.systems.marenostrum.orders import Play, Take

TURN, BY_SUPPLY = "turn", "supply"


def open_phase(table: Table) -> None:
    """The automatic Action is there, unless it is lost (rule 4.1.one-action); Malta's, if it was chosen."""
    overruns(table)
    if table.state.power == ALLIES and happened(table, MALTA):
        remember(table, allowances=(*facts(table).allowances, Allowance(MALTA, ("g3:air", "g3:naval"))))
    if forfeits(table) or facts(table).forfeit:
        remember(table, executed=True)
        return
    remember(table, allowances=(Allowance(TURN), *facts(table).allowances))
    table.note("one Action", "4.1.one-action")


@dataclass(frozen=True)
class ActionPhase(Choice):
    """Actions are taken one after another (rule 4.5.sequential)."""

    title: ClassVar[str] = "Action phase"

    def prompt(self, view: View) -> Prompt:
        left = [_told(view, one) for one in facts(view).allowances if one.left]
        held = joined(view.names.kind(name) for name in hand(view, view.state.power))
        text = f"take an Action ({'; '.join(left) or 'none left but by supply'}), play an event or end"
        why = f"Events in hand: {held or 'none'}."
        return Prompt(text, why, ("4.1.one-action", "4.5.sequential", "13.6.bonus"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Taking(), Playing(), Plain(End, self.end))

    def end(self, table: Table) -> None:
        """The phase is over; Actions not taken are lost (note A10)."""
        overruns(table)
        lost = sum(one.left for one in facts(table).allowances)
        if lost:
            table.note(f"Actions not taken: {lost}", "4.1.one-action")
        table.finish()


def _told(view: View, one: Allowance) -> str:
    kinds = " or ".join(GROUP_NAMES.get(s, s.replace("g3:", "G-3 ").replace("g2:", "G-2 ")) for s in one.scope)
    who = f" with {joined(one.nations, 'or')} units" if one.nations else ""
    source = "automatic" if one.source == TURN else view.names.kind(one.source)
    return f"{one.left} {source}: {kinds.replace('_', ' ')}{who}"


@dataclass(frozen=True)
class Taking(Deed[Take]):
    """An Action is chosen out of the menu, and what gives it.

    only     the one source of Actions now, "" for all; `target` what they are aimed at and begin at
    """

    kind = Take
    only: str = ""
    target: str = ""

    def barred(self, view: View) -> Ruling | None:
        return None if self._names(view) else Ruling.refuse("4.1.one-action", "no Action is left to take")

    def why_barred(self, view: View, order: Take) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def _names(self, view: View) -> list[str]:
        return [row.id for row in data(view).actions.values() if row.id in BUILT and self._sources(view, row)]

    def _sources(self, view: View, row: ActionRow) -> list[str]:
        def free(by_supply: bool) -> bool:
            return why_not(view, view.state.power, row, row.id in BUILT, by_supply) is None

        found = [one.source for one in self._open(view, row)] if free(False) else []
        found = [one for one in found if one != MALTA or malta_problem(view) is None]
        return [*dict.fromkeys(found), *((BY_SUPPLY,) if free(True) and self._stores(view, row) else ())]

    def _open(self, view: View, row: ActionRow) -> list[Allowance]:
        return [one for one in open_allowances(view, row) if self.only in ("", one.source)]

    def _stores(self, view: View, row: ActionRow) -> list[str]:
        if self.only:
            return []
        side = view.state.power
        return [s for s in data(view).areas if view.state.at(s) and supply_spent.problem(view, side, row, s) is None]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "name":
            return self._names(view)
        row = data(view).actions.get(str(given["name"]))
        if row is None:
            return []
        if field.name == "source":
            return self._sources(view, row)
        return self._stores(view, row) if given.get("source") == BY_SUPPLY else []

    def judge(self, view: View, order: Take) -> Ruling:
        row = data(view).actions.get(order.name)
        if row is None:
            return Ruling.refuse("4.2.free-choice", f"there is no Action '{order.name[:60]}'")
        no = why_not(view, view.state.power, row, row.id in BUILT, order.source == BY_SUPPLY)
        if no is not None:
            return no
        if order.place and order.source != BY_SUPPLY:
            return Ruling.refuse("13.6.where", "a place is named only where supply is spent: by supply at PLACE")
        if self.only and order.source == BY_SUPPLY:
            return Ruling.refuse("major.felix.actions", "no supply is spent during Operation Felix", "13.6.after-auto")
        return self._by_supply(view, order, row) if order.source == BY_SUPPLY else self._by_allowance(view, order, row)

    def _by_supply(self, view: View, order: Take, row: ActionRow) -> Ruling:
        if not order.place:
            return Ruling.refuse("13.6.where", "say where the supply unit is spent: by supply at PLACE", "13.6.bonus")
        no = supply_spent.problem(view, view.state.power, row, order.place)
        return no if no is not None else Ruling.allow(rules=(row.rule,), found=(row, None))

    def _by_allowance(self, view: View, order: Take, row: ActionRow) -> Ruling:
        fitting = self._open(view, row)
        if order.source:
            fitting = [one for one in fitting if one.source == order.source]
        automatic = [one for one in fitting if one.source == TURN]
        if fitting and all(one.source == MALTA for one in fitting) and (no := malta_problem(view)) is not None:
            return no
        if not fitting:
            there = "; ".join(_told(view, one) for one in facts(view).allowances if one.left) or "none"
            text = f"no Action that is left may be {row.name}; left are: {there}"
            return Ruling.refuse("4.1.additional", text, "4.1.one-action")
        return Ruling.allow(rules=(row.rule,), found=(row, (automatic or fitting)[0]))

    def do(self, table: Table, order: Take, found: tuple[ActionRow, Allowance | None]) -> None:
        row, allowance = found
        side = table.state.power
        table.emit(
            "declared",
            row.rule,
            "4.5.sequential",
            *shown_by(table, allowance),
            label=row.name,
            value=row.id,
            place=order.place,
            power=side,
        )
        if allowance is None:
            supply_spent.spend(table, side, order.place, row)
            terms = Terms(BY_SUPPLY, place=order.place, action=row.id)
        else:
            if allowance.source == MALTA:
                spend_for_malta(table)
            place = MALTA if allowance.source == MALTA else self.target
            some = (allowance.nations, allowance.one_nation, place, allowance.regions, row.id)
            terms = Terms(allowance.source, *some, target=self.target)
            use(table, allowance)
        remember(table, begun=True, executed=facts(table).executed or terms.source == TURN)
        if self.only:
            table.finish()
        shock = (AfterAction(at_stake(table)),) if table.option("shock") == "on" else ()
        table.push(*BUILT[row.id](table, terms), EndOfAction(), *shock)


def shown_by(view: View, allowance: Allowance | None) -> tuple[str, ...]:
    """Further rules that the taking of an Action shows: repeated use, Mercury's freedom, joint operations."""
    found = ["4.2.free-choice", *(["4.4.repeat-use"] if facts(view).begun else [])]
    if allowance is not None and allowance.source == "mercury":
        found += ["3.5.3.free-use", "3.5.3.only-mercury"]
    if allowance is None or not allowance.nations or view.option("advanced_command") != "on":
        return tuple(found)
    joint = len(allowance.nations) > 1 and not allowance.one_nation
    both = "22.4.axis-joint" if view.state.power == "axis" else "22.3.allied-joint"
    return (*found, both if joint else "22.0.events-still")


def use(table: Table, allowance: Allowance) -> None:
    """One Action of an allowance is taken."""
    found = list(facts(table).allowances)
    found[found.index(allowance)] = replace(allowance, left=allowance.left - 1)
    remember(table, allowances=tuple(found))


class Playing(Deed[Play]):
    """An event is played from the hand (rules 5.2.keep, 5.6.many)."""

    kind = Play

    def barred(self, view: View) -> Ruling | None:
        return None if self._open(view) else Ruling.refuse("5.2.keep", "no event in hand can be played now")

    def why_barred(self, view: View, order: Play) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def _open(self, view: View) -> list[str]:
        side = view.state.power
        return [name for name in hand(view, side) if play_problem(view, side, name) is None]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return self._open(view)

    def judge(self, view: View, order: Play) -> Ruling:
        if (view.state.power, order.event) not in data(view).events:
            return Ruling.refuse("5.2.keep", f"there is no event '{order.event[:60]}' of this side")
        return Ruling.first(play_problem(view, view.state.power, order.event)) and Ruling.allow()

    def do(self, table: Table, order: Play, found: None) -> None:
        side = table.state.power
        row = row_of(table, side, order.event)
        rules = (row.rule, "5.2.keep", "5.3.own-turn", "5.6.many")
        table.emit("chose", *rules, label=row.name, value=row.id, power=side)
        remember(table, played=(*facts(table).played, row.id))
        table.push(Dispose(side, row.id))
        if row.actions:
            grant(table, row)
        else:
            EFFECTS[row.id](table, row)
