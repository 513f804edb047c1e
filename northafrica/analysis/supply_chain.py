"""The supply of a side as a chain: from where it arrives through dumps to where it is spent, round by round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from northafrica.analysis.frames import SETUP, make_frame, side_of
from northafrica.core.events import Event
from northafrica.core.game import Game

CHAIN_FLOWS = ("arrived", "moved", "spent", "captured", "lost", "destroyed", "expired")
"""What happens to supply; `captured` is what a side takes, `lost` what is taken from it."""
WAITING = ("arrival", SETUP)
COLUMNS = ("round", "side", "flow", "start", "end", "by", "amount")


def supply_chain(game: Game, side: str = "") -> pd.DataFrame:
    """Every flow of supply: round, side, flow, start, end (places, "" for outside), by (what carried it, or what
    for), amount. Supply that waits for a place to arrive at counts when it is there.

    >>> frame = supply_chain(northafrica.load("afrika2", "gazala_short", seed=1), "axis")
    >>> int(frame[frame["by"] == "set-up"]["amount"].sum())
    6
    """
    events = [event for event in game.events() if event.resource == game.system.supply and event.amount]
    waiting = {event.place for event in events if event.kind == "shipped" and event.purpose in WAITING}
    found: dict[tuple[Any, ...], int] = {}
    for event in events:
        for key in _flows(game, event, waiting):
            if not side or key[1] == side:
                found[key] = found.get(key, 0) + event.amount
    rows = [dict(zip(COLUMNS, (*key, amount), strict=True)) for key, amount in found.items()]
    return make_frame(game, rows, COLUMNS)


def _flows(game: Game, event: Event, waiting: set[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of one event: round, side, flow, start, end, by."""
    side, here, there = side_of(game, event.owner or event.power), event.place, event.to or event.place
    by = event.purpose
    if event.kind == "gained" and here not in waiting:
        yield event.round, side, "arrived", "", here, by
    elif event.kind == "shipped":
        flow, start = ("arrived", "") if here in waiting else ("moved", here)
        yield event.round, side, flow, start, there, by
    elif event.kind == "captured":
        taker = side_of(game, event.power)
        yield event.round, taker, "captured", "", there, by
        for loser in game.system.sides:
            if loser != taker:
                yield event.round, loser, "lost", here, "", by
    elif event.kind in ("spent", "destroyed", "expired"):
        yield event.round, side, event.kind, here, "", by


def fed_by_round(game: Game, side: str = "") -> pd.DataFrame:
    """Units that were supplied and that went without, by round and side; empty for a game that does not tell."""
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
    return make_frame(game, rows, ("round", "side", "supplied", "unsupplied"))
