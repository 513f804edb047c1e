"""All numbers of units a side can come down to, with what each scores and what hits make of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.battle import Unit
from northafrica.odds.hits import dice_of, together
from northafrica.odds.told import OddsError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Counts = tuple[int, ...]
MOST = 4000


class Lattice:
    """The states of one side, smallest first; state 0 is nobody.

    counts  (states, kinds)
    fall    (states, hits + 1): the state after so many hits in the order of loss
    fire    (states, hits + 1): chance of each number of hits; see `fire_of` for a part of the units
    worth   (states,): value of the units
    """

    def __init__(self, die: int, units: Sequence[Unit], states: Iterable[Counts]) -> None:
        self.die, self.units = die, tuple(units)
        self.states = sorted(set(states), key=lambda s: (sum(s), s))
        _refuse_too_many(len(self.states))
        self.index = {state: n for n, state in enumerate(self.states)}
        self.counts = np.array(self.states, dtype=np.int64)
        self.total = self.counts.sum(axis=1)
        self.most = int(self.total.max())
        self.worth: Floats = self.counts @ np.array([float(u.value) for u in units])
        self.fire = self.fire_of(lambda unit: True)

    def fire_of(self, fires: Callable[[Unit], bool]) -> Floats:
        """The chances of hits of those units that fire."""
        found = np.zeros((len(self.states), self.most + 1))
        for n, state in enumerate(self.states):
            firing = [k if fires(unit) else 0 for unit, k in zip(self.units, state, strict=True)]
            hits = together((p, k) for _, p, k in dice_of(self.die, self.units, firing))
            found[n, : len(hits)] = hits
        return found

    def falls(self, most: int) -> Ints:
        """The state after 0 to `most` hits in the order of loss, (states, most + 1)."""
        found = np.zeros((len(self.states), most + 1), dtype=np.int64)
        for n, state in enumerate(self.states):
            for hits in range(most + 1):
                found[n, hits] = self.index[after_hits(state, hits)]
        return found

    def part(self, keeps: Callable[[Unit], bool]) -> Ints:
        """For each state, the state of only those units that are kept."""
        keep = [keeps(unit) for unit in self.units]
        states = [tuple(k if kept else 0 for k, kept in zip(state, keep, strict=True)) for state in self.states]
        return np.array([self.index[state] for state in states])

    def choices(self) -> int:
        """How many pairs of a state and one it can come down to there are."""
        return int(np.prod(self.counts + 1, axis=1).sum())

    def below(self) -> list[list[Ints]]:
        """`below[state][hits]`: all states that so many hits can leave, the owner choosing who falls."""
        found: list[list[Ints]] = []
        for state in self.states:
            by_loss: list[list[int]] = [[] for _ in range(sum(state) + 1)]
            for lower in product(*(range(k + 1) for k in state)):
                by_loss[sum(state) - sum(lower)].append(self.index[lower])
            found.append([np.array(group) for group in by_loss])
        return found


def _refuse_too_many(ways: int) -> None:
    if ways > MOST:
        raise OddsError(f"{ways:,} ways to lose units are too many to choose among; take fewer units")


def after_hits(state: Counts, hits: int) -> Counts:
    """Who is left after hits in the order of loss."""
    left = list(state)
    for n, k in enumerate(left):
        lost = min(k, hits)
        left[n] -= lost
        hits -= lost
    return tuple(left)


def all_below(start: Counts) -> list[Counts]:
    """Every way to come down from a state. Raises OddsError before it lists too many."""
    _refuse_too_many(math.prod(k + 1 for k in start))
    return list(product(*(range(k + 1) for k in start)))


def chain_below(start: Counts, keeps: Sequence[bool]) -> list[Counts]:
    """The states along the order of loss, and those of only the units kept where the others left."""
    found: set[Counts] = set()
    for hits in range(sum(start) + 1):
        state = after_hits(start, hits)
        kept = tuple(k if keep else 0 for k, keep in zip(state, keeps, strict=True))
        found |= {state} | {after_hits(kept, more) for more in range(sum(kept) + 1)}
    return sorted(found)


def chains_below(start: Counts, aimed: Sequence[bool], keeps: Sequence[bool]) -> list[Counts]:
    """`chain_below` from every state that hits aimed at some kinds can leave of a start. Raises OddsError."""
    _refuse_too_many(math.prod(k + 1 for k, singled in zip(start, aimed, strict=True) if singled))
    ways = product(*(range(k + 1) if singled else (k,) for k, singled in zip(start, aimed, strict=True)))
    return sorted({state for way in ways for state in chain_below(way, keeps)})
