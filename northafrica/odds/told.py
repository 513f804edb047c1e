"""How battles are headed, and what is said of impossible input: words alone, so that rules need no numpy for them."""

from __future__ import annotations

import re

SIDES = ("attacker", "defender")
OUTCOMES = ("win", "lose", "draw", "retreat", "stalemate")
WORDS = re.compile(r"\b[A-Za-z]+(?:_[A-Za-z]+)+\b")


class OddsError(ValueError):
    """Impossible input: says what, where, and what to write instead."""


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
