"""How a game's ids are said to people: places, powers, kinds of units and tokens, in the right number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from northafrica.core.pieces import Piece

_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def counted(number: int, word: str, many: str = "") -> str:
    """`1 point`, `2 points`; `many` is a plural that is not made with an s.

    >>> counted(2, "die", "dice")
    '2 dice'
    """
    return f"{number} {word}" if number == 1 else f"{number} {many or word + 's'}"


def is_are(number: int) -> str:
    """`is` for one, `are` for any other number."""
    return agreeing(number, "is", "are")


def agreeing(number: int, one: str, many: str) -> str:
    """The word that goes with one, or with any other number."""
    return one if number == 1 else many


def joined(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`.

    >>> joined(["sz08", "sz13", "sz15"], "or")
    'sz08, sz13 or sz15'
    """
    found = list(words)
    return f"{', '.join(found[:-1])} {last} {found[-1]}" if len(found) > 1 else "".join(found)


def plain_name(place: str) -> str:
    """A place's id made readable: `el_agheila` becomes `El Agheila`."""
    first, arrow, second = place.partition(">")
    text = first.replace("_", " ").title()
    return f"{text}, border to {second.replace('_', ' ').title()}" if arrow else text


@dataclass(frozen=True)
class Names:
    """The words of one game; an id that has none is shown without its underscores, unchanged in number.

    places    place -> name                     powers    power -> name in a sentence (`the United Kingdom`)
    nations   power -> adjective (`British`)    kinds     unit or token -> its name for one, and for several
    """

    places: Mapping[str, str] = field(default_factory=dict)
    powers: Mapping[str, str] = field(default_factory=dict)
    nations: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def place(self, place: str) -> str:
        """The name of a place; `inside>neighbour` is a border."""
        first, arrow, second = place.partition(">")
        name = self.places.get(first) or plain_name(first)
        return f"{name}, border to {self.place(second)}" if arrow else name

    def power(self, power: str) -> str:
        """A power or side in a sentence; several stand with a bar or semicolon between them."""
        found = power.replace("/", ";").split(";")
        return joined(self.powers.get(one, one.replace("_", " ")) for one in found)

    def kind(self, kind: str, number: int = 1) -> str:
        """What so many units or tokens of a kind are called."""
        one, several = self.kinds.get(kind, (kind.replace("_", " "),) * 2)
        return one if number == 1 else several

    def units(self, number: int, kind: str, power: str = "") -> str:
        """`2 British anti-tank guns`."""
        return f"{number} {self._nation(power)}{self.kind(kind, number)}"

    def piece(self, piece: Piece, number: int = 1) -> str:
        """`British anti-tank gun`, without its number."""
        return f"{self._nation(piece.power)}{self.kind(piece.kind, number)}"

    def purpose(self, purpose: str) -> str:
        """What something is for: a place, a kind of unit, or a word."""
        if purpose in self.places:
            return self.places[purpose]
        return self.kind(purpose) if purpose in self.kinds else purpose.replace("_", " ")

    def _nation(self, power: str) -> str:
        return f"{self.nations.get(power, self.powers.get(power, power.replace('_', ' ')))} " if power else ""


PLAIN = Names()


def key_of(words: Iterable[str]) -> str:
    """What is compared when a name is typed: no capitals, no hyphens, no leading article, no leading zeros.

    >>> key_of(["the", "Anti-tank", "guns"]), key_of(["sz01"])
    ('anti tank guns', 'sz1')
    """
    text = " ".join(words).casefold().replace("_", " ").replace("-", " ")
    return _ZEROS.sub("", text).removeprefix("the ")


def spoken(names: Names, places: Iterable[str], kinds: Iterable[str], powers: Iterable[str]) -> dict[str, str]:
    """All that may be typed for an id, as `key_of` has it; a name that means several things means none.

    A place is also known without what stands behind it in brackets: `Tobruk` for `Tobruk (A36.23)`.
    """
    found: dict[str, set[str]] = {}
    for place in places:
        name = names.place(place)
        for said in (place, name, name.partition(" (")[0]):
            found.setdefault(key_of([said]), set()).add(place)
    for kind in kinds:
        for said in (kind, names.kind(kind), names.kind(kind, 2)):
            found.setdefault(key_of([said]), set()).add(kind)
    for power in powers:
        for said in (power, names.power(power), names.nations.get(power, power)):
            found.setdefault(key_of([said]), set()).add(power)
    return {said: next(iter(ids)) for said, ids in found.items() if len(ids) == 1}
