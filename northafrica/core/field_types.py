"""What may fill a field of an order: one object a type, which prints a value and reads it back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from northafrica.core.pieces import Piece, Status, parse_status, status_text
from northafrica.core.reading import shortened
from northafrica.core.vocabulary import OrderError, Vocabulary, nearest


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


def together(units: Units) -> Units:
    """The same units with like ones added up: `1 infantry 1 infantry` becomes `2 infantry`."""
    counts: dict[Some, int] = {}
    for some in units:
        one = Some(1, some.kind, some.power, some.status)
        counts[one] = counts.get(one, 0) + some.count
    return tuple(Some(n, one.kind, one.power, one.status) for one, n in counts.items())


class Spot(NamedTuple):
    """What a field is read with: the words of the game, and which field of which order it is."""

    vocabulary: Vocabulary
    order: str
    label: str
    keyword: str
    choices: tuple[str, ...]

    @property
    def where(self) -> str:
        """The field, as a fault names it."""
        return f"'{self.order}', {self.label}"


Read = tuple[Any, list[str]]
"""A value and the words after it."""


class FieldType(ABC):
    """One type of field; `empty` stands for one left out, a `repeated` one has its keyword before each part."""

    name: ClassVar[str]
    empty: ClassVar[Any] = ()
    repeated: ClassVar[bool] = False

    def text(self, value: Any, keyword: str) -> str:
        """A value as it is written, without the keyword before it."""
        return str(value)

    @abstractmethod
    def read(self, words: list[str], spot: Spot) -> Read:
        """The value that stands at the beginning of some words (there is one at least). Raises OrderError."""


class UnitsType(FieldType):
    """Pieces: `3 infantry 1 tank (moved 1)`."""

    name = "units"

    def text(self, value: Units, keyword: str) -> str:
        return " ".join(map(str, value))

    def read(self, words: list[str], spot: Spot) -> Read:
        found: list[Some] = []
        rest = words
        while rest:
            some, after = self._some(rest, spot)
            if some is None:
                break
            found.append(some)
            rest = after
        if not found:
            close = nearest(words[-1].lower(), spot.vocabulary.kinds)
            raise OrderError(f"{spot.where}: '{shortened(words[0])}' is no unit of this game{close}")
        return tuple(found), rest

    def _some(self, words: list[str], spot: Spot) -> tuple[Some | None, list[str]]:
        number, power, rest, known = 1, "", words, spot.vocabulary
        if rest[0].isdigit():
            number, rest = whole(rest[0], spot.where), rest[1:]
        if rest and rest[0].lower() in known.powers and len(rest) > 1 and known.kind(rest[1]):
            power, rest = rest[0].lower(), rest[1:]
        kind = known.kind(rest[0]) if rest else None
        if kind is None:
            if not words[0].isdigit():
                return None, words
            what = rest[0] if rest else "nothing"
            close = nearest(what.lower(), known.kinds)
            raise OrderError(f"{spot.where}: after {words[0]} comes a unit, not '{shortened(what)}'{close}")
        if number < 1:
            raise OrderError(f"{spot.where}: {number} {kind} is nothing; name one or more")
        rest, status = rest[1:], None
        if rest and rest[0].startswith("("):
            status, rest = self._status(rest[0].strip("()"), spot), rest[1:]
        return Some(number, kind, power, status), rest

    def _status(self, text: str, spot: Spot) -> Status:
        try:
            return () if text.strip() == "plain" else parse_status(text)
        except ValueError as error:
            raise OrderError(f"'{spot.order}': {error}") from error


class SpaceType(FieldType):
    """One place: `tobruk`."""

    name, empty = "space", ""

    def read(self, words: list[str], spot: Spot) -> Read:
        return spot.vocabulary.place(words[0], spot.where), words[1:]


class PathType(FieldType):
    """Places in order: `tripoli > sirte > el_agheila`."""

    name = "path"

    def text(self, value: Path, keyword: str) -> str:
        return " > ".join(value)

    def read(self, words: list[str], spot: Spot) -> Read:
        found = [spot.vocabulary.place(words[0], spot.where)]
        rest = words[1:]
        while rest and rest[0] == ">":
            if len(rest) < 2:
                raise OrderError(f"{spot.where}: nothing follows the last '>'")
            found.append(spot.vocabulary.place(rest[1], spot.where))
            rest = rest[2:]
        return tuple(found), rest


class CountType(FieldType):
    """One whole number."""

    name, empty = "count", 0

    def read(self, words: list[str], spot: Spot) -> Read:
        return whole(words[0], spot.where), words[1:]


class WordType(FieldType):
    """One word, out of those the field is limited to."""

    name, empty = "word", ""

    def read(self, words: list[str], spot: Spot) -> Read:
        if spot.choices and words[0].lower() not in spot.choices:
            raise OrderError(f"{spot.where}: '{shortened(words[0])}' is none of {', '.join(spot.choices)}")
        return words[0].lower(), words[1:]


class AmountsType(FieldType):
    """Numbers by place: `1 bir_hachem 2 siwa`."""

    name = "amounts"

    def text(self, value: Amounts, keyword: str) -> str:
        return " ".join(f"{n} {place}" for place, n in value)

    def read(self, words: list[str], spot: Spot) -> Read:
        if len(words) % 2:
            raise OrderError(f"{spot.where}: write a number and a place each, like '1 tobruk 2 siwa'")
        pairs = zip(words[::2], words[1::2], strict=True)
        return tuple((spot.vocabulary.place(place, spot.where), whole(n, spot.where)) for n, place in pairs), []


class LoadsType(FieldType):
    """Pieces picked up at places, the keyword repeated: `load 2 infantry at sirte`; one load is read at a time."""

    name, repeated = "loads", True

    def text(self, value: Loads, keyword: str) -> str:
        return f" {keyword} ".join(f"{UNITS.text(cargo, '')} at {place}" for cargo, place in value)

    def read(self, words: list[str], spot: Spot) -> Read:
        if len(words) < 3 or words[-2].lower() != "at":
            hint = f"after '{spot.keyword}' write cargo and place, like '2 infantry at sirte'"
            raise OrderError(f"'{spot.order}': {hint}")
        if "at" in words[:-2]:
            raise OrderError(f"'{spot.order}': write '{spot.keyword}' anew before what stands in the next place")
        cargo, rest = UNITS.read(words[:-2], spot)
        return (cargo, spot.vocabulary.place(words[-1], spot.where)), rest


def whole(text: str, where: str) -> int:
    """A whole number of at most six digits. Raises OrderError."""
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise OrderError(f"{where}: '{shortened(text)}' is no whole number")
    return int(text)


UNITS, SPACE, PATH, COUNT = UnitsType(), SpaceType(), PathType(), CountType()
WORD, AMOUNTS, LOADS = WordType(), AmountsType(), LoadsType()
