"""Optional rule: bidding Reinforcement Points for a side (rulebook p.38, notes C5 and A29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import ALLIES, AXIS, SIDES, TURN_POWERS, enemy_of
from northafrica.systems.aana.board.rounds import opening
from northafrica.systems.aana.orders import Accept, Bid, Split
from northafrica.systems.aana.wording import NAMES

HIGHEST = 99
TREASURY, SEATS, EXCHANGED = "treasury", "seats", "exchanged"


def first_round(view: View, side: str) -> tuple[str, ...]:
    """The powers of a side that play in the scenario's first round, among whom its bid is divided (note A29)."""
    mine = [power for power in TURN_POWERS if SIDES[power] == side]
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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Bid, Accept) if self.side else (Bid,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "amount":
            return list(range(self.amount + 1, min(self.amount + 6, HIGHEST)))
        return [self.side] if self.side else [AXIS, ALLIES]

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Accept):
            return Ruling.allow()
        assert isinstance(order, Bid)
        if order.amount <= self.amount:
            return Ruling.refuse("opt.bid", f"a bid must be more than {self.amount}", least=self.amount + 1)
        if order.side != (self.side or order.side) or order.side not in (AXIS, ALLIES):
            return Ruling.refuse("opt.bid", f"the bids are for {self.side or 'axis or allies'}")
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Bid):
            table.emit("chose", "opt.bid", label=f"bids for {NAMES[order.side]}", value=str(order.amount), power="")
            table.replace(replace(self, side=order.side, amount=order.amount, turn=self.turn + 1))
            return
        winner = enemy_of(self.side)
        taker = self.seat(table)
        swap = taker != table.seat_of("germany" if winner == AXIS else "uk")
        told = f"{self.amount} RP go to {NAMES[winner]}" + ("; the players exchange sides" if swap else "")
        table.emit("note", "opt.bid.award", label="the bid is accepted", detail=told, power="")
        if swap and by_name(table):
            table.emit("marked", "opt.bid.award", place=TREASURY, marker=SEATS, value=EXCHANGED, power="")
        powers = first_round(table, winner)
        if len(powers) == 1:
            table.finish()
            award(table, powers[0], self.amount)
        else:
            table.replace(SplitAward(winner, self.amount))


def award(table: Table, power: str, amount: int) -> None:
    """Set the RP of a bid aside for a power's first turn."""
    if amount:
        table.emit(
            "gained",
            "opt.bid.award",
            place="treasury",
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
    side: str = ""
    amount: int = 0

    def seat(self, view: View) -> str:
        return view.seat_of(first_round(view, self.side)[0])

    def prompt(self, view: View) -> Prompt:
        first, second = first_round(view, self.side)
        text = f"how many of the {self.amount} RP go to {NAMES[first]}? The rest goes to {NAMES[second]}."
        return Prompt(text, "", ("opt.bid.award",))

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Split,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return list(range(self.amount + 1))

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Split)
        if order.amount > self.amount:
            return Ruling.refuse(
                "opt.bid.award", f"there are {self.amount} RP to divide, not {order.amount}", has=self.amount
            )
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Split)
        first, second = first_round(table, self.side)
        table.finish()
        award(table, first, order.amount)
        award(table, second, self.amount - order.amount)


def cash(table: Table) -> None:
    """Rule opt.bid.award: the RP of a bid count in the power's first turn only."""
    power = table.state.power
    amount = table.state.stock("treasury", "bid", power)
    if amount:
        table.emit(
            "spent", "opt.bid.award", place="treasury", resource="bid", owner=power, amount=amount, purpose="bid"
        )
        table.emit(
            "gained", "opt.bid.award", place="treasury", resource="rp", owner=power, amount=amount, purpose="bid"
        )
