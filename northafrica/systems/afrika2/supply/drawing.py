"""Expenditure: groups of units draw on Supply Points; spending beyond need (rulebook 5.1a, 5.1c, 5.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import flip, offer, pick
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Loads, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.hex_reach import Reach
from northafrica.systems.afrika2.entities import CONNECTING, TRIPOLI
from northafrica.systems.afrika2.ground import dumps, is_unit, name, title
from northafrica.systems.afrika2.orders import Spend, Supply, SupplyAll
from northafrica.systems.afrika2.supply.lines import (
    Bars,
    bars,
    due,
    needs_none,
    negated,
    out_of_range,
    range_rule,
    reach_of,
    weight,
)
from northafrica.systems.afrika2.supply.planning import (
    OASIS,
    Drawing,
    Held,
    Plan,
    hungry,
    is_oasis,
    plan,
    points_of,
    sources,
)

Used = Mapping[str, int]


@dataclass(frozen=True)
class Bill:
    """What a group costs: its count, what an oasis takes off it (by hex), the points due."""

    count: int
    oasis: Mapping[str, int]
    points: int


def bill(view: View, units: Sequence[Held], used: Used) -> Bill:
    """The count of a group and what is due for it; an oasis takes two off, for units in its hex (5.1c)."""
    by_place: dict[str, int] = {}
    for place, piece, n in units:
        by_place[place] = by_place.get(place, 0) + weight(view, piece) * n
    off = {p: min(n, OASIS - used.get(p, 0)) for p, n in by_place.items() if is_oasis(view, p)}
    off = {place: n for place, n in off.items() if n > 0}
    count = sum(by_place.values())
    return Bill(count, off, due(count - sum(off.values())))


# -- what can be offered -----------------------------------------------------------------------------------
def places_to_draw(view: View, used: Used) -> list[str]:
    """Dumps and oases that have a unit in reach still to be supplied."""
    side = view.state.power
    units = hungry(view, side)
    found = sources(view, side, units, used, bars(view, side))
    return sorted({s.place for s in found if any(place in s.reach.cost for place, _, _ in units)})


def loads_for(view: View, dump: str, used: Used) -> list[Loads]:
    """Groups that can draw on a place: all of one hex, and as many as one point feeds."""
    found: list[Loads] = [((tuple(some), place),) for place, some in in_reach(view, dump)]
    if len(found) > 1:
        found.append(tuple(load for loads in found for load in loads))
    return [loads for loads in found if judge(view, Supply(dump, loads), used)]


def in_reach(view: View, dump: str) -> list[tuple[str, list[Some]]]:
    """The units still to be supplied that a place can reach, hex by hex."""
    side = view.state.power
    reach = reach_of(view, dump, bars(view, side)).cost
    by_place: dict[str, list[Some]] = {}
    for place, _, _ in hungry(view, side):
        if place in reach and place not in by_place:
            by_place[place] = offer(view, place, partial(_may_draw, view, place))
    return sorted(by_place.items())


def _may_draw(view: View, place: str, piece: Piece) -> bool:
    mine = piece.power == view.state.power and is_unit(piece) and not piece.has("fed")
    return mine and not needs_none(view, place, piece)


# -- judging ---------------------------------------------------------------------------------------------------
def judge(view: View, order: Supply, used: Used) -> Ruling:
    """Whether a group can be supplied from a place; its units are what is found."""
    side, dump = view.state.power, order.space
    has = points_of(view, dump, side)
    if dump == TRIPOLI:
        return Ruling.refuse("1.7.tripoli-free-supply", "units in the Tripoli Box are supplied for nothing")
    if not has and not is_oasis(view, dump):
        return Ruling.refuse("5.1a.pay-or-oos", f"{name(view, dump)} holds no Supply Points of yours", has=0)
    units = group(view, order)
    if isinstance(units, Ruling):
        return units
    barred = bars(view, side)
    found = in_range(view, order, barred)
    if not found:
        return found
    cost = bill(view, units, used)
    if cost.points and not has:
        left = OASIS - used.get(dump, 0)
        text = f"the oasis of {name(view, dump)} feeds a count of {left} more, not of {cost.count}"
        return Ruling.refuse("5.1c.oasis-two", text, count=cost.count, has=left)
    if cost.points > has:
        taken = f", less {sum(cost.oasis.values())} by the oasis," if cost.oasis else ""
        text = f"a count of {cost.count}{taken} needs {cost.points}; {name(view, dump)} holds {has}"
        return Ruling.refuse(
            "5.1a.divide-by-ten",
            text,
            "5.1a.pay-or-oos",
            *_oasis_rules(cost),
            count=cost.count,
            needs=cost.points,
            has=has,
        )
    return Ruling.allow(found=units)


def _oasis_rules(cost: Bill) -> tuple[str, ...]:
    return ("5.1c.oasis-minus-two",) if cost.oasis else ()


def group(view: View, order: Supply) -> list[Held] | Ruling:
    """The units of a group, place by place."""
    asked: dict[str, tuple[Some, ...]] = {}
    for units, place in order.groups:
        asked[place] = (*asked.get(place, ()), *units)
    found: list[Held] = []
    for place, units in asked.items():
        free = _free_ones(view, place, units)
        if free is not None:
            return free
        keep = partial(_may_draw, view, place)
        picked = pick(view, place, units, keep, "5.1a.count-one", "still has to be supplied")
        if isinstance(picked, Ruling):
            return picked
        found += [(place, piece, n) for piece, n in picked]
    return found


def _free_ones(view: View, place: str, units: Sequence[Some]) -> Ruling | None:
    for piece in view.state.at(place):
        if piece.power == view.state.power and any(some.fits(piece) for some in units):
            rules = needs_none(view, place, piece)
            if rules:
                what = f"{title(view, piece)} in {name(view, place)} needs no supply and never counts"
                return Ruling.refuse(rules[0], what, *rules[1:])
    return None


def in_range(view: View, order: Supply, barred: Bars) -> Ruling:
    """Whether all hexes of a group lie in range of its dump."""
    reach = reach_of(view, order.space, barred).cost
    dry = not points_of(view, order.space, barred.side)
    for _, place in order.groups:
        if dry and place != order.space:
            text = f"the oasis of {name(view, order.space)} feeds units in its hex only"
            return Ruling.refuse("5.1c.oasis-two", text)
        if place not in reach:
            further = ("5.1a.one-hex-per-group",) if len(order.groups) > 1 else ()
            return out_of_range(view, order.space, place, barred, *further)
    return Ruling.allow()


# -- carrying out -----------------------------------------------------------------------------------------------
def feed(table: Table, dump: str, units: Sequence[Held], used: Used) -> dict[str, int]:
    """One group draws on a place."""
    side = table.state.power
    cost, barred = bill(table, units, used), bars(table, side)
    rules = rules_of(table, dump, units, cost, reach_of(table, dump, barred), barred)
    if cost.points:
        table.emit(
            "spent",
            *rules,
            place=dump,
            resource="sp",
            owner=side,
            amount=cost.points,
            purpose="supply",
            label=f"supply for a count of {cost.count}",
        )
    for place, piece, n in units:
        table.emit("supplied", *rules, place=place, piece=piece, count=n, value=dump)
        flip(table, place, piece, n, *rules, fed=1)
    return {**used, **{place: used.get(place, 0) + n for place, n in cost.oasis.items()}}


def feed_plan(table: Table, drawings: Sequence[Drawing], used: Used) -> dict[str, int]:
    """All groups of a plan draw, what oases give first."""
    for drawing in sorted(drawings, key=lambda one: not one.oasis):
        if drawing.oasis:
            used = feed(table, drawing.place, drawing.units, used)
        else:
            # What the plan pays for takes nothing from an oasis.
            shut = {**used, **{place: OASIS for place, _, _ in drawing.units}}
            feed(table, drawing.place, drawing.units, shut)
    return dict(used)


def rules_of(view: View, dump: str, units: Sequence[Held], cost: Bill, reach: Reach, barred: Bars) -> tuple[str, ...]:
    """The rules that bear on a group's supply."""
    if not cost.points:
        return ("5.1c.oasis-two",)
    paid = cost.count - sum(cost.oasis.values())
    rules = ["5.1a.pay-or-oos", "5.1a.count-one", "5.1a.divide-by-ten", "5.1a.one-hex-per-group"]
    rules += [range_rule(barred.side), "5.1a.range-in-mps", "5.1a.into-hex"]
    conditions = {
        "5.1a.minimum-one": paid < 5,
        "5.1a.italian-div-two": any(weight(view, piece) == 2 for _, piece, _ in units),
        "5.1a.example-fourteen": paid == 14,
        "5.1a.grouping-allowed": _others_in_reach(view, units, reach, barred.side),
        "5.1c.oasis-minus-two": bool(cost.oasis),
        "1.7.connecting-supply": dump == CONNECTING,
        "5.1a.no-ezoc": negated(reach, (place for place, _, _ in units), barred),
    }
    found = [rule for rule, holds in conditions.items() if holds]
    return (*rules, *found, *(("scs.zoc-negate",) if conditions["5.1a.no-ezoc"] else ()))


def _others_in_reach(view: View, units: Sequence[Held], reach: Reach, side: str) -> bool:
    """Whether the dump also reaches units that are no part of the group: a division into groups (5.1a)."""
    mine = {(place, piece) for place, piece, _ in units}
    return any(
        piece.power == side and is_unit(piece) and (place, piece) not in mine and not needs_none(view, place, piece)
        for place in reach.cost
        for piece in view.state.at(place)
    )


def all_dumps(view: View) -> list[str]:
    """Where the side on turn can spend Supply Points."""
    return [place for place in dumps(view, view.state.power) if place != TRIPOLI]


# -- the deeds -----------------------------------------------------------------------------------------------------
After = Callable[[Table, Used], None]
"""What is to be noted once oases have given so much, by hex."""


@dataclass(frozen=True)
class Feeding(Deed[Supply]):
    """A group of units draws on a dump or an oasis; `used` is what oases have given, `after` takes it on."""

    kind = Supply
    used: Used
    after: After

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "space":
            return places_to_draw(view, self.used)
        return loads_for(view, given["space"], self.used)

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "groups":
            return [((some,), place) for place, units in in_reach(view, given["space"]) for some in units]
        return super().parts(view, field, given)

    def judge(self, view: View, order: Supply) -> Ruling:
        return judge(view, order, self.used)

    def do(self, table: Table, order: Supply, found: list[Held]) -> None:
        self.after(table, feed(table, order.space, found, self.used))


@dataclass(frozen=True)
class FeedingAll(Deed[SupplyAll]):
    """The fewest points for all that can be fed."""

    kind = SupplyAll
    used: Used
    after: After

    def judge(self, view: View, order: SupplyAll) -> Ruling:
        found = plan(view, view.state.power, self.used)
        if found.drawings:
            told = _passed_over(view, found)
            return Ruling.allow([told] if told else [], ("5.1a.pay-or-oos",), found)
        left = sum(n for _, _, n in found.unsupplied)
        text = f"none of the {left} units without supply has Supply Points in range" if left else "all are supplied"
        return Ruling.refuse("5.1a.pay-or-oos", text, left=left)

    def do(self, table: Table, order: SupplyAll, found: Plan) -> None:
        told = _passed_over(table, found)
        if told:
            table.note("not all can be supplied", "5.1a.may-decline", detail=told)
        self.after(table, feed_plan(table, found.drawings, self.used))


def _passed_over(view: View, found: Plan) -> str:
    """Whom a plan passes over and why, "" where it feeds all in reach."""
    passed = [f"{title(view, piece)} in {name(view, place)}" for place, piece, _ in found.passed]
    return f"most attack and defence for their count come first; without supply: {joined(passed)}" if passed else ""


@dataclass(frozen=True)
class Overspending(Deed[Spend]):
    """Supply Points are spent beyond what is due, so that the enemy gets none (5.1a)."""

    kind = Spend
    used: Used
    after: After

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        has = {place: view.state.stock(place, "sp", view.state.power) for place in all_dumps(view)}
        if field.name == "space":
            return [place for place, n in has.items() if n >= given.get("count", 1)]
        most = has.get(given.get("space", ""), max(has.values(), default=0))
        return list(range(1, most + 1))

    def judge(self, view: View, order: Spend) -> Ruling:
        has = 0 if order.space == TRIPOLI else points_of(view, order.space, view.state.power)
        if not 1 <= order.count <= has:
            text = f"{name(view, order.space)} holds {has} Supply Points of yours that can be spent, not {order.count}"
            return Ruling.refuse("5.1a.overspend", text, "5.0a.stay-with-owner", asked=order.count, has=has)
        return Ruling.allow()

    def do(self, table: Table, order: Spend, found: None) -> None:
        table.emit(
            "spent",
            "5.1a.overspend",
            "5.3.no-destroy",
            place=order.space,
            resource="sp",
            owner=table.state.power,
            amount=order.count,
            purpose="more than due",
        )
        self.after(table, self.used)
