"""Why nothing may fill a field of an order: likely orders of that kind are judged, and their refusals told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from northafrica.core.game import Game
from northafrica.core.orders import FieldSpec, Order, Some, Unclear, specs
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling

MOST = 600
"""How many orders are judged at most: a full board must not keep the asker waiting."""


def why_nothing(game: Game, kind: str, given: Mapping[str, Any], most: int = 3) -> list[tuple[Order, Ruling]]:
    """Orders of a kind with the rules that forbid them, a rule each, the one that forbids most of them first.

    The orders tried are one piece each, of the power whose turn it is or of the seat that decides, with a
    neighbour of its place where the order asks for one. Empty where no such order can be made up.
    """
    made: dict[str, tuple[Order, Ruling]] = {}
    counts: dict[str, int] = {}
    for number, order in enumerate(_likely(game, game.grammar.kinds[kind], given)):
        if number >= MOST:
            break
        try:
            ruling = game.check(order)
        except Unclear:
            continue
        if not ruling and ruling.rule:
            made.setdefault(ruling.rule, (order, ruling))
            counts[ruling.rule] = counts.get(ruling.rule, 0) + 1
    first = sorted(counts, key=lambda rule: -counts[rule])
    return [made[rule] for rule in first[:most]]


def _likely(game: Game, kind: type[Order], given: Mapping[str, Any]) -> Iterator[Order]:
    needed = [spec for spec in specs(kind) if not spec.optional or spec.name in given or spec.type == "space"]
    if any(spec.type not in ("units", "path", "space") and spec.name not in given for spec in needed):
        return
    for place, piece in _pieces(game):
        for near in _neighbours(game, place):
            filled = {spec.name: given.get(spec.name) or _fill(game, spec, place, piece, near) for spec in needed}
            if _begins_there(filled, needed, place):
                yield kind(**filled)


def _pieces(game: Game) -> Iterator[tuple[str, Piece]]:
    """One piece of each group that may be meant, those of the power whose turn it is first."""
    view, power = game.view(game.seat), game.state.power
    for own in (True, False):
        for place in sorted(view.state.pieces):
            for piece in sorted(view.state.at(place)):
                if view.setting.seats.get(piece.power) == game.seat and (piece.power == power) == own:
                    yield place, piece


def _neighbours(game: Game, place: str) -> tuple[str, ...]:
    board = game.system.board(game.setting.data)
    return (board.neighbours(place) if place in board.spaces else ()) or (place,)


def _fill(game: Game, spec: FieldSpec, place: str, piece: Piece, near: str) -> Any:
    """A value for a field: the piece, the way to the neighbour, or a space; `from` and `at` name the piece's own."""
    if spec.type == "units":
        power = "" if piece.power == game.state.power else piece.power
        return (Some(1, piece.kind, power, piece.status or None),)
    if spec.type == "path":
        return (place, near)
    return place if spec.keyword in ("from", "at") else near


def _begins_there(filled: Mapping[str, Any], needed: list[FieldSpec], place: str) -> bool:
    """Whether fields given before fit a piece that stands in this place."""
    for spec in needed:
        value = filled[spec.name]
        if spec.type == "path" and value[0] != place:
            return False
        if spec.type == "space" and spec.keyword in ("from", "at") and value != place:
            return False
    return True
