"""Units that must leave: those the Order of Arrival names and those the Commonwealth's roll asks for (4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked, everywhere, pick, shift, total
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import DEAD, OFF_MAP, RESTRICTION, UnitType
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import data, in_play, is_unit, name, on_map, title, unit, zones
from northafrica.systems.afrika2.leaders import settle_leaders
from northafrica.systems.afrika2.orders import Withdraw
from northafrica.systems.afrika2.reinforcement.calendar import LISTED, due, listed

LIKE = "like "
SORTS = {"any": "brigade of any type", "infantry": "Infantry or Support brigade", "armor": "Armor brigade"}
CLASSES = {"infantry": "3.4.infantry-list", "armor": "3.4.armor-list"}

Spot = tuple[str, Piece, int]


def wanted(view: View, sort: str) -> str:
    """What a demand asks for, in words."""
    if not sort.startswith(LIKE):
        return SORTS[sort]
    named = data(view).units[sort.removeprefix(LIKE)]
    if _by_name(view, named):
        return named.title
    return f"{named.arms.title()}-class unit of the size {named.size} (the list names {named.title})"


def class_rules(view: View, sort: str) -> tuple[str, ...]:
    """The rules that say which types belong to the class asked for."""
    arms = data(view).units[sort.removeprefix(LIKE)].arms if sort.startswith(LIKE) else sort
    return ("1.2.type-codes", CLASSES[arms]) if arms in CLASSES else ()


def _by_name(view: View, named: UnitType) -> bool:
    """Whether only the unit named will do: option withdrawals, while it lives."""
    if view.option("withdrawals") != "named":
        return False
    return any(in_play(view, place) for place, _, _ in everywhere(view, lambda p: p.kind == named.kind))


def fits(view: View, piece: Piece, sort: str) -> bool:
    """Whether a unit is of the type asked for: class as in Combined Arms, and size (4.3)."""
    counter = unit(view, piece)
    if not sort.startswith(LIKE):
        return counter.size == "Bde" and sort in ("any", counter.arms)
    named = data(view).units[sort.removeprefix(LIKE)]
    if _by_name(view, named):
        return piece.kind == named.kind
    return counter.arms == named.arms and counter.size == named.size


def candidates(view: View, side: str, sort: str) -> list[Spot]:
    """Units that may go: the living, or the dead where none of the type lives on the map (4.3)."""
    fresh = facts(view).fresh_dead
    spots = [
        (place, piece, n)
        for place, piece, n in everywhere(view, lambda p: p.power == side and is_unit(p))
        if (in_play(view, place) or (place == DEAD[side] and piece.kind not in fresh)) and fits(view, piece, sort)
    ]
    if any(on_map(view, place) or place in OFF_MAP for place, _, _ in spots):
        return [spot for spot in spots if spot[0] != DEAD[side]]
    return spots


@dataclass(frozen=True)
class ListedWithdrawals(Automatic):
    """Withdrawals that the Order of Arrival lists for this turn."""

    title: ClassVar[str] = "Listed withdrawals"
    side: str = ""

    def run(self, table: Table) -> None:
        rules = (*listed(table, self.side), LISTED[self.side])
        rows = due(table, self.side, "withdraw")
        table.replace(*(Demand(self.side, LIKE + row.kind, row.count, rules) for row in rows))


@dataclass(frozen=True)
class Demand(Automatic):
    """So many units of a type must go; where nobody fits, nobody goes."""

    title: ClassVar[str] = "Withdrawals"
    side: str = ""
    sort: str = ""
    left: int = 1
    rules: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        if self.left and candidates(table, self.side, self.sort):
            table.replace(TakeOut(self.side, self.sort, self.left, self.rules))
            return
        if self.left:
            text = f"nobody is left to withdraw: {wanted(table, self.sort)}"
            table.note(text, "4.3.choose-type", *self.rules, power=self.side)
        table.finish()


@dataclass(frozen=True)
class TakeOut(Choice):
    """The owner names the units that go."""

    title: ClassVar[str] = "Withdrawal"
    side: str = ""
    sort: str = ""
    left: int = 1
    rules: tuple[str, ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"withdraw {self.left}: {wanted(view, self.sort)}",
            "Any unit of the type will do, in whatever condition; a dead one only where none lives on the map.",
            ("4.3.choose-type", "4.3.any-condition", "4.3.dead-last", *self.rules),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Withdrawing(self.side, self.sort, self.left, self.rules),)

    def forced(self, view: View) -> Order | None:
        spots = candidates(view, self.side, self.sort)
        return _order(spots[0]) if len(spots) == 1 else None

    def fallback(self, view: View) -> Order | None:
        return _order(candidates(view, self.side, self.sort)[0])


@dataclass(frozen=True)
class Withdrawing(Deed[Withdraw]):
    """Units of the type asked for go, at most as many as are left to go."""

    kind = Withdraw
    side: str
    sort: str
    left: int
    rules: tuple[str, ...]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        spots = candidates(view, self.side, self.sort)
        if field.name == "units":
            return [Some(1, kind_) for kind_ in sorted({piece.kind for _, piece, _ in spots})]
        return places_of(spots, given["units"])

    def judge(self, view: View, order: Withdraw) -> Ruling:
        picked = pick(view, order.space, order.units, lambda p: p.power == self.side, "4.3.choose-type", "can go")
        if isinstance(picked, Ruling):
            return picked
        asked = total(picked)
        if asked > self.left:
            text = f"{counted(self.left, 'unit')} must go, not {asked}"
            return Ruling.refuse("4.3.choose-type", text, *self.rules, asked=asked, left=self.left)
        fault = Ruling.first(*(self._one(view, order.space, piece) for piece, _ in picked))
        return fault and Ruling.allow(found=picked)

    def _one(self, view: View, place: str, piece: Piece) -> Ruling:
        if not is_unit(piece):
            return Ruling.refuse("2.2.non-units", f"{title(view, piece)} is no unit and cannot stand for one")
        counter = unit(view, piece)
        if not fits(view, piece, self.sort):
            neither = ("3.4.neither",) if not counter.arms else ()
            of = f"{counter.unit_class}{' ' + counter.size if counter.size else ''}"
            text = f"{title(view, piece)} ({of}) is not what must go: {wanted(view, self.sort)}"
            return Ruling.refuse("4.3.choose-type", text, *class_rules(view, self.sort), *neither, *self.rules)
        if any(spot[:2] == (place, piece) for spot in candidates(view, self.side, self.sort)):
            return Ruling.allow()
        if place != DEAD[self.side]:
            return Ruling.refuse("4.3.choose-type", f"{title(view, piece)} in {name(view, place)} is not in play")
        if piece.kind in facts(view).fresh_dead:
            return Ruling.refuse("4.3.becomes-dead", f"{title(view, piece)} has been withdrawn this turn already")
        living = [spot for spot in candidates(view, self.side, self.sort) if spot[0] != RESTRICTION]
        text = f"{title(view, piece)} is dead; of its type {len(living)} live on the map"
        return Ruling.refuse("4.3.dead-last", text, living=len(living))

    def do(self, table: Table, order: Withdraw, found: Picked) -> None:
        table.replace(Demand(self.side, self.sort, self.left - total(found), self.rules))
        withdraw(table, order.space, found, (*self.rules, *class_rules(table, self.sort)))


def withdraw(table: Table, place: str, picked: Picked, rules: tuple[str, ...]) -> None:
    """Units go to the dead pile; they may come back from the next turn on."""
    rules = ("4.3.choose-type", "4.3.becomes-dead", *rules)
    for piece, n in picked:
        remember(table, fresh_dead=(*facts(table).fresh_dead, piece.kind))
        if place == DEAD[piece.power]:
            label = f"withdrawn though dead: {title(table, piece)}"
            table.note(label, "4.3.dead-last", *rules, place=place, power=piece.power)
            continue
        box = ("7.2.withdrawal-source",) if place == RESTRICTION else ()
        poor = piece.has("lost") or piece.has("oos") or place in zones(table, piece.power)
        clean: dict[str, int | str | None] = dict.fromkeys(status for status, _ in piece.status)
        cites = (*rules, *box, *(("4.3.any-condition",) if poor else ()))
        shift(table, "moved", place, DEAD[piece.power], piece, n, *cites, **clean)
    settle_leaders(table)


def _order(spot: Spot) -> Withdraw:
    place, piece, _ = spot
    return Withdraw((Some(1, piece.kind, status=piece.status if piece.status else None),), place)


def places_of(spots: Sequence[Spot], units: Sequence[Some]) -> list[str]:
    """The places where all units named are."""
    here: dict[str, set[str]] = {}
    for place, piece, _ in spots:
        here.setdefault(place, set()).add(piece.kind)
    return [place for place, kinds in sorted(here.items()) if {some.kind for some in units} <= kinds]


STEPS: tuple[type[Step], ...] = (ListedWithdrawals, Demand, TakeOut)
