"""Battles along fixed orders of loss: the state is (attackers left, defenders left), solved row by row.

Where every hit falls on the next unit in its side's order of loss, all that matters is how many are left. The hits
of every number left are worked out once. A row is all states with the same number of attackers; rounds in which
none of them falls lead within the row, a triangular system; all others lead to rows already known or still to come.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.battle import Unit, chance
from northafrica.odds.hits import binomials, dice_of, together
from northafrica.odds.told import OddsError

Floats = NDArray[np.float64]
TERMS_PER_UNIT = 8
MOST_CELLS = 90_000
"""States of a battle worked out; the work grows with their square, and so many take some five to ten seconds."""
FEW = 48
ONE_THREAD = 250_000
ONE_THREAD_VECTOR = 8_000
ONE_THREAD_SOLVE = 80
LAST_DIGIT = float(np.log(1e-18))


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
    growth = _Growth(die, units, size)
    for index in range(len(start) - 1, -1, -1):
        growth.add(index, start[index])
    growth.left[growth.slot + 1 :], growth.hits[growth.slot + 1 :] = growth.left[growth.slot], growth.hits[growth.slot]
    return Chain(growth.left, growth.hits)


class _Growth:
    """Fills a chain from the last unit to fall to the first; many dice of one chance at once."""

    def __init__(self, die: int, units: Sequence[Unit], size: int) -> None:
        self.die, self.units, self.slot = die, units, 0
        self.left = np.zeros((size + 1, len(units)), dtype=np.int64)
        self.hits = np.zeros((size + 1, size + 1))
        self.hits[0, 0] = 1.0
        self.givers = self.takers = 0
        lifts = {(chance(die, u), chance(die, u, True)) for u in units if u.supported}
        self.plain = len(lifts) < 2

    def add(self, index: int, n: int) -> None:
        """Put n units of a kind in front of those there are."""
        unit = self.units[index]
        base = self.left[self.slot]
        self.left[self.slot + 1 : self.slot + n + 1] = base
        self.left[self.slot + 1 : self.slot + n + 1, index] = np.arange(1, n + 1)
        if not self.plain or (unit.supports and self.takers > self.givers):
            for _ in range(n):
                self._again()
        elif unit.supported:
            helped = min(n, max(0, self.givers - self.takers))
            self._more(chance(self.die, unit, True), helped)
            self._more(chance(self.die, unit), n - helped)
        else:
            self._more(chance(self.die, unit), n)
        self.givers += n * unit.supports
        self.takers += n * bool(unit.supported)

    def _more(self, p: float, n: int) -> None:
        """n dice of one chance, one after the other."""
        have = self.slot + 1
        base = np.zeros(have + 2 * n)
        base[n : n + have] = self.hits[self.slot, :have]
        step = base.strides[0]
        shifted = np.lib.stride_tricks.as_strided(base[n:], (n + 1, have + n), (-step, step), writeable=False)
        self.hits[self.slot + 1 : self.slot + n + 1, : have + n] = binomials(p, n)[1:] @ shifted
        self.slot += n

    def _again(self) -> None:
        """One more unit that changes the dice of others: all dice anew."""
        self.slot += 1
        dice = dice_of(self.die, self.units, [int(k) for k in self.left[self.slot]])
        found = together((p, n) for _, p, n in dice)
        self.hits[self.slot, : len(found)] = found


@dataclass(frozen=True, eq=False)
class Odds:
    """Two chains against each other, ready to solve. Shapes with n and m slots, T holds a row's way down.

    fire    (n + 1, m + 1): chance of k hits by i attackers
    reply   (m + 1, n + 1): chance of k hits by j defenders
    tails   (m + 1, n + 1): chance of k hits or more by j defenders
    """

    fire: Floats
    reply: Floats
    tails: Floats

    @cached_property
    def down(self) -> Floats:
        """(n + 1, m + 1, m + 1): chance that j defenders become j', by number of attackers. Raises OddsError."""
        n, m = len(self.fire) - 1, len(self.reply) - 1
        most = math.isqrt(MOST_CELLS)
        if n * m > MOST_CELLS:
            raise OddsError(
                f"{n} hits on one side and {m} on the other are too many to work out, at most {most} and {most} are; "
                "take fewer units, or sample it (trials=10000) with another retreat than 'best'"
            )
        return _ways_down(self.fire)


def make_odds(attacker: Chain, defender: Chain) -> Odds:
    """Put two chains against each other."""
    n, m = attacker.slots, defender.slots
    fire, reply = _wide(attacker.hits, m), _wide(defender.hits, n)
    return Odds(fire, reply, _tails(reply))


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
    """Fight to the end from a distribution of states; the attacker leaves where `stop`. All are (n + 1, m + 1)."""
    n = start.shape[0] - 1
    mass = start.copy()
    win, left, still = np.zeros(n + 1), np.zeros_like(mass), np.zeros_like(mass)
    reply, tails = odds.reply[1:], odds.tails[1:]
    rows = _Rows(odds)
    for i in range(n, 0, -1):
        arrived = mass[i, 1:]
        if stop is not None or rows.can_stick[i]:
            visits = _visits_with_ends(rows, i, arrived, stop, left, still)
        else:
            visits = rows.visits(i, arrived)
        flow = reply[:, : i + 1] * visits[:, None]
        flow[:, i] = tails[:, i] * visits
        ways = product(flow.T, odds.down[i, 1:])
        win[i] = mass[i, 0] + ways[0, 0]
        mass[i - 1 :: -1] += ways[1:]
    return Finals(win, mass[0], left, still)


def _visits_with_ends(
    rows: _Rows, i: int, arrived: Floats, stop: NDArray[np.bool_] | None, left: Floats, still: Floats
) -> Floats:
    """Visits of a row in some of whose states the battle ends; puts what ends there aside."""
    stuck = (rows.stay >= 1.0) if rows.can_stick[i] else np.zeros(len(arrived), dtype=bool)
    leave = np.zeros_like(stuck) if stop is None else stop[i, 1:] & ~stuck
    over = stuck | leave
    system = rows.system(i)
    system[over] = 0.0
    system[over, over] = 1.0
    visits = solve_from_the_left(system, arrived)
    left[i, 1:], still[i, 1:] = np.where(leave, visits, 0.0), np.where(stuck, visits, 0.0)
    return np.where(over, 0.0, visits)


def _one_less(down: Floats, stay: Floats) -> Floats:
    """1 - stay x down for a stack of rows, (rows, m, m)."""
    found: Floats = down * -stay[:, None]
    found.reshape(len(found), -1)[:, :: len(stay) + 1] += 1.0
    return np.asarray(found)


def product(a: Floats, b: Floats) -> Floats:
    """a @ b in pieces so small that the library does them in one thread: more threads would only wait here."""
    piece = (ONE_THREAD if a.ndim > 1 else ONE_THREAD_VECTOR) // max(1, a.size)
    if b.shape[1] <= piece:
        return np.asarray(a @ b)
    pieces = [a @ b[:, at : at + piece] for at in range(0, b.shape[1], max(1, piece))]
    return np.concatenate(pieces, axis=-1)


def solve_lower(system: Floats, right: Floats) -> Floats:
    """Solve a lower triangular system, in blocks that stay in one thread."""
    m = len(system)
    if m <= ONE_THREAD_SOLVE:
        return np.asarray(np.linalg.solve(system, right))
    half = m // 2
    low = solve_lower(system[:half, :half], right[:half])
    high = solve_lower(system[half:, half:], right[half:] - system[half:, :half] @ low)
    return np.concatenate([low, high])


def solve_from_the_left(system: Floats, right: Floats) -> Floats:
    """Solve x @ system = right for a lower triangular system: the same one, turned round."""
    return solve_lower(system.T[::-1, ::-1], right[::-1])[::-1]


class _Rows:
    """The triangular systems of rounds that stay within a row: by a short series, or by solving."""

    def __init__(self, odds: Odds) -> None:
        m = odds.fire.shape[1] - 1
        self.odds, self.stay = odds, odds.reply[1:, 0]
        self.terms = series_terms(odds).tolist()
        self.most = max(3, m // TERMS_PER_UNIT)
        self.can_stick = ((odds.fire[:, 0] >= 1.0) & np.any(self.stay >= 1.0)).tolist()
        # few units: all rows at once, as the calls cost more than the sums
        self.systems = _one_less(odds.down[:, 1:, 1:], self.stay) if m <= FEW else None

    def system(self, i: int) -> Floats:
        """One less the ways that stay in row i; where nothing moves, one."""
        down = self.odds.down[i : i + 1, 1:, 1:]
        found = _one_less(down, self.stay)[0] if self.systems is None else self.systems[i]
        if self.can_stick[i]:
            found[self.stay >= 1.0, self.stay >= 1.0] = 1.0
        return np.asarray(found)

    def visits(self, i: int, arrived: Floats) -> Floats:
        """How often each state of row i is visited, by defenders left (m,)."""
        if self.terms[i] > self.most:
            return solve_from_the_left(self.system(i), arrived)
        down, found, more = self.odds.down[i, 1:, 1:], arrived, arrived
        for _ in range(self.terms[i]):
            more = product(more * self.stay, down)
            found = found + more
        return found

    def values(self, i: int, known: Floats) -> Floats:
        """The values of the states of row i, (m, columns), from what the other rows contribute."""
        if self.terms[i] > self.most:
            return solve_lower(self.system(i), known)
        down, found, more = self.odds.down[i, 1:, 1:], known, known
        for _ in range(self.terms[i]):
            more = self.stay[:, None] * product(down, more)
            found = found + more
        return found


def series_terms(odds: Odds) -> NDArray[np.int64]:
    """By attackers left, after how many terms the series of rounds within the row is below the last digit."""
    m = odds.fire.shape[1] - 1
    within = 1.0 - np.cumsum(odds.fire[:, ::-1], axis=1)[:, ::-1]  # fewer hits than j
    most = np.max(odds.reply[1:, 0] * within[:, 1:], axis=1, initial=0.0) if m else np.zeros(len(odds.fire))
    most = np.clip(most, 1e-300, 1.0 - 1e-12)
    return np.asarray(np.ceil(LAST_DIGIT / np.log(most)), dtype=np.int64)


def one_round(odds: Odds, mass: Floats) -> Floats:
    """The distribution of states a round later; states with nobody left on a side stay as they are."""
    found = mass.copy()
    found[1:, 1:] = 0.0
    for i in range(mass.shape[0] - 1, 0, -1):
        here = mass[i, 1:]
        if here.any():
            flow = here[:, None] * odds.reply[1:, : i + 1]
            flow[:, i] = here * odds.tails[1:, i]
            found[i::-1] += product(flow.T, odds.down[i, 1:])
    return found


def is_stuck(odds: Odds) -> NDArray[np.bool_]:
    """Where both are there and neither can hurt the other, (n + 1, m + 1)."""
    found = (odds.fire[:, 0] >= 1.0)[:, None] & (odds.reply[:, 0] >= 1.0)[None, :]
    found[0], found[:, 0] = False, False
    return found


def best_stops(odds: Odds, win: Floats, lose: Floats, leave: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Where leaving is worth more than pressing, and what each state is worth when the attacker plays best.

    win (n + 1,), lose (m + 1,), leave (n + 1, m + 1): the worth of each end to the attacker.
    """
    n, m = leave.shape[0] - 1, leave.shape[1] - 1
    value = np.zeros_like(leave)
    value[:, 0] = win
    value[0] = lose
    stop = np.zeros(leave.shape, dtype=bool)
    stuck = is_stuck(odds)
    for i in range(1, n + 1):
        weight = odds.reply[1:, 1 : i + 1].copy()
        weight[:, i - 1] = odds.tails[1:, i]
        known = np.sum(weight * (odds.down[i, 1:] @ value[i - 1 :: -1].T), axis=1)
        within = odds.down[i, 1:] * odds.reply[1:, :1]
        for j in range(1, m + 1):
            if stuck[i, j]:
                value[i, j] = leave[i, j]
                continue
            press = (known[j - 1] + within[j - 1, :j] @ value[i, :j]) / (1.0 - within[j - 1, j])
            stop[i, j] = press <= leave[i, j] + 1e-12
            value[i, j] = max(press, leave[i, j])
    return stop, value


def all_battles(odds: Odds) -> Floats:
    """Win, lose and draw of every battle with 0..n attackers left against 0..m defenders: shape (3, n + 1, m + 1).

    What is missing to 1 is stalemate.
    """
    n, m = odds.fire.shape[0] - 1, odds.fire.shape[1] - 1
    value = np.zeros((n + 1, m + 1, 3))
    value[1:, 0, 0] = 1.0
    value[0, 1:, 1] = 1.0
    value[0, 0, 2] = 1.0
    stay, rows = odds.reply[1:, 0], _Rows(odds)
    below = np.empty((m + 1, n, 3))  # below[:, n - i:] are the rows i - 1 to 0, the nearest first
    below[:, n - 1] = value[0]
    for i in range(1, n + 1):
        down = odds.down[i, 1:]
        weight = odds.reply[1:, 1 : i + 1].copy()
        weight[:, i - 1] = odds.tails[1:, i]
        ahead = product(down, below[:, n - i :].reshape(m + 1, 3 * i)).reshape(m, i, 3)
        known = (weight[:, None, :] @ ahead)[:, 0]
        known += (stay * down[:, 0])[:, None] * value[i, 0]
        value[i, 1:] = rows.values(i, known)
        if i < n:
            below[:, n - 1 - i] = value[i]
    return np.ascontiguousarray(value.transpose(2, 0, 1))
