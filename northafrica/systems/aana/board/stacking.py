"""Stacking limits, tested when a phase ends (rulebook p.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.events import Told
from northafrica.core.groups import Keep, Picked, lose, number, offer, pick, total
from northafrica.core.naming import counted, is_are, joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.conclude import settle
from northafrica.systems.aana.board.ground import (
    ALLIES,
    AXIS,
    TURN_POWERS,
    aloft,
    belongs,
    combat_count,
    data,
    enemy_of,
    is_combat,
    is_land,
    is_sea,
    name,
    room,
    supply,
)
from northafrica.systems.aana.board.movement import land_step_problem, may_land
from northafrica.systems.aana.mines.fields import lie_idle
from northafrica.systems.aana.orders import Pass, Push, Resolve, Scrap

DEFAULT_LIMIT = 8


def excess(view: View, space: str, side: str) -> int:
    """How many combat units of a side are above the limit of a territory."""
    return max(0, -room(view, space, side))


def overfull(view: View) -> list[tuple[str, str]]:
    """The territories above their limits, each with the side: (space, side)."""
    info, found = data(view), []
    for space, table in sorted(view.state.pieces.items()):
        limit = info.stacking_limit(space, view.setting.options) if space in info.board else None
        if limit is None or sum(table.values()) <= limit:
            continue
        for side in (AXIS, ALLIES):
            if excess(view, space, side):
                found.append((space, side))
    return found


@dataclass(frozen=True)
class CheckStacking(Automatic):
    """The limits are enforced at the end of every phase."""

    title: ClassVar[str] = "Stacking limits"

    def run(self, table: Table) -> None:
        found = overfull(table)
        if not found:
            _in_the_air(table)
            table.finish()
        elif rivals(table, *found[0]):
            table.push(WhichFirst(*found[0]))
        else:
            enforce(table, *found[0])


def enforce(table: Table, space: str, side: str) -> None:
    """One territory: the opponent may push, the owner destroys what is left."""
    rules = ("stack.limit", "stack.check-phase-end", *limit_rules(table, space, side))
    told = f"{name(table, space)} holds more than its limit"
    table.note("over the stacking limit", *rules, place=space, amount=excess(table, space, side), detail=told)
    push = PushOut(space, side)
    table.push(push if goals(table, space, side) else ScrapExcess(space, side))


def rivals(view: View, space: str, side: str) -> list[str]:
    """Other territories of a side above their limits whose excess may go where that of this one may, if any."""
    here = set(goals(view, space, side))
    others = [place for place, whose in overfull(view) if whose == side and place != space]
    return [place for place in others if here & set(goals(view, place, side))]


@dataclass(frozen=True)
class WhichFirst(Choice):
    """The excess of several territories may go to one place: the opponent says which comes first (note A9)."""

    title: ClassVar[str] = "Excess units: which territory first?"
    space: str
    side: str

    def seat(self, view: View) -> str:
        return opponent_seat(view, self.side)

    def prompt(self, view: View) -> Prompt:
        told = joined((name(view, space) for space in self._spaces(view)), "or")
        return Prompt(
            f"several territories hold too many units: which comes first? ({told})",
            "Their excess may be moved to the same place, and what is moved first fills it.",
            ("stack.enemy-moves-excess", "stack.check-phase-end"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Resolve, self._spaces, self._no_choice, self._settle, ("stack.enemy-moves-excess",)),)

    def _spaces(self, view: View) -> list[str]:
        return [self.space, *rivals(view, self.space, self.side)]

    def _no_choice(self, view: View, space: str) -> Ruling:
        told = joined(name(view, each) for each in self._spaces(view))
        return Ruling.refuse("stack.check-phase-end", f"{name(view, space)} is not one of those to choose from: {told}")

    def _settle(self, table: Table, space: str) -> None:
        table.finish()
        enforce(table, space, self.side)


def limit_rules(view: View, space: str, side: str) -> tuple[str, ...]:
    """The rules behind the limit of an overfull territory and behind what counts there."""
    info = data(view)
    rules = ["stack.malta"] if space == "malta" else []
    rules += ["stack.default-eight"] if info.stacking_limit(space) == DEFAULT_LIMIT else []
    powers = {p.power for p in view.state.at(space) if _stacked(view, side)(p)}
    rules += ["stack.both-powers"] if len(powers) > 1 else []
    rules += ["stack.exempt"] if supply(view, space) or any(p.kind == "truck" for p in view.state.at(space)) else []
    return (*rules, "board.staging.normal") if any(p.staging == space for p in info.powers.values()) else tuple(rules)


def _in_the_air(table: Table) -> None:
    """Say where only attacking aircraft exceed a limit: they do not count (rule stack.attacking-air)."""
    for space, pieces in sorted(table.state.pieces.items()):
        if is_sea(table, space) or space not in data(table).board or not any(aloft(piece) for piece in pieces):
            continue
        for side in (AXIS, ALLIES):
            flying = number(table, space, lambda p, s=side: belongs(p.power, s) and aloft(p))  # type: ignore[misc]
            if flying > room(table, space, side):
                told = "attacking aircraft do not count toward the stacking limit"
                table.note("in the air", "stack.attacking-air", place=space, amount=flying, detail=told)


def opponent_seat(view: View, side: str) -> str:
    """Note A9: the next enemy power in turn order moves the excess."""
    order = list(TURN_POWERS)
    start = order.index(view.state.power)
    for power in order[start:] + order[:start]:
        if belongs(power, enemy_of(side)):
            return view.seat_of(power)
    return ""


def _stacked(view: View, side: str) -> Keep:
    return lambda piece: belongs(piece.power, side) and is_combat(piece) and not aloft(piece)


@dataclass(frozen=True)
class PushOut(Choice):
    """An opponent may move the excess into neighbouring territories."""

    title: ClassVar[str] = "Excess units: the opponent may move them"
    space: str
    side: str

    def seat(self, view: View) -> str:
        return opponent_seat(view, self.side)

    def prompt(self, view: View) -> Prompt:
        n = excess(view, self.space, self.side)
        many = counted(n, "combat unit")
        return Prompt(
            f"{name(view, self.space)} holds {many} too many: push out the excess, or pass",
            "The limit is checked at the end of each phase; the opponent picks which units must go.",
            ("stack.enemy-moves-excess", "stack.owner-destroys"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Pushing(self.space, self.side), Plain(Pass, self.over))

    def over(self, table: Table) -> None:
        """No more is pushed; the owner destroys the rest."""
        table.finish()
        if excess(table, self.space, self.side):
            table.push(ScrapExcess(self.space, self.side))

    def fallback(self, view: View) -> Order:
        return Pass()


def push_problem(view: View, space: str, side: str, piece: Piece, to: str) -> Ruling | None:
    """Why a unit in excess cannot be pushed into a space; None if it can."""
    rule = "stack.enemy-moves-excess"
    if piece.power == "vichy":
        return Ruling.refuse("french.vichy-limits", "Vichy units cannot move, so nobody can push them out", rule)
    if data(view).board[to].kind != "land" or room(view, to, side) < 1:
        return Ruling.refuse(rule, f"{name(view, to)} is no territory below its limit")
    if is_land(piece):
        return land_step_problem(view, piece, space, to)
    ok = may_land(view, side, to)
    return None if ok else Ruling.refuse("ncm.air.landing", f"aircraft cannot land in {name(view, to)}")


def push_goals(view: View, space: str, side: str, piece: Piece) -> list[str]:
    """Where a unit in excess can be pushed."""
    return [to for to in data(view).board.neighbours(space) if push_problem(view, space, side, piece, to) is None]


def goals(view: View, space: str, side: str) -> list[str]:
    """Where any unit of a territory can be pushed."""
    keep = _stacked(view, side)
    return [to for piece in view.state.at(space) if keep(piece) for to in push_goals(view, space, side, piece)]


@dataclass(frozen=True)
class Pushing(Deed[Push]):
    """Units in excess are moved into a neighbour."""

    kind = Push
    space: str
    side: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        stacked = _stacked(view, self.side)
        if field.name == "units":
            return offer(view, self.space, lambda p: stacked(p) and bool(push_goals(view, self.space, self.side, p)))
        picked = pick(view, self.space, given["units"], stacked, "stack.enemy-moves-excess", "")
        if isinstance(picked, Ruling) or not picked:
            return []
        return [(self.space, to) for to in push_goals(view, self.space, self.side, picked[0][0])]

    def judge(self, view: View, order: Push) -> Ruling:
        rule, here = "stack.enemy-moves-excess", self.space
        if len(order.route) != 2 or order.route[0] != here:
            return Ruling.refuse(rule, f"the way leads from {name(view, here)} to one neighbour")
        picked = pick(view, here, order.units, _stacked(view, self.side), rule, "may be pushed")
        if isinstance(picked, Ruling):
            return picked
        to, named, over = order.route[1], total(picked), excess(view, here, self.side)
        if named > over:
            return Ruling.refuse(rule, f"{counted(over, 'unit')} {is_are(over)} in excess, not {named}")
        if to not in data(view).board.neighbours(here):
            return Ruling.refuse("board.adjacency", f"{name(view, here)} and {name(view, to)} are not adjacent", rule)
        for piece, _ in picked:
            problem = push_problem(view, here, self.side, piece, to)
            if problem is not None:
                return problem
        free = room(view, to, self.side)
        if named > free:
            return Ruling.refuse(rule, f"{name(view, to)} has room for {free}, not {named}")
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Push, found: Picked) -> None:
        for piece, n in found:
            push_out(table, self.space, order.route[1], piece, n)
        if not excess(table, self.space, self.side) or not goals(table, self.space, self.side):
            PushOut(self.space, self.side).over(table)


def push_out(table: Table, space: str, to: str, piece: Piece, n: int) -> None:
    """Move excess units out; those that were to attack out of the territory have left it, and take no part (A40)."""
    rules = ["stack.enemy-moves-excess", "stack.both-powers"]
    rules += ["declare.adjacent-only"] if piece.has("attack") else []
    after, idle = piece.having(attack=None, landing=None), lie_idle(table, to)
    who = Told(piece=piece, becomes=after, count=n, purpose="excess", power=piece.power)
    table.emit("moved", *rules, **who | Told(place=space, to=to))
    if is_land(piece):
        settle(table, to, idle, piece.power)


@dataclass(frozen=True)
class ScrapExcess(Choice):
    """The owner destroys what could not be moved out."""

    title: ClassVar[str] = "Excess units: the owner destroys the rest"
    space: str
    side: str

    def seat(self, view: View) -> str:
        powers = sorted({p.power for p in view.state.at(self.space) if _stacked(view, self.side)(p)})
        return view.seat_of(view.state.power if view.state.power in powers else powers[0])

    def prompt(self, view: View) -> Prompt:
        n = excess(view, self.space, self.side)
        return Prompt(
            f"destroy {n} of your combat units in {name(view, self.space)}",
            "They are above the stacking limit, and no opponent moved them out.",
            ("stack.owner-destroys", "stack.limit"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Scrapping(self.space, self.side),)


@dataclass(frozen=True)
class Scrapping(Deed[Scrap]):
    """Units above the limit are destroyed."""

    kind = Scrap
    space: str
    side: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return offer(view, self.space, _stacked(view, self.side))

    def judge(self, view: View, order: Scrap) -> Ruling:
        picked = pick(view, self.space, order.units, _stacked(view, self.side), "stack.owner-destroys", "count here")
        if isinstance(picked, Ruling):
            return picked
        named, need = total(picked), excess(view, self.space, self.side)
        if named > need:
            text = f"{counted(need, 'unit')} must be destroyed, not {named}"
            return Ruling.refuse("stack.owner-destroys", text, needs=need)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Scrap, found: Picked) -> None:
        rules = ("stack.owner-destroys", "comp.return-to-pool", *limit_rules(table, self.space, self.side))
        for piece, n in found:
            lose(table, self.space, piece, n, "stacking", *rules)
        if not excess(table, self.space, self.side):
            table.finish()


def count_text(view: View, space: str, side: str) -> str:
    """`7 of 8`, for cards."""
    limit = data(view).stacking_limit(space, view.setting.options)
    return f"{combat_count(view, space, side)} of {limit}"
