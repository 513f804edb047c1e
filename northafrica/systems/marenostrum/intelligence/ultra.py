"""ULTRA: the Allies strike at an Axis force on its way by sea or air (Major Event Descriptions, Allied #22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.events import Event
from northafrica.core.groups import groups
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.actions.closing import EndOfAction
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, awake, category, data
from northafrica.systems.marenostrum.combat import begin, sorties
from northafrica.systems.marenostrum.events.hand import ULTRA, hand, move_marker
from northafrica.systems.marenostrum.facts import Terms, facts, remember
from northafrica.systems.marenostrum.orders import Play, Take
from northafrica.systems.marenostrum.wording import say

if TYPE_CHECKING:
    from northafrica.core.dice import Result

RULE = "event.allied.22.ultra"
BUILT = {**begin.BUILT, **sorties.BUILT}
BY_SHIPS = ("naval_attack", "naval_move_and_attack", "carrier_air_strike_against_a_sea_zone")
AT_SEA, ON_LAND = "airstrike_against_naval_units", "airstrike_against_ground_and_or_air_units"
FINAL = frozenset(("10.3.mission",))
"""Rules of moves that are no way to a target: aircraft come home."""


def watch(table: Table, fresh: Sequence[Event]) -> None:
    """After each space that an Axis force enters by sea or air the Allies may use ULTRA (note A27)."""
    if table.state.power != AXIS or table.state.phase != "action" or not ready(table):
        return
    moved = [event for event in fresh if _on_its_way(table, event)]
    if moved and not table.state.outcome and isinstance(table.state.top, Automatic | Choice):
        place = moved[-1].to
        force = tuple(_kind(event) for event in moved if event.to == place)
        there = {piece.kind for piece, _ in groups(table, place, lambda p: p.power == AXIS)}
        force = tuple(kind for kind in force if kind in there)
        if force and _anyone(table):
            table.push(UltraWindow(place, tuple((place, kind) for kind in force)))


def ready(view: View) -> bool:
    """Whether the Allies hold ULTRA and have not used it this turn."""
    return ULTRA in hand(view, ALLIES) and ULTRA not in facts(view).played


def _on_its_way(view: View, event: Event) -> bool:
    piece, board = event.piece, data(view).board
    if event.kind != "moved" or piece is None or piece.power != AXIS or FINAL & set(event.rules):
        return False
    space = event.to if event.place in board and event.to in board else ""
    return bool(space) and not board[space].values["home"] and category(view, piece) in ("naval", "air")


def _kind(event: Event) -> str:
    return event.piece.kind if event.piece is not None else ""


def _anyone(view: View) -> bool:
    """Whether the Allies have ships or aircraft on the map."""

    def strikes(piece: Piece) -> bool:
        return piece.power == ALLIES and awake(piece) and category(view, piece) in ("naval", "air")

    board = data(view).board
    return any(groups(view, space, strikes) for space in board.spaces if board[space].kind != "box")


@dataclass(frozen=True)
class UltraWindow(Choice):
    """The Axis force pauses: do the Allies strike?"""

    title: ClassVar[str] = "ULTRA"
    window: ClassVar[str] = "ULTRA against a moving force"
    place: str = ""
    force: tuple[tuple[str, str], ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of(ALLIES)

    def prompt(self, view: View) -> Prompt:
        text = f"an Axis force is in {view.name(self.place)}: play ultra to strike at it, or end"
        return Prompt(text, "Once a turn.", ("major.ultra.trigger", RULE))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        played = OneOf(Play, lambda view: [ULTRA], self.refuse, self.strike, ("major.ultra.trigger",))
        return (played, Plain(End, self.decline))

    def refuse(self, view: View, name: str) -> Ruling:
        """No other marker is played now."""
        return Ruling.refuse("5.3.own-turn", "only ULTRA is played while an Axis force moves", "major.ultra.trigger")

    def decline(self, table: Table) -> None:
        """The force moves on."""
        table.finish()

    def strike(self, table: Table, name: str) -> None:
        """One Allied Action follows."""
        rules = ("major.ultra.trigger", RULE, "g2.ultra")
        table.emit("chose", *rules, place=self.place, label="ULTRA", value=ULTRA, power=ALLIES)
        remember(table, played=(*facts(table).played, ULTRA))
        table.replace(UltraAction(self.place, self.force), UltraEnds(self.place))
        table.state.power = ALLIES


@dataclass(frozen=True)
class UltraAction(Choice):
    """One G-3 naval or air Action aimed at the force (rules major.ultra.reaction, major.ultra.carriers)."""

    title: ClassVar[str] = "ULTRA reaction"
    place: str = ""
    force: tuple[tuple[str, str], ...] = ()

    def afloat(self, view: View) -> bool:
        """Whether the force is one of ships."""
        kinds = [Piece(AXIS, kind) for _, kind in self.force]
        return any(category(view, piece) == "naval" for piece in kinds)

    def prompt(self, view: View) -> Prompt:
        there = say(view.names, groups(view, self.place, lambda p: p.power == AXIS))
        text = f"take one Action against the force in {view.name(self.place)}: {joined(self.open(view), 'or')}"
        return Prompt(text, f"There: {there}.", ("major.ultra.reaction", "major.ultra.carriers"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        taken = OneOf(Take, self.open, self.refuse, self.act, ("major.ultra.reaction",))
        return (taken, Plain(End, lambda table: table.finish()))

    def open(self, view: View) -> list[str]:
        """The Actions that may be aimed at it: ships or aircraft at ships, aircraft at aircraft."""
        sea = data(view).sort(self.place) == "sea"
        strikes = (AT_SEA,) if sea else (ON_LAND,)
        return [*(BY_SHIPS if self.afloat(view) else ()), *strikes]

    def refuse(self, view: View, name: str) -> Ruling:
        """Why another Action cannot be."""
        if name in BY_SHIPS:
            return Ruling.refuse("major.ultra.reaction", "ships do not react to a force of aircraft")
        text = f"one naval or air Action is aimed at the force: {joined(self.open(view), 'or')}"
        return Ruling.refuse("major.ultra.reaction", text)

    def act(self, table: Table, name: str) -> None:
        """The Action begins."""
        table.finish()
        row = data(table).actions[name]
        carriers = ("major.ultra.carriers",) if "carrier" in name else ()
        table.emit("declared", "major.ultra.reaction", row.rule, *carriers, label=row.name, value=name, power=ALLIES)
        terms = Terms(ULTRA, action=name, target=self.place, against=self.force)
        table.push(*BUILT[name](table, terms), EndOfAction())


@dataclass(frozen=True)
class UltraEnds(Automatic):
    """The Axis force goes on, as far as it survived; a die tells whether the marker is kept."""

    title: ClassVar[str] = "ULTRA ends"
    place: str = ""

    def run(self, table: Table) -> None:
        table.state.power = AXIS
        rules = ("major.ultra.combat", "major.ultra.reaction")
        table.note("surviving Axis units go on; Allied aircraft are back, ships stay", *rules, place=self.place)
        table.replace(UltraRoll())


@dataclass(frozen=True)
class UltraRoll(Dice):
    """On 1 to 3 the marker returns to the pool (rule major.ultra.disposition)."""

    title: ClassVar[str] = "Return of ULTRA"

    def seat(self, view: View) -> str:
        return view.seat_of(ALLIES)

    def names(self, view: View) -> tuple[str, ...]:
        return ("return",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("major.ultra.disposition",)

    def resolve(self, table: Table, result: Result) -> None:
        need = int(data(table).events[ALLIES, ULTRA].return_to or 0)
        back = int(result[0]) <= need
        rules, label = ("major.ultra.disposition",), "returned to the pool" if back else "kept"
        table.emit("rolled", *rules, dice=result, faces=6, need=need, hits=int(back), label=label, power=ALLIES)
        table.finish()
        if back:
            move_marker(table, ALLIES, ULTRA, "hand", "cup", *rules, RULE)
