"""Was that luck? What the dice of a game did against what was to be expected.

Every die that settles is one trial: it hits or misses. A die thrown again has not settled yet; where the
highest `again` faces of a die are thrown again, one that settles hits with chance / (1 - again / faces),
so a hit value of 3 on a d10 whose 8 to 10 are thrown again is 3/7. Settled dice are independent of each
other, hence hits follow a Poisson binomial distribution, and the tails below are exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from northafrica.analysis.frames import hitting_rolls, make_frame, no_hits, side_of
from northafrica.core.events import Event
from northafrica.core.game import Game
from northafrica.odds.hits import together

BY = ("power", "side", "combat")
ROLL_COLUMNS = (
    *("roll", "round", "combat", "power", "side", "label", "thrown", "dice", "need", "chance"),
    *("hits", "expected", "variance", "difference", "running", "running_sigma"),
)
LUCK_COLUMNS = (
    *("rolls", "thrown", "dice", "hits", "expected", "difference", "sigma", "at_most", "at_least"),
)  # fmt: skip
Trials = Mapping[float, int]


def hit_distribution(trials: Trials) -> NDArray[np.float64]:
    """The exact chances of 0, 1, 2 ... hits of independent dice: `trials` maps a die's chance to how many dice.

    Shape (dice + 1,). Raises ValueError for a chance outside 0 to 1 or a negative number of dice.

    >>> hit_distribution({0.5: 2}).tolist()
    [0.25, 0.5, 0.25]
    """
    for chance, dice in trials.items():
        if not 0 <= chance <= 1:
            raise ValueError(f"a die hits with a chance from 0 to 1, not {chance!r}")
        if dice < 0:
            raise ValueError(f"{dice} dice with chance {chance}: write 0 or more")
    return together(sorted(trials.items()))


def tails(trials: Trials, hits: int) -> tuple[float, float]:
    """How often dice like these hit at most, and at least, so many times: (P(X <= hits), P(X >= hits))."""
    chances = hit_distribution(trials)
    return float(chances[: hits + 1].sum()), float(chances[hits:].sum()) if hits < len(chances) else 0.0


def settled(event: Event) -> tuple[int, float]:
    """How many dice of a roll settled, and the chance that one of them hits."""
    if not event.again:
        return len(event.dice), event.chance
    kept = event.faces - event.again
    return sum(int(die) <= kept for die in event.dice), event.chance * event.faces / kept


def luck_rolls(game: Game, combat: str | None = None) -> pd.DataFrame:
    """One row a roll, in order: `dice` that settled, `hits`, `expected`, and each side's luck so far.

    `running` is the side's hits less those to expect since the start, `running_sigma` the standard deviation
    of that number; `combat` picks one place by id or name. Raises ValueError for a place that is none.
    """
    sums: dict[str, tuple[float, float]] = {}
    rows = [_roll_row(game, n, event, sums) for n, event in enumerate(hitting_rolls(game, combat), 1)]
    return make_frame(game, rows, ROLL_COLUMNS, no_hits(game, combat), dice=int)


def _roll_row(game: Game, number: int, event: Event, sums: dict[str, tuple[float, float]]) -> dict[str, Any]:
    dice, chance = settled(event)
    side, expected, variance = side_of(game, event.power), dice * chance, dice * chance * (1 - chance)
    before = sums.get(side, (0.0, 0.0))
    running, spread = before[0] + event.hits - expected, before[1] + variance
    sums[side] = (running, spread)
    told = {name: getattr(event, name) for name in ("round", "combat", "power", "label", "need", "hits")}
    return told | {
        "roll": number, "side": side, "thrown": len(event.dice), "dice": dice, "chance": chance,
        "expected": expected, "variance": variance, "difference": event.hits - expected,
        "running": running, "running_sigma": math.sqrt(spread),
    }  # fmt: skip


def luck(game: Game, by: str | Sequence[str] = "power", combat: str | None = None) -> pd.DataFrame:
    """Dice against expectation over a game, one row for each `by`: "power", "side", "combat", or several of them.

    thrown, dice       dice thrown, and those of them that settled
    hits, expected     hits scored, hits to expect; `difference` is their difference
    sigma              the difference in standard deviations (0 where nothing could vary)
    at_most, at_least  the exact chance of at most, and of at least, so many hits with these dice
    """
    keys = (by,) if isinstance(by, str) else tuple(by)
    for key in keys:
        if key not in BY:
            raise ValueError(f"by: '{key}' is none of {', '.join(BY)}")
    if len(set(keys)) < len(keys) or not keys:
        raise ValueError(f"by: name each of {', '.join(BY)} at most once, and at least one")
    groups: dict[tuple[str, ...], list[Event]] = {}
    for event in hitting_rolls(game, combat):
        groups.setdefault(tuple(_key(game, event, key) for key in keys), []).append(event)
    named = (*keys, "side") if keys == ("power",) else keys
    rows = [_luck_row(game, dict(zip(keys, group, strict=True)), events) for group, events in groups.items()]
    return make_frame(game, rows, (*named, *LUCK_COLUMNS), no_hits(game, combat), dice=int)


def _key(game: Game, event: Event, key: str) -> str:
    return side_of(game, event.power) if key == "side" else str(getattr(event, key))


def _luck_row(game: Game, group: Mapping[str, str], events: Iterable[Event]) -> dict[str, Any]:
    trials: dict[float, int] = {}
    rolls = thrown = hits = 0
    for event in events:
        dice, chance = settled(event)
        trials[chance] = trials.get(chance, 0) + dice
        rolls, thrown, hits = rolls + 1, thrown + len(event.dice), hits + event.hits
    expected = sum(chance * dice for chance, dice in trials.items())
    variance = sum(chance * (1 - chance) * dice for chance, dice in trials.items())
    at_most, at_least = tails(trials, hits)
    return {
        **group, "side": group.get("side") or side_of(game, group.get("power", "")), "rolls": rolls, "thrown": thrown,
        "dice": sum(trials.values()), "hits": hits, "expected": expected, "difference": hits - expected,
        "sigma": (hits - expected) / math.sqrt(variance) if variance > 0 else 0.0,
        "at_most": at_most, "at_least": at_least,
    }  # fmt: skip


def verdict(row: Mapping[str, Any]) -> str:
    """A row of `luck` as a sentence, for whoever is not at home with tails."""
    lucky = row["difference"] >= 0
    tail = float(row["at_least"] if lucky else row["at_most"])
    often = f"once in {1 / tail:.0f} games" if 0 < tail < 0.2 else f"in {100 * tail:.0f} % of games"
    word = "at least" if lucky else "at most"
    told = f"{row['hits']} hits where {row['expected']:.1f} were to be expected"
    return f"{told}: {word} so many come up {often} with dice like these"
