"""northafrica: rules, bots and teaching tools for wargames about North Africa.

>>> import northafrica
>>> game = northafrica.load("aana", "torch", seed=1)
>>> print(game.check("place 5 infantry csz_atlantic"))
refused: these units are worth 15 RP; left for Atlantic Ocean Convoy: 12 RP [setup.uk-variable]
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from northafrica import systems
from northafrica.core.dice import Luck
from northafrica.core.game import Game, Refused
from northafrica.core.options import SetupError
from northafrica.core.orders import OrderError
from northafrica.core.position import PositionError
from northafrica.core.record import Loaded, RecordError, load_record, save_record
from northafrica.core.rulebook import Rule, Rulebook, Ruling
from northafrica.core.seat_record import save_seat_record
from northafrica.core.start import VERSION as __version__  # noqa: N811
from northafrica.core.start import game_from_position, make_setting, new_game, own_file, setting_of
from northafrica.systems import SYSTEMS

__all__ = [
    "Game",
    "Loaded",
    "OrderError",
    "PositionError",
    "RecordError",
    "Refused",
    "Rule",
    "Rulebook",
    "Ruling",
    "SetupError",
    "__version__",
    "load",
    "odds_of",
    "position",
    "replay",
    "rules",
    "save",
    "systems",
]


def load(
    system: str,
    scenario: str | Path = "",
    *,
    seed: int | str | Luck | None = None,
    options: Mapping[str, str] | None = None,
    seats: Mapping[str, str] | None = None,
    data: Path | str | None = None,
) -> Game:
    """A new game. Without `seed` the game waits for dice typed in; `scenario` may be left out where there is one.

    `data` is a folder of your own tables, or one of them; `scenario` may be the file of a set-up of your own.
    >>> game = northafrica.load("aana", "torch", seed=7)
    >>> game
    <Game aana torch: round 7,  setup, allies to act>

    Raises SetupError naming what is unknown and what there is; of your own tables it names file, row and column.
    """
    name, overlay = own_file(scenario, data)
    return new_game(make_setting(SYSTEMS[system], name, options, seats, overlay), seed)


def odds_of(system: str, attackers: str = "", defenders: str = "", **options: Any) -> Any:
    """The odds of a battle before it is fought, by the system's own `odds`; its options are told there.

    >>> northafrica.odds_of("afrika2", odds="3:1").column
    '3:1'

    Raises northafrica.odds.OddsError, naming what is unknown and what there is.
    """
    from northafrica.systems import battles

    return battles.odds_of(system, attackers, defenders, **options)


def position(
    text: str,
    *,
    seed: int | str | Luck | None = None,
    seats: Mapping[str, str] | None = None,
    data: Path | str | None = None,
) -> Game:
    """A game that starts from a position's text.

    Raises PositionError, naming the line and what to write there; for `seats` and `data` that do not fit, SetupError,
    of which PositionError is a kind.

    >>> text = '''northafrica position 1
    ... system aana
    ... scenario torch
    ... round 9
    ... power uk
    ... phase combat_move
    ... at mersa_matruh: 7 uk infantry
    ... at tobruk: 1 germany infantry
    ... stock mersa_matruh: supply 1
    ... mark tobruk: control germany
    ... '''
    >>> game = northafrica.position(text, seed=1)
    >>> events = game.play("commit")  # no moves
    >>> print(game.check("attack tobruk from mersa_matruh with 7 infantry"))
    refused: needs 2 supply; in reach: Mersa Matruh 1 [declare.cost]
    """
    overlay = Path(data) if data is not None else None
    return game_from_position(setting_of(text, SYSTEMS, seats, overlay), text, seed)


def replay(file: Path | str, data: Path | str | None = None, *, at: str = "last") -> Loaded:
    """A record read back by playing it through the rules.

    Raises RecordError, naming file, line and mend, where it is no record or of a game that is not there; from where on
    one does not hold, `trouble` of what is found says. The game stands where it was left; with `at="start"` at its
    start, from where `redo` leads on.

    >>> game = northafrica.load("aana", "torch", seed=7)
    >>> events = game.play("choose_for_me")
    >>> found = northafrica.replay(northafrica.save(game, "my-game.jsonl"))
    >>> found.verified, found.game.state == game.state
    (True, True)
    >>> northafrica.replay("my-game.jsonl", at="start").game.at
    0
    """
    if at not in ("start", "last"):
        raise ValueError(f"at={at!r}: write 'start' or 'last'")
    loaded = load_record(file, SYSTEMS, Path(data) if data is not None else None)
    if at == "start":
        loaded.game.rewind()
    return loaded


def save(game: Game, file: Path | str, seat: str = "") -> Path:
    """Write a game's record: readable lines, with the dice; `replay` reads it.

    Such a record tells all, the secrets of every seat too. With `seat` the file holds what that seat saw and no more
    (no seed, no hidden event): to read, not to replay.

    What lies there and is not the beginning of this game (a longer record, one of another game, seed or position, other
    comments) is kept as `FILE.older`, the next as `FILE.older-2`, and a warning tells it; any other file is left.
    Raises FileExistsError, or OSError.

    >>> northafrica.save(northafrica.load("aana", "rommel", seed=1), "begun.jsonl").name
    'begun.jsonl'
    """
    return save_seat_record(game, file, seat) if seat else save_record(game, file)


def rules(system: str) -> Rulebook:
    """The rules of a system by id. Raises SetupError naming the systems there are; of the book, UnknownRule.

    >>> book = northafrica.rules("aana")
    >>> book["declare.cost"].section
    'Declaration, p.18'
    """
    found = SYSTEMS[system]
    return found.rulebook(found.load())
