"""What cannot be in a state of Afrika II, in words for people."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.core.groups import everywhere
from northafrica.core.orders import nearest
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.afrika2.entities import (
    AXIS,
    BOXES,
    CONNECTING,
    CW,
    FREE,
    HELD,
    LEADERS,
    OFF_MAP,
    PORTS,
    RESTRICTION,
    SIDES,
    TO_COME,
    TRACK,
    TRIPOLI,
)
from northafrica.systems.afrika2.facts import facts
from northafrica.systems.afrika2.ground import (
    PHASE_STATUS,
    closed_to,
    count_units,
    data,
    in_play,
    is_leader,
    name,
    on_map,
)
from northafrica.systems.afrika2.leaders import Displaced, escorted
from northafrica.systems.afrika2.reinforcement.calendar import counters

LASTING = ("lost", "oos", "stirred", "returns")
COUNTED = dict.fromkeys(("air", "truck", "shipping"), tuple(TRACK.values())) | {"capacity": PORTS}
MARKS = ("control", "captured", "box", "waiting")


def faults(view: View) -> list[str]:
    """All that is wrong, a line each."""
    found = (_pieces, _numbers, _stacks, _leaders, _stocks, _marks, _memory)
    return [line for part in found for line in part(view)]


def _pieces(view: View) -> Iterator[str]:
    for place, piece, _ in everywhere(view, lambda p: True):
        what = f"{view.names.kind(piece.kind)} in {name(view, place)}"
        if not on_map(view, place) and (place not in BOXES or place in TRACK.values()):
            yield f"'{place}' is no place for pieces"
            continue
        if data(view).side_of(piece.kind) != piece.power:
            yield f"{what} does not belong to {piece.power}"
        if piece.power == CW and place in OFF_MAP:
            yield f"no Commonwealth unit may be in the {name(view, place)} (1.7)"
        if piece.power == AXIS and place == RESTRICTION:
            yield f"{what}: the Restriction Box is the Commonwealth's (7.2)"
        yield from _statuses(piece, what)
        if not is_leader(piece):
            yield from _unit(view, place, piece, what)


def _statuses(piece: Piece, what: str) -> Iterator[str]:
    known = (*LASTING, *PHASE_STATUS, *FREE)
    for status, value in piece.status:
        if status not in known:
            yield f"{what}: '{status}' is no status of a unit{nearest(status, known)}"
        elif not isinstance(value, int) or value < 1:
            yield f"{what}: '{status} {value}' needs a number, like '{status} 1'"


def _unit(view: View, place: str, piece: Piece, what: str) -> Iterator[str]:
    steps = data(view).units[piece.kind].steps
    if piece.number("lost") >= steps and in_play(view, place):
        yield f"{what} has {steps} steps and cannot have lost {piece.number('lost')}"
    closed = closed_to(view, place, piece)
    if closed is not None:
        yield f"{what} stands where it cannot be: {closed.reason}"


def _numbers(view: View) -> Iterator[str]:
    counts: dict[str, int] = {}
    for _, piece, n in everywhere(view, lambda p: True):
        counts[piece.kind] = counts.get(piece.kind, 0) + n
    for kind, n in sorted(counts.items()):
        most = counters(view, kind)
        if n > most:
            yield f"there are {n} of {view.names.kind(kind)}, the game has {most}"


def _stacks(view: View) -> Iterator[str]:
    for place in view.state.pieces:
        if on_map(view, place) and count_units(view, place, AXIS) and count_units(view, place, CW):
            yield f"both sides stand in {name(view, place)}"


def _leaders(view: View) -> Iterator[str]:
    """A leader in play has units of his with him, but for the moments in which he loses them (6.2, 7.1)."""
    if facts(view).combat is not None:
        return
    for place, piece, _ in everywhere(view, lambda p: p.kind in LEADERS):
        waits = any(isinstance(step, Displaced) and step.side == piece.power for step in view.state.stack)
        if (on_map(view, place) or place in OFF_MAP) and not waits and not escorted(view, place, piece.power):
            whom = "German unit" if piece.power == AXIS else "Commonwealth unit"
            yield f"{view.names.kind(piece.kind)} stands in {name(view, place)} without a {whom} (6.2)"


def _stocks(view: View) -> Iterator[str]:
    for place, stocks in view.state.stocks.items():
        for stock, n in stocks.items():
            where = name(view, place)
            if n < 0:
                yield f"{where} has {n} {stock}"
            if stock.resource == "sp":
                yield from _supply(view, place, stock.owner)
            elif stock.resource not in COUNTED:
                yield f"{where} holds '{stock.resource}', which this game does not have"
            elif place not in COUNTED[stock.resource]:
                yield f"{where} has no {stock.resource}"


def _supply(view: View, place: str, owner: str) -> Iterator[str]:
    where = name(view, place)
    if owner not in SIDES:
        yield f"the supply points in {where} belong to nobody; write 'sp/axis' or 'sp/cw'"
    elif place == TRIPOLI:
        yield "Tripoli's supply dump is without end and holds no supply points (1.7)"
    elif not on_map(view, place) and place not in (CONNECTING, TO_COME[owner]):
        yield f"no supply points can lie in the {where}"
    elif place == CONNECTING and owner == CW:
        yield f"no supply points of the Commonwealth can lie in the {where} (1.7)"


def _marks(view: View) -> Iterator[str]:
    for place, marks in view.state.markers.items():
        for mark, value in marks.items():
            where = name(view, place)
            if mark not in MARKS:
                yield f"{where} bears the marker '{mark}', which this game does not have"
            elif mark in ("control", "box") and value not in SIDES:
                yield f"the marker {mark} of {where} is '{value}'; write axis or cw"
            elif mark == "control" and place not in HELD:
                yield f"{where} is no place that anybody controls"
            elif mark in ("captured", "waiting") and not value.isdigit():
                yield f"the marker {mark} of {where} is '{value}' and no number"
    for place in HELD:
        for side, other in ((AXIS, CW), (CW, AXIS)):
            if count_units(view, place, side) and view.state.marker(place, "control") == other:
                yield f"{name(view, place)} is marked {other}, yet units of {side} stand there"


def _memory(view: View) -> Iterator[str]:
    found = facts(view)
    if not 0 <= found.withdrawals <= 2:
        yield f"the big withdrawal has happened {found.withdrawals} times, twice at most is possible"
    if found.replacements < 0 or found.spare < 0:
        yield f"{found.replacements} Replacements and {found.spare} quarters of a truck are left"
