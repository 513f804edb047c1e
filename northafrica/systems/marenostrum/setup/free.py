"""Units whose place their owner chooses: in the set-up, and as reinforcements (3.2, 15.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, offer, pick
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import category, data, take_control
from northafrica.systems.marenostrum.data.tables import box_of
from northafrica.systems.marenostrum.orders import Place
from northafrica.systems.marenostrum.setup.places import arrival_rule, candidates, crowd, place_problem, row_of
from northafrica.systems.marenostrum.wording import say


@dataclass(frozen=True)
class FreePlaces(Choice):
    """A side places units: those of its set-up, the Allies first (rule setup.order), or those that arrive."""

    title: ClassVar[str] = "Place units"
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        waiting = groups(view, box_of(self.side, "setup"))
        rules = ("setup.order", "3.2.owner-chooses") if view.state.phase == "setup" else ("15.1.axis-place",)
        return Prompt(f"place units: {say(view.names, waiting)}", "Their owner chooses where they stand.", rules)

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Placing(self.side), Plain(ChooseForMe, self.choose))

    def choose(self, table: Table) -> None:
        """Each unit where fewest of its kind stand, aircraft and troops spread; ships together."""
        for piece, n in groups(table, box_of(self.side, "setup")):
            for _ in range(n):
                fits = [space for space in candidates(table, piece) if place_problem(table, piece, space) is None]
                put(table, [(piece, 1)], min(fits, key=partial(crowd, table, piece)))
        table.finish()


def put(table: Table, picked: Picked, space: str) -> None:
    """Units leave the place where they wait."""
    for piece, n in picked:
        rule = row_of(table, piece).rule if table.state.phase == "setup" else arrival_rule(table, piece)
        rules = (rule, "setup.order") if table.state.phase == "setup" else (rule,)
        rules = (*rules, *held_by(table, piece, space))
        place = box_of(piece.power, "setup")
        table.emit("moved", *rules, place=place, to=space, piece=piece, count=n, power=piece.power)
        take_control(table, space, piece.power)


def held_by(view: View, piece: Piece, space: str) -> tuple[str, ...]:
    """Further rules that the placing of a unit shows: airbases without limit, bases beside the map."""
    info = data(view)
    found = ["10.1.printed-unlimited"] if category(view, piece) == "air" and info.has_tag(space, "airbase") else []
    if info.sort(space) == "base":
        found += ["17.2.capacity", "17.1.allied" if info.board[space].kind == "box" else "17.1.axis"]
    return tuple(found)


@dataclass(frozen=True)
class Placing(Deed[Place]):
    """Units go to one of the places open to them."""

    kind = Place
    side: str

    def places(self, view: View) -> Sequence[str]:
        return (box_of(self.side, "setup"),)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        waiting = box_of(self.side, "setup")
        if field.name == "units":
            return [some for some in offer(view, waiting, lambda p: True) if self._open(view, some.kind)]
        found = [p for some in given["units"] for p, _ in groups(view, waiting, some.fits)]
        spaces = [space for space in candidates(view, found[0]) if found] if found else []
        return [space for space in spaces if self.judge(view, Place(tuple(given["units"]), space))]

    def _open(self, view: View, kind: str) -> bool:
        pieces = groups(view, box_of(self.side, "setup"), lambda p: p.kind == kind)
        return any(place_problem(view, p, space) is None for p, _ in pieces for space in candidates(view, p))

    def judge(self, view: View, order: Place) -> Ruling:
        waiting = box_of(self.side, "setup")
        picked = pick(view, waiting, order.units, lambda p: True, "3.2.owner-chooses", "wait for a place")
        if isinstance(picked, Ruling):
            return picked
        table = Table(view.setting, view.state.copy(), "trial", view.viewer)
        for piece, n in picked:
            no = place_problem(table, piece, order.space, n)
            if no is not None:
                return no
            put(table, [(piece, n)], order.space)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Place, found: Picked) -> None:
        put(table, found, order.space)
        if not table.state.at(box_of(self.side, "setup")):
            table.finish()


def waits(view: View, side: str) -> tuple[FreePlaces, ...]:
    """The step in which a side places what waits, where something does."""
    return (FreePlaces(side),) if view.state.at(box_of(side, "setup")) else ()


def wait(table: Table, place: str, piece: Piece, n: int, *rules: str) -> None:
    """Units arrive and wait for their owner to place them."""
    to = box_of(piece.power, "setup")
    table.emit("moved", *rules, place=place, to=to, piece=piece, becomes=Piece(piece.power, piece.kind), count=n)
