"""Scouting and Signals Intelligence: enemy units are examined (G-2 Actions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.deed import Deed, OneOf
from northafrica.core.groups import groups
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Chance, Choice, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.bases import air_capacity
from northafrica.systems.marenostrum.board.ground import (
    awake,
    controller,
    count,
    data,
    enemy_of,
    ground_here,
    kind_of,
)
from northafrica.systems.marenostrum.data.tables import BOXES, box_of
from northafrica.systems.marenostrum.events.hand import hand
from northafrica.systems.marenostrum.facts import facts, remember
from northafrica.systems.marenostrum.orders import Choose
from northafrica.systems.marenostrum.wording import say

if TYPE_CHECKING:
    from northafrica.core.dice import Result

RULES = {
    "ground": ("g2.ground-scouting",),
    "air": ("g2.aerial-scouting", "g2.aerial-scouting.still"),
    "naval": ("g2.naval-scouting",),
}
CARRIERS = ("CV", "CVE")
COURSES = ("map", "displays", "events")
CLOSED = ("cup", "hand")
"""Piles of event markers: no display of forces."""


def scouted(view: View, side: str, how: str) -> list[str]:
    """The spaces that an Action examines: next to own units (note A30), or in range of airbases and carriers."""
    board = data(view).board
    if how == "ground":
        own = [space for space in data(view).areas if ground_here(view, space, side)]
        return _on_map(view, side, (to for space in own for to in board.neighbours(space, kind="land")))
    if how == "naval":
        own = [zone for zone in data(view).zones if count(view, zone, side, "naval")]
        return _on_map(view, side, (to for zone in own for to in board.neighbours(zone, kind="sea")))
    numbers, found = data(view).numbers, list[str]()
    for space in board.spaces:
        if board[space].kind == "box":
            continue
        if controller(view, space) == side and air_capacity(view, space, side):
            found += _within(view, space, numbers["scout_airbase"])
        if carrier(view, side, space):
            found += _within(view, space, numbers["scout_carrier"])
    return _on_map(view, side, found)


def carrier(view: View, side: str, space: str) -> bool:
    """Whether a side has an aircraft carrier in a space (rule 2.4.carrier-class)."""
    return bool(groups(view, space, lambda p: p.power == side and kind_of(view, p) in CARRIERS))


def _within(view: View, space: str, most: int) -> list[str]:
    board, found, edge = data(view).board, {space}, {space}
    for _ in range(most):
        edge = {to for here in edge for to in board.neighbours(here)} - found
        found |= edge
    return sorted(found)


def _on_map(view: View, side: str, spaces: Iterable[str]) -> list[str]:
    """Those of some spaces that are no off-map bases of the enemy (rule g2.aerial-scouting)."""
    homes = {space: str(data(view).board[space].values["home"]) for space in spaces}
    return [space for space, home in sorted(homes.items()) if home in ("", side)]


def reveal(table: Table, side: str, spaces: Sequence[str], *rules: str) -> None:
    """A side sees what the enemy has in some places, for the rest of its turn (rule 18.1.reveal)."""
    foe = enemy_of(side)
    seen_by = (table.seat_of(side),) if table.setting.options.get("fog") == "on" else ()
    for space in spaces:
        there = groups(table, space, lambda p: p.power == foe and awake(p))
        if there:
            text, rule = say(table.names, there), (*rules, "18.1.reveal")
            table.emit("revealed", *rule, place=space, label=text, power=foe, seen_by=seen_by)
    if side == table.state.power:
        remember(table, seen=tuple(dict.fromkeys((*facts(table).seen, *spaces))))


@dataclass(frozen=True)
class Scout(Automatic):
    """Ground, aerial or naval scouting: nothing moves, nothing fights."""

    title: ClassVar[str] = "Scouting"
    how: str = "ground"

    def run(self, table: Table) -> None:
        side = table.state.power
        carriers = self.how == "air" and any(carrier(table, side, space) for space in data(table).zones)
        rules = (*RULES[self.how], *(("2.4.carrier-class", "9.6.carriers") if carriers else ()))
        reveal(table, side, scouted(table, side, self.how), *rules)
        table.finish()


@dataclass(frozen=True)
class SignalsRoll(Dice):
    """Signals Intelligence succeeds on 4 to 6 (rule g2.signals, note A31)."""

    title: ClassVar[str] = "Signals Intelligence"

    def names(self, view: View) -> tuple[str, ...]:
        return ("signals",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g2.signals",)

    def what_counts(self, view: View) -> str:
        return f"{data(view).numbers['signals']} or more: forces on the map, forces in displays, or events held"

    def resolve(self, table: Table, result: Result) -> None:
        need = data(table).numbers["signals"]
        hit = int(result[0]) >= need
        label = "something is learnt" if hit else "nothing"
        table.emit("rolled", "g2.signals", dice=result, faces=6, need=need, hits=int(hit), label=label)
        table.replace(*((SignalsChoice(),) if hit else ()))


@dataclass(frozen=True)
class SignalsChoice(Choice):
    """What is examined: the map, the displays beside it, or events that the enemy holds."""

    title: ClassVar[str] = "Signals Intelligence"

    def prompt(self, view: View) -> Prompt:
        text = "choose map (all enemy forces on it), displays (all in boxes and bases) or events (a die of those held)"
        return Prompt(text, "", ("g2.signals",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Choose, lambda view: COURSES, self.refuse, self.examine, ("g2.signals",)),)

    def refuse(self, view: View, what: str) -> Ruling:
        """There is nothing else."""
        return Ruling.refuse("g2.signals", f"choose {', '.join(COURSES)}")

    def examine(self, table: Table, what: str) -> None:
        """Look."""
        foe, board = enemy_of(table.state.power), data(table).board
        table.finish()
        if what == "events":
            table.push(EventsRoll())
            return
        bases = [space for space in board.spaces if board[space].values["home"] == foe]
        boxes = [box_of(foe, pile) for pile in BOXES if pile not in CLOSED]
        spaces = [*bases, *boxes] if what == "displays" else [space for space in board.spaces if space not in bases]
        reveal(table, table.state.power, spaces, "g2.signals")


@dataclass(frozen=True)
class EventsRoll(Dice):
    """How many markers in the enemy's hand are examined."""

    title: ClassVar[str] = "Signals Intelligence: events"

    def names(self, view: View) -> tuple[str, ...]:
        return ("signals",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g2.signals",)

    def resolve(self, table: Table, result: Result) -> None:
        most = min(int(result[0]), len(hand(table, enemy_of(table.state.power))))
        table.emit("rolled", "g2.signals", dice=result, faces=6, amount=most, label=f"{most} events are examined")
        table.replace(*((EventsSeen(most),) if most else ()))


@dataclass(frozen=True)
class EventsSeen(Chance):
    """Markers are taken out of the enemy's hand blindly, by their place in it, and looked at."""

    title: ClassVar[str] = "Events examined"
    replacing: ClassVar[bool] = False
    faces_rule: ClassVar[str] = "g2.signals"
    most: int = 0

    def count(self, view: View) -> int:
        return self.most

    def pool(self, view: View) -> Sequence[int | str]:
        held = groups(view, box_of(enemy_of(view.state.power), "hand"))
        return range(1, sum(n for _, n in held) + 1)

    def seat(self, view: View) -> str:
        return view.seat_of(view.state.power)

    def names(self, view: View) -> tuple[str, ...]:
        return ("events",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g2.signals", "5.2.hidden")

    def resolve(self, table: Table, result: Result) -> None:
        foe = enemy_of(table.state.power)
        seen_by = (table.seat_of(table.state.power),) if table.setting.options.get("fog") == "on" else ()
        held = hand(table, foe)
        for number in sorted(int(one) for one in result):
            name = held[number - 1]
            told, where = table.names.kind(name), box_of(foe, "hand")
            rules = ("g2.signals", "5.2.hidden")
            table.emit("revealed", *rules, place=where, label=told, value=name, power=foe, seen_by=seen_by)
        table.finish()
