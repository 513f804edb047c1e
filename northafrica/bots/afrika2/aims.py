"""What a side plays for: places to take and to hold, as its scenario is won (rulebook 6.1, 8.1 to 8.7)."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from northafrica.bots.afrika2.sight import Sight
from northafrica.core.table import View
from northafrica.systems.afrika2 import mussolini
from northafrica.systems.afrika2.entities import (
    ALAMEIN,
    ALEXANDRIA,
    AXIS,
    BARDIA,
    BENGHAZI,
    CAIRO,
    CW,
    MATRUH,
    PLACES,
    TOBRUK,
)
from northafrica.systems.afrika2.facts import facts
from northafrica.systems.afrika2.ground import controller, count_units, frame, is_short
from northafrica.systems.afrika2.victory import TOBRUK_COLUMN

SHORT_TAKES: dict[tuple[str, str], tuple[str, ...]] = {
    ("italian_invasion", AXIS): (MATRUH,),
    ("compass", CW): (TOBRUK, BENGHAZI),
    ("race", AXIS): (BENGHAZI, TOBRUK, BARDIA),
    ("gazala", AXIS): (TOBRUK, MATRUH, ALAMEIN),
}
FAR_TAKES = {"gazala": (MATRUH, ALAMEIN)}
CAMPAIGN_TAKES = {
    AXIS: (BENGHAZI, TOBRUK, BARDIA, MATRUH, ALAMEIN, ALEXANDRIA, *CAIRO),
    CW: (MATRUH, BARDIA, TOBRUK, BENGHAZI),
}
HOLDS = {AXIS: (BENGHAZI, TOBRUK, BARDIA), CW: (ALEXANDRIA, *CAIRO, MATRUH, TOBRUK, BARDIA, BENGHAZI, ALAMEIN)}
SIEGE_POSTS = PLACES["siege_posts"]
(BEYOND_THE_LINE,) = PLACES["beyond_the_line"]


@dataclass(frozen=True)
class Aims:
    """Places to take, in the order in which they come up; places to hold; enemy hexes and posts that matter most.

    take     places the enemy controls; `hold` places this side controls and wants to keep
    far      those of `take` that need a force of their own, the farthest first
    posts    hexes that must have a unit of this side at the end (a path to Tobruk)
    prey     kinds of enemy units that must be destroyed (Compass); `path` enemy hexes on the path
    """

    take: tuple[str, ...] = ()
    hold: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    posts: tuple[str, ...] = ()
    path: frozenset[str] = frozenset()
    prey: frozenset[str] = field(default=frozenset())


def aims(sight: Sight) -> Aims:
    """The aims of a side now."""
    view, side = sight.view, sight.side
    scenario = frame(view).id
    takes = SHORT_TAKES.get((scenario, side), ()) if is_short(view) else CAMPAIGN_TAKES[side]
    take = tuple(place for place in takes if controller(view, place) != side)
    known = tuple(dict.fromkeys((*HOLDS[side], *takes)))
    hold = tuple(place for place in known if controller(view, place) == side)
    if is_short(view) and scenario == "crusader" and side == CW:
        posts, path = relief(sight)
        return Aims(take, hold, posts=posts, path=path)
    if is_short(view) and scenario == "crusader":
        return Aims(take, hold, posts=SIEGE_POSTS)
    prey: frozenset[str] = frozenset()
    if is_short(view) and scenario == "compass" and side == CW:
        found = facts(view)
        prey = frozenset(kind for kind in found.targets if kind not in found.lost_ever)
    far = tuple(place for place in reversed(FAR_TAKES.get(scenario, ())) if place in take)
    return Aims(take, hold, far if is_short(view) else (), prey=prey)


def relief(sight: Sight) -> tuple[tuple[str, ...], frozenset[str]]:
    """The cheapest path from Tobruk to Mersa Matruh: hexes of it that need a unit, and those the enemy holds (8.6)."""
    steps, hexes = sight.ways.steps["foot"], sight.data.hexes
    cost, before, queue = {TOBRUK: 0.0}, {TOBRUK: ""}, [(0.0, TOBRUK)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > cost[here]:
            continue
        for step in steps[here]:
            to = step.to
            if to not in hexes or hexes[to].column < TOBRUK_COLUMN:
                continue
            after = spent + 0.02 + _toll(sight, to)
            if after < cost.get(to, 1e9):
                cost[to], before[to] = after, here
                heapq.heappush(queue, (after, to))
    way, here = [], MATRUH if MATRUH in before else ""
    while here:
        way.append(here)
        here = before[here]
    posts = tuple(p for p in way if p in sight.zones and p not in sight.foes)
    return posts, frozenset(p for p in way if p in sight.foes)


def _toll(sight: Sight, place: str) -> float:
    if place in sight.foes:
        return 2.0 + 0.3 * sight.hard(place)
    if place in sight.zones and not count_units(sight.view, place, sight.side):
        return 1.0
    return 0.0


# -- the Mussolini requirement ---------------------------------------------------------------------------------
def line_matters(view: View, side: str) -> bool:
    """Whether the Axis must have units east of the Mussolini Line about now (6.1)."""
    return side == AXIS and view.state.round <= mussolini.LAST_TURN


def short_of_line(view: View) -> tuple[int, int]:
    """How many Infantry Divisions and exploit-capable units are wanting east of the line, two to spare."""
    found = mussolini.count(view)
    return mussolini.DIVISIONS + 2 - found.divisions, mussolini.CAPABLE + 1 - found.capable
