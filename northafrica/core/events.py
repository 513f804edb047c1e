"""Events: what happened, in one vocabulary for all systems.

Folding the events of a game over its start rebuilds every place, stock and marker; that is why one
supply chart, one combat chart and one map serve every system.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, TypedDict

from northafrica.core.pieces import Piece, Stock, parse_piece

PIECE_EVENTS = frozenset({"placed", "moved", "retreated", "removed", "lost", "flipped"})
STOCK_EVENTS = frozenset({"gained", "shipped", "spent", "captured", "destroyed", "expired"})
MARKER_EVENTS = frozenset({"control", "marked"})
OTHER_EVENTS = frozenset(
    {"began", "declared", "rolled", "odds", "hit", "converted", "result", "supplied", "unsupplied"}
    | {"score", "victory", "note", "chose", "detonated", "revealed"}
)
KINDS = PIECE_EVENTS | STOCK_EVENTS | MARKER_EVENTS | OTHER_EVENTS


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One thing that happened. Fields that do not apply stay empty.

    piece, becomes, count, place, to   pieces: which, what they turn into, how many, where, where to
    resource, owner, amount, purpose   stocks: what, whose, how much (never negative), what for;
                                       for shipped and captured `value` is the owner afterwards
    marker, value                      markers: name and new value ("" takes it away)
    dice, faces, need, hits, chance    rolls: results, size of the die, what counts, how many, probability
    again                              rolls: how many faces, the highest, are thrown again and have not settled
    label, detail                      for people
    """

    kind: str
    number: int = 0
    rules: tuple[str, ...] = ()
    cause: str = ""
    round: int = 0
    phase: str = ""
    step: str = ""
    seat: str = ""
    power: str = ""
    combat: str = ""
    seen_by: tuple[str, ...] = ()
    place: str = ""
    to: str = ""
    piece: Piece | None = None
    becomes: Piece | None = None
    count: int = 0
    resource: str = ""
    owner: str = ""
    amount: int = 0
    purpose: str = ""
    marker: str = ""
    value: str = ""
    dice: tuple[int | str, ...] = ()
    faces: int = 0
    need: int = 0
    hits: int = 0
    chance: float = 0.0
    again: int = 0
    label: str = ""
    detail: str = ""

    def __repr__(self) -> str:
        told = {k: v for k, v in self.as_dict().items() if k not in ("kind", "cause", "step", "seat", "round", "phase")}
        return f"<{self.kind}: {', '.join(f'{k} {v}' for k, v in told.items())}>"

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, empty fields left out."""
        found: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value not in ("", 0, (), None, 0.0):
                found[field.name] = str(value) if isinstance(value, Piece) else value
        return found

    @classmethod
    def from_dict(cls, raw: dict[str, Any]) -> Event:
        """The inverse of `as_dict`; lists become tuples."""
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in raw.items()}
        for name in ("piece", "becomes"):
            if isinstance(values.get(name), str):
                values[name] = parse_piece(values[name])
        return cls(**values)


class Told(TypedDict, total=False):
    """The fields of an event that whoever emits it may fill; the others tell the moment (`Event`)."""

    power: str
    combat: str
    seen_by: tuple[str, ...]
    place: str
    to: str
    piece: Piece
    becomes: Piece
    count: int
    resource: str
    owner: str
    amount: int
    purpose: str
    marker: str
    value: str
    dice: tuple[int | str, ...]
    faces: int
    need: int
    hits: int
    chance: float
    again: int
    label: str
    detail: str


Pieces = dict[str, dict[Piece, int]]
Stocks = dict[str, dict[Stock, int]]
Markers = dict[str, dict[str, str]]


class FoldError(ValueError):
    """An event that cannot have happened: it takes what is not there."""


def _add(table: dict[str, dict[Any, int]], place: str, key: Any, change: int) -> None:
    inner = dict(table.get(place, {}))
    left = inner.get(key, 0) + change
    if left < 0:
        raise FoldError(f"{place} holds {inner.get(key, 0)} {key}, {-change} cannot leave it")
    if left:
        inner[key] = left
    else:
        inner.pop(key, None)
    if inner:
        table[place] = inner
    else:
        table.pop(place, None)


def _fold_piece(pieces: Pieces, event: Event) -> None:
    piece, after = event.piece, event.becomes or event.piece
    assert piece is not None
    assert after is not None
    if event.kind != "placed":
        _add(pieces, event.place, piece, -event.count)
    if event.kind in ("placed", "flipped"):
        _add(pieces, event.place, after, event.count)
    elif event.kind in ("moved", "retreated"):
        _add(pieces, event.to, after, event.count)


def _fold_stock(stocks: Stocks, event: Event) -> None:
    stock = Stock(event.resource, event.owner)
    if event.kind != "gained":
        _add(stocks, event.place, stock, -event.amount)
    if event.kind == "gained":
        _add(stocks, event.place, stock, event.amount)
    elif event.kind in ("shipped", "captured"):
        _add(stocks, event.to or event.place, Stock(event.resource, event.value), event.amount)


def _fold_marker(markers: Markers, event: Event) -> None:
    inner = dict(markers.get(event.place, {}))
    inner[event.marker] = event.value
    if not event.value:
        inner.pop(event.marker)
    if inner:
        markers[event.place] = inner
    else:
        markers.pop(event.place, None)


def fold(pieces: Pieces, stocks: Stocks, markers: Markers, event: Event) -> None:
    """Apply one event to the three tables, in place (inner tables are replaced, never changed)."""
    if event.count < 0 or event.amount < 0:
        raise FoldError(f"'{event.kind}' counts {min(event.count, event.amount)}; no event counts less than 0")
    if event.kind in PIECE_EVENTS:
        _fold_piece(pieces, event)
    elif event.kind in STOCK_EVENTS:
        _fold_stock(stocks, event)
    elif event.kind in MARKER_EVENTS:
        _fold_marker(markers, event)
    elif event.kind not in OTHER_EVENTS:
        raise FoldError(f"'{event.kind}' is no kind of event")


def visible(events: Iterable[Event], seat: str) -> list[Event]:
    """The events a seat may see."""
    return [event for event in events if not event.seen_by or seat in event.seen_by]
