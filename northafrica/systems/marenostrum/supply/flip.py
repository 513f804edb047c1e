"""Supply units are flipped between their mobile and their static side (13.5; G-4 Actions)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, flip, groups
from northafrica.core.orders import FieldSpec
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ABOARD, STATIC, data
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.orders import Flip


@dataclass(frozen=True)
class Convert(Choice):
    """Any number of supply units anywhere are flipped (rules 13.5.flip, g4.to-static, g4.to-mobile)."""

    title: ClassVar[str] = "Convert supply units"
    static: bool = True

    @property
    def rule(self) -> str:
        """The Action's rule."""
        return "g4.to-static" if self.static else "g4.to-mobile"

    def prompt(self, view: View) -> Prompt:
        to = "static" if self.static else "mobile"
        return Prompt(
            f"flip supply units to their {to} side, place by place; end when done", "", (self.rule, "13.5.flip")
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Flipping(self), Plain(End, lambda table: table.finish()))

    def there(self, view: View, space: str) -> Picked:
        """The supply units of a place that can be flipped."""

        def fits(piece: Any) -> bool:
            mine = piece.power == view.state.power and piece.kind == SUPPLY and not piece.has(ABOARD)
            return mine and piece.has(STATIC) != self.static

        return groups(view, space, fits)


@dataclass(frozen=True)
class Flipping(Deed[Flip]):
    """So many supply units of a place are flipped."""

    kind = Flip
    step: Convert

    def _most(self, view: View, space: str) -> int:
        return sum(n for _, n in self.step.there(view, space))

    def barred(self, view: View) -> Ruling | None:
        if any(self._most(view, space) for space in data(view).board.spaces):
            return None
        return Ruling.refuse(self.step.rule, "no supply unit is left to flip", "13.5.flip")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        spaces = data(view).board.spaces
        if field.name == "number":
            return list(range(1, max(self._most(view, space) for space in spaces) + 1))
        return [space for space in spaces if self._most(view, space) >= int(given["number"])]

    def judge(self, view: View, order: Flip) -> Ruling:
        most = self._most(view, order.space) if order.space in data(view).board.spaces else 0
        if 1 <= order.number <= most:
            return Ruling.allow(rules=(self.step.rule, "13.5.flip"))
        side = "mobile" if self.step.static else "static"
        text = f"{view.name(order.space)} holds {most} {side} supply units of yours, not {order.number}"
        return Ruling.refuse(self.step.rule, text, "13.5.flip", has=most, asked=order.number)

    def do(self, table: Table, order: Flip, found: None) -> None:
        piece, _ = self.step.there(table, order.space)[0]
        rules = (self.step.rule, "13.5.flip", "13.0.two-sides")
        flip(table, order.space, piece, order.number, *rules, **{STATIC: int(self.step.static)})
