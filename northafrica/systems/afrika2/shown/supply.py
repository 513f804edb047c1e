"""The supply of a side as plain data for the planner of the lab: plan, gaps, what carries supply, ways to carry it."""

from __future__ import annotations

from fractions import Fraction

from northafrica.core.supply_plan import Carrying, Eaters, SupplyGap, SupplyGroup, SupplyPlan, SupplySource
from northafrica.core.table import View
from northafrica.systems.afrika2.entities import TRACK
from northafrica.systems.afrika2.ground import data
from northafrica.systems.afrika2.movement.march import mp
from northafrica.systems.afrika2.movement.trucks import TRUCK
from northafrica.systems.afrika2.shown.cards import short
from northafrica.systems.afrika2.supply.lines import range_rule
from northafrica.systems.afrika2.supply.planning import Drawing, Held
from northafrica.systems.afrika2.supply.state import Carriage, Shortfall, SupplyState, carriages, supply_state
from northafrica.systems.afrika2.terrain.ways import QUARTERS

RULES = ("5.1a.free-units", "5.1c.oasis-two")
ROUND = "Each group of units costs a tenth of its count, a half rounded up, at least 1: groups of 14 are the cheapest."
SEA = "Ways over sea are counted as if ports had room and ships were at hand: compare the turn's capacity and shipping."


def supply_plan(view: View, side: str) -> SupplyPlan:
    """The cheapest plan for a side as things stand."""
    found = supply_state(view, side)
    carriers = tuple((what, view.state.stock(TRACK[side], what)) for what in ("truck", "shipping"))
    oversea = (SEA,) if any(one.by_sea for one in found.shortfalls) else ()
    notes = (f"A Supply Point reaches {mp(found.range)}, counted into the hexes of the units.", ROUND, *oversea)
    return SupplyPlan(
        side,
        _sources(found),
        tuple(_group(view, one) for one in found.plan.drawings),
        tuple(_gap(view, one) for one in found.shortfalls),
        carriers,
        "Supply Points",
        notes,
        (range_rule(side), *RULES),
    )


def carried(view: View, side: str, start: str, end: str, amount: int) -> tuple[Carrying, ...]:
    """The ways to carry Supply Points from a place to another: by road, and over sea where that saves trucks."""
    return tuple(_carrying(one, amount) for one in carriages(view, side, start, end))


def _sources(found: SupplyState) -> tuple[SupplySource, ...]:
    spent: dict[str, int] = {}
    for one in found.plan.drawings:
        spent[one.place] = spent.get(one.place, 0) + one.points
    return tuple(
        SupplySource(
            dump.place,
            dump.points,
            spent.get(dump.place, 0),
            dump.count,
            tuple((place, short(Fraction(cost, QUARTERS))) for place, cost in dump.reach.items()),
        )
        for dump in found.dumps
    )


def _eaters(view: View, units: tuple[Held, ...]) -> tuple[Eaters, ...]:
    return tuple(Eaters(place, data(view).names.kind(piece.kind, n), n) for place, piece, n in units)


def _group(view: View, one: Drawing) -> SupplyGroup:
    note = "an oasis feeds them for nothing" if one.oasis else ""
    return SupplyGroup(one.place, _eaters(view, one.units), one.count, one.points, note)


def _gap(view: View, one: Shortfall) -> SupplyGap:
    ways = [way for way in (one.by_land, one.by_sea) if way is not None]
    return SupplyGap(
        one.place,
        _eaters(view, one.units),
        one.count,
        one.points,
        one.reached,
        tuple(_carrying(way, one.points) for way in ways),
    )


def _carrying(one: Carriage, amount: int) -> Carrying:
    """What carries so many points: a truck gives five movement points, to be shared among them."""
    trucks = -(-one.quarters * amount // TRUCK)
    return Carrying(one.way, mp(one.quarters) if one.quarters else "", trucks, one.ships * amount, amount)
