"""What this round of a game brings, as events.csv says (rulebook p.6, 28)."""

from __future__ import annotations

from northafrica.core.table import View
from northafrica.systems.aana.data.entities import OwnScenario


def printed(view: View) -> str:
    """The printed scenario whose special rules hold: the game's own, or the one that a user's set-up follows."""
    name: str = view.setting.data.follows(view.setting.scenario)
    return name


def starts_here(view: View) -> bool:
    """Whether this round is the first of a user's set-up, which already holds what the round brings."""
    own: OwnScenario | None = view.setting.data.own.get(view.setting.scenario)
    return own is not None and own.first_round == view.state.round


def happens(view: View, event: str) -> bool:
    """Whether a row of events.csv holds in this round of the game."""
    found: bool = view.setting.data.holds(event, view.setting.scenario, view.state.round)
    return found


def begins(view: View, event: str) -> bool:
    """Whether a row of events.csv begins to hold in this round of the game."""
    return happens(view, event) and view.setting.data.rounds.first(event, printed(view)) == view.state.round


def playing(view: View, round_: int) -> tuple[str, ...]:
    """The powers with a turn in a round, in order."""
    found: tuple[str, ...] = view.setting.data.rounds.playing(printed(view), round_)
    return found


def opening(view: View) -> tuple[str, ...]:
    """The powers that play in the first round: all of it, or those from the power on that a user's set-up names."""
    own: OwnScenario | None = view.setting.data.own.get(view.setting.scenario)
    powers = playing(view, view.state.round)
    return powers[powers.index(own.power) :] if own is not None else powers
