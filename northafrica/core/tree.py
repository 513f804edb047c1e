"""The record of a game as a tree: every entry an order or a roll, every line of play a way from the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from northafrica.core.dice import Result
from northafrica.core.events import Event
from northafrica.core.orders import Order
from northafrica.core.state import State


@dataclass(repr=False)
class Node:
    """One entry of the record: an order or a roll, the state after it, what happened."""

    n: int
    parent: int
    seat: str
    order: Order | None
    result: Result | None
    state: State
    events: tuple[Event, ...]
    rolls: int
    comment: str = ""
    digest: str = ""
    line: str = ""
    children: list[int] = field(default_factory=list)

    def __repr__(self) -> str:
        what = self.order if self.order is not None else " ".join(map(str, self.result or ())) or "start"
        return f"<entry {self.n}: {what}>"


@dataclass
class Tree:
    """All lines of play of one game: node 0 is the start.

    agreed: the entry from which the seats agreed to play otherwise, until that is done; for every branch the same.
    """

    nodes: list[Node] = field(default_factory=list)
    agreed: int | None = None

    def path(self, at: int, first: int = 0) -> list[Node]:
        """The entries that lead to one, from entry `first` on."""
        found = []
        while at >= first:
            found.append(self.nodes[at])
            at = self.nodes[at].parent
        return found[::-1]

    def events(self, at: int, first: int = 0) -> list[Event]:
        """What happened on the way to an entry, from entry `first` on."""
        return [event for node in self.path(at, first) for event in node.events]

    def grow(self, at: int, seat: str, played: Order | Result, state: State, events: Sequence[Event]) -> int:
        """A new entry after one, an order or a roll: its number."""
        parent, n = self.nodes[at], len(self.nodes)
        order, result = (played, None) if isinstance(played, Order) else (None, tuple(played))
        rolls = parent.rolls + (result is not None)
        self.nodes.append(Node(n, at, seat, order, result, state, tuple(events), rolls))
        parent.children.append(n)
        self.agreed = None
        return n

    def drop(self, first: int) -> None:
        """Forget the entries from one on: they came last."""
        for node in self.nodes[first:]:
            self.nodes[node.parent].children.remove(node.n)
        del self.nodes[first:]

    def last_order(self, at: int) -> int:
        """The last order on the way to an entry; 0 or less where there is none."""
        while at > 0 and self.nodes[at].order is None:
            at = self.nodes[at].parent
        return at

    def prefer(self, at: int) -> None:
        """Make the line that leads to an entry the one that goes on from each entry of it."""
        for node in self.path(at, 1):
            self.nodes[node.parent].children.sort(key=lambda n, wanted=node.n: n == wanted)  # type: ignore[misc]

    def ends(self) -> list[int]:
        """The last entry of each line of play."""
        return [node.n for node in self.nodes if not node.children]
