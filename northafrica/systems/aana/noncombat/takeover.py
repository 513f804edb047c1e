"""Vichy territory that German or Italian troops enter may be taken over (rulebook p.29)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.conclude import mark, settle
from northafrica.systems.aana.board.ground import (
    SIDES,
    belongs,
    controller,
    data,
    name,
)
from northafrica.systems.aana.orders import Pass, TakeControl


def arrive(table: Table, space: str, idle: bool) -> None:
    """A combat land unit ends its move: mines and trucks become its side's, Vichy ground may be taken over."""
    settle(table, space, idle)
    if can_take_over(table, space):
        table.push(TakeOver(space))


def can_take_over(view: View, space: str) -> bool:
    """Rule french.axis-takeover: only Vichy units stood there before those that came in this phase."""
    power = view.state.power
    if power not in ("germany", "italy") or not data(view).rp(space):
        return False
    marker = controller(view, space)
    there = [p for p in view.state.at(space) if not p.has("went") and not p.has("captured")]
    vichy = there and all(p.power == "vichy" for p in there)
    return bool(vichy) and (not marker or not belongs(marker, SIDES[power]))


@dataclass(frozen=True)
class TakeOver(Choice):
    """German or Italian troops among Vichy units may take control."""

    title: ClassVar[str] = "Take over Vichy territory?"
    space: str

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"{name(view, self.space)} holds only Vichy units besides yours: take control?",
            "",
            ("french.axis-takeover",),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Plain(TakeControl, self._take), Plain(Pass, Table.finish))

    def _take(self, table: Table) -> None:
        table.finish()
        mark(table, self.space, table.state.power, "french.axis-takeover")
