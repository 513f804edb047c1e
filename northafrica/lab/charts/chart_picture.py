"""Charts as plain SVG pictures."""

from __future__ import annotations

from typing import Any

from northafrica.core.game import Game
from northafrica.lab.charts.chart_data import CHARTS
from northafrica.lab.charts.chart_svg import chart_svg
from northafrica.lab.tray.picture import Picture


def chart_picture(game: Game, kind: str, *, width: int = 640, theme: str = "light", **choice: Any) -> Picture:
    """A chart as a picture. `kind`: supply, flow, combat, losses or luck; `choice` as the chart's own."""
    if kind not in CHARTS:
        raise ValueError(f"there is no chart '{kind}'; there are {', '.join(CHARTS)}")
    data = CHARTS[kind](game, **choice)
    return Picture(chart_svg(data, width=width, theme=theme), data.title)


def odds_picture(thing: Any, kind: str, *, width: int = 640, theme: str = "light", **choice: Any) -> Picture:
    """A chart of a battle's odds as a picture.

    `kind`: survivors, kinds, rounds, value or swing of an answer; heat or worth of a frame.
    """
    from northafrica.lab.charts.odds_data import odds_data

    data = odds_data(kind, thing, **choice)
    return Picture(chart_svg(data, width=width, theme=theme), data.title)
