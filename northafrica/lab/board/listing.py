"""What the list beside a map says of each space, in which order, and which of very many come first."""

from __future__ import annotations

from collections.abc import Collection

from northafrica.lab.board.map_parts import by_number
from northafrica.lab.board.scene import Scene
from northafrica.lab.board.space_list import MOST
from northafrica.lab.tray import symbols


def labels(now: Scene, targets: Collection[str]) -> dict[str, str]:
    """Each space in a few words, possible choices marked."""
    marked = set(targets)
    return {
        place: ("▸ " if place in marked else "") + symbols.summary(now.cards[place], now.names) for place in _order(now)
    }


def _order(now: Scene) -> list[str]:
    """All places in the order of the list, worked out once for a board."""
    if now.ground.plan is None:
        return _places(now)
    found: list[str] = now.ground.once(("order", len(now.cards)), lambda: _places(now))
    return found


def words(now: Scene) -> dict[str, str]:
    """All that stands in each space, to search in."""
    return {place: symbols.card_words(card, now.names) for place, card in now.cards.items()}


def first(now: Scene, targets: Collection[str]) -> set[str] | None:
    """Of very many spaces those with a name, a stack or a mark; None where all are listed."""
    if now.ground.plan is None:
        return None
    held = {place for place, card in now.cards.items() if card.stacks or card.tokens or card.control}
    marked = set(targets) if len(targets) <= MOST else set()
    return held | marked | set(now.boxes) | {shape.space for shape in now.ground.named}


def _places(now: Scene) -> list[str]:
    """All places by name; those nothing may enter last."""
    if now.ground.plan is not None:
        return sorted(now.cards, key=lambda place: by_number(now.cards[place].name))
    shut = {place for place, shape in now.ground.shapes.items() if shape.kind == "impassable"}
    return sorted(now.cards, key=lambda place: (place in shut, now.cards[place].name))
