"""The end of the Supply Phase: who is Out of Supply, who no longer is, attrition (rulebook 5.1a, 5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.groups import everywhere, flip
from northafrica.core.step import Automatic
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.ground import in_play, is_unit, lose_step
from northafrica.systems.afrika2.leaders import settle_leaders
from northafrica.systems.afrika2.supply.lines import needs_none, weight
from northafrica.systems.afrika2.supply.planning import OASIS, Held, hungry, is_oasis, worth

EFFECTS = ("5.2.halved-defence-move", "5.2.quarter-attack", "5.2.no-exploit-no-zoc", "5.2.no-replacements")


def by_oasis(view: View, side: str, used: dict[str, int]) -> list[Held]:
    """The units that oases feed without being asked, the dearest first."""
    found = []
    units = sorted(hungry(view, side), key=lambda held: (-worth(view, held[1]) * weight(view, held[1]), held))
    for place, piece, n in units:
        left = OASIS - used.get(place, 0)
        fits = min(n, left // weight(view, piece)) if is_oasis(view, place) else 0
        if fits:
            used[place] = used.get(place, 0) + fits * weight(view, piece)
            found.append((place, piece, fits))
    return found


def asked(view: View, side: str, used: dict[str, int]) -> str:
    """An oasis that can feed some of the units in its hex and not all, unlike ones: its owner says who; "" for none."""
    there: dict[str, list[Held]] = {}
    for held in hungry(view, side):
        if is_oasis(view, held[0]):
            there.setdefault(held[0], []).append(held)
    for place, units in sorted(there.items()):
        left, counts = OASIS - used.get(place, 0), [weight(view, piece) for _, piece, _ in units]
        total = sum(n * weight(view, piece) for _, piece, n in units)
        if len(units) > 1 and total > left >= min(counts):
            return place
    return ""


@dataclass(frozen=True)
class FeedByOasis(Automatic):
    """What oases can still give goes to units there that nobody supplied."""

    title: ClassVar[str] = "Oases"
    given: tuple[tuple[str, int], ...] = ()

    def run(self, table: Table) -> None:
        for place, piece, n in by_oasis(table, table.state.power, dict(self.given)):
            table.emit("supplied", "5.1c.oasis-two", place=place, piece=piece, count=n, value=place)
            flip(table, place, piece, n, "5.1c.oasis-two", fed=1)
        table.finish()


@dataclass(frozen=True)
class MarkSupply(Automatic):
    """Units paid for, or free, lose the marker; all others bear it."""

    title: ClassVar[str] = "Out of Supply"

    def run(self, table: Table) -> None:
        side = table.state.power
        for place, piece, n in list(everywhere(table, lambda p: p.power == side and is_unit(p))):
            if not in_play(table, place):
                continue
            free = needs_none(table, place, piece)
            if piece.has("fed") or free:
                self._supplied(table, (place, piece, n), free)
            else:
                self._unsupplied(table, (place, piece, n))
        table.finish()

    def _supplied(self, table: Table, held: Held, free: tuple[str, ...]) -> None:
        place, piece, n = held
        if free:
            table.emit("supplied", *free, place=place, piece=piece, count=n, value="")
        again = ("5.2.marker-lifetime",) if piece.has("oos") else ()
        flip(table, place, piece, n, *(again or free or ("5.1a.pay-or-oos",)), fed=0, oos=0)

    def _unsupplied(self, table: Table, held: Held) -> None:
        place, piece, n = held
        rules = ("5.1a.pay-or-oos", "5.1a.may-decline", "1.1.supply-steps")
        table.emit("unsupplied", *rules, place=place, piece=piece, count=n)
        flip(table, place, piece, n, "5.1a.pay-or-oos", "5.2.marker-lifetime", *EFFECTS, oos=1)


@dataclass(frozen=True)
class Attrition(Automatic):
    """Each unit found Out of Supply loses a step."""

    title: ClassVar[str] = "Attrition"

    def run(self, table: Table) -> None:
        side = table.state.power
        for place, piece, n in list(everywhere(table, lambda p: p.power == side and p.has("oos") and is_unit(p))):
            for _ in range(n if in_play(table, place) else 0):
                lose_step(table, place, piece, "attrition", "5.2.attrition", "1.1.supply-steps")
        table.finish()
        settle_leaders(table)
