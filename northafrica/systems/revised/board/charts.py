"""The Weapons Development Chart and the national advantages: markers on a power's chart.

A development is `pending` from phase 1 to phase 6 of the turn it is made in, then `yes` (tech.effective-phase6).
An advantage is `yes` while it can be used, `used` when one that serves once a game has served (na.once-tracking),
`active` while a severe winter lasts.
"""

from __future__ import annotations

from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import chart_of, data

YES, PENDING, USED, ACTIVE = "yes", "pending", "used", "active"


def mark(table: Table, power: str, what: str, value: str, *rules: str, label: str = "") -> None:
    """Put a marker on a power's chart."""
    table.emit("marked", *rules, place=chart_of(power), marker=what, value=value, power=power, label=label)


def developed(view: View, power: str, development: str) -> bool:
    """Whether a power's development is in force now (rules tech.no-sharing, tech.effective-phase6).

    Raises KeyError for a word that is no development.
    """
    return view.state.marker(chart_of(power), data(view).developments[development].id) == YES


def owned(view: View, power: str, development: str) -> bool:
    """Whether a power has made a development, in force or not."""
    return bool(view.state.marker(chart_of(power), development))


def advantage(view: View, power: str, name: str) -> bool:
    """Whether a power has a national advantage that is not used up (rules na.no-sharing, na.once-tracking).

    Raises KeyError for a word that is no advantage.
    """
    return state_of(view, power, name) == YES


def state_of(view: View, power: str, name: str) -> str:
    """What stands on a power's chart for an advantage, "" for nothing. Raises KeyError for a word that is none."""
    return view.state.marker(chart_of(power), data(view).advantages[name].id)


def advantages(view: View, power: str) -> tuple[str, ...]:
    """The national advantages a power has, used ones too."""
    marks = view.state.markers.get(chart_of(power), {})
    return tuple(name for name, row in data(view).advantages.items() if row.power == power and name in marks)


def use(table: Table, power: str, name: str, *rules: str) -> None:
    """A once-a-game advantage has served (rule na.once-tracking)."""
    title = data(table).advantages[name].name
    mark(table, power, name, USED, *rules, "na.once-tracking", label=f"{title} is used")
