"""Optional rule: bidding Reinforcement Points for a side (rulebook p.38, notes C5 and A29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.orders import FieldSpec
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    ALLIES,
    AXIS,
    SIDES,
    TURN_POWERS,
    belongs,
    enemy_of,
)
from northafrica.systems.aana.board.rounds import opening
from northafrica.systems.aana.data.entities import TREASURY
from northafrica.systems.aana.orders import Accept, Bid, Split
from northafrica.systems.aana.wording import NAMES

HIGHEST = 99
SEATS, EXCHANGED = "seats", "exchanged"


def first_round(view: View, side: str) -> tuple[str, ...]:
    """The powers of a side that play in the scenario's first round, among whom its bid is divided (note A29)."""
    mine = [power for power in TURN_POWERS if belongs(power, side)]
    return tuple(power for power in mine if power in opening(view)) or tuple(mine)


def by_name(view: View) -> bool:
    """Whether the seats are two players' names; seats named after the sides stay where they are."""
    seats = view.setting.seats
    return len(set(seats.values())) == 2 and seats["germany"] != AXIS and seats["uk"] != ALLIES


def seat_of(view: View, power: str) -> str:
    """Who plays a power: after a bid the players may have exchanged sides."""
    seats = view.setting.seats
    if view.state.marker(TREASURY, SEATS) != EXCHANGED:
        return seats[power]
    return seats["germany" if SIDES[power] == ALLIES else "uk"]


@dataclass(frozen=True)
class Bidding(Choice):
    """Both players want the same side: bids rise until one is accepted."""

    title: ClassVar[str] = "Bidding for a side"
    side: str = ""
    amount: int = 0
    turn: int = 0

    def _players(self, view: View) -> tuple[str, str]:
        return view.seat_of("germany"), view.seat_of("uk")

    def seat(self, view: View) -> str:
        return self._players(view)[self.turn % 2]

    def prompt(self, view: View) -> Prompt:
        if not self.side:
            return Prompt(
                "bid RP for the side you both want, like 'bid 4 axis'", "The bid goes to the other side.", ("opt.bid",)
            )
        text = f"{self.amount} RP are bid for {NAMES[self.side]}"
        text += f": bid more, or accept them and play {NAMES[enemy_of(self.side)]}"
        return Prompt(text, "", ("opt.bid", "opt.bid.award"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Bidden(self), Plain(Accept, self._award)) if self.side else (Bidden(self),)

    def _award(self, table: Table) -> None:
        winner = enemy_of(self.side)
        taker = self.seat(table)
        swap = taker != table.seat_of("germany" if winner == AXIS else "uk")
        told = f"{self.amount} RP go to {NAMES[winner]}" + ("; the players exchange sides" if swap else "")
        table.note("the bid is accepted", "opt.bid.award", detail=told, power="")
        if swap and by_name(table):
            table.emit("marked", "opt.bid.award", place=TREASURY, marker=SEATS, value=EXCHANGED, power="")
        powers = first_round(table, winner)
        if len(powers) == 1:
            table.finish()
            award(table, powers[0], self.amount)
        else:
            table.replace(SplitAward(winner, self.amount))


@dataclass(frozen=True)
class Bidden(Deed[Bid]):
    """More RP are bid than the other player bid, for the same side."""

    kind = Bid
    now: Bidding

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "amount":
            return list(range(self.now.amount + 1, min(self.now.amount + 6, HIGHEST)))
        return [self.now.side] if self.now.side else [AXIS, ALLIES]

    def judge(self, view: View, order: Bid) -> Ruling:
        amount, side = self.now.amount, self.now.side
        if order.amount <= amount:
            return Ruling.refuse("opt.bid", f"a bid must be more than {amount}", least=amount + 1)
        if order.side != (side or order.side) or order.side not in (AXIS, ALLIES):
            return Ruling.refuse("opt.bid", f"the bids are for {side or 'axis or allies'}")
        return Ruling.allow()

    def do(self, table: Table, order: Bid, found: None) -> None:
        table.emit("chose", "opt.bid", label=f"bids for {NAMES[order.side]}", value=str(order.amount), power="")
        table.replace(Bidding(order.side, order.amount, self.now.turn + 1))


def award(table: Table, power: str, amount: int) -> None:
    """Set the RP of a bid aside for a power's first turn."""
    if amount:
        table.emit(
            "gained",
            "opt.bid.award",
            place=TREASURY,
            resource="bid",
            owner=power,
            amount=amount,
            purpose="bid",
            power=power,
        )


@dataclass(frozen=True)
class SplitAward(Choice):
    """The side that got the RP divides them between its two powers."""

    title: ClassVar[str] = "Divide the bid"
    side: str
    amount: int

    def seat(self, view: View) -> str:
        return view.seat_of(first_round(view, self.side)[0])

    def prompt(self, view: View) -> Prompt:
        first, second = first_round(view, self.side)
        text = f"how many of the {self.amount} RP go to {NAMES[first]}? The rest goes to {NAMES[second]}."
        return Prompt(text, "", ("opt.bid.award",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Splitting(self.side, self.amount),)


@dataclass(frozen=True)
class Splitting(Deed[Split]):
    """The first power gets so many of the RP, the second the rest."""

    kind = Split
    side: str
    amount: int

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return list(range(self.amount + 1))

    def judge(self, view: View, order: Split) -> Ruling:
        if order.amount > self.amount:
            text = f"there are {self.amount} RP to divide, not {order.amount}"
            return Ruling.refuse("opt.bid.award", text, has=self.amount)
        return Ruling.allow()

    def do(self, table: Table, order: Split, found: None) -> None:
        first, second = first_round(table, self.side)
        table.finish()
        award(table, first, order.amount)
        award(table, second, self.amount - order.amount)


def cash(table: Table) -> None:
    """Rule opt.bid.award: the RP of a bid count in the power's first turn only."""
    power = table.state.power
    amount = table.state.stock(TREASURY, "bid", power)
    for kind, resource in (("spent", "bid"), ("gained", "rp")) if amount else ():
        table.emit(kind, "opt.bid.award", place=TREASURY, resource=resource, owner=power, amount=amount, purpose="bid")
