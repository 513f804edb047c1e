"""A plan of supply: who draws on what, what it costs, who is left without and what would help."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from northafrica.core.pieces import Stock
from northafrica.core.table import View


@dataclass(frozen=True)
class Eaters:
    """Like units in one space: what they are, in words, and how many."""

    space: str
    what: str
    number: int

    def __str__(self) -> str:
        return self.what if self.number == 1 else f"{self.number} {self.what}"


@dataclass(frozen=True)
class SupplyGroup:
    """Units that draw together on one source: what they count, what they cost; `note` where they cost nothing."""

    source: str
    units: tuple[Eaters, ...]
    count: int
    cost: int
    note: str = ""


@dataclass(frozen=True)
class SupplySource:
    """A place with supply: how much lies there, how much the plan spends, how much all in its reach count.

    `reach`: space -> what it costs to bring supply there, written.
    """

    space: str
    stock: int
    spent: int
    count: int
    reach: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Carrying:
    """A way to bring supply nearer: from a source along spaces, at a cost, with trucks and ships for `amount`."""

    way: tuple[str, ...]
    cost: str
    trucks: int
    ships: int
    amount: int = 1

    @property
    def source(self) -> str:
        """Where the supply lies now."""
        return self.way[0]

    @property
    def end(self) -> str:
        """Where it has to go."""
        return self.way[-1]


@dataclass(frozen=True)
class SupplyGap:
    """Units without supply in one space, what they count, how much supply they need, and what would help.

    `reached`: there is supply in their reach, but too little.
    """

    space: str
    units: tuple[Eaters, ...]
    count: int
    needs: int
    reached: bool
    helps: tuple[Carrying, ...] = ()


@dataclass(frozen=True)
class SupplyPlan:
    """The supply of a side: sources, groups, gaps; what carries supply this turn (resource, amount).

    `unit` is what the supply is called, `notes` are lines for people, `rules` ids.
    """

    side: str
    sources: tuple[SupplySource, ...]
    groups: tuple[SupplyGroup, ...]
    gaps: tuple[SupplyGap, ...]
    carriers: tuple[tuple[str, int], ...] = ()
    unit: str = "supply"
    notes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """What the groups cost in all."""
        return sum(group.cost for group in self.groups)

    @property
    def stock(self) -> int:
        """What lies in all sources."""
        return sum(source.stock for source in self.sources)


@dataclass(frozen=True)
class Shipment:
    """So much supply that, for a question, is taken to lie elsewhere; `start` "" for supply from nowhere."""

    end: str
    amount: int
    start: str = ""


def supposing(view: View, side: str, shipments: Iterable[Shipment]) -> View:
    """The view with supply moved; the game is not touched. Raises ValueError where there is too little to move."""
    state, resource = view.state.copy(), view.setting.system.supply
    for one in shipments:
        if one.amount < 1:
            raise ValueError(f"{one.amount} to {view.name(one.end)}: write 1 or more")
        owner = side if view.setting.system.supply_is_owned else ""
        if one.start:
            _add(state.stocks, one.start, Stock(resource, owner), -one.amount, view)
        _add(state.stocks, one.end, Stock(resource, owner), one.amount, view)
    return View(view.setting, state, view.viewer)


def _add(stocks: dict[str, dict[Stock, int]], place: str, stock: Stock, change: int, view: View) -> None:
    inner = dict(stocks.get(place, {}))
    left = inner.get(stock, 0) + change
    if left < 0:
        raise ValueError(f"{view.name(place)} holds {inner.get(stock, 0)}; {-change} cannot leave it")
    inner[stock] = left
    if not left:
        del inner[stock]
    stocks[place] = inner
    if not inner:
        del stocks[place]
