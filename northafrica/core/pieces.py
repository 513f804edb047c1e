"""Pieces and what is counted of them: the smallest words of every game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import total_ordering
from typing import NamedTuple

Status = tuple[tuple[str, int | str], ...]

_STATUS = re.compile(r"\s*([a-z_]+)(?:\s+([A-Za-z0-9_:>.-]+))?\s*$")
_LISTED = re.compile(r"(?:\([^()]*\)|[^,])+")
_NUMBER = re.compile(r"-?[0-9]{1,9}$")


def _comparable(status: Status) -> tuple[tuple[str, bool, int | str], ...]:
    """A status that sorts: a number before a word where the same name bears both."""
    return tuple((name, isinstance(value, str), value) for name, value in status)


@total_ordering
@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of piece in one condition; equal pieces are interchangeable.

    `status` holds what sets it apart from its like (moved, damaged, aboard ...), sorted by name;
    `id` names a piece that keeps its identity (a counter, a block). Pieces sort by power, kind, status and id.
    """

    power: str
    kind: str
    status: Status = ()
    id: str = ""

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Piece):
            return NotImplemented
        if self.status == other.status:
            return (self.power, self.kind, self.id) < (other.power, other.kind, other.id)
        mine, theirs = _comparable(self.status), _comparable(other.status)
        return (self.power, self.kind, mine, self.id) < (other.power, other.kind, theirs, other.id)

    def get(self, name: str, default: int | str = 0) -> int | str:
        """The value of a status, or `default` where the piece does not have it."""
        for key, value in self.status:
            if key == name:
                return value
        return default

    def number(self, name: str) -> int:
        """A numeric status, 0 where the piece does not have it."""
        return int(self.get(name, 0))

    def has(self, name: str) -> bool:
        for key, _ in self.status:  # noqa: SIM110 (asked more often than anything else, and a loop is quicker)
            if key == name:
                return True
        return False

    def having(self, **changes: int | str | None) -> Piece:
        """The same piece with some statuses set; 0, "" and None take one away."""
        values = dict(self.status)
        for name, value in changes.items():
            if value in (0, "", None):
                values.pop(name, None)
            else:
                assert value is not None
                values[name] = value
        return replace(self, status=tuple(sorted(values.items())))

    def __str__(self) -> str:
        return f"{self.power} {self.label}"

    @property
    def label(self) -> str:
        """Kind, id and status, without the power: `tank (moved 1)`."""
        name = f"{self.kind}#{self.id}" if self.id else self.kind
        return f"{name} ({status_text(self.status)})" if self.status else name


class Stock(NamedTuple):
    """A counted resource, with the power that owns it where one does."""

    resource: str
    owner: str = ""

    def __str__(self) -> str:
        return f"{self.resource}/{self.owner}" if self.owner else self.resource

    @classmethod
    def parse(cls, text: str) -> Stock:
        resource, _, owner = text.partition("/")
        return cls(resource, owner)


def listed(text: str) -> list[str]:
    """The items of a list, parted by commas that stand outside of brackets.

    >>> listed("2 uk tank (moved 1, air 2), 1 us tank,")
    ['2 uk tank (moved 1, air 2)', '1 us tank']
    """
    return [item.strip() for item in _LISTED.findall(text) if item.strip()]


def status_text(status: Status) -> str:
    """`moved 1, attack tobruk`; a bare flag prints its name alone."""
    return ", ".join(name if value == 1 else f"{name} {value}" for name, value in status)


def parse_status(text: str) -> Status:
    """The inverse of `status_text` (a status of 0 is none at all); raises ValueError for anything else."""
    found: dict[str, int | str] = {}
    for part in text.split(","):
        match = _STATUS.match(part)
        if not match:
            raise ValueError(f"'{part.strip()}' is no status; write a name and at most one value, like 'moved 1'")
        name, value = match.groups()
        if name in found:
            raise ValueError(f"the status '{name}' stands there twice")
        found[name] = 1 if value is None else int(value) if _NUMBER.match(value) else value
    return tuple(sorted((name, value) for name, value in found.items() if value != 0))


def parse_piece(text: str) -> Piece:
    """The inverse of `str(piece)`: `germany tank (moved 1)` or `us fighter#3`."""
    head, _, rest = text.partition("(")
    words = head.split()
    if len(words) != 2 or (rest and not rest.rstrip().endswith(")")):
        raise ValueError(f"'{text}' is no piece; write a power and a kind, like 'germany tank'")
    kind, _, ident = words[1].partition("#")
    status = parse_status(rest.rstrip().removesuffix(")")) if rest else ()
    return Piece(words[0], kind, status, ident)
