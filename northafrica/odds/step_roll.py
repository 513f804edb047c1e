"""Battles of blocks by rolled dice: a check of the exact answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

import numpy as np

from northafrica.odds.step_dice import FACES, Dice, Side, here
from northafrica.odds.step_rules import LONGEST, Battle, Rules, State, start
from northafrica.odds.told import OddsError

Roll = Callable[[], int]


def roll_many(battle: Battle, trials: int, seed: int) -> tuple[dict[tuple[State, str], int], list[int]]:
    """How often each end came up, and each number of rounds."""
    if trials < 1:
        raise OddsError(f"{trials} trials: write at least 1")
    dice = np.random.default_rng(seed)

    def faces() -> Iterator[int]:
        while True:
            yield from dice.integers(1, FACES + 1, 65_536).tolist()

    stream = faces()
    ends: dict[tuple[State, str], int] = defaultdict(int)
    rounds: list[int] = []
    for _ in range(trials):
        state, outcome, number = roll_battle(battle, lambda: next(stream))
        ends[state, outcome] += 1
        rounds += [0] * (number + 1 - len(rounds))
        rounds[number] += 1
    return dict(ends), rounds


def roll_battle(battle: Battle, roll: Roll) -> tuple[State, str, int]:
    """One battle with dice from ``roll`` (1 to 6 each): its end, the outcome, the rounds on the ground."""
    rules = Rules(battle)
    state = _air_combat(rules, start(battle), roll)
    outcome = rules.verdict(state.ground, state.air[0])
    number = 0
    while not outcome and number < (battle.rounds or LONGEST):
        number += 1
        state, outcome = _round(rules, state, min(number, 2) - 1, roll)
        if not outcome:
            state, outcome = _after_round(rules, state, number)
    return state, outcome or "stalemate", number


def _hits(dice: Dice, roll: Roll) -> int:
    return sum(roll() >= need for count, need in dice for _ in range(count))


def _air_combat(rules: Rules, state: State, roll: Roll) -> State:
    air = state.air
    for number in range(1, LONGEST + 1):
        if not rules.air_goes_on(air):
            break
        hits = [_hits(rules.air_dice(1 - side, air[1 - side], number), roll) for side in (0, 1)]
        air = (rules.hit_air(0, air[0], hits[0], number), rules.hit_air(1, air[1], hits[1], number))
        air, over = rules.leave_air(air, number)
        if over:
            break
    return state._replace(air=air)


def _round(rules: Rules, state: State, later: int, roll: Roll) -> tuple[State, str]:
    """One round on and above the ground, up to the step in which it is decided."""
    (a, c), (b, d) = state

    def decided() -> str:
        return rules.verdict((a, c), b)

    above = [any(True for _ in here(air)) for air in (b, d)]
    shot_down = [_hits(rules.gun_dice(1 - side, (a, c)[1 - side]) if above[side] else (), roll) for side in (0, 1)]
    b, d = rules.hit_air(0, b, shot_down[0]), rules.hit_air(1, d, shot_down[1])
    if decided():
        return State((a, c), (b, d)), decided()
    bombed = [_hits(rules.bomb_dice(1, d, later), roll), _hits(rules.bomb_dice(0, b, later), roll)]
    a, c = rules.hit_ground(0, a, bombed[0]), rules.hit_ground(1, c, bombed[1])
    for act in (_attackers_guns, _defenders_guns, _charge, _defence, _assault):
        if decided():
            break
        a, c = act(rules, a, c, later, roll)
    return State((a, c), (b, d)), decided()


def _attackers_guns(rules: Rules, a: Side, c: Side, later: int, roll: Roll) -> tuple[Side, Side]:
    hits = _hits(rules.artillery_dice(0, a, later), roll)
    return rules.after_firing(0, a), rules.hit_ground(1, c, hits)


def _defenders_guns(rules: Rules, a: Side, c: Side, later: int, roll: Roll) -> tuple[Side, Side]:
    hits = _hits(rules.artillery_dice(1, c, later), roll)
    return rules.hit_ground(0, a, hits), rules.after_firing(1, c)


def _charge(rules: Rules, a: Side, c: Side, later: int, roll: Roll) -> tuple[Side, Side]:
    return a, rules.hit_ground(1, c, _hits(rules.ground_dice(0, a, later, True), roll))


def _defence(rules: Rules, a: Side, c: Side, later: int, roll: Roll) -> tuple[Side, Side]:
    return rules.hit_ground(0, a, _hits(rules.ground_dice(1, c, later, False), roll), answer=True), c


def _assault(rules: Rules, a: Side, c: Side, later: int, roll: Roll) -> tuple[Side, Side]:
    return a, rules.hit_ground(1, c, _hits(rules.ground_dice(0, a, later, False), roll))


def _after_round(rules: Rules, state: State, number: int) -> tuple[State, str]:
    if rules.battle.must_clear and number == 1:
        return State(((), state.ground[1]), state.air), "lose"
    for side in (1, 0):
        if not rules.wants_to_leave(side, state.ground[side], number):
            continue
        ground, air = list(state.ground), list(state.air)
        ground[side], air[side] = rules.gone(side, ground[side]), rules.gone(side, air[side])
        state = State((ground[0], ground[1]), (air[0], air[1]))
        if all(unit.away for unit in ground[side]):
            return state, "win" if side else "retreat"
        outcome = rules.verdict(state.ground, state.air[0])
        if outcome:
            return state, outcome
    return state, ""
