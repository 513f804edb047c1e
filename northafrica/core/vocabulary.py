"""The words of a game: what powers, kinds of pieces and places are called where they are typed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from northafrica.core.naming import PLAIN, Names, key_of, spoken
from northafrica.core.reading import shortened


class OrderError(ValueError):
    """Text that is no order: says which word, where, and what would do."""


class Unclear(OrderError):
    """An order whose words may mean unlike things here: says which, and how each is written."""


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean a or b?`, or nothing."""
    close = difflib.get_close_matches(word, list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""


@dataclass(frozen=True)
class Vocabulary:
    """The words of a system: powers, kinds of pieces, places; `aliases` are further names of places.

    `names` are what people read; what they read they may type (`respell`).
    """

    powers: frozenset[str]
    kinds: frozenset[str]
    places: frozenset[str]
    plurals: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    names: Names = PLAIN

    @cached_property
    def spoken(self) -> Mapping[str, str]:
        """The ids that names mean, as `key_of` spells them."""
        return spoken(self.names, self.places, self.kinds, self.powers)

    @cached_property
    def _longest(self) -> int:
        return max((key.count(" ") for key in self.spoken), default=0) + 2  # an article may stand before it

    def respell(self, words: Sequence[str]) -> list[str]:
        """The same words with every name, of one word or several, replaced by its id; the longest name counts."""
        found: list[str] = []
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + self._longest), at, -1):
                meant = self.spoken.get(key_of(words[at:end]))
                if meant is not None:
                    break
            else:
                end, meant = at + 1, words[at]
            found.append(meant)
            at = end
        return found

    def kind(self, word: str) -> str | None:
        """The kind a word means, plural forms included."""
        word = word.lower()
        if word in self.kinds:
            return word
        if word in self.plurals:
            return self.plurals[word]
        return word[:-1] if word.endswith("s") and word[:-1] in self.kinds else None

    def find(self, word: str) -> str:
        """The place a word or name means, "" where it means none."""
        name = word.lower().replace("-", "_")
        if name in self.places:
            return name
        meant = self.aliases.get(name) or self.spoken.get(key_of([word]), "")
        return meant if meant in self.places else ""

    def place(self, word: str, where: str) -> str:
        """The place a word means; raises OrderError with the nearest names."""
        found = self.find(word)
        if found:
            return found
        raise OrderError(f"{where}: {self.no_place(word)}")

    def no_place(self, word: str) -> str:
        """What is said of a word that means no place, with the nearest names."""
        close = nearest(word.lower().replace("-", "_"), [*self.places, *self.aliases])
        return f"'{shortened(word)}' is no place on this map{close}"
