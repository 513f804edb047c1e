"""Answers battles: the fast way where the battle is a chain, the general way everywhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.odds.answer import Answer, Ends, Force, OddsError
from northafrica.odds.battle import Battle
from northafrica.odds.general import BestRetreat, best_retreat, rounds_general, solve_general
from northafrica.odds.rounds import Rounds, State


def solve(battle: Battle) -> Answer:
    """The exact answer of a battle. Raises OddsError where it is too large."""
    return solve_in_general(battle)


def answer_battle(battle: Battle, trials: int = 0, seed: int = 0) -> Answer:
    """The exact answer, or a sampled one where `trials` are asked for. Raises OddsError."""
    del seed
    if trials:
        raise OddsError("sampling is not there yet; leave trials out")
    return solve(battle)


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
    policy = retreat_policy(rules, best) if best else ()
    return make_answer(battle, rows, lambda: rounds_general(rules, stays), policy)


def make_answer(
    battle: Battle,
    rows: Mapping[tuple[str, tuple[int, ...], tuple[int, ...], bool], float],
    rounds_of: Any,
    policy: Sequence[Mapping[str, Any]] = (),
    trials: int = 0,
) -> Answer:
    """An answer from its ends."""
    attacker, defender = (
        Force(
            tuple(u.name for u in battle.units(side)),
            tuple(u.count for u in battle.units(side)),
            tuple(float(u.value) for u in battle.units(side)),
        )
        for side in ("attacker", "defender")
    )
    return Answer(
        attacker,
        defender,
        Ends.of(rows),
        battle.value_unit,
        rounds_of,
        tuple(policy),
        trials,
        battle.notes,
        battle.title,
    )


def retreat_policy(rules: Rounds, best: BestRetreat) -> tuple[Mapping[str, Any], ...]:
    """One line for each number of defenders left: with how many attackers pressing is better than leaving."""
    table: dict[int, dict[int, list[bool]]] = {}
    for state, stays in best.stays.items():
        mine, theirs = rules.a.alive(state[0]), rules.d.alive(state[1])
        table.setdefault(theirs, {}).setdefault(mine, []).append(stays)
    return tuple(_policy_line(theirs, table[theirs]) for theirs in sorted(table))


def _policy_line(theirs: int, by_mine: Mapping[int, Sequence[bool]]) -> Mapping[str, Any]:
    always = [mine for mine, choices in by_mine.items() if all(choices)]
    never = [mine for mine, choices in by_mine.items() if not any(choices)]
    sometimes = sorted(set(by_mine) - set(always) - set(never))
    line: dict[str, Any] = {"defenders": theirs}
    line["press_with"] = f"{min(always)} or more" if always and _is_upper(always, by_mine) else _listing(always)
    line["leave_with"] = f"{max(never)} or fewer" if never and _is_lower(never, by_mine) else _listing(never)
    if sometimes:
        line["depends_with"] = _listing(sometimes)
    return line


def _is_upper(numbers: Sequence[int], by_mine: Mapping[int, object]) -> bool:
    return set(numbers) == {n for n in by_mine if n >= min(numbers)}


def _is_lower(numbers: Sequence[int], by_mine: Mapping[int, object]) -> bool:
    return set(numbers) == {n for n in by_mine if n <= max(numbers)}


def _listing(numbers: Sequence[int]) -> str:
    return ", ".join(str(n) for n in sorted(numbers)) or "none"


__all__ = ["State", "make_answer", "solve", "solve_in_general"]
