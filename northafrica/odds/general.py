"""The exact answer of any battle: states forward, round by round while rounds differ, then all at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from northafrica.odds.answer import Row
from northafrica.odds.rounds import MOST_STATES, Rounds, State
from northafrica.odds.told import OddsError

End = tuple[str, State]
SMALL = 1e-13
MOST_ROUNDS = 2000


@dataclass
class Flow:
    """Mass on its way through a battle: what still fights, what has ended."""

    rules: Rounds
    stays: Mapping[State, bool] | None = None
    ends: dict[End, float] = field(default_factory=lambda: defaultdict(float))
    going: dict[State, float] = field(default_factory=dict)
    rounds: list[float] = field(default_factory=list)

    def begin(self, mass: float = 1.0) -> None:
        """The fire before round 1; what has ended then is put aside."""
        going: dict[State, float] = defaultdict(float)
        for state, p in self.opening(mass).items():
            self.place(state, 0, True, p, going)
        self.going, self.rounds = going, [mass - sum(going.values())]

    def opening(self, mass: float) -> Mapping[State, float]:
        """The states after the fire before round 1."""
        return self.rules.opening()

    def fight(self) -> None:
        """Fight one round."""
        before, number = sum(self.going.values()), len(self.rounds)
        going: dict[State, float] = defaultdict(float)
        for state, p in self.going.items():
            found = list(self.round_of(state, p, min(number, self.rules.settled)))
            self.rules.effort.spend(len(found) // 8)
            for after, scored, q in found:
                self.place(after, number, scored, q, going)
        self.going = going
        self.rounds.append(before - sum(going.values()))

    def round_of(self, state: State, p: float, number: int) -> Iterator[tuple[State, bool, float]]:
        """What a round makes of a state's mass: (state, whether the defenders scored, mass)."""
        return ((after, scored, p * q) for after, scored, q in self.rules.outcomes(state, number))

    def until_settled(self) -> None:
        """The rounds that have rules of their own."""
        self.begin()
        while self.going and len(self.rounds) < self.rules.settled:
            self.fight()

    def place(self, state: State, number: int, scored: bool, p: float, going: dict[State, float]) -> None:
        """Put mass on a state after a round: with the ends if the battle is over there, else with what goes on."""
        outcome = self.rules.judge(state, number, scored)
        if not outcome and number and self.leaves(state, number):
            outcome = "retreat"
        outcome = outcome or ("stalemate" if self.rules.is_last(number) else "")
        if outcome:
            self.ends[outcome, state] += p
        else:
            going[state] += p

    def rows(self) -> dict[Row, float]:
        """What has ended, as an answer lists it: (outcome, attackers left, defenders left, captured) -> chance."""
        rules = self.rules
        found: dict[Row, float] = defaultdict(float)
        for (outcome, (a, d)), p in self.ends.items():
            found[outcome, rules.a.reported(a), rules.d.reported(d), rules.captures(outcome, (a, d))] += p
        return found

    def leaves(self, state: State, number: int) -> bool:
        """Whether the attacker leaves now."""
        if self.stays is not None and number >= self.rules.settled - 1:
            return not self.stays.get(state, True)
        return self.rules.leaves(state, number)


def solve_general(rules: Rounds, stays: Mapping[State, bool] | None = None) -> Flow:
    """The battle fought out. `stays` says in which states a choosing attacker goes on."""
    flow = Flow(rules, stays)
    flow.begin()
    while flow.going and (len(flow.rounds) < rules.settled or is_limited(rules)):
        flow.fight()
        if len(flow.going) > MOST_STATES:
            raise _too_many()
    if flow.going:
        _finish(flow)
    return flow


def is_limited(rules: Rounds) -> bool:
    """Whether the number of the round matters to the end."""
    return bool(rules.battle.rounds) or rules.battle.retreat.kind == "after"


def _finish(flow: Flow) -> None:
    """All later rounds, state by state: a round in which nothing falls leads back to its state.

    A state can only lead to states that can take fewer hits; so they are worked off from the largest.
    """
    rules, first = flow.rules, len(flow.rounds)
    layers: dict[int, dict[State, float]] = defaultdict(lambda: defaultdict(float))
    for state, p in flow.going.items():
        layers[_size(rules, state)][state] += p
    seen = 0
    while layers:
        for state, p in layers.pop(max(layers)).items():
            seen += 1
            found = rules.outcomes(state, rules.settled)
            again = sum(q for after, scored, q in found if after == state and not _over(flow, after, first, scored))
            going: dict[State, float] = defaultdict(float)
            for after, scored, q in found:
                if after != state or _over(flow, after, first, scored):
                    flow.place(after, first, scored, p * q / (1.0 - again), going)
            for nxt, q in going.items():
                layers[_size(rules, nxt)][nxt] += q
        if seen > MOST_STATES:
            raise _too_many()


def _over(flow: Flow, state: State, number: int, scored: bool) -> bool:
    return bool(flow.rules.judge(state, number, scored)) or flow.leaves(state, number)


def _size(rules: Rounds, state: State) -> int:
    return rules.a.slots(state[0]) + rules.d.slots(state[1])


def _too_many() -> OddsError:
    return OddsError(f"this battle has more than {MOST_STATES:,} states; take fewer units")


def rounds_general(rules: Rounds, stays: Mapping[State, bool] | None = None) -> Sequence[float]:
    """The chance that the battle ends in round 0, 1, 2 ...; what is left after 2000 rounds counts with the last."""
    flow = Flow(rules, stays)
    flow.begin()
    while flow.going and (len(flow.rounds) < rules.settled or is_limited(rules)) and len(flow.rounds) <= MOST_ROUNDS:
        flow.fight()
    rounds = [*flow.rounds, *_alike(flow)]
    rounds[-1] += 1.0 - sum(rounds)
    return rounds


def _alike(flow: Flow) -> Iterator[float]:
    """The chance that the battle ends in each of the later rounds, which are all alike: as sums over all ways on."""
    known = {state: n for n, state in enumerate(flow.going)}
    mass, ways = list(flow.going.values()), list[tuple[int, int, float]]()
    states, number = list(known), len(flow.rounds)
    for here, state in enumerate(states):  # it grows
        for after, scored, q in flow.rules.outcomes(state, flow.rules.settled):
            if not _over(flow, after, number, scored):
                if after not in known:
                    known[after] = len(states)
                    states.append(after)
                ways.append((here, known[after], q))
    start, end = np.array([way[:2] for way in ways], dtype=np.int64).reshape(-1, 2).T
    chance = np.array([way[2] for way in ways])
    going = np.array([*mass, *[0.0] * (len(states) - len(mass))])
    while (before := float(going.sum())) > SMALL and number <= MOST_ROUNDS:
        going = np.bincount(end, weights=going[start] * chance, minlength=len(states))
        number += 1
        yield before - float(going.sum())


# -- the attacker's best retreat -------------------------------------------------------------------------
@dataclass
class BestRetreat:
    """Press or leave, for the goal, from the smallest state up: value[state] after a round is the better of both.

    A round in which nothing falls comes back to the same choice, so pressing is worth rest / (1 - chance of that).
    """

    rules: Rounds
    value: dict[State, float] = field(default_factory=dict)
    stays: dict[State, bool] = field(default_factory=dict)

    def worth(self, state: State) -> float:
        """The value of a state in which the attacker may choose; states it leads to are worked out first."""
        waiting = [state]
        while waiting:
            top = waiting[-1]
            if top in self.value:
                waiting.pop()
                continue
            open_ones = [s for s in self._later(top) if s not in self.value]
            if open_ones:
                waiting += open_ones
            else:
                self._settle(waiting.pop())
        return self.value[state]

    def stay_table(self) -> Mapping[tuple[int, int], Sequence[bool]]:
        """(attackers left, defenders left) -> whether pressing is best, for each state with so many units."""
        found: dict[tuple[int, int], list[bool]] = defaultdict(list)
        for (a, d), stays in self.stays.items():
            found[self.rules.a.alive(a), self.rules.d.alive(d)].append(stays)
        return found

    def _later(self, state: State) -> list[State]:
        found = self.rules.outcomes(state, self.rules.settled)
        return [s for s, scored, _ in found if s != state and not self.rules.judge(s, self.rules.settled, scored)]

    def _settle(self, state: State) -> None:
        rest = again = 0.0
        for after, scored, q in self.rules.outcomes(state, self.rules.settled):
            outcome = self.rules.judge(after, self.rules.settled, scored)
            if outcome:
                rest += q * self.rules.worth(outcome, after)
            elif after == state:
                again += q
            else:
                rest += q * self.value[after]
        leave = self.rules.worth("retreat", state)
        press = rest / (1.0 - again) if again < 1.0 else leave
        self.stays[state] = press > leave + 1e-12
        self.value[state] = max(press, leave)
        if len(self.value) > MOST_STATES:
            raise _too_many()


def best_retreat(rules: Rounds) -> BestRetreat:
    """Work out press or leave for every state the battle can reach. Raises OddsError where rounds are limited."""
    if rules.battle.rounds:
        raise OddsError("the best retreat is worked out without a limit of rounds; leave rounds out")
    found = BestRetreat(rules)
    flow = Flow(rules)
    flow.until_settled()
    for state in flow.going:
        found.worth(state)
    return found
