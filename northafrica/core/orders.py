"""Orders: small frozen dataclasses that speak one notation in both directions.

    move 2 infantry tripoli > el_agheila
    attack tobruk from bir_hachem with 3 infantry 1 artillery paying 1 bir_hachem
    fight        take 1 infantry        end

An order class names its fields; a field says what may fill it and which word stands before it, so that
one parser, one printer, one form and one sampler serve every order of every system.
"""

from __future__ import annotations

import contextlib
import dataclasses
import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

from northafrica.core.naming import PLAIN, Names, key_of, spoken
from northafrica.core.pieces import Piece, Status, parse_status, status_text


class OrderError(ValueError):
    """Text that is no order: says which word, where, and what would do."""


class Unclear(OrderError):
    """An order whose words may mean unlike things here: says which, and how each is written."""


@dataclass(frozen=True, order=True, slots=True)
class Some:
    """A number of like pieces as an order names them; power and status only where it matters.

    >>> print(Some(2, "infantry", "uk"))
    2 uk infantry
    """

    count: int
    kind: str
    power: str = ""
    status: Status | None = None

    def __str__(self) -> str:
        words = [str(self.count), self.power, self.kind]
        text = " ".join(word for word in words if word)
        if self.status is None:
            return text
        return f"{text} ({status_text(self.status) or 'plain'})"

    def fits(self, piece: Piece) -> bool:
        """Whether the words describe this piece."""
        if self.kind != piece.kind or (self.power and self.power != piece.power):
            return False
        return self.status is None or self.status == piece.status

    def hints_at(self, piece: Piece) -> bool:
        """Whether the words describe this piece in part: each word of the status is one of its, `plain` is all."""
        same = self.kind == piece.kind and self.power in ("", piece.power)
        return same and bool(self.status) and set(self.status or ()) <= set(piece.status)


Units = tuple[Some, ...]
Path = tuple[str, ...]
Amounts = tuple[tuple[str, int], ...]
Loads = tuple[tuple[Units, str], ...]


@dataclass(frozen=True)
class Vocabulary:
    """The words of a system: powers, kinds of pieces, places; `aliases` are further names of places.

    `names` are what people read; what they read they may type (`respell`).
    """

    powers: frozenset[str]
    kinds: frozenset[str]
    places: frozenset[str]
    plurals: Mapping[str, str] = dataclasses.field(default_factory=dict)
    aliases: Mapping[str, str] = dataclasses.field(default_factory=dict)
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
        return f"'{word}' is no place on this map{close}"


def together(units: Units) -> Units:
    """The same units with like ones added up: `1 infantry 1 infantry` becomes `2 infantry`."""
    counts: dict[Some, int] = {}
    for some in units:
        one = Some(1, some.kind, some.power, some.status)
        counts[one] = counts.get(one, 0) + some.count
    return tuple(Some(n, one.kind, one.power, one.status) for one, n in counts.items())


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean a or b?`, or nothing."""
    close = difflib.get_close_matches(word, list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""


@dataclass(frozen=True)
class FieldSpec:
    """What may fill one field of an order.

    type: units, space, path, count, word, words, amounts or loads; `keyword` stands before it in the
    text ("" for a leading field); `label` is for people; `choices` limits a word.
    """

    name: str
    type: str
    keyword: str = ""
    label: str = ""
    optional: bool = False
    choices: tuple[str, ...] = ()


def _field(type_: str, keyword: str, label: str, optional: bool, empty: Any, choices: tuple[str, ...] = ()) -> Any:
    meta = {"spec": {"type": type_, "keyword": keyword, "label": label, "optional": optional, "choices": choices}}
    return dataclasses.field(default=empty, metadata=meta)


def units_field(keyword: str = "", label: str = "units", optional: bool = False) -> Any:
    """A field of pieces: `3 infantry 1 tank (moved 1)`."""
    return _field("units", keyword, label, optional, ())


def space_field(keyword: str = "", label: str = "space", optional: bool = False) -> Any:
    """A field of one place: `tobruk`."""
    return _field("space", keyword, label, optional, "")


def path_field(keyword: str = "", label: str = "route", optional: bool = False) -> Any:
    """A field of places in order: `tripoli > sirte > el_agheila`."""
    return _field("path", keyword, label, optional, ())


def count_field(keyword: str = "", label: str = "number", optional: bool = False) -> Any:
    """A field of one whole number."""
    return _field("count", keyword, label, optional, 0)


def word_field(
    keyword: str = "",
    label: str = "choice",
    optional: bool = False,
    choices: tuple[str, ...] = (),
    empty: str = "",
) -> Any:
    """A field of one word, out of `choices` where given."""
    return _field("word", keyword, label, optional, empty, choices)


def amounts_field(keyword: str = "", label: str = "from where", optional: bool = False) -> Any:
    """A field of numbers by place: `1 bir_hachem 2 siwa`."""
    return _field("amounts", keyword, label, optional, ())


def loads_field(keyword: str = "load", label: str = "cargo", optional: bool = False) -> Any:
    """A field of pieces picked up at places, the keyword repeated: `load 2 infantry at sirte`."""
    return _field("loads", keyword, label, optional, ())


@dataclass(frozen=True)
class Order:
    """The base of all orders; `kind` is its first word, `help` what it does, in one line."""

    kind: ClassVar[str] = ""
    help: ClassVar[str] = ""
    is_order: ClassVar[bool] = True

    def __str__(self) -> str:
        return to_text(self)


def specs(kind: type[Order]) -> tuple[FieldSpec, ...]:
    """The fields of an order class, in the order in which they are written."""
    found = _SPECS.get(kind)
    if found is None:
        found = tuple(FieldSpec(f.name, **f.metadata["spec"]) for f in dataclasses.fields(kind) if "spec" in f.metadata)
        _SPECS[kind] = found
    return found


_SPECS: dict[type[Order], tuple[FieldSpec, ...]] = {}


def value_text(spec: FieldSpec, value: Any) -> str:
    """One field as text, without its keyword (but for loads, which repeat it)."""
    if spec.type == "units":
        return " ".join(str(some) for some in value)
    if spec.type == "path":
        return " > ".join(value)
    if spec.type == "amounts":
        return " ".join(f"{n} {place}" for place, n in value)
    if spec.type == "words":
        return " ".join(value)
    if spec.type == "loads":
        joint = f" {spec.keyword} "
        return joint.join(f"{' '.join(map(str, cargo))} at {place}" for cargo, place in value)
    return str(value)


def to_text(order: Order) -> str:
    """An order in notation; `parse` gives it back."""
    words = [order.kind]
    for spec in specs(type(order)):
        value = getattr(order, spec.name)
        if spec.optional and value in ((), "", 0):
            continue
        words += [spec.keyword] if spec.keyword else []
        words.append(value_text(spec, value))
    return " ".join(word for word in words if word)


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
            raise OrderError(f"an order is text, not {type(text).__name__}")
        words = _bounded(text)
        if not words:
            raise OrderError("an empty line is no order; write one like 'end'")
        kind = self.kinds.get(words[0].lower())
        if kind is None:
            raise OrderError(f"'{words[0]}' is no order of this game{nearest(words[0].lower(), self.kinds)}")
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
        leading = [spec for spec in self.specs if not spec.keyword]
        rest = parts.pop("", [[]])[0]
        for index, spec in enumerate(leading):
            if not rest and spec.optional:
                continue
            value, rest = self._take(spec, rest, last=index == len(leading) - 1)
            values[spec.name] = value
        self._nothing_left(rest)
        for spec in self.specs:
            if spec.keyword and spec.keyword in parts:
                values[spec.name] = self._keyword_value(spec, parts[spec.keyword])
        self._all_there(values)
        return values

    def field(self, name: str, words: list[str]) -> Any:
        """The value of one field from its words."""
        spec = next((spec for spec in self.specs if spec.name == name), None)
        if spec is None:
            names = ", ".join(spec.name for spec in self.specs) or "none"
            raise OrderError(f"'{self.kind.kind}' has no field '{name}'; there are {names}")
        if spec.type == "loads":
            return self._keyword_value(spec, self._split([spec.keyword, *words])[spec.keyword])
        value, rest = self._take(spec, words, last=True)
        self._nothing_left(rest)
        return value

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

    def _keyword_value(self, spec: FieldSpec, segments: list[list[str]]) -> Any:
        if spec.type == "loads":
            return tuple(self._load(spec, segment) for segment in segments)
        if len(segments) > 1:
            raise OrderError(f"'{self.kind.kind}': '{spec.keyword}' stands there twice")
        value, rest = self._take(spec, segments[0], last=True)
        self._nothing_left(rest)
        return value

    def _load(self, spec: FieldSpec, words: list[str]) -> tuple[Units, str]:
        if len(words) < 3 or words[-2].lower() != "at":
            raise OrderError(
                f"'{self.kind.kind}': after '{spec.keyword}' write cargo and place, like '2 infantry at sirte'"
            )
        if "at" in words[:-2]:
            raise OrderError(f"'{self.kind.kind}': write '{spec.keyword}' anew before what stands in the next place")
        cargo, rest = self._units(spec, words[:-2])
        self._nothing_left(rest)
        return cargo, self.vocabulary.place(words[-1], f"'{self.kind.kind}', {spec.label}")

    def _nothing_left(self, words: list[str]) -> None:
        if words:
            raise OrderError(f"'{self.kind.kind}': '{' '.join(words)}' is too much; it is written: {usage(self.kind)}")

    def _all_there(self, values: dict[str, Any]) -> None:
        for spec in self.specs:
            if not spec.optional and values.get(spec.name) in (None, (), ""):
                raise OrderError(f"'{self.kind.kind}': it lacks the {spec.label}; it is written: {usage(self.kind)}")

    def _take(self, spec: FieldSpec, words: list[str], last: bool) -> tuple[Any, list[str]]:
        if not words:
            raise OrderError(f"'{self.kind.kind}': it lacks the {spec.label}; it is written: {usage(self.kind)}")
        where = f"'{self.kind.kind}', {spec.label}"
        if spec.type == "units":
            return self._units(spec, words)
        if spec.type == "amounts":
            return self._amounts(where, words), []
        if spec.type == "path":
            return self._path(where, words)
        if spec.type == "words":
            return tuple(words), []
        if spec.type == "space":
            return self.vocabulary.place(words[0], where), words[1:]
        if spec.type == "count":
            return _whole(words[0], where), words[1:]
        return self._word(spec, where, words[0]), words[1:]

    def _word(self, spec: FieldSpec, where: str, text: str) -> str:
        if spec.choices and text.lower() not in spec.choices:
            raise OrderError(f"{where}: '{text}' is none of {', '.join(spec.choices)}")
        return text.lower()

    def _path(self, where: str, words: list[str]) -> tuple[Path, list[str]]:
        found = [self.vocabulary.place(words[0], where)]
        rest = words[1:]
        while rest and rest[0] == ">":
            if len(rest) < 2:
                raise OrderError(f"{where}: nothing follows the last '>'")
            found.append(self.vocabulary.place(rest[1], where))
            rest = rest[2:]
        return tuple(found), rest

    def _amounts(self, where: str, words: list[str]) -> Amounts:
        if len(words) % 2:
            raise OrderError(f"{where}: write a number and a place each, like '1 tobruk 2 siwa'")
        pairs = [(words[i], words[i + 1]) for i in range(0, len(words), 2)]
        return tuple((self.vocabulary.place(place, where), _whole(number, where)) for number, place in pairs)

    def _units(self, spec: FieldSpec, words: list[str]) -> tuple[Units, list[str]]:
        found: list[Some] = []
        rest = list(words)
        while rest:
            some, after = self._some(spec, rest)
            if some is None:
                break
            found.append(some)
            rest = after
        if not found:
            where = f"'{self.kind.kind}', {spec.label}"
            known = self.vocabulary.kinds
            raise OrderError(f"{where}: '{words[0]}' is no unit of this game{nearest(words[-1].lower(), known)}")
        return tuple(found), rest

    def _some(self, spec: FieldSpec, words: list[str]) -> tuple[Some | None, list[str]]:
        number, power, rest = 1, "", words
        if rest[0].isdigit():
            number, rest = _whole(rest[0], f"'{self.kind.kind}', {spec.label}"), rest[1:]
        if rest and rest[0].lower() in self.vocabulary.powers and len(rest) > 1 and self.vocabulary.kind(rest[1]):
            power, rest = rest[0].lower(), rest[1:]
        kind = self.vocabulary.kind(rest[0]) if rest else None
        if kind is None:
            if words[0].isdigit():
                what = rest[0] if rest else "nothing"
                close = nearest(what.lower(), self.vocabulary.kinds)
                raise OrderError(
                    f"'{self.kind.kind}', {spec.label}: after {words[0]} comes a unit, not '{what}'{close}"
                )
            return None, words
        if number < 1:
            raise OrderError(f"'{self.kind.kind}', {spec.label}: {number} {kind} is nothing; name one or more")
        rest, status = rest[1:], None
        if rest and rest[0].startswith("("):
            status, rest = self._status(rest[0]), rest[1:]
        return Some(number, kind, power, status), rest

    def _status(self, text: str) -> Status:
        if text.strip("()").strip() == "plain":
            return ()
        try:
            return parse_status(text.strip("()"))
        except ValueError as error:
            raise OrderError(f"'{self.kind.kind}': {error}") from error


def _whole(text: str, where: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise OrderError(f"{where}: '{text}' is no whole number")
    return int(text)


def usage(kind: type[Order]) -> str:
    """How an order is written: `attack SPACE from SPACE with UNITS [paying AMOUNTS]`; loads repeat their keyword."""
    words = [kind.kind]
    for spec in specs(kind):
        shown = "|".join(spec.choices) if spec.choices else spec.label.upper().replace(" ", "-")
        text = f"{spec.keyword} {shown}".strip()
        text += f" at PLACE [{spec.keyword} ...]" if spec.type == "loads" else ""
        words.append(f"[{text}]" if spec.optional else text)
    return " ".join(words)
