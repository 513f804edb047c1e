"""An attack of the position in full, as frames: what counts, the table with its column, the results of the one roll."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pandas as pd

from northafrica.analysis.frames import provenance
from northafrica.core.attack_told import AttackTold
from northafrica.core.game import Game
from northafrica.core.place_names import place_of


def attack_told(game: Game, target: str, forces: str = "", *, seat: str = "", **chosen: str | int) -> AttackTold:
    """An attack on a place, whoever's turn it is; nothing is played.

    ``forces`` as an order writes them (``2 infantry at sirte``), all that could attack where left out; ``chosen`` are
    the game's own options for an attack (air points ...). Raises ValueError, in words, where nothing can be told.

    >>> game = northafrica.load("afrika2", "gazala", seed=1)
    >>> told = attack_told(game, "a31.23")
    >>> told.attack, told.defence, told.odds
    ('17', '10', '2:1')
    """
    place = place_of(game, target)
    view = game.view(seat)
    known = {option.name: option for option in game.system.attack_options(view, place)}
    for name, value in chosen.items():
        if name not in known:
            raise ValueError(f"'{name}' is not to be chosen here; there are {', '.join(known) or 'no choices'}")
        values = [value for value, _ in known[name].values]
        if str(value) not in values:
            raise ValueError(f"{name} is {', '.join(values)}, not {value}")
    return game.system.explain_attack(view, place, forces, {name: str(value) for name, value in chosen.items()})


def attack_lines(game: Game, target: str, forces: str = "", *, seat: str = "", **chosen: str | int) -> pd.DataFrame:
    """All that counts in an attack, a row a line: part, what, value, why, rules, columns, side."""
    told = attack_told(game, target, forces, seat=seat, **chosen)
    frame = pd.DataFrame([asdict(line) | {"rules": " ".join(line.rules)} for line in told.lines])
    frame = frame[["part", "what", "value", "why", "columns", "side", "rules"]]
    return _signed(frame, game, told)


def attack_results(game: Game, target: str, forces: str = "", *, seat: str = "", **chosen: str | int) -> pd.DataFrame:
    """The results of the one roll, the likeliest first: result, outcome, chance, steps and hexes of both sides."""
    told = attack_told(game, target, forces, seat=seat, **chosen)
    return _signed(pd.DataFrame([asdict(one) for one in told.results]), game, told)


def attack_table(game: Game, target: str, forces: str = "", *, seat: str = "", **chosen: str | int) -> pd.DataFrame:
    """The results table, totals of the dice down, columns across; `attrs` say which column is that of the attack."""
    told = attack_told(game, target, forces, seat=seat, **chosen)
    frame = pd.DataFrame.from_dict({n: list(row) for n, row in told.rows.items()}, orient="index")
    frame.columns, frame.index.name = list(told.columns), "dice"
    return _signed(frame, game, told)


def _signed(frame: pd.DataFrame, game: Game, told: AttackTold) -> pd.DataFrame:
    found: dict[str, Any] = provenance(game) | {
        "order": told.order, "odds": told.odds, "column": told.columns[told.column], "raw": told.columns[told.raw],
        "capture": told.capture, "clear": told.clear,
    }  # fmt: skip
    frame.attrs.update(found)
    return frame
