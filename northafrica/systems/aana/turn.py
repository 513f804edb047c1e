"""Rounds, turns and phases (rulebook p.6, 12, 28)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from northafrica.core.groups import clear_status, everywhere, flip
from northafrica.core.step import Automatic, Step
from northafrica.core.table import Table, View
from northafrica.systems.aana import victory
from northafrica.systems.aana.board.ground import ALLIES, SIDES, controlled_by, data
from northafrica.systems.aana.board.movement import airfields_now
from northafrica.systems.aana.board.rounds import begins, happens, opening, playing, printed, starts_here
from northafrica.systems.aana.board.stacking import CheckStacking
from northafrica.systems.aana.combat.flow import Combats, untimely
from northafrica.systems.aana.combat_move.phase import CombatMove
from northafrica.systems.aana.convoys.advance import AdvanceConvoys
from northafrica.systems.aana.deploy.phase import DeployStep
from northafrica.systems.aana.facts import Facts
from northafrica.systems.aana.noncombat.phase import NoncombatMove
from northafrica.systems.aana.requisition.income import malta_step
from northafrica.systems.aana.requisition.phase import Requisition
from northafrica.systems.aana.setup.start import place_chart
from northafrica.systems.aana.wording import NAMES

PHASES = ("advance_convoys", "requisition", "combat_move", "combat", "noncombat", "deploy")
PHASE_NAMES = {
    "setup": "Set-up",
    "advance_convoys": "1 Advance Convoys",
    "requisition": "2 Requisition Reinforcements",
    "combat_move": "3 Combat Move and Attack Declaration",
    "combat": "4 Conduct Combat",
    "noncombat": "5 Noncombat Move",
    "deploy": "6 Deploy Reinforcements and Assign Convoy Escorts",
}
ORDER_PHASES = {
    **dict.fromkeys(("land", "arrive", "first"), ("advance_convoys",)),
    **dict.fromkeys(("buy", "mine", "repair"), ("requisition",)),
    **dict.fromkeys(("blitz", "attack"), ("combat_move",)),
    **dict.fromkeys(("resolve", "main", "fight", "retreat", "press", "cease", "raid", "bomb", "enter"), ("combat",)),
    **dict.fromkeys(("deploy", "escort"), ("deploy",)),
    "move": ("combat_move", "noncombat"),
    "take_control": ("noncombat",),
}
STATUS_STARTS = {**dict.fromkeys(("used", "moved", "done"), PHASES[3:]), "fought": PHASES[4:], "went": PHASES[5:]}
"""The phases at whose start a unit can be marked so; what else lasts a turn at most stands at no start."""
_LASTING_A_TURN = """
    used done attack aloft captured new entered halted via crossing blitz moved landing went loaded fought entering hit
    struck submerged escaped
"""
TURN_STATUS = tuple(_LASTING_A_TURN.split())


def first_round(view: View) -> Round:
    """The round a game begins with; in a set-up of one's own the head says whose turn opens it."""
    powers = playing(view, view.state.round)
    return Round(powers.index(opening(view)[0]))


@dataclass(frozen=True)
class Round(Automatic):
    """One round: each power's turn, then the marker moves on."""

    title: ClassVar[str] = "Round"
    next: int = 0

    def run(self, table: Table) -> None:
        powers = playing(table, table.state.round)
        if self.next == 0:
            begin_round(table)
        if self.next < len(powers):
            table.replace(Turn(powers[self.next]), replace(self, next=self.next + 1))
            return
        if table.state.round >= data(table).rounds.final:
            victory.final(table)
            return
        table.state.round += 1
        now = table.state.round
        track = ("torch.ignore-track",) if ignored_on_track(table) else ()
        table.emit("began", "turn.round-marker", *track, label=f"round {now}", amount=now, power="")
        table.replace(Round())


def ignored_on_track(view: View) -> bool:
    """Whether the round track prints events of the other scenario for this round (rule torch.ignore-track)."""
    found = data(view).rounds.events.values()
    theirs = any(e.scenario == "rommel" and e.first_round == view.state.round for e in found)
    return printed(view) == "torch" and theirs


def begin_round(table: Table) -> None:
    """Events at the start of a round (p.28)."""
    if happens(table, "germany_skipped"):
        why = "Operation Torch opens with the United Kingdom; the round track's events are Rommel's."
        skipped = ("torch.germany-skipped", "torch.ignore-track")
        table.note("Germany's turn is skipped", *skipped, detail=why, power="")
    if happens(table, "torch_setup") and not starts_here(table):
        table.state.power, table.state.phase = "", "setup"
        rows = [row for row in data(table).setups["rommel"] if row.round == table.state.round and row.kind != "sherman"]
        by_kind = {"control_marker": "rommel.r7-markers", "supply_1": "rommel.r7-tunis-supply"}
        for row in rows:
            landing = row.power in ("us", "uk")
            rule = "rommel.r7-landings" if landing else by_kind.get(row.kind, "rommel.r7-trucks")
            place_chart(table, [row], rule)
        rules = ("rommel.us-enters", "rommel.r7-trucks", "rommel.r7-tunis-zone", "rommel.r7-allies-enter")
        told = "The United States enters; the landings stand in northwest Africa."
        table.note("Operation Torch", *rules, detail=told)
    if begins(table, "west_open"):
        told = "Axis units may enter Morocco, Algeria and Tunisia from now on."
        table.note("the west is open", "rommel.r8-axis-enter", detail=told)


@dataclass(frozen=True)
class Turn(Automatic):
    """One power's turn: six phases in fixed order (rule turn.phases)."""

    title: ClassVar[str] = "Turn"
    power: str
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
    """A fresh memory, and where aircraft may land this turn (rule ncm.air.landing)."""
    table.state.power = power
    table.state.phase = ""
    table.state.facts = Facts(airfields=airfields_now(table, SIDES[power]))
    table.emit("began", "turn.order", label=f"the turn of {NAMES[power]}", power=power)
    if power == "us" and happens(table, "landings"):
        predeclare(table)


def predeclare(table: Table) -> None:
    """Rule r7.predeclared: landings stand as attacks, paid for by the set-up, also where no Vichy is left to fight."""
    spaces = []
    for place, piece, n in list(everywhere(table, lambda p: p.power in ("us", "uk") and p.kind == "infantry")):
        if data(table).has_tag(place, "landing") and not controlled_by(table, place, ALLIES):
            flip(table, place, piece, n, attack=place, landing=1)
            spaces.append(place)
    found = tuple(dict.fromkeys(spaces))
    table.state.facts = replace(table.state.facts, landings=found, combats=found)
    for space in found:
        rules = ("r7.predeclared", "r7.joint-algiers") if space == "algiers" else ("r7.predeclared",)
        table.emit("declared", *rules, place=space, combat=space, label="amphibious landing")


def wrong_time(view: View, kind: str) -> str:
    """Rule turn.phases, if orders of a kind belong to other phases than the present one; else ""."""
    phases = ORDER_PHASES.get(kind, ())
    inside = untimely(view, kind)
    if inside:
        return inside
    return "turn.phases" if phases and view.state.phase in PHASES and view.state.phase not in phases else ""


def steps_of(view: View, phase: str) -> tuple[Step, ...]:
    """The steps of a phase."""
    steps: dict[str, tuple[Step, ...]] = {
        "advance_convoys": (AdvanceConvoys(),),
        "requisition": (*malta_step(view), Requisition()),
        "combat_move": (CombatMove(),),
        "combat": (Combats(),),
        "noncombat": (NoncombatMove(),),
        "deploy": (DeployStep(),),
    }
    return (*steps[phase], CheckStacking())


def begin_phase(table: Table, phase: str) -> None:
    """Announce a phase and push its steps."""
    table.state.phase = phase
    table.emit("began", "turn.phases", label=PHASE_NAMES[phase])
    table.push(*steps_of(table, phase))


def end_turn(table: Table) -> None:
    """Take off everything that lasts only a turn."""
    clear_status(table, lambda piece: True, *TURN_STATUS)
    table.state.phase = ""


def _untimely(view: View) -> None:
    """Refuse units that bear what only a later phase gives: nobody has moved before phase 3 (turn.phases)."""
    for place, piece, _ in everywhere(view, lambda p: bool(p.status)):
        for status, _ in piece.status:
            starts = STATUS_STARTS.get(status, ())
            if status in TURN_STATUS and view.state.phase not in starts:
                when = f"before phase {PHASE_NAMES[starts[0]]}" if starts else "when a phase begins"
                raise ValueError(f"{place}: a {piece.power} {piece.kind} cannot be '{status}' {when}; leave it out")


def begin_by_hand(table: Table) -> None:
    """The steps of a position made by hand: its round, power and phase."""
    state = table.state
    powers = playing(table, state.round)
    if state.power not in powers:
        raise ValueError(f"'{state.power}' has no turn in round {state.round}; write 'power' and {' or '.join(powers)}")
    if state.phase not in PHASES:
        raise ValueError(f"'{state.phase}' is no phase; write 'phase' and one of {', '.join(PHASES)}")
    phase = PHASES.index(state.phase)
    index = powers.index(state.power)
    _untimely(table)
    state.facts = Facts(airfields=airfields_now(table, SIDES[state.power]))
    state.stack = ()
    table.push(Turn(state.power, phase + 1), Round(index + 1))
    if state.power == "us" and happens(table, "landings") and phase <= PHASES.index("combat"):
        predeclare(table)
    table.push(*steps_of(table, state.phase))
