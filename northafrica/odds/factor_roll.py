"""Combats of one die a unit by rolled dice: a check of the exact answer, and for battles too large for it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from northafrica.odds.answer import Answer
from northafrica.odds.factor_battle import Battle, Close, Fired, Sides, answer_of, close_of, first_orders
from northafrica.odds.factor_fire import FACES, Retreats, Shot, Side, enter, may_leave, suffer
from northafrica.odds.told import OddsError

MOST_WORK = 500_000_000
"""Trials times actions times pairs of units; about half a minute."""


def sample(
    battle: Battle, trials: int = 10_000, seed: int = 0, *, title: str = "", notes: Sequence[str] = ()
) -> Answer:
    """The battle rolled ``trials`` times with a seed."""
    if trials < 1:
        raise OddsError(f"{trials} trials: write at least 1")
    ours, theirs = (sum(kind.count for kind in kinds) for kinds in battle.kinds)
    if trials * battle.actions * (ours + 10) * (theirs + 10) > MOST_WORK:
        raise OddsError(f"{trials:,} trials of {ours} units against {theirs} are too many; write fewer of either")
    luck = np.random.default_rng(seed)
    ended: dict[Close, float] = defaultdict(float)
    rounds = [0.0] * (battle.actions + 1)
    stock: Iterator[int] = iter(())

    def roll() -> int:
        nonlocal stock
        die = next(stock, 0)
        if not die:
            stock = iter(luck.integers(1, FACES + 1, 65_536).tolist())
            die = next(stock)
        return die

    memo: dict[Aimed, list[Shot]] = {}
    for _ in range(trials):
        close, actions = roll_battle(battle, roll, memo)
        ended[close] += 1 / trials
        rounds[actions] += 1 / trials
    return answer_of(battle, ended, rounds, trials, title, notes)


Aimed = tuple[int, Sides, Fired, bool, bool]


def roll_battle(
    battle: Battle, roll: Callable[[], int], memo: dict[Aimed, list[Shot]] | None = None
) -> tuple[Close, int]:
    """One battle with dice from ``roll`` (1 to 6 each): how it closes, and after how many actions.

    ``memo`` keeps allotments of fire from one battle to the next.
    """
    memo = {} if memo is None else memo
    sides: Sides = (enter(battle.attackers), enter(battle.defenders))
    for action in range(1, battle.actions + 1):
        away = tuple(unit for unit in sides[1] if unit.leaves)
        now: Sides = (sides[0], tuple(unit for unit in sides[1] if not unit.leaves))
        orders = first_orders(battle, now)
        fired: Fired = frozenset()
        for side in orders[0] if len(orders) == 1 else orders[roll() % 2]:
            shots = _aimed(battle, side, now, fired, True, action == 1, memo)
            fired |= {(side, shot.unit.kind) for shot in shots}
            now = _rolled(battle, now, [shots, []] if side == 0 else [[], shots], roll)
        now = _rolled(
            battle, now, [_aimed(battle, side, now, fired, False, action == 1, memo) for side in (0, 1)], roll
        )
        close = close_of(battle, (now[0], tuple(sorted(now[1] + away))))
        sides = close.sides
        if not close.goes_on:
            return close, action
    return close, battle.actions


def _aimed(
    battle: Battle, side: int, now: Sides, fired: Fired, first: bool, strict: bool, memo: dict[Aimed, list[Shot]]
) -> list[Shot]:
    key = (side, now, fired, first, strict)
    if key not in memo:
        kinds = battle.kinds[side]
        units = [u for u in now[side] if (side, u.kind) not in fired and (kinds[u.kind].first or not first)]
        memo[key] = battle.volley(side, now, units, first, strict)
    return memo[key]


def _rolled(battle: Battle, sides: Sides, volleys: Sequence[Sequence[Shot]], roll: Callable[[], int]) -> Sides:
    """Both sides after their enemy's shots (attacker's, then defender's), a die each; losses fall together."""
    left: list[Side] = [sides[0], sides[1]]
    for shooter, shots in enumerate(volleys):
        target = 1 - shooter
        own, enemy = battle.kinds[target], battle.kinds[shooter]
        hits: Counter[int] = Counter()
        of_ground: Counter[int] = Counter()
        for shot in shots:
            if roll() <= shot.factor:
                hits[shot.target] += 1
                of_ground[shot.target] += enemy[shot.unit.kind].medium == "ground"
        alive = []
        for index, unit in enumerate(sides[target]):
            fast = may_leave(unit, own, [shot for shot in shots if shot.target == index], enemy)
            retreats: Retreats = battle.retreats if target else "never"
            after = suffer(unit, hits[index], of_ground[index], fast, retreats)
            alive += [after] if after else []
        left[target] = tuple(sorted(alive))
    return left[0], left[1]
