"""The stacking limit and the three moments at which it holds; Boxes left empty (rulebook 1.6, 1.8, 2.3).

Combat calls `check_places` at the end of a retreat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked, offer, pick, total
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import ALEXANDRIA, NAMES, OFF_MAP, SIDES, STACK, TOBRUK
from northafrica.systems.afrika2.ground import count_units, is_unit, kill, leader_at, name, on_map, unit
from northafrica.systems.afrika2.leaders import settle_leaders
from northafrica.systems.afrika2.orders import Kill

HOLDING = (TOBRUK, ALEXANDRIA)


def excess(view: View, place: str, side: str) -> int:
    """How many units of a side stand in a hex above the limit; boxes beside the map have none (1.7)."""
    return max(0, count_units(view, place, side) - STACK) if on_map(view, place) else 0


def room(view: View, place: str, side: str) -> int:
    """How many more units of a side a place takes."""
    return max(0, STACK - count_units(view, place, side)) if on_map(view, place) else 1000


def stack_rules(view: View, place: str, side: str) -> tuple[str, ...]:
    """The rules behind the limit in a hex."""
    found = ["2.3.four"]
    if any(unit(view, piece).artillery for piece in view.state.at(place) if piece.power == side and is_unit(piece)):
        found.append("2.2.artillery-is-unit")
    return (*found, "1.8.holding-box") if place in HOLDING else tuple(found)


def warning(view: View, place: str) -> str:
    """What an overrun from or into a place costs before it is fought, in words (2.3)."""
    for side in SIDES:
        n = excess(view, place, side)
        if n:
            return f"{name(view, place)} holds {counted(n, 'unit')} too many: {NAMES[side]} kills {n} of its own first"
    return ""


def check_places(table: Table, side: str, places: Iterable[str], *rules: str) -> None:
    """Units of a side have ended a move or a retreat, or an overrun begins here: the owner kills the excess."""
    over = [place for place in sorted(set(places)) if excess(table, place, side)]
    for place in over:
        n, cited = excess(table, place, side), ("2.3.when-checked", *stack_rules(table, place, side), *rules)
        text = f"{name(table, place)} holds {counted(n, 'unit')} too many"
        table.note("over the stacking limit", *cited, place=place, power=side, amount=n, detail=text)
    table.push(*(Excess(place, side) for place in over))


@dataclass(frozen=True)
class Excess(Choice):
    """The owner destroys what stands above the limit."""

    title: ClassVar[str] = "Units above the stacking limit"
    place: str = ""
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def label(self, view: View) -> str:
        return f"stacking limit in {name(view, self.place)}"

    def prompt(self, view: View) -> Prompt:
        many = counted(excess(view, self.place, self.side), "unit")
        return Prompt(
            f"{name(view, self.place)} holds {count_units(view, self.place, self.side)} of your units: destroy {many}",
            f"At most {STACK} units stack in a hex; the limit is enforced now.",
            ("2.3.kill-excess", "2.3.when-checked", *stack_rules(view, self.place, self.side)),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Killing(self.place, self.side),)


@dataclass(frozen=True)
class Killing(Deed[Kill]):
    """Units of a side above the limit in a place are destroyed."""

    kind = Kill
    place: str
    side: str

    def _mine(self, piece: Piece) -> bool:
        return piece.power == self.side and is_unit(piece)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return offer(view, self.place, self._mine)

    def judge(self, view: View, order: Kill) -> Ruling:
        picked = pick(view, self.place, order.units, self._mine, "2.3.kill-excess", "count for the limit")
        if isinstance(picked, Ruling):
            return picked
        asked, need = total(picked), excess(view, self.place, self.side)
        if asked > need:
            text = f"{counted(need, 'unit')} must be destroyed in {name(view, self.place)}, not {asked}"
            return Ruling.refuse("2.3.kill-excess", text, "2.3.four", needs=need, asked=asked)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Kill, found: Picked) -> None:
        rules = ("2.3.kill-excess", "2.3.when-checked", *stack_rules(table, self.place, self.side))
        for piece, n in found:
            kill(table, self.place, piece, n, "stacking", *rules)
        if not excess(table, self.place, self.side):
            table.finish()
        settle_leaders(table)


@dataclass(frozen=True)
class EndOfMovement(Automatic):
    """The stacking limit of the side that moved, then Boxes that nobody of their side holds."""

    title: ClassVar[str] = "End of the Movement Phase"
    checked: bool = False

    def run(self, table: Table) -> None:
        if not self.checked:
            table.replace(replace(self, checked=True))
            note_uncounted(table)
            check_places(table, table.state.power, table.state.pieces)
            return
        remove_boxes(table)
        table.finish()


def note_uncounted(table: Table) -> None:
    """Say where a limit does not bite: many in a box beside the map, a leader or markers beside a full stack."""
    side = table.state.power
    for box in OFF_MAP:
        if count_units(table, box, side) > STACK:
            text = f"any number of units may be in the {name(table, box)}"
            n = count_units(table, box, side)
            table.note("no stacking limit", "1.7.no-stack-limit", place=box, amount=n, detail=text)
    for place in sorted(table.state.pieces):
        if on_map(table, place) and count_units(table, place, side) == STACK and leader_at(table, place, side):
            text = "a leader does not count for stacking"
            table.note("stack of four", "6.2.not-unit", "2.2.non-units", place=place, amount=STACK, detail=text)


def remove_boxes(table: Table) -> None:
    """A Box goes when no unit of the side that built it is in its hex at the end of a Movement Phase (1.6)."""
    for place in sorted(table.state.markers):
        side = table.state.marker(place, "box")
        if side and not count_units(table, place, side):
            text = "the Box is gone, nobody holds it"
            table.emit("marked", "1.6.box-removed", place=place, marker="box", value="", power=side, label=text)


STEPS: tuple[type[Step], ...] = (Excess, EndOfMovement)
