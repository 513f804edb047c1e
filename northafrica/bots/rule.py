"""The rule-of-thumb player: hints for each system, a plain answer where they say nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from northafrica.bots.of_system import of_system
from northafrica.bots.random import random_order
from northafrica.core.dice import stream_of
from northafrica.core.game import Game
from northafrica.core.orders import Order, specs
from northafrica.core.step import Choice
from northafrica.core.table import View

Hints: TypeAlias = Callable[[View, Choice], Iterable[Order]]
PATIENCE = 250


def hints_for(system: str) -> Hints | None:
    """The rules of thumb for a system; None if there are none."""
    found: Hints | None = of_system(system, "hints")
    return found


class RuleBot:
    """Takes the first order its rules of thumb propose that is allowed; else a quiet order, else a random one.

    For a system without rules of thumb it plays at random.

    A phase in which it has given many orders is brought to its end, so that it never goes round in circles.
    """

    name = "rule"

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.rng = stream_of(f"rule/{seed}")
        self.moment: tuple[int, str, str] = (0, "", "")
        self.given = 0

    def order(self, game: Game) -> Order:
        choice = game.choice
        hints = hints_for(game.system.name)
        if choice is None or hints is None:
            return random_order(game, self.rng)
        self._count(game)
        if self.given <= PATIENCE:
            for order in hints(game.view(game.seat), choice):
                if game.allows(order):
                    return order
        return self._quiet(game, choice) or random_order(game, self.rng)

    def _count(self, game: Game) -> None:
        moment = (game.round, game.state.power, game.state.phase)
        self.given = self.given + 1 if moment == self.moment else 1
        self.moment = moment

    def _quiet(self, game: Game, choice: Choice) -> Order | None:
        """A bare order (end, pass, commit ...) that closes the choice, where one is allowed."""
        order = choice.fallback(game.view(game.seat))
        return order if order is not None and not specs(type(order)) and game.allows(order) else None

    def __repr__(self) -> str:
        return f"<{self.name} bot, seed {self.seed!r}>"
