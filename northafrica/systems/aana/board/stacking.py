"""Stacking limits, tested when a phase ends (rulebook p.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.groups import lose, number, offer, pick
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
    SIDES,
    TURN_POWERS,
    aloft,
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
from northafrica.systems.aana.mines.phase import lie_idle
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
            self.settle(table, *found[0])

    @staticmethod
    def settle(table: Table, space: str, side: str) -> None:
        """One territory: the opponent may push, the owner destroys what is left."""
        rules = ("stack.limit", "stack.check-phase-end", *limit_rules(table, space, side))
        table.emit(
            "note",
            *rules,
            place=space,
            amount=excess(table, space, side),
            label="over the stacking limit",
            detail=f"{name(table, space)} holds more than its limit",
        )
        push = PushOut(space, side)
        table.push(push if push.possible(table) else ScrapExcess(space, side))


def rivals(view: View, space: str, side: str) -> list[str]:
    """Other territories of a side above their limits whose excess may go where that of this one may, if any."""
    here = set(PushOut(space, side).goals(view))
    others = [place for place, whose in overfull(view) if whose == side and place != space]
    return [place for place in others if here & set(PushOut(place, side).goals(view))]


@dataclass(frozen=True)
class WhichFirst(Choice):
    """The excess of several territories may go to one place: the opponent says which comes first (note A9)."""

    title: ClassVar[str] = "Excess units: which territory first?"
    space: str = ""
    side: str = ""

    def seat(self, view: View) -> str:
        return opponent_seat(view, self.side)

    def _spaces(self, view: View) -> list[str]:
        return [self.space, *rivals(view, self.space, self.side)]

    def prompt(self, view: View) -> Prompt:
        told = joined((name(view, space) for space in self._spaces(view)), "or")
        return Prompt(
            f"several territories hold too many units: which comes first? ({told})",
            "Their excess may be moved to the same place, and what is moved first fills it.",
            ("stack.enemy-moves-excess", "stack.check-phase-end"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Resolve,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return self._spaces(view)

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Resolve)
        spaces = self._spaces(view)
        if order.space in spaces:
            return Ruling.allow(rules=("stack.enemy-moves-excess",))
        told = joined(name(view, space) for space in spaces)
        text = f"{name(view, order.space)} is not one of those to choose from: {told}"
        return Ruling.refuse("stack.check-phase-end", text)

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Resolve)
        table.finish()
        CheckStacking.settle(table, order.space, self.side)


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
            flying = number(table, space, lambda p, s=side: SIDES[p.power] == s and aloft(p))  # type: ignore[misc]
            if flying > room(table, space, side):
                table.emit("note", "stack.attacking-air", place=space, amount=flying, label="in the air",
                           detail="attacking aircraft do not count toward the stacking limit")  # fmt: skip


def opponent_seat(view: View, side: str) -> str:
    """Note A9: the next enemy power in turn order moves the excess."""
    order = list(TURN_POWERS)
    start = order.index(view.state.power) if view.state.power in order else 0
    for power in order[start:] + order[:start]:
        if SIDES[power] == enemy_of(side):
            return view.seat_of(power)
    return ""


def _stacked(view: View, side: str) -> Any:
    return lambda piece: SIDES[piece.power] == side and is_combat(piece) and not aloft(piece)


@dataclass(frozen=True)
class PushOut(Choice):
    """An opponent may move the excess into neighbouring territories."""

    title: ClassVar[str] = "Excess units: the opponent may move them"
    space: str = ""
    side: str = ""

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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Push, Pass)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            stacked = _stacked(view, self.side)
            return offer(view, self.space, lambda p: stacked(p) and bool(self._refuges(view, p)))
        picked = pick(view, self.space, given["units"], _stacked(view, self.side), "stack.enemy-moves-excess", "")
        if isinstance(picked, Ruling) or not picked:
            return []
        return [(self.space, to) for to in self._refuges(view, picked[0][0])]

    def _refuges(self, view: View, piece: Piece) -> list[str]:
        return [to for to in data(view).board.neighbours(self.space) if self._problem(view, piece, to) is None]

    def _problem(self, view: View, piece: Piece, to: str) -> Ruling | None:
        rule = "stack.enemy-moves-excess"
        if piece.power == "vichy":
            return Ruling.refuse("french.vichy-limits", "Vichy units cannot move, so nobody can push them out", rule)
        if data(view).board[to].kind != "land" or room(view, to, self.side) < 1:
            return Ruling.refuse(rule, f"{name(view, to)} is no territory below its limit")
        if not is_land(piece):
            ok = may_land(view, self.side, to)
            return None if ok else Ruling.refuse("ncm.air.landing", f"aircraft cannot land in {name(view, to)}")
        return land_step_problem(view, piece, self.space, to)

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Pass):
            return Ruling.allow()
        assert isinstance(order, Push)
        rule = "stack.enemy-moves-excess"
        if len(order.route) != 2 or order.route[0] != self.space:
            return Ruling.refuse(rule, f"the way leads from {name(view, self.space)} to one neighbour")
        picked = pick(view, self.space, order.units, _stacked(view, self.side), rule, "may be pushed")
        if isinstance(picked, Ruling):
            return picked
        total = sum(n for _, n in picked)
        if total > (over := excess(view, self.space, self.side)):
            return Ruling.refuse(rule, f"{counted(over, 'unit')} {is_are(over)} in excess, not {total}")
        if order.route[1] not in data(view).board.neighbours(self.space):
            text = f"{name(view, self.space)} and {name(view, order.route[1])} are not adjacent"
            return Ruling.refuse("board.adjacency", text, rule)
        problems = [self._problem(view, piece, order.route[1]) for piece, _ in picked]
        free = room(view, order.route[1], self.side)
        if total > free:
            problems.append(Ruling.refuse(rule, f"{name(view, order.route[1])} has room for {free}, not {total}"))
        return next((p for p in problems if p is not None), Ruling.allow())

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Push):
            picked = pick(table, self.space, order.units, _stacked(table, self.side), "", "")
            assert not isinstance(picked, Ruling)
            for piece, n in picked:
                push_out(table, self.space, order.route[1], piece, n)
            if excess(table, self.space, self.side) and self.possible(table):
                return
        table.finish()
        if excess(table, self.space, self.side):
            table.push(ScrapExcess(self.space, self.side))

    def goals(self, view: View) -> list[str]:
        """Where any unit can be pushed."""
        keep = _stacked(view, self.side)
        return [to for piece in view.state.at(self.space) if keep(piece) for to in self._refuges(view, piece)]

    def possible(self, view: View) -> bool:
        """Whether any unit can be pushed anywhere."""
        keep = _stacked(view, self.side)
        return any(keep(p) and self._refuges(view, p) for p in view.state.at(self.space))

    def fallback(self, view: View) -> Order:
        return Pass()


def push_out(table: Table, space: str, to: str, piece: Piece, n: int) -> None:
    """Move excess units out; those that were to attack out of the territory have left it, and take no part (A40)."""
    rules = ["stack.enemy-moves-excess", "stack.both-powers"]
    rules += ["declare.adjacent-only"] if piece.has("attack") else []
    after, idle = piece.having(attack=None, landing=None), lie_idle(table, to)
    table.emit("moved", *rules, place=space, to=to, piece=piece, becomes=after, count=n, purpose="excess",
               power=piece.power)  # fmt: skip
    if is_land(piece):
        settle(table, to, idle, piece.power)


@dataclass(frozen=True)
class ScrapExcess(Choice):
    """The owner destroys what could not be moved out."""

    title: ClassVar[str] = "Excess units: the owner destroys the rest"
    space: str = ""
    side: str = ""

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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Scrap,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return offer(view, self.space, _stacked(view, self.side))

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Scrap)
        picked = pick(view, self.space, order.units, _stacked(view, self.side), "stack.owner-destroys", "count here")
        if isinstance(picked, Ruling):
            return picked
        total, need = sum(n for _, n in picked), excess(view, self.space, self.side)
        if total > need:
            return Ruling.refuse(
                "stack.owner-destroys", f"{counted(need, 'unit')} must be destroyed, not {total}", needs=need
            )
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Scrap)
        picked = pick(table, self.space, order.units, _stacked(table, self.side), "", "")
        assert not isinstance(picked, Ruling)
        rules = ("stack.owner-destroys", "comp.return-to-pool", *limit_rules(table, self.space, self.side))
        for piece, n in picked:
            lose(table, self.space, piece, n, "stacking", *rules)
        if not excess(table, self.space, self.side):
            table.finish()


def count_text(view: View, space: str, side: str) -> str:
    """`7 of 8`, for cards."""
    limit = data(view).stacking_limit(space, view.setting.options)
    return f"{combat_count(view, space, side)} of {limit}"
