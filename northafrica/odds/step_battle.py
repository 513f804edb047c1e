"""Exact odds of battles of blocks that roll a die per step.

The chances of all states stand in one array with three axes: the attacker's ground blocks, the aircraft of both,
the defender's ground blocks. A phase multiplies one axis with the chances of hits, for each state of the axis that
fires. Hits fall by rule, so each axis is short.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.answer import Answer, Ends, Floats, Force, Row
from northafrica.odds.effort import FEWER, Effort
from northafrica.odds.step_dice import Dice, Side, hits_of, steps
from northafrica.odds.step_roll import roll_many
from northafrica.odds.step_rules import LONGEST, Battle, Fire, Leave, Rules, State, start
from northafrica.odds.told import OUTCOMES, SIDES

__all__ = ["Battle", "Leave", "fight", "sample"]

STILL = 1e-16
OVER = 1e-14
MOST_WORK = 60_000_000
"""Sums of a round: states, each with its ways along the longest axis."""
MOST_AIR = 400_000
"""Ways the dice of an air combat can fall, over all its rounds."""
SAMPLE = f"{FEWER}, or sample it (trials=10000)"
Indices = NDArray[np.int64]
S = TypeVar("S", bound=Hashable)
Change = Callable[[S], S]
Air = tuple[Side, Side]
SKY = 1
"""The axis of the aircraft; those of the ground blocks are 0 (attacker) and 2 (defender)."""


class Axis(Generic[S]):
    """The states of one part of a battle that can come up, and what leads from one to the other."""

    def __init__(self, first: Sequence[S], changes: Sequence[Change[S]]) -> None:
        self.states: list[S] = []
        self.index: dict[S, int] = {}
        for state in first:
            self._add(state)
        for state in self.states:
            for change in changes:
                self._add(change(state))
        self._maps: dict[Hashable, Indices] = {}
        self._matrices: dict[tuple[Dice, str], Floats] = {}

    def _add(self, state: S) -> None:
        if state not in self.index:
            self.index[state] = len(self.states)
            self.states.append(state)

    def __len__(self) -> int:
        return len(self.states)

    def map(self, name: str, change: Change[S]) -> Indices:
        """Where each state goes under a change, kept by its name."""
        if name not in self._maps:
            self._maps[name] = np.array([self.index[change(state)] for state in self.states], dtype=np.int64)
        return self._maps[name]

    def matrix(self, dice: Dice, name: str, hit: Change[S]) -> Floats:
        """Chances from state to state under some dice, each hit of which leads on by ``hit``."""
        key = (dice, name)
        if key not in self._matrices:
            once = self.map(name, hit)
            found = np.zeros((len(self), len(self)))
            rows = place = np.arange(len(self))
            done = 0
            for hits, chance in hits_of(dice):
                for _ in range(hits - done):
                    place = once[place]
                done = hits
                np.add.at(found, (rows, place), chance)
            self._matrices[key] = found
        return self._matrices[key]


class Board:
    """One battle laid out on its axes."""

    def __init__(self, battle: Battle) -> None:
        self.battle, self.rules = battle, Rules(battle)
        begin = start(battle)
        fought = self._air_combat(begin.air)
        self.ground = tuple(self._ground_axis(side, begin.ground[side]) for side in (0, 1))
        changes = [partial(change, side) for side in (0, 1) for change in (self._shot_down, self._flown_off)]
        self.sky: Axis[Air] = Axis(list(fought), changes)
        shape = (len(self.ground[0]), len(self.sky), len(self.ground[1]))
        Effort(MOST_WORK, SAMPLE).expect(math.prod(shape) * max(shape))
        self.mass = np.zeros(shape)
        for air, chance in fought.items():
            self.mass[0, self.sky.index[air], 0] += chance
        self.ended = {outcome: np.zeros(shape) for outcome in OUTCOMES}
        self.verdicts = self._verdicts()
        self._dice: dict[str, list[Dice]] = {}

    def dice(self, name: str, states: Sequence[S], dice_of: Callable[[S], Dice]) -> list[Dice]:
        """The dice each state rolls, kept by a name."""
        if name not in self._dice:
            self._dice[name] = [dice_of(state) for state in states]
        return self._dice[name]

    def _ground_axis(self, side: int, first: Side) -> Axis[Side]:
        rules = self.rules
        changes: list[Change[Side]] = [
            partial(rules.hit_ground, side, hits=1),
            partial(rules.hit_ground, side, hits=1, answer=True),
            partial(rules.after_firing, side),
            partial(rules.gone, side),
        ]
        return Axis([first], changes)

    def _shot_down(self, side: int, air: Air) -> Air:
        """The aircraft after one hit at a side's."""
        hit = self.rules.hit_air(side, air[side], 1)
        return (hit, air[1]) if side == 0 else (air[0], hit)

    def _flown_off(self, side: int, air: Air) -> Air:
        gone = self.rules.gone(side, air[side])
        return (gone, air[1]) if side == 0 else (air[0], gone)

    # -- before the ground ---------------------------------------------------------------------------
    def _air_combat(self, first: Air) -> dict[Air, float]:
        """Air combat to its end: until a side has no aircraft, leaves, or nobody can hit."""
        rules, effort = self.rules, Effort(MOST_AIR, SAMPLE)
        done: dict[Air, float] = defaultdict(float)
        active = {first: 1.0}
        for number in range(1, LONGEST + 1):
            after: dict[Air, float] = defaultdict(float)
            for air, weight in active.items():
                if not rules.air_goes_on(air):
                    done[air] += weight
                    continue
                if weight < STILL:
                    continue
                for new, chance in self._air_round(air, number, effort).items():
                    left, over = rules.leave_air(new, number)
                    stuck = number > 1 and left == air and chance > 1 - 1e-12
                    (done if over or stuck else after)[left] += weight * chance
            active = after
        total = sum(done.values())
        return {air: weight / total for air, weight in done.items()}

    def _air_round(self, air: Air, number: int, effort: Effort) -> dict[Air, float]:
        rules = self.rules
        found: dict[Air, float] = defaultdict(float)
        at = [hits_of(rules.air_dice(1 - side, air[1 - side], number)) for side in (0, 1)]
        effort.spend(len(at[0]) * len(at[1]))
        for hits, chance in at[0]:
            first = rules.hit_air(0, air[0], hits, number)
            for others, part in at[1]:
                found[first, rules.hit_air(1, air[1], others, number)] += chance * part
        return found

    def _verdicts(self) -> list[tuple[str, tuple[Indices, ...]]]:
        """Outcome and the cells where it is reached: (a, c), or (a, sky, c) where only aircraft attack."""
        cells: dict[str, list[tuple[int, ...]]] = defaultdict(list)
        for i, a in enumerate(self.ground[0].states):
            for k, c in enumerate(self.ground[1].states):
                for j, air in enumerate(self.sky.states):
                    outcome = self.rules.verdict((a, c), air[0])
                    if outcome:
                        cells[outcome].append((i, k) if self.battle.ground_attack else (i, j, k))
                    if self.battle.ground_attack:
                        break
        return [(outcome, tuple(np.array(places).T)) for outcome, places in cells.items()]

    # -- phases --------------------------------------------------------------------------------------
    def strike(
        self, by: int, at: int, name: str, dice_of: Callable[[Any], Dice], matrix: Callable[[Dice], Floats]
    ) -> None:
        """Each state of one axis fires at another; `name` tells one sort of fire from another."""
        firing = self.sky.states if by == SKY else self.ground[by // 2].states
        others = [axis for axis in (0, SKY, 2) if axis != by]
        live, parts = _alive(self.mass, tuple(others)), np.moveaxis(self.mass, by, 0)
        for place, dice in enumerate(self.dice(name, firing, dice_of)):
            if dice and live[place]:
                part, ways = parts[place], matrix(dice)
                part[:] = ways.T @ part if others.index(at) == 0 else part @ ways

    def at_air(self, target: int) -> None:
        """Ground blocks and the place's guns at a side's aircraft."""
        side, hit = 1 - target, partial(self._shot_down, target)
        guns = partial(self.rules.gun_dice, side)
        self.strike(2 * side, SKY, f"guns {side}", guns, lambda dice: self.sky.matrix(dice, f"at {target}", hit))

    def at_ground(self, target: int, later: int) -> None:
        """A side's bombs at the other's ground blocks."""
        side, rules = 1 - target, self.rules
        hit = self._ground_hit(target, answer=False)
        self.strike(SKY, 2 * target, f"bombs {side} {later}", lambda air: rules.bomb_dice(side, air[side], later), hit)

    def fire(self, fire: Fire, later: int) -> None:
        """A side's ground blocks at the other's."""
        side, hit = fire.side, self._ground_hit(1 - fire.side, fire.answer)
        self.strike(2 * side, 2 * (1 - side), f"{fire.name} {side} {later}", fire.dice, hit)
        if fire.spends:
            self._move(2 * side, self.ground[side].map("spent", partial(self.rules.after_firing, side)))

    def _ground_hit(self, target: int, answer: bool) -> Callable[[Dice], Floats]:
        """What becomes of a side's ground blocks under some dice."""
        hit = partial(self.rules.hit_ground, target, hits=1, answer=answer)
        return lambda dice: self.ground[target].matrix(dice, "answer" if answer else "hit", hit)

    def _move(self, axis: int, to: Indices) -> None:
        """Move the states of an axis."""
        moved = np.moveaxis(self.mass, axis, 0)
        leaving = np.flatnonzero(to != np.arange(len(to)))
        taken = moved[leaving]
        moved[leaving] = 0
        for place, part in zip(to[leaving], taken, strict=True):
            moved[place] += part

    def close(self) -> None:
        """Take out what is decided."""
        live = _alive(self.mass, (SKY,)) if self.battle.ground_attack else self.mass > 0
        for outcome, places in self.verdicts:
            some = live[places]
            if not some.any():
                continue
            at = tuple(place[some] for place in places)
            cells = (at[0], slice(None), at[1]) if len(at) == 2 else at
            self.ended[outcome][cells] += self.mass[cells]
            self.mass[cells] = 0

    def round(self, later: int) -> None:
        """One round on and above the ground."""
        if any(any(air) for air in self.sky.states):
            self.at_air(0)
            self.at_air(1)
            self.close()
            self.at_ground(0, later)
            self.at_ground(1, later)
            self.close()
        for fire in self.rules.fires(later):
            self.fire(fire, later)
            self.close()

    def leave(self, number: int) -> None:
        """Who leaves after a round, the defender first."""
        if self.battle.must_clear and number == 1:
            self.ended["lose"][self.ground[0].index[()]] += self.mass.sum(axis=0)
            self.mass[:] = 0
        for side in (1, 0):
            states = self.ground[side].states
            going = np.array([self.rules.wants_to_leave(side, state, number) for state in states])
            if going.any():
                self._leave(side, going)
                self.close()

    def _leave(self, side: int, going: NDArray[np.bool_]) -> None:
        axis, states = 2 * side, self.ground[side]
        staying = self.mass.copy()
        np.moveaxis(staying, axis, 0)[going] = 0
        self.mass -= staying
        self._move(axis, states.map("gone", partial(self.rules.gone, side)))
        self._move(SKY, self.sky.map(f"gone {side}", partial(self._flown_off, side)))
        whole = np.array([all(unit.away for unit in state) for state in states.states])
        out = self.mass.copy()
        np.moveaxis(out, axis, 0)[~whole] = 0
        self.ended["win" if side else "retreat"] += out
        self.mass += staying - out


def _alive(mass: Floats, axes: tuple[int, ...]) -> NDArray[np.bool_]:
    """Where there is any chance, over some axes."""
    return np.asarray(mass.any(axis=axes), dtype=np.bool_)


def fight(battle: Battle, *, title: str = "", notes: Sequence[str] = ()) -> Answer:
    """The exact answer: followed round by round until less than 1e-14 is undecided. Rounds are those on the ground."""
    board = Board(battle)
    board.close()
    rounds = [1 - float(board.mass.sum())]
    number = 0
    while number < (battle.rounds or LONGEST) and board.mass.sum() > OVER:
        number += 1
        before, left = board.mass.copy(), float(board.mass.sum())
        board.round(min(number, 2) - 1)
        board.leave(number)
        rounds.append(left - float(board.mass.sum()))
        if number > 1 and np.abs(board.mass - before).max() < STILL:
            break
    if board.mass.sum() > OVER:
        rounds[-1] += float(board.mass.sum())
        board.ended["stalemate"] += board.mass
    return _answer(board, rounds, title, notes)


# -- the answer --------------------------------------------------------------------------------------
Count = Callable[[Side, int], int]


def _counts(board: Board, side: int, what: Count) -> tuple[Indices, Indices]:
    """A number of each kind of block of a side, by state on the ground and in the sky; shape (states, kinds)."""
    kinds = range(len(board.battle.sides[side]))
    ground = [[what(state, kind) for kind in kinds] for state in board.ground[side].states]
    sky = [[what(air[side], kind) for kind in kinds] for air in board.sky.states]
    return np.array(ground, dtype=np.int64), np.array(sky, dtype=np.int64)


def _answer(board: Board, rounds: Sequence[float], title: str, notes: Sequence[str]) -> Answer:
    battle = board.battle
    left = [_counts(board, side, partial(_steps_of, battle, side)) for side in (0, 1)]
    held = np.array(
        [any(battle.attackers[u.kind].role == "combat" and not u.away for u in s) for s in board.ground[0].states]
    )
    tables = []
    for number, outcome in enumerate(OUTCOMES):
        a, b, c = np.nonzero(board.ended[outcome])
        ours, theirs = left[0][0][a] + left[0][1][b], left[1][0][c] + left[1][1][b]
        taken = held[a] & (outcome == "win")
        tables.append(Ends(np.full(len(a), number), ours, theirs, board.ended[outcome][a, b, c], taken))
    ends = Ends.together(tables)
    ends = replace(ends, probability=ends.probability / ends.probability.sum())
    return _wrapped(battle, ends, rounds, 0, title, notes, _eliminated(board))


def _steps_of(battle: Battle, side: int, units: Side, kind: int) -> int:
    return sum(steps(unit, battle.sides[side]) for unit in units if unit.kind == kind)


def _eliminated(board: Board) -> dict[str, dict[str, float]]:
    """Mean number of blocks of each kind that are gone, with those at 0 steps that were overrun."""
    total = sum(board.ended.values(), np.zeros_like(board.mass))
    pairs, sky = total.sum(axis=SKY), total.sum(axis=(0, 2))
    found: dict[str, dict[str, float]] = {}
    for side, name in enumerate(SIDES):
        blocks = board.battle.sides[side]
        ground, air = _counts(board, side, lambda units, kind: sum(unit.kind == kind for unit in units))
        alive = pairs.sum(axis=1 - side) @ ground + sky @ air
        own, enemy = board.ground[side].states, board.ground[1 - side].states
        for i, j in zip(*np.nonzero(pairs if side == 0 else pairs.T), strict=True):
            if board.rules.overrun(side, own[i], enemy[j]):
                for unit in own[i]:
                    alive[unit.kind] -= (pairs[i, j] if side == 0 else pairs[j, i]) * (not unit.away)
        gone = {block.name: float(block.count - left) for block, left in zip(blocks, alive, strict=True)}
        found[name] = {block: max(0.0, value) for block, value in gone.items()}
    return found


def _wrapped(
    battle: Battle,
    ends: Ends,
    rounds: Sequence[float],
    trials: int,
    title: str,
    notes: Sequence[str],
    eliminated: dict[str, dict[str, float]],
) -> Answer:
    ours, theirs = (
        Force(tuple(b.name for b in blocks), tuple(b.count * b.start for b in blocks), (1.0,) * len(blocks))
        for blocks in battle.sides
    )
    extra = {"expected_eliminated": eliminated, "survivors_are": "steps left of each block"}
    return Answer(ours, theirs, ends, "steps", lambda: rounds, (), trials, tuple(notes), title, extra)


def sample(battle: Battle, trials: int = 2_000, seed: int = 0, *, title: str = "", notes: Sequence[str] = ()) -> Answer:
    """The battle rolled ``trials`` times with a seed."""
    ends, rounds = roll_many(battle, trials, seed)
    rules = Rules(battle)
    rows: dict[Row, float] = defaultdict(float)
    lost = {name: {block.name: float(block.count) for block in battle.sides[side]} for side, name in enumerate(SIDES)}
    for (state, outcome), count in ends.items():
        left, held = _rolled_end(rules, state, count / trials, lost)
        rows[outcome, left[0], left[1], outcome == "win" and held] += count / trials
    return _wrapped(battle, Ends.of(rows), [n / trials for n in rounds], trials, title, notes, lost)


def _rolled_end(
    rules: Rules, state: State, weight: float, lost: dict[str, dict[str, float]]
) -> tuple[list[tuple[int, ...]], bool]:
    """Steps left by kind of both sides, and whether the attacker's combat blocks stand there; counts the living."""
    found = []
    for side, blocks in enumerate(rules.battle.sides):
        over = rules.overrun(side, state.ground[side], state.ground[1 - side])
        totals = [0] * len(blocks)
        for unit in (*state.ground[side], *state.air[side]):
            totals[unit.kind] += steps(unit, blocks)
            if blocks[unit.kind].flies or unit.away or not over:
                lost[SIDES[side]][blocks[unit.kind].name] -= weight
        found.append(tuple(totals))
    attackers = rules.battle.attackers
    held = any(attackers[unit.kind].role == "combat" and not unit.away for unit in state.ground[0])
    return found, held
