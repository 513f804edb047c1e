"""The supply of a side as a chain: from where it arrives through dumps to where it is spent, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pandas as pd

from northafrica.analysis.asked import side_asked
from northafrica.analysis.frames import SETUP, cut, make_frame, opening, side_of, tallied
from northafrica.core.events import MARKER_EVENTS, STOCK_EVENTS, Event, fold
from northafrica.core.game import Game
from northafrica.core.state import State

CHAIN_FLOWS = ("arrived", "moved", "spent", "captured", "lost", "destroyed", "expired")
"""What happens to supply; `captured` is what a side takes, `lost` what is taken from it."""
WAITING = ("arrival", SETUP)
FALLEN = "with the place"
Flow = tuple[Any, ...]
COLUMNS = ("round", "side", "flow", "start", "end", "by", "amount")


def supply_chain(game: Game, side: str = "") -> pd.DataFrame:
    """Every flow of supply: round, side, flow, start, end (places, "" for outside), by (what carried it, or what
    for), amount. Round 0 is setting up. Supply that waits for a place to arrive at counts when it is there.

    >>> frame = supply_chain(northafrica.load("afrika2", "gazala_short", seed=1), "axis")
    >>> int(frame[frame["round"] == 0]["amount"].sum())
    6
    """
    side = side_asked(game, side)
    tables, events = opening(game)
    waiting = {event.place for event in events if event.kind == "shipped" and event.purpose in WAITING}
    reader, found = _Reader(game, tables, waiting), Counter[Flow]()
    for (number, _, _), part in cut(events, "round"):
        for event in part:
            for flow, amount in reader.read(event):
                if flow[0] == side or not side:
                    found[(number, *flow)] += amount
    return tallied(game, found, COLUMNS, f"no supply has moved{_of(side)} on this line of play", lambda item: 0)


class _Reader:
    """Reads flows off events, keeping the tables: whose an unowned stock is hangs on who holds the place then."""

    def __init__(self, game: Game, tables: State, waiting: set[str]) -> None:
        self.game, self.tables, self.waiting = game, tables, waiting
        self.keepers: dict[str, str] = {}

    def read(self, event: Event) -> list[tuple[Flow, int]]:
        """The flows of an event: side, flow, start, end, by; and how much."""
        if event.kind not in STOCK_EVENTS | MARKER_EVENTS:
            return []
        ours = event.kind in STOCK_EVENTS and event.resource == self.game.system.supply and event.amount > 0
        found = list(self._flows(event)) if ours else []
        before = self._holder(event.place) if event.kind == "control" else ""
        fold(self.tables.pieces, self.tables.stocks, self.tables.markers, event)
        return found + (self._fallen(event.place, before) if event.kind == "control" else [])

    def _holder(self, place: str, owner: str = "") -> str:
        return side_of(self.game, owner or self.tables.marker(place, "control")) or self.keepers.get(place, "")

    def _flows(self, event: Event) -> Iterator[tuple[Flow, int]]:
        here, there, by, amount = event.place, event.to or event.place, event.purpose, event.amount
        side = self._holder(here, event.owner)
        if event.kind == "gained":
            side = side_of(self.game, event.owner or event.power) or side
            self.keepers[here] = side
            if here not in self.waiting:
                yield (side, "arrived", "", here, by), amount
        elif event.kind == "shipped":
            self.keepers[there] = side
            flow, start = ("arrived", "") if here in self.waiting else ("moved", here)
            yield (side, flow, start, there, by), amount
        elif event.kind == "captured":
            taker = side_of(self.game, event.power)
            self.keepers[there] = taker
            if taker != side:
                yield (taker, "captured", "", there, by), amount
                yield (side, "lost", here, "", by), amount
            elif there != here:
                yield (side, "moved", here, there, by), amount
        else:
            yield (side, event.kind, here, "", by), amount

    def _fallen(self, place: str, before: str) -> list[tuple[Flow, int]]:
        """What lies unowned in a place goes with whoever takes the place."""
        now = self._holder(place)
        amount = self.tables.stock(place, self.game.system.supply)
        if not amount or now == before:
            return []
        self.keepers[place] = now
        lost: list[tuple[Flow, int]] = [((before, "lost", place, "", FALLEN), amount)] if before else []
        return [((now, "captured", "", place, FALLEN), amount), *lost]


def fed_by_round(game: Game, side: str = "") -> pd.DataFrame:
    """Units that were supplied and that went without, by round and side; empty for a game that does not tell."""
    side = side_asked(game, side)
    found: dict[tuple[int, str], list[int]] = {}
    for event in game.events():
        if event.kind in ("supplied", "unsupplied") and event.piece is not None:
            owner = side_of(game, event.piece.power)
            if not side or owner == side:
                found.setdefault((event.round, owner), [0, 0])[event.kind == "unsupplied"] += event.count
    rows = [
        {"round": n, "side": owner, "supplied": fed, "unsupplied": without}
        for (n, owner), (fed, without) in sorted(found.items())
    ]
    why = f"no event tells of a unit{_of(side)} that was supplied or went without: not in this game, or not yet"
    return make_frame(game, rows, ("round", "side", "supplied", "unsupplied"), why)


def _of(side: str) -> str:
    return f" of {side}" if side else ""
