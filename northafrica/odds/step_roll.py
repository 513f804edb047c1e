"""Battles of blocks by rolled dice: a check of the exact answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from northafrica.odds.hits import die_of
from northafrica.odds.step_dice import FACES, Dice, here
from northafrica.odds.step_rules import LONGEST, Battle, Rules, State, start
from northafrica.odds.told import check_trials

Roll = Callable[[], int]


def roll_many(battle: Battle, trials: int, seed: int) -> tuple[dict[tuple[State, str], int], list[int]]:
    """How often each end came up, and each number of rounds."""
    check_trials(trials)
    roll = die_of(FACES, seed)
    ends: dict[tuple[State, str], int] = defaultdict(int)
    rounds: list[int] = []
    for _ in range(trials):
        state, outcome, number = roll_battle(battle, roll)
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
    ground, air = list(state.ground), list(state.air)

    def decided() -> str:
        return rules.verdict((ground[0], ground[1]), air[0])

    above = [any(True for _ in here(side)) for side in air]
    shot_down = [_hits(rules.gun_dice(1 - side, ground[1 - side]) if above[side] else (), roll) for side in (0, 1)]
    air = [rules.hit_air(side, air[side], shot_down[side]) for side in (0, 1)]
    if not decided():
        bombed = [_hits(rules.bomb_dice(1 - side, air[1 - side], later), roll) for side in (0, 1)]
        ground = [rules.hit_ground(side, ground[side], bombed[side]) for side in (0, 1)]
    for fire in rules.fires(later):
        if decided():
            break
        hits = _hits(fire.dice(ground[fire.side]), roll)
        if fire.spends:
            ground[fire.side] = rules.after_firing(fire.side, ground[fire.side])
        ground[1 - fire.side] = rules.hit_ground(1 - fire.side, ground[1 - fire.side], hits, fire.answer)
    return State((ground[0], ground[1]), (air[0], air[1])), decided()


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
