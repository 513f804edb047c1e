"""Turns, player turns and phases (rulebook 1.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from northafrica.core.groups import clear_status
from northafrica.core.step import Automatic, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import (
    combat,
    initialization,
    memory,
    reinforcement,
    setup,
    supply,
    victory,
)
from northafrica.systems.afrika2.entities import AXIS, CW, NAMES
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import PHASE_STATUS, frame, last_turn
from northafrica.systems.afrika2.movement import exploitation, phase

PHASES = ("initialization", "reinforcement", "movement", "combat", "exploitation", "supply")
PHASE_NAMES = {"setup": "Set-up"} | {phase: f"{phase.title()} Phase" for phase in PHASES}
ROOMS = {
    "initialization": initialization.steps,
    "reinforcement": reinforcement.steps,
    "movement": phase.steps,
    "combat": combat.steps,
    "exploitation": exploitation.steps,
    "supply": supply.steps,
}
ORDER_PHASES = {
    **dict.fromkeys(("trento", "place"), ("setup",)),
    **dict.fromkeys(("arrive", "release", "withdraw", "rebuild"), ("reinforcement",)),
    **dict.fromkeys(("truck", "ship", "raid"), ("movement",)),
    **dict.fromkeys(("move", "overrun"), ("movement", "exploitation")),
    "attack": ("combat",),
    **dict.fromkeys(("box", "consolidate", "supply", "supply_all", "spend"), ("supply",)),
}
MOMENTS = {
    "fly": "6.2a.storch-limit",
    "join": "6.2.displace",
    "kill": "2.3.when-checked",
    "air": "3.2a.any-combat-phase",
    "convert": "2.6.convert",
    "lose": "scs.losses-choice",
    "retreat": "scs.retreat-path",
    "advance": "scs.advance",
}
"""Orders of a moment, not of a phase, and the rule that sets it."""
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def month(turn: int) -> str:
    """The month of a turn (1.3).

    >>> month(1), month(28)
    ('September 1940', 'December 1942')
    """
    since = 8 + turn - 1
    return f"{MONTHS[since % 12]} {1940 + since // 12}"


@dataclass(frozen=True)
class Round(Automatic):
    """One game turn: the Axis player turn, then the Commonwealth's."""

    title: ClassVar[str] = "Game turn"
    next: int = 0

    def run(self, table: Table) -> None:
        turn = table.state.round
        players = players_of(table, turn)
        if self.next == 0:
            skipped = ("1.1.cw-start-skip",) if len(players) == 1 else ()
            label = f"turn {turn}, {month(turn)}"
            table.emit("began", "1.1.axis-first", "1.3.scale", *skipped, label=label, amount=turn, power="")
            clear_status(table, lambda piece: True, "stirred")
            remember(table, fresh_dead=())
        if self.next < len(players):
            table.replace(Turn(players[self.next]), replace(self, next=self.next + 1))
            return
        if turn >= last_turn(table):
            victory.final(table)
            return
        table.state.round += 1
        table.replace(Round())


@dataclass(frozen=True)
class Turn(Automatic):
    """One player turn: six phases in fixed order (rule 1.1.phase-order)."""

    title: ClassVar[str] = "Player turn"
    side: str = ""
    phase: int = 0

    def run(self, table: Table) -> None:
        if self.phase == 0:
            table.state.power = self.side
            table.emit("began", "1.1.axis-first", label=f"the player turn of {NAMES[self.side]}", power=self.side)
        else:
            close_phase(table)
            if table.state.outcome is not None:
                return
        if self.phase == len(PHASES):
            table.state.phase = ""
            victory.end_player_turn(table, self.side)
            if table.state.outcome is None:
                table.finish()
            return
        table.replace(replace(self, phase=self.phase + 1))
        begin_phase(table, PHASES[self.phase])


def players_of(view: View, turn: int) -> tuple[str, ...]:
    """Who has a player turn in a turn, in order: in the first one the side that begins may be the second."""
    return (CW,) if turn == frame(view).first_turn and frame(view).first_player == CW else (AXIS, CW)


def begin_phase(table: Table, phase: str) -> None:
    """Announce a phase and push its steps."""
    table.state.phase = phase
    table.emit("began", "1.1.phase-order", label=PHASE_NAMES[phase])
    table.push(*ROOMS[phase](table))


def close_phase(table: Table) -> None:
    """Take off what lasts only a phase."""
    clear_status(table, lambda piece: True, *PHASE_STATUS)
    remember(table, attacked=(), combat=None)
    victory.end_phase(table)


def begin_by_hand(table: Table) -> None:
    """The steps of a position made by hand: its turn, side and phase."""
    state = table.state
    if state.power not in (AXIS, CW):
        raise ValueError(f"'{state.power}' has no player turn; write 'power axis' or 'power cw'")
    if state.phase not in PHASES:
        raise ValueError(f"'{state.phase}' is no phase; write 'phase' and one of {', '.join(PHASES)}")
    memory.recall(table)
    initialization.fill_tracks(table)
    setup.hold_what_stands(table)
    players = players_of(table, state.round)
    if state.power not in players:
        raise ValueError(f"the Axis has no player turn in turn {state.round} of {frame(table).title}; write 'power cw'")
    phase = PHASES.index(state.phase)
    state.stack = ()
    table.push(Turn(state.power, phase + 1), Round(players.index(state.power) + 1))
    table.push(*ROOMS[state.phase](table))


def wrong_time(view: View, kind: str) -> str:
    """The rule that keeps orders of a kind out of the present phase, "" where none does."""
    phases = ORDER_PHASES.get(kind, ())
    if view.state.phase not in PHASES:
        return "1.1.second-sets-up-first"
    if kind in MOMENTS:
        return MOMENTS[kind]
    if facts(view).combat is not None:
        return "scs.result-order"
    if not phases:
        return ""
    if view.state.phase in phases:
        listed = "1.1.axis-reinf-steps" if view.state.power == AXIS else "1.1.cw-reinf-steps"
        return listed if phases == ("reinforcement",) else "1.1.phase-order"
    own = {
        "trento": "6.3.choice",
        "place": "1.1.second-sets-up-first",
        "truck": "5.4a.movement-only",
        "ship": "5.4b.movement-only",
        "raid": "7.4.raid-once",
        "box": "1.6.box-timing",
        "consolidate": "2.8.consolidate-timing",
        "spend": "5.1a.overspend",
    }
    if kind == "attack" and view.state.phase == "exploitation":
        return "scs.exploit-full"
    return own.get(kind, "1.1.phase-order")


STEPS: tuple[type[Step], ...] = (Round, Turn)
