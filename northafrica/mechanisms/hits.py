"""Hits and who may take them: how many are due, which units may be chosen, what is left to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from northafrica.core.matching import Matching
from northafrica.core.pieces import Piece

Group = tuple[str, Piece, int]
"""A place, like pieces there, how many."""
H = TypeVar("H")


@dataclass(frozen=True)
class Due(Generic[H]):
    """The hits of one fire and those they may fall on; as many as possible must count.

    taken     the casualties already chosen
    units     who may still be chosen
    may_hit   whether a hit may fall on a piece
    takes     how many hits one piece can take
    """

    hits: Sequence[H]
    taken: Sequence[Piece]
    units: Sequence[Group]
    may_hit: Callable[[H, Piece], bool]
    takes: Callable[[Piece], int]

    def count(self, pieces: Sequence[Piece]) -> int:
        """The most hits that can fall on these pieces at once, an entry a hit: a maximum matching."""
        found: Matching[int] = Matching(dict.fromkeys(range(len(pieces)), 1))
        return sum(found.add(n for n, piece in enumerate(pieces) if self.may_hit(hit, piece)) for hit in self.hits)

    def slots(self, units: Sequence[Group]) -> list[Piece]:
        """One entry for every hit that units can take."""
        return [piece for _, piece, n in units for _ in range(n * self.takes(piece))]

    def still(self) -> int:
        """How many more casualties must be chosen."""
        return self.count([*self.taken, *self.slots(self.units)]) - len(self.taken)

    def fits(self, *pieces: Piece) -> bool:
        """Whether hits can fall on these pieces besides those taken, without a hit wasted."""
        trial = [*self.taken, *pieces]
        return self.count(trial) == len(trial)

    def eligible(self) -> list[Group]:
        """Units that may be the next casualty."""
        return [group for group in self.units if self.fits(group[1])]

    def only_choice(self) -> list[Group]:
        """All the casualties still due where nothing is left to choose, else none: of each group as many as must."""
        found = self.eligible()

        def most(units: Sequence[Group]) -> int:
            return self.count([*self.taken, *self.slots(units)])

        due = most(found)
        forced = [(*group[:2], due - most([other for other in found if other != group])) for group in found]
        settled = sum(n for _, _, n in forced) == due - len(self.taken)
        return [group for group in forced if group[2]] if settled else []

    def all_forced(self, need: int) -> bool:
        """Whether those who can take so many hits are no more than that, or all alike."""
        found = self.eligible()
        return len(found) == 1 or len(self.slots(found)) == need
