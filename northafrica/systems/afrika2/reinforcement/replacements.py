"""The Variable Reinforcement Tables and the Replacements they bring (rulebook 4.2; map charts; Order of Arrival 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.dice import Result
from northafrica.core.groups import Picked, everywhere, flip, pick, shift, total
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Dice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import AXIS, CONNECTING, CW, DEAD, OFF_MAP, RESTRICTION, TRIPOLI
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import (
    data,
    in_play,
    is_unit,
    name,
    on_map,
    supply_points,
    title,
    ways,
    zones,
)
from northafrica.systems.afrika2.orders import Rebuild
from northafrica.systems.afrika2.reinforcement.calendar import LISTED, base, due, listed
from northafrica.systems.afrika2.reinforcement.withdrawals import Demand, Spot, places_of

BIG_LIMIT = 2
BIG_FROM_TURN = 3


# -- the roll -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class VariableRoll(Dice):
    """Two dice on the side's Variable Reinforcement Table."""

    title: ClassVar[str] = "Variable Reinforcement Table"
    dice: ClassVar[int] = 2
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def names(self, view: View) -> tuple[str, ...]:
        return ("reinforcements",)

    def what_counts(self, view: View) -> str:
        if self.side == AXIS:
            return "2 to 5: nothing; 6 to 8: 1 Replacement; 9 and 10: 2; 11 and 12: 3"
        taken = "2 and 3: withdraw 2 brigades; 4 and 5: withdraw 3 Infantry or Support brigades and 1 Armor brigade"
        return f"{taken}; 6: 1 Replacement; 7 and 8: 2; 9: 3; 10: 4; 11 and 12: 5"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("4.2.one-roll", f"map.{self.side}-vrt")

    def resolve(self, table: Table, result: Result) -> None:
        total = sum(int(die) for die in result)
        gained = data(table).chart("replacements", self.side, total)
        rules: tuple[str, ...] = ("4.2.one-roll", f"map.{self.side}-vrt", LISTED[self.side])
        demands: tuple[Step, ...] = ()
        value = counted(gained, "Replacement")
        if self.side == CW and total <= 5:
            demands, value, rules = _withdrawals(table, total, rules)
        table.emit(
            "result", *rules, label="Variable Reinforcement Table", value=value, dice=result, faces=6, power=self.side
        )
        if demands and total >= 4:
            remember(table, withdrawals=facts(table).withdrawals + 1)
        table.replace(*demands, Rebuilding(self.side))
        remember(table, replacements=gained + _convoy(table, self.side))


def _withdrawals(table: Table, total: int, rules: tuple[str, ...]) -> tuple[tuple[Step, ...], str, tuple[str, ...]]:
    """What a Commonwealth roll of 5 or less takes; the big withdrawal comes twice at most, and not at the start."""
    if total <= 3:
        return (Demand(CW, "any", 2, ("map.cw-vrt",)),), "withdraw 2 brigades", rules
    rules = (*rules, "map.cw-vrt-45-limit")
    if table.state.round < BIG_FROM_TURN or facts(table).withdrawals >= BIG_LIMIT:
        return (), "no effect", rules
    steps = (Demand(CW, "infantry", 3, ("map.cw-vrt",)), Demand(CW, "armor", 1, ("map.cw-vrt",)))
    return steps, "withdraw 3 Infantry or Support brigades and 1 Armor brigade", rules


def _convoy(table: Table, side: str) -> int:
    """Replacements that the Order of Arrival brings besides the roll (Tiger convoy)."""
    found = sum(row.count for row in due(table, side, "replacements"))
    if found:
        rules, value = ("ooa.cw.9-tiger", *listed(table, side)), counted(found, "Replacement")
        table.emit("result", *rules, label="Tiger Convoy", value=value, power=side)
    return found


# -- using them -------------------------------------------------------------------------------------------------
def near_supply(view: View, place: str, side: str) -> bool:
    """Whether a Supply Point lies in a place or beside it (4.2a); the boxes touch the west edge and each other."""
    if place in OFF_MAP:
        beside = [TRIPOLI]  # its dump, which has no end, lies in or beside both boxes
    elif on_map(view, place):
        west = data(view).hexes[place].edge == "west"
        beside = [*ways(view).near[place].values(), *([CONNECTING] if west else [])]
    else:
        return False
    return any(supply_points(view, spot, side) for spot in (place, *beside))


def living(view: View, side: str) -> list[Spot]:
    """Living units that a Replacement can restore now (4.2a)."""
    return [
        (place, piece, n)
        for place, piece, n in everywhere(view, lambda p: p.power == side and is_unit(p) and p.has("lost"))
        if in_play(view, place) and not piece.has("oos") and near_supply(view, place, side)
    ]


def dead(view: View, side: str) -> list[Spot]:
    """Dead and withdrawn units that can come back now (4.2b)."""
    if not base(view, side):
        return []
    fresh = facts(view).fresh_dead
    found = everywhere(view, lambda p: p.power == side and is_unit(p) and p.kind not in fresh)
    return [spot for spot in found if spot[0] == DEAD[side]]


def forget_rest(table: Table, side: str) -> None:
    """Replacements that are not used at once are lost."""
    rest = facts(table).replacements
    if rest:
        table.note(f"Replacements lost: {rest}", "4.2.use-now", value=str(rest), power=side)
    remember(table, replacements=0)


@dataclass(frozen=True)
class Rebuilding(Automatic):
    """Asks for the use of a Replacement as long as there is one and anybody who can take it."""

    title: ClassVar[str] = "Replacements"
    side: str = ""

    def run(self, table: Table) -> None:
        if facts(table).replacements and (living(table, self.side) or dead(table, self.side)):
            table.replace(UseReplacements(self.side))
            return
        forget_rest(table, self.side)
        table.finish()


@dataclass(frozen=True)
class UseReplacements(Choice):
    """A side brings units back to full strength, or back from the dead, one with each Replacement."""

    title: ClassVar[str] = "Replacements"
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        where = "Tripoli" if self.side == AXIS else "Alexandria"
        return Prompt(
            f"use Replacements (left: {facts(view).replacements}) or end",
            f"Each makes one unit whole beside a Supply Point, or brings one back from the dead in {where}; "
            "what is not used now is lost.",
            ("4.2.any-unit", "4.2.use-now", "4.2a.sp-adjacent", "4.2b.dead-return"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Replacing(self.side), Plain(End, self._end))

    def _end(self, table: Table) -> None:
        forget_rest(table, self.side)
        table.finish()


@dataclass(frozen=True)
class Replacing(Deed[Rebuild]):
    """Units of a side become whole, or come back from the dead, one with each Replacement."""

    kind = Rebuild
    side: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        spots = [*living(view, self.side), *dead(view, self.side)]
        if field.name == "units":
            counts: dict[str, int] = {}
            for _, piece, n in spots:
                counts[piece.kind] = min(counts.get(piece.kind, 0) + n, facts(view).replacements)
            return [Some(n, kind_) for kind_, n in sorted(counts.items())]
        return places_of(spots, given["units"])

    def judge(self, view: View, order: Rebuild) -> Ruling:
        picked = pick(view, order.space, order.units, lambda p: p.power == self.side, "4.2.any-unit", "can be rebuilt")
        if isinstance(picked, Ruling):
            return picked
        asked, left = total(picked), facts(view).replacements
        if asked > left:
            text = f"{counted(left, 'Replacement')} left, {asked} needed"
            return Ruling.refuse("4.2.any-unit", text, asked=asked, left=left)
        fault = Ruling.first(*(self._one(view, order.space, piece) for piece, _ in picked))
        return fault and Ruling.allow(found=picked)

    def _one(self, view: View, place: str, piece: Piece) -> Ruling:
        if not is_unit(piece):
            text = f"Replacements do not bring back {title(view, piece)}"
            return Ruling.refuse("4.2b.no-leaders", text, "2.2.non-units")
        if place == DEAD[self.side]:
            return self._dead(view, piece)
        return self._living(view, place, piece)

    def _dead(self, view: View, piece: Piece) -> Ruling:
        if not base(view, self.side):
            return Ruling.refuse("4.2b.alex-required", "the dead come back in Alexandria, which is lost")
        if piece.kind in facts(view).fresh_dead:
            text = f"{title(view, piece)} has been withdrawn this turn and can come back from the next turn on"
            return Ruling.refuse("4.3.becomes-dead", text, turn=view.state.round + 1)
        return Ruling.allow()

    def _living(self, view: View, place: str, piece: Piece) -> Ruling:
        who, where = title(view, piece), name(view, place)
        if not in_play(view, place):
            return Ruling.refuse("4.2.any-unit", f"{who} in {where} is not in play")
        if not piece.has("lost"):
            return Ruling.refuse("4.2.any-unit", f"{who} in {where} is at full strength")
        if piece.has("oos"):
            return Ruling.refuse("4.2a.not-oos", f"{who} in {where} is Out of Supply", "5.2.no-replacements")
        if not near_supply(view, place, self.side):
            text = f"no Supply Point of yours lies in {where} or beside it"
            further = ("7.2.immune",) if place == RESTRICTION else ()
            return Ruling.refuse("4.2a.sp-adjacent", text, *further)
        return Ruling.allow()

    def do(self, table: Table, order: Rebuild, found: Picked) -> None:
        for piece, n in found:
            self._restore(table, order.space, piece, n)
        remember(table, replacements=facts(table).replacements - total(found))
        table.replace(Rebuilding(self.side))

    def _restore(self, table: Table, place: str, piece: Piece, n: int) -> None:
        if place == DEAD[self.side]:
            to = base(table, self.side)
            rules = ("4.2b.dead-return", "4.2.any-unit")
            shift(table, "moved", place, to, piece, n, *rules, stirred=1 if on_map(table, to) else 0)
            return
        zone = ("4.2a.ezoc-ok",) if on_map(table, place) and place in zones(table, self.side) else ()
        flip(table, place, piece, n, "4.2.any-unit", "4.2a.sp-adjacent", *zone, lost=0)


STEPS: tuple[type[Step], ...] = (VariableRoll, Rebuilding, UseReplacements)
