"""Blocks that roll a die per step: what they are, how many dice they roll, and how hits fall on them.

Knows no game: a system hands in blocks with the die they need in each phase and how often their dice are halved
(`Block`); `northafrica.odds.step_battle` plays the rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Literal, NamedTuple

from northafrica.odds.told import OddsError, one_of

Role = Literal["combat", "artillery", "support", "fighter", "bomber"]
ROLES: tuple[Role, ...] = ("combat", "artillery", "support", "fighter", "bomber")
Ties = Literal["weakest", "first"]
TIES: tuple[Ties, ...] = ("weakest", "first")
FACES = 6
NEVER = FACES + 1
"""The die needed by a block that has no fire of that sort."""


@dataclass(frozen=True)
class Block:
    """Blocks alike in every respect.

    name      as shown in the answer; ``count`` of them
    role      ``combat`` fires in the ground step; ``artillery`` before it, beside a combat block, and spends a step;
              ``support`` only fires at aircraft; ``fighter`` and ``bomber`` fly
    ladder    its steps falling, like 5-3-1-0: so many hits lead to the next as the difference says; a last 0 stays
              on the board
    start     its steps at the start (one of the ladder)
    need      the die its main fire needs or more, in the first and in later rounds (7: none): ground fire,
              artillery fire, or bombs
    halved    how often its dice are halved, in the first and in later rounds
    other     the die needed against aircraft: of ground blocks from the ground, of aircraft in the air
    extra     dice added at full strength (aircraft's bombs)
    charges   fires before the defender's ground fire and takes the answer
    fixed     cannot retreat
    parked    a bomber on its base: sits out the first round in the air
    trades    whether a halving may be traded for one less on the die
    """

    name: str
    count: int
    role: Role
    ladder: tuple[int, ...]
    start: int
    need: tuple[int, int]
    halved: tuple[int, int] = (0, 0)
    other: int = NEVER
    extra: int = 0
    charges: bool = False
    fixed: bool = False
    parked: bool = False
    trades: bool = False

    def __post_init__(self) -> None:
        if self.count < 0:
            raise OddsError(f"{self.name}: {self.count} blocks; write 0 or more")
        one_of(self.role, ROLES, f"role of {self.name}")
        if list(self.ladder) != sorted(set(self.ladder), reverse=True) or not self.ladder or self.ladder[-1] < 0:
            raise OddsError(f"{self.name}: steps {self.ladder} must fall, like 4-3-2-1")
        if self.start not in self.ladder:
            raise OddsError(f"{self.name}: {self.start} steps; the block shows {', '.join(map(str, self.ladder))}")
        for need in (*self.need, self.other):
            if not 1 <= need <= NEVER:
                raise OddsError(f"{self.name}: a hit on {need} or more with a die of {FACES} faces; write 1 to {NEVER}")

    @property
    def flies(self) -> bool:
        """Whether it is an aircraft."""
        return self.role in ("fighter", "bomber")


class Unit(NamedTuple):
    """One block in a battle: its kind (index), rung of its ladder, hits marked towards the next, whether it left."""

    kind: int
    rung: int
    marks: int = 0
    away: bool = False


Side = tuple[Unit, ...]
Blocks = Sequence[Block]
Dice = tuple[tuple[int, int], ...]
"""Dice to roll: (number, die needed), sorted; those that cannot hit are left out."""


def steps(unit: Unit, blocks: Blocks) -> int:
    """The steps a block has now."""
    return blocks[unit.kind].ladder[unit.rung]


def here(side: Side) -> Iterable[Unit]:
    """The blocks that have not left."""
    return (unit for unit in side if not unit.away)


# -- dice --------------------------------------------------------------------------------------------
def dice_of(shooters: Iterable[tuple[int, int, int, bool]]) -> Dice:
    """The dice of some blocks: each (steps, need, halvings, trades). Blocks without a step roll none.

    Blocks halved equally often add their dice before they are halved; what that gains over halving one by one
    (at least one die each) is rolled by those that hit worst.
    """
    rolls: dict[int, int] = {}
    halved: dict[int, list[tuple[int, int]]] = {}
    for count, need, halvings, trades in shooters:
        if not count or need >= NEVER:
            continue
        if trades:
            need, halvings = _traded(count, need, halvings)
        if halvings:
            halved.setdefault(halvings, []).append((count, need))
        else:
            rolls[need] = rolls.get(need, 0) + count
    for halvings, group in halved.items():
        single = [(max(1, count >> halvings), need) for count, need in group]
        for dice, need in single:
            rolls[need] = rolls.get(need, 0) + dice
        gained = (sum(count for count, _ in group) >> halvings) - sum(dice for dice, _ in single)
        if gained > 0:
            worst = max(need for _, need in group)
            rolls[worst] += gained
    return tuple(sorted((dice, need) for need, dice in rolls.items()))


def _traded(count: int, need: int, halvings: int) -> tuple[int, int]:
    """The trade of halvings for worse dice that promises the most hits; the first of equals."""
    best, found = -1.0, (need, halvings)
    for trade in range(min(halvings, FACES - need) + 1):
        dice = max(1, count >> (halvings - trade))
        hits = dice * (NEVER - need - trade) / FACES
        if hits > best + 1e-12:
            best, found = hits, (need + trade, halvings - trade)
    return found


@lru_cache(maxsize=4096)
def hits_of(dice: Dice) -> tuple[tuple[int, float], ...]:
    """The chance of each number of hits: (hits, chance)."""
    chances = [1.0]
    for count, need in dice:
        chance = (NEVER - need) / FACES
        one = [comb(count, hits) * chance**hits * (1 - chance) ** (count - hits) for hits in range(count + 1)]
        new = [0.0] * (len(chances) + count)
        for have, weight in enumerate(chances):
            for more, part in enumerate(one):
                new[have + more] += weight * part
        chances = new
    return tuple((hits, weight) for hits, weight in enumerate(chances) if weight)


# -- hits --------------------------------------------------------------------------------------------
def take_hits(
    side: Side,
    hits: int,
    blocks: Blocks,
    may: Callable[[Unit], bool],
    ties: Ties = "weakest",
    before: Callable[[Unit], bool] | None = None,
) -> Side:
    """A side after hits on those blocks that ``may`` be hit, one by one on the strongest.

    ``before`` names blocks that are hit before all others. Among equals the owner chooses: ``weakest`` gives up
    the block that loses no step by it, then the one that fires worst; ``first`` the first listed. Blocks at 0
    steps take none; what nobody is left to take is lost.
    """
    units = list(side)
    for _ in range(hits):
        targets = [i for i, unit in enumerate(units) if not unit.away and may(unit) and steps(unit, blocks)]
        if not targets:
            break
        first = [i for i in targets if before and before(units[i])]
        targets = first or targets
        most = max(steps(units[i], blocks) for i in targets)
        equals = [i for i in targets if steps(units[i], blocks) == most]
        chosen = equals[0] if ties == "first" else min(equals, key=lambda i: _worth(units[i], blocks))
        struck = struck_once(units[chosen], blocks)
        units[chosen : chosen + 1] = [struck] if struck else []
    return tuple(sorted(units))


def struck_once(unit: Unit, blocks: Blocks) -> Unit | None:
    """A block after one hit: marked, a rung lower, or gone."""
    if unit.marks + 1 < to_next(unit, blocks):
        return unit._replace(marks=unit.marks + 1)
    return lower(unit._replace(marks=0), blocks)


def to_next(unit: Unit, blocks: Blocks) -> int:
    """Hits from one rung to the next: the difference of their steps; from the last rung its steps."""
    ladder = blocks[unit.kind].ladder
    below = ladder[unit.rung + 1] if unit.rung + 1 < len(ladder) else 0
    return ladder[unit.rung] - below


def lower(unit: Unit, blocks: Blocks) -> Unit | None:
    """A block turned one rung down; None if there is none. Marks stay as far as they do not fill the new rung."""
    if unit.rung + 1 == len(blocks[unit.kind].ladder):
        return None
    turned = unit._replace(rung=unit.rung + 1)
    return turned._replace(marks=max(0, min(turned.marks, to_next(turned, blocks) - 1)))


def _worth(unit: Unit, blocks: Blocks) -> tuple[bool, int, int]:
    block = blocks[unit.kind]
    falls = unit.marks + 1 >= to_next(unit, blocks)
    return falls, -block.need[1], unit.kind
