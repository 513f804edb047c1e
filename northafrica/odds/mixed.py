"""Battles whose first rounds have rules of their own and that are chains from then on.

Targets demanded in round 1, units that leave after it, fire that lets its victims fire back: those rounds are fought
state by state; all later ones along chains, one for each way the order of loss was broken into.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from northafrica.odds.answer import Answer, Ends
from northafrica.odds.battle import Battle, Retreat, Unit
from northafrica.odds.chain_battle import ChainBattle, ends_of, is_chain
from northafrica.odds.general import Flow
from northafrica.odds.results import make_answer
from northafrica.odds.rounds import Rounds, State
from northafrica.odds.told import OUTCOMES

Counts = tuple[int, ...]
Row = tuple[str, Counts, Counts, bool]
Key = tuple[Counts, Counts, Counts]


def later(battle: Battle, rounds_fought: int = 0) -> Battle:
    """The battle as it goes on after the rounds with rules of their own."""

    def plain(units: Sequence[Unit]) -> tuple[Unit, ...]:
        return tuple(replace(u, demands=() if u.demands_until else u.demands, leaves_after=0) for u in units)

    leave = battle.retreat
    if leave.kind == "after":
        leave = Retreat("after", max(1, leave.n - rounds_fought))
    return replace(
        battle,
        attackers=plain(battle.attackers),
        defenders=plain(battle.defenders),
        opening=(),
        helpless_fall=False,
        retreat=leave,
        rounds=max(1, battle.rounds - rounds_fought) if battle.rounds else 0,
    )


def becomes_chain(battle: Battle) -> bool:
    """Whether a battle is a chain but for its first rounds."""
    if battle.retreat.kind == "best" or battle.surrender or "best" in battle.losses:
        return False
    return all(u.hits == 1 for u in (*battle.attackers, *battle.defenders)) and is_chain(later(battle))


def solve_mixed(battle: Battle) -> Answer:
    """The exact answer of a battle that becomes a chain."""
    rules = Rounds(battle)
    flow = Flow(rules)
    going = flow.settle(rules.opening(), 0)
    ended = [1.0 - sum(going.values())]
    while going and len(ended) < rules.settled:
        before = sum(going.values())
        going = flow.step(going, len(ended))
        ended.append(before - sum(going.values()))
    rows: dict[Row, float] = {}
    for (outcome, state), p in flow.ends.items():
        left = (rules.a.reported(state[0]), rules.d.reported(state[1]))
        _add(rows, (outcome, *left, rules.captures(outcome, state)), p)
    chains = [
        (chain, key[2])
        for key, starts in _groups(rules, going).items()
        for chain in (_chain(battle, ended, key, starts),)
    ]
    for chain, out in chains:
        _gather(rows, ends_of(chain), out)
    return make_answer(battle, Ends.of(rows), lambda: _rounds(ended, [chain for chain, _ in chains]))


def _chain(battle: Battle, ended: Sequence[float], key: Key, starts: Mapping[tuple[int, int], float]) -> ChainBattle:
    return ChainBattle(later(battle, len(ended) - 1), key[0], key[1], starts=starts)


def _groups(rules: Rounds, states: Mapping[State, float]) -> dict[Key, dict[tuple[int, int], float]]:
    """States by the chains they lie on and by who has left; in each, the numbers left on both sides."""
    found: dict[Key, dict[tuple[int, int], float]] = {}
    full = [tuple(unit.count for unit in line.units) for line in (rules.a, rules.d)]
    for (a, d), p in states.items():
        ours, out = _parted(rules, a)
        theirs = rules.d.reported(d)
        key = (whole(ours, full[0]), whole(theirs, full[1]), out)
        place = (sum(ours), sum(theirs))
        group = found.setdefault(key, {})
        group[place] = group.get(place, 0.0) + p
    return found


def _parted(rules: Rounds, a: Counts) -> tuple[Counts, Counts]:
    """Attackers still in the battle, and those that have left it, by unit."""
    inside = tuple(0 if kind.state == "out" else n for kind, n in zip(rules.a.kinds, a, strict=True))
    outside = tuple(n if kind.state == "out" else 0 for kind, n in zip(rules.a.kinds, a, strict=True))
    return rules.a.reported(inside), rules.a.reported(outside)


def whole(state: Counts, full: Counts) -> Counts:
    """The longest force from which the order of loss leads to a state: full up to the first unit still there."""
    first = next(n for n, k in enumerate(state) if k)
    return (*full[: first + 1], *state[first + 1 :])


def _gather(rows: dict[Row, float], ends: Ends, out: Counts) -> None:
    """Add a chain's ends; where some have left the battle alive nobody has lost it outright."""
    anyone = sum(out) > 0
    for index, p in enumerate(ends.probability.tolist()):
        outcome = OUTCOMES[int(ends.outcome[index])]
        if anyone:
            outcome = {"lose": "retreat", "draw": "win"}.get(outcome, outcome)
        us = tuple(a + b for a, b in zip(ends.attacker[index].tolist(), out, strict=True))
        them = tuple(ends.defender[index].tolist())
        _add(rows, (outcome, us, them, bool(ends.captured[index])), p)


def _add(rows: dict[Row, float], row: Row, p: float) -> None:
    rows[row] = rows.get(row, 0.0) + p


def _rounds(ended: Sequence[float], chains: Sequence[ChainBattle]) -> list[float]:
    found = list(ended)
    for chain in chains:
        for number, p in enumerate(chain.rounds()):
            at = len(ended) - 1 + number
            found += [0.0] * (at + 1 - len(found))
            found[at] += p
    return found
