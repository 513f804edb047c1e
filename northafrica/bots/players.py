"""What a bot is, and the bots by name."""

from __future__ import annotations

import random
from typing import Protocol

from northafrica.core.game import Game
from northafrica.core.orders import Order

NAMES = ("random", "rule")
TRIES = 50


class Bot(Protocol):
    """A player that answers every choice of a game of its seat with a legal order."""

    @property
    def name(self) -> str:
        """The name under which `player` makes it."""

    def order(self, game: Game) -> Order:
        """An order for the choice the game waits at; the game itself is left as it is."""


def sampled(game: Game, rng: random.Random) -> Order:
    """A random order that the rules allow."""
    for _ in range(TRIES):
        order = game.sample(rng)
        if game.allows(order):
            return order
    return game.sample(rng)


class RandomBot:
    """Gives random legal orders, the same ones for the same seed."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.rng = random.Random(f"random/{seed}")

    def order(self, game: Game) -> Order:
        return sampled(game, self.rng)

    def __repr__(self) -> str:
        return f"<{self.name} bot, seed {self.seed!r}>"


def player(name: str, seed: int | str = 0) -> Bot:
    """A bot by name: `random`, or `rule` for one that plays by rules of thumb. Raises ValueError."""
    from northafrica.bots.rule import RuleBot

    if name == "random":
        return RandomBot(seed)
    if name == "rule":
        return RuleBot(seed)
    raise ValueError(f"'{name}' is no bot; there are {', '.join(NAMES)}")
