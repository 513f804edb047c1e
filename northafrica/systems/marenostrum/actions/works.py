"""Entrench and Remove Carrier Depletion, the optional G-4 Actions (28.0, 30.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import groups
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board import entrenched
from northafrica.systems.marenostrum.board.ground import ALLIES, data
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.orders import Choose, Entrench
from northafrica.systems.marenostrum.setup.places import BRITAIN, ITALY, MIDDLE_EAST

DEPLETED = "depleted"


@dataclass(frozen=True)
class EntrenchChoice(Choice):
    """The area that is entrenched (rule g4.entrench)."""

    title: ClassVar[str] = "Entrench"
    terms: Terms = Terms()

    def prompt(self, view: View) -> Prompt:
        text = "name the area to entrench: it has a depot, or a supply unit that is spent"
        return Prompt(text, "", ("g4.entrench", "28.1.marker"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        named = OneOf(Entrench, self.open, self.refuse, self.dig, ("g4.entrench", "28.1.marker"))
        return (named, Plain(End, lambda table: table.finish()))

    def open(self, view: View) -> list[str]:
        """The areas that may be named."""
        return [s for s in entrenchable(view, view.state.power) if self.terms.place in ("", s)]

    def refuse(self, view: View, space: str) -> Ruling:
        """Why an area cannot be entrenched."""
        no = entrenched.problem(view, space, view.state.power)
        if no is not None:
            return no
        return Ruling.refuse("g4.additional.entrench", f"the supply was spent in {view.name(self.terms.place)}")

    def dig(self, table: Table, space: str) -> None:
        """The marker is placed."""
        table.finish()
        entrenched.entrench(table, space, table.state.power)


def entrenchable(view: View, side: str) -> list[str]:
    """Where a side may entrench."""
    return [space for space in data(view).areas if entrenched.problem(view, space, side) is None]


def depleted(view: View, side: str) -> dict[str, str]:
    """The depleted carriers that can be made whole, each with its place (rule g4.undeplete)."""
    board = data(view).board
    coasts = [z for base in ITALY if data(view).port(base) for z in board.neighbours(base, kind="coast")]
    where = (BRITAIN, MIDDLE_EAST) if side == ALLIES else coasts
    return {p.kind: s for s in where for p, _ in groups(view, s, lambda p: p.power == side and p.has(DEPLETED))}


@dataclass(frozen=True)
class Replenish(Choice):
    """A depleted carrier is made whole (rules g4.undeplete, 30.3.recover)."""

    title: ClassVar[str] = "Remove Carrier Depletion"

    def prompt(self, view: View) -> Prompt:
        return Prompt("choose the depleted carrier that is made whole", "", ("g4.undeplete", "30.3.recover"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Choose, self.open, self.refuse, self.flip, ("g4.undeplete",)),)

    def open(self, view: View) -> list[str]:
        """The carriers."""
        return list(depleted(view, view.state.power))

    def refuse(self, view: View, name: str) -> Ruling:
        """What is said of any other."""
        return Ruling.refuse("g4.undeplete", f"'{name[:40]}' is no depleted carrier where one can be made whole")

    def flip(self, table: Table, name: str) -> None:
        """Its full side is up."""
        side = table.state.power
        place = depleted(table, side)[name]
        piece, _ = groups(table, place, lambda p: p.kind == name)[0]
        table.finish()
        after, rules = piece.having(**{DEPLETED: None}), ("g4.undeplete", "30.3.recover")
        table.emit("flipped", *rules, place=place, piece=piece, becomes=after, count=1, power=side)
