"""Months, the phases of each side, and the one battle of a naval scenario (7.0)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from northafrica.core.state import Outcome
from northafrica.core.step import Automatic, Step
from northafrica.core.table import Table, View
from northafrica.systems.blocks import victory
from northafrica.systems.blocks.board.ground import ALLIES, AXIS, advanced
from northafrica.systems.blocks.data.tables import SIDES
from northafrica.systems.blocks.facts import Facts
from northafrica.systems.blocks.movement.phase import Marching, forget
from northafrica.systems.blocks.phases import NAVAL, ORDER_PHASES, PHASE_NAMES, PHASES, UNBUILT, UNBUILT_COMMAND
from northafrica.systems.blocks.setup.start import scenario
from northafrica.systems.blocks.wording import SIDE_NAMES, month

ORDER = (AXIS, ALLIES)


@dataclass(frozen=True)
class Month(Automatic):
    """One turn: the Axis phases, the Allied phases, the Victory Phase (rule 7.0.axis-first)."""

    title: ClassVar[str] = "Month"
    next: int = 0

    def run(self, table: Table) -> None:
        if self.next < len(ORDER):
            side = ORDER[self.next]
            table.replace(*(() if is_over(table, side) else (SideTurn(side),)), replace(self, next=self.next + 1))
            return
        table.state.power, table.state.phase = "", ""
        table.emit("began", "7.11.victory", label="Victory Phase", power="")
        if table.state.round >= scenario(table).last_round:
            victory.conclude(table)
            return
        table.state.round += 1
        now = table.state.round
        table.emit("began", "0.turn-is-month", "7.0.weather", label=month(now), amount=now, power="")
        table.replace(Month())


def is_over(view: View, side: str) -> bool:
    """Whether a side has moved before the scenario begins: the Axis where the Allies move first (gn.first-half)."""
    row = scenario(view)
    return view.state.round == row.first_round and ORDER.index(side) < ORDER.index(row.first_side)


@dataclass(frozen=True)
class SideTurn(Automatic):
    """The ten phases of one side (rule 7.0.sequence)."""

    title: ClassVar[str] = "Phases of a side"
    power: str = ""
    phase: int = 0

    def run(self, table: Table) -> None:
        if self.phase == 0:
            table.state.power, table.state.phase, table.state.facts = self.power, "", Facts()
            table.emit("began", "3.2.phasing", "7.0.axis-first", label=f"the phases of {SIDE_NAMES[self.power]}")
        if self.phase == len(PHASES):
            forget(table, self.power)
            table.state.phase, table.state.facts = "", Facts()
            table.finish()
            return
        table.replace(replace(self, phase=self.phase + 1))
        begin_phase(table, PHASES[self.phase])


def begin_phase(table: Table, phase: str) -> None:
    """Announce a phase and push what it holds."""
    table.state.phase = phase
    table.emit("began", "7.0.sequence", label=PHASE_NAMES[phase])
    if phase in UNBUILT:
        table.note(f"{UNBUILT[phase]}: not part of the kit so far; the phase passes")
    table.push(*steps_of(table, phase))


def steps_of(table: Table, phase: str) -> tuple[Step, ...]:
    """What is asked and rolled in a phase."""
    if phase in ("movement", "exploitation"):
        if advanced(table):
            table.note(UNBUILT_COMMAND)
        return (Marching(),)
    return ()


@dataclass(frozen=True)
class NavalBattle(Automatic):
    """The battle of a naval scenario, which the kit cannot fight so far."""

    title: ClassVar[str] = "Naval battle"

    def run(self, table: Table) -> None:
        table.state.phase = NAVAL
        table.note("naval battles are not part of the kit so far; the blocks may be looked at")
        table.conclude(Outcome("", "undecided", "naval battles are not part of the kit so far"))


def first_step(table: Table) -> Step:
    """What a scenario begins with."""
    return NavalBattle() if scenario(table).naval else Month()


def wrong_time(view: View, kind: str) -> str:
    """The rule that keeps orders of a kind out of the present phase, "" where none does."""
    phases = ORDER_PHASES.get(kind, ())
    return "7.0.sequence" if phases and view.state.phase in PHASES and view.state.phase not in phases else ""


def begin_by_hand(table: Table) -> None:
    """The steps of a position made by hand: its round, power and phase. Raises ValueError."""
    state = table.state
    if scenario(table).naval:
        state.facts, state.stack = Facts(), ()
        table.push(NavalBattle())
        return
    if state.power not in SIDES:
        raise ValueError(f"'{state.power}' has no turn; write 'power' and one of {', '.join(SIDES)}")
    if state.phase not in PHASES:
        raise ValueError(f"'{state.phase}' is no phase; write 'phase' and one of {', '.join(PHASES)}")
    state.facts, state.stack = Facts(), ()
    phase = PHASES.index(state.phase)
    table.push(SideTurn(state.power, phase + 1), Month(ORDER.index(state.power) + 1))
    table.push(*steps_of(table, state.phase))
