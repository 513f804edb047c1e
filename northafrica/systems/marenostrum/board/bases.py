"""Airbases and stacking: how many units of a side fit into an area (7.0, 10.1, 16.0)."""

from __future__ import annotations

from collections.abc import Mapping

from northafrica.core.groups import number
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.marenostrum.board.ground import (
    HOME,
    HQ,
    STATIC,
    category,
    contested,
    controller,
    count,
    data,
    ground_here,
    holds_ground,
    kind_of,
)
from northafrica.systems.marenostrum.data.tables import SUPPLY

TIGHT = ("fortress", "small_island", "deep_desert")
UNLIMITED = 1000


def is_tight(view: View, space: str) -> bool:
    """Whether an area holds three of each at most (rule 7.2.three-each)."""
    return data(view).sort(space) in TIGHT


def ground_room(view: View, space: str, side: str) -> int:
    """How many ground units still fit; one HQ does not count (rules 7.2.three-each, 19.9.hq-heavy)."""
    if not is_tight(view, space):
        return UNLIMITED
    return data(view).numbers["stack_limit"] - limited(view, space, side)


def limited(view: View, space: str, side: str) -> int:
    """The ground units of a side that count against the limit: all but one HQ."""
    units = ground_here(view, space, side)
    heads = sum(n for piece, n in units if kind_of(view, piece) == HQ)
    return sum(n for _, n in units) - min(1, heads)


def supply_room(view: View, space: str, side: str) -> int:
    """How many supply units still fit."""
    if not is_tight(view, space):
        return UNLIMITED
    return data(view).numbers["stack_limit"] - count(view, space, side, SUPPLY)


def serves(view: View, space: str, side: str) -> bool:
    """Whether a side may use the bases of an area: it controls it, or has a ground unit in a contested one."""
    return controller(view, space) == side or (contested(view, space) and holds_ground(view, space, side))


def air_capacity(view: View, space: str, side: str) -> int:
    """How many aircraft of a side an area bases, by all rules together (note A36)."""
    info = data(view)
    if space not in info.board or info.sort(space) == "sea" or not serves(view, space, side):
        return 0
    numbers: Mapping[str, int] = info.numbers
    static = number(view, space, lambda p: p.power == side and p.kind == SUPPLY and p.has(STATIC))
    found = UNLIMITED if info.has_tag(space, "airbase") else 0
    found += numbers["fortress_airbase"] if info.sort(space) == "fortress" else 0
    found += numbers["supply_airbase"] if static else 0
    return min(found, numbers["stack_limit"]) if is_tight(view, space) else found


def air_room(view: View, space: str, side: str) -> int:
    """How many aircraft more an area bases; seaplanes off its coast count too (rule 19.11.seaplane)."""
    based = number(view, space, lambda p: p.power == side and category(view, p) == "air" and not p.has(HOME))
    return air_capacity(view, space, side) - based - seaplanes(view, space, side)


def hosts(view: View, zone: str, side: str) -> list[str]:
    """The areas along a zone with an airbase or port that serves a side, the roomiest first (rule 19.11.seaplane)."""
    info = data(view)
    near = info.board.neighbours(zone, kind="coast")
    found = [s for s in near if serves(view, s, side) and (info.port(s) or air_capacity(view, s, side))]
    return sorted(found, key=lambda s: (-seats(view, s, side), s))


def seats(view: View, space: str, side: str) -> int:
    """How many aircraft and seaplanes an area has place for: what it bases, or its port's capacity."""
    return max(air_capacity(view, space, side), 0 if is_tight(view, space) else data(view).port(space))


def seaplanes(view: View, space: str, side: str) -> int:
    """How many seaplanes at sea fill places of an area: those of its zones that have no roomier host."""
    found = 0
    for zone in data(view).board.neighbours(space, kind="coast"):
        at_sea = number(view, zone, lambda p: p.power == side and category(view, p) == "air" and not p.has(HOME))
        if at_sea and hosts(view, zone, side)[:1] == [space]:
            found += at_sea
    return found


def seat_problem(view: View, zone: str, side: str, asked: int = 1) -> Ruling | None:
    """Why so many seaplanes more cannot base in a zone (rule 19.11.seaplane)."""
    near = hosts(view, zone, side)
    if not near:
        return Ruling.refuse("19.11.seaplane", f"no airbase or port that serves lies along {view.name(zone)}")
    host = near[0]
    based = count(view, host, side, "air") + seaplanes(view, host, side)
    room = seats(view, host, side) - based
    if room >= asked:
        return None
    text = f"{view.name(host)} has room for {room} more, not {asked}"
    return Ruling.refuse("19.11.seaplane", text, "7.3.airbase", room=room, asked=asked)


def disrupted_base(view: View, space: str) -> bool:
    """Whether the printed airbase of an area is disrupted (rule 16.4.air)."""
    return bool(view.state.marker(space, "airbase"))


def base_problem(view: View, space: str, side: str, asked: int = 1) -> Ruling | None:
    """Why so many aircraft more cannot be based in an area."""
    room, most = air_room(view, space, side), air_capacity(view, space, side)
    if most <= 0:
        return Ruling.refuse("10.0.where", f"{view.name(space)} has no airbase that serves", "10.1.end-at-base")
    if room >= asked:
        return None
    rule = "7.2.three-each" if is_tight(view, space) else "10.1.static-three"
    text = f"{view.name(space)} bases {most} aircraft, {room} more now, not {asked}"
    rules = ("7.3.airbase", *(("10.1.fortress-three",) if data(view).sort(space) == "fortress" else ()))
    return Ruling.refuse(rule, text, *rules, limit=most, room=room, asked=asked)
