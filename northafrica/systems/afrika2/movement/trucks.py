"""Trucks: a pool that carries Supply Points anywhere, five movement points each (rulebook 5.4a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Path
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.hex_reach import Barred, Limits, Reach, Step, search
from northafrica.systems.afrika2.entities import ALEXANDRIA, AXIS, CW, OFF_MAP, TRACK, TRIPOLI
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import dumps, name, on_map, supply_points, ways
from northafrica.systems.afrika2.movement.march import mp, points
from northafrica.systems.afrika2.orders import Truck
from northafrica.systems.afrika2.supply.lines import FAR, Bars, bars
from northafrica.systems.afrika2.terrain.ways import QUARTERS

TRUCK = 5 * QUARTERS


@dataclass(frozen=True)
class Haul:
    """A way and what it costs one Supply Point, in quarters of a movement point."""

    way: Path
    each: int


def left(view: View) -> tuple[int, int]:
    """Trucks not yet used this turn, and quarters left of one that has been."""
    return view.state.stock(TRACK[view.state.power], "truck"), facts(view).spare


def budget(view: View) -> int:
    """All quarters of movement points the trucks still have."""
    trucks, spare = left(view)
    return trucks * TRUCK + spare


def starts(view: View) -> list[str]:
    """Where Supply Points lie that trucks may fetch; Tripoli's dump for the Axis."""
    side = view.state.power
    known = [place for place in dumps(view, side) if place != TRIPOLI and (on_map(view, place) or place in OFF_MAP)]
    return [*known, TRIPOLI] if side == AXIS else known


def reach(view: View, start: str, each: int, barred: Bars) -> Reach:
    """Where trucks can bring a Supply Point from a place for so many quarters."""
    return search(ways(view).steps["truck"], start, Limits(each, barred.shut))


def most(view: View, place: str) -> int:
    """How many Supply Points of a place trucks can carry one step at least."""
    shut = bars(view, view.state.power).shut
    steps = [s for s in ways(view).steps["truck"].get(place, ()) if not s.all_points and s.to not in shut]
    cheapest = min((step.cost for step in steps if step.to != TRIPOLI), default=FAR)
    return min(supply_points(view, place, view.state.power), budget(view) // cheapest)


class Trucking(Deed[Truck]):
    """Trucks carry Supply Points; they are used up as far as the way needs them."""

    kind = Truck
    sure = frozenset({"count", "route"})

    def places(self, view: View) -> Sequence[str]:
        return [place for place in starts(view) if most(view, place)]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        begin = self.begins(view, given)
        if field.name == "count":
            return range(1, max((most(view, place) for place in begin), default=0) + 1)
        barred, each = bars(view, view.state.power), budget(view) // given["count"]
        ends = [reach(view, place, each, barred) for place in begin if most(view, place) >= given["count"]]
        return [found.path(to) for found in ends for to in found.cost if to not in (found.start, TRIPOLI)]

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.type == "path" and len(given.get("route", ())) > 1:
            return [step.to for step in ways(view).steps["truck"].get(given["route"][-1], ())]
        return super().parts(view, field, given)

    def judge(self, view: View, order: Truck) -> Ruling:
        if len(order.route) < 2:
            return Ruling.ambiguous("a route needs a start and an end, like 'tobruk > a40.21'")
        fault = Ruling.first(_load(view, order), _trucks(view, order))
        if not fault:
            return fault
        haul = plan(view, order.route)
        if isinstance(haul, Ruling):
            return haul
        cost, have = haul.each * order.count, budget(view)
        if cost > have:
            text = f"{_takes(order.count, haul.each)}; the trucks left have {points(have)}"
            rules = ("5.4a.several-per-sp",) if haul.each > TRUCK else ("5.4a.proportional",)
            return Ruling.refuse("5.4a.five-mp", text, "5.4a.allowance", *rules, needs=points(cost), has=points(have))
        notes = [f"route: {' > '.join(haul.way)}"] if haul.way != order.route else []
        return Ruling.allow([f"{mp(cost)} of the {points(have)} the trucks have", *notes], found=haul)

    def do(self, table: Table, order: Truck, found: Haul) -> None:
        cost, (_, spare) = found.each * order.count, left(table)
        used = max(0, -(-(cost - spare) // TRUCK))
        rules = rules_of(table, order, found)
        if used:
            track, purpose = TRACK[table.state.power], "carrying supply points"
            table.emit("spent", *rules, place=track, resource="truck", amount=used, purpose=purpose)
        remember(table, spare=spare + used * TRUCK - cost)
        carry(table, found.way[0], found.way[-1], order.count, "truck", " > ".join(found.way), rules)


def _takes(count: int, each: int) -> str:
    if count == 1:
        return f"the way takes {mp(each)}"
    return f"{counted(count, 'supply point')} at {mp(each)} each take {points(count * each)}"


def _load(view: View, order: Truck) -> Ruling:
    side, start = view.state.power, order.route[0]
    if side == CW and any(place in OFF_MAP for place in order.route):
        return Ruling.refuse("1.7.no-cw", "the boxes beside the map are closed to the Commonwealth")
    has = supply_points(view, start, side)
    if order.count < 1:
        return Ruling.refuse("5.4a.only-sps", "trucks carry one supply point at least", asked=order.count)
    if has < order.count:
        text = f"{name(view, start)} holds {counted(has, 'supply point')} of yours, not {order.count}"
        return Ruling.refuse("5.4a.anywhere", text, "5.0a.stay-with-owner", asked=order.count, has=has)
    return Ruling.allow()


def _trucks(view: View, order: Truck) -> Ruling:
    if budget(view):
        return Ruling.allow()
    text = "supply points do not move by themselves, and no truck is left this turn"
    return Ruling.refuse("5.0a.no-self-move", text, "5.4a.allowance", has=0)


def plan(view: View, route: Path) -> Haul | Ruling:
    """The way along the places of a route, gaps filled by the cheapest, whatever trucks there are."""
    barred = bars(view, view.state.power)
    way, cost = [route[0]], 0
    for to in route[1:]:
        if to == way[-1]:
            continue
        step = next_step(view, way[-1], to)
        if step is not None and to not in barred.shut:
            cost += step.cost
            way.append(to)
            continue
        found = _fill(view, way[-1], to, barred)
        if to not in found.cost:
            return blocked(view, way[-1], to, barred)
        cost += found.cost[to]
        way += found.path(to)[1:]
    if len(way) < 2:
        return Ruling.refuse("5.4a.five-mp", f"the way does not leave {name(view, way[0])}")
    return to_dump(view) if way[-1] == TRIPOLI else Haul(tuple(way), cost)


def to_dump(view: View) -> Ruling:
    """Supply Points do not go back into the endless dump."""
    text = "supply points taken to Tripoli's endless dump would be gone"
    return Ruling.refuse("5.3.no-destroy", text, "1.7.infinite-dump")


def next_step(view: View, here: str, to: str) -> Step | None:
    """The step of a truck from a place to one beside it."""
    return next((s for s in ways(view).steps["truck"].get(here, ()) if s.to == to and not s.all_points), None)


def _fill(view: View, here: str, to: str, barred: Bars) -> Reach:
    found = reach(view, here, budget(view), barred)
    return found if to in found.cost else reach(view, here, FAR, barred)


def blocked(view: View, start: str, to: str, barred: Bars) -> Ruling:
    """Why trucks cannot get from one place to another."""
    here, there = name(view, start), name(view, to)
    if to in barred.enemies:
        return Ruling.refuse("scs.no-enemy-hex", f"enemy units stand in {there}", place=to)
    free = search(ways(view).steps["truck"], start, Limits(FAR))
    if to in free.cost:
        stop = next((p for p in free.path(to)[1:] if p in barred.shut), to)
        why = "enemy units stand there" if stop in barred.enemies else "it lies in an enemy zone of control"
        text = f"trucks cannot pass {name(view, stop)}: {why}, and no unit of yours is in it"
        return Ruling.refuse("5.4a.no-ezoc", text, "scs.zoc-negate", place=stop)
    if on_map(view, to):
        entry = ways(view).entry(to, "truck")
        if isinstance(entry, Barred):
            return Ruling.refuse(entry.rule, entry.reason, "5.4a.five-mp", place=to)
        if (start, to) in ways(view).toward:
            step = ways(view).between(start, to, "truck")
            if isinstance(step, Barred):
                return Ruling.refuse(step.rule, step.reason, "5.4a.five-mp", place=to)
        return Ruling.refuse("5.4a.five-mp", f"no way for trucks leads from {here} to {there}", place=to)
    return Ruling.refuse("1.7.off-map", f"no truck goes to the {there}", place=to)


# -- carrying out --------------------------------------------------------------------------------------------
def carry(table: Table, start: str, to: str, count: int, purpose: str, detail: str, rules: Sequence[str]) -> None:
    """Supply Points change their place; out of Tripoli's dump they come without end (1.7)."""
    side = table.state.power
    moved = partial(table.emit, resource="sp", owner=side, amount=count, detail=detail)
    if start == TRIPOLI:
        moved("gained", *rules, place=to, purpose=f"Tripoli's dump, by {purpose}")
    else:
        moved("shipped", *rules, place=start, to=to, value=side, purpose=purpose)


def rules_of(view: View, order: Truck, haul: Haul) -> tuple[str, ...]:
    """The rules that bear on an order to carry."""
    barred, cost = bars(view, view.state.power), haul.each * order.count
    start, to = haul.way[0], haul.way[-1]
    left_or_joined = supply_points(view, start, barred.side) > order.count or supply_points(view, to, barred.side) > 0
    conditions = {
        "5.4a.proportional": bool(cost % TRUCK),
        "5.4a.several-per-sp": haul.each > TRUCK,
        "5.0a.merge-split": left_or_joined,
        "5.4a.no-ezoc": bool(barred.zones.intersection(haul.way[1:])),
        "scs.zoc-negate": bool(barred.zones.intersection(haul.way[1:])),
        "5.1.axis-source": start == TRIPOLI,
        "1.7.infinite-dump": start == TRIPOLI,
        "1.7.example-seven": start == TRIPOLI,
        "1.7.cost-five": any(place in OFF_MAP for place in haul.way),
        "5.1.cw-move-same-turn": start == ALEXANDRIA and barred.side == CW,
    }
    always = ("5.4a.five-mp", "5.4a.anywhere", "5.4a.only-sps", "5.4a.movement-only", "5.0a.no-self-move")
    return (*always, *(rule for rule, holds in conditions.items() if holds), *_terrain(view, haul.way))


def _terrain(view: View, way: Path) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for here, to in pairwise(way):
        step = next_step(view, here, to)
        if step is not None:
            found.update(dict.fromkeys(step.rules))
    return tuple(found)
