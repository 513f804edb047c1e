"""What is behind the curtain is not in the page: what was shown to one seat is taken away before the next sits down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from northafrica.core.game import Game
from northafrica.core.table import View
from northafrica.lab.tray.parts import Html


class Forgets(Protocol):
    """A part of a table that shows what one seat may know."""

    def forget(self) -> None:
        """Let nothing of it stay in the page; `update` shows it again."""


def take_away(boxes: Iterable[Html], parts: Iterable[Forgets]) -> None:
    """Empty what a table has told, and the parts that hold more than words."""
    for box in boxes:
        box.value = ""
    for part in parts:
        part.forget()


def known_to_both(game: Game, one: str, other: str) -> View:
    """The board as either of two seats may see it."""
    state = game.system.hide(game.setting, game.view(one).state, other)
    return View(game.setting, state)
