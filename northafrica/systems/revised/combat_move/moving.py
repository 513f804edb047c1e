"""Combat moves over land, by air and by sea: where each may go, and what it takes with it (Phase 3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from northafrica.core.groups import Keep, Picked, number, shift
from northafrica.core.naming import counted
from northafrica.core.orders import Order, Path
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board import cargo
from northafrica.systems.revised.board.charts import advantage, developed
from northafrica.systems.revised.board.control import capture
from northafrica.systems.revised.board.ground import AIR, COMPLEX, SHIPS, SIDES, data, is_hostile, is_sea, name
from northafrica.systems.revised.board.guests import CARRIER, without_deck
from northafrica.systems.revised.board.landing import can_land_on, decks, reach
from northafrica.systems.revised.board.movement import (
    blitzes,
    can_blitz,
    fast,
    full_way,
    guns_met,
    hops,
    is_empty,
    left,
    length,
    over_seam,
    stops,
    way_problem,
    ways,
)
from northafrica.systems.revised.combat_move.who import can_move, chosen
from northafrica.systems.revised.facts import facts
from northafrica.systems.revised.orders.moving import Move, Raid
from northafrica.systems.revised.wording import word

FAST_RULES = {"infantry": "na.us.mechanized", CARRIER: "na.us.fast-carriers"}
Add = Callable[[Table, Order], None]
Seen = Callable[[View], View]


def hostile_target(view: View, space: str) -> bool:
    """Whether a combat move may end in a space: hostile now, or hostile when the turn began and taken in this plan."""
    side = SIDES[view.state.power]
    return is_hostile(view, space, side) or (not is_sea(view, space) and space in facts(view).hostile)


def passing(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a unit may not pass the spaces of a way: hostile ones stop it (cmove.stop-hostile, cmove.blitz.*)."""
    for space in way[1:-1]:
        if not stops(view, piece, space) or blitzes(view, piece, space):
            continue
        where, kind = name(view, space), word(piece.kind)
        if piece.kind == "submarine":
            text = f"an enemy destroyer in {where} stops the submarine"
            return Ruling.refuse("cmove.sub.stop-at-destroyer", text)
        text = f"{where} is hostile and stops the {kind}"
        if piece.kind in SHIPS:
            further = (
                ("cmove.transport.stop",)
                if piece.kind == "transport"
                else ("unit.sea.surfaced-sub-blocks", "map.sea-status")
            )
            return Ruling.refuse("cmove.stop-hostile", text, *further)
        if can_blitz(view, piece) and not is_empty(view, space, SIDES[piece.power]):
            return Ruling.refuse("cmove.blitz.stop-at-unit", f"enemy units in {where} stop the {kind}", "cmove.blitz")
        return Ruling.refuse("cmove.stop-hostile", text, "cmove.blitz")
    return None


def ending(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a unit may not end its combat move there; None if it may. Ships are judged when the plan is committed."""
    to = way[-1]
    if piece.kind in SHIPS or hostile_target(view, to):
        return None
    if can_blitz(view, piece) and any(is_hostile(view, space, SIDES[piece.power]) for space in way[1:-1]):
        return None
    text = f"{name(view, to)} is friendly: a combat move ends in a hostile space"
    status = "map.sea-status" if is_sea(view, to) else "map.territory-status"
    return Ruling.refuse("cmove.no-friendly-end", text, "cmove.no-friendly-fire", status)


def homeless(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Rule unit.air.no-suicide, for an aircraft alone: it must be able to land somewhere at best."""
    if piece.kind not in AIR:
        return None
    flown = piece.having(moved=piece.number("moved") + length(view, piece, way))
    if can_land_on(view, way[0]) and length(view, piece, way) <= left(view, flown):
        return None  # back the way it came
    goals = reach(view, way[-1], flown)
    if any(can_land_on(view, to) for to in goals):
        return None
    zones = {to for to in goals if is_sea(view, to)}
    if piece.kind == "fighter" and any(
        deck.room > 0 and zones & set(deck.zones) for deck in decks(view, frozenset(goals))
    ):
        return None
    steps, rest = length(view, piece, way), left(view, flown)
    rule = "air.bomber-never-6" if piece.kind == "bomber" and not rest else "unit.air.no-suicide"
    further = ("air.fighter-4-carrier",) if piece.kind == "fighter" and not rest else ()
    retreat = piece.kind == "fighter" and any(
        deck.room > 0 and zones & set(deck.zones) for deck in decks(view, frozenset(goals), falling_back=True)
    )
    further = (*further, *(("unit.air.proof-no-retreat",) if retreat else ()))
    text = f"after {counted(steps, 'space')} the {word(piece.kind)} has {rest} left and reaches no place to land"
    return Ruling.refuse(rule, text, "unit.air.no-suicide", "air.total-range", *further, spaces=steps, left=rest)


def spends_all(view: View, piece: Piece, way: Path) -> bool:
    """Whether a fighter has nothing left when it reaches a sea combat (rule air.fighter-4-carrier)."""
    return piece.kind == "fighter" and is_sea(view, way[-1]) and length(view, piece, way) == left(view, piece)


def route_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a unit may not make this combat move."""
    tests = (way_problem, passing, ending, homeless)
    return next((no for test in tests if (no := test(view, piece, way)) is not None), None)


def goals(view: View, piece: Piece, place: str) -> list[Path]:
    """The shortest ways to all places where a unit may go in the combat move phase."""
    found = ways(view, piece, place, left(view, piece), True)
    return [way for to, way in sorted(found.items()) if to != place and route_problem(view, piece, way) is None]


def go(table: Table, order: Move | Raid) -> None:
    """Carry a move out: blitzed territories fall, cargo and guests travel along, guns on the way are noted."""
    start = order.route[0]
    picked = chosen(table, start, order.units)
    assert not isinstance(picked, Ruling)
    for piece, n in picked:
        way = full_way(table, piece, order.route, True)
        blitzed = [space for space in way[1:-1] if blitzes(table, piece, space)]
        for space in blitzed:
            capture(table, space, piece.power, "cmove.blitz", "cmove.blitz.control")
        if piece.kind in SHIPS:
            sail(table, piece, n, way)
        else:
            fly_or_march(table, piece, n, way, isinstance(order, Raid), bool(blitzed))


def fly_or_march(table: Table, piece: Piece, n: int, way: Path, raid: bool, blitzed: bool) -> None:
    """Land units and aircraft move; aircraft remember the guns they met before their target."""
    met = guns_met(table, SIDES[piece.power], way[1:-1]) if piece.kind in AIR else []
    status: dict[str, int | str | None] = {"moved": piece.number("moved") + length(table, piece, way)}
    if piece.kind in AIR:
        status |= {"flak": ".".join(met) or None, "raid": 1 if raid else None}
    else:
        status["from"] = way[-2]
        on = blitzed and piece.kind == "tank" and not is_hostile(table, way[-1], SIDES[piece.power])
        if on and piece.power == "germany" and advantage(table, "germany", "panzerblitz"):
            status["panzer"] = 1
    rules = move_rules(table, piece, way, met) + (["cmove.friendly-end.blitz"] if blitzed else [])
    shift(table, "moved", way[0], way[-1], piece, n, *rules, **status)


def move_rules(view: View, piece: Piece, way: Path, met: Sequence[str] = ()) -> list[str]:
    """The rules a combat move shows."""
    if piece.kind in AIR:
        over = [space for space in way[1:-1] if is_hostile(view, space, SIDES[piece.power])]
        aboard = is_sea(view, way[0])
        rules = ["setup.air-markers", "unit.air.from-carrier" if aboard else "unit.air.count-spaces", "unit.air.domain"]
        if developed(view, piece.power, "long_range"):
            rules.append(f"tech.longrange.{piece.kind}")
        if aboard and not number(view, way[0], lambda p: p.kind == CARRIER and p.power == piece.power):
            rules.append("multi.fighter-from-ally-carrier")
        rules += ["na.us.bases"] if hops(view, piece) and length(view, piece, way) < len(way) - 1 else []
        return rules + (["cmove.aa.trigger"] if over else []) + (["cmove.aa.path"] if met else [])
    if piece.kind == "submarine":
        through = any(is_hostile(view, space, SIDES[piece.power]) for space in way[1:-1])
        leaves = ["cmove.sub.leave-destroyer"] if stops(view, piece, way[0]) else []
        ends = ["cmove.sub.end-fights"] if is_hostile(view, way[-1], SIDES[piece.power]) else []
        return [*leaves, *ends, "cmove.sub.pass-through" if through else "cmove.enter-hostile"]
    hostile = ["cmove.enter-hostile"] if is_hostile(view, way[-1], SIDES[piece.power]) else []
    hostile += ["canal.land-free"] if piece.kind not in SHIPS and over_canal(view, way) else []
    under = (p for space in way[1:] for p in view.state.at(space) if p.power != piece.power)
    hostile += ["map.submerged-ignored"] if piece.kind in SHIPS and any(p.has("submerged") for p in under) else []
    return hostile + ([FAST_RULES[piece.kind]] if fast(view, piece) and len(way) > 2 else [])


def over_canal(view: View, way: Path) -> bool:
    """Whether a way leads from one bank of a canal to the other, which is no step of its own (canal.land-free)."""
    return any({a, b} == {*row.held_by} for row in data(view).canals for a, b in pairwise(way))


def contested_rules(start: str, to: str) -> list[str]:
    """Ships that begin beside the enemy leave, to fight elsewhere or to come back (cmove.contested.*)."""
    return ["cmove.contested.return"] if start == to else ["cmove.contested.leave-fight"]


def sail(table: Table, ship: Piece, n: int, way: Path) -> None:
    """Ships sail; a transport takes its cargo along, a carrier the guests for which no deck stays behind."""
    start, to, steps = way[0], way[-1], ship.number("moved") + len(way) - 1
    contested = start in facts(table).hostile and not ship.has("moved")
    load = cargo.cargo_of(table, start, ship)
    guests = without_deck(table, start, n) if ship.kind == CARRIER else []
    status: dict[str, int | str | None] = {"moved": steps, "from": way[-2]}
    if contested:
        status["escaped"] = 1
    rules = move_rules(table, ship, way)
    if contested:
        rules += contested_rules(start, to)
    elif ship.has("escaped") and to in facts(table).hostile:
        rules += ["cmove.contested.return"]
    if ship.kind == CARRIER and number(table, start, lambda p: p.kind == "fighter" and p.power == ship.power):
        rules += ["cmove.carrier.own-launch", "unit.fighter.own-carrier-attack"]
    shift(table, "moved", start, to, ship, n, *rules, **status)
    for piece, k in load:
        shift(table, "moved", start, to, piece, k, "cmove.transport.cargo")
    for piece, k in guests:
        shift(table, "moved", start, to, piece, k, "cmove.carrier.guest-cargo", guest=1)


@dataclass(frozen=True)
class Moving(Routed[Move]):
    """One more combat move is planned."""

    kind = Move
    projected: Seen
    add: Add

    def seen(self, view: View) -> View:
        return self.projected(view)

    def keep(self, now: View, place: str) -> Keep:
        return can_move(now, place)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return goals(now, picked[0][0], place)

    def judge(self, view: View, order: Move) -> Ruling:
        return judge_move(self.projected(view), order)

    def do(self, table: Table, order: Move, found: None) -> None:
        self.add(table, order)


def judge_move(now: View, order: Move | Raid) -> Ruling:
    """The ruling on a combat move, on the board as the plan leaves it."""
    if len(order.route) < 2:
        return Ruling.ambiguous("a move needs a start and an end, like 'archangel > west_russia'")
    picked = chosen(now, order.route[0], order.units)
    if isinstance(picked, Ruling):
        return picked
    notes: list[str] = []
    rules: list[str] = []
    for piece, _ in picked:
        way = full_way(now, piece, order.route, True)
        problem = route_problem(now, piece, way)
        if problem is not None:
            return problem
        if len(way) < 2:
            return Ruling.ambiguous(f"a move leads to another space, not to {name(now, way[0])} itself")
        met = guns_met(now, SIDES[piece.power], way[1:])
        rules += move_rules(now, piece, way, met) + (["map.wrap"] if over_seam(now, way) else [])
        rules += ["air.fighter-4-carrier"] if spends_all(now, piece, way) else []
        notes += [f"route: {' > '.join(way)}"] if way != order.route else []
        notes += [f"guns fire in {', '.join(name(now, space) for space in met)}"] if met and piece.kind in AIR else []
    return Ruling.allow(dict.fromkeys(notes), dict.fromkeys(rules))


@dataclass(frozen=True)
class Raiding(Routed[Raid]):
    """Bombers set out on a strategic bombing raid (Strategic Bombing Raids)."""

    kind = Raid
    projected: Seen
    add: Add

    def seen(self, view: View) -> View:
        return self.projected(view)

    def keep(self, now: View, place: str) -> Keep:
        keep = can_move(now, place)
        return lambda p: keep(p) and p.kind == "bomber"

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return [way for way in goals(now, picked[0][0], place) if raid_target(now, way[-1]) is None]

    def judge(self, view: View, order: Raid) -> Ruling:
        now = self.projected(view)
        for some in order.units:
            if some.kind != "bomber":
                return Ruling.refuse("special.sbr.bombers-only", f"only bombers make raids, not {word(some.kind, 2)}")
        ruling = judge_move(now, order)
        return ruling and (Ruling.first(raid_target(now, order.route[-1])) and ruling)

    def do(self, table: Table, order: Raid, found: None) -> None:
        self.add(table, order)


def raid_target(view: View, space: str) -> Ruling | None:
    """Why a space is no target of a raid; None if it is one: an enemy industrial complex."""
    side = SIDES[view.state.power]
    if any(piece.kind == COMPLEX and SIDES[piece.power] != side for piece in view.state.at(space)):
        return None
    return Ruling.refuse("special.sbr.bombers-only", f"no enemy industrial complex stands in {name(view, space)}")
