"""The raid of the Long Range Desert Group on Rommel (rulebook 7.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from northafrica.core.deed import Plain
from northafrica.core.dice import Result
from northafrica.core.groups import groups
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Dice, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders
from northafrica.systems.afrika2.entities import AWAY, AXIS, CW, LRDG, ROMMEL, TO_COME
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import in_play, kill, where_is
from northafrica.systems.afrika2.orders import Raid

INJURED_FOR = 3


def barred(view: View) -> Ruling | None:
    """Why the raid cannot be made now."""
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
    return None


def raid(table: Table) -> None:
    """The LRDG goes to the dead pile, then the die is rolled."""
    place = where_is(table, LRDG)
    group, n = groups(table, place, lambda piece: piece.kind == LRDG)[0]
    kill(table, place, group, n, "raid on Rommel", "7.4.raid-cost", "7.4.raid-once", "7.4.raid-no-options")
    remember(table, raided=True)
    leaders.settle_leaders(table)
    table.push(RaidRoll())


RAIDING = Plain(Raid, raid, bar=barred)


@dataclass(frozen=True)
class RaidRoll(Dice):
    """A die: 6 takes Rommel out for good, 5 for three turns."""

    title: ClassVar[str] = "Raid on Rommel"

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
        value = texts.get(die, "no effect")
        table.emit("result", "7.4.raid-roll", label="raid on Rommel", value=value, dice=(die,), faces=6)
        found = leaders.find(table, AXIS)
        if die < 5 or found is None:
            return
        place, leader = found
        to, after = AWAY, Piece(AXIS, ROMMEL)
        if die == 5:
            to, after = TO_COME[AXIS], after.having(returns=table.state.round + INJURED_FOR)
        moved = partial(table.emit, "moved", "7.4.raid-roll", purpose="raid on Rommel", power=AXIS)
        moved(place=place, to=to, piece=leader, becomes=after, count=1)


STEPS: tuple[type[Step], ...] = (RaidRoll,)
