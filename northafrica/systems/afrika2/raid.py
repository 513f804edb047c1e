"""The raid of the Long Range Desert Group on Rommel (rulebook 7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.groups import groups
from northafrica.core.orders import Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Chance, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders
from northafrica.systems.afrika2.entities import AWAY, AXIS, CW, LRDG, ROMMEL, TO_COME
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import in_play, kill, where_is

INJURED_FOR = 3


def check(view: View, order: Order) -> Ruling:
    """Whether the raid can be made now."""
    if view.option("oconnor") != "captured":
        return Ruling.refuse("7.4.raid-no-options", "the chosen option for O'Connor gives up the raid")
    if view.state.power != CW:
        return Ruling.refuse("7.4.raid-once", "only the Commonwealth raids, in its own Movement Phase")
    if facts(view).raided:
        return Ruling.refuse("7.4.raid-once", "the raid has been made; there is one in a game")
    if not in_play(view, where_is(view, LRDG)):
        return Ruling.refuse("7.4.raid-cost", "the LRDG is dead or not yet in play")
    if leaders.find(view, AXIS) is None:
        return Ruling.refuse("7.4.raid-once", "Rommel is not in play: there is nobody to raid")
    return Ruling.allow()


def play(table: Table, order: Order) -> None:
    """The LRDG goes to the dead pile, then the die is rolled."""
    place = where_is(table, LRDG)
    group, n = groups(table, place, lambda piece: piece.kind == LRDG)[0]
    kill(table, place, group, n, "raid on Rommel", "7.4.raid-cost", "7.4.raid-once", "7.4.raid-no-options")
    remember(table, raided=True)
    leaders.settle_leaders(table)
    table.push(RaidRoll())


@dataclass(frozen=True)
class RaidRoll(Chance):
    """A die: 6 takes Rommel out for good, 5 for three turns."""

    title: ClassVar[str] = "Raid on Rommel"

    def count(self, view: View) -> int:
        return 1

    def pool(self, view: View) -> Sequence[int | str]:
        return range(1, 7)

    def seat(self, view: View) -> str:
        return view.seat_of(CW)

    def names(self, view: View) -> tuple[str, ...]:
        return ("raid",)

    def what_counts(self, view: View) -> str:
        return "6: Rommel is out for good; 5: he returns three turns later; else nothing"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("7.4.raid-roll",)

    def resolve(self, table: Table, result: Result) -> None:
        table.finish()
        die = int(result[0])
        texts = {6: "out of play for good", 5: "injured"}
        table.emit("result", "7.4.raid-roll", label="raid on Rommel", value=texts.get(die, "no effect"), dice=(die,),
                   faces=6)  # fmt: skip
        found = leaders.find(table, AXIS)
        if die < 5 or found is None:
            return
        place, leader = found
        plain = Piece(AXIS, ROMMEL)
        to = AWAY if die == 6 else TO_COME[AXIS]
        after = plain if die == 6 else plain.having(returns=table.state.round + INJURED_FOR)
        table.emit("moved", "7.4.raid-roll", place=place, to=to, piece=leader, becomes=after, count=1, power=AXIS,
                   purpose="raid on Rommel")  # fmt: skip


STEPS: tuple[type[Step], ...] = (RaidRoll,)
