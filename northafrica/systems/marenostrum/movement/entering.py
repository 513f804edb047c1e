"""What happens the instant ground units enter: supply without cover is taken, Iraq turns (13.9, 21.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from northafrica.core.groups import Picked, groups, total
from northafrica.core.pieces import Piece
from northafrica.core.step import Dice
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.bases import supply_room
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    ALLIES,
    AXIS,
    STATIC,
    data,
    eliminate,
    enemy_of,
    happened,
    holds_ground,
)
from northafrica.systems.marenostrum.data.tables import SIDES, SUPPLY, box_of
from northafrica.systems.marenostrum.events.neutrals import MARKER, drop_marker, iraq_turns
from northafrica.systems.marenostrum.supply.deliver import available

if TYPE_CHECKING:
    from northafrica.core.dice import Result


def uncovered(view: View, space: str, side: str) -> Picked:
    """Supply units of a side that enemy ground combat units have to themselves (rule 13.9.capture)."""
    if holds_ground(view, space, side) or not holds_ground(view, space, enemy_of(side)):
        return []
    return groups(view, space, lambda p: p.power == side and p.kind == SUPPLY and not p.has(ABOARD))


def entered(table: Table, space: str) -> None:
    """After each step of a move: dice for supply anywhere without cover, and for Iraq (note A55)."""
    for area in data(table).areas:
        for side in SIDES if table.state.at(area) else ():
            if uncovered(table, area, side):
                table.push(SupplyTaken(area, side))
    invaded = "iraq" in data(table).regions(space) and not happened(table, "iraq")
    if invaded and table.state.power == AXIS:
        table.push(IraqRoll())


@dataclass(frozen=True)
class SupplyTaken(Dice):
    """A die a supply unit: captured or eliminated (rule 13.9.capture)."""

    title: ClassVar[str] = "Supply units taken"
    space: str = ""
    side: str = ""

    def count(self, view: View) -> int:
        return total(uncovered(view, self.space, self.side))

    def seat(self, view: View) -> str:
        return view.seat_of(enemy_of(self.side))

    def names(self, view: View) -> tuple[str, ...]:
        return ("capture",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("13.9.capture", "13.9.replace")

    def what_counts(self, view: View) -> str:
        return f"{data(view).numbers['capture_supply']} or less captures it, else it is eliminated"

    def resolve(self, table: Table, result: Result) -> None:
        need, rules = data(table).numbers["capture_supply"], self.rules_in_play(table)
        hits = sum(int(die) <= need for die in result)
        label = f"{hits} of {len(result)} captured"
        table.emit("rolled", *rules, place=self.space, dice=result, faces=6, need=need, hits=hits, label=label)
        table.finish()
        units = [piece for piece, n in uncovered(table, self.space, self.side) for _ in range(n)]
        for piece, die in zip(units, result, strict=True):
            eliminate(table, self.space, piece, 1, "captured" if int(die) <= need else "taken", "13.9.capture")
            if int(die) <= need:
                self._replace(table, piece)

    def _replace(self, table: Table, piece: Piece) -> None:
        """The captor has one of his own in the same mode, as far as he has any and the area has room."""
        captor = enemy_of(self.side)
        if not available(table, captor) or supply_room(table, self.space, captor) < 1:
            table.note("the captor has no supply unit to replace it", "13.9.replace", place=self.space)
            return
        mine = Piece(captor, SUPPLY)
        after = mine.having(**{STATIC: piece.number(STATIC)})
        box = box_of(captor, "available")
        rules = ("13.9.replace", "13.1.limit")
        table.emit("moved", *rules, place=box, to=self.space, piece=mine, becomes=after, count=1, power=captor)


@dataclass(frozen=True)
class IraqRoll(Dice):
    """The Axis has entered Iraq before the Rebellion: whose are the Iraqi units? (rule 21.3.invasion)"""

    title: ClassVar[str] = "Invasion of Iraq"

    def names(self, view: View) -> tuple[str, ...]:
        return ("iraq",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("21.3.invasion",)

    def what_counts(self, view: View) -> str:
        return f"{data(view).numbers['iraq_axis']} or less: they join the Axis, else the Allies"

    def resolve(self, table: Table, result: Result) -> None:
        need = data(table).numbers["iraq_axis"]
        side = AXIS if int(result[0]) <= need else ALLIES
        label = f"the Iraqi units join the {side}"
        table.emit("rolled", "21.3.invasion", dice=result, faces=6, need=need, hits=int(side == AXIS), label=label)
        table.finish()
        drop_marker(table, MARKER["iraq"], "21.3.invasion")
        iraq_turns(table, side, "21.3.invasion")
