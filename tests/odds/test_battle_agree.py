"""The fast, the general and the sampled answer of one battle agree."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from northafrica.odds.answer import Answer
from northafrica.odds.battle import Battle, Goal, Opening, Retreat, Submarines, Unit, total
from northafrica.odds.chain_battle import all_answers, becomes_chain, is_chain
from northafrica.odds.sampling import sample, sample_in_a_row
from northafrica.odds.solve import solve, solve_chain, solve_in_general


def some_units(rng: random.Random, die: int, attacking: bool, sea: bool) -> tuple[Unit, ...]:
    found = []
    domains = ("sea", "sea", "air", "sub") if sea else ("land", "land", "air", "land")
    for name, domain in zip("abcd", domains, strict=True):
        found.append(Unit(
            name, rng.randint(0, 3), rng.randint(0, die - 1), float(rng.randint(1, 9)), domain,
            hits=2 if sea and name == "a" else 1,
            supports=attacking and name == "b", supported=rng.randint(1, die) if attacking and name == "a" else 0,
            reroll_from=8 if die == 10 and rng.random() < 0.3 else 0, best_of=rng.choice((1, 1, 2)),
            leaves_after=1 if attacking and name == "d" and not sea and rng.random() < 0.3 else 0,
            destroyer=name == "b" and sea,
        ))  # fmt: skip
    rng.shuffle(found)
    return tuple(found)


def some_battle(rng: random.Random, sea: bool) -> Battle | None:
    die = rng.choice((6, 10))
    us, them = some_units(rng, die, True, sea), some_units(rng, die, False, sea)
    if not total(us) or not total(them):
        return None
    opening: tuple[Opening, ...] = ()
    if rng.random() < 0.4:
        opening += (Opening("defender", rng.randint(1, 3), ("c",), most=rng.choice((0, 1, 3))),)
    if rng.random() < 0.3:
        opening += (Opening("attacker", 2, tuple(u.name for u in them), dice=2, returns=rng.random() < 0.5),)
    kind = rng.choice(("never", "after", "units", "air-only", "best"))
    return Battle(
        die, us, them, opening, Retreat(kind, rng.randint(1, 3)), 0 if kind == "best" else rng.choice((0, 0, 2)),
        (rng.choice(("listed", "cheapest")),) * 2, sea,
        Submarines(rng.random() < 0.5, rng.random() < 0.5), both_must_hurt=sea,
        goal=Goal(rng.choice(("value", "capture")), 3.0),
    )  # fmt: skip


def assert_same(a: Answer, b: Answer) -> None:
    assert a.p == pytest.approx(b.p, abs=1e-10)
    assert a.capture == pytest.approx(b.capture, abs=1e-10)
    for side in ("attacker", "defender"):
        assert a.expected_survivors[side] == pytest.approx(b.expected_survivors[side], abs=1e-9)
        assert a.value_lost[side] == pytest.approx(b.value_lost[side], abs=1e-9)
    size = max(len(a.rounds), len(b.rounds))
    for n in range(size):
        mine, theirs = (x.rounds[n] if n < len(x.rounds) else 0.0 for x in (a, b))
        assert mine == pytest.approx(theirs, abs=1e-10)


@pytest.mark.parametrize("seed", range(60))
def test_fast_and_general_agree(seed: int) -> None:
    battle = some_battle(random.Random(seed), sea=False)
    if battle is not None and is_chain(battle):
        assert_same(solve_chain(battle), solve_in_general(battle))


def some_first_rounds(rng: random.Random) -> Battle | None:
    """A land battle with targets in round 1, units that leave after it, or fire that is returned."""

    def force(attacking: bool) -> tuple[Unit, ...]:
        found = []
        for name, domain in zip("abcd", ("land", "land", "air", "land"), strict=True):
            aims = name == "d" and rng.random() < 0.7
            found.append(Unit(
                name, rng.randint(0, 3), rng.randint(0, 9), float(rng.randint(1, 9)), domain,
                supports=attacking and name == "b", supported=3 if attacking and name == "a" else 0,
                demands=tuple(rng.sample("abcd", 2)) if aims else (), demands_until=rng.choice((1, 2)) if aims else 0,
                leaves_after=1 if attacking and name == "c" and rng.random() < 0.4 else 0,
            ))  # fmt: skip
        rng.shuffle(found)
        return tuple(found)

    us, them = force(True), force(False)
    if not total(us) or not total(them):
        return None
    opening: tuple[Opening, ...] = ()
    if rng.random() < 0.5:
        opening += (Opening("defender", 2, ("c",), most=rng.choice((0, 1))),)
    if rng.random() < 0.5:
        opening += (Opening("attacker", 3, tuple(u.name for u in them), dice=2, returns=True),)
    retreat = Retreat(rng.choice(("never", "after", "units", "air-only")), rng.randint(1, 4))
    return Battle(10, us, them, opening, retreat, rng.choice((0, 0, 1, 2, 3)), helpless_fall=rng.random() < 0.3)


@pytest.mark.parametrize("seed", range(40))
def test_battles_that_become_chains_after_their_first_rounds(seed: int) -> None:
    battle = some_first_rounds(random.Random(seed))
    if battle is not None and becomes_chain(battle):
        assert_same(solve_chain(battle), solve_in_general(battle))


TRIALS = 40_000


@pytest.mark.parametrize("seed", range(100, 130))
def test_exact_and_sampled_agree_within_three_standard_errors(seed: int) -> None:
    battle = some_battle(random.Random(seed), sea=bool(seed % 2))
    if battle is None or (battle.retreat.kind == "best" and not is_chain(battle)):
        return
    exact, sampled = solve(battle), sample(battle, TRIALS, seed)
    for outcome, chance in exact.p.items():
        error = max((chance * (1 - chance) / TRIALS) ** 0.5, 1e-9)
        assert abs(sampled.p[outcome] - chance) < 3 * error, (outcome, battle)
    for side in ("attacker", "defender"):
        lost, mean = exact.losses(side), exact.value_lost[side]
        error = (float(exact.ends.probability @ (lost - mean) ** 2) / TRIALS) ** 0.5
        assert abs(sampled.value_lost[side] - mean) < 3 * error + 1e-9


def test_a_seed_repeats_its_battles() -> None:
    battle = some_battle(random.Random(100), sea=False)
    assert battle is not None
    assert sample(battle, 500, 7).p == sample(battle, 500, 7).p


def test_a_sampled_row_of_battles_goes_on_with_the_survivors() -> None:
    us = (Unit("a", 3, 3, 1.0), Unit("b", 1, 2, 2.0))
    first, then = Battle(6, us, (Unit("x", 2, 2, 1.0),)), Battle(6, us, (Unit("y", 1, 6, 1.0),))
    stages = sample_in_a_row([first, then], 20_000, 3)
    one = solve(first)
    assert stages[0].reached == 20_000
    assert stages[1].answer is not None
    assert abs(stages[1].reached / 20_000 - one.p["win"]) < 3 * stages[0].answer.standard_error(one.p["win"])  # type: ignore[union-attr]
    # the exact chance of the second win: each force that wins the first battle fights the second
    whole = 0.0
    for outcome, left, p in zip(one.ends.outcome, one.ends.attacker, one.ends.probability, strict=True):
        if outcome == 0:
            force = tuple(Unit(u.name, int(n), u.power, u.value) for u, n in zip(us, left, strict=True))
            whole += p * solve(Battle(6, force, then.defenders)).p["win"]
    found = stages[1].answer.p["win"] * stages[1].reached / 20_000
    assert abs(found - whole) < 3 * (whole * (1 - whole) / 20_000) ** 0.5


def test_the_answers_of_all_smaller_battles_at_once() -> None:
    us = (Unit("inf", 3, 1, supported=2), Unit("gun", 2, 2, supports=True), Unit("tank", 1, 3))
    them = (Unit("inf", 3, 2), Unit("tank", 2, 3))
    table = all_answers(Battle(6, us, them))
    assert table.shape == (3, 7, 6)
    for i, j in ((1, 1), (3, 4), (4, 2), (6, 5)):
        left = [max(0, min(n, i - later)) for n, later in ((3, 3), (2, 1), (1, 0))]
        foes = [max(0, min(n, j - later)) for n, later in ((3, 2), (2, 0))]
        ours = tuple(replace(unit, count=n) for unit, n in zip(us, left, strict=True))
        theirs = tuple(replace(unit, count=n) for unit, n in zip(them, foes, strict=True))
        part = solve(Battle(6, ours, theirs))
        assert table[:, i, j] == pytest.approx([part.p["win"], part.p["lose"], part.p["draw"]], abs=1e-12)
    assert np.allclose(table[:, 1:, 1:].sum(axis=0), 1.0)


def test_a_large_battle_keeps_its_mass() -> None:
    us = (Unit("inf", 40, 1, supported=2), Unit("gun", 20, 2, supports=True), Unit("tank", 40, 3))
    answer = solve(Battle(6, us, (Unit("inf", 66, 2), Unit("gun", 17, 2), Unit("tank", 17, 3))))
    assert sum(answer.p.values()) == pytest.approx(1.0, abs=1e-12)
    assert min(answer.ends.probability) >= 0.0
