"""What the charts of a battle's odds show, as plain numbers read from answers and frames."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from northafrica.lab.charts.chart_data import ChartData, Series
from northafrica.lab.tray.palette import OKABE_ITO
from northafrica.odds.answer import Answer
from northafrica.odds.telling import how, number
from northafrica.odds.told import SIDES, in_words

LOOKS: Mapping[str, tuple[str, str]] = {
    "attacker": (OKABE_ITO["vermillion"], "slash"),
    "defender": (OKABE_ITO["sky"], "dots"),
}
CELLS = OKABE_ITO["sky"]
BINS, FEWEST = 18, 2e-4


def _source(answer: Answer) -> str:
    return "; ".join(part for part in (answer.title, how(answer)) if part)


def _percents(chances: tuple[float, ...], count: int) -> tuple[float, ...]:
    return tuple(100 * (chances[n] if n < len(chances) else 0.0) for n in range(count))


def survivor_bars(answer: Answer) -> ChartData:
    """How many units each side has left: the chance of each number, in percent."""
    chances = {side: answer.units_left(side) for side in SIDES}
    count = max(sum(answer.force(side).start) for side in SIDES) + 1
    series = tuple(
        Series(f"{side}, {_mean(chances[side]):.1f} on average", _percents(chances[side], count), *LOOKS[side])
        for side in SIDES
    )
    names = tuple(str(n) for n in range(count))
    return ChartData("bars", "Units left", "units left", "chance, %", names, series, _source(answer), form=".2f")


def _mean(chances: tuple[float, ...]) -> float:
    return sum(n * chance for n, chance in enumerate(chances))


def survivor_table(answer: Answer) -> ChartData:
    """The chance of each number left, kind by kind, in percent."""
    count = max((n for side in SIDES for n in answer.force(side).start), default=0) + 1
    series = []
    for side in SIDES:
        for unit, start in zip(answer.force(side).units, answer.force(side).start, strict=True):
            found = _percents(answer.survivors[side][unit], count)
            values = tuple(value if n <= start else math.nan for n, value in enumerate(found))
            series.append(Series(f"{side} {unit.replace('_', ' ')}", values, LOOKS[side][0]))
    names = tuple(str(n) for n in range(count))
    return ChartData(
        "table", "Units left by kind, %", "units left", "%", names, tuple(series), _source(answer), ".1f", True, 100.0
    )


def round_curve(answer: Answer) -> ChartData:
    """The chance that the battle ends in each round, and that it is over by then, in percent."""
    chances = list(answer.rounds)
    while len(chances) > 2 and chances[-1] < FEWEST:
        chances.pop()
    first = 0 if chances and chances[0] else 1
    over = [100 * sum(chances[: n + 1]) for n in range(len(chances))]
    series = (
        Series("over by the end of the round", tuple(over[first:]), OKABE_ITO["sky"]),
        Series("ends in the round", tuple(100 * chance for chance in chances[first:]), OKABE_ITO["orange"]),
    )
    names = tuple(str(n) for n in range(first, len(chances)))
    title = "How long the battle lasts"
    return ChartData("lines", title, "round", "chance, %", names, series, _source(answer), form=".1f", top=100.0)


def value_bars(answer: Answer, bins: int = BINS) -> ChartData:
    """The value each side loses: the chance of each number, or of each span where there are many, in percent."""
    lost = {side: answer.value_lost_distribution(side) for side in SIDES}
    values = sorted({value for found in lost.values() for value in found})
    width = _width(values, bins)
    low = math.floor(values[0] / width) if values else 0
    count = (math.floor(values[-1] / width) - low + 1) if values else 0
    sums = {side: [0.0] * count for side in SIDES}
    for side, found in lost.items():
        for value, chance in found.items():
            sums[side][math.floor(value / width + 1e-9) - low] += 100 * chance
    whole = all(value == int(value) for value in values)
    names = tuple(_span((low + n) * width, width, whole) for n in range(count))
    series = tuple(
        Series(f"{side}, {answer.value_lost[side]:.1f} on average", tuple(sums[side]), *LOOKS[side]) for side in SIDES
    )
    label = f"{answer.value_unit} lost"
    return ChartData("bars", "Value lost", label, "chance, %", names, series, _source(answer), form=".2f")


def _width(values: list[float], bins: int) -> float:
    """The narrowest round width that gives at most so many bins."""
    reach = values[-1] - values[0] if values else 0.0
    for width in (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0):
        if reach / width < bins:
            return width
    return reach / bins


def _span(start: float, width: float, whole: bool) -> str:
    if whole:
        return f"{start:.0f}" if width <= 1 else f"{start:.0f}–{start + width - 1:.0f}"
    return f"{start:g}–{start + width:g}"


def swing_bars(answer: Answer, bins: int = BINS) -> ChartData:
    """What the defender loses more than the attacker, in percent; negative where the attacker loses more."""
    found = answer.swing_distribution()
    values = sorted(found)
    width = _width(values, bins)
    low = math.floor(values[0] / width)
    sums = [0.0] * (math.floor(values[-1] / width) - low + 1)
    for value, chance in found.items():
        sums[math.floor(value / width + 1e-9) - low] += 100 * chance
    starts = [(low + n) * width for n in range(len(sums))]
    names = tuple(f"{start:g}" + (f" to {start + width:g}" if width > 1 else "") for start in starts)
    series = (Series(f"{answer.swing:+.1f} on average", tuple(sums), OKABE_ITO["green"], "dots"),)
    label = f"{answer.value_unit} the defender loses more than the attacker"
    return ChartData("bars", "Exchange", label, "chance, %", names, series, _source(answer), form=".2f")


def heat_map(
    frame: pd.DataFrame, *, title: str = "", percent: bool = True, form: str = "", source: str = "", unit: str = ""
) -> ChartData:
    """A frame of numbers as a heat map, the number in each cell: a row an index entry, a column a column.

    `percent`: the numbers are chances and shown in percent. Axis names are those of the frame's index and columns.
    """
    factor = 100.0 if percent else 1.0
    rows = [tuple(factor * float(value) for value in frame.loc[name]) for name in frame.index]
    series = tuple(Series(in_words(str(name)), row, CELLS) for name, row in zip(frame.index, rows, strict=True))
    down, across = str(frame.index.name or ""), str(frame.columns.name or "")
    label = f"down: {down}; across: {across}" if down and across else across or down
    form = form or (".0f" if percent else ".3g")
    measure = str(frame.attrs.get("measure", "")).replace("_", " ").capitalize()
    title = title or (f"{measure}: {down} against {across}" if measure else f"{down or 'rows'} against {across}")
    names, top = tuple(in_words(str(name)) for name in frame.columns), 100.0 if percent else None
    return ChartData("table", title, label, unit or ("%" if percent else ""), names, series, source, form, True, top)


def worth_bars(frame: pd.DataFrame) -> ChartData:
    """What one more unit of each kind is worth (see `analysis.one_more`): points of the chance to capture."""
    kinds = [(f"{row.side} {str(row.unit).replace('_', ' ')}", float(str(row.value))) for row in frame.itertuples()]
    names = tuple(f"{kind} ({number(value)})" for kind, value in kinds)
    unit = str(frame.attrs.get("value_unit", "value"))
    gains, prices = (tuple(100 * v for v in frame[column]) for column in ("gain", "gain_per_value"))
    series = (
        Series("one more unit", gains, OKABE_ITO["green"], "dots"),
        Series(f"per {unit} it costs", prices, OKABE_ITO["purple"], "cross"),
    )
    title, label = "Worth of one more unit, to its own side", f"one more of ({unit} each)"
    source = str(frame.attrs.get("title", ""))
    return ChartData("bars", title, label, "points of capture chance", names, series, source, form=".2f")


ODDS_CHARTS: Mapping[str, Callable[..., ChartData]] = {
    "survivors": survivor_bars,
    "kinds": survivor_table,
    "rounds": round_curve,
    "value": value_bars,
    "swing": swing_bars,
    "heat": heat_map,
    "worth": worth_bars,
}


def odds_data(kind: str, thing: Any, **choice: Any) -> ChartData:
    """The numbers of a chart by its kind. Raises ValueError naming the kinds there are."""
    if kind not in ODDS_CHARTS:
        raise ValueError(f"there is no chart '{kind}'; there are {', '.join(ODDS_CHARTS)}")
    return ODDS_CHARTS[kind](thing, **choice)
