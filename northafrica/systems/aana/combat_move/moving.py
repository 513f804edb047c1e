"""Combat moves: the plan they stand in, where each may go, who may make one (rulebook p.15-17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from northafrica.core.groups import Keep, Picked, pick
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Order, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import scratch
from northafrica.mechanisms.ways import expand
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    acting_side,
    data,
    is_land,
    mine,
    name,
    own_first,
    room,
    side_of,
)
from northafrica.systems.aana.board.movement import air_way, air_ways, land_step_problem, land_ways, sea_ways
from northafrica.systems.aana.combat_move import blitz
from northafrica.systems.aana.combat_move.approach import (
    air_end_problem,
    air_route,
    crossed,
    move_group,
    move_rules,
    sea_end_problem,
    sea_route,
)
from northafrica.systems.aana.combat_move.position import frozen, points, position_problem
from northafrica.systems.aana.combat_move.refusals import held_back, not_deployed, off_map
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.data.entities import REINFORCEMENTS, TRAVEL
from northafrica.systems.aana.facts import facts
from northafrica.systems.aana.orders import Blitz, Move
from northafrica.systems.aana.wording import no_unit, word


def may_move(view: View, place: str) -> Keep:
    """Which pieces in a place can still make a combat move."""

    def keep(piece: Piece) -> bool:
        if not mine(view, piece) or piece.has("cargo") or piece.has("done") or piece.has("attack"):
            return False
        if piece.has("moved") and not piece.has("halted"):
            return False
        if piece.kind in ("truck", "aaa") or frozen(view, place, piece):
            return False
        return place not in TRAVEL

    return keep


@dataclass(frozen=True)
class Planned:
    """The lines of a plan of combat moves, in one of its legs."""

    lines: tuple[Order, ...] = ()
    leg: int = 1

    @property
    def blitzed(self) -> tuple[str, ...]:
        """The territories that the plan blitzes."""
        return tuple(line.route[1] for line in self.lines if isinstance(line, Blitz))

    def projected(self, view: View) -> Table:
        """The board as the plan so far would leave it."""
        table = scratch(view)
        for line in self.lines:
            self.apply(table, line, trial=True)
        return table

    def apply(self, table: Table, line: Order, trial: bool, waiting: frozenset[str] = frozenset()) -> None:
        """Carry out a line; as a `trial` without what only happens once the plan is committed."""
        if isinstance(line, Blitz):
            blitz.apply(table, line, may_move(table, line.route[0]), waiting, trial)
        elif isinstance(line, Move):
            start = line.route[0]
            picked = pick(table, start, line.units, may_move(table, start), "", "")
            for piece, n in () if isinstance(picked, Ruling) else picked:
                move_group(table, piece, n, self.way(table, piece, line.route), trial)

    def may_go(self, now: View, place: str) -> Keep:
        """Which pieces can still move; after the first leg only those that mines halted."""
        keep = may_move(now, place)
        return keep if self.leg == 1 else lambda p: keep(p) and p.has("halted")

    def ways(self, now: View, place: str, piece: Piece) -> list[Path]:
        """Routes of a combat move that end where they may (the plan's joint conditions apart)."""
        if piece.kind in AIR:
            return self._air_routes(now, place, piece)
        if piece.kind in SHIPS:
            ways = sea_ways(now, piece, place, points(now, piece), crossed(piece))
            return [w for w in ways.values() if len(w) > 1 and sea_end_problem(now, piece, w, self.leg) is None]
        if piece.has("halted"):
            return [
                (place, to)
                for to in data(now).board.neighbours(place, "land")
                if land_step_problem(now, piece, place, to) is None and to not in facts(now).blitzed
            ]
        ways = land_ways(now, piece, place, points(now, piece) - 1, self.blitzed)
        return [w for w in ways.values() if len(w) > 1 and position_problem(now, piece, w[-1], self.blitzed) is None]

    def _air_routes(self, now: View, place: str, piece: Piece) -> list[Path]:
        ways = air_ways(now, side_of(piece.power), place, points(now, piece) - 1)
        return [w for w in ways.values() if len(w) > 1 and air_end_problem(now, piece, w) is None]

    def way(self, now: View, piece: Piece, route: Path) -> Path:
        """A route with its gaps filled."""
        if piece.kind in AIR:
            return air_way(now, side_of(piece.power), route)
        near = data(now).board.neighbours
        if piece.kind in SHIPS:  # a closed strait is a step too: the refusal then names its rule
            return expand(route, lambda s: sea_ways(now, piece, s, 4), lambda a, b: b in near(a, "sea"))
        return expand(route, lambda s: land_ways(now, piece, s, 4, self.blitzed), lambda a, b: b in near(a, "land"))

    def route_ruling(self, now: View, piece: Piece, way: Path) -> Ruling:
        """The ruling on one piece's route."""
        if piece.kind in AIR:
            return air_route(now, piece, way)
        if piece.kind in SHIPS:
            return sea_route(now, piece, way, self.leg)
        return self._land_route(now, piece, way)

    def _land_route(self, now: View, piece: Piece, way: Path) -> Ruling:
        halted = piece.has("halted")
        for here, to in pairwise(way):
            if to in (*self.blitzed, *facts(now).blitzed):
                text = f"{name(now, to)} is taken by blitz this phase; others cannot follow yet"
                return Ruling.refuse("amove.no-follow-blitz", text)
            problem = land_step_problem(now, piece, here, to)
            if problem is not None:
                return problem
        steps, left = len(way) - 1, points(now, piece) - (0 if halted else 1)
        if steps > left:
            keeps = f"the {word(piece.kind)} has {counted(points(now, piece), 'point')} and keeps 1 for the attack"
            text = f"{keeps}: {counted(max(left, 0), 'space')}, not {steps}"
            rules = ("coast.move", chart.row(piece))
            return Ruling.refuse("amove.reserve-one", text, *rules, points=points(now, piece), spaces=steps)
        if halted:
            return Ruling.allow()
        return Ruling.first(position_problem(now, piece, way[-1], self.blitzed))

    def picked(self, view: View, now: View, order: Move | Blitz) -> Picked | Ruling:
        """The pieces a new line moves: those there are on the board as the plan leaves it."""
        start = order.route[0]
        found = pick(now, start, order.units, self.may_go(now, start), "ncm.who", "can make a combat move")
        if not isinstance(found, Ruling):
            return found
        found = Ruling.first(who(now, start, order.units), found)
        return self._planned_already(view, order) if found.rule == "ncm.who" else found

    def _planned_already(self, view: View, order: Move | Blitz) -> Ruling:
        """The refusal to move pieces that are not there, or that a line of the plan moves already."""
        start = order.route[0]
        found = pick(view, start, order.units, self.may_go(view, start), "ncm.who", "can make a combat move")
        if isinstance(found, Ruling):
            return found
        text = f"the plan moves these pieces out of {name(view, start)} already; drop that line to move them anew"
        return Ruling.refuse("amove.simultaneous", text)


Add = Callable[[Table, Order], None]


@dataclass(frozen=True)
class Moving(Routed[Move]):
    """One more combat move is planned."""

    kind = Move
    plan: Planned
    add: Add

    def seen(self, view: View) -> View:
        return self.plan.projected(view)

    def keep(self, now: View, place: str) -> Keep:
        """Which pieces can go farther than one space, and those that mines halted."""
        keep = self.plan.may_go(now, place)
        return lambda p: keep(p) and (not is_land(p) or points(now, p) >= 2 or p.has("halted"))

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return self.plan.ways(now, place, picked[0][0])

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return [] if field.name == "load" else super().values(view, field, given)

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.type == "path" and len(given.get("route", ())) > 1:
            return list(data(view).board.spaces)
        return super().parts(view, field, given)

    def judge(self, view: View, order: Move) -> Ruling:
        if order.load:
            return Ruling.refuse("truck.noncombat-only", "trucks load and move only in the noncombat phase")
        if len(order.route) < 2:
            return Ruling.ambiguous("a move needs a start and an end, like 'tripoli > sirte'")
        now = self.plan.projected(view)
        picked = self.plan.picked(view, now, order)
        if isinstance(picked, Ruling):
            return picked
        away = off_map(now, order.route)
        if away is not None:
            return away
        notes: list[str] = []
        rules: list[str] = []
        for piece, _ in picked:
            way = self.plan.way(now, piece, order.route)
            ruling = self.plan.route_ruling(now, piece, way)
            if not ruling:
                return ruling
            rules += move_rules(now, piece, way)
            notes += [*ruling.notes, *((f"route: {' > '.join(way)}",) if way != order.route else ())]
        notes += crowding(now, order.route[-1], picked)
        return Ruling.allow(dict.fromkeys(notes), dict.fromkeys(rules))

    def do(self, table: Table, order: Move, found: None) -> None:
        self.add(table, order)


@dataclass(frozen=True)
class Blitzing(Routed[Blitz]):
    """One more blitz is planned; no unit sets out on one after the first leg."""

    kind = Blitz
    plan: Planned
    add: Add

    def barred(self, view: View) -> Ruling | None:
        late = Ruling.refuse("amove.simultaneous", "blitzes set out with all other combat moves, before the mines")
        return None if self.plan.leg == 1 else late

    def seen(self, view: View) -> View:
        return self.plan.projected(view)

    def keep(self, now: View, place: str) -> Keep:
        keep = may_move(now, place)
        return lambda p: keep(p) and blitz.can(now, p)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return blitz.routes(now, place, picked, self.plan.blitzed)

    def judge(self, view: View, order: Blitz) -> Ruling:
        now = self.plan.projected(view)
        picked = self.plan.picked(view, now, order)
        return picked if isinstance(picked, Ruling) else blitz.check(now, order, picked, self.plan.blitzed)

    def do(self, table: Table, order: Blitz, found: None) -> None:
        self.add(table, order)


def crowding(view: View, space: str, picked: Picked) -> list[str]:
    """A warning where land units that move in exceed a limit, which is enforced when the phase ends."""
    n = sum(n for piece, n in picked if is_land(piece) and piece.kind != "truck")
    full = n > room(view, space, acting_side(view))
    return [f"{name(view, space)} will be above its stacking limit when the phase ends"] if full else []


def who(view: View, place: str, units: Sequence[Some]) -> Ruling | None:
    """A better reason why pieces that are there cannot move."""
    fitting = (piece for some in units for piece in own_first(view, place) if some.fits(piece))
    problems = (why_not(view, place, piece) for piece in fitting)
    return next((problem for problem in problems if problem is not None), None)


def why_not(view: View, place: str, piece: Piece) -> Ruling | None:
    """Why a piece cannot make a combat move, with the rule; None if it can."""
    held = held_back(view, place, piece)
    if held is not None:
        return held
    where = name(view, place)
    if piece.kind in ("truck", "aaa"):
        further = ("truck.logistical",) if piece.kind == "truck" else ()
        return Ruling.refuse("amove.no-aaa-truck", f"{no_unit(piece.kind)} never moves or attacks in phase 3", *further)
    if piece.has("cargo") or place == REINFORCEMENTS:
        return not_deployed(view, place, piece)
    if piece.has("done"):
        text = f"the {word(piece.kind)} in {where} was thrown back by mines and is done this turn"
        return Ruling.refuse("mine.land.spent-move", text)
    if piece.has("moved"):
        return Ruling.refuse("amove.simultaneous", f"the {word(piece.kind)} in {where} has made its combat move")
    if piece.has("attack"):
        return Ruling.refuse("combat.no-reinforce", f"the {word(piece.kind)} in {where} is already in an attack")
    return None
