"""Defending ground units that are hit may go back one area instead (optional rule 27.0)."""

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
from northafrica.systems.marenostrum.board.ground import contested, controller, data
from northafrica.systems.marenostrum.combat.battle import ATTACK, DEFEND, Battle, Shot, attackers, defenders, owner
from northafrica.systems.marenostrum.orders import Retreat


@dataclass(frozen=True)
class RetreatChoice(Choice):
    """After all hits, before they tell: who goes back, and where to (rule 27.1.choose)."""

    title: ClassVar[str] = "Retreats"
    battle: Battle = Battle()
    hits: tuple[Shot, ...] = ()
    aimed: tuple[Shot, ...] = ()
    going: tuple[tuple[str, str], ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of(owner(self.battle, DEFEND))

    def prompt(self, view: View) -> Prompt:
        who = joined(view.names.kind(word) for word in self.able(view))
        text = f"{view.name(self.battle.space)}: who of those hit goes back one area instead of one hit? ({who})"
        return Prompt(text, "One hit of a ground unit, no more.", ("27.1.choose", "27.2.where", "27.3.speed"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Retreating(self), Plain(End, self.end))

    def end(self, table: Table) -> None:
        """Those chosen are marked in the combat; the others take their losses."""
        table.finish()
        combat: Any = table.state.stack[-1]
        saved = tuple(word for word, _ in self.going)
        table.replace(replace(combat, leaving=(*combat.leaving, *self.going), saved=saved))

    def able(self, view: View) -> list[str]:
        """Who may still be chosen."""
        words = dict.fromkeys(shot.target for shot in self.hits if shot.role == ATTACK)
        return [word for word in words if self.problem(view, word) is None and areas(view, self.battle)]

    def problem(self, view: View, word: str) -> Ruling | None:
        """Why a unit cannot go back."""
        unit = defenders(view, self.battle).get(word)
        if unit is None or not unit.kind.holds:
            return Ruling.refuse("27.1.choose", f"{word[:60]} is no ground unit defending here")
        ours = attackers(view, self.battle)
        by_ground = [s for s in self.hits if s.target == word and ours[s.shooter].row.category == "ground"]
        if word in dict(self.going) or not by_ground:
            return Ruling.refuse("27.3.one-hit", "one hit by a ground unit becomes a retreat, no other")
        fired = [ours[s.shooter] for s in self.aimed if s.target == word and s.role == ATTACK and s.shooter in ours]
        fastest = max((f.kind.moves for f in fired if f.row.category == "ground"), default=0)
        if not unit.kind.moves or unit.kind.moves < fastest:
            text = f"{view.names.kind(word)} moves {unit.kind.moves}, the fastest that fired at it {fastest}"
            return Ruling.refuse("27.3.speed", text, has=unit.kind.moves, needs=fastest)
        return None


def areas(view: View, battle: Battle) -> list[str]:
    """Where defenders may go back to (rules 27.2.where, 27.3.one-hit)."""
    side = owner(battle, DEFEND)
    near = data(view).board.neighbours(battle.space, kind="land")
    return [space for space in near if controller(view, space) == side and not contested(view, space)]


def ask(
    view: View, battle: Battle, hits: Sequence[Shot], aimed: Sequence[Shot], leaving: Sequence[tuple[str, str]]
) -> RetreatChoice | None:
    """The question, where the optional rule is in use and somebody may go back."""
    if view.option("ground_retreats") == "off" or not hits:
        return None
    gone = {word for word, _ in leaving}
    step = RetreatChoice(battle, tuple(hits), tuple(aimed))
    return step if set(step.able(view)) - gone else None


@dataclass(frozen=True)
class Retreating(Deed[Retreat]):
    """One unit goes back."""

    kind = Retreat
    step: RetreatChoice

    def barred(self, view: View) -> Ruling | None:
        return None if self.step.able(view) else Ruling.refuse("27.1.choose", "nobody else may go back")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return self.step.able(view) if field.name == "unit" else areas(view, self.step.battle)

    def why_barred(self, view: View, order: Retreat) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def judge(self, view: View, order: Retreat) -> Ruling:
        no = self.step.problem(view, order.unit)
        if no is not None:
            return no
        if order.space not in areas(view, self.step.battle):
            text = f"{view.name(order.space)} is no neighbouring area under the defender's control alone"
            return Ruling.refuse("27.2.where", text, "27.3.one-hit")
        return Ruling.allow(rules=("27.1.choose",))

    def do(self, table: Table, order: Retreat, found: None) -> None:
        table.replace(replace(self.step, going=(*self.step.going, (order.unit, order.space))))
