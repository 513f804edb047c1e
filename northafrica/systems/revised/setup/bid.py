"""A bid: one side begins with more units or IPCs. Not in the rulebook: an option for players who balance the set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import number
from northafrica.core.naming import counted, is_are
from northafrica.core.orders import FieldSpec, Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import AIR, COMPLEX, SHIPS, SIDES, TURN_POWERS, data, is_sea, name
from northafrica.systems.revised.board.guests import CARRIER, deck_room
from northafrica.systems.revised.board.money import gain
from northafrica.systems.revised.orders.economy import Bid, Keep
from northafrica.systems.revised.purchase.phase import price
from northafrica.systems.revised.wording import power_name, word

RULE = "setup.placement"
"""What a bid adds to; the rulebook itself knows none."""


def amount(view: View) -> int:
    """The IPCs of the bid (option bid)."""
    return int(view.option("bid"))


def bidders(view: View) -> tuple[str, ...]:
    """The powers of the side that begins with more (option bid_side), in turn order."""
    return tuple(power for power in TURN_POWERS if SIDES[power] == view.option("bid_side"))


def bid_steps(view: View) -> tuple[PlaceBid, ...]:
    """The choice before play, where there is a bid."""
    return (PlaceBid(amount(view)),) if amount(view) else ()


@dataclass(frozen=True)
class PlaceBid(Choice):
    """Power after power of a side spends the bid; what is left goes into the treasury of the last.

    left     IPCs of the bid not spent yet
    turn     whose choice it is: 0 for the first power of the side
    spaces   where units of the bid have been placed
    """

    title: ClassVar[str] = "Bid"
    left: int = 0
    turn: int = 0
    spaces: tuple[str, ...] = ()

    def power(self, view: View) -> str:
        """The power that places now."""
        return bidders(view)[self.turn]

    def seat(self, view: View) -> str:
        return view.seat_of(self.power(view))

    def prompt(self, view: View) -> Prompt:
        who = power_name(self.power(view))
        text = f"spend the bid for {who}: {counted(self.left, 'IPC')} {is_are(self.left)} left; end when {who} has done"
        return Prompt(text, f"Not in the rulebook: an option. {LIMITS[view.option('bid_placement')]}", (RULE,))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Bidding(self), Keeping(self), Plain(End, self._next))

    def spent(self, table: Table, cost: int, space: str = "") -> None:
        """Some of the bid is spent; with the last of it the choice is over."""
        step = replace(self, left=self.left - cost, spaces=(*self.spaces, *filter(None, (space,))))
        if step.left:
            table.replace(step)
        else:
            table.finish()

    def _next(self, table: Table) -> None:
        if self.turn + 1 < len(bidders(table)):
            table.replace(replace(self, turn=self.turn + 1))
            return
        table.finish()
        gain(table, self.power(table), self.left, "bid", RULE)

    def fallback(self, view: View) -> Order:
        return End()


LIMITS = {
    "one_each": "One unit a territory or sea zone, where the power has a unit already.",
    "own_units": "Any number of units where the power has a unit already.",
    "treasury": "No units: the IPCs go into the treasuries.",
}
"""What the option bid_placement allows, for people."""


def misplaced(view: View, power: str, kind: str, space: str, spaces: Sequence[str]) -> Ruling | None:
    """Why a power cannot place a unit of the bid in a space; None if it can."""
    limit, where = view.option("bid_placement"), name(view, space)
    if limit == "treasury":
        return Ruling.refuse(RULE, "this bid is IPCs only: no units are placed")
    if kind == COMPLEX:
        return Ruling.refuse(RULE, "a bid places no industrial complex")
    if space not in data(view).board or not number(view, space, lambda p: p.power == power):
        return Ruling.refuse(RULE, f"{power_name(power)} has no unit in {where}: a bid reinforces only")
    if limit == "one_each" and space in spaces:
        return Ruling.refuse(RULE, f"a unit of the bid stands in {where} already; one a space")
    if kind in SHIPS and not is_sea(view, space):
        return Ruling.refuse("unit.sea.domain", f"{word(kind, 2)} are placed at sea, not in {where}", RULE)
    if is_sea(view, space) and kind not in SHIPS and kind != "fighter":
        rule = "unit.sea.cargo-types" if kind in AIR else "unit.land.domain"
        return Ruling.refuse(rule, f"{word(kind, 2)} are placed on land, not in {where}", RULE)
    return _no_deck(view, power, space) if kind == "fighter" and is_sea(view, space) else None


def _no_deck(view: View, power: str, zone: str) -> Ruling | None:
    decks = deck_room(view) * number(view, zone, lambda p: p.kind == CARRIER and SIDES[p.power] == SIDES[power])
    there = number(view, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == SIDES[power])
    if there < decks:
        return None
    return Ruling.refuse("unit.carrier.capacity", f"no carrier in {name(view, zone)} has room for a fighter", RULE)


@dataclass(frozen=True)
class Bidding(Deed[Bid]):
    """Units are placed and paid for out of the bid."""

    kind = Bid
    step: PlaceBid

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        power, units = self.step.power(view), data(view).units
        if field.name == "units":
            return [Some(1, kind) for kind in units if kind != COMPLEX and price(view, power, kind) <= self.step.left]
        return [space for space in sorted(view.state.pieces) if self.judge(view, Bid(given["units"], space))]

    def judge(self, view: View, order: Bid) -> Ruling:
        power, limit = self.step.power(view), view.option("bid_placement")
        for some in order.units:
            problem = misplaced(view, power, some.kind, order.space, self.step.spaces)
            if problem is not None:
                return problem
        count = sum(some.count for some in order.units)
        if limit == "one_each" and count > 1:
            return Ruling.refuse(RULE, f"a bid places one unit a space here, not {count}", placed=count)
        if any(some.kind == "fighter" and some.count > 1 for some in order.units) and is_sea(view, order.space):
            return Ruling.refuse("unit.carrier.capacity", "place fighters on carriers one by one", RULE)
        cost = self._cost(view, order)
        if cost > self.step.left:
            text = f"costs {cost} IPCs; {self.step.left} of the bid {is_are(self.step.left)} left"
            return Ruling.refuse("buy.pay", text, RULE, cost=cost, has=self.step.left)
        return Ruling.allow(rules=(RULE,))

    def _cost(self, view: View, order: Bid) -> int:
        power = self.step.power(view)
        return sum(some.count * price(view, power, some.kind) for some in order.units)

    def do(self, table: Table, order: Bid, found: None) -> None:
        power, cost = self.step.power(table), self._cost(table, order)
        for some in order.units:
            piece = Piece(power, some.kind)
            table.emit("placed", RULE, place=order.space, piece=piece, count=some.count, power=power, purpose="bid")
        self.step.spent(table, cost, order.space)


@dataclass(frozen=True)
class Keeping(Deed[Keep]):
    """IPCs of the bid go into the treasury of the power that places."""

    kind = Keep
    step: PlaceBid

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return list(range(1, self.step.left + 1))

    def judge(self, view: View, order: Keep) -> Ruling:
        if 1 <= order.ipcs <= self.step.left:
            return Ruling.allow(rules=(RULE,))
        text = f"{self.step.left} IPCs of the bid are left, not {order.ipcs}"
        return Ruling.refuse("buy.pay", text, RULE, cost=order.ipcs, has=self.step.left)

    def do(self, table: Table, order: Keep, found: None) -> None:
        gain(table, self.step.power(table), order.ipcs, "bid", RULE)
        self.step.spent(table, order.ipcs)
