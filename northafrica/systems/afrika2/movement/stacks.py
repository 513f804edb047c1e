"""Stacks on the march: who may move, who goes together, whose move has ended (rulebook 1.7, 2.7, 6.2; series)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from northafrica.core.groups import Keep, Picked, everywhere, flip, number, pick
from northafrica.core.orders import Path, Units
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders
from northafrica.systems.afrika2.entities import OFF_MAP, RESTRICTION
from northafrica.systems.afrika2.ground import allowance, data, is_leader, is_unit, name, on_map, title, unit, zones
from northafrica.systems.afrika2.movement.march import points, units_of
from northafrica.systems.afrika2.orders import Move, Overrun

M = TypeVar("M", Move, Overrun)


@dataclass(frozen=True)
class Pin(Automatic):
    """Note which units begin the phase in an enemy zone of control: they cannot overrun, nor exploit (series)."""

    title: ClassVar[str] = "Units in enemy zones of control"

    def run(self, table: Table) -> None:
        side = table.state.power
        table.finish()
        dear = zones(table, side)
        for place, piece, n in list(everywhere(table, lambda p: p.power == side and is_unit(p))):
            if place in dear:
                flip(table, place, piece, n, "scs.overrun-not-ezoc", "scs.exploit-who", pinned=1)


def immobile(view: View, place: str, piece: Piece) -> Ruling | None:
    """Why a unit cannot march in this phase, whatever the phase."""
    who = title(view, piece)
    if place == RESTRICTION:
        return Ruling.refuse("7.2.one-way", f"{who} is in the Restriction Box and does not move")
    if not on_map(view, place) and place not in OFF_MAP:
        return Ruling.refuse("1.7.off-map", f"{who} is not in play ({name(view, place)})")
    if unit(view, piece).garrison:
        return Ruling.refuse("2.7.garrison-immobile", f"{who} is a garrison and never moves")
    if not allowance(view, piece):
        return Ruling.refuse("scs.min-one-hex", f"{who} has no movement allowance and never moves")
    if piece.has("moved"):
        return Ruling.refuse("scs.one-move", f"{who} has ended its move: units moved or fought since")
    return None


class Movers(ABC):
    """The units that may move in a phase, each once; every phase has its own."""

    @abstractmethod
    def why_not(self, view: View, place: str, piece: Piece) -> Ruling | None:
        """Why a unit may not move now."""

    @abstractmethod
    def basis(self, view: View, place: str, picked: Picked) -> tuple[str, ...]:
        """The rules that let a stack move in this phase."""

    def keep(self, view: View, place: str) -> Keep:
        """Which pieces of a place an order to move may name."""
        side = view.state.power

        def may(piece: Piece) -> bool:
            return piece.power == side and (is_leader(piece) or self.why_not(view, place, piece) is None)

        return may

    def units(self, view: View, place: str) -> Keep:
        """The units among them."""
        may = self.keep(view, place)
        return lambda piece: is_unit(piece) and may(piece)

    def starts(self, view: View) -> list[str]:
        """Where units stand that may move."""
        known = data(view).hexes
        places = (place for place in sorted(view.state.pieces) if place in known or place in OFF_MAP)
        return [place for place in places if number(view, place, self.units(view, place))]

    def count(self, view: View) -> int:
        """How many units may still move."""
        return sum(number(view, place, self.units(view, place)) for place in self.starts(view))

    def stack(self, view: View, place: str, units: Units, rule: str) -> Picked | Ruling:
        """The pieces that an order means, or why they cannot go, or not together."""
        found = pick(view, place, units, self.keep(view, place), rule, "may move now")
        if isinstance(found, Ruling):
            why = None if found.unclear else self._who_not(view, place, units)
        else:
            why = _split(view, place, found)
        return found if why is None else why

    def _who_not(self, view: View, place: str, units: Units) -> Ruling | None:
        """Why the first of the units named that may not move may not."""
        mine = [p for p in sorted(view.state.at(place)) if p.power == view.state.power and is_unit(p)]
        tried = (self.why_not(view, place, piece) for some in units for piece in mine if some.fits(piece))
        return next((why for why in tried if why is not None), None)


def _split(view: View, place: str, picked: Picked) -> Ruling | None:
    """Why these pieces cannot go together, with or without their leader."""
    riding = leaders.riding_problem(view, place, picked, view.state.power)
    if riding is not None:
        return riding
    units = units_of(picked)
    if not units:
        return Ruling.refuse("scs.one-move", "no unit is named that could move")
    begun = [piece for piece, _ in units if piece.has("spent")]
    fresh = [piece for piece, _ in units if not piece.has("spent")]
    if begun and fresh:
        spent = points(begun[0].number("spent"))
        first, second = title(view, begun[0]), title(view, fresh[0])
        text = f"{first} has spent {spent} already and {second} nothing: they do not move as one stack"
        return Ruling.refuse("scs.one-move", text, "scs.overrun-stack", spent=spent)
    return None


@dataclass(frozen=True)
class OfStack(Routed[M]):
    """What a stack does on a way: its units are named, then the way."""

    movers: Movers
    sure = frozenset({"route"})
    rule: ClassVar[str]

    def keep(self, now: View, place: str) -> Keep:
        return self.movers.keep(now, place)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return self.ways(now, place, picked) if _split(now, place, picked) is None else ()

    def judge(self, view: View, order: M) -> Ruling:
        if len(order.route) < 2:
            return Ruling.ambiguous("a route needs a start and an end, like 'a50.16 > a48.17'")
        picked = self.movers.stack(view, order.route[0], order.units, self.rule)
        return picked if isinstance(picked, Ruling) else self.judge_way(view, order.route, picked)

    @abstractmethod
    def ways(self, view: View, place: str, picked: Picked) -> Sequence[Path]:
        """The ways that a stack can take."""

    @abstractmethod
    def judge_way(self, view: View, route: Path, picked: Picked) -> Ruling:
        """The ruling on the way of a stack."""


def retire(table: Table, place: str, picked: Picked) -> None:
    """The stack that moved before has ended its move, once another begins or goes on without the rest of it."""
    side, going = table.state.power, dict(picked)
    for where, piece, n in list(everywhere(table, lambda p: p.power == side and is_unit(p) and p.has("spent"))):
        stay = n - (going.get(piece, 0) if where == place else 0)
        if stay:
            flip(table, where, piece, stay, "scs.one-move", spent=0, led=0, moved=1)


STEPS: tuple[type[Step], ...] = (Pin,)
