"""The exact answer of any battle: states forward, round by round while rounds differ, then all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
    ends: dict[End, float] = field(default_factory=dict)

    def settle(self, states: Mapping[State, float], number: int) -> dict[State, float]:
        """Put what ended before round 1 aside."""
        going: dict[State, float] = {}
        for state, p in states.items():
            self.place(state, number, True, p, going)
        return going

    def step(self, states: Mapping[State, float], number: int) -> dict[State, float]:
        """Fight one round."""
        going: dict[State, float] = {}
        for state, p in states.items():
            for after, scored, q in self.rules.outcomes(state, min(number, self.rules.settled)):
                self.place(after, number, scored, p * q, going)
        return going

    def place(self, state: State, number: int, scored: bool, p: float, going: dict[State, float]) -> None:
        """Put mass on a state after a round: with the ends if the battle is over there, else with what goes on."""
        outcome = self.rules.judge(state, number, scored)
        if not outcome and number and self.leaves(state, number):
            outcome = "retreat"
        outcome = outcome or ("stalemate" if self.rules.is_last(number) else "")
        if outcome:
            self.ends[outcome, state] = self.ends.get((outcome, state), 0.0) + p
        else:
            going[state] = going.get(state, 0.0) + p

    def leaves(self, state: State, number: int) -> bool:
        """Whether the attacker leaves now."""
        if self.stays is not None and number >= self.rules.settled - 1:
            return not self.stays.get(state, True)
        return self.rules.leaves(state, number)


def solve_general(rules: Rounds, stays: Mapping[State, bool] | None = None) -> dict[End, float]:
    """(outcome, state) -> chance. `stays` says in which states a choosing attacker goes on."""
    flow = Flow(rules, stays)
    going = flow.settle(rules.opening(), 0)
    number = 0
    while going and (number + 1 < rules.settled or is_limited(rules)):
        number += 1
        going = flow.step(going, number)
        _refuse_too_many(going)
    if going:
        _finish(flow, going, number)
    return flow.ends


def is_limited(rules: Rounds) -> bool:
    """Whether the number of the round matters to the end."""
    return bool(rules.battle.rounds) or rules.battle.retreat.kind == "after"


def _finish(flow: Flow, states: dict[State, float], number: int) -> None:
    """All later rounds, state by state: a round in which nothing falls leads back to its state.

    A state can only lead to states that can take fewer hits; so they are worked off from the largest.
    """
    rules, first = flow.rules, number + 1
    layers: dict[int, dict[State, float]] = {}
    for state, p in states.items():
        _add(layers, _size(rules, state), state, p)
    seen = 0
    while layers:
        size = max(layers)
        for state, p in layers.pop(size).items():
            seen += 1
            found = rules.outcomes(state, rules.settled)
            again = sum(q for after, scored, q in found if after == state and not _over(flow, after, first, scored))
            for after, scored, q in found:
                going: dict[State, float] = {}
                if after != state or _over(flow, after, first, scored):
                    flow.place(after, first, scored, p * q / (1.0 - again), going)
                for state2, p2 in going.items():
                    _add(layers, _size(rules, state2), state2, p2)
        if seen > MOST_STATES:
            raise _too_many()


def _over(flow: Flow, state: State, number: int, scored: bool) -> bool:
    return bool(flow.rules.judge(state, number, scored)) or flow.leaves(state, number)


def _size(rules: Rounds, state: State) -> int:
    return rules.a.slots(state[0]) + rules.d.slots(state[1])


def _add(layers: dict[int, dict[State, float]], size: int, state: State, p: float) -> None:
    layer = layers.setdefault(size, {})
    layer[state] = layer.get(state, 0.0) + p


def _refuse_too_many(states: Mapping[State, float]) -> None:
    if len(states) > MOST_STATES:
        raise _too_many()


def _too_many() -> OddsError:
    return OddsError(f"this battle has more than {MOST_STATES} states; sample it: samples=100000")


def rounds_general(rules: Rounds, stays: Mapping[State, bool] | None = None) -> Sequence[float]:
    """The chance that the battle ends in round 0, 1, 2 ...; what is left after 2000 rounds counts with the last."""
    flow = Flow(rules, stays)
    going = flow.settle(rules.opening(), 0)
    found = [1.0 - sum(going.values())]
    number = 0
    while sum(going.values()) > SMALL and number < MOST_ROUNDS:
        number += 1
        before = sum(going.values())
        going = flow.step(going, number)
        found.append(before - sum(going.values()))
    found[-1] += sum(going.values())
    return found


# -- the attacker's best retreat -------------------------------------------------------------------------
@dataclass
class BestRetreat:
    """Press or leave, for the goal, from the smallest state up: value[state] after a round is the better of both.

    A round in which nothing falls comes back to the same choice, so pressing is worth rest / (1 - chance of that).
    """

    rules: Rounds
    value: dict[State, float] = field(default_factory=dict)
    stays: dict[State, bool] = field(default_factory=dict)
    pressing: dict[State, float] = field(default_factory=dict)

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
        self.pressing[state] = press
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
    going = flow.settle(rules.opening(), 0)
    number = 0
    while number + 1 < rules.settled and going:
        number += 1
        going = flow.step(going, number)
    for state in going:
        found.worth(state)
    return found
