"""Noncombat moves over land, by air and by sea, one after the other (Phase 5)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import Keep, Picked, flip, groups, number, pick, shift
from northafrica.core.orders import Path, Units
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import scratch
from northafrica.systems.revised.board.cargo import is_cargo, lifts
from northafrica.systems.revised.board.charts import advantage
from northafrica.systems.revised.board.ground import (
    AIR,
    COMPLEX,
    GUN,
    MOBILIZATION,
    SHIPS,
    SIDES,
    acting_powers,
    data,
    friendly_at_start,
    is_hostile,
    is_sea,
    name,
)
from northafrica.systems.revised.board.guests import CARRIER
from northafrica.systems.revised.board.landing import can_land_on, land_all
from northafrica.systems.revised.board.movement import (
    fast,
    full_way,
    left,
    length,
    over_seam,
    rail_ways,
    stops,
    way_problem,
    ways,
)
from northafrica.systems.revised.combat_move.moving import over_canal, sail
from northafrica.systems.revised.noncombat.riding import RULES, riders
from northafrica.systems.revised.orders.moving import Move
from northafrica.systems.revised.wording import nation, word


def why_not(view: View, place: str, piece: Piece) -> Ruling | None:
    """Why a piece cannot move in this phase, with the rule; None if it can."""
    where, kind = name(view, place), word(piece.kind)
    if piece.power not in acting_powers(view):
        text = f"the {kind} in {where} is {nation(piece.power)}; it moves on its own power's turn"
        further = ("unit.carrier.guest-turn",) if piece.kind == "fighter" else ("unit.aa.guest-marker",)
        return Ruling.refuse("powers.kept-separate", text, *further)
    if place == MOBILIZATION:
        return Ruling.refuse("buy.mobilization-zone", f"the {kind} was bought this turn and waits to be placed")
    if piece.kind == COMPLEX:
        return Ruling.refuse("unit.complex", "an industrial complex never moves")
    if is_cargo(piece):
        return Ruling.refuse("cmove.transport.cargo", f"the {kind} is cargo: move its transport, or unload it")
    if piece.has("captured"):
        return Ruling.refuse("capture.gun-frozen", f"the gun in {where} was captured this turn")
    return _spent(view, piece, where, kind)


def _spent(view: View, piece: Piece, where: str, kind: str) -> Ruling | None:
    """Why a unit has no move left: it moved or fought in this turn (rule ncm.who)."""
    if piece.kind in AIR:
        gone = Ruling.refuse("ncm.carrier.land-ends-both", f"the {kind} in {where} has landed")
        return gone if piece.has("done") else None
    if piece.has("submerged"):
        return Ruling.refuse("ncm.who", f"the submarine in {where} has fought and is submerged", "withdraw.final")
    if lifts(view, piece) and (piece.has("done") or (piece.has("moved") and not piece.has("sailed"))):
        text = f"the {kind} in {where} has moved, fought or offloaded this turn"
        return Ruling.refuse("ncm.transport", text, "ncm.who", "cmove.transport.done")
    if piece.has("panzer"):
        return None
    if piece.has("done") or (piece.has("moved") and not lifts(view, piece)):
        blitz = ("cmove.blitz.one-phase",) if piece.kind == "tank" and left(view, piece) > 0 else ()
        contested = ("cmove.contested.no-noncombat",) if piece.has("escaped") else ()
        carrier = ("ncm.carrier.land-ends-both",) if piece.kind == CARRIER else ()
        text = f"the {kind} in {where} has moved or fought this turn"
        return Ruling.refuse("ncm.who", text, *contested, *carrier, *blitz)
    return None


def can_move(view: View, place: str) -> Keep:
    """Which pieces of a place can move in this phase."""
    return lambda piece: why_not(view, place, piece) is None


def chosen(view: View, place: str, units: Units) -> Picked | Ruling:
    """The pieces that an order means, or why they cannot move."""
    found = pick(view, place, units, can_move(view, place), "ncm.who", "can move")
    if not isinstance(found, Ruling) or found.unclear:
        return found
    there = sorted(view.state.at(place), key=lambda p: (p.power not in acting_powers(view), p))
    fitting = (piece for some in units for piece in there if some.fits(piece) or some.hints_at(piece))
    problems = (why_not(view, place, piece) for piece in fitting)
    return Ruling.first(next((problem for problem in problems if problem is not None), None), found)


def passing(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a unit may not go this way: hostile spaces are closed to all but aircraft and submarines."""
    side = SIDES[piece.power]
    for space in () if piece.kind in AIR else way[1:]:
        where = name(view, space)
        last = space == way[-1]
        if piece.kind == "submarine":
            if not last and stops(view, piece, space):
                return Ruling.refuse("ncm.sub.pass", f"an enemy destroyer in {where} stops the submarine")
            if last and is_hostile(view, space, side):
                return Ruling.refuse("ncm.sub.pass", f"{where} is hostile: a submarine cannot end there in this phase")
        elif is_hostile(view, space, side):
            rule = "ncm.land" if piece.kind not in SHIPS else "ncm.hostile-passage"
            text = f"{where} is hostile; it is entered in the combat move phase only"
            return Ruling.refuse(rule, text, "cmove.enter-hostile", "ncm.hostile-passage")
    return None


def landing(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why an aircraft may not land at the end of a way (Phase 5 / Air Units)."""
    if piece.kind not in AIR or can_land_on(view, way[-1]):
        return None
    where = name(view, way[-1])
    if not is_sea(view, way[-1]):
        start = "was taken this turn" if not friendly_at_start(view, way[-1]) else "is hostile"
        return Ruling.refuse("ncm.air.land-start-friendly", f"{where} {start}: no aircraft lands there")
    if piece.kind == "bomber":
        text = "bombers land in territories only"
        return Ruling.refuse("unit.sea.cargo-types", text, "ncm.air.carrier-slot")
    return None


def route_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a unit may not make this noncombat move, for itself."""
    tests = (way_problem, passing, landing)
    return next((no for test in tests if (no := test(view, piece, way)) is not None), None)


def goals(view: View, piece: Piece, place: str) -> list[Path]:
    """The shortest ways to all places where a unit may go in the noncombat move phase."""
    found = rail_ways(view, piece, place) | ways(view, piece, place, left(view, piece), piece.kind in AIR)
    return [way for to, way in sorted(found.items()) if to != place and route_problem(view, piece, way) is None]


def go(table: Table, picked: Picked, route: Path) -> None:
    """Carry a noncombat move out."""
    aboard = riders(table, route[0], picked)
    for piece, n in picked:
        if (piece, n) in aboard:
            shift(table, "moved", route[0], route[-1], piece, n, *RULES)
            continue
        way = full_way(table, piece, route, piece.kind in AIR)
        if piece.kind in SHIPS:
            sail(table, piece, n, way)
            mark_sailed(table, way[-1], piece)
            continue
        steps = piece.number("moved") + length(table, piece, way)
        if piece.kind in AIR:
            rules = ["air.total-range", "ncm.aa-silent", *_deck_rules(table, piece, way)]
            fuel = refuels(table, piece, way[-1])
            status: dict[str, int | str | None] = (
                {"refuelled": 1, "moved": None} if fuel else {"moved": steps, "done": 1}
            )
            rules += ["na.uk.oil"] if fuel else []
            rules += ["na.us.bases"] if length(table, piece, way) < len(way) - 1 else []
            shift(table, "moved", way[0], way[-1], piece, n, *rules, **status)
            stop_carriers(table, way[-1])
        elif piece.has("panzer"):
            shift(table, "moved", way[0], way[-1], piece, n, "ncm.land", "na.germany.panzerblitz", panzer=None, done=1)
        else:
            shift(table, "moved", way[0], way[-1], piece, n, *_land_rules(table, piece, way), moved=steps)


def refuels(view: View, piece: Piece, to: str) -> bool:
    """Whether a British aircraft that lands may fly on once more, as far as it ever can (rule na.uk.oil)."""
    if piece.power != "uk" or piece.has("refuelled") or not advantage(view, "uk", "mideast_oil"):
        return False
    return to in data(view).advantages["mideast_oil"].spaces


def _deck_rules(view: View, piece: Piece, way: Path) -> list[str]:
    if not is_sea(view, way[-1]):
        return ["ncm.air.land-start-friendly"]
    deck = number(view, way[-1], lambda p: p.kind == CARRIER and SIDES[p.power] == SIDES[piece.power])
    rules = ["ncm.air.carrier-slot", "cmove.carrier.land-at-end"] if deck else ["ncm.air.new-carrier"]
    if piece.has("withdrawn"):
        rules.append("withdraw.fighter.to-carrier" if deck else "withdraw.fighter.new-carrier")
    return rules


def _land_rules(view: View, piece: Piece, way: Path) -> list[str]:
    rails = ("na.ussr.railway",) if way in rail_ways(view, piece, way[0]).values() else ()
    fast_ = ("na.us.mechanized",) if piece.kind == "infantry" and fast(view, piece) else ()
    guests = any(p.power != piece.power for p in view.state.at(way[-1]))
    more = [*(["cmove.share-spaces"] if guests else []), *(["canal.land-free"] if over_canal(view, way) else [])]
    return ["ncm.land", "ncm.who", *(("unit.aa",) if piece.kind == GUN else ()), *rails, *fast_, *more]


def mark_sailed(table: Table, zone: str, ship: Piece) -> None:
    """A transport may go on loading and sailing in this phase, in which it set out."""
    if not lifts(table, ship):
        return
    for piece, n in groups(table, zone, lambda p: p.kind == ship.kind and p.power == ship.power and p.has("moved")):
        if piece.get("bay") == ship.get("bay") and not piece.has("done"):
            flip(table, zone, piece, n, sailed=1)


def stop_carriers(table: Table, zone: str) -> None:
    """A carrier on which a fighter has landed moves no more (rule ncm.carrier.land-ends-both)."""
    ours, room = acting_powers(table), table.data.numbers["carrier_fighters"]
    landed = sum(n for _, n in groups(table, zone, lambda p: p.kind == "fighter" and p.power in ours and p.has("done")))
    still = groups(table, zone, lambda p: p.kind == CARRIER and p.power in ours)
    held = sum(n for p, n in still if p.has("done") or p.has("moved"))
    need = -(-landed // room) - held
    for piece, n in still:
        if need > 0 and not piece.has("done") and not piece.has("moved"):
            flip(table, zone, piece, min(n, need), "ncm.carrier.land-ends-both", done=1)
            need -= n


class Moving(Routed[Move]):
    """Units that did not fight move; aircraft complete their flight."""

    kind = Move

    def keep(self, now: View, place: str) -> Keep:
        return can_move(now, place)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return goals(now, picked[0][0], place)

    def judge(self, view: View, order: Move) -> Ruling:
        if len(order.route) < 2:
            return Ruling.ambiguous("a move needs a start and an end, like 'russia > archangel'")
        picked = chosen(view, order.route[0], order.units)
        if isinstance(picked, Ruling):
            return picked
        notes, aboard = list[str](), riders(view, order.route[0], picked)
        rules = [*RULES] if aboard else []
        for piece, n in picked:
            if (piece, n) in aboard:
                continue
            way = full_way(view, piece, order.route, piece.kind in AIR)
            problem = route_problem(view, piece, way)
            if problem is not None:
                return problem
            if len(way) < 2:
                return Ruling.ambiguous(f"a move leads to another space, not to {name(view, way[0])} itself")
            notes += [f"route: {' > '.join(way)}"] if way != order.route else []
            rules += ["map.wrap"] if over_seam(view, way) else []
        if any(p.kind in AIR or p.kind == CARRIER for p, _ in picked):
            problem = self._strands(view, picked, order.route)
            if problem is not None:
                return problem
        return Ruling.allow(dict.fromkeys(notes), dict.fromkeys(rules), picked)

    def _strands(self, view: View, picked: Picked, route: Path) -> Ruling | None:
        """Why a move may not be made that leaves more aircraft without a place than must be (ncm.air.no-stranding)."""
        after = scratch(view)
        go(after, picked, route)
        before, lost = len(land_all(view).lost), land_all(after).lost
        if len(lost) <= before:
            return None
        told = ", ".join(dict.fromkeys(f"a {word(p.kind)} over {name(view, at)}" for at, p in lost))
        numbers = {"homeless": len(lost) - before}
        if any(piece.kind == CARRIER for piece, _ in picked):
            text = f"the carrier is needed where fighters land: {told} would find no deck"
            return Ruling.refuse("carrier.must-pick-up", text, "unit.air.proof-binding", **numbers)
        rules = ("ncm.air.carrier-slot", "ncm.air.new-carrier", "unit.carrier.capacity")
        return Ruling.refuse("ncm.air.no-stranding", f"{told} would find no place to land", *rules, **numbers)

    def do(self, table: Table, order: Move, found: Picked) -> None:
        go(table, found, order.route)
