"""What happened, to show on the board: arrows of what moved, and the places where else something changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from northafrica.core.cards import Arrow
from northafrica.core.events import Event

PAST = "past"
BACK = frozenset({"retreated"})
QUIET = frozenset({"began", "note", "chose", "score", "odds"})


@dataclass(frozen=True)
class Trace:
    """Arrows to draw over a board, and places to mark."""

    arrows: tuple[Arrow, ...] = ()
    places: tuple[str, ...] = ()


def trace(events: Iterable[Event]) -> Trace:
    """What events leave on the board: an arrow for each way, each place marked where something changed in it."""
    arrows: dict[tuple[str, str], Arrow] = {}
    places: dict[str, None] = {}
    for event in events:
        if event.place and event.to:
            kind = f"{PAST} retreat" if event.kind in BACK else PAST
            arrows.setdefault((event.place, event.to), Arrow(event.place, event.to, kind))
        elif event.place and event.kind not in QUIET:
            places[event.place] = None
    return Trace(tuple(arrows.values()), tuple(places))


def draft(way: tuple[str, ...]) -> Trace:
    """The order being made: an arrow from where it begins to where it leads."""
    return Trace((Arrow(way[0], way[-1], "draft"),)) if len(way) > 1 else Trace()
