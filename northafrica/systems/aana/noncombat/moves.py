"""Noncombat moves: who may make one, where to, by which rules (rulebook p.24, 30-33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.core.groups import Keep, Picked, number, pick, shift
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.ways import expand
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    belongs,
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
    land_path_problem,
    land_ways,
    landing_ways,
    on_road,
    road_ways,
    sea_rules,
    sea_ways,
    west_rules,
)
from northafrica.systems.aana.combat_move.approach import crossed, enter_mined, sea_path_problem, until_mined
from northafrica.systems.aana.combat_move.position import frozen, points
from northafrica.systems.aana.combat_move.refusals import held_back, not_deployed, off_map
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.data.entities import TRAVEL
from northafrica.systems.aana.facts import facts
from northafrica.systems.aana.mines.fields import MINED, beside_convoys, flown_over, is_mined_sea, lie_idle
from northafrica.systems.aana.noncombat import trucks
from northafrica.systems.aana.noncombat.landing import air_problem, island_rules
from northafrica.systems.aana.noncombat.takeover import arrive
from northafrica.systems.aana.orders import Move
from northafrica.systems.aana.wording import word


def may_go(view: View, place: str) -> Keep:
    """Which pieces in a place may make a noncombat move (ncm.who)."""

    def keep(piece: Piece) -> bool:
        if not mine(view, piece) or is_cargo(piece) or piece.has("done") or place in TRAVEL:
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


def starts(view: View) -> list[str]:
    """Places with pieces that may still move."""
    return [place for place in sorted(view.state.pieces) if number(view, place, may_go(view, place))]


def ways_of(view: View, place: str, piece: Piece) -> dict[str, Path]:
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


def way_of(view: View, piece: Piece, route: Path) -> Path:
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


def move_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a piece may not make this noncombat move; None if it may."""
    if piece.kind in AIR:
        return air_problem(view, piece, way)
    if piece.kind in SHIPS:
        return sea_problem(view, piece, way)
    return land_problem(view, piece, way)


class Marching(Routed[Move]):
    """Pieces move, and trucks load on the way."""

    kind = Move

    def keep(self, now: View, place: str) -> Keep:
        return may_go(now, place)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        sets = [ways_of(now, place, piece) for piece, _ in picked]
        return [sets[0][to] for to in sorted(set(sets[0]).intersection(*sets[1:]))]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name != "load":
            return super().values(view, field, given)
        start = given["route"][0]
        picked = pick(view, start, given["units"], may_go(view, start), "", "")
        if isinstance(picked, Ruling):
            return []
        lead = next(piece for piece, _ in picked)
        return trucks.offers(view, given["units"], way_of(view, lead, given["route"]))

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.type == "path" and len(given.get("route", ())) > 1:
            return list(data(view).board.spaces)
        return super().parts(view, field, given)

    def judge(self, view: View, order: Move) -> Ruling:
        if len(order.route) < 2:
            return Ruling.ambiguous("a move needs a start and an end, like 'tripoli > sirte'")
        start = order.route[0]
        picked = pick(view, start, order.units, may_go(view, start), "ncm.who", "may move now")
        if isinstance(picked, Ruling):
            return Ruling.first(_who(view, start, order.units), picked)
        away = off_map(view, order.route)
        return _judge_routes(view, order, picked) if away is None else away

    def do(self, table: Table, order: Move, found: tuple[Picked, trucks.Cargo]) -> None:
        """The pieces go, with what they load."""
        picked, cargo = found
        lead, end = next(piece for piece, _ in picked), order.route[-1]
        idle = lie_idle(table, end)
        trucks.carry(table, lead, end, cargo)
        for piece, n in picked:
            go(table, piece, n, way_of(table, piece, order.route))
        carried = any(load.units for load in cargo)
        if carried or any(is_land(p) and p.kind != "truck" for p, _ in picked):
            arrive(table, end, idle)


def _judge_routes(view: View, order: Move, picked: Picked) -> Ruling:
    notes: list[str] = []
    for piece, _ in picked:
        way = way_of(view, piece, order.route)
        wrong = move_problem(view, piece, way)
        if wrong is not None:
            return wrong
        notes += [f"route: {' > '.join(way)}"] if way != order.route else []
    short = components.split_problem(view, order.route[0], order.route[-1], list(picked))
    if short is not None:
        return short
    lead = next(piece for piece, _ in picked)
    loaded = trucks.check(view, picked, way_of(view, lead, order.route), order.load)
    if not loaded:
        return loaded
    cargo: trucks.Cargo = loaded.found
    carried = sum(n for load in cargo for _, n in load.units)
    end, n = order.route[-1], carried + sum(n for piece, n in picked if piece.kind != "truck")
    if not is_sea(view, end) and n > room(view, end, side_of(lead.power)):
        notes.append(f"{name(view, end)} will be above its stacking limit")
    return Ruling.allow(dict.fromkeys(notes), found=(picked, cargo))


def _who(view: View, place: str, units: Sequence[Some]) -> Ruling | None:
    for some in units:
        for piece in own_first(view, place):
            if some.fits(piece) and not may_go(view, place)(piece):
                return why_not(view, place, piece)
    if any(some.kind == "supply" for some in units):
        return Ruling.refuse("supply.no-self-move", "supply moves only by truck or convoy: load it on a truck")
    return None


def why_not(view: View, place: str, piece: Piece) -> Ruling:
    """Why a piece may not make a noncombat move."""
    held = held_back(view, place, piece)
    if held is not None:
        return held
    where, kind = name(view, place), piece.kind
    this = f"the {word(kind)} in {where}"
    if is_cargo(piece) or place in TRAVEL:
        return not_deployed(view, place, piece)
    if piece.has("entered"):
        text = f"the mines in {where} come first: commit when all ships have sailed"
        return Ruling.refuse("mine.sea.step-resolve", text, "mine.sea.step-continue")
    if piece.has("captured"):
        return Ruling.refuse("trucks.no-move-turn", "a truck cannot move in the turn of its capture")
    if piece.has("loaded") and piece.has("went"):
        return Ruling.refuse("truck.cargo-static", f"{this} was carried by a truck this phase")
    if piece.has("went"):
        return Ruling.refuse("ncm.who", f"{this} has moved already")
    if kind in SHIPS and facts(view).sailed:
        text = f"{this} did not sail before the mines were decided; only ships halted go on"
        return Ruling.refuse("mine.sea.step-move", text, "mine.sea.step-continue")
    if kind == "scout_car" and piece.has("done"):
        text = "mines stopped this scout car: no patrol this turn"
        return Ruling.refuse("scout.patrol-mined", text, "mine.land.spent-move")
    if kind == "scout_car" or kind in AIR:
        rule = "scout.patrol" if kind == "scout_car" else "ncm.air.remaining"
        return Ruling.refuse(rule, f"{this} has no movement points left")
    if piece.get("done") == MINED:
        return Ruling.refuse("mine.land.spent-move", f"{this} was thrown back by mines", "ncm.who")
    return Ruling.refuse("ncm.who", f"{this} moved or fought earlier this turn")


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
    if any(belongs(p.power, side) and p.power != piece.power for p in view.state.at(end)):
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
