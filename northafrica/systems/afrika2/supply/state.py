"""The supply of a side at a glance: dumps and their reach, the best plan, what it leaves out and what would help.

Plain data for charts and the desk; nothing here decides a rule.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Limits, Reach, Step, search
from northafrica.systems.afrika2.entities import AXIS, OFF_MAP, TRIPOLI
from northafrica.systems.afrika2.ground import data, dumps, ways
from northafrica.systems.afrika2.movement.ships import open_ports
from northafrica.systems.afrika2.movement.trucks import TRUCK
from northafrica.systems.afrika2.supply.lines import FAR, Bars, bars, range_of, reach_of, weight
from northafrica.systems.afrika2.supply.packing import BIN
from northafrica.systems.afrika2.supply.planning import Held, Plan, Source, hungry, plan_for, sources
from northafrica.systems.afrika2.terrain.ways import Ways

DEPOT = "depot"


@dataclass(frozen=True)
class DumpState:
    """One dump: its points, the cost of every hex in range (quarters of a movement point), the count in its reach."""

    place: str
    points: int
    reach: Mapping[str, int]
    count: int


@dataclass(frozen=True)
class Carriage:
    """How a Supply Point could come within range: from a dump along `way`; `quarters` by road, `ships` at sea."""

    source: str
    way: tuple[str, ...]
    quarters: int
    ships: int

    @property
    def trucks(self) -> int:
        """Trucks for one Supply Point."""
        return -(-self.quarters // TRUCK)


@dataclass(frozen=True)
class Shortfall:
    """Units a plan leaves without supply in one hex, what they count, how many points they need, what would help.

    `reached` says that a dump is in range but has too few points; `by_land` and `by_sea` are None where no way is.
    """

    place: str
    units: tuple[Held, ...]
    count: int
    points: int
    reached: bool
    by_land: Carriage | None
    by_sea: Carriage | None


@dataclass(frozen=True)
class SupplyState:
    """A side's supply now; `range` in quarters of a movement point."""

    side: str
    range: int
    dumps: tuple[DumpState, ...]
    plan: Plan
    shortfalls: tuple[Shortfall, ...]

    @property
    def points(self) -> int:
        """Supply Points on the map and in the connecting box."""
        return sum(dump.points for dump in self.dumps)


def supply_state(view: View, side: str) -> SupplyState:
    """The supply of a side as it stands, whoever is on turn; about 20 ms for a full map."""
    barred, units = bars(view, side), hungry(view, side)
    found = sources(view, side, units, {}, barred)
    best = plan_for(view, units, found)
    shown = tuple(_dump_state(view, source, units) for source in found if not source.free)
    short = _shortfalls(view, best, found, barred) if best.unsupplied else ()
    return SupplyState(side, range_of(view, side), shown, best, short)


def reach_of_dump(view: View, side: str, place: str) -> Mapping[str, int]:
    """The hexes a Supply Point in a place would reach now, with their cost in quarters."""
    return reach_of(view, place, bars(view, side)).cost


def _dump_state(view: View, source: Source, units: list[Held]) -> DumpState:
    count = sum(weight(view, piece) * n for place, piece, n in units if place in source.reach.cost)
    return DumpState(source.place, source.points, source.reach.cost, count)


# -- what would help -----------------------------------------------------------------------------------------
def _shortfalls(view: View, best: Plan, found: list[Source], barred: Bars) -> tuple[Shortfall, ...]:
    by_place: dict[str, list[Held]] = {}
    for held in best.unsupplied:
        by_place.setdefault(held[0], []).append(held)
    near = {place: _in_range_of(view, place, barred) for place in by_place}
    spare = _spare(view, best, barred)
    land, sea = (_search(view, barred, spare, near, at_sea) for at_sea in (False, True))
    reached = {place for source in found if source.points for place in source.reach.cost}
    result = []
    for place, units in sorted(by_place.items()):
        count = sum(weight(view, piece) * n for _, piece, n in units)
        overland, oversea = _carriage(view, land, near[place]), _carriage(view, sea, near[place])
        if oversea is not None and overland is not None and oversea.trucks >= overland.trucks:
            oversea = None
        result.append(Shortfall(place, tuple(units), count, -(-count // BIN), place in reached, overland, oversea))
    return tuple(result)


def _spare(view: View, best: Plan, barred: Bars) -> list[str]:
    """Where points are left once the plan is paid for; Tripoli's dump always has some."""
    left = dict(dumps(view, barred.side))
    for drawing in best.drawings:
        if drawing.points:
            left[drawing.place] -= drawing.points
    known = [place for place, n in left.items() if n > 0 and (place in data(view).hexes or place in OFF_MAP)]
    return [*known, TRIPOLI] if barred.side == AXIS else known


def _search(view: View, barred: Bars, spare: list[str], near: Mapping[str, list[str]], sea: bool) -> Reach:
    """Trucks from all dumps at once, over sea too where asked, until every place is near enough."""
    steps = ways(view).steps["truck"]
    ports = open_ports(view, barred.side) if sea else []
    lanes = {port: tuple(Step(other, 0, road="sea") for other in ports if other != port) for port in ports}
    found = Reach(DEPOT, dict.fromkeys(spare, 0), dict.fromkeys(spare, DEPOT))
    queue = [(0, place) for place in sorted(spare)]
    waiting = [set(places) for places in near.values()]
    while queue and waiting:
        cost, here = heapq.heappop(queue)
        if cost > found.cost[here]:
            continue
        waiting = [places for places in waiting if here not in places]
        for step in (*steps.get(here, ()), *lanes.get(here, ())):
            after = cost + step.cost
            if after < found.cost.get(step.to, FAR) and not step.all_points and step.to not in barred.shut:
                found.cost[step.to], found.before[step.to] = after, here
                heapq.heappush(queue, (after, step.to))
    return found


def carriages(view: View, side: str, start: str, end: str) -> tuple[Carriage, ...]:
    """How a Supply Point could go from a place to another: by road, and over sea too where that saves trucks."""
    barred = bars(view, side)
    found = [_carriage(view, _search(view, barred, [start], {end: [end]}, at_sea), [end]) for at_sea in (False, True)]
    overland, oversea = found
    if oversea is not None and overland is not None and oversea.trucks >= overland.trucks:
        oversea = None
    return tuple(way for way in (overland, oversea) if way is not None)


def _carriage(view: View, found: Reach, near: list[str]) -> Carriage | None:
    """The cheapest way to any hex from which the units would be in range."""
    known = [place for place in near if place in found.cost]
    if not known:
        return None
    best = min(known, key=lambda place: (found.cost[place], place))
    way = found.path(best)[1:]
    touching = ways(view).steps["truck"]
    ships = sum(1 for a, b in pairwise(way) if all(step.to != b for step in touching.get(a, ())))
    return Carriage(way[0], way, found.cost[best], ships)


@cache
def _backwards(found: Ways) -> dict[str, tuple[Step, ...]]:
    """The steps of supply range turned round: from where a hex is entered, at what cost."""
    turned: dict[str, list[Step]] = {}
    for place, steps in found.steps["trace"].items():
        for step in steps:
            if not step.all_points:
                turned.setdefault(step.to, []).append(Step(place, step.cost))
    return {place: tuple(steps) for place, steps in turned.items()}


def _in_range_of(view: View, place: str, barred: Bars) -> list[str]:
    """Where a Supply Point would have to lie so that units in a hex are in its range."""
    if place in OFF_MAP:
        return [place]
    limits = Limits(range_of(view, barred.side), barred.shut)
    return sorted(search(_backwards(ways(view)), place, limits).cost)
