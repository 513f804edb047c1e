"""What a side chooses when play begins: Hitler Turns South, Malta, the Aquila, the Wasp (24.0, 25.1, 25.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import everywhere
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, happened
from northafrica.systems.marenostrum.data.tables import box_of
from northafrica.systems.marenostrum.events.neutrals import mark
from northafrica.systems.marenostrum.orders import Choose
from northafrica.systems.marenostrum.setup.start import scenario

AQUILA, LOST_FOR_AQUILA = "it_cv1_aquila", "it_bb3"


@dataclass(frozen=True)
class Strategy:
    """One thing that may be chosen: whose it is, the option that offers it, in which scenarios, and its rule."""

    side: str
    option: str
    scenarios: tuple[str, ...]
    rule: str
    text: str


ALL = ("i", "ii", "iii", "iv")
STRATEGIES: Mapping[str, Strategy] = {
    "hitler": Strategy(AXIS, "strategies", ("i",), "24.1.when", "hitler (Hitler Turns South)"),
    "aquila": Strategy(AXIS, "optional_forces", ("i", "iii"), "25.1.aquila", "aquila (build the carrier, not BB-3)"),
    "malta": Strategy(ALLIES, "strategies", ALL, "24.2.action", "malta (Actions from Malta for supply)"),
    "wasp": Strategy(ALLIES, "optional_forces", ALL, "25.4.wasp", "wasp (for a British carrier and destroyer)"),
}


def offered(view: View, side: str) -> list[str]:
    """What a side may still choose."""
    found = STRATEGIES.items()
    return [n for n, one in found if one.side == side and problem(view, side, n) is None and not happened(view, n)]


def problem(view: View, side: str, name: str) -> Ruling | None:
    """Why something cannot be chosen in this game."""
    one = STRATEGIES.get(name)
    if one is None or one.side != side:
        text = f"'{name[:40]}' is nothing to choose for this side"
        return Ruling.refuse("opt.default-off" if one is None else one.rule, text)
    if view.option(one.option) != "on" or scenario(view).id not in one.scenarios:
        where = "in this scenario" if view.option(one.option) == "on" else f"without the option {one.option}"
        return Ruling.refuse(one.rule, f"{name} is not to be chosen {where}", "opt.default-off")
    return None


@dataclass(frozen=True)
class Strategies(Choice):
    """A side chooses before play begins."""

    title: ClassVar[str] = "Optional strategies"
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        names = offered(view, self.side)
        told = joined((STRATEGIES[name].text for name in names), "or")
        return Prompt(f"choose {told}; then end" if names else "end", "", tuple(STRATEGIES[n].rule for n in names))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        chosen = OneOf(Choose, lambda view: offered(view, self.side), self.refuse, self.choose)
        return (chosen, Plain(End, lambda table: table.finish()))

    def refuse(self, view: View, name: str) -> Ruling:
        """Why something cannot be chosen."""
        no = problem(view, self.side, name)
        return no if no is not None else Ruling.refuse(STRATEGIES[name].rule, f"{name} is chosen already")

    def choose(self, table: Table, name: str) -> None:
        """It holds for the whole game."""
        mark(table, name, STRATEGIES[name].rule)
        if name == "aquila":
            _aquila(table)
        if not offered(table, self.side):
            table.finish()


def _aquila(table: Table) -> None:
    """BB-3 is never built; the carrier joins the group of 1943 (rule 25.1.aquila, note A79)."""
    for kind, pile in ((LOST_FOR_AQUILA, "gone"), (AQUILA, "1943")):
        for place, piece, _ in list(everywhere(table, lambda p, kind=kind: p.kind == kind)):  # type: ignore[misc]
            to, after = box_of(AXIS, pile), Piece(AXIS, kind)
            table.emit("moved", "25.1.aquila", place=place, to=to, piece=piece, becomes=after, count=1, power=AXIS)


def chosen_first(table: Table) -> tuple[Step, ...]:
    """The steps of choice before the first month."""
    return tuple(Strategies(side) for side in (ALLIES, AXIS) if offered(table, side))
