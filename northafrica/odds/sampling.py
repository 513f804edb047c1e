"""Sampled battles: many at once, seeded; also several battles in a row with whoever is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.answer import Answer, Ends
from northafrica.odds.battle import Battle
from northafrica.odds.chain import Finals, Floats, is_stuck
from northafrica.odds.chain_battle import ChainBattle, course_of, ends_of, is_chain
from northafrica.odds.general import Flow
from northafrica.odds.results import make_answer
from northafrica.odds.rounds import Rounds, State
from northafrica.odds.told import OddsError, check_trials

MOST_ROUNDS = 2000
MOST_TRIALS = 10_000_000
Ints = NDArray[np.int64]
Tally = tuple[Ends, list[float]]
"""How many battles ended so, and how many in each round."""


def sample(battle: Battle, trials: int, seed: int = 0) -> Answer:
    """Fight a battle `trials` times; the answer knows its standard errors. Raises OddsError.

    The dice are numpy's default generator from `seed`: the same seed gives the same answer.
    """
    _check(battle, trials)
    return _answer(battle, _fight(battle, trials, np.random.default_rng(seed)), trials)


def _check(battle: Battle, trials: int) -> None:
    check_trials(trials)
    if trials > MOST_TRIALS:
        raise OddsError(f"trials: {trials} battles are more than can be held at once; write {MOST_TRIALS} or fewer")
    if "best" in battle.losses:
        raise OddsError("losses chosen to be best are not sampled; write an order of loss, or leave trials out")


def _answer(battle: Battle, tally: Tally, trials: int) -> Answer:
    ends, rounds = tally
    chances = [n / trials for n in rounds]
    return make_answer(battle, replace(ends, probability=ends.probability / trials), lambda: chances, trials=trials)


def _fight(battle: Battle, trials: int, rng: np.random.Generator) -> Tally:
    course = course_of(battle) if is_chain(battle) else None
    if course is None or len(course.ended.probability):
        return _fight_in_general(battle, trials, rng)
    masses = [chain.start() for chain, _ in course.chains]
    weights = np.array([mass.sum() for mass in masses])
    shares = rng.multinomial(trials, weights / weights.sum())
    return _added(
        [
            _fight_chain(chain, mass, int(n), rng)
            for (chain, _), mass, n in zip(course.chains, masses, shares, strict=True)
        ]
    )


def _added(tallies: Sequence[Tally]) -> Tally:
    rounds = [float(sum(numbers)) for numbers in zip_longest(*(rounds for _, rounds in tallies), fillvalue=0.0)]
    return Ends.together([ends for ends, _ in tallies]), rounds


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


def _fight_chain(one: ChainBattle, start: Floats, trials: int, rng: np.random.Generator) -> Tally:
    fire, reply = _Dice(one.odds.fire), _Dice(one.odds.reply)
    over = np.zeros(start.shape, dtype=np.int64)  # 0 goes on, 1 ended, 2 left, 3 stuck
    over[0], over[:, 0], over[is_stuck(one.odds)] = 1, 1, 3
    leaving = over.copy()
    if one.stop is not None:
        leaving[one.stop & (over == 0)] = 2
    tally = np.zeros((4, *start.shape), dtype=np.int64)
    places = np.repeat(np.arange(start.size), rng.multinomial(trials, start.ravel() / start.sum()))
    i, j = np.unravel_index(places, start.shape)
    ended, going = _set_aside(tally, over, i, j)
    rounds = [ended]
    i, j = i[going], j[going]
    while len(i) and len(rounds) <= MOST_ROUNDS:
        hits, back = fire.draw(i, rng), reply.draw(j, rng)
        i, j = np.maximum(i - back, 0), np.maximum(j - hits, 0)
        if len(rounds) == one.last_round():
            leaving = np.where(leaving == 0, 2 if one.leaves_after() == one.last_round() else 3, leaving)
        ended, going = _set_aside(tally, leaving, i, j)
        rounds.append(ended)
        i, j = i[going], j[going]
    _, over, left, still = tally.astype(float)
    return ends_of(one, Finals(over[:, 0] * (np.arange(len(over)) > 0), over[0], left, still)), rounds


def _set_aside(tally: Ints, over: Ints, i: Ints, j: Ints) -> tuple[float, NDArray[np.bool_]]:
    """Count the battles that are over; how many, and which go on."""
    state = over[i, j]
    ended = state > 0
    place = np.ravel_multi_index((state[ended], i[ended], j[ended]), tally.shape)
    tally += np.bincount(place, minlength=tally.size).reshape(tally.shape)
    return float(ended.sum()), ~ended


# -- any battle: all battles in the same state at once -------------------------------------------------------
@dataclass
class _Sampled(Flow):
    """Battles counted by state; a round throws the dice of all battles in one state together."""

    rng: np.random.Generator = field(default_factory=np.random.default_rng)

    def opening(self, mass: float) -> Mapping[State, float]:
        states = self.rules.opening()
        counts = self.rng.multinomial(int(mass), np.array(list(states.values())))
        return {state: float(n) for state, n in zip(states, counts, strict=True) if n}

    def round_of(self, state: State, p: float, number: int) -> Iterator[tuple[State, bool, float]]:
        found = self.rules.outcomes(state, number)
        chances = np.array([p for _, _, p in found])
        for (after, scored, _), n in zip(found, self.rng.multinomial(int(p), chances / chances.sum()), strict=True):
            if n:
                yield after, scored, float(n)


def _fight_in_general(battle: Battle, trials: int, rng: np.random.Generator) -> Tally:
    if battle.retreat.kind == "best":
        raise OddsError("the best retreat of this battle is not sampled; leave trials out")
    flow = _Sampled(Rounds(battle), rng=rng)
    flow.begin(trials)
    while flow.going and len(flow.rounds) <= MOST_ROUNDS:
        flow.fight()
    return Ends.of(flow.rows()), flow.rounds


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
        tally, after = _stage(battle, battles[0], forces, rng)
        reached = sum(forces.values())
        stages.append(Stage(reached, _answer(battle, tally, reached) if tally is not None else None))
        forces = after
    return tuple(stages)


def _stage(
    battle: Battle, first: Battle, forces: Mapping[tuple[int, ...], int], rng: np.random.Generator
) -> tuple[Tally | None, dict[tuple[int, ...], int]]:
    """One battle with all forces that reach it, and the forces that win it; None where no force does."""
    tallies: list[Tally] = []
    after: dict[tuple[int, ...], int] = defaultdict(int)
    names = [unit.name for unit in first.units("attacker")]
    for force, n in forces.items():
        have = dict(zip(names, force, strict=True))
        now = replace(battle, attackers=tuple(replace(u, count=have[u.name]) for u in battle.attackers))
        ends, rounds = _fight(now, n, rng)
        tallies.append((ends, rounds))
        order = [unit.name for unit in now.units("attacker")]
        won = ends.outcome == 0
        for units, k in zip(ends.attacker[won].tolist(), ends.probability[won].tolist(), strict=True):
            left = dict(zip(order, units, strict=True))
            after[tuple(left[name] for name in names)] += int(k)
    return _added(tallies) if tallies else None, after


def _same_attackers(first: Battle, battle: Battle, number: int) -> None:
    names, others = ({u.name for u in b.attackers} for b in (first, battle))
    if names != others:
        raise OddsError(
            f"battle {number + 1}: its attackers are not those of battle 1; list {', '.join(sorted(names))}"
        )
