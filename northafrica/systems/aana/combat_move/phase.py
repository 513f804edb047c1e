"""Phase 3, first part: combat moves as a plan (rulebook p.15-17)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

from northafrica.core.groups import Keep, Picked, clear_status, everywhere, groups, number, offer, pick
from northafrica.core.naming import counted, joined
from northafrica.core.orders import FieldSpec, Order, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    acting_side,
    data,
    is_land,
    mine,
    name,
    own_first,
    reach_text,
    room,
    side_of,
)
from northafrica.systems.aana.board.movement import (
    air_way,
    air_ways,
    expand,
    land_step_problem,
    land_ways,
    sea_ways,
)  # fmt: skip
from northafrica.systems.aana.combat_move import blitz, reserve
from northafrica.systems.aana.combat_move.approach import (
    air_end_problem,
    air_route,
    crossed,
    move_group,
    move_rules,
    sea_end_problem,
    sea_route,
)
from northafrica.systems.aana.combat_move.declare import Declare, must_attack_at_sea
from northafrica.systems.aana.combat_move.plan import check_drop, listed, payable, scratch
from northafrica.systems.aana.combat_move.position import (
    frozen,
    has_target,
    needs_supply,
    points,
    position_problem,
    supply_ahead,
)
from northafrica.systems.aana.combat_move.refusals import held_back, not_deployed, off_map, out_of_place
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.facts import facts
from northafrica.systems.aana.mines.phase import next_mined
from northafrica.systems.aana.orders import Blitz, Commit, Drop, Move
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
        return not place.startswith(("csz", "reinf"))

    return keep


def crowding(view: View, space: str, picked: Picked) -> list[str]:
    """A warning where land units that move in exceed a limit, which is enforced when the phase ends."""
    n = sum(n for piece, n in picked if is_land(piece) and piece.kind != "truck")
    full = n > room(view, space, acting_side(view))
    return [f"{name(view, space)} will be above its stacking limit when the phase ends"] if full else []


def overfull_notes(view: View) -> list[str]:
    """The territories a plan leaves above their limits."""
    side = acting_side(view)
    over = [(place, -room(view, place, side)) for place in sorted(view.state.pieces) if place in data(view).board]
    return [f"{name(view, place)} will hold {n} above its stacking limit" for place, n in over if n > 0]


@dataclass(frozen=True)
class CombatMove(Choice):
    """All combat moves are planned, then carried out at once; ships and blitzers halted by mines may go on."""

    title: ClassVar[str] = "Combat moves"
    lines: tuple[Order, ...] = ()
    leg: int = 1

    def prompt(self, view: View) -> Prompt:
        what = (
            "plan your combat moves, then commit"
            if self.leg == 1
            else "units halted by mines may go on; commit when done"
        )
        return Prompt(
            f"{what} (plan: {listed(self.lines)})",
            "Every combat move must end in attack position; all happen at once.",
            ("amove.must-attack", "amove.simultaneous", "amove.reserve-one", "amove.air-safe-landing"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        drop = (Drop,) if self.lines else ()
        return (Move, Blitz, *drop, Commit) if self.leg == 1 else (Move, *drop, Commit)

    def projected(self, view: View) -> Table:
        """The board as the plan so far would leave it."""
        table = scratch(view)
        for line in self.lines:
            self._apply(table, line, trial=True)
        return table

    def blitzed(self) -> tuple[str, ...]:
        return tuple(line.route[1] for line in self.lines if isinstance(line, Blitz))

    # -- offers ----------------------------------------------------------------------------------
    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "line":
            return list(range(1, len(self.lines) + 1))
        if field.name == "load":
            return []
        now = self.projected(view)
        if field.name == "units":
            starts = given["route"][:1] if given.get("route") else self.starts(now, kind)
            return [some for place in starts for some in offer(now, place, self._keep(now, place, kind))]
        return self._routes(now, kind, given["units"], given.get("route", ())[:1])

    def parts(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is Move and field.type == "path" and len(given.get("route", ())) > 1:
            return list(data(view).board.spaces)
        return super().parts(view, kind, field, given)

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        return self.starts(self.projected(view), kind) if kind in (Move, Blitz) else ()

    def plan(self) -> tuple[Order, ...]:
        return self.lines

    def starts(self, now: View, kind: type[Order]) -> list[str]:
        """Places with pieces that can still move."""
        return [p for p in sorted(now.state.pieces) if number(now, p, self._keep(now, p, kind))]

    def _keep(self, now: View, place: str, kind: type[Order]) -> Keep:
        keep = may_move(now, place)
        if kind is Blitz:
            return lambda p: keep(p) and blitz.can(now, p)
        return lambda p: (
            keep(p)
            and (self.leg == 1 or p.has("halted"))
            and (p.kind in AIR or p.kind in SHIPS or points(now, p) >= 2 or p.has("halted"))
        )

    def _routes(self, now: View, kind: type[Order], units: Sequence[Some], only: Sequence[str] = ()) -> list[Path]:
        found: list[Path] = []
        for place in only or self.starts(now, kind):
            picked = pick(now, place, tuple(units), self._keep(now, place, kind), "", "")
            if isinstance(picked, Ruling) or not picked:
                continue
            found += (
                blitz.routes(now, place, picked, self.blitzed())
                if kind is Blitz
                else self.ways(now, place, picked[0][0])
            )
        return found

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
        ways = land_ways(now, piece, place, points(now, piece) - 1, self.blitzed())
        return [w for w in ways.values() if len(w) > 1 and position_problem(now, piece, w[-1], self.blitzed()) is None]

    def _air_routes(self, now: View, place: str, piece: Piece) -> list[Path]:
        ways = air_ways(now, side_of(piece.power), place, points(now, piece) - 1)
        return [w for w in ways.values() if len(w) > 1 and air_end_problem(now, piece, w) is None]

    # -- judging ----------------------------------------------------------------------------------
    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Drop):
            return check_drop(self.lines, order.line)
        if isinstance(order, Commit):
            return self._check_commit(view)
        now = self.projected(view)
        assert isinstance(order, Move | Blitz)
        ruling = self._check_blitz(now, order) if isinstance(order, Blitz) else self._check_move(now, order)
        return self._planned_already(view, order) if ruling.rule == "ncm.who" else ruling

    def _planned_already(self, view: View, order: Move | Blitz) -> Ruling:
        """The refusal to move pieces that are not there, or that a line of the plan moves already."""
        found = self._picked(view, order)
        if isinstance(found, Ruling):
            return found
        start = name(view, order.route[0])
        text = f"the plan moves these pieces out of {start} already; drop that line to move them anew"
        return Ruling.refuse("amove.simultaneous", text)

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if order.kind == "attack":
            return Ruling.refuse("amove.before-declare", "all combat moves are committed before any attack is declared")
        return Ruling.first(out_of_place(order), super().wrong_kind(view, order))

    def _picked(self, view: View, order: Move | Blitz) -> Picked | Ruling:
        """The pieces an order moves; after the first leg only those that mines halted."""
        keep = may_move(view, order.route[0])
        return pick(
            view,
            order.route[0],
            order.units,
            lambda p: keep(p) and (self.leg == 1 or p.has("halted")),
            "ncm.who",
            "can make a combat move",
        )

    def _check_blitz(self, now: View, order: Blitz) -> Ruling:
        picked = self._picked(now, order)
        if isinstance(picked, Ruling):
            return Ruling.first(self._who(now, order.route[0], order.units), picked)
        return blitz.check(now, order, picked, self.blitzed())

    def _check_move(self, now: View, order: Move) -> Ruling:
        if order.load:
            return Ruling.refuse("truck.noncombat-only", "trucks load and move only in the noncombat phase")
        if len(order.route) < 2:
            return Ruling.ambiguous("a move needs a start and an end, like 'tripoli > sirte'")
        picked = self._picked(now, order)
        if isinstance(picked, Ruling):
            return Ruling.first(self._who(now, order.route[0], order.units), picked)
        away = off_map(now, order.route)
        if away is not None:
            return away
        notes: list[str] = []
        rules: list[str] = []
        for piece, _ in picked:
            way = self.way(now, piece, order.route)
            ruling = self.route_ruling(now, piece, way)
            if not ruling:
                return ruling
            rules += move_rules(now, piece, way)
            notes += [*ruling.notes, *((f"route: {' > '.join(way)}",) if way != order.route else ())]
        notes += crowding(now, order.route[-1], picked)
        return Ruling.allow(dict.fromkeys(notes), dict.fromkeys(rules))

    def _who(self, now: View, place: str, units: Sequence[Some]) -> Ruling | None:
        """A better reason why pieces that are there cannot move."""
        for some in units:
            for piece in own_first(now, place):
                if some.fits(piece):
                    problem = why_not(now, place, piece)
                    if problem is not None:
                        return problem
        return None

    def way(self, now: View, piece: Piece, route: Path) -> Path:
        """A route with its gaps filled."""
        if piece.kind in AIR:
            return air_way(now, side_of(piece.power), route)
        near = data(now).board.neighbours
        if piece.kind in SHIPS:  # a closed strait is a step too: the refusal then names its rule
            return expand(route, lambda s: sea_ways(now, piece, s, 4), lambda a, b: b in near(a, "sea"))
        return expand(route, lambda s: land_ways(now, piece, s, 4, self.blitzed()), lambda a, b: b in near(a, "land"))

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
            if to in (*self.blitzed(), *facts(now).blitzed):
                return Ruling.refuse(
                    "amove.no-follow-blitz",
                    f"{name(now, to)} is taken by blitz this phase; others cannot follow yet",
                )
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
        return Ruling.first(position_problem(now, piece, way[-1], self.blitzed()))

    def _check_commit(self, view: View) -> Ruling:
        now = self.projected(view)
        if self.leg > 1:
            return self._check_halted(now)
        ruling = Ruling.first(self._check_supply(now), self._check_reserve(now))
        return Ruling.allow(overfull_notes(now), ruling.rules) if ruling else ruling

    def _check_reserve(self, now: View) -> Ruling | None:
        """The optional reserve must pay for the air and sea attacks that the plan leads to."""
        number_of = sum(
            n
            for place, piece, n in everywhere(now, lambda p: mine(now, p) and (p.kind in AIR or p.kind in SHIPS))
            if piece.has("aloft") or (piece.kind in SHIPS and must_attack_at_sea(now, place))
        )
        return reserve.check(now, number_of, bool(self._costly(now)) or next(self._caught(now), None) is not None)

    def _costly(self, now: View) -> list[int]:
        """Lines that send air or sea units into an attack, by number; dropped, they spare the reserve."""
        return [
            number
            for number, line in enumerate(self.lines, 1)
            if isinstance(line, Move)
            and not is_land_line(line)
            and (line.units[0].kind in AIR or must_attack_at_sea(now, line.route[-1]))
        ]

    def _caught(self, now: View) -> Iterator[Move]:
        """Moves of ships that would have to attack where they lie, away to zones without enemies (note A30)."""
        for place, piece, n in everywhere(now, lambda p: mine(now, p) and p.kind in SHIPS and not p.has("moved")):
            if must_attack_at_sea(now, place) and may_move(now, place)(piece):
                for way in self.ways(now, place, piece):
                    line = Move((Some(n, piece.kind, piece.power, piece.status),), way)
                    if not must_attack_at_sea(self._after(now, line), way[-1]):
                        yield line

    def _after(self, now: View, line: Order) -> View:
        """The board after one more line: who moves in may force an attack where there was none."""
        table = Table(now.setting, now.state.copy())
        self._apply(table, line, trial=True)
        return table

    def _check_halted(self, now: View) -> Ruling:
        for place, piece, _ in self._bound_to_go_on(now):
            text = f"the {word(piece.kind)} in {name(now, place)} must go on to a space it can attack"
            return Ruling.refuse("amove.air-sea-end-hostile", text, "mine.sea.step-continue")
        return Ruling.allow()

    def _check_supply(self, now: View) -> Ruling:
        """All land units that moved must find supply to attack with, at once; blitzers may stop without (note C1)."""
        demands, texts = [], []
        for origin in sorted(now.state.pieces):
            units = [
                (p, n)
                for p, n in groups(now, origin, lambda p: is_land(p) and p.has("moved") and mine(now, p))
                if points(now, p) > 0 and not p.has("blitz")
            ]
            paying = [
                (p, n)
                for p, n in units
                if p.kind != "scout_car"
                and all(needs_supply(now, p, to) for to in has_target(now, p, origin, self.blitzed()))
            ]
            if paying and has_target(now, paying[0][0], origin, self.blitzed()):
                need = math.ceil(sum(n for _, n in paying) / 5)
                found = supply_ahead(now, origin, acting_side(now), self.blitzed())
                demands.append((need, found))
                texts.append(f"{name(now, origin)} needs {need} (in reach: {reach_text(now, found)})")
        lines = [
            f"{n}" for n, line in enumerate(self.lines, 1) if isinstance(line, Move | Blitz) and is_land_line(line)
        ]
        if lines and not payable(demands):
            text = f"not all land moves could be paid for as attacks: {'; '.join(texts)}"
            text += f"; drop one of lines {joined(lines)}" if len(lines) > 1 else f"; drop line {lines[0]}"
            return Ruling.refuse("amove.position.land", text, "declare.cost", needs=sum(n for n, _ in demands))
        return Ruling.allow()

    # -- acting ----------------------------------------------------------------------------------
    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Drop):
            table.replace(replace(self, lines=self._without(table, order.line - 1)))
        elif isinstance(order, Commit):
            table.replace(AfterLeg(self.leg))
            waiting = blitz.mined_targets(table, self.lines)
            for line in self.lines:
                self._apply(table, line, trial=False, waiting=waiting)
            if self.leg > 1:
                # Those that were halted and did not go on now are done with moving.
                clear_status(table, lambda p: p.has("halted") and not p.has("entered"), "halted", "via")
        else:
            table.replace(replace(self, lines=(*self.lines, order)))

    def _without(self, view: View, index: int) -> tuple[Order, ...]:
        """The plan without a line, and without lines that do not stand alone any more."""
        kept = replace(self, lines=())
        for line in (*self.lines[:index], *self.lines[index + 1 :]):
            if kept.check(view, line):
                kept = replace(kept, lines=(*kept.lines, line))
        return kept.lines

    def _apply(self, table: Table, line: Order, trial: bool, waiting: frozenset[str] = frozenset()) -> None:
        if isinstance(line, Blitz):
            blitz.apply(table, line, may_move(table, line.route[0]), waiting, trial)
            return
        assert isinstance(line, Move)
        start = line.route[0]
        picked = pick(table, start, line.units, may_move(table, start), "", "")
        if isinstance(picked, Ruling):
            return
        for piece, n in picked:
            move_group(table, piece, n, self.way(table, piece, line.route), trial)

    def fallback(self, view: View) -> Order:
        if self._check_commit(view):
            return Commit()
        if self.leg > 1:
            return self._go_on(self.projected(view))
        now = self.projected(view)
        if reserve.in_use(view) and self._check_supply(now):
            away = next(self._caught(now), None)
            return away or Drop(self._costly(now)[-1])
        return Drop(len(self.lines)) if self.lines else Commit()

    def _go_on(self, now: View) -> Order:
        """A move for the first halted ship that may not stay where it is."""
        place, piece, n = next(self._bound_to_go_on(now))
        return Move((Some(n, piece.kind, piece.power, piece.status),), self.ways(now, place, piece)[0])

    def _bound_to_go_on(self, now: View) -> Iterator[tuple[str, Piece, int]]:
        """Halted ships with nothing to attack here, and somewhere to go."""
        for place, piece, n in everywhere(now, lambda p: p.has("halted") and p.kind in SHIPS and mine(now, p)):
            if sea_end_problem(now, piece, (place, place), self.leg) is not None and self.ways(now, place, piece):
                yield place, piece, n


def is_land_line(line: Move | Blitz) -> bool:
    """Whether a line of the plan moves land units only."""
    return all(some.kind not in AIR and some.kind not in SHIPS for some in line.units)


def why_not(view: View, place: str, piece: Piece) -> Ruling | None:
    """Why a piece cannot make a combat move, with the rule; None if it can."""
    held = held_back(view, place, piece)
    if held is not None:
        return held
    where = name(view, place)
    if piece.kind in ("truck", "aaa"):
        further = ("truck.logistical",) if piece.kind == "truck" else ()
        return Ruling.refuse("amove.no-aaa-truck", f"{no_unit(piece.kind)} never moves or attacks in phase 3", *further)
    if piece.has("cargo") or place == "reinforcements":
        return not_deployed(view, place, piece)
    if piece.has("done"):
        return Ruling.refuse(
            "mine.land.spent-move", f"the {word(piece.kind)} in {where} was thrown back by mines and is done this turn"
        )
    if piece.has("moved"):
        return Ruling.refuse("amove.simultaneous", f"the {word(piece.kind)} in {where} has made its combat move")
    if piece.has("attack"):
        return Ruling.refuse("combat.no-reinforce", f"the {word(piece.kind)} in {where} is already in an attack")
    return None


@dataclass(frozen=True)
class AfterLeg(Automatic):
    """After a leg: mines of the spaces entered, blitz captures, then on, or the declarations."""

    title: ClassVar[str] = "Combat moves carried out"
    leg: int = 1

    def run(self, table: Table) -> None:
        if facts(table).pending:
            next_mined(table)
            return
        blitz.capture_all(table)
        clear_status(table, lambda p: True, "entered", "crossing")
        going_on = CombatMove(leg=self.leg + 1)
        if any(
            going_on.ways(table, place, p)
            for place, p, _ in everywhere(table, lambda p: p.has("halted") and mine(table, p))
        ):
            table.replace(going_on)
            return
        clear_status(table, lambda p: True, "halted", "via")
        table.replace(Declare())
