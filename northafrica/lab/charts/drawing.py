"""Charts drawn with bokeh from plain numbers: bars, stacked bars, lines, tables of numbers.

Each keeps one `ColumnDataSource`; `show(data)` gives it new numbers and the figure in the page changes with them.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any

from bokeh.models import ColumnDataSource, FactorRange, HoverTool, Range1d
from bokeh.models.annotations import LabelSet, Title
from bokeh.plotting import figure
from bokeh.transform import dodge, stack

from northafrica.lab.charts import chart_data
from northafrica.lab.charts.bokeh_setup import Figure
from northafrica.lab.charts.chart_data import ChartData
from northafrica.lab.charts.chart_svg import chart_svg
from northafrica.lab.tray.closing import Shown
from northafrica.lab.tray.palette import DARK, DASHES, HATCHES, LIGHT, MARKS
from northafrica.lab.tray.parts import Html, column
from northafrica.lab.tray.svg import Picture

INKS = {"auto": "#767d85", "light": LIGHT.ink, "dark": DARK.ink}
CROWDED = 16
"""More columns than this: smaller letters."""


class Drawing(Shown, ABC):
    """A chart. `figure` is the bokeh figure, `widget` what to show, `show(data)` brings new numbers.

    `theme`: `light`, `dark`, or `auto`, which is readable on both.
    """

    def __init__(self, data: ChartData, *, height: int = 360, theme: str = "auto") -> None:
        self.take_place()
        self.data, self.theme, self.height = data, theme, height
        self.source: Any = ColumnDataSource(data=self._columns())
        self.figure: Any = self._draw()
        self._style()
        self._shown = Figure(self.figure)
        self._numbers = Html(chart_data.table_html(self.data))
        self.widget = column(self._shown, self._numbers, css="na-chart")
        self.widget.layout.min_width = "420px"

    @abstractmethod
    def _columns(self) -> dict[str, list[Any]]:
        """The numbers as columns of the source."""

    @abstractmethod
    def _draw(self) -> Any:
        """The figure on the source."""

    @abstractmethod
    def _refresh(self) -> None:
        """Ranges after new numbers."""

    def show(self, data: ChartData) -> None:
        """Show other numbers of the same kind of chart."""
        self.data = data
        columns = self._columns()
        if columns != dict(self.source.data):
            self.source.data = columns
            self._refresh()
            self._shown.draw(self.figure)
        self._numbers.value = chart_data.table_html(self.data)

    def svg(self, width: int = 640) -> str:
        """The same chart as plain SVG."""
        return chart_svg(self.data, width=width, theme="dark" if self.theme == "dark" else "light")

    def picture(self, width: int = 640) -> Picture:
        """The same chart as a picture that lives without widgets."""
        return Picture(self.svg(width), self.data.title)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.data.title}, {len(self.data.categories)} columns>"

    def _figure(self, **ranges: Any) -> Any:
        found: Any = figure(
            height=self.height,
            sizing_mode="stretch_width",
            min_width=400,
            title=self.data.title,
            x_axis_label=self.data.x_label,
            y_axis_label=self.data.y_label if self.data.kind != "table" else "",
            toolbar_location=None,
            tools="",
            **ranges,
        )
        found.add_layout(Title(text=self.data.source, text_font_size="10px", text_font_style="normal"), "below")
        return found

    def _style(self) -> None:
        ink = INKS[self.theme]
        page = {"light": LIGHT.page, "dark": DARK.page}.get(self.theme)
        self.figure.background_fill_color = self.figure.border_fill_color = page
        self.figure.outline_line_color = None
        self.figure.title.text_color = ink
        self.figure.title.text_font_size = "14px"
        for title in self.figure.below:
            if isinstance(title, Title):
                title.text_color = ink
        for axis in self.figure.axis:
            axis.axis_label_text_color = axis.major_label_text_color = axis.axis_line_color = ink
            axis.major_tick_line_color = ink
            axis.minor_tick_line_color = None
            axis.axis_label_text_font_style = "normal"
        self.figure.grid.grid_line_color = ink
        self.figure.grid.grid_line_alpha = 0.2
        self.figure.xgrid.grid_line_color = None
        for legend in self.figure.legend:
            legend.label_text_color = ink
            legend.background_fill_alpha = legend.border_line_alpha = 0
            legend.orientation = "horizontal"
            legend.ncols = 4
            legend.location = "top_left"
            legend.padding = 2
            self.figure.add_layout(legend, "above")


class TableDrawing(Drawing):
    """Cells with their numbers: a row a series, a column a category."""

    def __init__(self, data: ChartData, **look: Any) -> None:
        super().__init__(data, **look)
        self.figure.height = self._tall()

    def _columns(self) -> dict[str, list[Any]]:
        cells = [
            (name, series.name, value, self.data.written(value), self.data.fill(series, value))
            for series in self.data.series
            for name, value in zip(self.data.categories, series.values, strict=True)
        ]
        columns = ("moment", "space", "amount", "words", "colour")
        found = {name: [cell[n] for cell in cells] for n, name in enumerate(columns)}
        told = [f"{space}, {moment}: {amount:g} {self._unit()}" for moment, space, amount, *_ in cells]
        return found | {"told": told}  # a tooltip takes its own text for HTML, not what stands in a column

    def _draw(self) -> Any:
        found = self._figure(
            x_range=FactorRange(factors=list(self.data.categories)),
            y_range=FactorRange(factors=[series.name for series in reversed(self.data.series)]),
        )
        found.rect("moment", "space", 0.96, 0.92, source=self.source, fill_color="colour", line_color=None)
        size = "12px" if len(self.data.categories) <= CROWDED else "9px"
        words = LabelSet(x="moment", y="space", text="words", source=self.source, text_font_size=size)
        words.update(text_align="center", text_baseline="middle", text_color=LIGHT.ink, text_font_style="bold")
        found.add_layout(words)
        found.add_tools(HoverTool(tooltips=[("", "@told")]))
        return found

    def _unit(self) -> str:
        return self.data.y_label

    def _refresh(self) -> None:
        self.figure.x_range.factors = list(self.data.categories)
        self.figure.y_range.factors = [series.name for series in reversed(self.data.series)]
        self.figure.height = self._tall()

    def _tall(self) -> int:
        return 120 + 22 * len(self.data.series)


class BarDrawing(Drawing):
    """Bars side by side, a series a colour and a hatch."""

    floor = 0.0
    """The least that a spread is drawn at."""

    def _columns(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {"category": list(self.data.categories)}
        for n, series in enumerate(self.data.series):
            found[f"s{n}"] = list(series.values)
            if series.spread is not None:
                found[f"s{n}_low"] = [max(self.floor, low) for low, _ in series.band()]
                found[f"s{n}_high"] = [high for _, high in series.band()]
        return found

    def _named(self) -> Any:
        """A figure with the names of the categories below."""
        found = self._figure(x_range=FactorRange(factors=list(self.data.categories)), y_range=self._range())
        found.xaxis.major_label_orientation = self._slant()
        return found

    def _told(self, found: Any, form: str = "") -> Any:
        """The figure with its numbers for whoever points at it."""
        tips = [(series.name, f"@s{n}{form}") for n, series in enumerate(self.data.series)]
        found.add_tools(HoverTool(tooltips=[("", "@category"), *tips]))
        return found

    def _draw(self) -> Any:
        found, count = self._named(), len(self.data.series)
        for n, series in enumerate(self.data.series):
            place = dodge("category", (n - (count - 1) / 2) * 0.86 / count, range=found.x_range)
            bar = dict(x=place, top=f"s{n}", width=0.8 / count, source=self.source, legend_label=series.name)
            found.vbar(**bar, **_look(series.colour, series.pattern, INKS[self.theme]))
            if f"s{n}_low" in self.source.data:
                ends = {"x0": place, "y0": f"s{n}_low", "x1": place, "y1": f"s{n}_high"}
                found.segment(**ends, source=self.source, line_color=INKS[self.theme], line_width=2)
        return self._told(found, "{0.0}")

    def _slant(self) -> float:
        """How the names below lean: not at all where there is room."""
        longest = max((len(name) for name in self.data.categories), default=0)
        return 0.7 if (longest + 1) * len(self.data.categories) > 60 else 0.0

    def _range(self) -> Range1d:
        return Range1d(start=self.data.lowest * 1.08, end=self.data.highest * 1.08)

    def _refresh(self) -> None:
        self.figure.x_range.factors = list(self.data.categories)
        self.figure.xaxis.major_label_orientation = self._slant()
        self.figure.y_range.start, self.figure.y_range.end = self.data.lowest * 1.08, self.data.highest * 1.08


class StackedDrawing(BarDrawing):
    """Bars on top of one another."""

    def _draw(self) -> Any:
        found = self._named()
        below: list[str] = []
        for n, series in enumerate(self.data.series):
            ends = dict(bottom=_sum(below), top=_sum([*below, f"s{n}"]))
            look = _look(series.colour, series.pattern, INKS[self.theme])
            found.vbar(x="category", width=0.7, source=self.source, legend_label=series.name, **ends, **look)
            below.append(f"s{n}")
        if all(float(value).is_integer() for series in self.data.series for value in series.values):
            found.yaxis[0].ticker.min_interval = 1  # no line at half a piece
        return self._told(found)


class LineDrawing(BarDrawing):
    """Lines with a mark and a dash of their own; a spread is a band about the line."""

    floor = -math.inf

    def _columns(self) -> dict[str, list[Any]]:
        return {**super()._columns(), "x": list(self._places())}

    def _places(self) -> range:
        return range(len(self.data.categories))

    def _draw(self) -> Any:
        found = self._figure(x_range=Range1d(start=self._ends()[0], end=self._ends()[1]), y_range=self._range())
        self._ticks(found)
        for n, series in enumerate(self.data.series):
            if series.spread is not None:
                found.varea("x", f"s{n}_low", f"s{n}_high", source=self.source, color=series.colour, alpha=0.15)
                edge = {"source": self.source, "line_color": series.colour, "line_dash": DASHES[n % len(DASHES)]}
                for end in ("low", "high"):
                    found.line("x", f"s{n}_{end}", line_width=1, **edge)
            look = {"color": series.colour, "legend_label": series.name, "source": self.source}
            found.line("x", f"s{n}", line_width=2, line_dash=DASHES[n % len(DASHES)], **look)
            size = 7 if len(self.data.categories) < 40 else 4
            found.scatter("x", f"s{n}", size=size, marker=MARKS[n % len(MARKS)], **look)
        return self._told(found, "{0.00}")

    def _ends(self) -> tuple[float, float]:
        return -0.5, max(1, len(self.data.categories)) - 0.5

    def _ticks(self, found: Any) -> None:
        step = max(1, -(-len(self.data.categories) // CROWDED))
        found.xaxis.ticker = list(self._places())[::step]
        found.xaxis.major_label_overrides = dict(enumerate(self.data.categories))

    def _refresh(self) -> None:
        self.figure.x_range.start, self.figure.x_range.end = self._ends()
        self.figure.y_range.start, self.figure.y_range.end = self.data.lowest * 1.08, self.data.highest * 1.08
        self._ticks(self.figure)


DRAWINGS: dict[str, type[Drawing]] = {
    "bars": BarDrawing,
    "stacked": StackedDrawing,
    "lines": LineDrawing,
    "table": TableDrawing,
}


def drawn(data: ChartData, **look: Any) -> Drawing:
    """Numbers as a chart of their kind; `look`: height, theme."""
    return DRAWINGS[data.kind](data, **look)


def _sum(fields: list[str]) -> Any:
    return stack(*fields) if fields else 0


def _look(colour: str, pattern: str, ink: str) -> dict[str, Any]:
    found = {"fill_color": colour, "line_color": ink, "line_width": 0.5}
    if pattern in HATCHES:
        found |= {"hatch_pattern": HATCHES[pattern], "hatch_color": "#000000", "hatch_alpha": 0.55, "hatch_scale": 7}
    return found
