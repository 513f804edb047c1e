"""What may be laid over the map: where units can go, zones of control, supply ranges, the ways of trucks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from northafrica.core.overlays import Overlay, OverlaySort
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Limits, Reach, Step, search
from northafrica.systems.afrika2.entities import AXIS, OFF_MAP, SIDES
from northafrica.systems.afrika2.ground import data, dumps, enemy_of, name, on_map, supply_points, units_at, ways, zones
from northafrica.systems.afrika2.movement.march import mp, reach, toll, units_of
from northafrica.systems.afrika2.shown.cards import LABELS, known, short
from northafrica.systems.afrika2.supply.lines import FAR, bars, range_of, range_rule, reach_of
from northafrica.systems.afrika2.terrain.ways import QUARTERS

TRUCK = 5 * QUARTERS


def overlays(view: View, space: str) -> tuple[OverlaySort, ...]:
    """What can be shown while a place is selected; without one only what needs none."""
    found = [OverlaySort(f"zone:{side}", f"Zones of control: {LABELS[side]}") for side in SIDES]
    found += [OverlaySort(f"supplied:{side}", f"In range of any dump: {LABELS[side]}") for side in SIDES]
    if space and (on_map(view, space) or space in OFF_MAP):
        found = [*_moves(view, space), *found]
        found += [OverlaySort(f"range:{side}", f"Range of a dump here: {LABELS[side]}") for side in _sides(view, space)]
        found += [OverlaySort(f"truck:{side}", f"Trucks from here: {LABELS[side]}") for side in _sides(view, space)]
        found.append(OverlaySort("road", "Roads from here"))
    return tuple(found)


def _sides(view: View, space: str) -> list[str]:
    """The sides with Supply Points in a place, or both where none has."""
    return [side for side in SIDES if supply_points(view, space, side)] or list(SIDES)


def _moves(view: View, space: str) -> list[OverlaySort]:
    found = []
    for side in SIDES:
        units = units_at(view, space, side)
        if not all(known(data(view).units[piece.kind]) for piece, _ in units):
            continue
        if len(units) > 1:
            found.append(OverlaySort(f"move:{side}", f"Movement: all {LABELS[side]} units here"))
        for n, (piece, _) in enumerate(units):
            found.append(OverlaySort(f"move:{side} {n}", f"Movement: {view.names.kind(piece.kind)}"))
    return found


def overlay(view: View, name: str, space: str) -> Overlay:
    """One of the overlays that `overlays` lists. Raises KeyError for any other name."""
    if name not in {sort.name for sort in overlays(view, space)}:
        raise KeyError(name)
    sort, _, given = name.partition(":")
    return MAKERS[sort](view, space, given)


def _priced(title: str, found: Reach, notes: tuple[str, ...], rules: tuple[str, ...]) -> Overlay:
    """Costs of a search, without the place it starts from."""
    costs = {place: cost for place, cost in found.cost.items() if place != found.start}
    most = max(costs.values(), default=1) or 1
    return Overlay(
        title,
        found.start,
        {place: short(Fraction(cost, QUARTERS)) for place, cost in costs.items()},
        {place: cost / most for place, cost in costs.items()},
        dict(found.before),
        notes,
        rules,
    )


def _move(view: View, space: str, given: str) -> Overlay:
    side, _, number = given.partition(" ")
    units = units_at(view, space, side)
    picked = [units[int(number)]] if number else units
    found = reach(view, space, units_of(picked))
    who = ", ".join(view.names.kind(piece.kind) for piece, _ in picked)
    charged = any(toll(piece) for piece, _ in units_of(picked))
    zone = "+2 for each enemy zone of control entered" if charged else "nothing for enemy zones of control"
    notes = (f"movement points for every hex in reach, {zone}",)
    return _priced(f"Movement of {who} from {name(view, space)}", found, notes, ("scs.one-move", "scs.zoc-cost"))


def _zone(view: View, space: str, given: str) -> Overlay:
    met = zones(view, enemy_of(given))
    shades = dict.fromkeys(sorted(met), 1.0 if given == AXIS else 0.0)
    return Overlay(
        f"{LABELS[given]} zones of control",
        shades=shades,
        labels=dict.fromkeys(shades, "z"),
        rules=("scs.zoc-six", "scs.zoc-terrain"),
    )


def _range(view: View, space: str, given: str) -> Overlay:
    found = reach_of(view, space, bars(view, given))
    title = f"Supply range of {name(view, space)}, {LABELS[given]}: {mp(range_of(view, given))}"
    return _priced(title, found, ("counted from the dump into the hexes of the units",), (range_rule(given),))


def _supplied(view: View, space: str, given: str) -> Overlay:
    barred, costs = bars(view, given), dict[str, int]()
    for dump in dumps(view, given):
        for place, cost in reach_of(view, dump, barred).cost.items():
            costs[place] = min(cost, costs.get(place, cost))
    most = range_of(view, given) or 1
    return Overlay(
        f"In range of a dump, {LABELS[given]}: {mp(most)}",
        "",
        {place: short(Fraction(cost, QUARTERS)) for place, cost in costs.items()},
        {place: cost / most for place, cost in costs.items()},
        {},
        ("whether the points there suffice is not asked",),
        (range_rule(given),),
    )


def _truck(view: View, space: str, given: str) -> Overlay:
    found = search(ways(view).steps["truck"], space, Limits(FAR, bars(view, given).shut))
    notes = ("movement points of trucks for one Supply Point; a truck has 5",)
    return _priced(f"Trucks from {name(view, space)}, {LABELS[given]}", found, notes, ("5.4a.proportional",))


def _road(view: View, space: str, given: str) -> Overlay:
    roads = {
        place: tuple(step for step in steps if step.road and step.to in data(view).hexes)
        for place, steps in ways(view).steps["truck"].items()
    }
    found = search(_only_roads(roads), space, Limits(FAR))
    return _priced(
        f"Roads and tracks from {name(view, space)}",
        found,
        ("movement points, enemies left aside",),
        ("1.4.road-negates",),
    )


def _only_roads(steps: Mapping[str, tuple[Step, ...]]) -> Mapping[str, tuple[Step, ...]]:
    return {place: found for place, found in steps.items() if found}


MAKERS: Mapping[str, Callable[[View, str, str], Overlay]] = {
    "move": _move,
    "zone": _zone,
    "range": _range,
    "supplied": _supplied,
    "truck": _truck,
    "road": _road,
}
