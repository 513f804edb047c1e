"""The stepper's panel of odds: what the battle in front of you comes to, choice by choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import groupby

import ipywidgets as widgets

from northafrica.core.cards import ChoiceOdds

NOTHING = "No battle is in front of you."


class OddsPanel:
    """A box to tick, and below it the odds; nothing is computed while it is not ticked."""

    def __init__(self, read: Callable[[], Sequence[ChoiceOdds]], on: bool = False) -> None:
        self._read = read
        self.toggle = widgets.Checkbox(
            value=on, description="Odds of the battle", indent=False, layout=widgets.Layout(width="auto")
        )
        self.toggle.add_class("na-odds-toggle")
        self.toggle.observe(lambda _: self.update(), "value")
        self.table = widgets.HTML()
        self.table.add_class("na-odds-box")
        self.widget = widgets.VBox([self.toggle, self.table])
        self.widget.add_class("na-odds")

    @property
    def on(self) -> bool:
        """Whether the odds are shown."""
        return bool(self.toggle.value)

    def update(self) -> None:
        """Show the odds of this moment, or nothing."""
        text = self._told() if self.on else ""
        if self.table.value != text:
            self.table.value = text

    def _told(self) -> str:
        try:
            return odds_table(self._read())
        except Exception as error:  # odds are an extra: the game goes on without them
            words = f"the odds cannot be told: {type(error).__name__}: {error}"
            return f"<div class='na-quiet' role='status'>{escape(words)}</div>"


def odds_table(rows: Sequence[ChoiceOdds]) -> str:
    """The odds as tables, one a battle: choice, chance to capture with a bar, losses to expect."""
    if not rows:
        return f"<div class='na-quiet' role='status'>{NOTHING}</div>"
    tables = "".join(_battle(name, list(found)) for name, found in groupby(rows, key=lambda row: row.battle))
    return f"<div class='na-odds-tables' role='region' aria-label='Odds of the battle' tabindex='0'>{tables}</div>"


def _battle(name: str, rows: Sequence[ChoiceOdds]) -> str:
    valued = any(row.worth is not None for row in rows)
    heads = ["choice", "captured", "defender gone", "attacker gone", "attacker loses", "defender loses"]
    heads += ["worth"] if valued else []
    head = "".join(f"<th scope='col'>{text}</th>" for text in heads)
    body = "".join(_row(row, valued) for row in rows)
    notes = dict.fromkeys(line for row in rows for line in row.notes)
    told = "".join(f"<li>{escape(note)}</li>" for note in notes)
    unit = f" <small>(losses{' and worth' if valued else ''} in {escape(rows[0].unit)})</small>"
    table = f"<table><caption>{escape(name)}{unit}</caption><tr>{head}</tr>{body}</table>"
    return f"{table}<ul class='na-quiet'>{told}</ul>" if told else table


def _row(row: ChoiceOdds, valued: bool) -> str:
    meter = f"<span class='na-meter' aria-hidden='true'><i style='width:{100 * row.capture:.1f}%'></i></span>"
    texts = [
        f"{meter}{_percent(row.capture)}", _percent(row.win), _percent(row.lose),
        f"{row.attacker_lost:.1f}", f"{row.defender_lost:.1f}",
    ]  # fmt: skip
    if valued:
        texts.append("–" if row.worth is None else f"{row.worth:+.1f}")
    if not row.known:
        texts = ["–"] * len(texts)
    numbers = "".join(f"<td>{text}</td>" for text in texts)
    return f"<tr><th scope='row'>{escape(row.choice)}</th>{numbers}</tr>"


def _percent(chance: float) -> str:
    if 0 < chance < 0.0005:
        return "&lt; 0.1 %"
    if 0.9995 < chance < 1:
        return "&gt; 99.9 %"
    return f"{100 * chance:.1f} %"
