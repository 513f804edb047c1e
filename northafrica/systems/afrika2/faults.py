"""What cannot be in a state of Afrika II, in words for people."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.core.groups import everywhere
from northafrica.core.table import View
from northafrica.systems.afrika2.entities import AXIS, BOXES, CONNECTING, CW, LEADERS, TRIPOLI
from northafrica.systems.afrika2.ground import count_units, data, in_play, is_leader, name, on_map


def faults(view: View) -> list[str]:
    """All that is wrong, a line each."""
    return [*_pieces(view), *_numbers(view), *_stacks(view), *_stocks(view)]


def _pieces(view: View) -> Iterator[str]:
    for place, piece, _ in everywhere(view, lambda p: True):
        if not on_map(view, place) and place not in BOXES:
            yield f"'{place}' is no place for pieces"
        if data(view).side_of(piece.kind) != piece.power:
            yield f"{view.names.kind(piece.kind)} in {name(view, place)} does not belong to {piece.power}"
        if is_leader(piece):
            continue
        steps = data(view).units[piece.kind].steps
        if piece.number("lost") >= steps and in_play(view, place):
            what = f"{view.names.kind(piece.kind)} in {name(view, place)}"
            yield f"{what} has {steps} steps and cannot have lost {piece.number('lost')}"
        if piece.power == CW and place in (TRIPOLI, CONNECTING):
            yield f"no Commonwealth unit may be in the {name(view, place)} (1.7)"


def _numbers(view: View) -> Iterator[str]:
    counts: dict[str, int] = {}
    for _, piece, n in everywhere(view, lambda p: True):
        counts[piece.kind] = counts.get(piece.kind, 0) + n
    for kind, n in sorted(counts.items()):
        most = 1 if kind in LEADERS else data(view).units[kind].quantity
        if n > most:
            yield f"there are {n} of {view.names.kind(kind)}, the game has {most}"


def _stacks(view: View) -> Iterator[str]:
    for place in view.state.pieces:
        if on_map(view, place) and count_units(view, place, AXIS) and count_units(view, place, CW):
            yield f"both sides stand in {name(view, place)}"


def _stocks(view: View) -> Iterator[str]:
    for place, stocks in view.state.stocks.items():
        for stock, n in stocks.items():
            if n < 0:
                yield f"{name(view, place)} has {n} {stock}"
            if stock.resource == "sp" and stock.owner not in (AXIS, CW):
                yield f"the supply points in {name(view, place)} belong to nobody; write 'sp/axis' or 'sp/cw'"
            if stock.resource not in ("sp", "air", "truck", "shipping", "capacity"):
                yield f"{name(view, place)} holds '{stock.resource}', which this game does not have"
