"""Places as people say them."""

from __future__ import annotations

from northafrica.core.game import Game
from northafrica.core.table import View


def place_of(thing: Game | View, word: str) -> str:
    """The place a word means, its id or its name. Raises OrderError, a ValueError, that names the nearest."""
    setting, wanted = thing.setting, word.strip().casefold()
    names = setting.system.names(setting.data)
    for place, space in setting.system.board(setting.data).spaces.items():
        if wanted in (place, space.name.casefold(), names.place(place).casefold()):
            return place
    return setting.system.vocabulary(setting.data).place(word.strip(), "place")
