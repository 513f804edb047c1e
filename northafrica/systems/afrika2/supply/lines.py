"""Lines of supply: how far Supply Points reach, what bars them and the trucks (rulebook 5.1a, 5.4a)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Limits, Reach, search
from northafrica.systems.afrika2.entities import AXIS, CONNECTING, LRDG, OFF_MAP, RESTRICTION, TRIPOLI
from northafrica.systems.afrika2.ground import data, enemy_of, is_leader, name, occupied, unit, ways, zones
from northafrica.systems.afrika2.movement.march import points
from northafrica.systems.afrika2.terrain.ways import QUARTERS

FAR = 10_000


@dataclass(frozen=True)
class Bars:
    """What bars the supply and trucks of a side: enemies, their zones, what friends open again (scs.zoc-negate)."""

    side: str
    enemies: frozenset[str]
    zones: frozenset[str]
    friends: frozenset[str]
    shut: frozenset[str] = field(default=frozenset())


def bars(view: View, side: str) -> Bars:
    """What stands in the way of a side's supply now."""
    enemies, friends = frozenset(occupied(view, enemy_of(side))), frozenset(occupied(view, side))
    reached = frozenset(zones(view, side))
    beyond = frozenset() if side == AXIS else frozenset(OFF_MAP)
    return Bars(side, enemies, reached, friends, (reached - friends) | enemies | beyond)


def range_of(view: View, side: str) -> int:
    """Supply range of a side this turn, in quarters of a movement point."""
    return data(view).chart("range", side, view.state.round) * QUARTERS


def range_rule(side: str) -> str:
    """The rule that sets a side's supply range."""
    return "5.1a.range-axis" if side == AXIS else "5.1a.range-cw"


def reach_of(view: View, dump: str, barred: Bars) -> Reach:
    """What a dump reaches, counted from it into the hexes of the units; Tripoli and the connecting box feed their own.

    From turn 7 the connecting box also reaches the western edge (1.7.connecting-supply and the range of five).
    """
    return search(ways(view).steps["trace"], dump, Limits(range_of(view, barred.side), barred.shut))


def needs_none(view: View, place: str, piece: Piece) -> tuple[str, ...]:
    """The rules that supply a unit for nothing, () where it must be supplied."""
    if is_leader(piece):
        return ("5.1a.free-units",)
    if piece.kind == LRDG:
        return ("7.3.lrdg-supply", "5.1a.free-units")
    if unit(view, piece).garrison:
        return ("5.1a.free-units", "2.7.garrison-no-supply")
    if place == TRIPOLI:
        return ("1.7.tripoli-free-supply",)
    return ("7.2.immune",) if place == RESTRICTION else ()


def weight(view: View, piece: Piece) -> int:
    """What one unit counts for supply: Italian divisions 2, others 1."""
    return unit(view, piece).supply_count


def due(count: int) -> int:
    """Supply Points for a group: a tenth of the count, a half up, at least one where anything is drawn.

    >>> [due(n) for n in (0, 1, 4, 14, 15, 24, 25, 28)]
    [0, 1, 1, 1, 2, 2, 3, 3]
    """
    return max(1, (count + 5) // 10) if count else 0


def said(view: View, place: str) -> str:
    """A place within a sentence: boxes bear an article."""
    return f"the {name(view, place)}" if place in (*OFF_MAP, RESTRICTION) else name(view, place)


def out_of_range(view: View, dump: str, place: str, barred: Bars, *further: str) -> Ruling:
    """Why a dump does not reach a place: too far, or barred by enemies."""
    rule, limit = range_rule(barred.side), range_of(view, barred.side)
    steps = ways(view).steps["trace"]
    whole = f"{said(view, place)} from the Supply Points in {said(view, dump)}"
    if TRIPOLI in (dump, place) or place == CONNECTING:
        text = f"units in the {name(view, place)} draw on Supply Points there only"
        return Ruling.refuse("1.7.connecting-supply", text, rule)
    free = search(steps, dump, Limits(FAR, barred.shut)).cost.get(place)
    straight = search(steps, dump, Limits(FAR)).cost.get(place)
    if straight is not None and straight <= limit:
        text = f"enemies or their zones of control bar every way of {points(limit)} movement points to {whole}"
        return Ruling.refuse("5.1a.no-ezoc", text, "scs.zoc-negate", *further, range=points(limit))
    shown = free if free is not None else straight
    if shown is None:
        return Ruling.refuse(rule, f"no way leads to {whole}", *further)
    text = f"it takes {points(shown)} movement points into {whole}; the range is {points(limit)}"
    numbers = {"needs": points(shown), "range": points(limit)}
    return Ruling.refuse(rule, text, "5.1a.range-in-mps", "5.1a.into-hex", *further, **numbers)


def negated(found: Reach, places: Iterable[str], barred: Bars) -> bool:
    """Whether a way to one of these places passes a zone of control that a friend there cancels."""
    cancelled = barred.zones & barred.friends
    return any(cancelled.intersection(found.path(place)[1:]) for place in places if place in found.cost)
