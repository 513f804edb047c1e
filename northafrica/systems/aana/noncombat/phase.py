"""Phase 5: noncombat moves, landings, trucks (rulebook p.24, 29-32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.groups import Keep, Picked, clear_status, everywhere, number, offer, pick, shift
from northafrica.core.naming import counted, joined
from northafrica.core.orders import FieldSpec, Order, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.conclude import mark, settle
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    SIDES,
    aloft,
    controller,
    data,
    is_cargo,
    is_friendly,
    is_hostile,
    is_land,
    is_sea,
    mine,
    name,
    own_first,
    room,
    side_of,
)
from northafrica.systems.aana.board.movement import (
    air_rules,
    air_way,
    expand,
    land_path_problem,
    land_ways,
    landing_ways,
    on_road,
    road_ways,
    sea_rules,
    sea_ways,
    west_rules,
)  # fmt: skip
from northafrica.systems.aana.combat_move.approach import crossed, enter_mined, sea_path_problem, until_mined
from northafrica.systems.aana.combat_move.position import frozen, points
from northafrica.systems.aana.combat_move.refusals import held_back, not_deployed, off_map, out_of_place
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.phase import MINED, beside_convoys, flown_over, is_mined_sea, lie_idle, next_mined
from northafrica.systems.aana.noncombat import trucks as transport
from northafrica.systems.aana.noncombat.landing import (
    air_problem,
    can_land,
    island_rules,
    lose_stranded,
    nearest,
    stranded,
)
from northafrica.systems.aana.orders import Commit, Move, Pass, TakeControl
from northafrica.systems.aana.wording import say, word


def may_go(view: View, place: str) -> Keep:
    """Which pieces in a place may make a noncombat move (ncm.who)."""

    def keep(piece: Piece) -> bool:
        if (
            not mine(view, piece)
            or is_cargo(piece)
            or piece.has("done")
            or place == "reinforcements"
            or place.startswith("csz")
        ):
            return False
        if piece.has("halted"):
            return not piece.has("entered")
        if piece.kind in SHIPS and facts(view).sailed:
            return False
        if piece.has("went") or piece.has("captured") or frozen(view, place, piece):
            return False
        if piece.kind in AIR:
            return points(view, piece) > 0
        if piece.kind == "scout_car":
            return points(view, piece) > 0 and (not piece.has("moved") or piece.has("fought"))
        return not piece.has("moved") and not piece.has("fought")

    return keep


@dataclass(frozen=True)
class NoncombatMove(Choice):
    """Moves one by one, in any order; fought aircraft land; trucks carry."""

    title: ClassVar[str] = "Noncombat moves"

    def prompt(self, view: View) -> Prompt:
        lost = [group for group in stranded(view) if not self.landings(view, *group[:2])]
        told = _over(view, [group for group in self.flying(view) if group not in lost])
        what = (
            f"land your aircraft ({told}), move what has not moved, then end"
            if told
            else "move what has not moved, then end"
        )
        if lost:
            what += f"; no base is in reach of {_over(view, lost)}: lost when the phase ends"
        mined = ", ".join(name(view, zone) for zone, _ in facts(view).pending)
        if mined:
            what += f"; ships wait in mined waters ({mined}): commit once all have sailed, and the mines are decided"
        return Prompt(what, "This is the time to land, to regroup and to bring supply forward.",
                      ("ncm.who", "ncm.land.where", "ncm.air.landing", "coast.move", "truck.load"))  # fmt: skip

    def flying(self, view: View) -> list[tuple[str, Piece, int]]:
        """Aircraft still in the air, wherever an attack took them or a position shows them."""
        over = stranded(view)
        return [group for group in everywhere(view, lambda p: mine(view, p)) if aloft(group[1]) or group in over]

    def landings(self, view: View, place: str, piece: Piece) -> dict[str, Path]:
        """Where an aircraft may still land, with one way each."""
        return self.ways(view, place, piece) if may_go(view, place)(piece) else {}

    def must_land(self, view: View) -> list[tuple[str, Piece, int, Path]]:
        """Aircraft that have no landing space under them and reach one, each with the way to one."""
        found, side = [], side_of(view.state.power)
        for place, piece, n in stranded(view):
            ways = self.landings(view, place, piece)
            if ways:
                found.append((place, piece, n, nearest(view, side, ways)))
        return found

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        if facts(view).pending:
            return (Move, Commit, End)
        return (Move,) if self.must_land(view) else (Move, End)

    # -- offers ----------------------------------------------------------------------------------
    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            starts = given["route"][:1] if given.get("route") else self.starts(view)
            return [some for place in starts for some in offer(view, place, may_go(view, place))]
        if field.name == "route":
            return self._routes(view, given["units"], given.get("route", ())[:1])
        start = given["route"][0]
        picked = pick(view, start, given["units"], may_go(view, start), "", "")
        return (
            []
            if isinstance(picked, Ruling)
            else transport.offers(view, given["units"], self.way(view, picked[0][0], given["route"]))
        )

    def parts(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.type == "path" and len(given.get("route", ())) > 1:
            return list(data(view).board.spaces)
        return super().parts(view, kind, field, given)

    def starts(self, view: View) -> list[str]:
        return [place for place in sorted(view.state.pieces) if number(view, place, may_go(view, place))]

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        return self.starts(view) if kind is Move else ()

    def _routes(self, view: View, units: Sequence[Some], only: Sequence[str] = ()) -> list[Path]:
        found: list[Path] = []
        for place in only or self.starts(view):
            picked = pick(view, place, tuple(units), may_go(view, place), "", "")
            if isinstance(picked, Ruling) or not picked:
                continue
            sets = [self.ways(view, place, piece) for piece, _ in picked]
            common = set(sets[0]).intersection(*sets[1:])
            found += [sets[0][to] for to in sorted(common)]
        return found

    def ways(self, view: View, place: str, piece: Piece) -> dict[str, Path]:
        """Where a piece may end its noncombat move, with one way each."""
        if piece.kind in AIR:
            ways = landing_ways(view, side_of(piece.power), place, points(view, piece))
        elif piece.kind in SHIPS:
            every = sea_ways(view, piece, place, points(view, piece), crossed(piece))
            ways = {to: way for to, way in every.items() if sea_problem(view, piece, way) is None}
        else:
            ways = land_ways(view, piece, place, points(view, piece))
            if not piece.number("used"):
                ways = {**road_ways(view, piece, place), **ways}
        return {to: way for to, way in ways.items() if len(way) > 1}

    # -- judging ----------------------------------------------------------------------------------
    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, End):
            return self._check_end(view)
        if isinstance(order, Commit):
            return Ruling.allow()
        assert isinstance(order, Move)
        if len(order.route) < 2:
            return Ruling.ambiguous("a move needs a start and an end, like 'tripoli > sirte'")
        start = order.route[0]
        picked = pick(view, start, order.units, may_go(view, start), "ncm.who", "may move now")
        if isinstance(picked, Ruling):
            return Ruling.first(self._who(view, start, order.units), picked)
        away = off_map(view, order.route)
        return self._check_routes(view, order, picked) if away is None else away

    def _check_routes(self, view: View, order: Move, picked: Picked) -> Ruling:
        notes: list[str] = []
        for piece, _ in picked:
            way = self.way(view, piece, order.route)
            problem = self._problem(view, piece, way)
            if problem is not None:
                return problem
            notes += [f"route: {' > '.join(way)}"] if way != order.route else []
        short = components.split_problem(view, order.route[0], order.route[-1], list(picked))
        if short is not None:
            return short
        if order.load:
            ruling = transport.check(view, picked, self.way(view, picked[0][0], order.route), order.load)
            if not ruling:
                return ruling
        carried = sum(some.count for cargo, _ in order.load for some in cargo if some.kind != "supply")
        end, n = order.route[-1], carried + sum(n for piece, n in picked if piece.kind != "truck")
        if not is_sea(view, end) and n > room(view, end, side_of(picked[0][0].power)):
            notes.append(f"{name(view, end)} will be above its stacking limit")
        return Ruling.allow(dict.fromkeys(notes))

    def way(self, view: View, piece: Piece, route: Path) -> Path:
        """A route with its gaps filled."""
        near = data(view).board.neighbours
        if piece.kind in AIR:
            return air_way(view, side_of(piece.power), route)
        if piece.kind in SHIPS:
            return expand(route, lambda s: sea_ways(view, piece, s, 4), lambda a, b: b in near(a, "sea"))
        return expand(
            route,
            lambda s: {**land_ways(view, piece, s, 5), **road_ways(view, piece, s)},
            lambda a, b: b in near(a, "land"),
        )

    def _problem(self, view: View, piece: Piece, way: Path) -> Ruling | None:
        if piece.kind in AIR:
            return air_problem(view, piece, way)
        if piece.kind in SHIPS:
            return sea_problem(view, piece, way)
        return land_problem(view, piece, way)

    def _who(self, view: View, place: str, units: Sequence[Some]) -> Ruling | None:
        for some in units:
            for piece in own_first(view, place):
                if some.fits(piece) and not may_go(view, place)(piece):
                    return why_not(view, place, piece)
        if any(some.kind == "supply" for some in units):
            return Ruling.refuse("supply.no-self-move", "supply moves only by truck or convoy: load it on a truck")
        return None

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if isinstance(order, End):
            found = self.must_land(view)
            text = f"aircraft that can land must: {joined(can_land(view, *group) for group in found)}"
            left, steps = points(view, found[0][1]), len(found[0][3]) - 1
            further = ("combat.air-stays", "ncm.air.remaining", "ncm.air.lost")
            return Ruling.refuse("ncm.air.landing", text, *further, points=left, spaces=steps)
        return Ruling.first(out_of_place(order), super().wrong_kind(view, order))

    def _check_end(self, view: View) -> Ruling:
        lost = () if facts(view).pending else stranded(view)
        return Ruling.allow(
            f"{say(n, p.kind)} over {name(view, at)} will be lost: no base in reach" for at, p, n in lost
        )

    # -- acting ----------------------------------------------------------------------------------
    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Move):
            self._move(table, order)
        elif facts(table).pending:
            table.push(NoncombatMines())
        elif isinstance(order, End):
            lose_stranded(table)
            clear_status(table, lambda p: True, "halted", "via", "entered", "aloft")
            table.finish()

    def _move(self, table: Table, order: Move) -> None:
        start = order.route[0]
        picked = pick(table, start, order.units, may_go(table, start), "", "")
        assert not isinstance(picked, Ruling)
        way = self.way(table, picked[0][0], order.route)
        idle = lie_idle(table, way[-1])
        if order.load:
            transport.carry(table, picked, way, order.load)
        for piece, n in picked:
            go(table, piece, n, self.way(table, piece, order.route))
        carried = any(some.kind != "supply" for units, _ in order.load or () for some in units)
        if carried or any(is_land(p) and p.kind != "truck" for p, _ in picked):
            arrive(table, way[-1], idle)

    def fallback(self, view: View) -> Order:
        """The end, once all aircraft that can land have landed; a landing until then."""
        if facts(view).pending:
            return End()
        for _, piece, n, way in self.must_land(view):
            free = max(1, room(view, way[-1], side_of(piece.power)))
            return Move((Some(min(n, free), piece.kind, piece.power, piece.status),), way)
        return End()


def _over(view: View, groups: Sequence[tuple[str, Piece, int]]) -> str:
    return joined(f"{say(n, piece.kind)} over {name(view, place)}" for place, piece, n in groups)


def why_not(view: View, place: str, piece: Piece) -> Ruling:
    """Why a piece may not make a noncombat move."""
    held = held_back(view, place, piece)
    if held is not None:
        return held
    where = name(view, place)
    if is_cargo(piece) or place == "reinforcements" or place.startswith("csz"):
        return not_deployed(view, place, piece)
    if piece.has("entered"):
        text = f"the mines in {where} come first: commit when all ships have sailed"
        return Ruling.refuse("mine.sea.step-resolve", text, "mine.sea.step-continue")
    if piece.has("captured"):
        return Ruling.refuse("trucks.no-move-turn", "a truck cannot move in the turn of its capture")
    if piece.has("went"):
        if piece.has("loaded"):
            return Ruling.refuse(
                "truck.cargo-static", f"the {word(piece.kind)} in {where} was carried by a truck this phase"
            )
        return Ruling.refuse("ncm.who", f"the {word(piece.kind)} in {where} has moved already")
    if piece.kind in SHIPS and facts(view).sailed:
        text = f"the {word(piece.kind)} in {where} did not sail before the mines were decided; only ships halted go on"
        return Ruling.refuse("mine.sea.step-move", text, "mine.sea.step-continue")
    if piece.kind == "scout_car" and piece.has("done"):
        return Ruling.refuse(
            "scout.patrol-mined", "mines stopped this scout car: no patrol this turn", "mine.land.spent-move"
        )
    if piece.kind == "scout_car":
        return Ruling.refuse("scout.patrol", f"the scout car in {where} has no movement points left")
    if piece.kind in AIR:
        return Ruling.refuse("ncm.air.remaining", f"the {word(piece.kind)} in {where} has no movement points left")
    if piece.get("done") == MINED:
        return Ruling.refuse(
            "mine.land.spent-move", f"the {word(piece.kind)} in {where} was thrown back by mines", "ncm.who"
        )
    return Ruling.refuse("ncm.who", f"the {word(piece.kind)} in {where} moved or fought earlier this turn")


def land_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a land unit may not make this noncombat move; None if it may (ncm.land.where, coast.move)."""
    problem = land_path_problem(view, piece, way)
    if problem is not None:
        return problem
    steps, left = len(way) - 1, points(view, piece)
    if steps <= left:
        return None
    if on_road(view, piece, way) and steps <= 5 and not piece.number("used"):
        return None
    has = f"the {word(piece.kind)} has {counted(left, 'point')}"
    text = f"{has}; this way takes {steps} and is no coast road move of at most 5"
    if piece.number("used"):
        text = f"{has} left after its attack; this way takes {steps}, and the coast road serves only whole moves"
    rules = ("coast.move", "board.coast-road", "board.coast-road-break", chart.row(piece))
    rule = "scout.patrol" if piece.has("fought") else "ncm.land.where"
    return Ruling.refuse(rule, text, *rules, points=left, spaces=steps)


def sea_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a ship may not make this noncombat move; None if it may (ncm.sea, ncm.sub)."""
    problem = sea_path_problem(view, piece, way)
    if problem is not None:
        return problem
    if piece.kind != "submarine":
        for zone in way[1:]:
            if is_hostile(view, zone, side_of(piece.power)):
                return Ruling.refuse("ncm.sea", f"{name(view, zone)} is hostile", "sea.hostile")
    return None


def go(table: Table, piece: Piece, n: int, way: Path) -> None:
    """Carry out one group's noncombat move; ships halt in mined zones."""
    status: dict[str, int | str | None] = {"went": 1, "halted": None, "via": None}
    rules = ["ncm.land.where", *ground_rules(table, piece, n, way)]
    if piece.kind in AIR:
        status["aloft"] = None
        rules = ["ncm.air.landing", "ncm.air.remaining", *air_rules(table, side_of(piece.power), way)]
        rules += [*island_rules(table, way), *west_rules(table, side_of(piece.power), way[1:]), *flown_over(table, way)]
    elif piece.kind in SHIPS:
        way = until_mined(table, piece, way)
        rules = ["ncm.sub" if piece.kind == "submarine" else "ncm.sea", *sea_rules(table, piece, way)]
        rules += ["mine.sea.step-continue"] if piece.has("halted") else []
        rules += [*zone_rules(table, piece, way[-1]), *beside_convoys(table, way)]
        if is_mined_sea(table, way[-1], side_of(piece.power)):
            enter_mined(table, piece, way, status)
            rules.append("mine.sea.step-move")
    elif len(way) - 1 > points(table, piece):
        rules = ["coast.move", "board.coast-road", *rules[1:]]
    elif piece.kind in ("truck", "aaa"):
        rules.append("ncm.trucks-aaa")
    rules += ["scout.patrol"] if piece.kind == "scout_car" and piece.has("fought") else []
    status["used"] = piece.number("used") + len(way) - 1
    shift(table, "moved", way[0], way[-1], piece, n, *rules, **status)


def ground_rules(view: View, piece: Piece, n: int, way: Path) -> tuple[str, ...]:
    """What the spaces of a land move are to the mover: friendly or neutral, shared, full, west of the line."""
    side, end = side_of(piece.power), way[-1]
    if is_sea(view, end):
        return ()
    rules = ["board.friendly" if is_friendly(view, end, side) else "board.neutral"]
    if any(SIDES[p.power] == side and p.power != piece.power for p in view.state.at(end)):
        rules += ["board.allies-share", "stack.both-powers"]
    if piece.kind != "truck" and any(room(view, space, side) < n for space in way[1:]):
        rules.append("stack.check-phase-end")
    return (*rules, *west_rules(view, side, way[1:]))


def zone_rules(view: View, piece: Piece, zone: str) -> tuple[str, ...]:
    """What a sea zone is to a ship that enters it: friendly, a convoy's, another power's deployment zone."""
    side = side_of(piece.power)
    rules = ["sea.hostile" if is_hostile(view, zone, side) else "sea.friendly"]
    rules += ["sea.no-control"] if zone in data(view).convoys else []
    others = [p for p in data(view).powers.values() if zone in p.deploy_zones and p.id != piece.power]
    return (*rules, "sea.deploy-no-control") if others else tuple(rules)


def arrive(table: Table, space: str, idle: bool) -> None:
    """A combat land unit ends its move: mines and trucks become its side's, Vichy ground may be taken over."""
    settle(table, space, idle)
    if can_take_over(table, space):
        table.push(TakeOver(space))


def can_take_over(view: View, space: str) -> bool:
    """Rule french.axis-takeover: only Vichy units stood there before those that came in this phase."""
    power = view.state.power
    if power not in ("germany", "italy") or not data(view).rp(space):
        return False
    marker = controller(view, space)
    there = [p for p in view.state.at(space) if not p.has("went") and not p.has("captured")]
    vichy = there and all(p.power == "vichy" for p in there)
    return bool(vichy) and (not marker or SIDES[marker] != SIDES[power])


@dataclass(frozen=True)
class TakeOver(Choice):
    """German or Italian troops among Vichy units may take control."""

    title: ClassVar[str] = "Take over Vichy territory?"
    space: str = ""

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"{name(view, self.space)} holds only Vichy units besides yours: take control?",
            "",
            ("french.axis-takeover",),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (TakeControl, Pass)

    def check(self, view: View, order: Order) -> Ruling:
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        table.finish()
        if isinstance(order, TakeControl):
            mark(table, self.space, table.state.power, "french.axis-takeover")


@dataclass(frozen=True)
class NoncombatMines(Automatic):
    """Mined zones entered in phase 5, one after the other; survivors may then go on."""

    title: ClassVar[str] = "Sea mines"

    def run(self, table: Table) -> None:
        if not facts(table).pending:
            clear_status(table, lambda p: True, "entered")
            remember(table, sailed=True)
            table.finish()
            return
        next_mined(table)
