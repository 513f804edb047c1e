"""The leaders' rolls: Rommel falls sick, O'Connor is captured (rulebook 6.2e, 7.1a to 7.1c)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.groups import everywhere, shift
from northafrica.core.pieces import Piece
from northafrica.core.step import Automatic, Dice, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import AWAY, LEADERS, OCONNOR, ROMMEL, TO_COME
from northafrica.systems.afrika2.ground import in_play, where_is
from northafrica.systems.afrika2.reinforcement.calendar import LISTED

SAFE_UNTIL = 6


def due(view: View, leader: str) -> bool:
    """Whether a leader is rolled for: he is in play as the phase begins (he who comes in this phase is not)."""
    if leader == OCONNOR and view.option("oconnor") == "safety_net" and view.state.round < SAFE_UNTIL:
        return False
    return in_play(view, where_is(view, leader))


def threshold(view: View, leader: str) -> int:
    """The highest roll on which a leader goes."""
    return 4 if leader == ROMMEL or view.option("oconnor") == "fair_field" else 3


def rules_of(view: View, leader: str) -> tuple[str, ...]:
    """The rules of a leader's roll."""
    if leader == ROMMEL:
        return ("6.2e.sick", "6.2e.only-on-map")
    return {
        "safety_net": ("7.1a.captured", "7.1b.safety-net"),
        "fair_field": ("7.1c.fair-field",),
    }.get(view.option("oconnor"), ("7.1a.captured",))


@dataclass(frozen=True)
class Health(Automatic):
    """The roll for a leader in play as the phase began, if he still is: a withdrawal may cost him his stack."""

    title: ClassVar[str] = "The leader's health"
    leader: str = ROMMEL

    def run(self, table: Table) -> None:
        table.replace(*((LeaderRoll(self.leader),) if due(table, self.leader) else ()))


@dataclass(frozen=True)
class LeaderRoll(Dice):
    """Two dice: a low roll takes the leader away, until next turn or for good."""

    title: ClassVar[str] = "The leader's health"
    dice: ClassVar[int] = 2
    leader: str = ROMMEL

    def label(self, view: View) -> str:
        return "Rommel's health" if self.leader == ROMMEL else "O'Connor's luck"

    def seat(self, view: View) -> str:
        return view.seat_of(LEADERS[self.leader])

    def names(self, view: View) -> tuple[str, ...]:
        return ("leader", self.leader)

    def _comes_back(self, view: View) -> bool:
        return self.leader == ROMMEL or view.option("oconnor") == "fair_field"

    def what_counts(self, view: View) -> str:
        gone = "he is away until next turn" if self._comes_back(view) else "he is lost for good"
        return f"{threshold(view, self.leader)} or less: {gone}"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return rules_of(view, self.leader)

    def resolve(self, table: Table, result: Result) -> None:
        table.finish()
        side, rules = LEADERS[self.leader], rules_of(table, self.leader)
        gone = sum(int(die) for die in result) <= threshold(table, self.leader)
        value = "he stays" if not gone else "away until next turn" if self._comes_back(table) else "captured"
        table.emit(
            "result", *rules, LISTED[side], label=self.label(table), value=value, dice=result, faces=6, power=side
        )
        if gone:
            self._leave(table, rules)

    def _leave(self, table: Table, rules: tuple[str, ...]) -> None:
        place, piece, n = next(everywhere(table, lambda p: p.kind == self.leader))
        clean: dict[str, int | str | None] = dict.fromkeys(status for status, _ in piece.status)
        to = AWAY
        if self._comes_back(table):
            to, clean["returns"] = TO_COME[piece.power], table.state.round + 1
        shift(table, "moved", place, to, Piece(piece.power, piece.kind, piece.status), n, *rules, **clean)


STEPS: tuple[type[Step], ...] = (Health, LeaderRoll)
