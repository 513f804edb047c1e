"""Which of several things find a place, each in one of those it may have, as many as there is room for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


class Matching(Generic[P]):
    """Things that come one after the other; a newcomer may make others change places, but puts none out.

    >>> berths = Matching({"tobruk": 1, "derna": 1})
    >>> berths.add(["tobruk", "derna"]), berths.add(["tobruk"]), berths.add(["tobruk", "derna"])
    (True, True, False)
    >>> {place: len(there) for place, there in berths.held.items()}
    {'tobruk': 1, 'derna': 1}
    """

    def __init__(self, room: Mapping[P, int]) -> None:
        self.room = room
        self.held: dict[P, list[tuple[P, ...]]] = defaultdict(list)

    def add(self, places: Iterable[P]) -> bool:
        """Whether a thing that may have one of these places finds one; no way to place more of them is missed."""
        return self._place(tuple(places), set())

    def _place(self, places: tuple[P, ...], tried: set[P]) -> bool:
        for place in places:
            if place in tried:
                continue
            tried.add(place)
            there = self.held[place]
            if len(there) < self.room[place]:
                there.append(places)
                return True
            for n, other in enumerate(there):
                if self._place(other, tried):
                    there[n] = places
                    return True
        return False
