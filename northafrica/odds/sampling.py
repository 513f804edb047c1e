"""Sampled battles: many at once, seeded; also several battles in a row with whoever is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.answer import Answer, Ends
from northafrica.odds.battle import Battle
from northafrica.odds.chain import Floats, is_stuck
from northafrica.odds.chain_battle import ChainBattle, captures, chains_of, is_chain
from northafrica.odds.general import Flow
from northafrica.odds.results import make_answer
from northafrica.odds.rounds import Rounds, State
from northafrica.odds.told import OUTCOMES, OddsError

Row = tuple[str, tuple[int, ...], tuple[int, ...], bool]
Tally = dict[Row, int]
MOST_ROUNDS = 2000
MOST_TRIALS = 10_000_000
Ints = NDArray[np.int64]


def sample(battle: Battle, trials: int, seed: int = 0) -> Answer:
    """Fight a battle `trials` times; the answer knows its standard errors. Raises OddsError.

    The dice are numpy's default generator from `seed`: the same seed gives the same answer.
    """
    _check(battle, trials)
    rows, rounds = _fight(battle, trials, np.random.default_rng(seed))
    return _answer(battle, rows, rounds, trials)


def _check(battle: Battle, trials: int) -> None:
    if not isinstance(trials, int) or isinstance(trials, bool) or trials < 1:
        raise OddsError(f"trials: {trials!r}; write how many battles to sample, such as 100000")
    if trials > MOST_TRIALS:
        raise OddsError(f"trials: {trials} battles are more than can be held at once; write {MOST_TRIALS} or fewer")
    if "best" in battle.losses:
        raise OddsError("losses chosen to be best are not sampled; write an order of loss, or leave trials out")


def _answer(battle: Battle, rows: Mapping[Row, int], rounds: Sequence[int], trials: int) -> Answer:
    chances = [n / trials for n in rounds]
    ends = Ends.of({row: n / trials for row, n in rows.items()})
    return make_answer(battle, ends, lambda: chances, trials=trials)


def _fight(battle: Battle, trials: int, rng: np.random.Generator) -> tuple[Tally, list[int]]:
    if not is_chain(battle):
        return _fight_in_general(battle, trials, rng)
    mixture = chains_of(battle)
    rows: Tally = {}
    rounds: list[int] = []
    for chain, n in zip(mixture.chains, rng.multinomial(trials, mixture.chances), strict=True):
        if n:
            tally, counts = _fight_chain(chain, int(n), rng)
            for row, k in tally.items():
                rows[row] = rows.get(row, 0) + k
            rounds = _added(rounds, counts)
    return rows, rounds


def _added(a: Sequence[int], b: Sequence[int]) -> list[int]:
    size = max(len(a), len(b))
    return [(a[n] if n < len(a) else 0) + (b[n] if n < len(b) else 0) for n in range(size)]


# -- chains: all battles at once ---------------------------------------------------------------------------
class _Dice:
    """Draws numbers of hits, for each battle from the row of its number of units, from one uniform number each."""

    def __init__(self, hits: Floats) -> None:
        rows, self.columns = hits.shape
        heights = np.cumsum(hits, axis=1)
        heights[:, -1] = 1.0
        self.steps = (np.minimum(heights, 1.0) + np.arange(rows)[:, None]).reshape(-1)

    def draw(self, row: Ints, rng: np.random.Generator) -> Ints:
        """Hits for each battle, shape as `row`."""
        found = np.searchsorted(self.steps, row + rng.random(len(row)), side="right")
        return np.asarray(np.minimum(found - row * self.columns, self.columns - 1))


def _fight_chain(one: ChainBattle, trials: int, rng: np.random.Generator) -> tuple[Tally, list[int]]:
    fire, reply = _Dice(one.odds.fire), _Dice(one.odds.reply)
    n, m = one.us.slots, one.them.slots
    over = np.zeros((n + 1, m + 1), dtype=np.int64)  # 0 goes on, 1 ended, 2 left, 3 stuck
    over[0], over[:, 0], over[is_stuck(one.odds)] = 1, 1, 3
    leaving = over.copy()
    if one.stop is not None:
        leaving[one.stop & (over == 0)] = 2
    tally = np.zeros((4, n + 1, m + 1), dtype=np.int64)
    i, j = np.full(trials, n), np.full(trials, m)
    rounds = [_set_aside(tally, over, i, j)[0]]
    going = over[i, j] == 0
    i, j = i[going], j[going]
    while len(i) and len(rounds) <= MOST_ROUNDS:
        hits, back = fire.draw(i, rng), reply.draw(j, rng)
        i, j = np.maximum(i - back, 0), np.maximum(j - hits, 0)
        if len(rounds) == one.last_round():
            last = np.where(leaving == 0, 2 if one.leaves_after() == one.last_round() else 3, leaving)
            rounds.append(_set_aside(tally, last, i, j)[0])
            break
        ended, going = _set_aside(tally, leaving, i, j)
        rounds.append(ended)
        i, j = i[going], j[going]
    return _tally(one, tally), rounds


def _set_aside(tally: Ints, over: Ints, i: Ints, j: Ints) -> tuple[int, NDArray[np.bool_]]:
    """Count the battles that are over; how many, and which go on."""
    state = over[i, j]
    ended = state > 0
    place = np.ravel_multi_index((state[ended], i[ended], j[ended]), tally.shape)
    tally += np.bincount(place, minlength=tally.size).reshape(tally.shape)
    return int(ended.sum()), ~ended


def _tally(one: ChainBattle, tally: Ints) -> Tally:
    found: Tally = {}
    ours = one.battle.units("attacker")
    taken = captures(one.battle, ours, one.us.left)
    for kind, i, j in zip(*(index.tolist() for index in np.nonzero(tally)), strict=True):
        outcome = {1: _ended(i, j), 2: "retreat", 3: "stalemate"}[kind]
        row = (
            outcome,
            tuple(one.us.left[i].tolist()),
            tuple(one.them.left[j].tolist()),
            bool(outcome == "win" and taken[i]),
        )
        found[row] = found.get(row, 0) + int(tally[kind, i, j])
    return found


def _ended(i: int, j: int) -> str:
    return "win" if i else "lose" if j else "draw"


# -- any battle: all battles in the same state at once -------------------------------------------------------
class _Sampled(Flow):
    """Battles counted by state; a round throws the dice of all battles in one state together."""

    def throw(self, states: Mapping[State, float], number: int, rng: np.random.Generator) -> dict[State, float]:
        going: dict[State, float] = {}
        for state, n in states.items():
            found = self.rules.outcomes(state, min(number, self.rules.settled))
            chances = np.array([p for _, _, p in found])
            for (after, scored, _), k in zip(found, rng.multinomial(int(n), chances / chances.sum()), strict=True):
                if k:
                    self.place(after, number, scored, float(k), going)
        return going


def _fight_in_general(battle: Battle, trials: int, rng: np.random.Generator) -> tuple[Tally, list[int]]:
    if battle.retreat.kind == "best":
        raise OddsError("the best retreat of this battle is not sampled; leave trials out")
    rules = Rounds(battle)
    flow = _Sampled(rules)
    opening = rules.opening()
    counts = rng.multinomial(trials, np.array(list(opening.values())))
    going = flow.settle({state: float(n) for state, n in zip(opening, counts, strict=True) if n}, 0)
    rounds = [trials - int(sum(going.values()))]
    while going and len(rounds) <= MOST_ROUNDS:
        before = sum(going.values())
        going = flow.throw(going, len(rounds), rng)
        rounds.append(int(before - sum(going.values())))
    rows: Tally = {}
    for (outcome, (a, d)), n in flow.ends.items():
        row = (outcome, rules.a.reported(a), rules.d.reported(d), rules.captures(outcome, (a, d)))
        rows[row] = rows.get(row, 0) + round(n)
    return rows, rounds


# -- several battles in a row ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Stage:
    """One battle of several in a row: how many of the trials reached it, and how those went (None: none did)."""

    reached: int
    answer: Answer | None


def sample_in_a_row(battles: Sequence[Battle], trials: int, seed: int = 0) -> tuple[Stage, ...]:
    """Fight battles one after the other; whoever won goes on to the next with the attackers that are left.

    The attackers of all battles are the same units by name; the counts of the first say how many there are.
    Raises OddsError.
    """
    if not battles:
        raise OddsError("no battles are given; give at least one")
    for battle in battles:
        _check(battle, trials)
    rng = np.random.default_rng(seed)
    forces = {tuple(unit.count for unit in battles[0].units("attacker")): trials}
    stages = []
    for number, battle in enumerate(battles):
        _same_attackers(battles[0], battle, number)
        rows, rounds, after = _stage(battle, battles[0], forces, rng)
        reached = sum(forces.values())
        stages.append(Stage(reached, _answer(battle, rows, rounds, reached) if reached else None))
        forces = after
    return tuple(stages)


def _stage(
    battle: Battle, first: Battle, forces: Mapping[tuple[int, ...], int], rng: np.random.Generator
) -> tuple[Tally, list[int], dict[tuple[int, ...], int]]:
    rows: Tally = {}
    rounds: list[int] = []
    after: dict[tuple[int, ...], int] = {}
    names = [unit.name for unit in first.units("attacker")]
    for force, n in forces.items():
        have = dict(zip(names, force, strict=True))
        now = replace(battle, attackers=tuple(replace(u, count=have[u.name]) for u in battle.attackers))
        tally, counts = _fight(now, n, rng)
        rounds = _added(rounds, counts)
        order = [unit.name for unit in now.units("attacker")]
        for row, k in tally.items():
            rows[row] = rows.get(row, 0) + k
            left = dict(zip(order, row[1], strict=True))
            if row[0] == "win":
                key = tuple(left[name] for name in names)
                after[key] = after.get(key, 0) + k
    return rows, rounds, after


def _same_attackers(first: Battle, battle: Battle, number: int) -> None:
    names, others = ({u.name for u in b.attackers} for b in (first, battle))
    if names != others:
        raise OddsError(
            f"battle {number + 1}: its attackers are not those of battle 1; list {', '.join(sorted(names))}"
        )


assert OUTCOMES[0] == "win"
