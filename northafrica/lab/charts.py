"""Charts that keep up with a game: supply on hand, supply flow, combat, losses.

Each keeps one `ColumnDataSource`; `update(game)` gives it new numbers and the figure in the page changes in
place. Call `load_bokeh()` once before the first chart of a notebook.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import ipywidgets as widgets
from bokeh.models import ColumnDataSource, FactorRange, HoverTool, Range1d
from bokeh.models.annotations import LabelSet, Title
from bokeh.plotting import figure
from bokeh.transform import dodge, stack
from jupyter_bokeh import BokehModel

from northafrica.core.game import Game
from northafrica.lab import chart_data
from northafrica.lab.chart_data import ChartData, shade
from northafrica.lab.chart_svg import chart_svg
from northafrica.lab.closing import close_tree
from northafrica.lab.palette import DARK, HATCHES, LIGHT, mix

INKS = {"auto": "#767d85", "light": LIGHT.ink, "dark": DARK.ink}


class _Shown(BokehModel):  # type: ignore[misc]
    """A figure in the page that may be closed twice (by us, then by the collector)."""

    def close(self) -> None:
        """Close the widget once."""
        if self.comm is not None:
            super().close()


class Chart(ABC):
    """A chart of a game. `figure` is the bokeh figure, `widget` what to show, `update(game)` brings it up to date.

    `theme`: `light`, `dark`, or `auto`, which is readable on both.
    """

    def __init__(self, game: Game, *, height: int = 360, theme: str = "auto") -> None:
        self.game, self.theme, self.height = game, theme, height
        self.data = self._read(game)
        self.source: Any = ColumnDataSource(data=self._columns())
        self.figure: Any = self._draw()
        self._style()
        layout = widgets.Layout(min_width="420px", width="100%")
        self._model = _Shown(self.figure, layout=layout)
        self._numbers = widgets.HTML(chart_data.table_html(self.data))
        self.widget = widgets.VBox([self._model, self._numbers], layout=widgets.Layout(min_width="420px"))
        self.widget.add_class("na-chart")

    @abstractmethod
    def _read(self, game: Game) -> ChartData:
        """The numbers of a game."""

    @abstractmethod
    def _columns(self) -> dict[str, list[Any]]:
        """The numbers as columns of the source."""

    @abstractmethod
    def _draw(self) -> Any:
        """The figure on the source."""

    @abstractmethod
    def _refresh(self) -> None:
        """Ranges after new numbers."""

    def update(self, game: Game) -> None:
        """Show another moment of the game."""
        self.game = game
        self.data = self._read(game)
        columns = self._columns()
        self._refresh()
        if columns != dict(self.source.data):
            self.source.data = columns
        table = chart_data.table_html(self.data)
        if self._numbers.value != table:
            self._numbers.value = table

    def svg(self, width: int = 640) -> str:
        """The same chart as plain SVG."""
        return chart_svg(self.data, width=width, theme="dark" if self.theme == "dark" else "light")

    def close(self) -> None:
        """Close the chart's widgets."""
        close_tree(self.widget)

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.widget)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.data.title}, {len(self.data.categories)} columns>"

    def _figure(self, **ranges: Any) -> Any:
        found: Any = figure(
            height=self.height,
            sizing_mode="stretch_width",
            min_width=400,
            title=self.data.title,
            x_axis_label=self.data.x_label,
            y_axis_label=self.data.y_label,
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


class SupplyOnHand(Chart):
    """Supply on hand: a row a space, a column a round (`each="turn"`: a power's turn), the number in the cell."""

    def __init__(self, game: Game, *, each: str = "round", side: str = "", **look: Any) -> None:
        self.each, self.side = each, side
        super().__init__(game, **look)
        self.figure.height = self._tall()

    def _read(self, game: Game) -> ChartData:
        return chart_data.supply_data(game, each=self.each, side=self.side)

    def _columns(self) -> dict[str, list[Any]]:
        top = self.data.highest
        cells = [
            (name, series.name, value, f"{value:g}" if value else "", mix(series.colour, "#ffffff", shade(value, top)))
            for series in self.data.series
            for name, value in zip(self.data.categories, series.values, strict=True)
        ]
        columns = ("moment", "space", "amount", "words", "colour")
        return {name: [cell[n] for cell in cells] for n, name in enumerate(columns)}

    def _draw(self) -> Any:
        found = self._figure(
            x_range=FactorRange(factors=list(self.data.categories)),
            y_range=FactorRange(factors=[series.name for series in reversed(self.data.series)]),
        )
        found.rect("moment", "space", 0.96, 0.92, source=self.source, fill_color="colour", line_color=None)
        words = LabelSet(
            x="moment", y="space", text="words", source=self.source, text_align="center", text_baseline="middle",
            text_color=LIGHT.ink, text_font_size="12px", text_font_style="bold",
        )  # fmt: skip
        found.add_layout(words)
        found.add_tools(HoverTool(tooltips=[("", "@space, @moment: @amount supply")]))
        return found

    def _refresh(self) -> None:
        self.figure.x_range.factors = list(self.data.categories)
        self.figure.y_range.factors = [series.name for series in reversed(self.data.series)]
        self.figure.height = self._tall()

    def _tall(self) -> int:
        return 120 + 22 * len(self.data.series)


class _Bars(Chart):
    """Bars side by side, a series a colour and a hatch."""

    def _columns(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {"category": list(self.data.categories)}
        for n, series in enumerate(self.data.series):
            found[f"s{n}"] = list(series.values)
            if series.spread is not None:
                pairs = list(zip(series.values, series.spread, strict=True))
                found[f"s{n}_low"] = [max(0.0, value - spread) for value, spread in pairs]
                found[f"s{n}_high"] = [value + spread for value, spread in pairs]
        return found

    def _draw(self) -> Any:
        found = self._figure(
            x_range=FactorRange(factors=list(self.data.categories)),
            y_range=Range1d(start=0, end=self.data.highest * 1.08),
        )
        found.xaxis.major_label_orientation = 0.7
        count = len(self.data.series)
        for n, series in enumerate(self.data.series):
            place = dodge("category", (n - (count - 1) / 2) * 0.86 / count, range=found.x_range)
            found.vbar(
                x=place, top=f"s{n}", width=0.8 / count, source=self.source, legend_label=series.name,
                **_look(series.colour, series.pattern, INKS[self.theme]),
            )  # fmt: skip
            if f"s{n}_low" in self.source.data:
                ends = {"x0": place, "y0": f"s{n}_low", "x1": place, "y1": f"s{n}_high"}
                found.segment(**ends, source=self.source, line_color=INKS[self.theme], line_width=2)
        tips = [(series.name, f"@s{n}{{0.0}}") for n, series in enumerate(self.data.series)]
        found.add_tools(HoverTool(tooltips=[("", "@category"), *tips]))
        return found

    def _refresh(self) -> None:
        self.figure.x_range.factors = list(self.data.categories)
        self.figure.y_range.end = self.data.highest * 1.08


class SupplyFlow(_Bars):
    """Supply that arrived, moved, was spent, captured and destroyed in each round, by side."""

    def __init__(self, game: Game, *, side: str = "", **look: Any) -> None:
        self.side = side
        super().__init__(game, **look)

    def _read(self, game: Game) -> ChartData:
        return chart_data.flow_data(game, side=self.side)


class CombatRolls(_Bars):
    """Hits thrown beside hits to expect, roll by roll; `combat` is the place of one battle, else the last rolls."""

    def __init__(self, game: Game, *, combat: str | None = None, last: int = 16, **look: Any) -> None:
        self.combat, self.last = combat, last
        super().__init__(game, **look)

    def _read(self, game: Game) -> ChartData:
        return chart_data.combat_data(game, combat=self.combat, last=self.last)


class Losses(Chart):
    """Pieces lost by kind, stacked by power."""

    def _read(self, game: Game) -> ChartData:
        return chart_data.losses_data(game)

    def _columns(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {"category": list(self.data.categories)}
        return found | {f"s{n}": list(series.values) for n, series in enumerate(self.data.series)}

    def _draw(self) -> Any:
        found = self._figure(
            x_range=FactorRange(factors=list(self.data.categories)),
            y_range=Range1d(start=0, end=self.data.highest * 1.08),
        )
        found.xaxis.major_label_orientation = 0.7
        below: list[str] = []
        for n, series in enumerate(self.data.series):
            found.vbar(
                x="category", width=0.7, source=self.source, legend_label=series.name,
                bottom=_sum(below), top=_sum([*below, f"s{n}"]),
                **_look(series.colour, series.pattern, INKS[self.theme]),
            )  # fmt: skip
            below.append(f"s{n}")
        tips = [(series.name, f"@s{n}") for n, series in enumerate(self.data.series)]
        found.add_tools(HoverTool(tooltips=[("", "@category"), *tips]))
        return found

    def _refresh(self) -> None:
        self.figure.x_range.factors = list(self.data.categories)
        self.figure.y_range.end = self.data.highest * 1.08


def _sum(fields: list[str]) -> Any:
    return stack(*fields) if fields else 0


def _look(colour: str, pattern: str, ink: str) -> dict[str, Any]:
    found = {"fill_color": colour, "line_color": ink, "line_width": 0.5}
    if pattern in HATCHES:
        found |= {"hatch_pattern": HATCHES[pattern], "hatch_color": "#000000", "hatch_alpha": 0.55, "hatch_scale": 7}
    return found


__all__ = ["Chart", "CombatRolls", "Losses", "SupplyFlow", "SupplyOnHand"]
