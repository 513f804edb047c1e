"""What commands are given: files, options, fields. Errors name the input, the place and the mend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import northafrica
from northafrica.core import reading
from northafrica.core.cases import CaseError
from northafrica.core.files import why
from northafrica.core.game import Game, Refused
from northafrica.core.options import DataError, SetupError
from northafrica.core.orders import OrderError
from northafrica.core.position import PositionError
from northafrica.core.reading import Unreadable, read_standard_input
from northafrica.core.record import Loaded, RecordError, read_record
from northafrica.core.rulebook import UnknownRule
from northafrica.core.written import named
from northafrica.systems import SYSTEMS


class InputError(ValueError):
    """Input that cannot be used: says which, where and what to write."""


READABLE = (
    SetupError, RecordError, CaseError, OrderError, UnknownRule, OSError,
)  # fmt: skip
"""Errors of the core whose messages tell a person what to mend."""

ODD = (LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RuntimeError, ValueError)
"""What the rules may stumble over where a position or record was written by hand."""

POSITION = "northafrica position"


@dataclass(frozen=True)
class Opened:
    """A game out of a file: `loaded` where the file is a record."""

    game: Game
    name: str
    loaded: Loaded | None = None
    warnings: tuple[str, ...] = ()


def read_text(file: str) -> str:
    """The text of a file, of the standard input for `-`. Raises InputError."""
    try:
        return read_standard_input() if file == "-" else reading.read_text(Path(file))
    except Unreadable as error:
        raise InputError(f"{file}: {error}; give a record or a position") from None
    except OSError as error:
        raise InputError(f"{file}: {why(error)}") from None


@contextmanager
def blame(file: str) -> Iterator[None]:
    """Errors inside are faults of this file: told with its name."""
    try:
        yield
    except (InputError, DataError, OSError):
        raise
    except (RecordError, Refused) as error:
        text = str(error)
        raise InputError(text if text.startswith(file) else f"{file}: {text}") from error
    except PositionError as error:
        raise InputError(named(file, error)) from error
    except (SetupError, OrderError) as error:
        raise InputError(f"{file}: {error}") from error
    except ODD as error:
        raise InputError(f"{file}: this situation cannot be played: {type(error).__name__}: {error}") from error


def is_position(text: str) -> bool:
    """Whether a text begins as a position does."""
    return text.lstrip().startswith(POSITION)


def open_record(file: str, data: str | None = None) -> Loaded:
    """A record played back through the rules, whether or not it holds. Raises InputError."""
    text = read_text(file)
    if is_position(text):
        raise InputError(f"{file}: this is a position, not a record; ask 'legal' or 'try' about it")
    _like_record(file, text)
    with blame(file):
        return read_record(text, SYSTEMS, overlay(data), file)


def open_game(file: str, data: str | None = None, to: int | None = None) -> Opened:
    """The game of a record or of a position's text, at entry `to` of a record. Raises InputError."""
    text = read_text(file)
    if is_position(text):
        if to:
            raise InputError(f"{file}: a position has no entries; leave --to out")
        with blame(file):
            return Opened(northafrica.position(text, data=overlay(data)), file)
    _like_record(file, text)
    with blame(file):
        loaded = read_record(text, SYSTEMS, overlay(data), file)
    warnings = _usable(file, text, loaded, to)
    if to is not None:
        go_to(file, loaded, to)
    return Opened(loaded.game, file, loaded, warnings)


def _like_record(file: str, text: str) -> None:
    if not text.lstrip().startswith("{"):
        raise InputError(
            f"{file}, line 1: neither a record, whose first line is its head in JSON, "
            f"nor a position, whose first line is '{POSITION} 1'"
        )


def _usable(file: str, text: str, loaded: Loaded, to: int | None) -> tuple[str, ...]:
    """Warnings about a record not verified; refuses one whose wanted entries do not hold."""
    reached = len(loaded.game.tree.nodes) - 1
    notes = tuple(f"{file}: {note}" for note in loaded.notes)
    if loaded.verified or (to is not None and to <= reached):
        return notes
    if reached < entries(text):
        raise InputError(f"{file}, {said(loaded)}; --to {reached} asks about the last entry that holds")
    return (f"{file}: {loaded.trouble}", *notes)


def said(loaded: Loaded) -> str:
    """What is wrong with a record, its rule once and at the end."""
    rule = loaded.ruling.rule if loaded.ruling is not None else ""
    return loaded.trouble if not rule or f"[{rule}]" in loaded.trouble else f"{loaded.trouble} [{rule}]"


def entries(text: str) -> int:
    """How many lines of a record's text are meant as orders or rolls."""
    lines = [line for line in text.split("\n")[1:] if line.strip()]
    return sum('"closed"' not in line for line in lines)


def go_to(file: str, loaded: Loaded, to: int) -> None:
    """Stand at an entry of a record. Raises InputError."""
    last = len(loaded.game.tree.nodes) - 1
    if to > last:
        raise InputError(f"{file}: the record has entries 0 to {last}, not {to}")
    loaded.game.goto(to)


def overlay(data: str | None) -> Path | None:
    """The folder of a user's own tables, or one of them. Raises InputError."""
    if data is None:
        return None
    if not Path(data).exists():
        raise InputError(f"--data {data}: there is no such folder or file")
    return Path(data)


def pairs(flag: str, given: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE` arguments as a table. Raises InputError."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise InputError(f"{flag} {text}: write a name, '=' and a value, like {flag} name=value")
        if name.strip() in found:
            raise InputError(f"{flag} {text}: '{name.strip()}' stands there twice")
        found[name.strip()] = value.strip()
    return found
