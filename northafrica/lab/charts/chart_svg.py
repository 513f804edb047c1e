"""Charts as plain SVG: bars side by side, stacked bars, lines, tables of numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from markupsafe import Markup

from northafrica.core.game import Game
from northafrica.core.html import tag, together
from northafrica.lab.charts.chart_data import CHARTS, ChartData, Series
from northafrica.lab.charts.odds_data import odds_data
from northafrica.lab.tray import symbols
from northafrica.lab.tray.palette import LIGHT, THEMES, Theme
from northafrica.lab.tray.svg import Picture, drawing, length

LEFT, TOP, ROW, LETTER = 46, 34, 20, 6.0
CROWDED, MOST_MARKS = 26, 40
PLAIN: Mapping[str, object] = {}
DASHES = ("none", "7 4", "2 3", "7 3 2 3")


def chart_svg(data: ChartData, *, width: int = 640, height: int = 320, theme: str = "light") -> Markup:
    """A chart as SVG text."""
    look = THEMES[theme]
    if data.kind == "table":
        inner, tall = _table(data, width, look)
    else:
        inner, tall = _axes(data, width, height, look)
    words = "; ".join(f"{series.name} {_numbers(series)}" for series in data.series)
    about = f"{data.x_label} {', '.join(data.categories)}: {words}"
    title = _text(data.title, 8, 18, look, dict(font_size="14", font_weight="700"))
    source = _text(data.source, 8, tall - 6, look, dict(font_size="9"))
    defs, parts = _defs(data, look), (title, inner, source)
    return drawing(data.title, about, (width, tall), look.page, *parts, defs=defs, font_size="11")


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
    data = odds_data(kind, thing, **choice)
    return Picture(chart_svg(data, width=width, theme=theme), data.title)


def _numbers(series: Series) -> str:
    return ", ".join("none" if math.isnan(value) else f"{value:.6g}" for value in series.values)


def _name(data: ChartData, n: int, look: Theme) -> str:
    return f"na-{look.name}-{crc32(repr((data.title, data.series[n])).encode())}"


def _defs(data: ChartData, look: Theme) -> Markup:
    return tag("defs", *(_pattern(data, n, look) for n in range(len(data.series))))


def _pattern(data: ChartData, n: int, look: Theme) -> str:
    series = data.series[n]
    if series.pattern == "blank":
        return ""
    return symbols.pattern(_name(data, n, look), series.pattern, series.colour, "#222222")


def _fill(data: ChartData, n: int, look: Theme) -> str:
    series = data.series[n]
    return series.colour if series.pattern == "blank" else f"url(#{_name(data, n, look)})"


def _text(words: str, x: float, y: float, look: Theme, more: Mapping[str, object] = PLAIN) -> Markup:
    return tag("text", words, x=x, y=y, fill=look.ink, **more)


def _legend(data: ChartData, width: int, look: Theme) -> tuple[str, float]:
    x, y, parts = 8.0, float(TOP), []
    for n, series in enumerate(data.series):
        wide = 36 + length(series.name, LETTER)
        if x + wide > width and x > 8:
            x, y = 8.0, y + 18
        parts.append(_sample(data, n, (x, y), look))
        parts.append(_text(series.name, x + 23, y + 6, look))
        x += wide
    return together(*parts), y + 16


def _sample(data: ChartData, n: int, at: tuple[float, float], look: Theme) -> Markup:
    """How a series looks, beside its name."""
    x, y = at
    if data.kind != "lines":
        fill = _fill(data, n, look)
        return tag("rect", x=x, y=y - 4, width="18", height="12", fill=fill, stroke=look.line)
    colour, dash = data.series[n].colour, DASHES[n % len(DASHES)]
    line = tag("path", d=f"M{x},{y + 2}h18", stroke=colour, stroke_width="2", stroke_dasharray=dash)
    return together(line, tag("g", _mark(n, x + 9, y + 2), fill=colour, stroke=look.ink, stroke_width=".5"))


def _step(top: float) -> float:
    """A round step that gives at most six lines."""
    step = 1.0 if top >= 3 else 0.25 if top >= 0.8 else 0.05
    while top / step > 6:
        step *= 2.5 if str(step).startswith("2") else 2
    return step


@dataclass(frozen=True)
class _Plot:
    """Where numbers lie in a picture: left edge, y of 0, width of a category, height of 1."""

    left: float
    zero: float
    slot: float
    scale: float

    def x(self, at: int) -> float:
        """The middle of a category."""
        return self.left + self.slot * (at + 0.5)

    def y(self, value: float) -> float:
        """The height of a number."""
        return self.zero - value * self.scale


def _axes(data: ChartData, width: int, height: int, look: Theme) -> tuple[str, float]:
    """Legend, lines of the scale, names of the categories, and the bars or lines among them."""
    legend, top = _legend(data, width, look)
    longest = max((len(name) for name in data.categories), default=1)
    slot = (width - LEFT - 10) / max(1, len(data.categories))
    every = max(1, math.ceil(longest * LETTER / slot)) if data.kind == "lines" else 1
    slanted = every == 1 and longest * LETTER + 6 > slot
    base = height - 52 - (2 + min(90.0, longest * LETTER * 0.7) if slanted else 0)
    scale = (base - top - 8) / (data.highest - data.lowest)
    plot = _Plot(LEFT, base + data.lowest * scale, slot, scale)
    parts = [legend, *_scale(data, plot, width, look)]
    for at in range(0, len(data.categories), every):
        x = plot.x(at)
        turn = (
            dict(text_anchor="end", transform=f"rotate(-40 {x:.1f} {base + 12:.1f})")
            if slanted
            else dict(text_anchor="middle")
        )
        parts.append(_text(data.categories[at], x, base + 14, look, turn))
    if data.kind == "lines":
        parts += [_line(data, n, plot, look) for n in range(len(data.series))]
    else:
        for at in range(len(data.categories)):
            parts += _column(data, at, plot, look)
    words = f"{data.x_label}; height: {data.y_label}" if data.x_label else f"height: {data.y_label}"
    parts.append(_text(words, width - 10, height - 20, look, dict(text_anchor="end")))
    return together(*parts), height


def _scale(data: ChartData, plot: _Plot, width: int, look: Theme) -> list[Markup]:
    """Lines at round numbers."""
    step, found = _step(data.highest - data.lowest), []
    line = -(-data.lowest // step) * step + 0.0  # 0, not -0
    while line <= data.highest:
        y, opacity = plot.y(line), 1 if line == 0 and data.lowest < 0 else 0.35
        found.append(tag("path", d=f"M{LEFT},{y:.1f}H{width - 10}", stroke=look.line, stroke_opacity=opacity))
        found.append(_text(f"{line:g}", LEFT - 5, y + 4, look, dict(text_anchor="end")))
        line += step
    return found


def _line(data: ChartData, n: int, plot: _Plot, look: Theme) -> Markup:
    """One line with its marks, dash and band."""
    series, dash = data.series[n], DASHES[n % len(DASHES)]
    places = [(plot.x(at), plot.y(value), value) for at, value in enumerate(series.values)]
    path = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y, _ in places) if places else ""
    found = []
    if series.spread is not None and places:
        highs = [f"{plot.x(at):.1f},{plot.y(high):.1f}" for at, (_, high) in enumerate(series.band())]
        lows = [f"{plot.x(at):.1f},{plot.y(low):.1f}" for at, (low, _) in enumerate(series.band())]
        around = " ".join([*highs, *reversed(lows)])
        edge = dict(stroke=series.colour, stroke_opacity=".6", stroke_dasharray=dash)
        found.append(tag("polygon", points=around, fill=series.colour, fill_opacity=".15", **edge))
    found.append(tag("path", d=path, fill="none", stroke=series.colour, stroke_width="2", stroke_dasharray=dash))
    every = max(1, len(places) // MOST_MARKS)
    for x, y, value in places[::every]:
        title = tag("title", series.name, " ", data.written(value) or 0)
        found.append(tag("g", _mark(n, x, y), title, fill=series.colour, stroke=look.ink, stroke_width=".5"))
    return together(*found)


def _mark(n: int, x: float, y: float, size: float = 3.5) -> Markup:
    """Circle, square, triangle or diamond."""
    corners = {
        1: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        2: ((0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
        3: ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    }.get(n % 4)
    if corners is None:
        return tag("circle", cx=x, cy=y, r=size)
    return tag("polygon", points=" ".join(f"{x + dx * size:.1f},{y + dy * size:.1f}" for dx, dy in corners))


def _column(data: ChartData, at: int, plot: _Plot, look: Theme) -> list[Markup]:
    """The bars of one category."""
    x, slot = plot.x(at), plot.slot
    stacked, count = data.kind == "stacked", len(data.series)
    wide = slot * 0.7 if stacked else slot * 0.84 / count
    found, floor = [], plot.zero
    for n, series in enumerate(data.series):
        value = series.values[at]
        tall = abs(value) * plot.scale
        left = x - wide / 2 if stacked else x - slot * 0.42 + n * wide
        if tall:
            look_ = dict(fill=_fill(data, n, look), stroke=look.line, stroke_width=".6")
            y = floor - tall if value > 0 else floor
            size = dict(x=left, y=y, width=wide, height=tall)
            found.append(tag("rect", tag("title", series.name, " ", data.written(value)), **size, **look_))
        if series.spread:
            low, high = series.band()[at]
            middle = left + wide / 2
            ends = f"M{middle:.1f},{plot.y(max(0.0, low)):.1f}V{plot.y(high):.1f}"
            found.append(tag("path", d=ends, stroke=look.ink))
        if stacked:
            floor -= tall
    return found


def _table(data: ChartData, width: int, look: Theme) -> tuple[str, float]:
    left = 12 + max((len(series.name) for series in data.series), default=0) * (LETTER + 0.6)
    slot = (width - left - 8) / max(1, len(data.categories))
    small = 11 if slot >= CROWDED else 8
    parts = [_text(data.x_label, left, 32, look, dict(font_size="10"))]
    for at, name in enumerate(data.categories):
        middle = dict(text_anchor="middle", font_size=small)
        parts.append(_text(name, left + slot * (at + 0.5), TOP + 12, look, middle))
    for n, series in enumerate(data.series):
        y = TOP + 18 + n * ROW
        parts.append(_text(series.name, left - 6, y + 14, look, dict(text_anchor="end")))
        for at, value in enumerate(series.values):
            x = left + slot * at
            size = dict(x=x + 1, y=y + 1, width=slot - 2, height=ROW - 2)
            fill = data.fill(series, value)
            parts.append(tag("rect", **size, fill=fill, stroke=look.line, stroke_opacity=".3"))
            if words := data.written(value):
                bold = dict(text_anchor="middle", font_weight="600", font_size=small)
                parts.append(_text(words, x + slot / 2, y + 14, LIGHT, bold))
    return together(*parts), TOP + 18 + len(data.series) * ROW + 22
