"""Mobile Industry: Soviet complexes move one territory a turn (rules na.ussr.industry.*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import number, shift
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import advantage
from northafrica.systems.revised.board.ground import (
    COMPLEX,
    controller,
    data,
    has_complex,
    held_at_start,
    held_now,
    name,
)
from northafrica.systems.revised.orders.economy import Relocate
from northafrica.systems.revised.wording import power_name


class Relocating(Deed[Relocate]):
    """A complex goes to a neighbouring territory of its own; it can be used there if both were held all turn."""

    kind = Relocate

    def barred(self, view: View) -> Ruling | None:
        power = view.state.power
        if power == "ussr" and advantage(view, power, "mobile_industry"):
            return None
        text = f"{power_name(power)} has no Mobile Industry: its complexes never move"
        return Ruling.refuse("na.ussr.industry.captured", text, "unit.complex", "na.ussr.industry.move")

    def places(self, view: View) -> Sequence[str]:
        return [space for space in held_now(view, view.state.power) if _standing(view, space)]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        ways = ((a, b) for a in self.begins(view, given) for b in data(view).board.neighbours(a, "land"))
        return [way for way in ways if self.judge(view, Relocate(way))]

    def judge(self, view: View, order: Relocate) -> Ruling:
        start, end, rule = order.route[0], order.route[-1], "na.ussr.industry.move"
        if not _standing(view, start):
            return Ruling.refuse(rule, f"no Soviet complex that can move stands in {name(view, start)}")
        if len(order.route) != 2 or end not in data(view).board.neighbours(start, "land"):
            text = f"a complex moves one territory; {name(view, end)} is no neighbour of {name(view, start)}"
            return Ruling.refuse(rule, text, "map.adjacency")
        if controller(view, end) != view.state.power:
            return Ruling.refuse(rule, f"{name(view, end)} is not Soviet")
        if has_complex(view, end):
            return Ruling.refuse("mob.complex.one", f"{name(view, end)} has a complex", rule)
        return Ruling.allow()

    def do(self, table: Table, order: Relocate, found: None) -> None:
        start, end = order.route
        usable = held_at_start(table, start) and held_at_start(table, end)
        status: dict[str, int | str | None] = {"moved": 1} if usable else {"moved": 1, "new": 1}
        piece = Piece(table.state.power, COMPLEX)
        shift(table, "moved", start, end, piece, 1, "na.ussr.industry.move", "na.ussr.industry.use", **status)


def _standing(view: View, space: str) -> int:
    """Whether a complex of the acting power stands in a territory that has not moved this turn."""
    power = view.state.power
    return number(view, space, lambda p: p.kind == COMPLEX and p.power == power and not p.status)
