"""National advantages of phase 6: free infantry, and units that allies lend (Appendix III B)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.events import Told
from northafrica.core.groups import Picked, number, offer, pick, total
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import advantage, use
from northafrica.systems.revised.board.ground import (
    ALLIES,
    COMPLEX,
    SIDES,
    controller,
    data,
    is_land,
    is_sea,
    name,
)
from northafrica.systems.revised.facts import facts, remember
from northafrica.systems.revised.orders.economy import Convert, Raise
from northafrica.systems.revised.wording import nation, power_name

LENDERS = ("uk", "us")


class Raising(Deed[Raise]):
    """Free infantry: one American a turn in China, three British once in France."""

    kind = Raise

    def barred(self, view: View) -> Ruling | None:
        power = view.state.power
        if power == "us" and advantage(view, power, "chinese_divisions"):
            return self._once(view)
        if power == "uk" and advantage(view, power, "french_resistance"):
            return None
        text = f"{power_name(power)} has no advantage that gives it infantry now"
        return Ruling.refuse("na.us.chinese", text, "na.uk.resistance", "na.once-tracking")

    def _once(self, view: View) -> Ruling | None:
        if facts(view).raised:
            return Ruling.refuse("na.us.chinese", "the Chinese infantry of this turn is placed")
        return None

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return [space for space in data(view).advantages[_gives(view)].spaces if self.judge(view, Raise(space))]

    def judge(self, view: View, order: Raise) -> Ruling:
        row, where = data(view).advantages[_gives(view)], name(view, order.space)
        if order.space not in row.spaces:
            names = joined((name(view, one) for one in row.spaces), "or")
            return Ruling.refuse(row.rule, f"{row.name}: infantry in {names} only, not in {where}")
        holder = controller(view, order.space)
        held = holder == "us" if row.power == "us" else SIDES[holder] == ALLIES
        who = power_name("us") if row.power == "us" else "the Allies"
        return Ruling.allow() if held else Ruling.refuse(row.rule, f"{who} must control {where}")

    def do(self, table: Table, order: Raise, found: None) -> None:
        row = data(table).advantages[_gives(table)]
        count = data(table).numbers["resistance_infantry" if row.once else "chinese_infantry"]
        table.emit("placed", row.rule, place=order.space, piece=Piece(row.power, "infantry"), count=count)
        if row.once:
            use(table, row.power, row.id, row.rule)
        else:
            remember(table, raised=True)


def _gives(view: View) -> str:
    """The advantage by which the acting power places free infantry."""
    return "chinese_divisions" if view.state.power == "us" else "french_resistance"


def lendable(view: View, place: str) -> Any:
    """Which pieces of a place Lend-Lease can take still (note N3)."""

    def keep(piece: Piece) -> bool:
        fits = is_land(piece) and piece.kind != COMPLEX
        return fits and piece.power in LENDERS and piece.power not in facts(view).lent

    return keep if not is_sea(view, place) else lambda piece: False


class Converting(Deed[Convert]):
    """One British and one American land unit a turn on red ground become Soviet (rule na.ussr.lend-lease)."""

    kind = Convert

    def barred(self, view: View) -> Ruling | None:
        if view.state.power == "ussr" and advantage(view, "ussr", "lend_lease"):
            return None
        return Ruling.refuse("na.ussr.lend-lease", f"{power_name(view.state.power)} has no Lend-Lease")

    def places(self, view: View) -> Sequence[str]:
        return [s for s in data(view).territories if _is_red(view, s) and number(view, s, lendable(view, s))]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "space":
            return [s for s in self.places(view) if self.judge(view, Convert(given.get("units", ()), s))]
        found = (some for space in self.places(view) for some in offer(view, space, lendable(view, space)))
        return list({(some.kind, some.power): replace(some, count=1) for some in found}.values())

    def judge(self, view: View, order: Convert) -> Ruling:
        rule, where = "na.ussr.lend-lease", name(view, order.space)
        if not _is_red(view, order.space):
            return Ruling.refuse(rule, f"{where} is not Soviet ground, or not Soviet now", "na.colour-territory")
        picked = pick(view, order.space, order.units, lendable(view, order.space), rule, "can be lent now")
        if isinstance(picked, Ruling):
            return picked
        powers = [piece.power for piece, _ in picked]
        if total(picked) != len(set(powers)):
            return Ruling.refuse(rule, "one unit of each of the two powers is lent a turn, no more")
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Convert, found: Picked) -> None:
        for piece, n in found:
            told = f"{nation(piece.power)} by Lend-Lease"
            after = replace(piece, power="ussr")
            lent = Told(place=order.space, piece=piece, becomes=after, count=n, detail=told)
            table.emit("flipped", "na.ussr.lend-lease", **lent)
        remember(table, lent=(*facts(table).lent, *(piece.power for piece, _ in found)))


def _is_red(view: View, space: str) -> bool:
    """Rule na.colour-territory, for the Soviet Union."""
    return space in data(view).territories and data(view).original(space) == "ussr" == controller(view, space)
