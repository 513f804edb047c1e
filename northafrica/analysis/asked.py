"""What a frame is asked for: a side, a resource, a place that the game has; a misspelt one is refused."""

from __future__ import annotations

from collections.abc import Collection

from northafrica.core.game import Game
from northafrica.core.options import did_you_mean
from northafrica.core.place_names import place_of


def one_of(word: str, known: Collection[str], what: str) -> str:
    """The word itself; raises ValueError, with the nearest names, where it is none of those known."""
    if word not in known:
        raise ValueError(f"there is no {what} '{word}'; {did_you_mean(word, known)}")
    return word


def side_asked(game: Game, side: str) -> str:
    """A side of the game, or "" for all. Raises ValueError."""
    return one_of(side, game.system.sides, "side") if side else ""


def resource_asked(game: Game, resource: str) -> str:
    """A resource of the game, by default its supply. Raises ValueError."""
    if not resource:
        return game.system.supply
    told = {event.resource for event in game.events() if event.resource}
    stocks = {sort.resource for sort in game.system.materials(game.setting.data).stocks}
    return one_of(resource, {game.system.supply} | stocks | told, "resource")


def place_asked(game: Game, place: str | None) -> str | None:
    """A place by its id or name; None for all, "" for what is in none. Raises ValueError."""
    return place_of(game, place) if place else place
