"""Sources of luck: seeded, typed in, replayed. A game without one waits for dice from the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

Result = tuple[int | str, ...]


class Luck(Protocol):
    """Answers a roll or a draw. `position` counts the rolls before it on this line of play."""

    def draw(self, position: int, count: int, pool: Sequence[int | str], replacing: bool) -> Result: ...


def stream_of(seed: str) -> random.Random:
    """The stream of a seed; any text is one, also a lone surrogate, which no file can hold as it is.

    >>> stream_of("7/0").random() == random.Random("7/0").random()
    True
    """
    return random.Random(seed.encode("utf-8", "surrogatepass"))


class Seeded:
    """Pseudo-random luck. The same seed and position give the same dice, so that undo restores the stream.

    >>> dice = Seeded(7)
    >>> dice.draw(0, 5, range(1, 11), True) == Seeded(7).draw(0, 5, range(1, 11), True)
    True
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def draw(self, position: int, count: int, pool: Sequence[int | str], replacing: bool) -> Result:
        """`count` results out of `pool`, with or without putting back."""
        stream = stream_of(f"{self.seed}/{position}")
        if replacing:
            return tuple(stream.choices(pool, k=count))
        return tuple(stream.sample(list(pool), count))

    def __repr__(self) -> str:
        return f"Seeded({self.seed!r})"


class OutOfDice(LookupError):
    """The prepared dice are used up."""


class Scripted:
    """Dice prepared beforehand, used in order; raises OutOfDice when they run out.

    >>> dice = Scripted([3, 9, 1])
    >>> dice.draw(0, 2, range(1, 11), True), dice.left
    ((3, 9), [1])
    """

    def __init__(self, results: Sequence[int | str]) -> None:
        self.results = list(results)
        self.used = 0

    def draw(self, position: int, count: int, pool: Sequence[int | str], replacing: bool) -> Result:
        """The next `count` prepared results; those outside `pool` are the roll's to refuse."""
        taken = tuple(self.results[self.used : self.used + count])
        if len(taken) < count:
            raise OutOfDice(f"a roll wants {count} dice, {len(taken)} are left of the {len(self.results)} prepared")
        self.used += count
        return taken

    @property
    def left(self) -> list[int | str]:
        return self.results[self.used :]
