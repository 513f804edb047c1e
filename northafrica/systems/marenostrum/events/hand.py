"""Event markers: where one goes, whether it can be played, what Actions it gives (5.2 to 5.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from northafrica.core.groups import groups
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Dice
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import (
    AXIS,
    controller,
    data,
    enemy_of,
    ground_here,
    happened,
    holds_ground,
    nationality,
)
from northafrica.systems.marenostrum.data.rows import EventRow
from northafrica.systems.marenostrum.data.tables import box_of
from northafrica.systems.marenostrum.facts import Allowance, facts, remember
from northafrica.systems.marenostrum.victory import held, ports
from northafrica.systems.marenostrum.wording import month, year

if TYPE_CHECKING:
    from northafrica.core.dice import Result

HERKULES, FELIX = "operation_herkules", "operation_felix"
MAJOR = {HERKULES: "major.herkules.announce", FELIX: "major.felix.announce"}
"""Events announced when the event phase ends (note A20)."""
MAY_1941 = 3
DIVERS = "it_sf_xm"
VICHY_PORTS = ("tripoli", "benghazi")
ULTRA = "ultra"
IN_COMBAT = {"tactics": "when an attack of its side begins", "88s": "when an Allied attack on German flak begins"}
"""Markers that are played in a combat."""


def row_of(view: View, side: str, name: str) -> EventRow:
    """The row of a marker."""
    return data(view).events[side, name]


def hand(view: View, side: str) -> tuple[str, ...]:
    """The markers a side holds (rule 5.2.keep)."""
    return tuple(piece.kind for piece, _ in groups(view, box_of(side, "hand")))


def in_year(view: View, row: EventRow) -> bool:
    """Whether the year is one of the marker's (rule 5.2.year)."""
    return row.first_year <= year(view.state.round) <= row.last_year


def move_marker(table: Table, side: str, name: str, start: str, end: str, *rules: str) -> None:
    """A marker goes from one pile to another."""
    place, to, piece = box_of(side, start), box_of(side, end), Piece(side, name)
    table.emit("moved", *rules, place=place, to=to, piece=piece, count=1, power=side)


def grant(table: Table, row: EventRow) -> None:
    """The Actions a marker gives are added to those that may be taken (rule 4.1.additional)."""
    if row.id == "operation_agreement":
        parts = [Allowance(row.id, (scope,), row.nations) for scope in row.scope]
    else:
        regions = ("north_africa", "near_east") if row.id == "rommel" else ()
        parts = [Allowance(row.id, row.scope or ("any",), row.nations, row.one_nation, row.actions, regions)]
    remember(table, allowances=(*facts(table).allowances, *parts))
    table.note(f"{row.name}: Actions more", "4.1.additional", row.rule, amount=row.actions)


@dataclass(frozen=True)
class Dispose(Automatic):
    """A marker that was played is discarded, returned, or rolled for (5.4)."""

    title: ClassVar[str] = "Disposition of the marker"
    side: str = ""
    name: str = ""

    def run(self, table: Table) -> None:
        table.finish()
        row = row_of(table, self.side, self.name)
        if row.disposition == "return_on_roll":
            table.push(ReturnRoll(self.side, self.name))
        elif row.disposition == "return":
            move_marker(table, self.side, self.name, "hand", "cup", "5.4.return", row.rule)
        else:
            move_marker(table, self.side, self.name, "hand", "used", "5.4.discard", row.rule)


@dataclass(frozen=True)
class ReturnRoll(Dice):
    """Within its range a marker goes back to the pool, else it is kept (rule 5.4.return-roll)."""

    title: ClassVar[str] = "Return of the marker"
    side: str = ""
    name: str = ""

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("5.4.return-roll", row_of(view, self.side, self.name).rule)

    def names(self, view: View) -> tuple[str, ...]:
        return ("return",)

    def what_counts(self, view: View) -> str:
        return f"{row_of(view, self.side, self.name).return_to} or less returns it to the pool"

    def resolve(self, table: Table, result: Result) -> None:
        row = row_of(table, self.side, self.name)
        back = int(result[0]) <= int(row.return_to or 0)
        label = "returned to the pool" if back else "kept"
        rules = self.rules_in_play(table)
        table.emit("rolled", *rules, dice=result, faces=6, need=int(row.return_to or 0), hits=int(back), label=label)
        table.finish()
        if back:
            move_marker(table, self.side, self.name, "hand", "cup", "5.4.return", "5.4.return-roll", row.rule)


def _baton(view: View, side: str) -> str:
    there = [
        space
        for space in data(view).areas
        if {"egypt", "near_east"} & set(data(view).regions(space)) and holds_ground(view, space, AXIS)
    ]
    return "" if there else "no Axis ground unit is in Egypt or the Near East"


def _vichy(view: View, side: str) -> str:
    mine = [space for space in VICHY_PORTS if controller(view, space) == AXIS]
    return "" if mine else "neither Tripoli nor Benghazi is Axis controlled"


def _germans(view: View, side: str) -> str:
    egypt = [space for space in data(view).areas if "egypt" in data(view).regions(space)]
    found = any(nationality(view, p) == "German" for space in egypt for p, _ in ground_here(view, space, AXIS))
    return "" if found else "no German ground unit is in Egypt"


def _divers(view: View, side: str) -> str:
    there = groups(view, box_of(side, "forces"), lambda p: p.kind == DIVERS)
    return "" if there else "the Italian naval special forces are not available"


PREREQUISITES: dict[str, Callable[[View, str], str]] = {
    "marshals_baton": _baton,
    "vichy_support": _vichy,
    "egyptian_nationalists": _germans,
    "operation_ea_3": _divers,
}


def play_problem(view: View, side: str, name: str, announced: bool = False) -> Ruling | None:
    """Why a marker cannot be played now; `announced` when an event phase ends or a combat begins."""
    if name not in hand(view, side):
        return Ruling.refuse("5.2.keep", f"{view.names.kind(name)} is not in hand")
    row = row_of(view, side, name)
    if name == ULTRA:
        text = "ULTRA is used while an Axis force moves by sea or air, and no Action of one's own turn"
        return Ruling.refuse("major.ultra.trigger", text, row.rule, "g2.ultra")
    if name in IN_COMBAT and not announced:
        return Ruling.refuse(row.rule, f"{row.name} is asked for {IN_COMBAT[name]}", "5.2.keep")
    if not in_year(view, row):
        return Ruling.refuse(
            "5.2.year", f"{row.name} is of {row.first_year} to {row.last_year}, not {month(view.state.round)}", row.rule
        )
    if name in MAJOR and not announced:
        text = f"{row.name} is announced at the end of an Axis event phase"
        return Ruling.refuse(MAJOR[name], text, row.rule)
    if name == FELIX and view.state.round == MAY_1941:
        return Ruling.refuse("major.felix.marker", "Felix is not played in May 1941, with Mercury", row.rule)
    if name in facts(view).played:
        return Ruling.refuse("5.4.once-per-turn", f"{row.name} was played this turn", row.rule)
    if row.actions and facts(view).barred:
        return Ruling.refuse("event.axis.6.fuehrer-hq", f"{row.name} gives Actions: none such may be played this turn")
    why = PREREQUISITES[name](view, side) if name in PREREQUISITES else ""
    return Ruling.refuse("5.5.prerequisite", f"{row.name}: {why}", row.rule, "2.10.regions") if why else None


def port_lead(view: View, side: str) -> int:
    """How many on-map ports more than the enemy a side controls."""
    return len(held(view, side, ports(view))) - len(held(view, enemy_of(side), ports(view)))


def morale_high(view: View, side: str) -> bool:
    """Whether a Morale Check gives an Action (rules event.allied.12.morale-check, event.axis.11.morale-check)."""
    cities = side == AXIS and any(controller(view, space) == AXIS for space in ("cairo", "mosul"))
    return port_lead(view, side) >= data(view).numbers["morale_ports"] or cities


def torch_done(view: View) -> bool:
    """Whether Torch has occurred."""
    return happened(view, "torch")
