"""Answers battles: the fast way where the battle is a chain, the general way everywhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from northafrica.odds.answer import Answer, Ends
from northafrica.odds.battle import Battle
from northafrica.odds.chain_battle import chains_of, is_chain, stay_table
from northafrica.odds.general import BestRetreat, best_retreat, rounds_general, solve_general
from northafrica.odds.mixed import becomes_chain, solve_mixed
from northafrica.odds.results import make_answer, policy_of
from northafrica.odds.rounds import Rounds
from northafrica.odds.sampling import sample
from northafrica.odds.supply_play import solve_game


def solve(battle: Battle) -> Answer:
    """The exact answer of a battle. Raises OddsError where it is too large."""
    if "best" in battle.losses:
        return solve_game(battle)
    if is_chain(battle):
        return solve_chain(battle)
    return solve_mixed(battle) if becomes_chain(battle) else solve_in_general(battle)


def solve_chain(battle: Battle) -> Answer:
    """The exact answer along fixed orders of loss, row by row; only for battles that are chains."""
    mixture = chains_of(battle)
    policy = policy_of(stay_table(mixture.chains[0])) if battle.retreat.kind == "best" else ()
    return make_answer(battle, mixture.ends(), mixture.rounds, policy)


def answer_battle(battle: Battle, trials: int = 0, seed: int = 0) -> Answer:
    """The exact answer, or a sampled one where `trials` are asked for. Raises OddsError."""
    return sample(battle, trials, seed) if trials else solve(battle)


def solve_in_general(battle: Battle) -> Answer:
    """The exact answer, state by state: for any battle whose losses are not a choice."""
    rules = Rounds(battle)
    best = best_retreat(rules) if battle.retreat.kind == "best" else None
    stays = best.stays if best else None
    rows: dict[tuple[str, tuple[int, ...], tuple[int, ...], bool], float] = {}
    for (outcome, state), p in solve_general(rules, stays).items():
        left = (rules.a.reported(state[0]), rules.d.reported(state[1]))
        key = (outcome, *left, rules.captures(outcome, state))
        rows[key] = rows.get(key, 0.0) + p
    policy = policy_of(_stay_table(rules, best)) if best else ()
    return make_answer(battle, Ends.of(rows), lambda: rounds_general(rules, stays), policy)


def _stay_table(rules: Rounds, best: BestRetreat) -> Mapping[tuple[int, int], Sequence[bool]]:
    found: dict[tuple[int, int], list[bool]] = {}
    for state, stays in best.stays.items():
        found.setdefault((rules.a.alive(state[0]), rules.d.alive(state[1])), []).append(stays)
    return found
