"""Charts as plain SVG: bars side by side, stacked bars, lines, tables of numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from zlib import crc32

from northafrica.lab import symbols
from northafrica.lab.chart_data import ChartData, Series
from northafrica.lab.palette import LIGHT, THEMES, Theme
from northafrica.lab.svg_sheet import length

LEFT, TOP, ROW, LETTER = 46, 34, 20, 6.0
CROWDED, MOST_MARKS = 26, 40
DASHES = ("none", "7 4", "2 3", "7 3 2 3")


def chart_svg(data: ChartData, *, width: int = 640, height: int = 320, theme: str = "light") -> str:
    """A chart as SVG text."""
    look = THEMES[theme]
    if data.kind == "table":
        inner, tall = _table(data, width, look)
    else:
        inner, tall = _axes(data, width, height, look)
    words = "; ".join(f"{series.name} {_numbers(series)}" for series in data.series)
    about = f"{data.x_label} {', '.join(data.categories)}: {words}"
    font = 'font-family="system-ui,\'DejaVu Sans\',sans-serif" font-size="11"'
    title = _text(data.title, 8, 18, look, 'font-size="14" font-weight="700"')
    source = _text(data.source, 8, tall - 6, look, 'font-size="9"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {tall:.0f}" width="{width}" '
        f'height="{tall:.0f}" role="img" {font}><title>{escape(data.title)}</title><desc>{escape(about)}</desc>'
        f'{_defs(data, look)}<rect width="100%" height="100%" fill="{look.page}"/>{title}{inner}{source}</svg>'
    )


def _numbers(series: Series) -> str:
    return ", ".join("none" if math.isnan(value) else f"{value:.6g}" for value in series.values)


def _name(data: ChartData, n: int, look: Theme) -> str:
    return f"na-{look.name}-{crc32(repr((data.title, data.series[n])).encode())}"


def _defs(data: ChartData, look: Theme) -> str:
    return "<defs>" + "".join(_pattern(data, n, look) for n in range(len(data.series))) + "</defs>"


def _pattern(data: ChartData, n: int, look: Theme) -> str:
    series = data.series[n]
    if series.pattern == "blank":
        return ""
    return symbols.pattern(_name(data, n, look), series.pattern, series.colour, "#222222")


def _fill(data: ChartData, n: int, look: Theme) -> str:
    series = data.series[n]
    return series.colour if series.pattern == "blank" else f"url(#{_name(data, n, look)})"


def _text(words: str, x: float, y: float, look: Theme, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{look.ink}" {more}>{escape(words)}</text>'


def _legend(data: ChartData, width: int, look: Theme) -> tuple[str, float]:
    x, y, parts = 8.0, float(TOP), []
    for n, series in enumerate(data.series):
        wide = 36 + length(series.name, LETTER)
        if x + wide > width and x > 8:
            x, y = 8.0, y + 18
        parts.append(_sample(data, n, (x, y), look))
        parts.append(_text(series.name, x + 23, y + 6, look))
        x += wide
    return "".join(parts), y + 16


def _sample(data: ChartData, n: int, at: tuple[float, float], look: Theme) -> str:
    """How a series looks, beside its name."""
    x, y = at
    if data.kind != "lines":
        fill = _fill(data, n, look)
        return f'<rect x="{x}" y="{y - 4}" width="18" height="12" fill="{fill}" stroke="{look.line}"/>'
    colour, dash = data.series[n].colour, DASHES[n % len(DASHES)]
    line = f'<path d="M{x},{y + 2}h18" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
    return f'{line}<g fill="{colour}" stroke="{look.ink}" stroke-width=".5">{_mark(n, x + 9, y + 2)}</g>'


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
            f'text-anchor="end" transform="rotate(-40 {x:.1f} {base + 12:.1f})"' if slanted else 'text-anchor="middle"'
        )
        parts.append(_text(data.categories[at], x, base + 14, look, turn))
    if data.kind == "lines":
        parts += [_line(data, n, plot, look) for n in range(len(data.series))]
    else:
        for at in range(len(data.categories)):
            parts += _column(data, at, plot, look)
    words = f"{data.x_label}; height: {data.y_label}" if data.x_label else f"height: {data.y_label}"
    parts.append(_text(words, width - 10, height - 20, look, 'text-anchor="end"'))
    return "".join(parts), height


def _scale(data: ChartData, plot: _Plot, width: int, look: Theme) -> list[str]:
    """Lines at round numbers."""
    step, found = _step(data.highest - data.lowest), []
    line = -(-data.lowest // step) * step + 0.0  # 0, not -0
    while line <= data.highest:
        y, opacity = plot.y(line), 1 if line == 0 and data.lowest < 0 else 0.35
        found.append(f'<path d="M{LEFT},{y:.1f}H{width - 10}" stroke="{look.line}" stroke-opacity="{opacity}"/>')
        found.append(_text(f"{line:g}", LEFT - 5, y + 4, look, 'text-anchor="end"'))
        line += step
    return found


def _line(data: ChartData, n: int, plot: _Plot, look: Theme) -> str:
    """One line with its marks, dash and band."""
    series, dash = data.series[n], DASHES[n % len(DASHES)]
    places = [(plot.x(at), plot.y(value), value) for at, value in enumerate(series.values)]
    path = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y, _ in places) if places else ""
    found = []
    if series.spread is not None and places:
        highs = [f"{plot.x(at):.1f},{plot.y(high):.1f}" for at, (_, high) in enumerate(series.band())]
        lows = [f"{plot.x(at):.1f},{plot.y(low):.1f}" for at, (low, _) in enumerate(series.band())]
        around = " ".join([*highs, *reversed(lows)])
        edge = f'stroke="{series.colour}" stroke-opacity=".6" stroke-dasharray="{dash}"'
        found.append(f'<polygon points="{around}" fill="{series.colour}" fill-opacity=".15" {edge}/>')
    found.append(f'<path d="{path}" fill="none" stroke="{series.colour}" stroke-width="2" stroke-dasharray="{dash}"/>')
    every = max(1, len(places) // MOST_MARKS)
    for x, y, value in places[::every]:
        title = f"<title>{escape(series.name)} {data.written(value) or 0}</title>"
        found.append(f'<g fill="{series.colour}" stroke="{look.ink}" stroke-width=".5">{_mark(n, x, y)}{title}</g>')
    return "".join(found)


def _mark(n: int, x: float, y: float, size: float = 3.5) -> str:
    """Circle, square, triangle or diamond."""
    corners = {
        1: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        2: ((0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
        3: ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    }.get(n % 4)
    if corners is None:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>'
    return f'<polygon points="{" ".join(f"{x + dx * size:.1f},{y + dy * size:.1f}" for dx, dy in corners)}"/>'


def _column(data: ChartData, at: int, plot: _Plot, look: Theme) -> list[str]:
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
            look_ = f'fill="{_fill(data, n, look)}" stroke="{look.line}" stroke-width=".6"'
            y = floor - tall if value > 0 else floor
            size = f'x="{left:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}"'
            found.append(f"<rect {size} {look_}><title>{escape(series.name)} {data.written(value)}</title></rect>")
        if series.spread:
            low, high = series.band()[at]
            middle = left + wide / 2
            ends = f"M{middle:.1f},{plot.y(max(0.0, low)):.1f}V{plot.y(high):.1f}"
            found.append(f'<path d="{ends}" stroke="{look.ink}"/>')
        if stacked:
            floor -= tall
    return found


def _table(data: ChartData, width: int, look: Theme) -> tuple[str, float]:
    left = 12 + max((len(series.name) for series in data.series), default=0) * (LETTER + 0.6)
    slot = (width - left - 8) / max(1, len(data.categories))
    small = 11 if slot >= CROWDED else 8
    parts = [_text(data.x_label, left, 32, look, 'font-size="10"')]
    for at, name in enumerate(data.categories):
        middle = f'text-anchor="middle" font-size="{small}"'
        parts.append(_text(name, left + slot * (at + 0.5), TOP + 12, look, middle))
    for n, series in enumerate(data.series):
        y = TOP + 18 + n * ROW
        parts.append(_text(series.name, left - 6, y + 14, look, 'text-anchor="end"'))
        for at, value in enumerate(series.values):
            x = left + slot * at
            size = f'x="{x + 1:.1f}" y="{y + 1}" width="{slot - 2:.1f}" height="{ROW - 2}"'
            fill = data.fill(series, value)
            parts.append(f'<rect {size} fill="{fill}" stroke="{look.line}" stroke-opacity=".3"/>')
            if words := data.written(value):
                bold = f'text-anchor="middle" font-weight="600" font-size="{small}"'
                parts.append(_text(words, x + slot / 2, y + 14, LIGHT, bold))
    return "".join(parts), TOP + 18 + len(data.series) * ROW + 22
