"""The movement phase and the exploitation phase: units march until their owner ends the phase (7.5, 7.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Keep, Picked, clear_status, pick
from northafrica.core.orders import Order, Path
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.blocks.board.control import take
from northafrica.systems.blocks.board.ground import OVER, SPENT, advanced, data, is_ground
from northafrica.systems.blocks.movement.march import March, march, points, reach, stuck
from northafrica.systems.blocks.orders import Move

CROSSED = ("river", "red_arrow")
"""What a unit remembers to have crossed into a battle hex: it weighs on the first round (7.7.7)."""


class Moving(Routed[Move]):
    """Ground units march together."""

    kind = Move

    def keep(self, now: View, place: str) -> Keep:
        side = now.state.power

        def may(piece: Piece) -> bool:
            return piece.power == side and place in data(now).hexes and is_ground(now, piece)

        return may

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        found = reach(now, place, picked)
        return [
            way for to in found.cost if to != place and isinstance(march(now, picked, way := found.path(to)), March)
        ]

    def judge(self, view: View, order: Move) -> Ruling:
        picked = pick(
            view, order.route[0], order.units, self.keep(view, order.route[0]), "3.1.own-units", "move by land"
        )
        if isinstance(picked, Ruling):
            return picked
        found = march(view, picked, order.route)
        if isinstance(found, Ruling):
            return found
        notes = [f"route: {' > '.join(found.way)}"] if found.way != order.route else []
        return Ruling.allow(notes, found.rules, (picked, found))

    def do(self, table: Table, order: Move, found: tuple[Picked, March]) -> None:
        picked, way = found
        start, end, side = way.way[0], way.way[-1], table.state.power
        for piece, n in picked:
            most, lowered = points(table, piece)
            rules = ("7.10.who",) if table.state.phase == "exploitation" else ("7.5.stacks",)
            spent = most if way.battle else piece.number(SPENT) + way.cost
            after = piece.having(spent=spent, over=crossed(table, way) if way.battle else None)
            cites = (*rules, *way.rules, *lowered, *(("7.5.enemy-stop", "3.23.battle-hex") if way.battle else ()))
            table.emit(
                "moved",
                *cites,
                place=start,
                to=end,
                piece=piece,
                becomes=after,
                count=n,
                power=side,
                purpose="march",
                detail=" > ".join(way.way),
            )
        for place in way.way[1:]:
            take(table, place, side)


def crossed(view: View, way: March) -> str:
    """What the last step of a way crosses, as combat asks it: `river`, `red_arrow` or ""."""
    side = data(view).field.hexside(*way.way[-2:])
    return next((word for word in reversed(CROSSED) if word in side), "")


@dataclass(frozen=True)
class Marching(Choice):
    """The side whose turn it is moves its ground units, or ends the phase."""

    title: ClassVar[str] = "Movement"

    def label(self, view: View) -> str:
        return "Armored Exploitation" if view.state.phase == "exploitation" else self.title

    def prompt(self, view: View) -> Prompt:
        if view.state.phase == "exploitation":
            rules = ("7.10.who", "7.10.no-combat", "7.10.supply")
            return Prompt("exploitation: move armour and motorized infantry again, or end", "No battle begins.", rules)
        fuel = " Armour that no headquarters fuels goes half as far and does not attack." if advanced(view) else ""
        why = f"Who enters a hex with enemies stops there: a battle.{fuel}"
        return Prompt("move your ground units, or end", why, ("7.5.stacks", "7.5.enemy-stop", "3.13.stack-three"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Moving(), Plain(End, end))

    def forced(self, view: View) -> Order | None:
        return None if any(self._free(view, place) for place in view.state.pieces) else End()

    def _free(self, view: View, place: str) -> bool:
        keep = Moving().keep(view, place)
        return any(keep(piece) and stuck(view, place, piece) is None for piece in view.state.at(place))

    def fallback(self, view: View) -> Order:
        return End()


def end(table: Table) -> None:
    """The phase ends: points that are not spent are lost (rule 7.5.1.mp-lost)."""
    side = table.state.power
    clear_status(table, lambda piece: piece.power == side, SPENT)
    table.finish()


def forget(table: Table, side: str) -> None:
    """What a side's blocks remember of the phases that are over."""
    clear_status(table, lambda piece: piece.power == side, SPENT, OVER)
