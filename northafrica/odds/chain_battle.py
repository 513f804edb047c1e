"""Answers battles that are chains: every hit falls on the next unit in a fixed order of loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from northafrica.odds.answer import Ends
from northafrica.odds.battle import Battle, Retreat, Unit
from northafrica.odds.chain import (
    Chain,
    Finals,
    Floats,
    Odds,
    all_battles,
    best_stops,
    is_stuck,
    make_chain,
    make_odds,
    one_round,
    run,
)
from northafrica.odds.general import Flow
from northafrica.odds.rounds import Rounds, State
from northafrica.odds.told import OUTCOMES, SIDES

LEAST, MOST_ROUNDS = 1e-13, 2000
Bools = NDArray[np.bool_]


def is_chain(battle: Battle) -> bool:
    """Whether a battle is a chain: no hit may or must fall anywhere but on the next in the order of loss."""
    units = (*battle.attackers, *battle.defenders)
    plain = not any(u.demands or u.leaves_after or u.domain in ("sub", "cargo") for u in units if u.count)
    helpless = battle.both_must_hurt and any(u.power == 0 for u in units)
    twice = {u.name for u in units if u.hits == 2}
    awkward = any(fire.returns or twice & set(fire.targets) for fire in battle.opening)
    return plain and not helpless and not awkward and not battle.surrender and "best" not in battle.losses


@dataclass
class ChainBattle:
    """One battle from one start, solved; the rounds are counted when they are asked for.

    starts  (attackers left, defenders left) -> chance, where it does not start with all
    """

    battle: Battle
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    value: Floats | None = None
    stop: Bools | None = None
    starts: Mapping[tuple[int, int], float] | None = None
    us: Chain = field(init=False)
    them: Chain = field(init=False)
    odds: Odds = field(init=False)

    def __post_init__(self) -> None:
        ours, theirs = self.battle.units("attacker"), self.battle.units("defender")
        self.us = make_chain(self.battle.die, ours, self.attackers)
        self.them = make_chain(self.battle.die, theirs, self.defenders)
        self.odds = make_odds(self.us, self.them)
        self.stop = self._stops(ours)

    def _stops(self, ours: Sequence[Unit]) -> Bools | None:
        """The states in which the attacker leaves, asked after each round."""
        rule = self.battle.retreat
        if rule.kind == "units":
            rows = self.us.left.sum(axis=1) <= rule.n
        elif rule.kind == "air-only":
            rows = self.us.left[:, [u.domain != "air" for u in ours]].sum(axis=1) == 0
        elif rule.kind == "best":
            win, lose, leave = self._worth(ours)
            stop, self.value = best_stops(self.odds, win, lose, leave)
            return stop
        else:
            return None
        return np.repeat(rows[:, None], self.them.slots + 1, axis=1)

    def _worth(self, ours: Sequence[Unit]) -> tuple[Floats, Floats, Floats]:
        """The worth of each end under the goal: win by attackers left, lose by defenders left, leaving by both."""
        taken = captures(self.battle, ours, self.us.left).astype(float)
        goal = self.battle.goal
        if goal.kind == "capture":
            nothing = np.zeros((self.us.slots + 1, self.them.slots + 1))
            return taken, nothing[0], nothing
        mine, theirs = (
            (chain.left[-1] - chain.left) @ np.array([float(u.value) for u in self.battle.units(side)])
            for chain, side in ((self.us, "attacker"), (self.them, "defender"))
        )
        leave = theirs[None, :] - mine[:, None]
        return leave[:, 0] + goal.territory * taken, leave[0], leave

    def start(self) -> Floats:
        """All mass on the state before round 1."""
        mass = np.zeros((self.us.slots + 1, self.them.slots + 1))
        for (i, j), p in self.starts.items() if self.starts is not None else (((-1, -1), 1.0),):
            mass[i, j] += p
        return mass

    def last_round(self) -> int:
        """The round after which it is over in any case; 0 if there is none."""
        limits = [n for n in (self.battle.rounds, self.leaves_after()) if n]
        return min(limits, default=0)

    def leaves_after(self) -> int:
        """The round after which the attacker leaves; 0 if there is none."""
        return self.battle.retreat.n if self.battle.retreat.kind == "after" else 0

    def finals(self) -> Finals:
        """Where the battle ends."""
        mass = self.start()
        if self.last_round():
            return self._limited(mass, self.last_round())
        if self.stop is not None:
            stuck = np.where(is_stuck(self.odds), mass, 0.0)
            mass = one_round(self.odds, mass - stuck) + stuck
        return run(self.odds, mass, self.stop)

    def _limited(self, mass: Floats, last: int) -> Finals:
        """Fight round by round; whoever leaves is put aside."""
        left, still, stuck = np.zeros_like(mass), np.zeros_like(mass), is_stuck(self.odds)
        for number in range(last + 1):
            still += np.where(stuck, mass, 0.0)
            mass = np.where(stuck, 0.0, mass)
            if number == last:
                break
            mass = one_round(self.odds, mass)
            if self.stop is not None:
                leave = self.stop & ~stuck
                left[1:, 1:] += np.where(leave, mass, 0.0)[1:, 1:]
                mass[1:, 1:] = np.where(leave, 0.0, mass)[1:, 1:]
        rest = left if self.leaves_after() == last else still
        rest[1:, 1:] += mass[1:, 1:]
        win = mass[:, 0].copy()
        win[0] = 0.0
        return Finals(win, mass[0], left, still)

    def rounds(self) -> Sequence[float]:
        """The chance that it ends in round 0, 1, 2 ..."""
        mass, stuck, last = self.start(), is_stuck(self.odds), self.last_round()
        if not self.us.slots or not self.them.slots:
            return [float(mass.sum())]
        mass[stuck] = 0.0
        going = float(mass[1:, 1:].sum())
        found = [float(self.start().sum()) - going]
        while going > LEAST and len(found) <= MOST_ROUNDS:
            mass = one_round(self.odds, mass)
            over = stuck if self.stop is None else stuck | self.stop
            mass[1:, 1:] = np.where(over, 0.0, mass)[1:, 1:]
            now = 0.0 if last and len(found) == last else float(mass[1:, 1:].sum())
            found.append(going - now)
            going = now
        found[-1] += going
        return found


def captures(battle: Battle, ours: Sequence[Unit], left: NDArray[np.int64]) -> Bools:
    """For each row of attackers left, whether they take the place when they have won."""
    able = left[:, [u.can_capture for u in ours]].sum(axis=1) > 0
    return np.asarray(able & (not battle.at_sea))


def ends_of(one: ChainBattle, finals: Finals | None = None) -> Ends:
    """The table of ends of one chain, worked out or given."""
    finals, ours = finals or one.finals(), one.battle.units("attacker")
    parts: list[tuple[str, NDArray[np.int64], NDArray[np.int64], Floats]] = []
    won = np.flatnonzero(finals.win)
    lost = np.flatnonzero(finals.lose[1:]) + 1
    parts.append(("win", won, np.zeros_like(won), finals.win[won]))
    parts.append(("lose", np.zeros_like(lost), lost, finals.lose[lost]))
    nobody = np.zeros(1, dtype=np.int64)
    parts.append(("draw", nobody, nobody, finals.lose[:1]))
    for name, table in (("retreat", finals.retreat), ("stalemate", finals.stalemate)):
        if table.any():
            i, j = np.nonzero(table)
            parts.append((name, i, j, table[i, j]))
    outcome = np.concatenate([np.full(len(i), OUTCOMES.index(name)) for name, i, _, _ in parts])
    us = one.us.left[np.concatenate([i for _, i, _, _ in parts])]
    them = one.them.left[np.concatenate([j for _, _, j, _ in parts])]
    taken = captures(one.battle, ours, us) & (outcome == 0)
    return Ends(outcome, us, them, np.concatenate([p for *_, p in parts]), taken)


# -- first rounds with rules of their own, then chains --------------------------------------------------------
Counts = tuple[int, ...]
Place = tuple[int, int]


@dataclass(frozen=True)
class Course:
    """A battle that lies on chains from some round on: one for each way the order of loss was broken into before.

    first    the chance that it ends in round 0, 1 ... of those fought state by state
    ended    the ends of these rounds
    chains   each chain with the attackers that have left it alive
    """

    first: tuple[float, ...]
    ended: Ends
    chains: tuple[tuple[ChainBattle, Counts], ...]

    def ends(self) -> Ends:
        """All ends together; equal ones are one row."""
        tables = [_with_those_outside(ends_of(chain), out) for chain, out in self.chains]
        alone = len(tables) == 1 and not len(self.ended.probability)
        return tables[0] if alone else Ends.together([*tables, self.ended])

    def rounds(self) -> Sequence[float]:
        """The chance that the battle ends in round 0, 1, 2 ..."""
        parts = [chain.rounds() for chain, _ in self.chains]
        found = [*self.first, *[0.0] * max((len(part) - 1 for part in parts), default=0)]
        for part in parts:
            for number, p in enumerate(part, len(self.first) - 1):
                found[number] += p
        return found


def _with_those_outside(ends: Ends, out: Counts) -> Ends:
    """A chain's ends with attackers that have left the battle alive; then nobody has lost it outright."""
    if not any(out):
        return ends
    now = {"lose": "retreat", "draw": "win"}
    names = np.array([OUTCOMES.index(now.get(name, name)) for name in OUTCOMES])
    return replace(ends, outcome=names[ends.outcome], attacker=ends.attacker + np.array(out))


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
    """Whether a battle is a chain, be it after some first rounds."""
    if is_chain(battle):
        return True
    if battle.retreat.kind == "best" or battle.surrender or "best" in battle.losses:
        return False
    return all(u.hits == 1 for u in (*battle.attackers, *battle.defenders)) and is_chain(later(battle))


def course_of(battle: Battle) -> Course:
    """A battle that becomes a chain: its first rounds fought, then its chains."""
    if is_chain(battle) and not battle.opening and not battle.helpless_fall:
        return Course((0.0,), Ends.of({}), ((_whole_chain(battle), ()),))
    rules = Rounds(battle)
    flow = Flow(rules)
    flow.until_settled()
    rest = later(battle, len(flow.rounds) - 1)
    chains = [
        (ChainBattle(rest, ours, theirs, starts=starts), out)
        for (ours, theirs, out), starts in _groups(rules, flow.going).items()
    ]
    return Course(tuple(flow.rounds), Ends.of(flow.rows()), tuple(chains))


def _groups(rules: Rounds, states: Mapping[State, float]) -> dict[tuple[Counts, Counts, Counts], dict[Place, float]]:
    """States by the chains they lie on and by who has left; in each, the places on the chain with their chances."""
    found: dict[tuple[Counts, Counts, Counts], dict[Place, float]] = {}
    full = [tuple(unit.count for unit in line.units) for line in (rules.a, rules.d)]
    single = all(unit.hits == 1 for line in (rules.a, rules.d) for unit in line.units)
    for (a, d), p in states.items():
        ours, out = rules.a.parted(a)
        theirs = rules.d.reported(d)
        key, place = (ours, theirs, out), (-1, -1)
        if single:
            key, place = (_longest(ours, full[0]), _longest(theirs, full[1]), out), (sum(ours), sum(theirs))
        group = found.setdefault(key, {})
        group[place] = group.get(place, 0.0) + p
    return found


def _longest(state: Counts, full: Counts) -> Counts:
    """The longest force from which the order of loss leads to a state: full up to the first unit still there."""
    first = next(n for n, k in enumerate(state) if k)
    return (*full[: first + 1], *state[first + 1 :])


def _whole_chain(battle: Battle) -> ChainBattle:
    ours, theirs = (tuple(unit.count for unit in battle.units(side)) for side in SIDES)
    return ChainBattle(battle, ours, theirs)


def all_answers(battle: Battle) -> Floats:
    """Win, lose and draw for every number of hits left on both sides, (3, n + 1, m + 1), as in `all_battles`."""
    return all_battles(_whole_chain(battle).odds)


def stay_table(one: ChainBattle) -> Mapping[tuple[int, int], Sequence[bool]]:
    """(attackers left, defenders left) -> whether pressing is best, for each state with so many units."""
    found: dict[tuple[int, int], list[bool]] = {}
    if one.stop is None:
        return found
    mine, theirs = one.us.left.sum(axis=1), one.them.left.sum(axis=1)
    for i in range(1, len(mine)):
        for j in range(1, len(theirs)):
            found.setdefault((int(mine[i]), int(theirs[j])), []).append(not one.stop[i, j])
    return found
