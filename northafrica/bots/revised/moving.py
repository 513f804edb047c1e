"""Phase 5: aircraft land, armies go to the front, transports bring what stands idle."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.bots.revised.sight import Sight, some
from northafrica.bots.spread import FAR
from northafrica.core.common_orders import End
from northafrica.core.groups import Picked, everywhere, total
from northafrica.core.orders import Order
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.sides import DEFEND
from northafrica.systems.revised.board.berths import may_board
from northafrica.systems.revised.board.cargo import cargo_of, fits
from northafrica.systems.revised.board.ground import AIR, CAPTORS, SHIPS, is_sea
from northafrica.systems.revised.board.landing import can_land_on
from northafrica.systems.revised.board.movement import left, ways
from northafrica.systems.revised.noncombat.moving import can_move
from northafrica.systems.revised.noncombat.phase import NoncombatMove
from northafrica.systems.revised.orders.moving import Load, Move, Unload

BOLD = 0.6
"""An army goes forward where its defence is this part of what threatens it."""
IDLE = 6.0
"""Land units further from the fighting than this wait for transports."""


def noncombat(view: View, choice: NoncombatMove) -> Iterator[Order]:
    """The next useful move, then the end."""
    sight = Sight(view)
    yield from _march(sight)
    yield from _ferry(sight)
    yield from _sail(sight)
    yield from _fly(sight)
    yield End()
    yield choice.fallback(view)


# -- land --------------------------------------------------------------------------------------------
def _march(sight: Sight) -> Iterator[Order]:
    """Armies go one step nearer to the fighting, where they can stand there."""
    for place in sorted(sight.front, key=lambda s: (sight.ahead(s), s)):
        if sight.hostile(place) or (sight.ahead(place) <= 1 and _engaged(sight, place)):
            continue
        able = sight.spare(place, can_move(sight.view, place))
        to = _forward(sight, place, able) if able else ""
        if to:
            yield Move(tuple(some(p, n) for p, n in able), (place, to))


def _engaged(sight: Sight, place: str) -> bool:
    """Whether enemies stand in the next territory."""
    return any(sight.hostile(to) for to in sight.by_land(place))


def _forward(sight: Sight, place: str, able: Picked) -> str:
    near = [to for to in sight.by_land(place) if not sight.hostile(to) and sight.ahead(to) < sight.ahead(place)]
    strength = sight.strength(able, DEFEND)
    for to in sorted(near, key=lambda s: (sight.ahead(s), s)):
        if sight.strength(sight.friends(to), DEFEND) + strength >= BOLD * sight.threat(to):
            return to
    return ""


# -- transports --------------------------------------------------------------------------------------
def _ferry(sight: Sight) -> Iterator[Order]:
    """Loaded transports unload near the fighting or sail there; empty ones load what is idle or go where it is."""
    view, power = sight.view, sight.power
    for zone, ship, n in list(everywhere(view, lambda p: p.kind == "transport" and p.power == power)):
        if not can_move(view, zone)(ship) and not ship.has("unloading"):
            continue
        if cargo_of(view, zone, ship):
            yield from _deliver(sight, zone, ship)
        else:
            yield from _fetch(sight, zone, ship, n)


def _deliver(sight: Sight, zone: str, ship: Piece) -> Iterator[Order]:
    load = [(p, n) for p, n in cargo_of(sight.view, zone, ship) if p.power == sight.power]
    for land in sorted(sight.coast(zone), key=lambda s: (sight.ahead(s), s)):
        if not sight.hostile(land) and sight.ahead(land) <= IDLE and load:
            yield Unload(tuple(some(p, n) for p, n in load), (zone, land))
    for to in _open(sight, zone, ship):
        if _landing(sight, to) < _landing(sight, zone):
            yield Move((some(ship, 1),), (zone, to))


def _landing(sight: Sight, zone: str) -> tuple[float, float]:
    """How good a zone is for cargo: friendly coasts near the fighting first, else the way to them."""
    near = [sight.ahead(s) for s in sight.coast(zone) if not sight.hostile(s) and sight.ahead(s) <= IDLE]
    return min(near, default=float(FAR)), sight.shore.get(zone, float(FAR))


def _fetch(sight: Sight, zone: str, ship: Piece, n: int) -> Iterator[Order]:
    for land in sorted(sight.coast(zone), key=lambda s: (-sight.ahead(s), s)):
        if sight.hostile(land) or sight.ahead(land) <= IDLE:
            continue
        load: list[Piece] = []
        for piece, have in sight.spare(land, may_board(sight.view)):
            while have and fits([*(p.kind for p in load), piece.kind]):
                load.append(piece)
                have -= 1
        if load:
            yield Load(tuple(some(p, load.count(p)) for p in dict.fromkeys(load)), (land, zone), (some(ship, 1),))
    here = _waiting(sight, zone)
    for to in _open(sight, zone, ship):
        if _waiting(sight, to) > here:
            yield Move((some(ship, n),), (zone, to))
    if not here and not ship.has("moved"):
        homes = [z for z in sight.info.zones if _waiting(sight, z)]
        steps = {to: min((sight.flown(to, 9).get(z, float(FAR)) for z in homes), default=0.0) for to in (zone,)}
        for to in _open(sight, zone, ship):
            nearer = min((sight.flown(to, 9).get(z, float(FAR)) for z in homes), default=float(FAR))
            if nearer < steps[zone]:
                yield Move((some(ship, n),), (zone, to))


def _waiting(sight: Sight, zone: str) -> int:
    """How many idle land units wait beside a zone."""
    lands = [s for s in sight.coast(zone) if sight.ahead(s) > IDLE]
    return sum(total(sight.own(s, lambda p: p.kind in CAPTORS)) for s in lands)


def _open(sight: Sight, zone: str, ship: Piece) -> list[str]:
    """Friendly zones in reach, the nearest to a coast of use first."""
    found = ways(sight.view, ship, zone, left(sight.view, ship), False)
    clear = [to for to in found if to != zone and sight.clear(to)]
    return sorted(clear, key=lambda z: (_landing(sight, z), z))


# -- ships and aircraft ------------------------------------------------------------------------------
def _sail(sight: Sight) -> Iterator[Order]:
    """Warships keep beside the transports."""
    power = sight.power
    fleets = {z for z in sight.info.zones if sight.own(z, lambda p: p.kind == "transport")}
    for zone, ship, n in list(everywhere(sight.view, lambda p: p.kind in SHIPS - {"transport"} and p.power == power)):
        if zone in fleets or not fleets or not can_move(sight.view, zone)(ship):
            continue
        for to in sorted(set(_open(sight, zone, ship)) & fleets):
            yield Move((some(ship, n),), (zone, to))


def _fly(sight: Sight) -> Iterator[Order]:
    """Aircraft that flew land, and idle ones come up: near the fighting, beside own troops."""
    power = sight.power
    for place, piece, n in list(everywhere(sight.view, lambda p: p.kind in AIR and p.power == power)):
        if not can_move(sight.view, place)(piece):
            continue
        at_home = can_land_on(sight.view, place)
        if is_sea(sight.view, place) and not piece.has("moved"):
            continue
        here = _airfield(sight, place) if at_home else -1.0
        reach = sight.flown(place, left(sight.view, piece))
        fields = [to for to in reach if to != place and not is_sea(sight.view, to) and can_land_on(sight.view, to)]
        for to in sorted(fields, key=lambda s: (-_airfield(sight, s), s)):
            if _airfield(sight, to) > here:
                yield Move((some(piece, n),), (place, to))


def _airfield(sight: Sight, space: str) -> float:
    """How good a territory is for aircraft: safe, then near."""
    guards = sight.strength([g for g in sight.friends(space) if g[0].kind in CAPTORS], DEFEND)
    safe = guards >= sight.threat(space)
    return (20.0 if safe else min(10.0, guards)) - min(9.0, sight.ahead(space))
