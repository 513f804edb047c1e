"""One round of a battle, die by die: submarines first where they may, then everybody at once."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from northafrica.odds.battle import Battle, Opening, Unit
from northafrica.odds.effort import Effort
from northafrica.odds.hits import binomial, dice_of, together
from northafrica.odds.sides import Counts, Hits, Line, Volley, demanded, fall

State = tuple[Counts, Counts]
MOST_STATES = 400_000
MOST_WORK = 500_000
"""Ways the dice of a round can fall, over all states; ten to twenty millionths of a second each."""
UNEVEN = 40
"""Later rounds have fewer dice: of the ways that the first round promises at least one in so many comes about."""


class Rounds:
    """The rules of one battle, round by round, along its orders of loss."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.a, self.d = Line(battle, "attacker"), Line(battle, "defender")
        last = [u.demands_until for u in (*battle.attackers, *battle.defenders) if u.demands]
        leaves = [u.leaves_after for u in battle.attackers if u.leaves_after]
        returning = [1 for fire in battle.opening if fire.returns]
        self.settled = 1 + max([0, *last, *leaves, *returning])
        self.outcomes = cache(self._outcomes)
        self.is_stuck = cache(self._is_stuck)
        self._fall = cache(fall)
        self.effort = Effort(MOST_WORK)
        self.effort.expect(self._ways() // UNEVEN)

    def _ways(self) -> int:
        """How many ways all rounds could go, if each had the dice of the first."""
        a, d = self.a.start(), self.d.start()
        found = (self.a.slots(a) + 1) * (self.d.slots(d) + 1)
        for own, counts, enemy, foes in ((self.a, a, self.d, d), (self.d, d, self.a, a)):
            for who in ("sub", "no sub") if self._strikes(own, counts, enemy, foes) else ("all",):
                for volley in self._volleys(own, counts, self.settled, who, self._seen(own, counts)):
                    found *= 1 + sum(n for _, n in volley.groups)
        return found

    # -- before round 1 ------------------------------------------------------------------------------
    def opening(self) -> dict[State, float]:
        """The states after the fire before round 1 (that which lets its victims fire back comes in round 1)."""
        states: dict[State, float] = {(self.a.start(), self.d.start()): 1.0}
        for fire in self.battle.opening:
            if not fire.returns:
                found: dict[State, float] = defaultdict(float)
                for state, p in states.items():
                    for after, q in self._open_fire(fire, state):
                        found[after] += p * q
                states = found
        if not self.battle.helpless_fall:
            return states
        found = defaultdict(float)
        for state, p in states.items():
            found[self._helpless(state)] += p
        return found

    def _helpless(self, state: State) -> State:
        a, d = state
        armed = any(d[n] and self.d.unit_of(n).power for n in self.d.active)
        return state if armed or not self.a.alive(a) else (a, (0,) * len(d))

    def _open_fire(self, fire: Opening, state: State) -> Iterator[tuple[State, float]]:
        hurt = self.d if fire.by == "attacker" else self.a
        counts = state[1] if fire.by == "attacker" else state[0]
        mask = sum(1 << n for n in hurt.active if hurt.unit_of(n).name in fire.targets)
        there = sum(counts[n] for n in hurt.active if mask >> n & 1)
        dice = fire.dice or there
        dice = min(dice, fire.most) if fire.most else dice
        if not there:
            yield state, 1.0
            return
        for k, q in enumerate(binomial(fire.hit / self.battle.die, dice)):
            after = self._fall(hurt, counts, ((mask, k),))
            yield ((state[0], after) if fire.by == "attacker" else (after, state[1])), float(q)

    # -- a round -------------------------------------------------------------------------------------
    def _outcomes(self, state: State, number: int) -> tuple[tuple[State, bool, float], ...]:
        """What a round makes of a state: (state, whether the defenders scored, chance); `number` counts from 1.

        Rounds from `settled` on are all alike; ask for them by that number.
        """
        found: dict[tuple[State, bool], float] = defaultdict(float)
        a0, d0 = self._before(state)
        strikes_a, strikes_d = self._strikes(self.a, a0, self.d, d0), self._strikes(self.d, d0, self.a, a0)
        for hits_d, p in self._hits(self.a, a0, self.d, d0, number, "sub" if strikes_a else "none"):
            d1 = self._fall(self.d, d0, hits_d)
            for hits_a, q in self._hits(self.d, d0, self.a, a0, number, "sub" if strikes_d else "none"):
                a1 = self._fall(self.a, a0, hits_a)
                scored = any(n for _, n in hits_a)
                firing_a = a0 if self.a.has_destroyer(a0) else a1
                firing_d = d0 if self.d.has_destroyer(d0) else d1
                rest = ("no sub" if strikes_a else "all", "no sub" if strikes_d else "all")
                for (after, also), r in self._main((firing_a, firing_d), (a1, d1), state, number, rest):
                    found[after, scored or also] += p * q * r
        return tuple((after, scored, p) for (after, scored), p in found.items() if p > 0.0)

    def _main(
        self, firing: State, hurt: State, before: State, number: int, who: tuple[str, str]
    ) -> Iterator[tuple[tuple[State, bool], float]]:
        """Everybody who has not fired yet fires, all at once."""
        a_hits = self._hits(self.a, firing[0], self.d, hurt[1], number, who[0], self._seen(self.a, before[0]))
        d_hits = tuple(self._hits(self.d, firing[1], self.a, hurt[0], number, who[1], self._seen(self.d, before[1])))
        self.effort.spend(len(a_hits) * len(d_hits))
        for hits_d, p in a_hits:
            d2 = self._fall(self.d, hurt[1], hits_d)
            for hits_a, q in d_hits:
                a2 = self._fall(self.a, hurt[0], hits_a)
                yield (self._after((a2, d2), number), any(n for _, n in hits_a)), p * q

    def _before(self, state: State) -> State:
        return self._submerge(state) if self.battle.subs.submerge_before_fire else state

    def _after(self, state: State, number: int) -> State:
        """Who leaves at the end of a round: raiders, submarines that submerge, cargo that escapes."""
        a, d = state
        leave = [n for n in self.a.active if a[n] and 0 < self.a.unit_of(n).leaves_after <= number]
        a = self.a.move_out(a, leave) if leave else a
        d = self._escape(d) if self.d.cargo else d
        return (a, d) if self.battle.subs.submerge_before_fire else self._submerge((a, d))

    def _submerge(self, state: State) -> State:
        found = list(state)
        for index, (own, enemy) in enumerate(((self.a, self.d), (self.d, self.a))):
            if own.side in self.battle.subs.submerge and not enemy.has_destroyer(state[1 - index]):
                subs = [n for n in own.active if own.unit_of(n).domain == "sub"]
                found[index] = own.move_out(state[index], subs)
        return found[0], found[1]

    def _escape(self, d: Counts) -> Counts:
        """The dearest loads slip away first."""
        left, free = list(d), self.battle.escapes
        for kind in sorted(self.d.cargo, key=lambda n: -self.d.unit_of(n).value):
            away = min(left[kind], free)
            left[kind] -= away
            left[self.d.kinds[kind].out] += away
            free -= away
        return tuple(left)

    # -- fire ----------------------------------------------------------------------------------------
    def _strikes(self, own: Line, counts: Counts, enemy: Line, foes: Counts) -> bool:
        if not any(counts[n] for n in own.active if own.unit_of(n).domain == "sub"):
            return False
        return self.battle.subs.always_strike or not enemy.has_destroyer(foes)

    def _seen(self, own: Line, counts: Counts) -> bool:
        """Whether the aircraft of a side can hit submarines."""
        return not self.battle.subs.air_needs_destroyer or own.has_destroyer(counts)

    def _hits(
        self, own: Line, counts: Counts, enemy: Line, foes: Counts, number: int, who: str, seen: bool = True
    ) -> tuple[tuple[Hits, float], ...]:
        """Every combination of hits by the kinds they may fall on, with its chance."""
        if who == "none":
            return (((), 1.0),)
        volleys = self._volleys(own, counts, number, who, seen)
        spread = [[(k, float(p)) for k, p in enumerate(together(v.groups)) if p > 0.0] for v in volleys]
        self.effort.spend(math.prod(map(len, spread)) // 4)
        found: dict[Hits, float] = defaultdict(float)
        for combination in product(*spread):
            p = math.prod(q for _, q in combination)
            found[_masked(enemy, foes, [(v, k) for v, (k, _) in zip(volleys, combination, strict=True)])] += p
        return tuple(found.items())

    def _volleys(self, own: Line, counts: Counts, number: int, who: str, seen: bool) -> list[Volley]:
        firing = [counts[n] if self._fires(own, n, who) else 0 for n in range(len(counts))]
        units = [own.unit_of(n) for n in range(len(counts))]
        groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[tuple[float, int]]] = {}
        for index, p, n in dice_of(self.battle.die, units, firing):
            unit = units[index]
            demands = unit.demands if not unit.demands_until or number <= unit.demands_until else ()
            groups.setdefault((_cannot(unit, seen), demands), []).append((p, n))
        if own is self.a and number == 1 and who != "sub":
            for fire in self.battle.opening:
                if fire.returns:
                    groups.setdefault(((), ()), []).append((fire.hit / self.battle.die, fire.dice))
        return [Volley(cannot, demands, tuple(dice)) for (cannot, demands), dice in groups.items()]

    def _fires(self, own: Line, kind: int, who: str) -> bool:
        if own.kinds[kind].state == "out" or own.unit_of(kind).domain == "cargo":
            return False
        return who == "all" or (own.unit_of(kind).domain == "sub") == (who == "sub")

    # -- the end of a round --------------------------------------------------------------------------
    def judge(self, state: State, number: int, scored: bool) -> str:
        """The outcome if the battle is over, "" if it goes on; the attacker's own choice is not asked here."""
        a, d = state
        fights_a, fights_d = self.a.alive(a), self.d.alive(d)
        if not fights_d or not fights_a:
            return _ended(fights_a, self.a.gone_out(a), fights_d, self.d.gone_out(d))
        if self.battle.surrender and number and not scored:
            return "win"
        return "stalemate" if self.is_stuck(state) else ""

    def is_last(self, number: int) -> bool:
        """Whether no more rounds are fought."""
        return bool(self.battle.rounds) and number >= self.battle.rounds

    def _is_stuck(self, state: State) -> bool:
        """Whether neither side can hurt the other; at sea in some games, whether either cannot."""
        key = self.settled
        able = [
            any(self._targets(enemy, foes, v) for v in self._volleys(own, counts, key, "all", self._seen(own, counts)))
            for own, counts, enemy, foes in ((self.a, state[0], self.d, state[1]), (self.d, state[1], self.a, state[0]))
        ]
        if any(state[1][n] for n in self.d.cargo):
            return False
        return not all(able) if self.battle.both_must_hurt else not any(able)

    def _targets(self, enemy: Line, foes: Counts, volley: Volley) -> bool:
        return any(foes[n] and enemy.unit_of(n).domain not in volley.cannot for n in enemy.active)

    def leaves(self, state: State, number: int) -> bool:
        """Whether the retreat rule takes the attacker out after a round (not for `best`)."""
        rule, (a, _) = self.battle.retreat, state
        if rule.kind == "after":
            return number >= rule.n
        if rule.kind == "units":
            return self.a.alive(a) <= rule.n
        if rule.kind == "air-only":
            return all(self.a.unit_of(n).domain == "air" for n in self.a.active if a[n])
        return False

    def captures(self, outcome: str, state: State) -> bool:
        """Whether the attacker takes the place."""
        if self.battle.at_sea or outcome != "win":
            return False
        return any(state[0][n] and self.a.unit_of(n).can_capture for n in self.a.active)

    def worth(self, outcome: str, state: State) -> float:
        """What an end is worth to the attacker under the goal."""
        captured = self.captures(outcome, state)
        if self.battle.goal.kind == "capture":
            return float(captured)
        kept = [
            sum(n * unit.value for unit, n in zip(line.units, line.reported(counts), strict=True))
            for line, counts in zip((self.a, self.d), state, strict=True)
        ]
        start = [sum(unit.count * unit.value for unit in line.units) for line in (self.a, self.d)]
        return (start[1] - kept[1]) - (start[0] - kept[0]) + self.battle.goal.territory * captured


def _cannot(unit: Unit, seen: bool) -> tuple[str, ...]:
    if unit.domain == "sub":
        return ("air",)
    return ("sub",) if unit.domain == "air" and not seen else ()


def _masked(enemy: Line, foes: Counts, scored: Sequence[tuple[Volley, int]]) -> Hits:
    """Hits by mask; hits that demand a unit get that unit's mask while one is free."""
    found: dict[int, int] = {}
    spoken: dict[int, int] = {}
    for volley, k in sorted(scored, key=lambda item: not item[0].demands):
        mask = sum(1 << n for n in enemy.active if enemy.unit_of(n).domain not in volley.cannot)
        for wanted in demanded(enemy, foes, volley, k, spoken) if volley.demands else (0,) * k:
            found[wanted or mask] = found.get(wanted or mask, 0) + 1
    return tuple(sorted(found.items()))


def _ended(fights_a: int, out_a: int, fights_d: int, out_d: int) -> str:
    """The outcome where a side has nobody left in the battle."""
    if fights_a:
        return "win"
    if fights_d:
        return "retreat" if out_a else "lose"
    if out_a:
        return "retreat" if out_d else "win"
    return "lose" if out_d else "draw"
