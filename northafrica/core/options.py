"""Choices of a game by name, and what is said of a name that is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches


class SetupError(ValueError):
    """A game that cannot be started: says what is unknown and what there is.

    `about`: which line of a position says so, like `scenario` or `option round_limit`; "" where none does.
    """

    def __init__(self, text: str, about: str = "") -> None:
        super().__init__(text)
        self.about = about


class DataError(SetupError):
    """Something in a table (or in a choice of options) that cannot be used; says where and how to mend it."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A closing phrase that names the nearest known words, or the first few if none is near."""
    names = sorted(known)
    near = get_close_matches(word, names, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    few = ", ".join(names[:12])
    return f"known are {few}{' …' if len(names) > 12 else ''}"


@dataclass(frozen=True, slots=True)
class Option:
    """A named switch of a game: an optional rule, or a ruling where the rulebook leaves a choice.

    ``scope`` is ``optional`` (a rule the rulebook offers), ``ruling`` (an unclear point) or ``data`` (a lost
    number); ``reconstruction`` says that what is chosen among was not read from the game itself. ``before`` is the
    value by which records are replayed that were made before there was the option, "" for the default.
    """

    name: str
    values: tuple[str, ...]
    default: str
    reason: str
    rule: str
    reconstruction: bool
    scope: str
    title: str = ""
    before: str = ""

    def check(self, value: str) -> str:
        """The value if it is one of the choices, else `DataError` naming them."""
        if value not in self.values:
            choices = ", ".join(self.values)
            raise DataError(f"option {self.name}: '{value}' is not a choice; choose one of {choices}")
        return value


def choose_options(options: Mapping[str, Option], given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Every option with its given or default value; `DataError` for unknown names or values."""
    chosen = {name: option.default for name, option in options.items()}
    for name, value in (given or {}).items():
        if name not in options:
            raise DataError(f"unknown option '{name}'; {did_you_mean(name, options)}")
        chosen[name] = options[name].check(str(value))
    return chosen
