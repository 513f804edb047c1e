"""Answers battles: the fast way where the battle is a chain or becomes one, the general way everywhere else."""

from __future__ import annotations

from northafrica.odds.answer import Answer, Ends
from northafrica.odds.battle import Battle
from northafrica.odds.chain_battle import becomes_chain, course_of, stay_table
from northafrica.odds.general import best_retreat, rounds_general, solve_general
from northafrica.odds.results import make_answer, policy_of
from northafrica.odds.rounds import Rounds
from northafrica.odds.sampling import sample
from northafrica.odds.supply_play import solve_game


def solve(battle: Battle) -> Answer:
    """The exact answer of a battle. Raises OddsError where it is too large."""
    if "best" in battle.losses:
        return solve_game(battle)
    return solve_chain(battle) if becomes_chain(battle) else solve_in_general(battle)


def solve_chain(battle: Battle) -> Answer:
    """The exact answer along fixed orders of loss, row by row; only for battles that are or become chains."""
    course = course_of(battle)
    policy = policy_of(stay_table(course.chains[0][0])) if battle.retreat.kind == "best" else ()
    return make_answer(battle, course.ends(), course.rounds, policy)


def answer_battle(battle: Battle, trials: int = 0, seed: int = 0) -> Answer:
    """The exact answer, or a sampled one where `trials` are asked for. Raises OddsError."""
    return sample(battle, trials, seed) if trials else solve(battle)


def solve_in_general(battle: Battle) -> Answer:
    """The exact answer, state by state: for any battle whose losses are not a choice."""
    rules = Rounds(battle)
    best = best_retreat(rules) if battle.retreat.kind == "best" else None
    stays = best.stays if best else None
    rows = solve_general(rules, stays).rows()
    policy = policy_of(best.stay_table()) if best else ()
    return make_answer(battle, Ends.of(rows), lambda: rounds_general(rules, stays), policy)
