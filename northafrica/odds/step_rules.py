"""A battle of blocks before the dice, and what its rules say of each phase: which dice are rolled, who may be hit.

A side is kept in two parts, ground blocks and aircraft: no phase touches more than it must.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from northafrica.odds.step_dice import (
    FACES,
    TIES,
    Block,
    Dice,
    Side,
    Ties,
    Unit,
    dice_of,
    here,
    lower,
    steps,
    take_hits,
)
from northafrica.odds.told import OddsError, check_sides, one_of

LONGEST = 400


@dataclass(frozen=True)
class Leave:
    """When a side leaves: after so many rounds, or with so few steps of combat blocks left; 0: not for this reason."""

    after: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        if self.after < 0 or self.steps < 0:
            raise OddsError(f"leaving after {self.after} rounds or at {self.steps} steps: write 0 or more")


@dataclass(frozen=True)
class Battle:
    """A battle before the dice.

    city            dice and die needed of the place's own guns, which fire at the attacker's aircraft
    rounds          how many rounds at most; 0: until one side is gone or leaves
    attacker_leaves, defender_leaves            ground and air together, after a round; the defender decides first
    attacker_air_leaves, defender_air_leaves    after rounds in the air (``after`` only)
    ties            whom the owner gives up among his strongest blocks, see `take_hits`
    must_clear      the attacker's ground blocks are lost unless no enemy ground block is left after one round
    """

    attackers: tuple[Block, ...]
    defenders: tuple[Block, ...]
    city: tuple[int, int] = (0, FACES)
    rounds: int = 0
    attacker_leaves: Leave = field(default_factory=Leave)
    defender_leaves: Leave = field(default_factory=Leave)
    attacker_air_leaves: Leave = field(default_factory=Leave)
    defender_air_leaves: Leave = field(default_factory=Leave)
    ties: Ties = "weakest"
    must_clear: bool = False

    def __post_init__(self) -> None:
        check_sides(self.attackers, self.defenders, "block")
        one_of(self.ties, TIES, "ties")
        if not 0 <= self.rounds <= LONGEST:
            raise OddsError(f"rounds {self.rounds}: write 0 (to the end) to {LONGEST}")

    @property
    def sides(self) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
        """Blocks of the attacker, then of the defender."""
        return self.attackers, self.defenders

    @property
    def leaves(self) -> tuple[Leave, Leave]:
        """When the attacker, then the defender, leaves."""
        return self.attacker_leaves, self.defender_leaves

    @property
    def air_leaves(self) -> tuple[Leave, Leave]:
        """When the attacker's, then the defender's, aircraft leave the air combat."""
        return self.attacker_air_leaves, self.defender_air_leaves

    @property
    def ground_attack(self) -> bool:
        """Whether ground blocks attack."""
        return any(not block.flies and block.count for block in self.attackers)


class Fire(NamedTuple):
    """Ground blocks of a side at the other's, all at once.

    name    tells one sort of fire from another
    dice    what the side's ground blocks roll
    answer  blocks that charged are hit first
    spends  whoever fired spends a step
    """

    side: int
    name: str
    dice: Callable[[Side], Dice]
    answer: bool = False
    spends: bool = False


class State(NamedTuple):
    """Both sides: ground blocks and aircraft of the attacker, of the defender."""

    ground: tuple[Side, Side]
    air: tuple[Side, Side]


def start(battle: Battle) -> State:
    """All blocks before the first die."""
    ground: list[Side] = []
    air: list[Side] = []
    for blocks in battle.sides:
        units = [
            Unit(kind, block.ladder.index(block.start)) for kind, block in enumerate(blocks) for _ in range(block.count)
        ]
        ground.append(tuple(sorted(unit for unit in units if not blocks[unit.kind].flies)))
        air.append(tuple(sorted(unit for unit in units if blocks[unit.kind].flies)))
    return State((ground[0], ground[1]), (air[0], air[1]))


# -- dice of each phase ------------------------------------------------------------------------------
class Rules:
    """What the rules say in one battle; ``side`` is 0 for the attacker, 1 for the defender."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._struck: dict[tuple[int, Side, int, bool], Side] = {}

    def _present(self, side: int, units: Side, what: Callable[[Block], bool]) -> list[tuple[Unit, Block, int]]:
        blocks = self.battle.sides[side]
        return [(unit, blocks[unit.kind], steps(unit, blocks)) for unit in here(units) if what(blocks[unit.kind])]

    def air_dice(self, side: int, air: Side, number: int) -> Dice:
        """Aircraft at aircraft in a round in the air; parked bombers wait in the first."""
        flying = self._present(side, air, lambda block: not (block.parked and number == 1))
        return dice_of((count, block.other, 0, False) for _, block, count in flying)

    def gun_dice(self, side: int, ground: Side) -> Dice:
        """Ground blocks, and the place's guns for the defender, at aircraft."""
        shots = [(count, block.other, 0, False) for _, block, count in self._present(side, ground, _any)]
        if side and self.battle.city[0]:
            shots.append((*self.battle.city, 0, False))
        return dice_of(shots)

    def bomb_dice(self, side: int, air: Side, later: int) -> Dice:
        """Aircraft at ground blocks."""
        shots = []
        for unit, block, count in self._present(side, air, _any):
            more = block.extra if unit.rung == 0 else 0
            shots.append((count + more, block.need[later], block.halved[later], block.trades))
        return dice_of(shots)

    def artillery_dice(self, side: int, ground: Side, later: int) -> Dice:
        """Artillery beside a combat block."""
        return dice_of(self._shots(self._firing(side, ground), later))

    def _firing(self, side: int, ground: Side) -> list[tuple[Unit, Block, int]]:
        if not self.combat_steps(side, ground):
            return []
        return [entry for entry in self._present(side, ground, lambda block: block.role == "artillery") if entry[2]]

    def after_firing(self, side: int, ground: Side) -> Side:
        """The ground blocks once their artillery has fired: each that did spends a step."""
        left = list(ground)
        for unit, _, _ in self._firing(side, ground):
            left.remove(unit)
            turned = lower(unit, self.battle.sides[side])
            left += [turned] if turned else []
        return tuple(sorted(left))

    def ground_dice(self, side: int, ground: Side, later: int, charging: bool) -> Dice:
        """Combat blocks at ground blocks: of the attacker those that charge, or the others."""
        fighting = self._present(side, ground, _fights)
        return dice_of(self._shots([entry for entry in fighting if side or entry[1].charges == charging], later))

    def fires(self, later: int) -> tuple[Fire, ...]:
        """The fire of a round on the ground, in its order; `later` is 0 in the first round, else 1."""
        return (
            Fire(0, "artillery", lambda ground: self.artillery_dice(0, ground, later), spends=True),
            Fire(1, "artillery", lambda ground: self.artillery_dice(1, ground, later), spends=True),
            Fire(0, "charge", lambda ground: self.ground_dice(0, ground, later, True)),
            Fire(1, "ground", lambda ground: self.ground_dice(1, ground, later, False), answer=True),
            Fire(0, "ground", lambda ground: self.ground_dice(0, ground, later, False)),
        )

    def _shots(self, entries: Iterable[tuple[Unit, Block, int]], later: int) -> Iterable[tuple[int, int, int, bool]]:
        return [(count, block.need[later], block.halved[later], block.trades) for _, block, count in entries]

    # -- hits and losses ---------------------------------------------------------------------------
    def hit_ground(self, side: int, ground: Side, hits: int = 1, answer: bool = False) -> Side:
        """Ground blocks after hits; ``answer``: blocks that charged are hit first."""
        key = (side, ground, hits, answer)
        if key not in self._struck:
            blocks = self.battle.sides[side]
            before = (lambda unit: blocks[unit.kind].charges) if answer else None
            self._struck[key] = take_hits(ground, hits, blocks, lambda unit: True, self.battle.ties, before)
        return self._struck[key]

    def hit_air(self, side: int, air: Side, hits: int, number: int = 2) -> Side:
        """Aircraft after hits; parked bombers cannot be hit in the first round in the air."""
        key = (side, air, hits, number == 1)
        if key not in self._struck:
            blocks, waits = self.battle.sides[side], number == 1
            may = (lambda unit: not blocks[unit.kind].parked) if waits else (lambda unit: True)
            self._struck[key] = take_hits(air, hits, blocks, may, self.battle.ties)
        return self._struck[key]

    def combat_steps(self, side: int, ground: Side) -> int:
        """Steps of combat blocks that are there."""
        return sum(count for _, _, count in self._present(side, ground, _fights))

    def overrun(self, side: int, own: Side, enemy: Side) -> bool:
        """Whether a side has only blocks at 0 steps left there, which enemy combat blocks remove."""
        left = [count for _, _, count in self._present(side, own, _any)]
        return bool(left) and not any(left) and self.combat_steps(1 - side, enemy) > 0

    def verdict(self, ground: tuple[Side, Side], attacking_air: Side) -> str:
        """The outcome if one side has no ground block left there, else an empty word."""
        stands = [
            any(True for _ in here(ground[side])) and not self.overrun(side, ground[side], ground[1 - side])
            for side in (0, 1)
        ]
        if not self.battle.ground_attack:
            if not any(True for _ in here(attacking_air)):
                return "lose"
            return "" if stands[1] else "win"
        if all(stands):
            return ""
        if not any(stands):
            return "draw"
        return "win" if stands[0] else "lose"

    # -- leaving -----------------------------------------------------------------------------------
    def wants_to_leave(self, side: int, ground: Side, number: int) -> bool:
        """Whether a side leaves after a round."""
        when = self.battle.leaves[side]
        few = bool(when.steps) and self.combat_steps(side, ground) <= when.steps
        return few or bool(when.after and number >= when.after)

    def gone(self, side: int, units: Side) -> Side:
        """A part of a side that has left; blocks that cannot retreat stay."""
        blocks = self.battle.sides[side]
        return tuple(sorted(u if blocks[u.kind].fixed else u._replace(away=True) for u in units))

    def air_goes_on(self, air: tuple[Side, Side]) -> bool:
        """Whether a round in the air is fought: aircraft on both sides, a fighter on one."""
        there = [[block for _, block, _ in self._present(side, air[side], _any)] for side in (0, 1)]
        return bool(there[0] and there[1]) and any(b.role == "fighter" for side in there for b in side)

    def leave_air(self, air: tuple[Side, Side], number: int) -> tuple[tuple[Side, Side], bool]:
        """Aircraft after a round in the air: who leaves, the defender first, and whether that ends it."""
        for side in (1, 0):
            when = self.battle.air_leaves[side]
            if when.after and number >= when.after:
                gone = self.gone(side, air[side])
                return ((gone, air[1]) if side == 0 else (air[0], gone)), True
        return air, False


def _any(block: Block) -> bool:
    return True


def _fights(block: Block) -> bool:
    return block.role == "combat"
