"""What entering a hex does: ports and cities change hands, enemy Supply Points are rolled for (rulebook 1.9a, 5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.step import Dice, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import TRIPOLI
from northafrica.systems.afrika2.ground import enemy_of, name, supply_points, take


def enter(table: Table, side: str, places: Iterable[str], *rules: str) -> None:
    """Units of a side have entered these hexes, in this order: control changes at once, captures are rolled next."""
    rolls: list[Step] = []
    for place in places:
        take(table, place, side, *rules)
        if place != TRIPOLI and supply_points(table, place, enemy_of(side)):
            rolls.append(CaptureRoll(place, side))
    table.push(*rolls)


@dataclass(frozen=True)
class CaptureRoll(Dice):
    """A die for enemy Supply Points just entered: 1 to 3 all are destroyed, 4 to 6 half are captured."""

    title: ClassVar[str] = "Capture of Supply Points"
    place: str = ""
    side: str = ""

    def label(self, view: View) -> str:
        return f"capture of Supply Points in {name(view, self.place)}"

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def names(self, view: View) -> tuple[str, ...]:
        return ("capture", self.place)

    def what_counts(self, view: View) -> str:
        return "1 to 3: all are destroyed; 4 to 6: half are captured, rounded normally, the rest destroyed"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("5.3.capture-roll", "5.3.capture-rounding")

    def resolve(self, table: Table, result: Result) -> None:
        table.finish()
        place, side, owner = self.place, self.side, enemy_of(self.side)
        points = supply_points(table, place, owner)
        won = (points + 1) // 2 if int(result[0]) >= 4 else 0
        rules = ("5.3.capture-roll", "5.3.any-entry", *(("5.3.capture-rounding",) if won else ()))
        text = f"{won} captured, {points - won} destroyed"
        label = "Supply Points entered"
        table.emit("result", *rules, label=label, value=text, dice=result, faces=6, place=place, power=side)
        lost = partial(table.emit, place=place, resource="sp", owner=owner, power=side)
        if won:
            lost("captured", *rules, amount=won, value=side, purpose="captured")
        if points > won:
            lost("destroyed", *rules, amount=points - won, purpose="overrun by the enemy")


STEPS: tuple[type[Step], ...] = (CaptureRoll,)
