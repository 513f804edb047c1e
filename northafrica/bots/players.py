"""What a bot is, and the bots by name."""

from __future__ import annotations

from typing import Protocol

from northafrica.core.game import Game
from northafrica.core.orders import Order

NAMES = ("random", "rule")


class Bot(Protocol):
    """A player that answers every choice of a game of its seat with a legal order."""

    @property
    def name(self) -> str:
        """The name under which `player` makes it."""

    def order(self, game: Game) -> Order:
        """An order for the choice the game waits at; the game itself is left as it is."""


def player(name: str, seed: int | str = 0) -> Bot:
    """A bot by name: `random`, or `rule` for one that plays by rules of thumb. Raises ValueError."""
    from northafrica.bots.random import RandomBot
    from northafrica.bots.rule import RuleBot

    if name == "random":
        return RandomBot(seed)
    if name == "rule":
        return RuleBot(seed)
    raise ValueError(f"'{name}' is no bot; there are {', '.join(NAMES)}")
