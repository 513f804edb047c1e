"""Charts as plain SVG: bars side by side, stacked bars, tables of numbers."""

from __future__ import annotations

from html import escape
from zlib import crc32

from northafrica.lab import symbols
from northafrica.lab.chart_data import ChartData, Series, shade
from northafrica.lab.palette import LIGHT, THEMES, Theme, mix

LEFT, TOP, ROW, LETTER = 46, 34, 20, 6.0


def chart_svg(data: ChartData, *, width: int = 640, height: int = 320, theme: str = "light") -> str:
    """A chart as SVG text."""
    look = THEMES[theme]
    inner, tall = _table(data, width, look) if data.kind == "table" else _bars(data, width, height, look)
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
    return ", ".join(f"{value:g}" for value in series.values)


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
        wide = 24 + len(series.name) * LETTER + 12
        if x + wide > width and x > 8:
            x, y = 8.0, y + 18
        fill = _fill(data, n, look)
        parts.append(f'<rect x="{x}" y="{y - 4}" width="18" height="12" fill="{fill}" stroke="{look.line}"/>')
        parts.append(_text(series.name, x + 23, y + 6, look))
        x += wide
    return "".join(parts), y + 16


def _step(top: float) -> float:
    """A round step that gives at most six lines."""
    step = 1.0
    while top / step > 6:
        step *= 2.5 if str(step).startswith("2") else 2
    return step


def _bars(data: ChartData, width: int, height: int, look: Theme) -> tuple[str, float]:
    legend, top = _legend(data, width, look)
    longest = max((len(name) for name in data.categories), default=1)
    slot = (width - LEFT - 10) / max(1, len(data.categories))
    slanted = longest * LETTER > slot
    base = height - 40 - (min(90.0, longest * LETTER * 0.7) if slanted else 12)
    scale = (base - top - 8) / data.highest
    parts = [legend]
    step, line = _step(data.highest), 0.0
    while line <= data.highest:
        y = base - line * scale
        parts.append(f'<path d="M{LEFT},{y:.1f}H{width - 10}" stroke="{look.line}" stroke-opacity=".35"/>')
        parts.append(_text(f"{line:g}", LEFT - 5, y + 4, look, 'text-anchor="end"'))
        line += step
    for at, name in enumerate(data.categories):
        x = LEFT + slot * (at + 0.5)
        turn = (
            f'text-anchor="end" transform="rotate(-40 {x:.1f} {base + 12:.1f})"' if slanted else 'text-anchor="middle"'
        )
        parts.append(_text(name, x, base + 14, look, turn))
        parts += _column(data, at, (x, base, slot, scale), look)
    parts.append(_text(f"{data.x_label}; height: {data.y_label}", width - 10, height - 20, look, 'text-anchor="end"'))
    return "".join(parts), height


def _column(data: ChartData, at: int, place: tuple[float, float, float, float], look: Theme) -> list[str]:
    """The bars of one category."""
    x, base, slot, scale = place
    stacked, count = data.kind == "stacked", len(data.series)
    wide = slot * 0.7 if stacked else slot * 0.84 / count
    found, floor = [], base
    for n, series in enumerate(data.series):
        tall = series.values[at] * scale
        left = x - wide / 2 if stacked else x - slot * 0.42 + n * wide
        if tall:
            look_ = f'fill="{_fill(data, n, look)}" stroke="{look.line}" stroke-width=".6"'
            size = f'x="{left:.1f}" y="{floor - tall:.1f}" width="{wide:.1f}" height="{tall:.1f}"'
            found.append(f"<rect {size} {look_}><title>{escape(series.name)} {series.values[at]:g}</title></rect>")
        if series.spread:
            low = max(0.0, series.values[at] - series.spread[at]) * scale
            high = (series.values[at] + series.spread[at]) * scale
            middle = left + wide / 2
            found.append(f'<path d="M{middle:.1f},{base - low:.1f}V{base - high:.1f}" stroke="{look.ink}"/>')
        if stacked:
            floor -= tall
    return found


def _table(data: ChartData, width: int, look: Theme) -> tuple[str, float]:
    left = 12 + max((len(series.name) for series in data.series), default=0) * (LETTER + 0.6)
    slot = (width - left - 8) / max(1, len(data.categories))
    parts = [_text(data.x_label, left, 32, look, 'font-size="10"')]
    for at, name in enumerate(data.categories):
        parts.append(_text(name, left + slot * (at + 0.5), TOP + 12, look, 'text-anchor="middle"'))
    for n, series in enumerate(data.series):
        y = TOP + 18 + n * ROW
        parts.append(_text(series.name, left - 6, y + 14, look, 'text-anchor="end"'))
        for at, value in enumerate(series.values):
            x = left + slot * at
            size = f'x="{x + 1:.1f}" y="{y + 1}" width="{slot - 2:.1f}" height="{ROW - 2}"'
            fill = mix(series.colour, "#ffffff", shade(value, data.highest))
            parts.append(f'<rect {size} fill="{fill}" stroke="{look.line}" stroke-opacity=".3"/>')
            if value:
                bold = 'text-anchor="middle" font-weight="600"'
                parts.append(_text(f"{value:g}", x + slot / 2, y + 14, LIGHT, bold))
    return "".join(parts), TOP + 18 + len(data.series) * ROW + 22
