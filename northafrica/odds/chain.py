"""Battles along fixed orders of loss: the state is (attackers left, defenders left), solved row by row.

Where every hit falls on the next unit in its side's order of loss, all that matters is how many are left. The hits
of every number left are worked out once. A row is all states with the same number of attackers; rounds in which
none of them falls lead within the row, a triangular system; all others lead to rows already known or still to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.battle import Unit
from northafrica.odds.hits import dice_of, together

Floats = NDArray[np.float64]
BLOCK = 40


@dataclass(frozen=True, eq=False)
class Chain:
    """One side along its order of loss, by the number n of hits it can still take.

    left   (slots + 1, kinds): units left of each kind
    hits   (slots + 1, slots + 1): chance of each number of hits
    """

    left: NDArray[np.int64]
    hits: Floats

    @property
    def slots(self) -> int:
        """Hits the whole side can take."""
        return len(self.left) - 1


def make_chain(die: int, units: Sequence[Unit], counts: Sequence[int] | None = None) -> Chain:
    """The chain of units in order of loss; a unit that takes two hits takes the first of them before anyone falls."""
    start = [unit.count for unit in units] if counts is None else list(counts)
    spare = sum(n * (unit.hits - 1) for unit, n in zip(units, start, strict=True))
    size = sum(start) + spare
    left = np.zeros((size + 1, len(start)), dtype=np.int64)
    hits = np.zeros((size + 1, size + 1))
    hits[0, 0] = 1.0
    counts_now = [0] * len(start)
    before: Counter[float] = Counter()
    slot = 0
    for index in range(len(start) - 1, -1, -1):
        for _ in range(start[index]):
            slot += 1
            counts_now[index] += 1
            left[slot] = counts_now
            now = Counter[float]()
            for _, p, n in dice_of(die, units, counts_now):
                now[p] += n
            hits[slot] = _one_more(hits[slot - 1], before, now)
            before = now
    left[slot + 1 :], hits[slot + 1 :] = left[slot], hits[slot]
    return Chain(left, hits)


def _one_more(row: Floats, before: Counter[float], now: Counter[float]) -> Floats:
    """The next row of hits: one die more than before where that is all, else all dice together."""
    added = now - before
    found = np.zeros_like(row)
    if before - now or sum(added.values()) > 1:
        all_hits = together(now.items())
        found[: len(all_hits)] = all_hits
        return found
    if not added:
        return row
    (p,) = added
    np.multiply(row, 1.0 - p, out=found)
    found[1:] += p * row[:-1]
    return found


@dataclass(frozen=True, eq=False)
class Odds:
    """Two chains against each other, ready to solve. Shapes with n and m slots, T holds a row's way down.

    fire    (n + 1, m + 1): chance of k hits by i attackers
    reply   (m + 1, n + 1): chance of k hits by j defenders
    down    (n + 1, m + 1, m + 1): chance that j defenders become j', by number of attackers
    tails   (m + 1, n + 1): chance of k hits or more by j defenders
    """

    fire: Floats
    reply: Floats
    down: Floats
    tails: Floats


def make_odds(attacker: Chain, defender: Chain) -> Odds:
    """Put two chains against each other."""
    n, m = attacker.slots, defender.slots
    fire, reply = _wide(attacker.hits, m), _wide(defender.hits, n)
    return Odds(fire, reply, _ways_down(fire), _tails(reply))


def _wide(hits: Floats, enemy: int) -> Floats:
    rows, have = hits.shape
    if have == enemy + 1:
        return hits
    found = np.zeros((rows, enemy + 1))
    found[:, : min(have, enemy + 1)] = hits[:, : enemy + 1]
    if have > enemy + 1:
        found[:, enemy] += hits[:, enemy + 1 :].sum(axis=1)
    return found


def _tails(hits: Floats) -> Floats:
    return np.ascontiguousarray(np.cumsum(hits[:, ::-1], axis=1)[:, ::-1])


def _ways_down(fire: Floats) -> Floats:
    """From j to j' by exactly j - j' hits; to 0 by j hits or more."""
    rows, m = fire.shape[0], fire.shape[1] - 1
    padded = np.zeros((rows, 2 * m + 1))
    padded[:, m:] = fire
    step = padded.strides[1]
    view = np.lib.stride_tricks.as_strided(
        padded[:, m:], (rows, m + 1, m + 1), (padded.strides[0], step, -step), writeable=False
    )
    found = view.copy()
    found[:, :, 0] = _tails(fire)
    return found


@dataclass(frozen=True, eq=False)
class Finals:
    """Where the mass ends: win (n + 1,) by attackers left, lose (m + 1,) by defenders left (index 0: draw),
    retreat and stalemate (n + 1, m + 1)."""

    win: Floats
    lose: Floats
    retreat: Floats
    stalemate: Floats


def run(odds: Odds, start: Floats, stop: NDArray[np.bool_] | None = None) -> Finals:
    """Fight to the end from a distribution of states (n + 1, m + 1); rows with `stop` leave on arrival."""
    n, m = start.shape[0] - 1, start.shape[1] - 1
    mass = start.copy()
    win, left, still = np.zeros(n + 1), np.zeros_like(mass), np.zeros_like(mass)
    stay = odds.reply[1:, 0]
    one = np.eye(m)
    for i in range(n, 0, -1):
        win[i] = mass[i, 0]
        arrived = mass[i, 1:]
        if not arrived.any():
            continue
        if stop is not None and stop[i]:
            left[i, 1:] = arrived
            continue
        down = odds.down[i]
        system = one - stay[:, None] * down[1:, 1:]
        if odds.fire[i, 0] >= 1.0:
            arrived = _set_aside(odds, i, system, arrived, still)
        visits = lower_solve(system.T[::-1, ::-1], arrived[::-1])[::-1]
        win[i] += (visits * stay) @ down[1:, 0]
        flow = visits[:, None] * odds.reply[1:, 1 : i + 1]
        flow[:, i - 1] = visits * odds.tails[1:, i]
        mass[i - 1 :: -1] += flow.T @ down[1:]
    return Finals(win, mass[0], left, still)


def _set_aside(odds: Odds, i: int, system: Floats, arrived: Floats, still: Floats) -> Floats:
    """Where neither can hurt the other nothing moves: stalemate."""
    stuck = odds.reply[1:, 0] >= 1.0
    still[i, 1:][stuck] = arrived[stuck]
    system[stuck, stuck] = 1.0
    return np.where(stuck, 0.0, arrived)


def lower_solve(system: Floats, right: Floats) -> Floats:
    """Solve a lower triangular system in blocks; `right` is (m,) or (m, columns)."""
    m = len(system)
    if m <= BLOCK:
        return np.asarray(np.linalg.solve(system, right))
    found = np.empty_like(right)
    for at in range(0, m, BLOCK):
        end = min(at + BLOCK, m)
        rest = right[at:end] - system[at:end, :at] @ found[:at]
        found[at:end] = np.linalg.solve(system[at:end, at:end], rest)
    return found


def one_round(odds: Odds, mass: Floats) -> Floats:
    """The distribution of states a round later; states with nobody left on a side are left where they are."""
    n = mass.shape[0] - 1
    found = mass.copy()
    found[1:, 1:] = 0.0
    for i in range(n, 0, -1):
        here = mass[i, 1:]
        if not here.any():
            continue
        flow = here[:, None] * odds.reply[1:, : i + 1]
        flow[:, i] = here * odds.tails[1:, i]
        found[i::-1] += flow.T @ odds.down[i][1:]
    return found


def all_battles(odds: Odds) -> Floats:
    """Win, lose and draw of every battle with 0..n attackers left against 0..m defenders: shape (3, n + 1, m + 1).

    What is missing to 1 is stalemate.
    """
    n, m = odds.fire.shape[0] - 1, odds.fire.shape[1] - 1
    # padded with rows of nobody, so that the rows below one are a plain slice upside down
    value = np.zeros((n + 1, m + 1, 3))
    value[1:, 0, 0] = 1.0
    value[0, 1:, 1] = 1.0
    value[0, 0, 2] = 1.0
    stay, one = odds.reply[1:, 0], np.eye(m)
    for i in range(1, n + 1):
        down = odds.down[i]
        weight = odds.reply[1:, 1 : i + 1].copy()
        weight[:, i - 1] = odds.tails[1:, i]
        below = value[i - 1 :: -1].transpose(1, 0, 2).reshape(m + 1, 3 * i)
        known = np.einsum("jk,jkc->jc", weight, (down[1:] @ below).reshape(m, i, 3))
        known += (stay * down[1:, 0])[:, None] * value[i, 0]
        system = one - stay[:, None] * down[1:, 1:]
        if odds.fire[i, 0] >= 1.0:
            stuck = stay >= 1.0
            system[stuck, stuck] = 1.0
        value[i, 1:] = lower_solve(system, known)
    return np.ascontiguousarray(value.transpose(2, 0, 1))
