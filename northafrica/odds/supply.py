"""Battles in which fighting on costs supply, and battles whose losses are chosen: zero-sum games, solved backward.

Each round: the defender fights (for 1 supply, if units are there that need it) or falls back under fire; units that
need no supply may fight on alone. Then all fire. Then the attacker presses, paying 1 supply for every five units and
territory, with all or with some of the units that are left, or ceases.

The value of a state counts what is still to come: chance to capture, or value the defender loses, less what the
attacker loses, plus the territory's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.battle import Battle, Unit
from northafrica.odds.effort import FEWER, Effort
from northafrica.odds.lattice import Counts, Lattice, all_below, chains_below
from northafrica.odds.told import OddsError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
FIGHT, FALL_BACK, FREE_FIGHT = "fight", "fall back", "free units fight"
CLOSE, TIE, MOST_TURNS, MOST_STEPS = 1e-14, 1e-11, 3000, 1_500_000_000
CALL, LEAST_TURNS = 2000, 2
LOT = 5


@dataclass(frozen=True)
class Supply:
    """Supply in reach: of the attacker by territory it comes from (one number: shared by all), of the defender.

    refuge  whether defenders that fall back have somewhere to go; else they are lost
    """

    ours: tuple[int, ...]
    theirs: int
    refuge: bool = True

    def __post_init__(self) -> None:
        for side, amount in (("attacker", min(self.ours, default=0)), ("defender", self.theirs)):
            if amount < 0:
                raise OddsError(f"supply of the {side}: {amount}; write a whole number, 0 or more")


@dataclass
class Game:
    """The game of one battle. `supply` None: nobody pays, nobody drops out, and defenders stay.

    After `solve`: round_value[tokens] (attackers, defenders) at the start of a round, for each thing the defender
    can do; press_value[tokens] at its end. Tokens are (ours ..., theirs).
    """

    battle: Battle
    supply: Supply | None
    us: Lattice = field(init=False)
    them: Lattice = field(init=False)

    def __post_init__(self) -> None:
        battle = self.battle
        ours, theirs = battle.units("attacker"), battle.units("defender")
        for unit in (*ours, *theirs):
            if unit.hits > 1 or unit.domain in ("sea", "sub", "cargo"):
                raise OddsError(f"{unit.name}: supply and losses chosen to be best are worked out on land only")
        self.best = tuple(way == "best" for way in battle.losses)
        start = tuple(0 if u.leaves_after == 1 else u.count for u in ours)
        drops = self.supply is not None
        aimed = _aimed_at(battle)
        states = all_below(start) if drops or self.best[0] else chains_below(start, aimed[0], [True] * len(start))
        self.us = Lattice(battle.die, ours, states)
        foe = tuple(u.count for u in theirs)
        self.them = Lattice(
            battle.die,
            theirs,
            all_below(foe) if self.best[1] else chains_below(foe, aimed[1], [u.free for u in theirs]),
        )
        self.takes = np.array([any(k and u.can_capture for u, k in zip(ours, s, strict=True)) for s in self.us.states])
        self.cost = self._costs(ours)
        self.costs = sorted({tuple(row) for row in self.cost.tolist()})
        self.free = self.them.part(lambda u: u.free)
        self.pays = self.them.counts[:, [not u.free for u in theirs]].sum(axis=1) > 0
        self._check_size()
        self._prepare()

    def _check_size(self) -> None:
        """Refuse what nobody would wait for. Raises OddsError."""
        pools = (*self.supply.ours, self.supply.theirs) if self.supply else (0,)
        mend = f"{FEWER}, or fewer kinds"
        if self.supply:
            given = f"{' and '.join(map(str, self.supply.ours))}:{self.supply.theirs}"
            mend = f"{FEWER}, or less supply than {given}: no more than a few rounds can use"
        self.effort = Effort(MOST_STEPS, mend)
        self.steps = self._steps()
        self.effort.expect(self.steps * LEAST_TURNS * math.prod(k + 1 for k in pools))

    def _steps(self) -> int:
        """What it takes to work out one round from all states, in sums; a call for many costs as much as CALL."""
        us, them = self.us, self.them
        a, d, hits, back = len(us.states), len(them.states), us.most + 1, them.most + 1
        if not any(self.best):
            return hits * back * (a * d + CALL)
        ours, theirs = us.choices() if self.best[0] else a, them.choices() if self.best[1] else d
        return ours * d + theirs * a + back * a * d * d + CALL * (a * back + d * hits)

    def _prepare(self) -> None:
        self.fall_us, self.fall_them = None, None
        if not self.best[0]:
            self.fall_us = self.us.falls(self.them.most)
        if not self.best[1]:
            self.fall_them = self.them.falls(self.us.most)
        self.below_us = self.us.below() if self.best[0] else None
        self.below_them = self.them.below() if self.best[1] else None
        silent = np.zeros_like(self.them.fire)
        silent[:, 0] = 1.0
        self.fire = {FIGHT: self.them.fire, FALL_BACK: silent, FREE_FIGHT: self.them.fire_of(lambda u: u.free)}
        self.round_value: dict[Counts, dict[str, Floats]] = {}
        self.worst: dict[Counts, Floats] = {}
        self.press_value: dict[Counts, Floats] = {}

    def _costs(self, ours: Sequence[Unit]) -> Ints:
        """Supply to press by pool, (states, pools)."""
        if self.supply is None:
            return np.zeros((len(self.us.states), 0), dtype=np.int64)
        origins = sorted({u.origin for u in ours if not u.free})
        if len(self.supply.ours) not in (1, max(1, len(origins))):
            raise OddsError(f"supply: {len(self.supply.ours)} numbers for {len(origins)} territories of attackers; "
                            "write one number for all, or one for each")  # fmt: skip
        by_origin = [
            -(-self.us.counts[:, [u.origin == o and not u.free for u in ours]].sum(axis=1) // LOT) for o in origins
        ]
        table = np.array(by_origin).reshape(len(origins), len(self.us.states)).T
        return table if len(self.supply.ours) == max(1, len(origins)) and origins else table.sum(axis=1, keepdims=True)

    # -- values ----------------------------------------------------------------------------------------
    @property
    def by_value(self) -> bool:
        """Whether the goal is value, not capture alone."""
        return self.battle.goal.kind == "value"

    def taken(self) -> Floats:
        """The worth of having won, by attackers left."""
        return self.takes * (self.battle.goal.territory if self.by_value else 1.0)

    def left(self) -> Floats:
        """The value of the units left, ours less theirs; 0 where only capture counts."""
        if not self.by_value:
            return np.zeros((len(self.us.states), len(self.them.states)))
        return self.us.worth[:, None] - self.them.worth[None, :]

    def solve(self) -> None:
        """Work out all values, from the fewest tokens up."""
        pools = (*self.supply.ours, self.supply.theirs) if self.supply else (0,)
        order = sorted(product(*(range(k + 1) for k in pools)), key=lambda t: (t[-1], sum(t)))
        for tokens in order:
            self._solve_tokens(tokens)

    def _solve_tokens(self, tokens: Counts) -> None:
        """Press and round values lean on each other where nobody pays: repeat until they stand still."""
        base = self._paid_presses(tokens)
        free = np.all(self.cost == 0, axis=1)
        press = base
        for _ in range(MOST_TURNS):
            self.press_value[tokens] = press
            self.round_value[tokens] = self._rounds(tokens)
            self.worst[tokens] = np.minimum.reduce(list(self.round_value[tokens].values()))
            ahead = self.round_of(tokens)
            again = self._ended(np.maximum(base, self._highest(ahead, free)) if self.choosing else ahead)
            if np.max(np.abs(again - press), initial=0.0) < CLOSE:
                break
            press = again

    @property
    def choosing(self) -> bool:
        """Whether the attacker may cease."""
        return self.supply is not None or self.battle.retreat.kind == "best"

    def _paid_presses(self, tokens: Counts) -> Floats:
        """The best of ceasing and of pressing with those who must be paid for."""
        found = np.zeros((len(self.us.states), len(self.them.states)))
        for cost in self.costs:
            if not any(cost):
                continue
            left = tuple(have - c for have, c in zip(tokens, (*cost, 0), strict=True))
            if min(left) >= 0:
                able = np.all(self.cost == np.array(cost), axis=1)
                found = np.maximum(found, self._highest(self.round_of(left), able))
        return self._ended(found)

    def best_press(self, us: int, them: int, tokens: Counts) -> tuple[int, Counts] | None:
        """With whom to press (index of the state) and the tokens then left; None to cease. Of equals, with most."""
        able = np.zeros(len(self.takes), dtype=bool)
        if self.supply is None:
            able[us] = True
        else:
            able = np.all(self.us.counts <= self.us.counts[us], axis=1)
        able[0] = False
        value = np.full(len(able), -np.inf)
        for cost in self.costs:
            left = tuple(have - c for have, c in zip(tokens, (*cost, 0), strict=True))
            if min(left) >= 0:
                here = able & np.all(self.cost == np.array(cost, dtype=np.int64), axis=1)
                value[here] = self.worst[left][here, them]
        highest = float(value.max())
        if highest <= TIE:
            return None
        state = int(np.flatnonzero(value >= highest - TIE)[-1])
        cost = (*self.cost[state].tolist(), 0) if self.supply is not None else (0,)
        return state, tuple(have - c for have, c in zip(tokens, cost, strict=True))

    def _ended(self, value: Floats) -> Floats:
        """The values with those of battles that are over."""
        found = value.copy()
        found[0], found[:, 0] = 0.0, self.taken()
        found[0, 0] = 0.0
        return found

    def _highest(self, value: Floats, able: NDArray[np.bool_]) -> Floats:
        """For each state the highest value of those it may go on with: itself or, where units may drop out, fewer."""
        found = np.where(able[:, None], value, -np.inf)
        found[0] = -np.inf
        if self.supply is None:
            return found
        shape = tuple(int(k) + 1 for k in self.us.counts.max(axis=0))
        grid = np.full((*shape, value.shape[1]), -np.inf)
        grid[tuple(self.us.counts.T)] = found
        for axis in range(len(shape)):
            np.maximum.accumulate(grid, axis=axis, out=grid)
        return np.asarray(grid[tuple(self.us.counts.T)])

    def round_of(self, tokens: Counts) -> Floats:
        """The value of a round at its start, the defender doing what is worst for the attacker."""
        return self.worst[tokens]

    def next_of(self, way: str, tokens: Counts) -> tuple[Floats, Floats]:
        """What follows a round by what is left: (to come + value left) if nobody paid / if the defender paid 1."""
        plain = self.press_value[tokens]
        if way == FALL_BACK:
            kept = self.left()
            if self.supply is not None and not self.supply.refuge and self.by_value:
                kept = kept + self.them.worth[None, :]
            won = np.repeat(self.taken()[:, None], len(self.them.states), axis=1)
            ended = won + kept
            return ended, ended
        if way == FREE_FIGHT:
            # those that need supply have left: only the free ones are met in the next round
            found = plain[:, self.free] + self.left()
            if self.supply is not None and not self.supply.refuge and self.by_value:
                found = found + (self.them.worth - self.them.worth[self.free])[None, :]
            return found, found
        unpaid = plain + self.left()
        paid = self.press_value.get((*tokens[:-1], tokens[-1] - 1))
        return unpaid, unpaid if paid is None else paid + self.left()

    def _rounds(self, tokens: Counts) -> dict[str, Floats]:
        """The value of a round for each thing the defender can do; infinite where it cannot."""
        found = {}
        for way in (FIGHT, FALL_BACK, FREE_FIGHT) if self.supply is not None else (FIGHT,):
            free_next, paid_next = self.next_of(way, tokens)
            value = self._expect(free_next, way)
            if paid_next is not free_next:
                value = np.where(self.pays[None, :], self._expect(paid_next, way), value)
            value = np.where(self.possible(way, tokens)[None, :], value, np.inf)
            found[way] = value
        return found

    def possible(self, way: str, tokens: Counts) -> NDArray[np.bool_]:
        """Whether the defender can do this, by defenders left (combat rules of supply)."""
        if self.supply is None:
            return np.full(len(self.them.states), way == FIGHT)
        if way == FIGHT:
            return np.asarray(~self.pays | (tokens[-1] > 0))
        if way == FALL_BACK:
            return np.ones(len(self.them.states), dtype=bool)
        return np.asarray(self.pays & (self.free > 0))

    def _expect(self, ahead: Floats, way: str) -> Floats:
        """The mean of what follows a round, less the value left before it."""
        self.effort.spend(self.steps)
        reply = self.fire[way]
        found = np.zeros_like(ahead)
        if self.best[0] or self.best[1]:
            found = self._expect_chosen(ahead, reply)
        else:
            assert self.fall_us is not None
            assert self.fall_them is not None
            for k in range(self.them.most + 1):
                after = ahead[self.fall_us[:, k]]
                hit = np.zeros_like(ahead)
                for h in range(self.us.most + 1):
                    hit += self.us.fire[:, h, None] * after[:, self.fall_them[:, h]]
                found += reply[None, :, k] * hit
        return found - self.left()

    def _expect_chosen(self, ahead: Floats, reply: Floats) -> Floats:
        """The defender chooses who falls before it fires, the attacker after it knows all."""
        chosen = self.after_reply(ahead)  # (hits, attackers, defenders after the attackers' fire)
        found = np.zeros_like(ahead)
        for d in range(len(self.them.states)):
            mean = np.tensordot(reply[d, : len(chosen)], chosen, axes=1)
            for h in range(self.us.most + 1):
                found[:, d] += self.us.fire[:, h] * mean[:, self.options(self.them, self.below_them, d, h)].min(axis=1)
        return found

    def after_reply(self, ahead: Floats) -> Floats:
        """What follows for each number of hits by the defenders, the attacker choosing who falls."""
        found = np.zeros((self.them.most + 1, *ahead.shape))
        for hits in range(self.them.most + 1):
            for a in range(len(self.us.states)):
                found[hits, a] = ahead[self.options(self.us, self.below_us, a, hits)].max(axis=0)
        return found

    def options(self, side: Lattice, below: list[list[Ints]] | None, state: int, hits: int) -> Ints:
        """The states that so many hits can leave: all, or the one of the order of loss."""
        hits = min(hits, int(side.total[state]))
        if below is not None:
            return below[state][hits]
        table = self.fall_us if side is self.us else self.fall_them
        assert table is not None
        return table[state, hits : hits + 1]


def _aimed_at(battle: Battle) -> tuple[list[bool], list[bool]]:
    """Which units of either side a hit may single out before round 2, out of the order of loss."""
    found = []
    for own, enemy, side in (("attacker", "defender", "defender"), ("defender", "attacker", "attacker")):
        names = {name for unit in battle.units(enemy) for name in unit.demands}
        names |= {name for fire in battle.opening if fire.by == side for name in fire.targets}
        found.append([unit.name in names for unit in battle.units(own)])
    return found[0], found[1]
