"""Events that give First Fire in one combat: Tactics of either side, the 88s (12.4.flagged-units)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.orders import FieldSpec, Some
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, data, nationality
from northafrica.systems.marenostrum.combat.battle import Battle, Fighter, attackers, defenders, is_german_flak
from northafrica.systems.marenostrum.events.hand import Dispose, play_problem, row_of
from northafrica.systems.marenostrum.facts import facts, remember
from northafrica.systems.marenostrum.orders import Prefer

BY_SOURCE = {"radar": ("naval", ("British", "US")), "dash_to_the_wire": ("ground", ("German",))}
TACTICS, EIGHTY_EIGHTS = "tactics", "88s"


def by_source(view: View, battle: Battle) -> tuple[str, ...]:
    """Attackers to whom the event that gave the Action gives First Fire (Radar, Dash to the Wire)."""
    arm, nations = BY_SOURCE.get(battle.source, ("", ()))
    ours = attackers(view, battle).items()
    return tuple(w for w, f in ours if f.row.category == arm and nationality(view, f.piece) in nations)


def ask_events(table: Table, battle: Battle) -> None:
    """Whoever holds an event for this combat is asked."""
    if play_problem(table, battle.side, TACTICS, announced=True) is None:
        table.push(FirstFireEvent(battle, battle.side, TACTICS))
    flak = any(is_german_flak(table, f.piece) for f in defenders(table, battle).values())
    if battle.side == ALLIES and flak and play_problem(table, AXIS, EIGHTY_EIGHTS, announced=True) is None:
        table.push(FirstFireEvent(battle, AXIS, EIGHTY_EIGHTS))


@dataclass(frozen=True)
class FirstFireEvent(Choice):
    """An event may be played in a combat, before fire is announced."""

    title: ClassVar[str] = "An event that gives First Fire"
    window: ClassVar[str] = "first_fire_event"
    battle: Battle = Battle()
    side: str = ""
    event: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def rule(self, view: View) -> str:
        """The rule of the event."""
        return row_of(view, self.side, self.event).rule

    def prompt(self, view: View) -> Prompt:
        name = view.names.kind(self.event)
        most = self.most(view)
        how = f"name up to {most} units" if most else "all German flak there gets it"
        text = f"combat in {view.name(self.battle.space)}: play {name} for First Fire ({how}), or end"
        return Prompt(text, "", (self.rule(view), "12.4.flagged-units"))

    def most(self, view: View) -> int:
        """How many units may be named; 0 where none are."""
        return data(view).numbers[f"tactics_{self.side}"] if self.event == TACTICS else 0

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Preferring(self), Plain(End, lambda table: table.finish()))

    def decline(self, table: Table) -> None:
        table.finish()


@dataclass(frozen=True)
class Preferring(Deed[Prefer]):
    """The event is played."""

    kind = Prefer
    step: FirstFireEvent

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if not self.step.most(view):
            return []
        return [Some(1, word) for word, f in attackers(view, self.step.battle).items() if any(f.kind.factors)]

    def judge(self, view: View, order: Prefer) -> Ruling:
        ours, rule, most = attackers(view, self.step.battle), self.step.rule(view), self.step.most(view)
        words = [some.kind for some in order.units]
        stranger = next((word for word in words if word not in ours), "")
        if stranger:
            return Ruling.refuse(rule, f"{view.names.kind(stranger)} does not attack here")
        if len(words) > most or (most and not words):
            told = f"names 1 to {most} units" if most else "names no units: all German flak gets it"
            return Ruling.refuse(rule, f"{view.names.kind(self.step.event)} {told}, not {len(words)}", limit=most)
        return Ruling.allow(rules=(rule, "12.4.flagged-units"), found=tuple(words))

    def do(self, table: Table, order: Prefer, found: tuple[str, ...]) -> None:
        step, rule = self.step, self.step.rule(table)
        table.emit("chose", rule, "12.4.flagged-units", label=table.names.kind(step.event), power=step.side)
        remember(table, played=(*facts(table).played, step.event))
        table.finish()
        if step.event == EIGHTY_EIGHTS:
            theirs: dict[str, Fighter] = defenders(table, step.battle)
            found = tuple(word for word, f in theirs.items() if is_german_flak(table, f.piece))
        # The events of both sides may be asked for at once: the combat lies below the other question.
        stack = list(table.state.stack)
        at = next(n for n in range(len(stack) - 1, -1, -1) if hasattr(stack[n], "todo"))
        combat: Any = stack[at]
        stack[at] = replace(combat, battle=replace(combat.battle, first=(*combat.battle.first, *found)))
        table.state.stack = tuple(stack)
        table.push(Dispose(step.side, step.event))
