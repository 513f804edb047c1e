"""Aircraft escort convoys (rulebook p.25)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import Keep, Picked, pick, shift
from northafrica.core.orders import Path
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import AIR, is_sea, mine, name, side_of
from northafrica.systems.aana.board.movement import air_path_problem, air_way, air_ways
from northafrica.systems.aana.convoys.routes import RANGE, open_routes
from northafrica.systems.aana.data.entities import CHAIN, REINFORCEMENTS
from northafrica.systems.aana.orders import Escort


class Escorting(Routed[Escort]):
    """Unmoved aircraft fly to an open convoy zone (escort.assign)."""

    kind = Escort

    def keep(self, now: View, place: str) -> Keep:
        return may_escort(now, place)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        ways = air_ways(now, side_of(now.state.power), place, RANGE)
        return [ways[zone] for zone in escort_zones(now) if zone in ways]

    def judge(self, view: View, order: Escort) -> Ruling:
        rule, start = "escort.assign", order.route[0]
        picked = pick(view, start, order.units, may_escort(view, start), rule, "are unmoved aircraft of yours")
        if isinstance(picked, Ruling):
            return picked
        side = side_of(view.state.power)
        way = air_way(view, side, order.route)
        problem = air_path_problem(view, side, way)
        if problem is not None:
            return problem
        steps = len(way) - 1
        if steps > RANGE:
            return Ruling.refuse(rule, f"escorts fly at most {RANGE} spaces, not {steps}", spaces=steps)
        if way[-1] not in escort_zones(view):
            return Ruling.refuse(rule, f"{name(view, way[-1])} is no open convoy zone of yours")
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Escort, found: Picked) -> None:
        start, end = order.route[0], order.route[-1]
        for piece, n in found:
            shift(table, "moved", start, end, piece, n, "escort.assign", "escort.auto", went=1)


def escort_zones(view: View) -> list[str]:
    """Open convoy zones of the acting power that aircraft can reach."""
    return [c.zone for c in open_routes(view, view.state.power) if c.zone not in CHAIN]


def may_escort(view: View, place: str) -> Keep:
    """Rule escort.assign: aircraft that moved neither in phase 3 nor in phase 5."""
    on_land = not is_sea(view, place) and place != REINFORCEMENTS
    return lambda p: (
        on_land
        and mine(view, p)
        and p.kind in AIR
        and not any(p.has(s) for s in ("went", "moved", "fought", "aloft", "attack"))
    )
