"""What a bot is, and the bots by name."""

from __future__ import annotations

import random
from typing import Protocol

from northafrica.core.game import Game
from northafrica.core.orders import Order, OrderError

NAMES = ("random", "rule")


class Bot(Protocol):
    """A player that answers every choice of a game of its seat with a legal order."""

    @property
    def name(self) -> str:
        """The name under which `player` makes it."""

    def order(self, game: Game) -> Order:
        """An order for the choice the game waits at; the game itself is left as it is."""


class HasOrder(Protocol):
    """What plays a seat: all that is asked of it."""

    def order(self, game: Game) -> Order:
        """An order for the choice the game waits at."""


def decide(who: HasOrder, game: Game) -> tuple[Order, str]:
    """A player's order, and what went wrong with it ("" where nothing did).

    A player that fails, or names an order that the rules refuse, never strands a game: the plain order that is
    always allowed is given for it, or a random one where there is none.
    """
    try:
        order = game.parse(who.order(game))
        ruling = game.check(order)
    except OrderError as error:
        return _instead(game), f"{who} failed: {error}"
    except Exception as error:  # a player of one's own may fail in any way
        return _instead(game), f"{who} failed: {type(error).__name__}: {error}"
    return (order, "") if ruling else (_instead(game), f"{who} failed: '{order}' is {ruling}")


def _instead(game: Game) -> Order:
    from northafrica.bots.random import random_order

    choice = game.choice
    last = choice.fallback(game.view(game.seat)) if choice is not None else None
    if last is not None and game.check(last):
        return last
    return random_order(game, random.Random(f"instead/{game.node.n}"))


def player(name: str, seed: int | str = 0) -> Bot:
    """A bot by name: `random`, or `rule` for one that plays by rules of thumb. Raises ValueError."""
    from northafrica.bots.random import RandomBot
    from northafrica.bots.rule import RuleBot

    if name == "random":
        return RandomBot(seed)
    if name == "rule":
        return RuleBot(seed)
    raise ValueError(f"'{name}' is no bot; there are {', '.join(NAMES)}")
