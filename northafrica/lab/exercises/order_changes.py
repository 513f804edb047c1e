"""Orders a little off a given one: a unit too many, a place beside, another payment. Knows no game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from northafrica.core.game import Game
from northafrica.core.orders import FieldSpec, Order, specs

MOST = 5


def changed(game: Game, order: Order, rng: random.Random) -> Iterator[Order]:
    """The order with one of its fields changed, each field in a way or two; legal or not."""
    for spec in specs(type(order)):
        if spec.keyword == "from":
            continue  # that nothing stands in another place teaches nobody
        value = getattr(order, spec.name)
        for other in _changes(game, spec, value, rng):
            if other != value:
                yield replace(order, **{spec.name: other})


def _changes(game: Game, spec: FieldSpec, value: Any, rng: random.Random) -> Iterator[Any]:
    if spec.type == "units" and value:
        yield _more(value, rng)
    elif spec.type == "space" and value:
        yield from _beside(game, value, rng)
    elif spec.type == "path" and len(value) > 1:
        yield from ((*value[:-1], near) for near in _beside(game, value[-1], rng))
        yield from ((*value, near) for near in _beside(game, value[-1], rng) if near not in value)
    elif spec.type == "amounts" and value:
        first, *rest = value
        yield ((first[0], first[1] + 1), *rest)
        yield from (((near, first[1]), *rest) for near in _beside(game, first[0], rng))
    elif spec.type == "count":
        yield value + rng.randint(1, MOST)


def _more(units: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    """More of one of the groups."""
    which = rng.randrange(len(units))
    some = replace(units[which], count=units[which].count + rng.randint(1, MOST))
    return (*units[:which], some, *units[which + 1 :])


def _beside(game: Game, place: str, rng: random.Random) -> Iterator[str]:
    """A place next to this one."""
    board = game.system.board(game.setting.data)
    near = board.neighbours(place) if place in board.spaces else ()
    if near:
        yield rng.choice(list(near))
