"""The stepper's panel of odds: what the battle in front of you comes to, choice by choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from markupsafe import Markup

from northafrica.core.cards import ChoiceOdds
from northafrica.core.html import tag, together
from northafrica.lab.tray.parts import Html, check, column

NOTHING = "No battle is in front of you."


class OddsPanel:
    """A box to tick, and below it the odds; nothing is computed while it is not ticked."""

    def __init__(
        self, read: Callable[[], Sequence[ChoiceOdds]], on: bool = False, switched: Callable[[], None] = lambda: None
    ) -> None:
        self._read = read
        self._switched = switched
        self.toggle = check("Odds of the battle", "na-odds-toggle", self._toggled, on)
        self.table = Html(css="na-odds-box")
        self.widget = column(self.toggle, self.table, css="na-odds")

    @property
    def on(self) -> bool:
        """Whether the odds are shown."""
        return bool(self.toggle.value)

    def _toggled(self, _: object) -> None:
        self.update()
        self._switched()

    def update(self) -> None:
        """Show the odds of this moment, or nothing."""
        self.table.value = self._told() if self.on else ""

    def _told(self) -> Markup:
        try:
            return odds_table(self._read())
        except Exception as error:  # odds are an extra: the game goes on without them
            words = f"the odds cannot be told: {type(error).__name__}: {error}"
            return tag("div", words, class_="na-quiet", role="status")


def odds_table(rows: Sequence[ChoiceOdds]) -> Markup:
    """The odds as tables, one a battle: choice, chance to capture with a bar, losses to expect."""
    if not rows:
        return tag("div", NOTHING, class_="na-quiet", role="status")
    tables = together(*(_battle(name, list(found)) for name, found in groupby(rows, key=lambda row: row.battle)))
    return tag("div", tables, class_="na-odds-tables", role="region", aria_label="Odds of the battle", tabindex="0")


def odds_line(row: ChoiceOdds) -> str:
    """The odds of an attack that is being put together, in a line.

    >>> odds_line(ChoiceOdds("Tobruk", "with all", capture=0.712, attacker_lost=3.1, defender_lost=6.0, unit="RP"))
    'Tobruk falls: 71.2 %; to be lost: 3.1 RP against 6.0 RP'
    """
    if not row.known:
        return row.notes[0] if row.notes else ""
    lost, gained = (f"{value:.1f} {row.unit}" for value in (row.attacker_lost, row.defender_lost))
    return f"{row.battle} falls: {_percent(row.capture)}; to be lost: {lost} against {gained}"


def _battle(name: str, rows: Sequence[ChoiceOdds]) -> Markup:
    valued = any(row.worth is not None for row in rows)
    heads = ["choice", "captured", "defender gone", "attacker gone", "attacker loses", "defender loses"]
    heads += ["worth"] if valued else []
    head = together(*(tag("th", text, scope="col") for text in heads))
    body = together(*(_row(row, valued) for row in rows))
    notes = dict.fromkeys(line for row in rows for line in row.notes)
    told = together(*(tag("li", note) for note in notes))
    unit = together(" ", tag("small", "(losses", " and worth" if valued else "", " in ", rows[0].unit, ")"))
    table = tag("table", tag("caption", name, unit), tag("tr", head), body)
    return together(table, tag("ul", told, class_="na-quiet")) if told else table


def _row(row: ChoiceOdds, valued: bool) -> Markup:
    meter = tag("span", tag("i", style=f"width:{100 * row.capture:.1f}%"), class_="na-meter", aria_hidden="true")
    texts = [together(meter, _percent(row.capture)), _percent(row.win), _percent(row.lose)]
    texts += [f"{row.attacker_lost:.1f}", f"{row.defender_lost:.1f}"]
    texts += ["–" if row.worth is None else f"{row.worth:+.1f}"] if valued else []
    if not row.known:
        texts = ["–"] * len(texts)
    numbers = together(*(tag("td", text) for text in texts))
    return tag("tr", tag("th", row.choice, scope="row"), numbers)


def _percent(chance: float) -> str:
    if 0 < chance < 0.0005:
        return "< 0.1 %"
    if 0.9995 < chance < 1:
        return "> 99.9 %"
    return f"{100 * chance:.1f} %"
