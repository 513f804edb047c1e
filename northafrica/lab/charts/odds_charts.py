"""Charts of a battle's odds: what an `Answer` or a frame of answers looks like.

Each is a `Drawing`: it shows itself in a notebook, `.svg()` and `.picture()` give its plain twin, which lives
without widgets; `odds_picture` makes the twin alone. `look`: `height`, `theme`.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from northafrica.lab.charts import odds_data
from northafrica.lab.charts.drawing import Drawing, drawn
from northafrica.odds.answer import Answer


def survivor_chart(answer: Answer, *, by_kind: bool = False, **look: Any) -> Drawing:
    """How many units each side has left; `by_kind`: a row a kind, the chance of each number in the cell."""
    return drawn(odds_data.survivor_table(answer) if by_kind else odds_data.survivor_bars(answer), **look)


def round_chart(answer: Answer, **look: Any) -> Drawing:
    """The chance that the battle ends in each round, and that it is over by then."""
    return drawn(odds_data.round_curve(answer), **look)


def value_chart(answer: Answer, **look: Any) -> Drawing:
    """The value each side loses."""
    return drawn(odds_data.value_bars(answer), **look)


def swing_chart(answer: Answer, **look: Any) -> Drawing:
    """What the defender loses more than the attacker."""
    return drawn(odds_data.swing_bars(answer), **look)


def heat_chart(frame: pd.DataFrame, *, theme: str = "auto", height: int = 360, **words: Any) -> Drawing:
    """A frame of chances as a heat map with the numbers in its cells: n against m, odds and shift.

    `words`: `title`, `percent=False` for numbers that are no chances, `form`, `unit`, `source`.
    """
    return drawn(odds_data.heat_map(frame, **words), theme=theme, height=height)


def worth_chart(frame: pd.DataFrame, **look: Any) -> Drawing:
    """What one more unit of each kind is worth; the frame is that of `analysis.one_more`."""
    return drawn(odds_data.worth_bars(frame), **look)
