"""The factor and step engines against small computations of their own, in fractions, and against rolled dice."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from northafrica.odds import factor_battle, factor_roll, step_battle
from northafrica.odds.factor_fire import FireOrder, Kind
from northafrica.odds.step_dice import Block
from northafrica.odds.step_rules import Leave

FACES = range(1, 7)


# -- one die a unit ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("strong", "weak", "answer"), [(4, 1, 2), (3, 3, 5), (6, 2, 3), (1, 5, 1)])
def test_planned_fire_die_by_die(strong: int, weak: int, answer: int) -> None:
    """Two units of factor ``strong`` at a two-step unit, one of ``weak`` at another; the two-step unit answers."""
    attackers = (
        Kind("a", 2, "ground", (strong, 0, 0, 0), holds=True),
        Kind("b", 1, "ground", (weak, 0, 0, 0), holds=True),
    )
    defenders = (
        Kind("x", 1, "ground", (answer, 0, 0, 0), (1, 0, 0, 0), steps=2, holds=True),
        Kind("y", 1, "ground", (0, 0, 0, 0), holds=True),
    )
    battle = factor_battle.Battle(
        attackers,
        defenders,
        attacker_fire=FireOrder("most", ((2, "a", "x"), (1, "b", "y"))),
        defender_fire=FireOrder("most", ((1, "x", "b"),)),
    )
    counts = {"win": 0, "x": 0, "x (reduced)": 0, "y": 0, "b": 0, "a": 0}
    for first, second, third, back in product(FACES, repeat=4):
        hits = (first <= strong) + (second <= strong)
        counts["x"] += hits == 0
        counts["x (reduced)"] += hits == 1
        counts["y"] += third > weak
        counts["b"] += back > answer
        counts["a"] += 2
        counts["win"] += hits == 2 and third <= weak
    found = factor_battle.fight(battle)
    means = found.expected_survivors["attacker"] | found.expected_survivors["defender"]
    for name, count in counts.items():
        expected = float(Fraction(count, 6**4))
        assert (found.p["win"] if name == "win" else means[name]) == pytest.approx(expected, abs=1e-12)


def random_factors(seed: int) -> factor_battle.Battle:
    luck = np.random.default_rng(seed)

    def side(letter: str) -> tuple[Kind, ...]:
        kinds = []
        for number in range(int(luck.integers(1, 4))):
            steps = int(luck.integers(1, 3))
            ground, air, less = (int(luck.integers(0, 6)) for _ in range(3))
            kinds.append(
                Kind(
                    f"{letter}{number}",
                    int(luck.integers(1, 3)),
                    "air" if luck.random() < 0.25 else "ground",
                    (ground, air, 0, 0),
                    (min(ground, less), air, 0, 0),
                    steps=steps,
                    first=bool(luck.random() < 0.2),
                    boxed=bool(luck.random() < 0.2),
                    moves=int(luck.integers(1, 4)),
                    holds=True,
                )
            )
        return tuple(kinds)

    return factor_battle.Battle(
        side("a"),
        side("d"),
        place=("area", "fortress", "island")[int(luck.integers(0, 3))],  # type: ignore[arg-type]
        attacker_fire=FireOrder(("most", "spread", "focus")[int(luck.integers(0, 3))]),  # type: ignore[arg-type]
        retreats=("never", "last", "always")[int(luck.integers(0, 3))],  # type: ignore[arg-type]
        actions=int(luck.integers(1, 4)),
    )


@pytest.mark.parametrize("seed", range(8))
def test_random_factor_battles(seed: int) -> None:
    battle, trials = random_factors(seed), 1500
    exact, rolled = factor_battle.fight(battle), factor_roll.sample(battle, trials, seed)
    for name, chance in exact.p.items():
        assert abs(rolled.p[name] - chance) <= 4 * (chance * (1 - chance) / trials) ** 0.5 + 1e-9
    for side in ("attacker", "defender"):
        error = max(rolled.value_error(side), 1e-9)
        assert abs(rolled.value_lost[side] - exact.value_lost[side]) <= 4.5 * error + 1e-9


# -- a die per step ----------------------------------------------------------------------------------
def binomial(dice: int, need: int) -> list[Fraction]:
    chance = Fraction(7 - need, 6)
    return [comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1)]


def strongest_first(steps: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """Plain blocks after hits, each on the strongest; of equals the last."""
    left = list(steps)
    for _ in range(hits):
        most = max(left, default=0)
        if not most:
            break
        left[len(left) - 1 - left[::-1].index(most)] -= 1
    return tuple(left)


@pytest.mark.parametrize(
    ("attackers", "defenders", "need", "defence"),
    [((3,), (2,), 6, 6), ((4, 2), (3,), 5, 6), ((2, 2), (2, 1), 6, 5), ((1, 3), (3, 3), 4, 4)],
)
def test_ground_fire_in_fractions(
    attackers: tuple[int, ...], defenders: tuple[int, ...], need: int, defence: int
) -> None:
    """Two rounds: the defender fires, the attacker answers with what is left; all blocks need the same."""

    def kinds(letter: str, steps: tuple[int, ...], die: int) -> tuple[Block, ...]:
        return tuple(
            Block(f"{letter}{n}", 1, "combat", tuple(range(most, 0, -1)), most, (die, die))
            for n, most in enumerate(steps)
        )

    battle = step_battle.Battle(kinds("a", attackers, need), kinds("d", defenders, defence), rounds=2)
    states: dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction] = {(attackers, defenders): Fraction(1)}
    for _ in range(2):
        new: dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction] = {}
        for (ours, theirs), weight in states.items():
            if not sum(ours) or not sum(theirs):
                new[ours, theirs] = new.get((ours, theirs), Fraction(0)) + weight
                continue
            for hits, chance in enumerate(binomial(sum(theirs), defence)):
                alive = strongest_first(ours, hits)
                for back, part in enumerate(binomial(sum(alive), need)):
                    key = (alive, strongest_first(theirs, back))
                    new[key] = new.get(key, Fraction(0)) + weight * chance * part
        states = new
    answer = step_battle.fight(battle)
    win = sum((weight for (_, theirs), weight in states.items() if not sum(theirs)), Fraction(0))
    lose = sum((weight for (ours, _), weight in states.items() if not sum(ours)), Fraction(0))
    assert answer.p["win"] == pytest.approx(float(win), abs=1e-12)
    assert answer.p["lose"] == pytest.approx(float(lose), abs=1e-12)
    left = [sum((w * sum(key[side]) for key, w in states.items()), Fraction(0)) for side in (0, 1)]
    for side, name in enumerate(("attacker", "defender")):
        assert sum(answer.expected_survivors[name].values()) == pytest.approx(float(left[side]), abs=1e-12)


def random_blocks(seed: int) -> step_battle.Battle:
    luck = np.random.default_rng(seed)
    ladders = [(3, 2, 1), (4, 3, 2, 1), (5, 3, 1, 0), (3, 0), (2, 1)]

    def side(letter: str) -> tuple[Block, ...]:
        blocks = []
        for number in range(int(luck.integers(1, 4))):
            role = ("combat", "combat", "artillery", "fighter", "bomber")[int(luck.integers(0, 5)) if number else 0]
            ladder = ladders[int(luck.integers(0, 5))]
            need, other = int(luck.integers(4, 8)), int(luck.integers(4, 8))
            start = ladder[int(luck.integers(0, 2))] or ladder[0]
            halved = int(luck.integers(0, 2)) if letter == "a" else 0
            charges = letter == "a" and role == "combat" and luck.random() < 0.2
            blocks.append(
                Block(
                    f"{letter}{number}",
                    1,
                    role,  # type: ignore[arg-type]
                    ladder,
                    start,
                    (need, need),
                    (halved, 0),
                    other=other,
                    charges=bool(charges),
                    fixed=bool(luck.random() < 0.2),
                    parked=letter == "d" and role == "bomber",
                )
            )
        return tuple(blocks)

    return step_battle.Battle(
        side("a"),
        side("d"),
        city=(int(luck.integers(0, 3)), 6),
        rounds=int(luck.integers(0, 3)),
        attacker_leaves=Leave(steps=int(luck.integers(0, 3))),
        defender_leaves=Leave(after=int(luck.integers(0, 4))),
        defender_air_leaves=Leave(after=int(luck.integers(0, 3))),
    )


@pytest.mark.parametrize("seed", range(9))
def test_random_battles_of_blocks(seed: int) -> None:
    battle, trials = random_blocks(seed), 600
    exact, rolled = step_battle.fight(battle), step_battle.sample(battle, trials, seed)
    for name, chance in exact.p.items():
        assert abs(rolled.p[name] - chance) <= 4 * (chance * (1 - chance) / trials) ** 0.5 + 1e-9
    for side in ("attacker", "defender"):
        error = max(rolled.value_error(side), 1e-9)
        assert abs(rolled.value_lost[side] - exact.value_lost[side]) <= 4.5 * error + 1e-9
        for unit, gone in exact.extra["expected_eliminated"][side].items():
            assert rolled.extra["expected_eliminated"][side][unit] == pytest.approx(gone, abs=0.1)
