"""Combats of one die a unit by rolled dice: a check of the exact answer, and for battles too large for it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from northafrica.odds.answer import Answer
from northafrica.odds.factor_battle import Battle, Close, Dice, Sides, answer_of, play
from northafrica.odds.factor_fire import FACES, Shot, Side
from northafrica.odds.hits import die_of
from northafrica.odds.told import OddsError, check_trials

MOST_WORK = 500_000_000
"""Trials times actions times pairs of units; about half a minute."""


def sample(
    battle: Battle, trials: int = 10_000, seed: int = 0, *, title: str = "", notes: Sequence[str] = ()
) -> Answer:
    """The battle rolled ``trials`` times with a seed."""
    check_trials(trials)
    ours, theirs = (sum(kind.count for kind in kinds) for kinds in battle.kinds)
    if trials * battle.actions * (ours + 10) * (theirs + 10) > MOST_WORK:
        raise OddsError(f"{trials:,} trials of {ours} units against {theirs} are too many; write fewer of either")
    dice = Rolled(battle, die_of(FACES, seed))
    ended: dict[Close, float] = defaultdict(float)
    rounds = [0.0] * (battle.actions + 1)
    for _ in range(trials):
        close, actions = dice.fight()
        ended[close] += 1 / trials
        rounds[actions] += 1 / trials
    return answer_of(battle, ended, rounds, trials, title, notes)


class Rolled(Dice):
    """Fire by dice from ``roll`` (1 to 6 each): for the order of first fire, then for each shot, attackers' first."""

    def __init__(self, battle: Battle, roll: Callable[[], int]) -> None:
        super().__init__(battle)
        self.roll = roll

    def fight(self) -> tuple[Close, int]:
        """One battle: how it closes, and after how many actions."""
        ended, rounds = play(self)
        return next(iter(ended)), rounds.index(1.0)

    def spend(self, units: int) -> None:
        """What is rolled is not listed."""

    def orders(self, orders: Sequence[tuple[int, ...]]) -> Sequence[tuple[tuple[int, ...], float]]:
        return [(orders[0] if len(orders) == 1 else orders[self.roll() % 2], 1.0)]

    def hit(self, sides: Sides, shots: Sequence[Shot], target: int) -> Mapping[Side, float]:
        """A side after shots at it, a die each; losses fall together."""
        enemy = self.battle.kinds[1 - target]
        hits: Counter[int] = Counter()
        of_ground: Counter[int] = Counter()
        for shot in shots:
            if self.roll() <= shot.factor:
                hits[shot.target] += 1
                of_ground[shot.target] += enemy[shot.unit.kind].medium == "ground"
        alive = []
        for index, unit in enumerate(sides[target]):
            at_it = [shot for shot in shots if shot.target == index]
            left = self.battle.after(target, unit, at_it, hits[index], of_ground[index])
            alive += [left] if left else []
        return {tuple(sorted(alive)): 1.0}
