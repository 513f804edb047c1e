"""Herkules and Felix: announced when an Axis event phase ends (Major Event Descriptions; 24.0, 25.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import everywhere
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.actions.phase import Taking
from northafrica.systems.marenostrum.board.ground import (
    ALLIES,
    AXIS,
    data,
    eliminate,
    ground_here,
    happened,
    holds_ground,
    take_control,
)
from northafrica.systems.marenostrum.data.tables import box_of
from northafrica.systems.marenostrum.events.hand import (
    FELIX,
    HERKULES,
    MAJOR,
    Dispose,
    grant,
    hand,
    play_problem,
    row_of,
)
from northafrica.systems.marenostrum.events.neutrals import mark, of_group
from northafrica.systems.marenostrum.facts import facts, remember
from northafrica.systems.marenostrum.orders import Play
from northafrica.systems.marenostrum.setup.free import wait, waits
from northafrica.systems.marenostrum.wording import year

GIBRALTAR = "gibraltar"
LENT = ("de_me110_mercury_1", "de_ju87_mercury_1", "de_ju88_mercury_1")
"""The Mercury aircraft that fly for Felix (rule major.felix.air)."""


@dataclass(frozen=True)
class Announcing(Automatic):
    """At the end of the Axis event phase a major event may be announced."""

    title: ClassVar[str] = "Major events"

    def run(self, table: Table) -> None:
        table.replace(*((Announce(),) if announceable(table) else ()))


def announceable(view: View) -> list[str]:
    """The major events that may be played now."""
    side = view.state.power
    return [name for name in MAJOR if name in hand(view, side) and play_problem(view, side, name, True) is None]


@dataclass(frozen=True)
class Announce(Choice):
    """The Axis announces Herkules or Felix, or waits."""

    title: ClassVar[str] = "Major event"

    def prompt(self, view: View) -> Prompt:
        names = joined((view.names.kind(name) for name in announceable(view)), "or")
        return Prompt(f"play {names}, or end to keep it", "", tuple(MAJOR[n] for n in announceable(view)))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Play, announceable, self.refuse, self.play_it), Plain(End, lambda table: table.finish()))

    def refuse(self, view: View, name: str) -> Ruling:
        """Why it cannot be announced."""
        side = view.state.power
        if name not in MAJOR:
            return Ruling.refuse("5.2.keep", "other events are played in the Action phase", "3.4.axis-phases")
        return Ruling.first(play_problem(view, side, name, True)) and Ruling.allow()

    def play_it(self, table: Table, name: str) -> None:
        """The marker is played."""
        side, row = table.state.power, row_of(table, table.state.power, name)
        table.emit("chose", row.rule, MAJOR[name], "5.2.keep", label=row.name, value=name, power=side)
        remember(table, played=(*facts(table).played, name))
        table.finish()
        (herkules if name == HERKULES else felix)(table)
        table.push(Dispose(side, name))


def herkules(table: Table) -> None:
    """The group arrives as other reinforcements do; two G-3 Actions follow in this turn."""
    for piece, n in of_group(table, AXIS, "Herkules"):
        rules = ("major.herkules.units", "event.axis.12.herkules", "15.3.special")
        wait(table, box_of(AXIS, "special"), piece, n, *rules)
    grant(table, row_of(table, AXIS, HERKULES))
    table.push(*waits(table, AXIS))


def felix(table: Table) -> None:
    """The group stands at Gibraltar beside the defenders, with three aircraft of Mercury, and takes two Actions."""
    row = row_of(table, AXIS, FELIX)
    units = data(table).units
    for place, piece, n in list(everywhere(table, lambda p: p.kind in units and units[p.kind].group == "Felix")):
        rules = ("major.felix.announce", row.rule)
        table.emit("moved", *rules, place=place, to=GIBRALTAR, piece=piece, count=n, power=AXIS)
    lent = () if happened(table, "hitler") else LENT
    for place, piece, _ in list(everywhere(table, lambda p: p.kind in lent)):
        after = Piece(AXIS, piece.kind)
        rule = "major.felix.air"
        table.emit("moved", rule, place=place, to=GIBRALTAR, piece=piece, becomes=after, count=1, power=AXIS)
    mark(table, "felix", "major.felix.victory", value=str(year(table.state.round)))
    grant(table, row)
    table.push(FelixEnds())


@dataclass(frozen=True)
class FelixActions(Choice):
    """Two G-3 Actions against Gibraltar, at once (rule major.felix.actions)."""

    title: ClassVar[str] = "Operation Felix"

    def prompt(self, view: View) -> Prompt:
        text = "take a G-3 Action of the units at Gibraltar against Gibraltar, or end"
        return Prompt(text, "", ("major.felix.actions",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Taking(FELIX, GIBRALTAR), Plain(End, self.end))

    def end(self, table: Table) -> None:
        """No more Actions."""
        table.finish()
        remember(table, allowances=tuple(one for one in facts(table).allowances if one.source != FELIX))


@dataclass(frozen=True)
class FelixEnds(Automatic):
    """After its two Actions: without Gibraltar the troops are lost (note A81), the aircraft leave."""

    title: ClassVar[str] = "Operation Felix ends"

    def run(self, table: Table) -> None:
        left = any(one.left for one in facts(table).allowances if one.source == FELIX)
        if left and holds_ground(table, GIBRALTAR, AXIS):
            table.push(FelixActions())
            return
        table.finish()
        lost = tuple(one for one in facts(table).allowances if one.source != FELIX)
        remember(table, allowances=lost)
        felix_ends(table)


def felix_ends(table: Table) -> None:
    """Step 4 of the operation."""
    if holds_ground(table, GIBRALTAR, ALLIES):
        for piece, n in ground_here(table, GIBRALTAR, AXIS):
            eliminate(table, GIBRALTAR, piece, n, "repulsed", "12.12.sea-air-loss", "major.felix.after")
    take_control(table, GIBRALTAR, AXIS)
    for place, piece, _ in list(everywhere(table, lambda p: p.kind in LENT)):
        if place != GIBRALTAR:
            continue
        to = box_of(AXIS, "gone" if happened(table, "mercury") else "special")
        table.emit("moved", "major.felix.after", place=place, to=to, piece=piece, count=1, power=AXIS)
