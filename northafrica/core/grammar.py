"""The grammar of a game: orders out of text, and the fault named where the text is none."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from northafrica.core.field_types import Spot
from northafrica.core.orders import FieldSpec, Order, specs, usage
from northafrica.core.reading import shortened
from northafrica.core.vocabulary import OrderError, Vocabulary, nearest

_TOKEN = re.compile(r"\([^()]*\)|>|[^\s()>]+|[()]")


def tokens(text: str) -> list[str]:
    """Words, `>` and bracketed groups of a line."""
    return _TOKEN.findall(text)


LONGEST = 5000
"""Letters of an order."""


class Grammar:
    """Parses the orders of one system."""

    def __init__(self, kinds: Sequence[type[Order]], vocabulary: Vocabulary) -> None:
        self.kinds = {kind.kind: kind for kind in kinds}
        self.vocabulary = vocabulary

    def parse(self, text: str) -> Order:
        """An order out of text; raises OrderError naming the word at fault."""
        if not isinstance(text, str):
            raise OrderError("an order is text, and this is none; write it in quotation marks")
        words = _bounded(text)
        if not words:
            raise OrderError("an empty line is no order; write one like 'end'")
        kind = self.kinds.get(words[0].lower())
        if kind is None:
            raise OrderError(f"'{shortened(words[0])}' is no order of this game{nearest(words[0].lower(), self.kinds)}")
        reader = _Reader(kind, self.vocabulary)
        return kind(**self._either(reader.read, words[1:]))

    def _either(self, read: Callable[[list[str]], Any], words: list[str]) -> Any:
        """What the words say as they stand, else as names of several words; the fault told is that of the words.

        Two kinds side by side without a number are first read as one name: `1 Sherman tank` is one unit.
        """
        known = self.vocabulary.kind
        if any(known(first) and known(second) for first, second in pairwise(words)):
            with contextlib.suppress(OrderError):
                return read(self.vocabulary.respell(words))
        try:
            return read(words)
        except OrderError:
            with contextlib.suppress(OrderError):
                return read(self.vocabulary.respell(words))
            raise

    def value(self, kind: type[Order], name: str, text: str) -> Any:
        """One field of an order out of its text, without its keyword; raises OrderError."""
        reader = _Reader(kind, self.vocabulary)
        return self._either(lambda words: reader.field(name, words), _bounded(text))


def _bounded(text: str) -> list[str]:
    """The words of an order or of a part of one. Raises OrderError for one too long to be meant."""
    if len(text) > LONGEST:
        raise OrderError(f"an order has at most {LONGEST} letters, not {len(text):,}")
    return tokens(text)


class _Reader:
    """Reads the fields of one order class from its words."""

    def __init__(self, kind: type[Order], vocabulary: Vocabulary) -> None:
        self.kind, self.vocabulary = kind, vocabulary
        self.specs = specs(kind)

    def read(self, words: list[str]) -> dict[str, Any]:
        parts = self._split(words)
        values: dict[str, Any] = {}
        rest = parts.pop("", [[]])[0]
        for spec in self.specs:
            if not spec.keyword and (rest or not spec.optional):
                values[spec.name], rest = self._take(spec, rest)
        self._nothing_left(rest)
        for spec in self.specs:
            if spec.keyword in parts:
                values[spec.name] = self._value(spec, parts[spec.keyword])
        for spec in self.specs:
            if not spec.optional and values.get(spec.name) in (None, (), ""):
                raise self._lacking(spec)
        return values

    def field(self, name: str, words: list[str]) -> Any:
        """The value of one field from its words."""
        spec = next((spec for spec in self.specs if spec.name == name), None)
        if spec is None:
            names = ", ".join(spec.name for spec in self.specs) or "none"
            raise OrderError(f"'{self.kind.kind}' has no field '{name}'; there are {names}")
        repeated = self._split([spec.keyword, *words])[spec.keyword] if spec.of.repeated else [words]
        return self._value(spec, repeated)

    def _split(self, words: list[str]) -> dict[str, list[list[str]]]:
        keywords = {spec.keyword for spec in self.specs if spec.keyword}
        parts: dict[str, list[list[str]]] = {"": [[]]}
        current = parts[""][0]
        for item in words:
            if item.lower() in keywords:
                current = []
                parts.setdefault(item.lower(), []).append(current)
            else:
                current.append(item)
        return parts

    def _value(self, spec: FieldSpec, segments: list[list[str]]) -> Any:
        if len(segments) > 1 and not spec.of.repeated:
            raise OrderError(f"'{self.kind.kind}': '{spec.keyword}' stands there twice")
        values = []
        for segment in segments:
            value, rest = self._take(spec, segment)
            self._nothing_left(rest)
            values.append(value)
        return tuple(values) if spec.of.repeated else values[0]

    def _take(self, spec: FieldSpec, words: list[str]) -> tuple[Any, list[str]]:
        if not words and not spec.of.repeated:
            raise self._lacking(spec)
        spot = Spot(self.vocabulary, self.kind.kind, spec.label, spec.keyword, spec.choices)
        return spec.of.read(words, spot)

    def _lacking(self, spec: FieldSpec) -> OrderError:
        return OrderError(f"'{self.kind.kind}': it lacks the {spec.label}; it is written: {usage(self.kind)}")

    def _nothing_left(self, words: list[str]) -> None:
        if words:
            rest = shortened(" ".join(words))
            raise OrderError(f"'{self.kind.kind}': '{rest}' is too much; it is written: {usage(self.kind)}")
