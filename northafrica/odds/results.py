"""What engines of battles hand back: an answer, and a policy in lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from northafrica.odds.answer import Answer, Ends, Force
from northafrica.odds.battle import Battle

RoundsOf = Callable[[], Sequence[float]]


def make_answer(
    battle: Battle, ends: Ends, rounds_of: RoundsOf, policy: Sequence[Mapping[str, Any]] = (), trials: int = 0
) -> Answer:
    """An answer from its ends."""
    attacker, defender = force_of(battle, "attacker"), force_of(battle, "defender")
    return Answer(
        attacker,
        defender,
        ends,
        battle.value_unit,
        rounds_of,
        tuple(policy),
        trials,
        battle.notes,
        battle.title,
        battle=battle,
    )


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
