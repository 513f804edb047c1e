"""The Nonaggression Treaty: infantry for the Soviet Union when Japan first attacks it (na.ussr.treaty)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import advantage, use
from northafrica.systems.revised.board.ground import controller, data, held_now, is_sea, name
from northafrica.systems.revised.facts import facts
from northafrica.systems.revised.orders.economy import Raise

TREATY, PLACE, VOID = "nonaggression_treaty", "na.ussr.treaty.place", "na.ussr.treaty.void"


def grounds(view: View) -> list[str]:
    """Soviet territories beside a Japanese one, where the infantry can be placed."""
    japan = set(held_now(view, "japan"))
    beside = data(view).board.neighbours
    return [space for space in held_now(view, "ussr") if japan & set(beside(space, "land"))]


def attacks(view: View, spaces: Sequence[str], on: str) -> bool:
    """Whether combats, raids or rockets in these spaces are an attack on a power (note N1)."""
    targets = (*spaces, *(target for _, target in facts(view).rockets))
    return any(not is_sea(view, space) and controller(view, space) == on for space in targets)


def fights(view: View, spaces: Sequence[str], on: str) -> bool:
    """Whether units of a power are attacked, on land or at sea."""
    return attacks(view, spaces, on) or any(p.power == on for space in spaces for p in view.state.at(space))


@dataclass(frozen=True)
class Nonaggression(Automatic):
    """Before combat: the treaty is broken by Japan, or given up by the Soviet Union."""

    title: ClassVar[str] = "Nonaggression Treaty"
    spaces: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        table.finish()
        power = table.state.power
        if power == "japan" and (facts(table).treaty or attacks(table, self.spaces, "ussr")):
            use(table, "ussr", TREATY, PLACE)
            if grounds(table):
                table.push(TreatyInfantry())
        elif power == "ussr" and (facts(table).treaty or fights(table, self.spaces, "japan")):
            use(table, "ussr", TREATY, VOID)


def treaty_steps(view: View, spaces: Sequence[str]) -> tuple[Nonaggression, ...]:
    """The step at the start of phase 4, while the treaty stands."""
    return (Nonaggression(tuple(spaces)),) if advantage(view, "ussr", TREATY) else ()


@dataclass(frozen=True)
class TreatyInfantry(Choice):
    """The Soviet Union places its infantry in one territory, or does without (note N2)."""

    title: ClassVar[str] = "Nonaggression Treaty"

    def seat(self, view: View) -> str:
        return view.seat_of("ussr")

    def prompt(self, view: View) -> Prompt:
        told, count = (
            joined((name(view, space) for space in grounds(view)), "or"),
            data(view).numbers["treaty_infantry"],
        )
        why = "Japan attacks the Soviet Union for the first time; the infantry joins before the combat."
        return Prompt(f"raise {count} infantry in {told}, or end", why, (PLACE, "na.once-tracking"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Raising(), Plain(End, lambda table: table.finish()))

    def fallback(self, view: View) -> Order:
        return Raise(grounds(view)[0])


class Raising(Deed[Raise]):
    """Four infantry appear in one territory."""

    kind = Raise

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return grounds(view)

    def judge(self, view: View, order: Raise) -> Ruling:
        if order.space in grounds(view):
            return Ruling.allow(rules=(PLACE,))
        text = f"{name(view, order.space)} is no Soviet territory beside a Japanese one"
        return Ruling.refuse(PLACE, text)

    def do(self, table: Table, order: Raise, found: None) -> None:
        table.finish()
        piece, count = Piece("ussr", "infantry"), data(table).numbers["treaty_infantry"]
        table.emit("placed", PLACE, place=order.space, piece=piece, count=count, power="ussr")
