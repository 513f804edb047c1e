"""What engines of battles hand back: an answer, and a policy in lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from northafrica.odds.answer import Answer, Ends, Force
from northafrica.odds.battle import Battle

RoundsOf = Callable[[], Sequence[float]]


def make_answer(
    battle: Battle, ends: Ends, rounds_of: RoundsOf, policy: Sequence[Mapping[str, Any]] = (), trials: int = 0
) -> Answer:
    """An answer from its ends."""
    attacker, defender = force_of(battle, "attacker"), force_of(battle, "defender")
    told = battle.value_unit, rounds_of, tuple(policy), trials, battle.notes, battle.title
    return Answer(attacker, defender, ends, *told, battle=battle)


def force_of(battle: Battle, side: str) -> Force:
    """One side as an answer tells it."""
    units = battle.units(side)
    return Force(tuple(u.name for u in units), tuple(u.count for u in units), tuple(float(u.value) for u in units))


def policy_of(choices: Mapping[tuple[int, int], Sequence[bool]]) -> tuple[Mapping[str, Any], ...]:
    """One line for each number of defenders left: with how many attackers pressing is better than leaving."""
    table: dict[int, dict[int, Sequence[bool]]] = {}
    for (mine, theirs), stays in choices.items():
        table.setdefault(theirs, {})[mine] = stays
    return tuple(_policy_line(theirs, table[theirs]) for theirs in sorted(table))


def _policy_line(theirs: int, by_mine: Mapping[int, Sequence[bool]]) -> Mapping[str, Any]:
    always = [mine for mine, choices in by_mine.items() if all(choices)]
    never = [mine for mine, choices in by_mine.items() if not any(choices)]
    sometimes = sorted(set(by_mine) - set(always) - set(never))
    line: dict[str, Any] = {"defenders": theirs}
    line |= {"press_with": reach(always, by_mine, True), "leave_with": reach(never, by_mine, False)}
    if sometimes:
        line["depends_with"] = ", ".join(map(str, sometimes))
    return line


def reach(numbers: Collection[int], table: Collection[int], up: bool) -> str:
    """`6 or more`, `5 or fewer`, a listing, or `none`."""
    if not numbers:
        return "none"
    least, most = min(numbers), max(numbers)
    if up and set(numbers) == {n for n in table if n >= least}:
        return f"{least} or more"
    if not up and set(numbers) == {n for n in table if n <= most}:
        return f"{most} or fewer"
    return ", ".join(map(str, sorted(numbers)))
