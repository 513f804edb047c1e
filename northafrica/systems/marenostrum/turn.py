"""Months, player turns and phases (3.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from northafrica.core.groups import groups
from northafrica.core.step import Automatic, Dice, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum import victory
from northafrica.systems.marenostrum.actions.phase import ActionPhase, open_phase
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, data, happened
from northafrica.systems.marenostrum.combat.after import recovered
from northafrica.systems.marenostrum.data.tables import CAMPAIGN, SIDES, box_of
from northafrica.systems.marenostrum.events.announced import Announcing
from northafrica.systems.marenostrum.events.draw import DrawEvent
from northafrica.systems.marenostrum.events.neutrals import mercury, mercury_ends, of_group, torch, torch_ends
from northafrica.systems.marenostrum.facts import Allowance, Facts, facts, remember
from northafrica.systems.marenostrum.optional import forces
from northafrica.systems.marenostrum.phases import ORDER_PHASES, PHASE_NAMES, PHASES
from northafrica.systems.marenostrum.setup.free import wait, waits
from northafrica.systems.marenostrum.setup.start import scenario
from northafrica.systems.marenostrum.supply.deliver import SupplyRoll
from northafrica.systems.marenostrum.wording import SIDE_NAMES, month, year

if TYPE_CHECKING:
    from northafrica.core.dice import Result

ORDER = (AXIS, ALLIES)
MERCURY = 3
"""The round of May 1941."""
TORCH = {20: "torch_october", 21: "torch_november", 22: "torch_december"}
"""The rounds of October to December 1942, and the number that says on what die Torch occurs."""


@dataclass(frozen=True)
class Month(Automatic):
    """One turn: the Axis player, the Allied player, then the marker moves on (rule 3.4.turn-order)."""

    title: ClassVar[str] = "Month"
    next: int = 0

    def run(self, table: Table) -> None:
        if self.next == 0:
            year_groups(table)
        if self.next < len(ORDER):
            table.replace(PlayerTurn(ORDER[self.next]), replace(self, next=self.next + 1))
            if self.next == 0:
                forces.wasp_due(table)
            return
        table.state.power, table.state.phase = "", ""
        if table.state.round == MERCURY:
            mercury_ends(table)
        if table.state.round >= scenario(table).last_round or victory.year_over(table):
            victory.conclude(table)
            return
        table.state.round += 1
        now = table.state.round
        table.emit("began", "3.4.admin", "3.4.turn-order", label=month(now), amount=now, power="")
        table.replace(Month())


def year_groups(table: Table) -> None:
    """In January the units of the year join the Reinforcement Pool (rules 15.2.years, 20.3.pool; note A73)."""
    for side in SIDES:
        for old in [str(number) for number in (1942, 1943) if number <= year(table.state.round)]:
            place, pool = box_of(side, old), box_of(side, "pool")
            for piece, n in groups(table, place):
                table.emit("moved", "15.2.years", "15.1.pool", place=place, to=pool, piece=piece, count=n, power=side)


@dataclass(frozen=True)
class PlayerTurn(Automatic):
    """One side's turn, phase by phase (rules 3.4.axis-phases, 3.4.allied-phases)."""

    title: ClassVar[str] = "Player turn"
    power: str = ""
    phase: int = 0

    def run(self, table: Table) -> None:
        if self.phase == 0:
            table.state.power, table.state.phase, table.state.facts = self.power, "", Facts()
            table.emit("began", "3.4.turn-order", label=f"the turn of {SIDE_NAMES[self.power]}", power=self.power)
        if self.phase == len(PHASES):
            landed = self.power == ALLIES and table.state.marker(CAMPAIGN, "torch") == str(table.state.round)
            end_turn(table)
            table.finish()
            table.push(*(forces.lila(table) if landed else ()))
            return
        table.replace(replace(self, phase=self.phase + 1))
        begin_phase(table, PHASES[self.phase])
        if self.phase == 0 and self.power == ALLIES and not table.state.outcome:
            table.push(*forces.allied_turn(table))


def begin_phase(table: Table, phase: str) -> None:
    """Announce a phase and do or push what it holds."""
    side, table.state.phase = table.state.power, phase
    if phase == "operation" and not operation_due(table):
        return
    rule = "3.4.axis-phases" if side == AXIS else "3.4.allied-phases"
    table.emit("began", rule, label=PHASE_NAMES[phase])
    if phase == "sudden_death":
        victory.sudden_death(table, side)
        return
    table.push(*steps_of(table, phase))


def operation_due(view: View) -> bool:
    """Whether Mercury happens, or Torch is rolled for."""
    if view.state.power == AXIS:
        return view.state.round == MERCURY and not happened(view, "mercury")
    return view.state.round in TORCH and scenario(view).torch and not happened(view, "torch")


def steps_of(table: Table, phase: str) -> tuple[Step, ...]:
    """What is asked and rolled in a phase."""
    if phase == "operation":
        return (Mercury(),) if table.state.power == AXIS else (TorchRoll(),)
    if phase == "event":
        return (DrawEvent(), *((Announcing(),) if table.state.power == AXIS else ()))
    if phase == "supply":
        return (SupplyRoll(),)
    return (OpenActions(), ActionPhase()) if phase == "action" else ()


@dataclass(frozen=True)
class Mercury(Automatic):
    """Operation Mercury (3.5)."""

    title: ClassVar[str] = "Operation Mercury"

    def run(self, table: Table) -> None:
        mercury(table)
        extra = Allowance("mercury", ("g3:airborne",), left=data(table).numbers["mercury_actions"])
        remember(table, allowances=(*facts(table).allowances, extra))
        table.note("two G-3 Actions more for Mercury units", "3.5.3.extra-actions", "3.5.3.only-mercury")
        table.finish()


@dataclass(frozen=True)
class TorchRoll(Dice):
    """Whether Torch occurs this month (rule 3.6.roll)."""

    title: ClassVar[str] = "Operation Torch"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("3.6.roll",)

    def names(self, view: View) -> tuple[str, ...]:
        return ("torch",)

    def what_counts(self, view: View) -> str:
        return f"Torch occurs on {data(view).numbers[TORCH[view.state.round]]} or less"

    def resolve(self, table: Table, result: Result) -> None:
        need = data(table).numbers[TORCH[table.state.round]]
        hit = int(result[0]) <= need
        label = "Torch occurs" if hit else "Torch does not occur"
        table.emit("rolled", "3.6.roll", dice=result, faces=6, need=need, hits=int(hit), label=label)
        table.finish()
        if hit:
            torch(table)
            extra = Allowance("torch", ("g3:amphibious",), left=data(table).numbers["torch_actions"])
            remember(table, allowances=(*facts(table).allowances, extra))
            table.note("three amphibious Actions more this turn", "3.6.2.three-actions")
            table.push(*forces.sahara(table))


@dataclass(frozen=True)
class OpenActions(Automatic):
    """The Action phase opens: after Torch the Axis units of that name arrive in Italy (rule 3.6.5.axis-units)."""

    title: ClassVar[str] = "Action phase"

    def run(self, table: Table) -> None:
        table.finish()
        if table.state.power == AXIS and happened(table, "torch"):
            for piece, n in of_group(table, AXIS, "Torch"):
                wait(table, box_of(AXIS, "special"), piece, n, "3.6.5.axis-units", "15.3.special")
        table.push(*waits(table, table.state.power))
        open_phase(table)


def end_turn(table: Table) -> None:
    """What happens when a player turn ends."""
    if table.state.power == ALLIES and table.state.marker(CAMPAIGN, "torch") == str(table.state.round):
        torch_ends(table)
    recovered(table)
    table.state.phase, table.state.facts = "", Facts()


def wrong_time(view: View, kind: str) -> str:
    """The rule that keeps orders of a kind out of the present phase, "" where none does."""
    phases = ORDER_PHASES.get(kind, ())
    rule = "3.4.axis-phases" if view.state.power == AXIS else "3.4.allied-phases"
    return rule if phases and view.state.phase in PHASES and view.state.phase not in phases else ""


def begin_by_hand(table: Table) -> None:
    """The steps of a position made by hand: its round, power and phase. Raises ValueError."""
    state = table.state
    if state.power not in SIDES:
        raise ValueError(f"'{state.power}' has no turn; write 'power' and one of {', '.join(SIDES)}")
    if state.phase not in PHASES:
        raise ValueError(f"'{state.phase}' is no phase; write 'phase' and one of {', '.join(PHASES)}")
    state.facts, state.stack = Facts(), ()
    phase = PHASES.index(state.phase)
    table.push(PlayerTurn(state.power, phase + 1), Month(ORDER.index(state.power) + 1))
    if state.phase == "operation" and not operation_due(table):
        raise ValueError(f"no operation is due in {month(state.round)}; write another phase")
    if state.phase == "sudden_death":
        victory.sudden_death(table, state.power)
    else:
        table.push(*steps_of(table, state.phase))
