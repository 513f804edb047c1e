"""Texts from outside, of bounded size and depth: checked before anything is done with them.

All are UTF-8, with or without a byte order mark at the beginning.
"""

from __future__ import annotations

import io
import json
import math
import sys
import tomllib
import unicodedata
from collections import Counter
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from northafrica.core.files import regular

LARGEST = 20_000_000
"""Bytes of a record; one of a long game has some five hundred thousand."""
TEXT = 1_000_000
"""Bytes of what is written by hand: a position, a case, a file of exercises."""
DEEPEST = 40
DIGITS = 100
DOTS = 500
SHOWN = 300
JOINERS = "\u200c\u200d"


class Unreadable(ValueError):
    """A text that cannot be read: says why, and the mend; who reads it adds the file."""


def read_text(file: Path | Traversable, most: int = LARGEST) -> str:
    """The text of a file with plain line ends. Raises Unreadable, or OSError."""
    try:
        with (regular(file) if isinstance(file, Path) else file).open("rb") as stream:
            content = stream.read(most + 1)
    except ValueError as error:  # a name with NUL
        raise Unreadable(f"this is no name of a file: {error}") from error
    return decoded(content, most)


def read_standard_input(most: int = LARGEST) -> str:
    """The same of the standard input. Raises Unreadable, or OSError."""
    return decoded(sys.stdin.buffer.read(most + 1), most)


def decoded(content: bytes, most: int = LARGEST) -> str:
    """The text of a file's content. Raises Unreadable."""
    if len(content) > most:
        raise Unreadable(f"it is larger than {most:,} bytes; give a smaller one")
    try:
        return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig").read()
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start + 1}: this is not UTF-8 text; save it as UTF-8") from error


def parse_json(text: str, *, largest: int | None = None) -> Any:
    """What a JSON text holds; `largest`: of its whole numbers. Raises Unreadable.

    No key stands twice: of two values a reader would see one and the program use the other.
    """
    try:
        return bounded(json.loads(text, object_pairs_hook=_once), largest)
    except RecursionError as error:
        raise _too_deep() from error
    except json.JSONDecodeError as error:
        raise Unreadable(f"no JSON: {error}") from error
    except ValueError as error:
        raise error if isinstance(error, Unreadable) else _too_long() from error


def parse_toml(text: str) -> dict[str, Any]:
    """What a TOML text holds. Raises Unreadable."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS:
            raise Unreadable(f"line {number}: more than {DOTS} points in one line; write shorter lines")
    try:
        found = tomllib.loads(text)
    except RecursionError as error:
        raise _too_deep() from error
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"no TOML: {error}") from error
    except ValueError as error:
        raise _too_long() from error
    bounded(found)
    return found


def bounded(value: Any, largest: int | None = None) -> Any:
    """The same value, if no part of it lies too deep or is a number too large. Raises Unreadable."""
    level = [value]
    for _ in range(DEEPEST + 1):
        for item in level:
            if isinstance(item, int | float):
                _number(item, largest)
        level = [part for item in level for part in _parts(item)]
        if not level:
            return value
    raise _too_deep()


def _parts(item: Any) -> Any:
    return item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()


def _number(number: float, largest: int | None) -> None:
    if isinstance(number, float) and not math.isfinite(number):
        raise Unreadable(f"{number} is no number here")
    if abs(number) >= 10**DIGITS:
        raise _too_long()
    if largest is not None and abs(number) > largest:
        raise Unreadable(f"the number {number} is too large; at most {largest}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise Unreadable(f"'{shortened(twice)}' stands twice")
    return found


def _too_deep() -> Unreadable:
    return Unreadable(f"brackets and tables lie more than {DEEPEST} deep in each other; write it flatter")


def _too_long() -> Unreadable:
    return Unreadable(f"a number has more than {DIGITS} digits; write a smaller one")


def shortened(text: str, most: int = SHOWN) -> str:
    """A text of a bounded length, for messages.

    >>> shortened("tobruk", 3)
    'tob…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def clean(text: str) -> str:
    """A text of one line that no terminal takes for more: control marks, turned directions and lone surrogates are `?`.

    >>> clean("Anna\\n\\x1b[31m")
    'Anna??[31m'
    """
    return "".join(letter if _harmless(letter) else "?" for letter in text)


def _harmless(letter: str) -> bool:
    return letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
