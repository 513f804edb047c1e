"""Who gives orders at a table, and what it says to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import TextWrapper
from typing import Protocol

from northafrica.core.events import Event
from northafrica.core.game import Game
from northafrica.core.orders import Order
from northafrica.core.rulebook import Rule, Ruling

WIDTH = 96  # a notebook breaks longer lines in the middle of a word


class Player(Protocol):
    """Anything that gives an order for the seat to act."""

    @property
    def name(self) -> str: ...

    def order(self, game: Game) -> Order: ...


@dataclass(frozen=True)
class Answer:
    """What the table says to an order: allowed or refused, with the rule, and what happened."""

    ok: bool
    headline: str
    lines: tuple[str, ...] = ()
    ruling: Ruling | None = None
    rule: Rule | None = None
    events: tuple[Event, ...] = field(default=(), repr=False)
    warnings: tuple[str, ...] = field(default=(), repr=False)
    by: str = field(default="", repr=False)  # the seat whose order the headline tells

    def __str__(self) -> str:
        # names of rules and units are never torn apart
        wrapper = TextWrapper(WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
        return "\n".join(map(wrapper.fill, [self.headline, *(f"  - {line}" for line in self.lines)]))

    __repr__ = __str__


def wrong(error: Exception) -> Answer:
    """The answer where something failed that is no matter of rules."""
    return Answer(False, f"something went wrong, nothing was changed: {type(error).__name__}: {error}")
