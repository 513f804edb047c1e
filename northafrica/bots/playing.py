"""Bots play a game out."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

from northafrica.bots.players import HasOrder, decide
from northafrica.core.game import Game

LIMIT = 100_000


class Unfinished(RuntimeError):
    """The game cannot go on, or goes on for too long."""


def play_out(game: Game, players: Mapping[str, HasOrder], rounds: int | None = None, limit: int = LIMIT) -> Game:
    """Let the players, by seat, play on to the outcome, or to the end of the `rounds`th round from now.

    The same game is returned. Where a player fails a plain order is given for it, with a warning. Raises Unfinished
    where it waits for dice, where a seat has no player, or after `limit` orders.

    >>> from northafrica.bots import player
    >>> bots = {side: player("rule", seed=1) for side in ("axis", "allies")}
    >>> play_out(northafrica.load("aana", "rommel", seed=1), bots, rounds=1).round
    2
    """
    last = None if rounds is None else game.round + rounds - 1
    for _ in range(limit):
        if game.choice is None or (last is not None and game.round > last):
            break
        if game.seat not in players:
            raise Unfinished(f"nobody plays the seat '{game.seat}'; there are players for {', '.join(players)}")
        order, trouble = decide(players[game.seat], game)
        if trouble:
            warnings.warn(f"{trouble}; '{order}' was given for it", stacklevel=2)
        game.play(order)
    else:
        raise Unfinished(f"the game is not over after {limit} orders: {game}")
    if game.chance is not None:
        raise Unfinished("the game waits for dice: load it with a seed")
    return game
