"""A force of ships or aircraft is named and sent on its way: what both have in common (8.2, 9.2, 10.4)."""

from __future__ import annotations

import heapq
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked, groups, offer, pick
from northafrica.core.orders import FieldSpec, Order, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ABOARD, HOME, awake, cargo_of, data
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.eligible import unfit


@dataclass(frozen=True)
class Force(Choice):
    """A force to be named, or under way: `force` in `place`, that has spent `gone` points."""

    terms: Terms = Terms()
    force: tuple[tuple[Piece, int], ...] = ()
    place: str = ""
    gone: int = 0

    @property
    @abstractmethod
    def rule(self) -> str:
        """The Action's rule."""

    @abstractmethod
    def kept_out(self, view: View, piece: Piece, space: str) -> str:
        """The rule that keeps a piece of the acting side out of the force, "" where none does."""

    @abstractmethod
    def of_kind(self, view: View, piece: Piece) -> bool:
        """Whether a piece is a ship, or an aircraft."""

    @abstractmethod
    def start_problem(self, view: View, space: str) -> Ruling | None:
        """Why no force can start in a space."""

    @abstractmethod
    def ways(self, view: View, space: str, picked: Picked) -> dict[str, Path]:
        """One way to each space that a force reaches, its own included where it may stay."""

    @abstractmethod
    def way_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        """Why a force cannot go a way."""

    def may_go(self, view: View, piece: Piece, space: str) -> bool:
        """Whether a piece may be of the force."""
        if self.force and piece not in [one for one, _ in self.force]:
            return False
        return self.mine(view, piece) and not self.kept_out(view, piece, space) and not unfit(view, piece, self.terms)

    def mine(self, view: View, piece: Piece) -> bool:
        """Whether a piece is a free one of the acting side."""
        free = piece.power == view.state.power and awake(piece) and not piece.has(ABOARD)
        return free and self.of_kind(view, piece)

    def why_out(self, view: View, space: str, units: Sequence[Some]) -> str:
        """The rule that keeps units of a space out of the force."""
        if self.force:
            return "9.2.force"
        named = [p for p, _ in groups(view, space, lambda p: self.mine(view, p)) if any(some.fits(p) for some in units)]
        found = (self.kept_out(view, piece, space) or unfit(view, piece, self.terms) for piece in named)
        return next(filter(None, found), "4.3.eligible-types")

    def picked(self, view: View, space: str, units: Sequence[Some]) -> Picked | Ruling:
        """The pieces that an order means."""
        rule = self.why_out(view, space, units)
        return pick(view, space, tuple(units), lambda p: self.may_go(view, p, space), rule, "can go in this Action")

    def origins(self, view: View) -> tuple[str, ...]:
        """Where a force can start."""
        if self.force:
            return (self.place,)
        board = data(view).board.spaces
        return tuple(s for s in board if self.crowd(view, s) and self.start_problem(view, s) is None)

    def crowd(self, view: View, space: str) -> Picked:
        """Who may go from a space."""
        return groups(view, space, lambda p: self.may_go(view, p, space))

    def judge_going(self, view: View, units: Sequence[Some], way: Path) -> Ruling:
        """The ruling on an order, with the pieces it means."""
        if not way or way[0] not in data(view).board:
            return Ruling.refuse("4.3.one-force", "say the way of the force: where it starts, and where it goes")
        if self.force and way[0] != self.place:
            text = f"the force is in {view.name(self.place)}; an Action moves one force"
            return Ruling.refuse("4.3.one-force", text, "9.2.force")
        picked = self.picked(view, way[0], units)
        start = self.start_problem(view, way[0])
        if start is not None or isinstance(picked, Ruling):
            return Ruling.first(start, picked if isinstance(picked, Ruling) else None)
        return Ruling.first(self.way_problem(view, picked, way)) and Ruling.allow(rules=(self.rule,), found=picked)


def as_it_is(view: View) -> View:
    """The board itself, where no plan changes it."""
    return view


@dataclass(frozen=True)
class Going(Deed[Order]):
    """The order that sends a force on its way; `act` carries it out, `seen` is the board as a plan leaves it."""

    kind: type[Order]
    step: Force
    act: Callable[[Table, Picked, Path], None]
    seen: Callable[[View], View] = as_it_is

    def places(self, view: View) -> Sequence[str]:
        return self.step.origins(self.seen(view))

    def barred(self, view: View) -> Ruling | None:
        view = self.seen(view)
        if any(self._open(view, space) for space in self.step.origins(view)):
            return None
        return Ruling.refuse(self.step.rule, "nothing can go any further in this Action")

    def why_barred(self, view: View, order: Order) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def _open(self, view: View, space: str) -> list[Some]:
        """The groups of a space that can go anywhere."""
        found = offer(view, space, lambda p: self.step.may_go(view, p, space))
        return [some for some in found if self._ways(view, space, (some,))]

    def _ways(self, view: View, space: str, units: Sequence[Some]) -> list[Path]:
        picked = self.step.picked(view, space, units)
        if isinstance(picked, Ruling) or not picked:
            return []
        ways = self.step.ways(view, space, picked).values()
        return [way for way in ways if Ruling.first(self.step.way_problem(view, picked, way))]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        view = self.seen(view)
        if field.name == "units":
            origins = given["route"][:1] if given.get("route") else self.step.origins(view)
            return list(dict.fromkeys(some for space in origins for some in self._open(view, space)))
        units = given.get("units", ())
        return [way for space in self.step.origins(view) for way in self._ways(view, space, units)]

    def judge(self, view: View, order: Any) -> Ruling:
        return self.step.judge_going(self.seen(view), order.units, order.route)

    def do(self, table: Table, order: Any, found: Picked) -> None:
        self.act(table, found, order.route)


def cheapest(
    start: str, points: int, near: Callable[[str], Iterable[tuple[str, int]]], stop: Callable[[str, str], object]
) -> dict[str, Path]:
    """One cheapest way to each space within so many points; `near` gives costs, no way goes on past a stop."""
    found: dict[str, Path] = {}
    queue: list[tuple[int, Path, bool]] = [(0, (start,), False)]
    while queue:
        spent, way, ended = heapq.heappop(queue)
        if way[-1] in found:
            continue
        found[way[-1]] = way
        for to, cost in () if ended else near(way[-1]):
            if spent + cost <= points and to not in found:
                heapq.heappush(queue, (spent + cost, (*way, to), bool(stop(way[-1], to))))
    return found


def first_stop(way: Path, stop: Callable[[str, str], str]) -> tuple[str, str]:
    """The space before a way's end where it stops, and the rule; two empty words where it does not."""
    for here, to in list(pairwise(way))[:-1]:
        if stop(here, to):
            return to, stop(here, to)
    return "", ""


def bring(table: Table, place: str, to: str, piece: Piece, n: int, *rules: str, **status: str | None) -> None:
    """A ship or aircraft goes to another space with what it carries."""
    after = piece.having(**status)
    for cargo, some in cargo_of(table, place, piece.kind) if place != to else ():
        stays = ("11.3.stay-aboard",) if not piece.has(HOME) else ()
        rules_here = ("11.3.cargo-move", "11.1.cargo-inactive", *stays)
        table.emit("moved", *rules_here, place=place, to=to, piece=cargo, count=some, power=cargo.power)
    if place == to:
        table.emit("flipped", *rules, place=place, piece=piece, becomes=after, count=n, power=piece.power)
        return
    table.emit("moved", *rules, place=place, to=to, piece=piece, becomes=after, count=n, power=piece.power)
