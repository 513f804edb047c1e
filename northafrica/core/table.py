"""What a step sees and what it acts on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from northafrica.core.events import Event, Told, fold
from northafrica.core.naming import Names
from northafrica.core.orders import nearest
from northafrica.core.state import Outcome, State
from northafrica.core.step import Step

if TYPE_CHECKING:
    from northafrica.core.system import System


@dataclass(frozen=True)
class Setting:
    """What does not change during a game: the system, its data, the options, who plays which power."""

    system: System
    data: Any
    scenario: str
    options: Mapping[str, str]
    seats: Mapping[str, str]

    def seat_of(self, power: str) -> str:
        return self.seats[power]

    def check_seat(self, seat: str) -> None:
        """Raise UnknownSeat for a seat that nobody has: it would hide nothing."""
        if seat and seat not in self.seats.values():
            raise UnknownSeat(seat, tuple(dict.fromkeys(self.seats.values())))


class UnknownSeat(ValueError):
    """A seat that the game has not; the message names the nearest."""

    def __init__(self, seat: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no seat '{seat}'{nearest(seat, known)}; there are {', '.join(known)}")


class View:
    """A state to read, as one seat may see it."""

    def __init__(self, setting: Setting, state: State, seat: str = "") -> None:
        self.setting, self.state, self.viewer = setting, state, seat

    @property
    def data(self) -> Any:
        return self.setting.data

    @property
    def facts(self) -> Any:
        return self.state.facts

    def option(self, name: str) -> str:
        return self.setting.options[name]

    def seat_of(self, power: str) -> str:
        return self.setting.system.seat_of(self, power)

    @property
    def names(self) -> Names:
        """How the ids of the game are said to people."""
        return self.setting.system.names(self.setting.data)

    def name(self, place: str) -> str:
        """The name of a place for people."""
        return self.names.place(place)


class Table(View):
    """A state to act on: emits events, pushes and ends steps."""

    def __init__(self, setting: Setting, state: State, cause: str = "", seat: str = "") -> None:
        super().__init__(setting, state, seat)
        self.cause = cause
        self.events: list[Event] = []

    def emit(self, kind: str, *rules: str, **fields: Unpack[Told]) -> Event:
        """Let something happen: the event is numbered, applied to the state and kept."""
        state = self.state
        top = state.stack[-1] if state.stack else None
        fields.setdefault("power", state.power)
        event = Event(
            kind=kind,
            number=state.events + 1,
            rules=rules,
            cause=self.cause,
            round=state.round,
            phase=state.phase,
            step=type(top).__name__ if top else "",
            seat=self.viewer,
            **fields,
        )
        fold(state.pieces, state.stocks, state.markers, event)
        state.events += 1
        self.events.append(event)
        return event

    def note(self, text: str, /, *rules: str, **fields: Unpack[Told]) -> Event:
        """Tell people something that changes nothing on the board; `text` is the label of the event."""
        fields["label"] = text
        return self.emit("note", *rules, **fields)

    def push(self, *steps: Step) -> None:
        """Put steps on the stack; the first given comes first."""
        self.state.stack += tuple(reversed(steps))

    def finish(self) -> None:
        """End the top step."""
        self.state.stack = self.state.stack[:-1]

    def replace(self, *steps: Step) -> None:
        """End the top step and put others in its place; the first given comes first."""
        self.finish()
        self.push(*steps)

    def conclude(self, outcome: Outcome) -> None:
        """End the game."""
        self.state.outcome = outcome
        self.state.stack = ()
        self.emit(
            "victory",
            *outcome.rules,
            value=outcome.winner,
            label=outcome.level,
            detail=outcome.reason,
            power="",
        )
