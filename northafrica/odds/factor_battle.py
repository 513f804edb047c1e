"""Exact odds of a combat where every unit rolls one die against its factor.

A combat is one exchange of fire: first fire, if any, then all others at once. Several combats in a row are
several actions of the attacker. `northafrica.odds.factor_roll` plays the same by rolled dice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from northafrica.odds.answer import Answer, Ends, Force, Row
from northafrica.odds.factor_fire import (
    FACES,
    RETREATS,
    FireOrder,
    Kind,
    Retreats,
    Shot,
    Side,
    Unit,
    allot,
    enter,
    may_leave,
    suffer,
)
from northafrica.odds.told import OddsError, check_sides, one_of

Ground = Literal["area", "fortress", "island", "sea"]
GROUNDS: tuple[Ground, ...] = ("area", "fortress", "island", "sea")
Origin = Literal["land", "landing"]
ORIGINS: tuple[Origin, ...] = ("land", "landing")
MOST_WORK = 20_000_000
"""Units that are looked at while a battle is worked out, once for each way to stand; some ten seconds."""


@dataclass(frozen=True)
class Battle:
    """A combat before the dice.

    place     ``fortress``: defenders that hold throw the attacker's ground units back; ``island``: any surviving
              defender costs the attacker his ground units; ``sea``: nothing to take
    origin    whether the attacker's ground units come by ``land`` or by a ``landing`` from sea or air
    silent    the defender may not fire back
    retreats  what defending ground units hit by ground units do, see `suffer`
    actions   combats in a row, as long as both sides are there
    """

    attackers: tuple[Kind, ...]
    defenders: tuple[Kind, ...]
    place: Ground = "area"
    origin: Origin = "land"
    attacker_fire: FireOrder = FireOrder()
    defender_fire: FireOrder = FireOrder()
    silent: bool = False
    retreats: Retreats = "never"
    actions: int = 1

    def __post_init__(self) -> None:
        check_sides(self.attackers, self.defenders, "unit")
        one_of(self.place, GROUNDS, "place")
        one_of(self.origin, ORIGINS, "origin")
        one_of(self.retreats, RETREATS, "retreats")
        if not 1 <= self.actions <= 99:
            raise OddsError(f"actions {self.actions}: write 1 to 99")

    @property
    def kinds(self) -> tuple[tuple[Kind, ...], tuple[Kind, ...]]:
        """Kinds of the attacker, then of the defender."""
        return self.attackers, self.defenders

    @property
    def orders(self) -> tuple[FireOrder, FireOrder]:
        """How the attacker, then the defender, allots his fire."""
        return self.attacker_fire, self.defender_fire

    def volley(self, side: int, sides: Sides, units: Iterable[Unit], first: bool, strict: bool) -> list[Shot]:
        """The shots of some units of side 0 (attacker) or 1."""
        if side and self.silent:
            return []
        there = sides if not side else (sides[1], sides[0])
        kinds = self.kinds if not side else (self.defenders, self.attackers)
        return allot(units, there, kinds, self.orders[side], first=first, strict=strict)

    def after(self, side: int, unit: Unit, shots: Sequence[Shot], hits: int, of_ground: int) -> Unit | None:
        """A unit of a side after hits of the shots at it; None if it is gone."""
        own, enemy = self.kinds[side], self.kinds[1 - side]
        leaves = may_leave(unit, own, shots, enemy)
        return suffer(unit, hits, of_ground, leaves, self.retreats if side else "never")


Sides = tuple[Side, Side]
Fired = frozenset[tuple[int, int]]


class Close(NamedTuple):
    """Where a combat stands when the smoke clears: both sides, outcome, whether it is taken, whether it goes on."""

    sides: Sides
    outcome: str
    captured: bool
    goes_on: bool


class Dice:
    """How fire turns out in one battle, worked out with all chances; `factor_roll` rolls it instead."""

    def __init__(self, battle: Battle) -> None:
        self.battle, self.spent = battle, 0
        self._aimed: dict[tuple[int, Sides, Fired, bool, bool], list[Shot]] = {}

    def spend(self, units: int) -> None:
        """Say what comes next, so that a battle too large is refused before its time is spent. Raises OddsError."""
        self.spent += units
        if self.spent > MOST_WORK:
            raise OddsError(
                "this battle has too many ends to list; take fewer units or actions, name like units by one name, or "
                "sample it (trials=10000)"
            )

    def aimed(self, side: int, sides: Sides, fired: Fired, first: bool, strict: bool) -> list[Shot]:
        """The shots of those of a side that have not fired; of those alone that fire first, if they do."""
        key = (side, sides, fired, first, strict)
        if key not in self._aimed:
            kinds = self.battle.kinds[side]
            units = [u for u in sides[side] if (side, u.kind) not in fired and (kinds[u.kind].first or not first)]
            self._aimed[key] = self.battle.volley(side, sides, units, first, strict)
        return self._aimed[key]

    def orders(self, orders: Sequence[tuple[int, ...]]) -> Sequence[tuple[tuple[int, ...], float]]:
        """Who fires first, with the chance of each order."""
        return [(order, 1 / len(orders)) for order in orders]

    def hit(self, sides: Sides, shots: Sequence[Shot], target: int) -> Mapping[Side, float]:
        """A side after shots at it."""
        at: dict[int, list[Shot]] = defaultdict(list)
        for shot in shots:
            at[shot.target].append(shot)
        states: dict[Side, float] = {(): 1.0}
        for index, unit in enumerate(sides[target]):
            fate = self._fates(target, unit, at[index])
            new: dict[Side, float] = defaultdict(float)
            for side, weight in states.items():
                for left, chance in fate.items():
                    new[side if left is None else tuple(sorted((*side, left)))] += weight * chance
            states = new
            self.spend(len(states) * (index + 1))
        return states

    def _fates(self, target: int, unit: Unit, shots: Sequence[Shot]) -> dict[Unit | None, float]:
        """What becomes of one unit, with the chances."""
        enemy = self.battle.kinds[1 - target]
        hits: dict[tuple[int, int], float] = {(0, 0): 1.0}
        for shot in shots:
            chance, ground = shot.factor / FACES, int(enemy[shot.unit.kind].medium == "ground")
            new: dict[tuple[int, int], float] = defaultdict(float)
            for (count, of_ground), weight in hits.items():
                new[count, of_ground] += weight * (1 - chance)
                new[count + 1, of_ground + ground] += weight * chance
            hits = new
        fates: dict[Unit | None, float] = defaultdict(float)
        for (count, of_ground), weight in hits.items():
            if weight:
                fates[self.battle.after(target, unit, shots, count, of_ground)] += weight
        return fates


# -- one combat ----------------------------------------------------------------------------------------
def fight(battle: Battle, *, title: str = "", notes: Sequence[str] = ()) -> Answer:
    """The exact answer. Raises `OddsError` where the ends are too many to list: sample then."""
    ended, rounds = play(Dice(battle))
    return answer_of(battle, ended, rounds, 0, title, notes)


def play(dice: Dice) -> tuple[Mapping[Close, float], list[float]]:
    """How a battle ends, and after how many actions, as the dice have it."""
    battle = dice.battle
    active: dict[Sides, float] = {(enter(battle.attackers), enter(battle.defenders)): 1.0}
    ended: dict[Close, float] = defaultdict(float)
    rounds = [0.0] * (battle.actions + 1)
    for action in range(1, battle.actions + 1):
        after: dict[Sides, float] = defaultdict(float)
        for sides, weight in active.items():
            for found, chance in _combat(dice, sides, strict=action == 1).items():
                close = close_of(battle, found)
                if close.goes_on and action < battle.actions:
                    after[close.sides] += weight * chance
                else:
                    ended[close] += weight * chance
                    rounds[action] += weight * chance
        active = after
    return ended, rounds


def _combat(dice: Dice, sides: Sides, strict: bool) -> dict[Sides, float]:
    away = tuple(unit for unit in sides[1] if unit.leaves)
    here = (sides[0], tuple(unit for unit in sides[1] if not unit.leaves))
    found: dict[Sides, float] = defaultdict(float)
    dice.spend(len(here[0]) * len(here[1]))
    for order, share in dice.orders(first_orders(dice.battle, here)):
        states: dict[tuple[Sides, Fired], float] = {(here, frozenset()): share}
        for side in order:
            states = _first_fire(dice, states, side, strict)
        for (now, fired), chance in states.items():
            for end, part in _all_fire(dice, now, fired, strict).items():
                found[end[0], tuple(sorted(end[1] + away))] += chance * part
    return found


def first_orders(battle: Battle, sides: Sides) -> tuple[tuple[int, ...], ...]:
    """Who fires first, one order a result of the die: both orders where both sides may."""
    have = [side for side in (0, 1) if any(battle.kinds[side][unit.kind].first for unit in sides[side])]
    return ((0, 1), (1, 0)) if len(have) == 2 else (tuple(have),)


def _first_fire(
    dice: Dice, states: Mapping[tuple[Sides, Fired], float], side: int, strict: bool
) -> dict[tuple[Sides, Fired], float]:
    after: dict[tuple[Sides, Fired], float] = defaultdict(float)
    for (sides, fired), weight in states.items():
        shots = dice.aimed(side, sides, fired, True, strict)
        now = fired | {(side, shot.unit.kind) for shot in shots}
        for hit, chance in dice.hit(sides, shots, 1 - side).items():
            after[(sides[0], hit) if side == 0 else (hit, sides[1]), now] += weight * chance
    return after


def _all_fire(dice: Dice, sides: Sides, fired: Fired, strict: bool) -> dict[Sides, float]:
    volleys = [dice.aimed(side, sides, fired, False, strict) for side in (0, 1)]
    defenders, attackers = (dice.hit(sides, volleys[side], 1 - side) for side in (0, 1))
    dice.spend(len(attackers) * len(defenders) * (len(sides[0]) + len(sides[1])))
    return {(a, d): p * q for a, p in attackers.items() for d, q in defenders.items()}


# -- when the smoke clears ---------------------------------------------------------------------------
def close_of(battle: Battle, sides: Sides) -> Close:
    """Losses that follow from the result, and what it means."""
    attackers, defenders = sides
    defenders = tuple(unit for unit in defenders if not battle.defenders[unit.kind].doomed)
    here = [unit for unit in defenders if not unit.leaves and _fights(battle.defenders[unit.kind])]
    held = any(battle.defenders[unit.kind].holds for unit in here)
    came = any(kind.holds and kind.count for kind in battle.attackers)
    repulsed = False
    if came and ((battle.place == "fortress" and held) or (battle.place == "island" and here)):
        repulsed = battle.place == "fortress" and battle.origin == "land"
        if not repulsed:
            attackers = tuple(unit for unit in attackers if battle.attackers[unit.kind].medium != "ground")
    stands = any(battle.attackers[unit.kind].holds for unit in attackers)
    captured = stands and not held and not repulsed and battle.place != "sea"
    if captured:
        defenders = tuple(unit for unit in defenders if battle.defenders[unit.kind].medium != "air")
        here = [unit for unit in here if battle.defenders[unit.kind].medium != "air"]
    lost = not attackers or (came and not stands)
    outcome = _outcome(lost, bool(here), repulsed)
    return Close((attackers, defenders), outcome, captured, outcome in ("stalemate", "retreat"))


def _fights(kind: Kind) -> bool:
    """Whether it is more than a stock of supply."""
    return kind.holds or kind.medium != "ground"


def _outcome(lost: bool, enemies: bool, repulsed: bool) -> str:
    if lost:
        return "lose" if enemies else "draw"
    if not enemies:
        return "win"
    return "retreat" if repulsed else "stalemate"


# -- the answer --------------------------------------------------------------------------------------
def _columns(kinds: Sequence[Kind]) -> Iterator[tuple[int, int, str]]:
    """Kind, steps and name of each column of the answer: a two-step kind at full strength has two."""
    for index, kind in enumerate(kinds):
        for steps in range(kind.full, 0, -1):
            yield index, steps, kind.name if steps == kind.full else f"{kind.name} (reduced)"


def _force(kinds: Sequence[Kind]) -> Force:
    columns = list(_columns(kinds))
    start = tuple(kinds[index].count if kinds[index].full == steps else 0 for index, steps, _ in columns)
    return Force(tuple(name for _, _, name in columns), start, tuple(float(steps) for _, steps, _ in columns))


def _left(side: Side, kinds: Sequence[Kind]) -> tuple[int, ...]:
    counts = Counter((unit.kind, unit.steps) for unit in side)
    return tuple(counts[index, steps] for index, steps, _ in _columns(kinds))


def answer_of(
    battle: Battle, ended: Mapping[Close, float], rounds: Sequence[float], trials: int, title: str, notes: Sequence[str]
) -> Answer:
    """The answer from the ends and the chances of each number of actions; ``trials`` 0 if they are exact."""
    rows: dict[Row, float] = defaultdict(float)
    withdrawn = [0.0] * len(battle.defenders)
    for close, chance in ended.items():
        left = [_left(side, kinds) for side, kinds in zip(close.sides, battle.kinds, strict=True)]
        rows[close.outcome, left[0], left[1], close.captured] += chance
        for unit in close.sides[1]:
            withdrawn[unit.kind] += chance * unit.leaves
    extra = {"expected_retreated": dict(zip((kind.name for kind in battle.defenders), withdrawn, strict=True))}
    ours, theirs = _force(battle.attackers), _force(battle.defenders)
    more = extra if battle.retreats != "never" else {}
    return Answer(ours, theirs, Ends.of(rows), "steps", lambda: rounds, (), trials, tuple(notes), title, more)
