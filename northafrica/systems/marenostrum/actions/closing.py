"""The end of an Action: aircraft overrun, areas that hold too much (7.4, 10.2, 10.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked, groups, offer, pick, total
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.bases import air_room, ground_room, serves, supply_room
from northafrica.systems.marenostrum.board.ground import (
    category,
    count,
    data,
    eliminate,
    enemy_of,
    holds_ground,
)
from northafrica.systems.marenostrum.data.tables import SIDES, SUPPLY
from northafrica.systems.marenostrum.orders import Scrap

ROOM = {"ground": ground_room, SUPPLY: supply_room, "air": air_room}
RULES = {"ground": "7.4.overstack", SUPPLY: "7.4.supply-exception", "air": "7.3.airbase"}


def overruns(table: Table) -> None:
    """Aircraft are lost where enemy ground units stand alone (rules 10.2.overrun, 10.5.after-action)."""
    for space in data(table).areas:
        for side in SIDES:
            alone = holds_ground(table, space, enemy_of(side)) and not holds_ground(table, space, side)
            if alone and count(table, space, side, "air"):
                for piece, n in groups(table, space):
                    if piece.power == side and category(table, piece) == "air":
                        own = () if data(table).has_tag(space, "airbase") else ("10.2.supply-based",)
                        eliminate(table, space, piece, n, "overrun", "10.2.overrun", "10.5.after-action", *own)


def excess(view: View, space: str, side: str) -> tuple[str, int]:
    """What a side has too much of in an area, and how many."""
    for what, room in ROOM.items():
        if not count(view, space, side, what) or (what == "air" and not serves(view, space, side)):
            continue
        over = -room(view, space, side)
        if over > 0:
            return what, over
    return "", 0


@dataclass(frozen=True)
class EndOfAction(Automatic):
    """An Action is over."""

    title: ClassVar[str] = "End of the Action"

    def run(self, table: Table) -> None:
        overruns(table)
        for side in (table.state.power, enemy_of(table.state.power)):
            for space in data(table).areas:
                if table.state.at(space) and excess(table, space, side)[1]:
                    table.push(Overstacked(side, space))
                    return
        table.finish()


@dataclass(frozen=True)
class Overstacked(Choice):
    """The owner eliminates units until the area is within its limits (rule 7.4.overstack)."""

    title: ClassVar[str] = "Over-stacked"
    side: str = ""
    space: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        what, over = excess(view, self.space, self.side)
        text = f"{view.name(self.space)} holds {over} too many {what} units: eliminate as many"
        return Prompt(text, "Units of your choice.", (RULES[what], "7.2.three-each"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Scrapping(self),)


@dataclass(frozen=True)
class Scrapping(Deed[Scrap]):
    """Units in excess go to the Refit box, supply to the available box."""

    kind = Scrap
    step: Overstacked

    def _fits(self, view: View, piece: Piece) -> bool:
        what, _ = excess(view, self.step.space, self.step.side)
        return piece.power == self.step.side and category(view, piece) == what

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        found = offer(view, self.step.space, lambda p: self._fits(view, p))
        _, over = excess(view, self.step.space, self.step.side)
        capped = [replace(some, count=min(some.count, over)) for some in found]
        return [some for some in capped if self.judge(view, Scrap((some,)))]

    def judge(self, view: View, order: Scrap) -> Ruling:
        what, over = excess(view, self.step.space, self.step.side)
        picked = pick(view, self.step.space, order.units, lambda p: self._fits(view, p), RULES[what], "are in excess")
        if isinstance(picked, Ruling):
            return picked
        if total(picked) > over:
            return Ruling.refuse(RULES[what], f"{over} are too many, not {total(picked)}", limit=over)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Scrap, found: Picked) -> None:
        what, _ = excess(table, self.step.space, self.step.side)
        rules = (RULES[what], *(("10.1.static-lost",) if what == "air" else ()))
        table.finish()
        for piece, n in found:
            eliminate(table, self.step.space, piece, n, "over-stacked", *rules)
