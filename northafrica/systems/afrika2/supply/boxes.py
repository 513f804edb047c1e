"""Building Boxes at the start of the Supply Phase (rulebook 1.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.orders import Amounts, FieldSpec
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import FORT_HEXES
from northafrica.systems.afrika2.ground import count_units, dumps, name, on_map, units_at, zones
from northafrica.systems.afrika2.movement.march import points
from northafrica.systems.afrika2.orders import BuildBox
from northafrica.systems.afrika2.supply.lines import bars, out_of_range, range_of, range_rule, reach_of


def markers_left(view: View, side: str) -> int:
    """How many Box markers a side still has, its half of them (1.6, option box_markers)."""
    if view.option("box_markers") == "unlimited":
        return 1_000
    used = sum(1 for inner in view.state.markers.values() if inner.get("box") == side)
    return int(view.option("box_markers")) // 2 - used


def payers(view: View, place: str) -> list[str]:
    """The dumps that can pay for a Box in a hex: Supply Points in range of it."""
    side = view.state.power
    barred = bars(view, side)
    return [dump for dump in dumps(view, side) if place in reach_of(view, dump, barred).cost]


def sites(view: View) -> list[str]:
    """The hexes where a Box can be built now."""
    found = [place for place in sorted(view.state.pieces) if on_map(view, place) and _site(view, place)]
    return [place for place in found if payers(view, place)]


def ways_to_pay(view: View, place: str) -> list[Amounts]:
    """One Supply Point from each dump in range."""
    return [((dump, 1),) for dump in payers(view, place)]


@dataclass(frozen=True)
class Building(Deed[BuildBox]):
    """A unit that stood still digs in; `late`: units have been consolidated or supplied since."""

    kind = BuildBox
    late: bool = False

    def barred(self, view: View) -> Ruling | None:
        text = "Boxes are built at the start of the phase, before consolidation and supply"
        return Ruling.refuse("1.6.box-timing", text) if self.late else None

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return sites(view) if field.name == "space" else ways_to_pay(view, given["space"])

    def judge(self, view: View, order: BuildBox) -> Ruling:
        site = _site(view, order.space)
        return _payment(view, order) if site else site

    def do(self, table: Table, order: BuildBox, found: str) -> None:
        side, place = table.state.power, order.space
        rules = ("1.6.box-cost", "1.6.box-sp-no-supply", range_rule(side))
        table.emit("spent", *rules, place=found, resource="sp", owner=side, amount=1, purpose="Box")
        built = (
            "1.6.box-timing",
            "1.6.box-needs-unit",
            "1.6.box-not-moved",
            "1.6.box-no-ezoc",
            "1.6.box-in-supply",
            "1.6.box-not-in-fort",
            "1.6.box-countermix",
        )
        table.emit("marked", *built, place=place, marker="box", value=side, label="a Box is built")


def _site(view: View, place: str) -> Ruling:
    """Whether a Box can be built in a hex, payment apart."""
    side = view.state.power
    if not on_map(view, place):
        return Ruling.refuse("1.6.box-not-in-fort", f"the {name(view, place)} is no hex of the map", "1.7.off-map")
    if place in FORT_HEXES:
        return Ruling.refuse("1.6.box-not-in-fort", f"{name(view, place)} holds printed fortifications")
    if view.state.marker(place, "box") == side:
        return Ruling.refuse("1.6.box-effect-only", f"{name(view, place)} has a Box; a second adds nothing")
    if markers_left(view, side) <= 0:
        return Ruling.refuse("1.6.box-countermix", "all Box markers of your half are in use", has=0)
    return _builder(view, place)


def _builder(view: View, place: str) -> Ruling:
    """A unit that stood still, out of enemy zones and supplied, must be there."""
    side, here = view.state.power, name(view, place)
    units = units_at(view, place, side)
    if not units:
        return Ruling.refuse("1.6.box-needs-unit", f"no unit of yours stands in {here}")
    still = [piece for piece, _ in units if not piece.has("stirred")]
    number = count_units(view, place, side)
    if not still:
        text = f"every unit of yours in {here} ({number}) has moved this turn"
        return Ruling.refuse("1.6.box-not-moved", text, units=number)
    if place in zones(view, side):
        return Ruling.refuse("1.6.box-no-ezoc", f"{here} lies in an enemy zone of control")
    if all(piece.has("oos") for piece in still):
        return Ruling.refuse("1.6.box-in-supply", f"no unit in {here} that stood still is in supply")
    return Ruling.allow()


def _payment(view: View, order: BuildBox) -> Ruling:
    """Whether the one Supply Point can be paid; the dump it comes from is what is found."""
    place, here = order.space, name(view, order.space)
    known = payers(view, place)
    if order.paying:
        asked = sum(n for _, n in order.paying)
        if asked != 1 or len(order.paying) != 1:
            return Ruling.refuse("1.6.box-cost", f"a Box costs 1 Supply Point, not {asked}", asked=asked)
        dump = order.paying[0][0]
        if dump in known:
            return Ruling.allow(found=dump)
        if dump not in dumps(view, view.state.power):
            return Ruling.refuse("1.6.box-cost", f"{name(view, dump)} holds no Supply Points of yours")
        why = out_of_range(view, dump, place, bars(view, view.state.power))
        return Ruling.refuse("1.6.box-cost", why.reason, why.rule, *why.rules, **why.numbers)
    if not known:
        limit = points(range_of(view, view.state.power))
        text = f"no Supply Points lie within {limit} movement points of {here}"
        return Ruling.refuse("1.6.box-cost", text, range_rule(view.state.power), range=limit)
    if len(known) > 1:
        listed = ", ".join(name(view, dump) for dump in known)
        return Ruling.ambiguous(f"several dumps can pay: {listed}; write 'paying 1' and which")
    return Ruling.allow(found=known[0])
