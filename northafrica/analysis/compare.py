"""Two lines of play side by side: what each has cost and won since they parted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd

from northafrica.analysis.frames import provenance
from northafrica.core.events import Event
from northafrica.core.game import Game


def fork(a: Game, b: Game) -> int:
    """The last entry that two lines of one record share."""
    shared = {node.n for node in a.path()} & {node.n for node in b.path()}
    return max(shared)


def line_summary(game: Game, since: int) -> dict[str, int | float | str]:
    """What happened on a line after entry `since`: losses, supply, dice, control."""
    events = [event for node in game.path() if node.n > since for event in node.events]
    found: dict[str, int | float | str] = {"where": _where(game)}
    for side, title in game.system.sides.items():
        found |= {f"{key}, {title}": value for key, value in _side(game, side, events).items()}
    gained = [f"{event.place}: {event.value}" for event in events if event.kind == "control"]
    found["control changes"] = ", ".join(gained) or "none"
    return found


def _where(game: Game) -> str:
    return str(game.outcome) if game.outcome else f"round {game.round}, {game.state.power}, {game.state.phase}"


def _side(game: Game, side: str, events: Iterable[Event]) -> dict[str, int | float]:
    powers: Mapping[str, str] = game.system.powers(game.setting.data)
    ours = [event for event in events if powers.get(event.power, event.power) == side]
    rolls = [event for event in ours if event.kind == "rolled"]
    supply = [event for event in ours if event.resource == game.system.supply and event.kind in ("spent", "destroyed")]
    return {
        "units lost": sum(event.count for event in ours if event.kind == "lost"),
        "supply spent or destroyed": sum(event.amount for event in supply),
        "hits scored": sum(event.hits for event in rolls),
        "hits expected": round(sum(event.chance * len(event.dice) for event in rolls), 2),
    }


def compare_lines(games: Iterable[Game]) -> pd.DataFrame:
    """Lines of one record as columns, one row a measure, counted from where the first two parted.

    `attrs` carry version, data digests, options and seed.
    """
    lines = list(games)
    since = fork(lines[0], lines[1]) if len(lines) > 1 else 0
    columns = {f"line {n}": pd.Series(line_summary(game, since), dtype=object) for n, game in enumerate(lines, 1)}
    frame = pd.DataFrame(columns)
    frame.attrs.update(provenance(lines[0]))
    return frame
