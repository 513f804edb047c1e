"""What the charts show, as plain numbers: one source for the bokeh charts and their SVG twins."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from northafrica.analysis import combat_rounds, losses, luck_rolls, supply_by_space, supply_flow
from northafrica.analysis.frames import FLOW_ORDER, moments
from northafrica.core.game import Game
from northafrica.core.html import tag, together
from northafrica.lab.tray import palette
from northafrica.lab.tray.symbols import kind_name, power_name, short_name

FLOW_LOOKS: Mapping[str, tuple[str, str]] = {
    "arrived": (palette.OKABE_ITO["green"], "blank"),
    "moved": (palette.OKABE_ITO["sky"], "slash"),
    "spent": (palette.OKABE_ITO["orange"], "dots"),
    "captured": (palette.OKABE_ITO["purple"], "cross"),
    "destroyed": (palette.OKABE_ITO["vermillion"], "backslash"),
    "expired": (palette.OKABE_ITO["grey"], "dashes"),
}

BELOW_ZERO = palette.OKABE_ITO["orange"]


@dataclass(frozen=True)
class Series:
    """One row of numbers with its look: colour and pattern; `spread` is a band about them, or about `centre`."""

    name: str
    values: tuple[float, ...]
    colour: str
    pattern: str = "blank"
    spread: tuple[float, ...] | None = None
    centre: tuple[float, ...] | None = None

    def band(self) -> list[tuple[float, float]]:
        """Lower and upper end of the spread at each place."""
        if self.spread is None:
            return [(value, value) for value in self.values]
        return [(c - s, c + s) for c, s in zip(self.centre or self.values, self.spread, strict=True)]

    def ends(self) -> list[float]:
        """All numbers that must find room in a chart."""
        return [number for number in (*self.values, *sum(self.band(), ())) if not math.isnan(number)]


@dataclass(frozen=True)
class ChartData:
    """A chart before it is drawn. `kind`: bars, stacked, lines or table; `source`: where the numbers are from.

    `form` is how numbers are written; a table leaves zeros blank unless `zeros`; `top` fixes the scale's end.
    """

    kind: str
    title: str
    x_label: str
    y_label: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    source: str = ""
    form: str = "g"
    zeros: bool = False
    top: float | None = None

    @property
    def highest(self) -> float:
        """The top of the scale."""
        if self.top is not None:
            return self.top
        if not self.series or not self.categories:
            return 1.0
        if self.kind == "stacked":
            return max(1.0, *(sum(s.values[n] for s in self.series) for n in range(len(self.categories))))
        return max(1.0, *(number for series in self.series for number in series.ends()))

    @property
    def lowest(self) -> float:
        """The bottom of the scale: 0, or less where there are negative numbers."""
        ends = [n for s in self.series for n in (s.ends() if self.kind == "lines" else s.values)]
        return min([0.0, *(end for end in ends if not math.isnan(end))])

    def written(self, value: float) -> str:
        """A number as it stands in the chart."""
        if math.isnan(value):
            return "–"
        if not value and not self.zeros:
            return ""
        text = format(value, self.form)
        return text if text.strip("+-0.") else text.lstrip("+-")

    def fill(self, series: Series, value: float) -> str:
        """The colour of a table's cell: the stronger, the further from zero; below zero a hue of its own."""
        colour = BELOW_ZERO if value < 0 else series.colour
        return palette.mix(colour, "#ffffff", shade(abs(value), max(self.highest, -self.lowest)))


def source_line(game: Game) -> str:
    """Version, data, seed and changed options of a game in one line."""
    head = game.head
    data = head.get("data") or {}
    digest = "-".join(sorted(str(value)[:6] for value in data.values())[:2])
    seed = head.get("seed")
    parts = [f"northafrica {head.get('version', '')}", f"{head.get('system', '')} {head.get('scenario', '')}"]
    parts += [f"data {digest}"] if digest else []
    parts.append(f"seed {seed}" if seed is not None else "dice typed in or recorded")
    return ", ".join(part for part in parts if part.strip())


def _name(game: Game, place: str) -> str:
    spaces = game.system.board(game.setting.data).spaces
    return spaces[place].name if place in spaces else place.replace("_", " ").title()


def supply_data(game: Game, *, each: str = "round", side: str = "", most: int = 14) -> ChartData:
    """Supply on hand: a row a space, a column a round (or turn); the fullest spaces first."""
    frame = supply_by_space(game, each)
    if side:
        frame = frame[frame["side"] == side]
    rows = [(r.moment, r.round, r.power, r.phase, r.space, r.side, r.amount) for r in frame.itertuples()]
    titles = _moment_titles(game, each)
    amounts: dict[str, list[float]] = {}
    owners: dict[str, str] = {}
    for moment, _, _, _, space, owner, amount in rows:
        amounts.setdefault(str(space), [0.0] * len(titles))[int(str(moment))] += float(str(amount))
        owners[str(space)] = str(owner)
    spaces = sorted(amounts, key=lambda space: (-max(amounts[space]), space))[:most]
    series = tuple(
        Series(f"{_name(game, space)}{_of(game, owners[space])}", tuple(amounts[space]), *_side_look(owners[space]))
        for space in spaces
    )
    title = "Supply on hand by space" + (f" ({game.system.sides.get(side, side)})" if side else "")
    x_label = {"round": "end of round", "turn": "end of turn", "phase": "end of phase"}[each]
    return ChartData("table", title, x_label, "", titles, series, source_line(game))


def shade(value: float, top: float) -> int:
    """How strong a cell's colour is, in percent."""
    return round(8 + 72 * min(1.0, max(0.0, value / top))) if value and not math.isnan(value) else 3


def _of(game: Game, side: str) -> str:
    return f" ({game.system.sides[side]})" if side in game.system.sides else ""


def _moment_titles(game: Game, each: str) -> tuple[str, ...]:
    """`set-up`, then `7`, or `7 UK` where each power's turn counts."""
    titles = []
    for round_, power, phase in moments(game, each):
        sign = palette.letters([power])[power] if power else ""
        titles.append(" ".join(part for part in (str(round_), sign, phase) if part))
    return ("set-up", *titles[1:])


def _side_look(side: str) -> tuple[str, str]:
    """Colour and pattern of a side."""
    colour = palette.OKABE_ITO[palette.USUAL.get(side, "grey")]
    return colour, "slash" if palette.frame(side) == "hostile" else "dots"


def flow_data(game: Game, *, side: str = "") -> ChartData:
    """Supply that arrived, moved, was spent, captured, destroyed, by round (and side)."""
    frame = supply_flow(game)
    frame = frame[frame["purpose"] != "set-up"]
    if side:
        frame = frame[frame["side"] == side]
    keys = sorted({(int(str(r.round)), str(r.side)) for r in frame.itertuples()})
    sums = frame.groupby(["round", "side", "flow"])["amount"].sum().to_dict() if len(frame) else {}
    names = game.system.sides
    categories = tuple(f"{n} {names.get(s, s)}" for n, s in keys)
    flows = [flow for flow in FLOW_ORDER if flow != "expired" or "expired" in set(frame["flow"])]
    series = tuple(
        Series(flow, tuple(float(sums.get((n, s, flow), 0)) for n, s in keys), *FLOW_LOOKS[flow]) for flow in flows
    )
    return ChartData("bars", "Supply flow by round", "round and side", "supply", categories, series, source_line(game))


def combat_data(game: Game, *, combat: str | None = None, last: int = 16) -> ChartData:
    """Hits of each roll beside the hits to expect, with one standard deviation; the last rolls by default."""
    frame = combat_rounds(game, combat).tail(last)
    names: list[str] = []
    for r in frame.itertuples():
        where = short_name(_name(game, str(r.combat)))[:14] if combat is None and r.combat else ""
        sign = palette.letters([str(r.power)]).get(str(r.power), "") if r.power else ""
        what = " ".join(part for part in (where, sign) if part)
        names.append(f"{len(names) + 1}. {what} ({r.thrown})")
    hits = Series("hits thrown", tuple(float(v) for v in frame["hits"]), palette.OKABE_ITO["vermillion"], "slash")
    spread = tuple(float(v) for v in frame["spread"])
    mean = tuple(float(v) for v in frame["expected"])
    expected = Series("hits to expect", mean, palette.OKABE_ITO["sky"], "dots", spread)
    title = "Hits thrown and to expect" + (f": {_name(game, combat)}" if combat else "")
    return ChartData("bars", title, "roll (dice thrown)", "hits", tuple(names), (hits, expected), source_line(game))


def luck_data(game: Game, *, combat: str | None = None) -> ChartData:
    """Each side's hits less those to expect, roll by roll, with one standard deviation about nothing."""
    frame = luck_rolls(game, combat)
    series = []
    for side, title in game.system.sides.items():
        values, spread, now, sigma = [], [], 0.0, 0.0
        for row in frame.itertuples():
            if row.side == side:
                now, sigma = float(str(row.running)), float(str(row.running_sigma))
            values.append(now)
            spread.append(sigma)
        colour, pattern = _side_look(side)
        series.append(Series(title, tuple(values), colour, pattern, tuple(spread), (0.0,) * len(values)))
    names = tuple(str(n) for n in range(1, len(frame) + 1))
    title = "Luck: hits more than expected, and one standard deviation" + (f": {_name(game, combat)}" if combat else "")
    return ChartData("lines", title, "roll", "hits", names, tuple(series), source_line(game), form=".1f")


def losses_data(game: Game) -> ChartData:
    """Pieces lost by kind, stacked by power."""
    frame = losses(game)
    kinds = sorted(set(map(str, frame["kind"])))
    powers = game.system.powers(game.setting.data)
    colours, patterns = palette.colours(powers), palette.patterns(powers)
    sums = frame.groupby(["power", "kind"])["count"].sum().to_dict() if len(frame) else {}
    series = tuple(
        Series(
            power_name(game.setting, power),
            tuple(float(sums.get((power, kind), 0)) for kind in kinds),
            colours[power],
            patterns[power],
        )
        for power in powers
    )
    names = tuple(kind_name(kind) for kind in kinds)
    return ChartData(
        "stacked",
        "Losses by kind and power",
        "kind of piece",
        "pieces lost",
        names,
        series,
        source_line(game),
    )


CHARTS: Mapping[str, Callable[..., ChartData]] = {
    "supply": supply_data,
    "flow": flow_data,
    "combat": combat_data,
    "losses": losses_data,
    "luck": luck_data,
}


def _told(data: ChartData, value: float) -> str:
    return data.written(value) or "0"


def table_html(data: ChartData) -> Markup:
    """The numbers of a chart as a folded HTML table, for whoever does not see the picture."""
    head = tag("tr", *(tag("th", name) for name in (data.x_label, *(series.name for series in data.series))))
    rows = together(
        *(
            tag("tr", tag("th", name), *(tag("td", _told(data, series.values[n])) for series in data.series))
            for n, name in enumerate(data.categories)
        )
    )
    table = tag("table", tag("caption", data.title), head, rows)
    return tag("details", tag("summary", data.title, " in numbers"), table, class_="na-numbers")
