"""Fighters lie in wait for aircraft on their way: the optional rule (26.0; Interception)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, offer, pick
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import HOME, INTERCEPT, data, enemy_of, kind_of, nationality
from northafrica.systems.marenostrum.combat.battle import DOWN, Battle
from northafrica.systems.marenostrum.combat.flow import Combat
from northafrica.systems.marenostrum.facts import Terms, facts, remember
from northafrica.systems.marenostrum.movement.eligible import unfit
from northafrica.systems.marenostrum.orders import Intercept, Mark
from northafrica.systems.marenostrum.wording import say

ON = "interception"


@dataclass(frozen=True)
class Marking(Choice):
    """Any fighters go into the mode, or out of it (rules g3.interception, 26.1.mark; note A83)."""

    title: ClassVar[str] = "Interception"
    terms: Terms = Terms()
    nation: str = ""

    def prompt(self, view: View) -> Prompt:
        text = "put fighters into interception mode, or take them out of it; then end"
        return Prompt(text, "Who lies in wait takes no other Action.", ("g3.interception", "26.1.mark"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Toggling(self), Plain(End, lambda table: table.finish()))

    def fighters(self, view: View, space: str) -> list[Piece]:
        """The pieces of a space that may be marked."""
        if self.terms.place not in ("", space):
            return []

        def fits(piece: Piece) -> bool:
            mine = piece.power == view.state.power and kind_of(view, piece) == "F" and not piece.has(HOME)
            same = self.nation in ("", nationality(view, piece))
            return mine and same and not unfit(view, piece, self.terms)

        return [piece for piece, _ in groups(view, space, fits)]


@dataclass(frozen=True)
class Toggling(Deed[Mark]):
    """Fighters of an area change their mode."""

    kind = Mark
    step: Marking

    def barred(self, view: View) -> Ruling | None:
        if self._areas(view):
            return None
        return Ruling.refuse("26.1.mark", "no fighter can be marked", "g3.interception")

    def _areas(self, view: View) -> list[str]:
        return [space for space in data(view).board.spaces if self.step.fighters(view, space)]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        areas = self._areas(view)
        if field.name == "units":
            found = (offer(view, space, self.step.fighters(view, space).__contains__) for space in areas)
            return list(dict.fromkeys(some for group in found for some in group))
        return [space for space in areas if self.judge(view, Mark(tuple(given.get("units", ())), space))]

    def judge(self, view: View, order: Mark) -> Ruling:
        space = order.space
        if space not in data(view).board:
            return Ruling.refuse("26.1.mark", f"no fighter is in {view.name(space)}")
        why = "22.1.separate" if self.step.nation else "26.1.mark"
        picked = pick(view, space, order.units, self.step.fighters(view, space).__contains__, why, "may be marked")
        if isinstance(picked, Ruling):
            return picked
        nations = {nationality(view, piece) for piece, _ in picked}
        if len(nations) > 1 and view.option("advanced_command") == "on":
            return Ruling.refuse("26.1.mark", "fighters of one nation are marked in one Action", "22.1.separate")
        return Ruling.allow(rules=("26.1.mark",), found=picked)

    def do(self, table: Table, order: Mark, found: Picked) -> None:
        for piece, n in found:
            after = piece.having(**{INTERCEPT: None if piece.has(INTERCEPT) else 1})
            rules = ("g3.interception", "26.1.mark")
            table.emit("flipped", *rules, place=order.space, piece=piece, becomes=after, count=n, power=piece.power)
        nation = nationality(table, found[0][0]) if table.option("advanced_command") == "on" else ""
        table.replace(replace(self.step, nation=nation))


def waiting(view: View, space: str, side: str) -> Picked:
    """The fighters of a side in an area that may intercept now (rule 26.2.restrict)."""
    used = facts(view).intercepted

    def ready(piece: Piece) -> bool:
        return piece.power == side and piece.has(INTERCEPT) and not piece.has(DOWN) and piece.kind not in used

    return groups(view, space, ready)


def offered(view: View, place: str) -> tuple[Step, ...]:
    """The window of the other side, where its fighters lie in the space that aircraft enter or next to it."""
    if view.option(ON) != "on":
        return ()
    side = enemy_of(view.state.power)
    near = (place, *data(view).board.neighbours(place))
    return (Intercepting(place),) if any(waiting(view, space, side) for space in near) else ()


@dataclass(frozen=True)
class Intercepting(Choice):
    """Aircraft are on their way: does a force of fighters go for them? (rule 26.3.trigger)"""

    title: ClassVar[str] = "Interception"
    window: ClassVar[str] = "interception of aircraft"
    place: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(enemy_of(view.state.power))

    def prompt(self, view: View) -> Prompt:
        coming = say(view.names, intruders(view, self.place))
        where = joined(view.name(space) for space in self.open(view))
        text = f"{coming} in {view.name(self.place)}: intercept with fighters of {where}, or end"
        return Prompt(text, "They fly on otherwise.", ("26.3.trigger", "26.3.combat", "26.2.restrict"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Scramble(self), Plain(End, lambda table: table.finish()))

    def decline(self, table: Table) -> None:
        table.finish()

    def open(self, view: View) -> list[str]:
        """Where fighters lie in wait."""
        side = enemy_of(view.state.power)
        near = (self.place, *data(view).board.neighbours(self.place))
        return [space for space in near if waiting(view, space, side)]


def intruders(view: View, place: str) -> Picked:
    """The aircraft on their way in a space."""
    return groups(view, place, lambda p: p.power == view.state.power and p.has(HOME))


@dataclass(frozen=True)
class Scramble(Deed[Intercept]):
    """Fighters of one area attack the intruders (note A83)."""

    kind = Intercept
    step: Intercepting

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        side, areas = enemy_of(view.state.power), self.step.open(view)
        if field.name == "units":
            kinds = {piece for space in areas for piece, _ in waiting(view, space, side)}
            return list(dict.fromkeys(x for s in areas for x in offer(view, s, lambda p: p in kinds)))
        return [space for space in areas if self.judge(view, Intercept(tuple(given.get("units", ())), space))]

    def judge(self, view: View, order: Intercept) -> Ruling:
        side = enemy_of(view.state.power)
        if order.space not in self.step.open(view):
            text = f"no fighter that may intercept lies in {view.name(order.space)}, or not within reach"
            return Ruling.refuse("26.3.trigger", text, "26.2.restrict")
        ready = [piece for piece, _ in waiting(view, order.space, side)]
        picked = pick(view, order.space, order.units, lambda p: p in ready, "26.2.restrict", "may intercept")
        return picked if isinstance(picked, Ruling) else Ruling.allow(rules=("26.3.trigger",), found=picked)

    def do(self, table: Table, order: Intercept, found: Picked) -> None:
        side, place = enemy_of(table.state.power), self.step.place
        kinds = tuple(piece.kind for piece, _ in found)
        remember(table, intercepted=(*facts(table).intercepted, *kinds))
        label = f"{say(table.names, found)} intercept"
        table.emit("declared", "26.3.trigger", "26.2.restrict", place=place, label=label, power=side)
        force = tuple((order.space, kind) for kind in kinds)
        against = tuple((place, piece.kind) for piece, _ in intruders(table, place))
        table.replace(Combat(Battle(side, place, "26.3.combat", force=force, against=against)))


def marking(table: Table, terms: Terms) -> tuple[Step, ...]:
    """The step of the Action."""
    return (Marking(terms),)


BUILT = {ON: marking}
