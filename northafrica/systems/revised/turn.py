"""Rounds, turns and phases (Order of Play)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from northafrica.core.groups import clear_status, everywhere
from northafrica.core.step import Automatic, Step
from northafrica.core.table import Table, View
from northafrica.systems.revised import victory
from northafrica.systems.revised.board.charts import PENDING, YES, mark
from northafrica.systems.revised.board.control import settle
from northafrica.systems.revised.board.ground import (
    SIDES,
    STRIKE_TURN,
    STRIKER,
    TURN_POWERS,
    capital_of,
    chart_of,
    data,
    has_capital,
    held_now,
    hostile_now,
    name,
    strike_is_on,
)
from northafrica.systems.revised.combat.order import Combats
from northafrica.systems.revised.combat_move.phase import CombatMove
from northafrica.systems.revised.develop.phase import DevelopWeapons
from northafrica.systems.revised.facts import Facts
from northafrica.systems.revised.income.phase import CollectIncome, winter_ends
from northafrica.systems.revised.joint_strike import DECLARE, DeclareStrike, may_declare, strike_ends
from northafrica.systems.revised.mobilize.phase import MobilizeUnits
from northafrica.systems.revised.noncombat.phase import NoncombatMove
from northafrica.systems.revised.orders.economy import JointStrike
from northafrica.systems.revised.phases import (
    ORDER_PHASES,
    PHASE_NAMES,
    PHASES,
    STATUS_STARTS,
    TURN_STATUS,
    WITHOUT_CAPITAL,
)
from northafrica.systems.revised.positions import memory
from northafrica.systems.revised.purchase.phase import PurchaseUnits
from northafrica.systems.revised.wording import NAMES, power_name


@dataclass(frozen=True)
class Round(Automatic):
    """One round: each power's turn, then the check for victory (rule turn.order)."""

    title: ClassVar[str] = "Round"
    next: int = 0
    asked: bool = False

    def run(self, table: Table) -> None:
        if not self.asked and not self.next and may_declare(table):
            table.replace(DeclareStrike(), replace(self, asked=True))
            return
        if self.next < len(TURN_POWERS):
            table.replace(Turn(TURN_POWERS[self.next]), replace(self, next=self.next + 1))
            return
        table.state.power = ""
        if victory.check(table):
            return
        table.state.round += 1
        now = table.state.round
        table.emit("began", "turn.end", "turn.order", label=f"round {now}", amount=now, power="")
        table.replace(Round())


@dataclass(frozen=True)
class Turn(Automatic):
    """One power's turn: seven phases in fixed order (rule turn.phases)."""

    title: ClassVar[str] = "Turn"
    power: str = ""
    phase: int = 0

    def run(self, table: Table) -> None:
        if self.phase == 0:
            begin_turn(table, self.power)
        if self.phase == len(PHASES):
            end_turn(table)
            table.finish()
            return
        table.replace(replace(self, phase=self.phase + 1))
        begin_phase(table, PHASES[self.phase])


def begin_turn(table: Table, power: str) -> None:
    """A fresh memory: what is hostile and what is held now counts all turn long."""
    table.state.power, table.state.phase = power, ""
    remember_start(table)
    winter_ends(table)
    table.emit("began", "turn.order", label=f"the turn of {NAMES[power]}", power=power)


def remember_start(table: Table) -> None:
    """The memory of a turn that begins as things stand."""
    power = table.state.power
    table.state.facts = Facts(hostile=hostile_now(table, SIDES[power]), held=held_now(table, power))


def end_turn(table: Table) -> None:
    """Take off everything that lasts only a turn."""
    clear_status(table, lambda piece: True, *TURN_STATUS)
    if table.state.power == STRIKE_TURN:
        strike_ends(table)
    table.state.phase = ""


def skipped(view: View, phase: str) -> tuple[str, str]:
    """The rule by which the acting power has no such phase, and why in words; two empty texts where it has it."""
    power = view.state.power
    if phase in WITHOUT_CAPITAL:
        joint = power == STRIKER and strike_is_on(view)
        told = "its units fight in the American turn of this round"
        return ("na.uk.joint-strike.turn", told) if joint else ("", "")
    if has_capital(view, power):
        return "", ""
    rule = "capital.no-income" if phase == "income" else "capital.three-phases"
    return rule, f"{name(view, capital_of(view, power))} is in enemy hands"


def begin_phase(table: Table, phase: str) -> None:
    """Announce a phase and push its steps."""
    table.state.phase = phase
    power = table.state.power
    if phase == "mobilize":
        settle(table)
        developments_count(table)
    rule, told = skipped(table, phase)
    if rule:
        table.note(f"{power_name(power)} skips {PHASE_NAMES[phase]}", rule, detail=told)
        return
    table.emit("began", "turn.phases", label=PHASE_NAMES[phase])
    table.push(*steps_of(table, phase))


def developments_count(table: Table) -> None:
    """What was made in phase 1 counts from phase 6 on (rule tech.effective-phase6)."""
    power = table.state.power
    for what, value in list(table.state.markers.get(chart_of(power), {}).items()):
        if value == PENDING:
            title = data(table).developments[what].name
            mark(table, power, what, YES, "tech.effective-phase6", "setup.tech-chart", label=f"{title} counts now")


def steps_of(view: View, phase: str) -> tuple[Step, ...]:
    """The steps of a phase."""
    steps: dict[str, tuple[Step, ...]] = {
        "develop": (DevelopWeapons(),),
        "purchase": (PurchaseUnits(),),
        "combat_move": (CombatMove(),),
        "combat": (Combats(),),
        "noncombat": (NoncombatMove(),),
        "mobilize": (MobilizeUnits(),),
        "income": (CollectIncome(),),
    }
    return steps[phase]


def wrong_time(view: View, kind: str) -> str:
    """The rule that orders of a kind belong to another moment than the present one, "" where they do not."""
    if kind == JointStrike.kind:
        return DECLARE
    phases = ORDER_PHASES.get(kind, ())
    return "turn.phases" if phases and view.state.phase in PHASES and view.state.phase not in phases else ""


def _untimely(view: View) -> None:
    """Refuse units that bear what only a later phase gives."""
    for place, piece, _ in everywhere(view, lambda p: bool(p.status)):
        for status, _ in piece.status:
            starts = STATUS_STARTS.get(status, ())
            if status in TURN_STATUS and view.state.phase not in starts:
                when = f"before phase {PHASE_NAMES[starts[0]]}" if starts else "when a phase begins"
                raise ValueError(f"{place}: a {piece.power} {piece.kind} cannot be '{status}' {when}; leave it out")


def begin_by_hand(table: Table) -> None:
    """The steps of a position made by hand: its round, power and phase. Raises ValueError."""
    state = table.state
    if state.power not in TURN_POWERS:
        raise ValueError(f"'{state.power}' has no turn; write 'power' and one of {', '.join(TURN_POWERS)}")
    if state.phase not in PHASES:
        raise ValueError(f"'{state.phase}' is no phase; write 'phase' and one of {', '.join(PHASES)}")
    _untimely(table)
    remember_start(table)
    memory.recall(table)
    state.stack = ()
    phase = PHASES.index(state.phase)
    table.push(Turn(state.power, phase + 1), Round(TURN_POWERS.index(state.power) + 1))
    rule, told = skipped(table, state.phase)
    if rule:
        others = ", ".join(phase for phase in PHASES if not skipped(table, phase)[0]) or "another power"
        raise ValueError(
            f"{power_name(state.power)} has no phase {PHASE_NAMES[state.phase]}: {told} ({rule}); write {others}"
        )
    table.push(*steps_of(table, state.phase))
