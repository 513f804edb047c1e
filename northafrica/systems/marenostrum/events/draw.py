"""The random event pick, and what Immediate markers do (5.0; Allied Events, Axis Events)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from northafrica.core.groups import groups
from northafrica.core.step import Chance, Dice
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, controller, data, happened
from northafrica.systems.marenostrum.data.rows import EventRow
from northafrica.systems.marenostrum.data.tables import box_of
from northafrica.systems.marenostrum.events.hand import (
    FELIX,
    Dispose,
    grant,
    in_year,
    morale_high,
    move_marker,
    row_of,
    torch_done,
)
from northafrica.systems.marenostrum.events.neutrals import iraq_turns, mark, open_syria
from northafrica.systems.marenostrum.events.withdraw import CAPITAL, Withdrawal, ask
from northafrica.systems.marenostrum.facts import remember
from northafrica.systems.marenostrum.setup.places import BRITAIN
from northafrica.systems.marenostrum.supply.deliver import Delivery, available, gain
from northafrica.systems.marenostrum.wording import month

if TYPE_CHECKING:
    from northafrica.core.dice import Result

VICHY = "vichy_support"
ODD_EVEN = ("churchill", "fuehrer_hq", "weather")
WITHDRAWN = ("ground", "air", "naval")


@dataclass(frozen=True)
class DrawEvent(Chance):
    """One marker out of the pool of the side whose turn it is (rule 5.1.draw-one)."""

    title: ClassVar[str] = "Random Event Pick"
    replacing: ClassVar[bool] = False
    faces_rule: ClassVar[str] = "5.1.draw-one"

    def count(self, view: View) -> int:
        return 1 if self.pool(view) else 0

    def pool(self, view: View) -> Sequence[int | str]:
        return [piece.kind for piece, _ in groups(view, box_of(view.state.power, "cup"))]

    def seat(self, view: View) -> str:
        return view.seat_of(view.state.power)

    def names(self, view: View) -> tuple[str, ...]:
        return ("event",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("5.1.draw-one", "5.1.set-aside")

    def resolve(self, table: Table, result: Result) -> None:
        table.finish()
        if result:
            drawn(table, str(result[0]))


def drawn(table: Table, name: str) -> None:
    """A marker is drawn: out of its years or without its prerequisite it does nothing; else it is kept or played."""
    side = table.state.power
    row = row_of(table, side, name)
    table.emit("chose", "5.1.draw-one", row.rule, label=row.name, value=name, power=side)
    if not in_year(table, row):
        if name == FELIX:
            move_marker(table, side, name, "cup", "used", "major.felix.marker")
            return
        text = f"{row.name} is of {row.first_year} to {row.last_year}: back to the pool in {month(table.state.round)}"
        table.note(text, "5.2.year", row.rule, power=side)
        return
    if name == VICHY and torch_done(table):
        move_marker(table, side, name, "cup", "used", row.rule, "5.4.discard")
        return
    rule = "5.2.immediate" if row.timing == "immediate" else "5.2.keep"
    move_marker(table, side, name, "cup", "hand", rule, "5.1.draw-one", row.rule)
    if row.timing == "immediate":
        table.push(Dispose(side, name))
        EFFECTS[name](table, row)


@dataclass(frozen=True)
class EventDie(Dice):
    """The die of Churchill, Fuehrer HQ or Weather."""

    title: ClassVar[str] = "Event die"
    name: str = ""

    def label(self, view: View) -> str:
        return view.names.kind(self.name)

    def names(self, view: View) -> tuple[str, ...]:
        return ("die",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return (row_of(view, view.state.power, self.name).rule,)

    def what_counts(self, view: View) -> str:
        odd = "no event that gives Actions this turn" if self.name == "fuehrer_hq" else "the automatic Action is lost"
        even = "one Action more" if self.name == "weather" else f"{data(view).numbers['picked_markers']} markers more"
        return f"odd: {odd}; even: {even}"

    def resolve(self, table: Table, result: Result) -> None:
        row = row_of(table, table.state.power, self.name)
        odd = int(result[0]) % 2
        more = () if odd or self.name == "weather" else ("5.3.supersede",)
        table.emit("rolled", row.rule, *more, dice=result, faces=6, label="odd" if odd else "even")
        table.finish()
        if not odd:
            if self.name == "weather":
                grant(table, row)
            else:
                table.push(*(DrawEvent() for _ in range(data(table).numbers["picked_markers"])))
        elif self.name == "fuehrer_hq":
            remember(table, barred=True)
        else:
            remember(table, forfeit=True)
            table.note("the automatic Action is lost this turn", row.rule)


@dataclass(frozen=True)
class PacificDice(Dice):
    """The three dice of the Pacific War: how much ground, air and naval strength leaves."""

    title: ClassVar[str] = "Pacific War"
    dice: ClassVar[int] = 3

    def names(self, view: View) -> tuple[str, ...]:
        return ("pacific",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("event.allied.19.pacific-war",)

    def what_counts(self, view: View) -> str:
        return "ground, air and naval strength that leaves for good, a die each"

    def resolve(self, table: Table, result: Result) -> None:
        rule = "event.allied.19.pacific-war"
        table.emit("rolled", rule, dice=result, faces=6, label="strength to withdraw: ground, air, naval")
        table.finish()
        for category, due in reversed(list(zip(WITHDRAWN, result, strict=True))):
            ask(table, Withdrawal(ALLIES, category, int(due), "withdrawn", rule))


def _die(table: Table, row: EventRow) -> None:
    table.push(EventDie(row.id))


def _morale(table: Table, row: EventRow) -> None:
    if morale_high(table, row.side):
        grant(table, row)
    else:
        table.note("the ports held are too few: no Action more", row.rule)


def _lend_lease(table: Table, row: EventRow) -> None:
    gain(table, ALLIES, data(table).numbers["lend_lease"], BRITAIN, row.rule)


def _convoy(table: Table, row: EventRow) -> None:
    info = data(table)
    coast = [s for s in info.ports if controller(table, s) == AXIS and _mediterranean(table, s)]
    units = min(info.numbers["battleship_convoy"], available(table, AXIS))
    if coast and units:
        table.push(Delivery(AXIS, units, row.rule, tuple(coast), together=True))


def _mediterranean(table: Table, space: str) -> bool:
    info = data(table)
    return any("mediterranean" in info.regions(zone) for zone in info.board.neighbours(space, kind="coast"))


def _iraq(table: Table, row: EventRow) -> None:
    if happened(table, "iraq"):
        table.note("Iraq is in the war already", "5.5.prerequisite", row.rule)
    else:
        iraq_turns(table, AXIS, "21.3.rebellion", "21.1.allied-turn", row.rule)


def _syria(table: Table, row: EventRow) -> None:
    if happened(table, "syria"):
        table.note("Syria is in the war already", "5.5.prerequisite", row.rule)
    else:
        open_syria(table, row.rule, "21.1.allied-turn")


def _pacific(table: Table, row: EventRow) -> None:
    mark(table, "pacific_war", "event.allied.19.pacific-war-line", "13.2.pacific-line")
    table.push(PacificDice())


def _reassign(table: Table, row: EventRow) -> None:
    number = data(table).numbers["naval_reassignment"]
    ask(table, Withdrawal(ALLIES, "naval", number, "pool", row.rule, types=CAPITAL))


def _iran(table: Table, row: EventRow) -> None:
    ask(table, Withdrawal(ALLIES, "ground", data(table).numbers["iranian_strength"], "pool", row.rule, "British"))


def _nothing(table: Table, row: EventRow) -> None:
    table.note(f"{row.name}: no effect", row.rule)


EFFECTS: dict[str, Callable[[Table, EventRow], None]] = {
    **dict.fromkeys(ODD_EVEN, _die),
    "morale_check": _morale,
    "lend_lease_surge": _lend_lease,
    "battleship_convoy": _convoy,
    "iraq_rebellion": _iraq,
    "vichy_syria_intervention": _syria,
    "pacific_war": _pacific,
    "naval_reassignment": _reassign,
    "iranian_intervention": _iran,
    "variant": _nothing,
}
