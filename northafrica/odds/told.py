"""How battles are headed, and what is said of impossible input: words alone, so that rules need no numpy for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

SIDES = ("attacker", "defender")
OUTCOMES = ("win", "lose", "draw", "retreat", "stalemate")
WORDS = re.compile(r"\b[A-Za-z]+(?:_[A-Za-z]+)+\b")


class OddsError(ValueError):
    """Impossible input: says what, where, and what to write instead."""


def one_of(word: str, known: Collection[str], place: str) -> None:
    """Refuse a word that is none of those known."""
    if word not in known:
        raise OddsError(f"{place}: '{word}' is unknown; write one of {', '.join(known)}")


def check_sides(attackers: Sequence[Any], defenders: Sequence[Any], what: str) -> None:
    """Refuse a side without anybody, or with two kinds of one name; a kind has a `name` and a `count`."""
    for side, kinds in (("attackers", attackers), ("defenders", defenders)):
        if not sum(kind.count for kind in kinds):
            raise OddsError(f"{side}: there is no {what}; name at least one")
        if len({kind.name for kind in kinds}) < len(kinds):
            raise OddsError(f"{side}: two kinds have the same name; add them up or name them apart")


def check_trials(trials: int) -> None:
    """Refuse to sample nothing."""
    if not isinstance(trials, int) or isinstance(trials, bool) or trials < 1:
        raise OddsError(f"trials: {trials!r}; write how many battles to sample, such as 10000")


def heading(attackers: str, defenders: str) -> str:
    """What stands above a battle's odds.

    >>> heading("3 infantry, 2 scout_car", "4 infantry")
    '3 infantry, 2 scout car against 4 infantry'
    >>> heading("4_7arm", "brescia")  # a counter's id, which is no words
    '4_7arm against brescia'
    """
    return in_words(f"{attackers} against {defenders}")


def in_words(text: str) -> str:
    """Ids made of words, like `scout_car`, as words; a counter's id, like `4_7arm`, stays."""
    return WORDS.sub(lambda found: found[0].replace("_", " "), text)
