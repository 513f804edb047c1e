"""Phase 5: land the aircraft, bring supply and troops forward, keep the garrisons."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.bots.aana.sight import CAPITAL, Sight, some
from northafrica.core.common_orders import End
from northafrica.core.groups import groups
from northafrica.core.orders import Order, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.plan import Commit
from northafrica.systems.aana.board.ground import AIR, aloft, is_land, is_sea, may_draw, unit
from northafrica.systems.aana.noncombat import trucks
from northafrica.systems.aana.noncombat.moves import may_go, starts, ways_of
from northafrica.systems.aana.noncombat.phase import NoncombatMove
from northafrica.systems.aana.noncombat.takeover import TakeOver
from northafrica.systems.aana.orders import Move, TakeControl

PLENTY = 6


def noncombat(view: View, choice: NoncombatMove) -> Iterator[Order]:
    """One move after the other, then the end."""
    sight = Sight(view)
    yield from _landings(view, choice, sight)
    yield from _trucks(view, choice, sight)
    yield from _marches(view, choice, sight)
    yield from _flights(view, choice, sight)
    yield End()
    yield Commit()


def take_over(view: View, choice: TakeOver) -> Iterator[Order]:
    """Control is always welcome."""
    yield TakeControl()


# -- aircraft ----------------------------------------------------------------------------------------
def base_rank(sight: Sight, place: str) -> tuple[float, float, str]:
    """Bases with room, guarded, near the fighting, come first."""
    crowded = 50.0 if sight.room(place) < 1 else 0.0
    island = is_island(sight, place)
    exposed = 0.0 if island or sight.defence(place) > sight.threat(place) else 10.0
    return (crowded + exposed, 4.0 if island else sight.ahead(place), place)


def is_island(sight: Sight, place: str) -> bool:
    """Whether a base lies off the African mainland."""
    return place not in sight.land


def _landings(view: View, choice: NoncombatMove, sight: Sight) -> Iterator[Order]:
    for place, piece, n in choice.flying(view):
        ways = choice.landings(view, place, piece)
        for to in sorted(ways, key=lambda at: base_rank(sight, at)):
            yield Move((some(piece, min(n, max(1, sight.room(to)))),), ways[to])


def _flights(view: View, choice: NoncombatMove, sight: Sight) -> Iterator[Order]:
    """Aircraft leave bases in danger, and follow the front."""
    for place in starts(view):
        if is_sea(view, place):
            continue
        for piece, n in groups(view, place, may_go(view, place)):
            if piece.kind not in AIR or aloft(piece):
                continue
            ways = ways_of(view, place, piece)
            here = base_rank(sight, place)
            for to in sorted(ways, key=lambda at: base_rank(sight, at)):
                there = base_rank(sight, to)
                if there[0] >= 50 or (there[0], there[1] + 1.5) >= (here[0], here[1]):
                    break
                yield Move((some(piece, min(n, sight.room(to))),), ways[to])


# -- trucks ------------------------------------------------------------------------------------------
def _trucks(view: View, choice: NoncombatMove, sight: Sight) -> Iterator[Order]:
    for place in starts(view):
        for piece, _ in groups(view, place, lambda p, at=place: p.kind == "truck" and may_go(view, at)(p)):  # type: ignore[misc]
            ways = ways_of(view, place, piece)
            yield from _haul(view, sight, piece, place, ways)
            yield from _shuttle(view, sight, piece, place)
            yield from _fetch(view, sight, piece, place, ways)


def _haul(view: View, sight: Sight, truck: Piece, place: str, ways: dict[str, Path]) -> Iterator[Order]:
    """Load here and drive to troops farther ahead."""
    goals = [to for to in ways if sight.ahead(to) < sight.ahead(place) and sight.defence(to) and is_safe(sight, to)]
    for to in sorted(goals, key=lambda at: (sight.ahead(at), -sight.number(at), at)):
        load = cargo(view, sight, truck, place, to)
        if load:
            yield Move((some(truck, 1),), ways[to], ((load, place),))


def cargo(view: View, sight: Sight, truck: Piece, place: str, to: str) -> tuple[Some, ...]:
    """What one truck takes along: supply first where the goal has little, then the best troops on foot."""
    free, load = trucks.CAPACITY, []
    wanted = max(0, PLENTY - sight.supply(to)) if sight.number(to) else 0
    n = min(free, wanted, surplus(view, sight, place))
    if n > 0:
        load.append(Some(n, "supply"))
        free -= n
    keep = trucks.may_load(view, place, truck.power)
    room = sight.room(to)
    for piece, count in sight.spare(place, keep):
        k = min(count, free, room)
        if k > 0 and piece.kind != "aaa":
            load.append(some(piece, k))
            free, room = free - k, room - k
    return tuple(load)


def surplus(view: View, sight: Sight, place: str) -> int:
    """Supply that may be carried away."""
    if not may_draw(view, place, sight.side):
        return 0
    kept = 3 if place == CAPITAL[sight.side] else 2 if sight.ahead(place) <= 1 else 1 if sight.number(place) else 0
    return max(0, sight.supply(place) - kept)


def _shuttle(view: View, sight: Sight, truck: Piece, place: str) -> Iterator[Order]:
    """Drive back along the road to a dump and return loaded, within one move."""
    if sight.supply(place) >= 4 or not sight.number(place):
        return
    road = sight.data.road_neighbours
    for first in road(place):
        if sight.hostile(first):
            continue
        if surplus(view, sight, first) >= 2:
            yield _round_trip(sight, view, truck, (place, first, place), first)
        for second in road(first):
            if second != place and not sight.hostile(second) and surplus(view, sight, second) >= 2:
                yield _round_trip(sight, view, truck, (place, first, second, first, place), second)


def _round_trip(sight: Sight, view: View, truck: Piece, way: Path, dump: str) -> Order:
    n = min(trucks.CAPACITY, surplus(view, sight, dump))
    return Move((some(truck, 1),), way, (((Some(n, "supply"),), dump),))


def _fetch(view: View, sight: Sight, truck: Piece, place: str, ways: dict[str, Path]) -> Iterator[Order]:
    """Drive empty to where supply or troops wait, if there is nothing to do here."""
    if surplus(view, sight, place) >= 2:
        return
    dumps = [
        to
        for to in ways
        if sight.ahead(to) > sight.ahead(place) and surplus(view, sight, to) >= 3 and is_safe(sight, to)
    ]
    for to in sorted(dumps, key=lambda at: (len(ways[at]), -sight.supply(at), at)):
        yield Move((some(truck, 1),), ways[to])


def is_safe(sight: Sight, place: str) -> bool:
    """Whether trucks and aircraft may stand in a territory."""
    return sight.defence(place) * 1.5 >= sight.threat(place) and (sight.number(place) > 0 or sight.ahead(place) > 2)


# -- troops ------------------------------------------------------------------------------------------
def _marches(view: View, choice: NoncombatMove, sight: Sight) -> Iterator[Order]:
    """Troops the garrisons can spare go towards the fighting, together or not at all."""
    pool = _gathering(view, choice, sight)
    for place in sorted(starts(view), key=lambda at: (sight.ahead(at), at)):
        if is_sea(view, place):
            continue
        keep = may_go(view, place)
        for piece, n in sight.spare(place, lambda p, k=keep: k(p) and is_land(p)):  # type: ignore[misc]
            if piece.kind == "aaa" and sight.ahead(place) <= 2:
                continue
            yield from _march(view, choice, sight, piece, n, place, pool)


def _march(
    view: View, choice: NoncombatMove, sight: Sight, piece: Piece, n: int, place: str, pool: dict[str, float]
) -> Iterator[Order]:
    ways = ways_of(view, place, piece)
    goals = [to for to in ways if sight.ahead(to) < sight.ahead(place) - 0.4 and to in sight.land]
    for to in sorted(goals, key=lambda at: (sight.ahead(at), -sight.defence(at), at)):
        room = sight.room(to)
        if room < 1 or pool.get(to, 0.0) < 0.8 * sight.threat(to):
            continue
        yield Move((some(piece, min(n, room)),), ways[to])


def _gathering(view: View, choice: NoncombatMove, sight: Sight) -> dict[str, float]:
    """The defence that could stand in each territory once all had marched there."""
    pool = {place: float(sight.defence(place)) for place in sight.land}
    for place in starts(view):
        if is_sea(view, place):
            continue
        keep = may_go(view, place)
        for piece, n in sight.spare(place, lambda p, k=keep: k(p) and is_land(p)):  # type: ignore[misc]
            for to in ways_of(view, place, piece):
                if to in pool:
                    pool[to] += n * unit(view, piece).defense
    return pool
