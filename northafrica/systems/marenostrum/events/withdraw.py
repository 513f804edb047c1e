"""Units that events withdraw: the player chooses, the smallest set that reaches what is asked (5.8; note A24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked, groups, offer, pick
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import REDUCED, awake, data, take_control
from northafrica.systems.marenostrum.data.tables import box_of
from northafrica.systems.marenostrum.orders import Withdraw

FACTORS = {"ground": "anti_ground", "air": "anti_air", "naval": "anti_surface"}
CAPITAL = ("CV", "CVE", "BB", "BC")


@dataclass(frozen=True)
class Withdrawal(Choice):
    """Units leave until their factors (or, of ships by number, they themselves) reach what is due.

    category  ground, air or naval; `nation` only units of it, `types` only these
    due       the total still due; `pile` where they go
    """

    title: ClassVar[str] = "Withdraw units"
    side: str = ""
    category: str = ""
    due: int = 0
    pile: str = ""
    rule: str = ""
    nation: str = ""
    types: tuple[str, ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def eligible(self, view: View, place: str) -> Picked:
        """The units in a place that may be chosen."""
        return groups(view, place, lambda p: p.power == self.side and awake(p) and self.worth(view, p) > 0)

    def worth(self, view: View, piece: Piece) -> int:
        """What a unit counts towards what is due, 0 where it is none of these."""
        found = data(view).units.get(piece.kind)
        if found is None or found.category != self.category or self.nation not in ("", found.nationality):
            return 0
        if self.types:
            return int(found.type in self.types)
        if piece.has(REDUCED) and found.anti_ground_reduced is not None:
            return found.anti_ground_reduced
        return int(getattr(found, FACTORS[self.category]))

    def places(self, view: View) -> tuple[str, ...]:
        """Where such units stand, on the map and in boxes of the map."""
        return tuple(space for space in data(view).board.spaces if self.eligible(view, space))

    def prompt(self, view: View) -> Prompt:
        what = "ships" if self.types else f"points of {self.category} strength"
        return Prompt(f"withdraw units: {self.due} {what} due", "No more than needed.", (self.rule, "5.8.withdraw"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Withdrawing(self),)


@dataclass(frozen=True)
class Withdrawing(Deed[Withdraw]):
    """A unit leaves the map, whatever its position."""

    kind = Withdraw
    step: Withdrawal

    def places(self, view: View) -> Sequence[str]:
        return self.step.places(view)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "space":
            return self.step.places(view)
        units = offer(view, given["space"], lambda p: (p, 1) in self.step.eligible(view, given["space"]))
        return [some for some in units if self.judge(view, Withdraw(given["space"], (some,)))]

    def judge(self, view: View, order: Withdraw) -> Ruling:
        step = self.step
        fits = [piece for piece, _ in step.eligible(view, order.space)]
        picked = pick(view, order.space, order.units, lambda p: p in fits, step.rule, "can be withdrawn")
        if isinstance(picked, Ruling):
            return picked
        values = sorted(step.worth(view, piece) for piece, n in picked for _ in range(n))
        if sum(values) - values[0] >= step.due:
            text = f"{step.due} are due; these make {sum(values)}, and still {sum(values) - values[0]} without one"
            return Ruling.refuse(step.rule, text, needs=step.due, has=sum(values))
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Withdraw, found: Picked) -> None:
        step = self.step
        table.finish()
        for piece, n in found:
            after, to = Piece(piece.power, piece.kind), box_of(step.side, step.pile)
            rules = (step.rule, "5.8.withdraw", *(("5.8.no-refit",) if step.pile == "withdrawn" else ()))
            table.emit("moved", *rules, place=order.space, to=to, piece=piece, becomes=after, count=n, power=step.side)
        take_control(table, order.space, "axis" if step.side == "allies" else "allies")
        left = step.due - sum(step.worth(table, piece) * n for piece, n in found)
        ask(table, replace(step, due=left))


def ask(table: Table, step: Withdrawal) -> None:
    """Ask for what is due, as long as there is something to take (note A24)."""
    if step.due > 0 and step.places(table):
        table.push(step)
