"""The random player: which kind of order, begun where."""

from __future__ import annotations

import random

from northafrica.bots.random.filling import Filler
from northafrica.core.dice import stream_of
from northafrica.core.game import Game, Refused
from northafrica.core.orders import Order, specs
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice
from northafrica.core.table import View
from northafrica.core.written import steps_hold

PATIENCE = 60
"""Orders given in one phase of one power, after which it is brought to its end."""
TRIES = 4
SELDOM = {"drop": 0.1, "spend": 0.1}
"""Orders thought of less often than the others: to take back a line of a plan, or to waste supply, is no play."""
MANY, MOST = 3.0, 12.0
"""The orders that begin at one place count as three, and those of a kind that begins nowhere as twelve at most."""

Begin = tuple[type[Order], str]


class RandomBot:
    """Gives random legal orders, the same ones for the same seed."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.rng = stream_of(f"random/{seed}")

    def order(self, game: Game) -> Order:
        return random_order(game, self.rng)

    def __repr__(self) -> str:
        return f"<{self.name} bot, seed {self.seed!r}>"


@steps_hold
def random_order(game: Game, rng: random.Random) -> Order:
    """A random legal order: evenly among the kinds and the places they can begin at, then field by field.

    A phase in which many orders have been given is brought to its end, so that every game ends. Raises Refused where
    no order can be given, RuntimeError where there is none.
    """
    choice = game.choice
    if choice is None:
        raise Refused(Ruling.refuse("", "no order can be given now"))
    view = game.view(game.seat)
    if given_in_phase(game) >= PATIENCE:
        last = choice.fallback(view)
        if last is not None and choice.check(view, last):
            return last
    return draw(choice, view, rng)


def given_in_phase(game: Game) -> int:
    """How many orders were given on this line of play since the phase began, at most PATIENCE."""
    nodes, at, found = game.tree.nodes, game.at, 0
    now = game.state
    while at > 0 and found < PATIENCE:
        node = nodes[at]
        before = nodes[node.parent].state
        if (before.round, before.power, before.phase) != (now.round, now.power, now.phase):
            break
        found += node.order is not None
        at = node.parent
    return found


def draw(choice: Choice, view: View, rng: random.Random) -> Order:
    """A random legal order at a choice. Raises RuntimeError where there is none."""
    filler = Filler(choice, view, rng)
    begins = _begins(filler)
    while begins:
        begin = rng.choices(list(begins), list(begins.values()))[0]
        order = _try(filler, begin)
        if order is not None:
            return order
        del begins[begin]
    last = choice.fallback(view)
    if last is not None:
        return last
    raise RuntimeError(f"{type(choice).__name__} offers no legal order: {choice.prompt(view).text}")


def _begins(filler: Filler) -> dict[Begin, float]:
    """How orders can begin, each with its weight: a kind, and a place where that is a question."""
    found: dict[Begin, float] = {}
    for kind in filler.choice.kinds(filler.view):
        for place in filler.choice.deed(filler.view, kind).places(filler.view) or ("",):
            found[kind, place] = SELDOM.get(kind.kind, 1.0) * (MANY if place else _number(filler, kind))
    return found


def _number(filler: Filler, kind: type[Order]) -> float:
    """About how many orders of a kind that begins at no place there are."""
    return min(MOST, 1.0 + len(filler.first(kind))) if specs(kind) else 1.0


def _try(filler: Filler, begin: Begin) -> Order | None:
    """A random order that is allowed, or None where none was found."""
    (kind, place), choice, view = begin, filler.choice, filler.view
    if not specs(kind):
        return kind() if choice.check(view, kind()) else None
    for _ in range(TRIES):
        order = filler.order(kind, place)
        if order is not None and choice.check(view, order):
            return order
    return filler.found(kind, place)
