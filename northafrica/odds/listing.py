"""Reads lists of units as a person writes them: ``2 infantry, 1 armor (2 steps)``.

Knows no unit: a system says which names it has. Marks stand in brackets behind a name, parted by semicolons or
commas, and say how that unit stands: ``(1 step; river)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from numbers import Integral

from northafrica.core.options import did_you_mean
from northafrica.core.pieces import listed
from northafrica.odds.told import OddsError

_STEPS = re.compile(r"(\d+)[ _-]?steps?")
_MOST = 999
LIKE = "2 infantry, 1 armor"


@dataclass(frozen=True)
class Item:
    """One entry of a list: how many, of what name (as compared, and as written), with which marks and leading words."""

    count: int
    name: str
    marks: tuple[str, ...] = ()
    written: str = ""
    words: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name as written, with its marks."""
        marks = f" ({'; '.join(self.marks)})" if self.marks else ""
        return f"{self.written or self.name}{marks}"

    def steps(self) -> int | None:
        """The number of a mark like ``2 steps``, if there is one."""
        found = [int(match[1]) for mark in self.marks if (match := _STEPS.fullmatch(mark))]
        return found[0] if found else None

    def check_marks(self, known: Collection[str], where: str) -> None:
        """Refuse a mark that is neither a number of steps nor among ``known``."""
        for mark in self.marks:
            if mark not in known and not _STEPS.fullmatch(mark):
                hint = did_you_mean(mark, [*known, "1 step"])
                raise OddsError(f"{where}, '{self.name}': unknown mark '({mark})'; {hint}")


def read_list(text: str, where: str, known: Callable[[str], bool], like: str = LIKE) -> tuple[Item, ...]:
    """The entries of a list; ``where`` names it in errors, ``known`` tells which names exist, ``like`` is a list
    that the system takes, for the mend.

    A leading number counts, unless the whole is a name (``2 mg`` may be one). Raises `OddsError` for an empty
    list, a count that is negative or no whole number, brackets that do not close.
    """
    entries = parts_of(text, where)
    if not entries:
        raise OddsError(f"{where}: no units are named; write a list like '{like}'")
    return tuple(_item(entry, where, known) for entry in entries)


def number_of(text: str, where: str, what: str, least: int = 0, most: int = _MOST) -> int:
    """A whole number within bounds, or an `OddsError` that names them."""
    try:
        number = int(text)
    except ValueError:
        raise OddsError(f"{where}: {what} '{text}' is not a whole number; write one like {least}") from None
    return check_number(number, where, what, least, most)


def check_number(number: object, where: str, what: str, least: int = 0, most: int = _MOST) -> int:
    """The number itself if it is a whole number within bounds, or an `OddsError` that names them."""
    if isinstance(number, bool) or not isinstance(number, Integral):
        raise OddsError(f"{where}: {what} {number!r} is not a whole number; write one like {least}")
    whole = int(number)
    if not least <= whole <= most:
        raise OddsError(f"{where}: {what} {whole} is out of range; write {least} to {most}")
    return whole


def text_of(text: object, where: str, like: str = LIKE) -> str:
    """A text without blanks around it, or an `OddsError` if it is none."""
    if not isinstance(text, str):
        raise OddsError(f"{where}: {text!r} is no text; write a list like '{like}'")
    return text.strip()


def check_steps(steps: int, most: int, where: str, name: str) -> None:
    """Refuse a unit with no step, or with more than the ``most`` it has."""
    if not 1 <= steps <= most:
        have, mend = (f"1 to {most} steps", f"write such as ({most} steps)") if most > 1 else ("1 step", "leave it out")
        raise OddsError(f"{where}: '{name}' has {have}, not {steps}; {mend}")


def one_of(word: str, words: Iterable[str], where: str, what: str) -> str:
    """The word if it is among ``words``, or an `OddsError` with a near one."""
    choices = list(words)
    if word not in choices:
        raise OddsError(f"{where}: unknown {what} '{word}'; {did_you_mean(word, choices)}")
    return word


def plain(word: str) -> str:
    """A name as it is compared: small letters, one blank for each gap or underscore."""
    return " ".join(word.lower().replace("_", " ").split())


def parts_of(text: str, where: str) -> list[str]:
    """A list cut at its commas, but not inside brackets."""
    if re.search(r"[()]", re.sub(r"\([^()]*\)", "", text)):
        raise OddsError(f"{where}: the brackets in '{text.strip()}' do not close; write a mark like (1 step)")
    return listed(text)


def _item(entry: str, where: str, known: Callable[[str], bool]) -> Item:
    name, _, tail = entry.partition("(")
    if tail and not tail.rstrip().endswith(")"):
        raise OddsError(f"{where}: '{entry}' goes on behind the brackets; put a comma there")
    marks = tuple(filter(None, (plain(mark) for mark in re.split("[;,]", tail.rstrip().rstrip(")")))))
    name = " ".join(name.split())
    head, _, rest = name.partition(" ")
    if known(plain(name)) or not re.fullmatch(r"[-+]?[\d.]+(x|×)?", head):
        return Item(1, plain(name), marks, name)
    count = number_of(head.rstrip("x×"), where, f"the number of '{rest or '?'}'")
    if not rest:
        raise OddsError(f"{where}: '{entry}' names no unit; write a name behind the number")
    return Item(count, plain(rest), marks, rest)
