"""A combat results table: columns by odds, one row per total of the dice, shifts with a cap; what a result does.

Knows no game: a system hands in its table (`ResultsTable`) and how both sides stand (`Stand`);
`northafrica.odds.table_attack` answers with the odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

from northafrica.odds.told import OddsError, one_of

Conversion = Literal["retreat", "hold", "most"]
Rounding = Literal["nearest", "defender"]
CONVERSIONS: tuple[Conversion, ...] = ("retreat", "hold", "most")
ROUNDINGS: tuple[Rounding, ...] = ("nearest", "defender")


def dice_totals(dice: int = 2, faces: int = 6) -> dict[int, Fraction]:
    """The chance of each total of some dice: ``dice_totals()[7]`` is 1/6."""
    if dice < 1 or faces < 2:
        raise OddsError(f"{dice} dice with {faces} faces: at least one die with two faces is needed")
    counts = Counter(sum(roll) for roll in product(range(1, faces + 1), repeat=dice))
    return {total: Fraction(count, faces**dice) for total, count in sorted(counts.items())}


def whole_odds(attack: Fraction, defence: Fraction, rounding: Rounding = "nearest") -> Fraction:
    """Strengths as whole odds, n:1 or 1:n.

    ``nearest`` rounds the larger over the smaller, a half up; ``defender`` drops what is left over, in the
    defender's favour. Raises `OddsError` for strengths below zero or a defence of zero.
    """
    one_of(rounding, ROUNDINGS, "rounding")
    if attack < 0 or defence <= 0:
        raise OddsError(f"strengths {attack}:{defence}: the attack must be 0 or more, the defence more than 0")
    if attack == 0:
        return Fraction(0)
    upper = attack >= defence
    ratio = attack / defence if upper else defence / attack
    if rounding == "nearest":
        steps = int(ratio + Fraction(1, 2))
    else:
        steps = int(ratio) if upper else -int(-ratio // 1)
    return Fraction(steps) if upper else Fraction(1, steps)


@dataclass(frozen=True)
class Result:
    """A cell of the table: steps lost and hexes retreated by each side."""

    attacker_steps: int = 0
    attacker_retreat: int = 0
    defender_steps: int = 0
    defender_retreat: int = 0

    def __str__(self) -> str:
        sides = (("A", self.attacker_steps, self.attacker_retreat), ("D", self.defender_steps, self.defender_retreat))
        parts = [f"{name}{steps}{f'r{hexes}' if hexes else ''}" for name, steps, hexes in sides if steps or hexes]
        return " ".join(parts) or "no effect"


@dataclass(frozen=True)
class ResultsTable:
    """A combat results table.

    columns  names of the columns, from the worst odds for the attacker to the best
    lowest   the least whole odds of each column, rising; odds below the first use the first
    results  total of the dice -> one `Result` a column
    chances  total of the dice -> its chance
    most     how many columns the net shift may move, either way
    """

    columns: tuple[str, ...]
    lowest: tuple[Fraction, ...]
    results: Mapping[int, tuple[Result, ...]]
    chances: Mapping[int, Fraction]
    most: int

    def __post_init__(self) -> None:
        if list(self.lowest) != sorted(set(self.lowest)) or len(self.lowest) != len(self.columns):
            raise OddsError(f"columns {', '.join(self.columns)}: their odds must rise from left to right")
        if sum(self.chances.values()) != 1:
            raise OddsError(f"the chances of the dice sum to {sum(self.chances.values())}, not to 1")
        for total in self.chances:
            if len(self.results.get(total, ())) != len(self.columns):
                raise OddsError(f"row {total} of the table: {len(self.columns)} results are needed, one a column")

    def column_of(self, odds: Fraction) -> int:
        """The column of whole odds, before shifts; index from 0."""
        return max(0, sum(1 for low in self.lowest if low <= odds) - 1)

    def shifted(self, column: int, shift: int) -> int:
        """The column after a net shift: cut to the cap first, then kept on the table."""
        if not 0 <= column < len(self.columns):
            raise OddsError(f"column {column}: the table has columns 0 to {len(self.columns) - 1}")
        cut = max(-self.most, min(self.most, shift))
        return max(0, min(len(self.columns) - 1, column + cut))


@dataclass(frozen=True)
class Stand:
    """How a side stands before the dice.

    steps      its steps in all; None where they are not known: then it outlives every result
    fixed      steps of units that cannot retreat and die where a retreat is made
    sheltered  whether every retreat may be turned into losses (else at least one hex is really retreated)
    conversion what the owner does with a retreat: ``retreat`` makes it whole; ``hold`` turns all of it into
               losses where that keeps the place and leaves a step, else retreats; ``most`` turns as much of it
               into losses as he may and can without dying
    """

    steps: int | None = None
    fixed: int = 0
    sheltered: bool = False
    conversion: Conversion = "retreat"

    def __post_init__(self) -> None:
        one_of(self.conversion, CONVERSIONS, "conversion")
        if self.steps is not None and self.steps < 1:
            raise OddsError(f"steps {self.steps}: a side needs at least one step; leave it out if unknown")
        if self.fixed < 0 or (self.steps is None and self.fixed) or self.fixed > (self.steps or 0):
            raise OddsError(f"fixed steps {self.fixed}: they are part of the side's steps ({self.steps})")


@dataclass(frozen=True)
class Fate:
    """What a result did to a side: steps lost, hexes really retreated, whether nothing is left."""

    lost: int
    hexes: int
    gone: bool

    @property
    def stays(self) -> bool:
        """Whether it is still where it fought."""
        return not self.gone and not self.hexes


def suffer(steps: int, retreat: int, side: Stand) -> Fate:
    """What a loss and a retreat do to a side, after its conversion of retreats.

    Losses beyond its last step are ignored and a side that is gone retreats no more. Units that cannot retreat
    take the losses first where their side retreats, for they are lost anyway.
    """
    have = side.steps
    if have is not None and steps >= have:
        return Fate(have, 0, True)
    converted = _converted(retreat, None if have is None else have - 1 - steps, side)
    hexes = retreat - converted
    lost = steps + converted
    if hexes:
        lost = max(lost, side.fixed)
    return Fate(lost, hexes if lost != have else 0, lost == have)


def _converted(retreat: int, spare: int | None, side: Stand) -> int:
    """Hexes of a retreat turned into losses; ``spare`` steps may be lost without dying."""
    if side.conversion == "retreat" or not retreat:
        return 0
    whole = side.sheltered and (spare is None or retreat <= spare)
    if whole:
        return retreat
    if side.conversion == "hold":
        return 0
    return retreat - 1 if spare is None else min(retreat - 1, spare)
