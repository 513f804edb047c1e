"""Air points of a combat: the defender commits first, then the attacker, before any odds (rulebook 3.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.naming import counted, is_are
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.combat.forces import ATTACKER, DEFENDER, side
from northafrica.systems.afrika2.entities import TRACK
from northafrica.systems.afrika2.facts import combat, note_combat
from northafrica.systems.afrika2.ground import name
from northafrica.systems.afrika2.orders import Air

SLOT = {DEFENDER: 0, ATTACKER: 1}


def left(view: View, who: str) -> int:
    """Air points a side still has."""
    return view.state.stock(TRACK[who], "air")


def ask(table: Table, who: int) -> None:
    """Ask a side for its air points; one that has none commits none."""
    if left(table, side(table, who)):
        table.push(AirChoice(who))
    else:
        commit(table, who, 0)


def commit(table: Table, who: int, points: int) -> None:
    """So many points are spent on the combat under way."""
    now, owner = combat(table), side(table, who)
    given = list(now.air)
    given[SLOT[who]] = points
    note_combat(table, air=(given[0], given[1]))
    if not points:
        return
    rules = ["3.2.limit", "3.2b.defender-first", "3.2a.any-combat-phase"]
    rules += [] if owner == table.state.power else ["3.2.carry-into-enemy-turn"]
    spent = partial(table.emit, "spent", *rules, place=TRACK[owner], resource="air", power=owner)
    spent(amount=points, purpose="combat", combat=now.target)


@dataclass(frozen=True)
class AirChoice(Choice):
    """How many air points a side commits."""

    title: ClassVar[str] = "Air points"
    who: int = 0

    def seat(self, view: View) -> str:
        return view.seat_of(side(view, self.who))

    def label(self, view: View) -> str:
        return f"air points for {name(view, combat(view).target)}"

    def prompt(self, view: View) -> Prompt:
        have, where = left(view, side(view, self.who)), name(view, combat(view).target)
        verb = "defend" if self.who == DEFENDER else "attack"
        told = "" if self.who == DEFENDER else f", the defender has committed {combat(view).air[0]}"
        text = f"how many air points help to {verb} {where}? You have {have}{told}"
        rules = ("3.2.limit", "3.2b.defender-first", "3.2b.one-column")
        return Prompt(text, "Each shifts the odds one column; the defender decides first, the odds come after.", rules)

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Committing(self.who),)

    def fallback(self, view: View) -> Order:
        return Air(0)


@dataclass(frozen=True)
class Committing(Deed[Air]):
    """The attacker or the defender commits air points."""

    kind = Air
    who: int

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return range(left(view, side(view, self.who)) + 1)

    def judge(self, view: View, order: Air) -> Ruling:
        have = left(view, side(view, self.who))
        if order.count <= have:
            return Ruling.ALLOWED
        asked = f"{counted(order.count, 'air point')} {is_are(order.count)} asked for"
        reason = f"{asked}; {have} {is_are(have)} left this turn"
        return Ruling.refuse("3.2.limit", reason, asked=order.count, has=have)

    def do(self, table: Table, order: Air, found: None) -> None:
        table.finish()
        commit(table, self.who, order.count)


STEPS: tuple[type[Step], ...] = (AirChoice,)
