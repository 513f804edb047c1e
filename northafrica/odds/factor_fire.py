"""Combat where every unit rolls one die against a factor: units, allotment of fire, and what hits do.

Knows no game: a system hands in kinds of units with their final factors (`Kind`), already raised or lowered by
its modifiers (`modified`). `northafrica.odds.factor_battle` answers with the odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from northafrica.odds.told import OddsError, one_of

Medium = Literal["ground", "air", "surface", "submarine"]
MEDIA: tuple[Medium, ...] = ("ground", "air", "surface", "submarine")
Allotment = Literal["most", "spread", "focus"]
ALLOTMENTS: tuple[Allotment, ...] = ("most", "spread", "focus")
Retreats = Literal["never", "last", "always"]
RETREATS: tuple[Retreats, ...] = ("never", "last", "always")
Factors = tuple[int, int, int, int]
NO_FACTORS: Factors = (0, 0, 0, 0)
FACES = 6


def modified(printed: int, change: int) -> int:
    """A factor after its modifiers: 0 stays 0, anything else stays at least 1."""
    return max(1, printed + change) if printed else 0


@dataclass(frozen=True)
class Kind:
    """Units alike in every respect.

    name      as shown in the answer; ``count`` of them
    medium    what it is to the enemy's factors
    factors   its factors against ground, air, surface, submarine; ``reduced`` those of its reduced side
    steps     1 or 2; ``start`` the steps it has left
    boxed     its ground factor works only beside a ground unit with an unboxed one
    first     fires first; ``first_at`` limits that to targets of these names (empty: any)
    shielded  ships that bound enemies may fire at only once every other ship is a target
    bound     whether that binds it
    moves     movement, for retreats
    holds     whether it holds a place (a ground combat unit)
    doomed    dies at the end of the combat whatever the dice say
    value     of one step, when fire is allotted
    """

    name: str
    count: int
    medium: Medium
    factors: Factors
    reduced: Factors = NO_FACTORS
    steps: int = 1
    start: int = 0
    boxed: bool = False
    first: bool = False
    first_at: frozenset[str] = frozenset()
    shielded: bool = False
    bound: bool = False
    moves: int = 0
    holds: bool = False
    doomed: bool = False
    value: float = 1.0

    def __post_init__(self) -> None:
        if self.count < 0:
            raise OddsError(f"{self.name}: {self.count} units; write 0 or more")
        if self.steps not in (1, 2) or not 0 <= self.start <= self.steps:
            raise OddsError(f"{self.name}: a unit has 1 or 2 steps, and as many or fewer left")
        for factor in (*self.factors, *self.reduced):
            if not 0 <= factor <= FACES:
                raise OddsError(f"{self.name}: factor {factor} on a die of {FACES} faces; write 0 to {FACES}")
        one_of(self.medium, MEDIA, f"medium of {self.name}")

    def at(self, steps: int) -> Factors:
        """Its factors with so many steps left."""
        return self.factors if steps == self.steps else self.reduced

    @property
    def full(self) -> int:
        """Steps each of them has at the start."""
        return self.start or self.steps


class Unit(NamedTuple):
    """One unit in a battle: its kind (index), steps left, whether it will retreat when all fire is done."""

    kind: int
    steps: int
    leaves: bool = False


Side = tuple[Unit, ...]
"""The living units of a side, sorted; units of one kind and condition stand for each other."""


class Shot(NamedTuple):
    """A unit that fires: its unit, its target (index into the enemy side), its factor against it."""

    unit: Unit
    target: int
    factor: int


@dataclass(frozen=True)
class FireOrder:
    """How a side allots its fire: planned shots (number, shooter, target by name), the rest by a rule.

    ``most`` gives each shot, strongest first, where it adds the most expected loss; ``spread`` where the fewest
    have gone; ``focus`` at the first listed target it can hit. Ties go to the first listed.
    """

    rule: Allotment = "most"
    planned: tuple[tuple[int, str, str], ...] = field(default=())

    def __post_init__(self) -> None:
        one_of(self.rule, ALLOTMENTS, "allotment")


def enter(kinds: Sequence[Kind]) -> Side:
    """All units of a side at the start."""
    return tuple(Unit(index, kind.full) for index, kind in enumerate(kinds) for _ in range(kind.count))


def factors_of(unit: Unit, side: Side, kinds: Sequence[Kind]) -> Factors:
    """What a unit fires with now: a boxed ground factor needs an unboxed one beside it."""
    kind = kinds[unit.kind]
    factors = kind.at(unit.steps)
    if kind.boxed and not any(_unboxed(other, kinds) for other in side):
        return (0, *factors[1:])
    return factors


def _unboxed(unit: Unit, kinds: Sequence[Kind]) -> bool:
    kind = kinds[unit.kind]
    return kind.medium == "ground" and not kind.boxed and kind.at(unit.steps)[0] > 0


@dataclass
class Aim:
    """A target while fire is being allotted."""

    name: str
    column: int
    shielded: bool
    steps: int
    value: float
    shots: int = 0
    alive: tuple[float, ...] = (1.0,)

    def gain(self, factor: int) -> float:
        """The expected value a further shot adds: it counts only while a step is left."""
        return factor / FACES * sum(self.alive) * self.value

    def take(self, factor: int) -> None:
        """Add a shot: ``alive`` holds the chances of 0, 1 ... hits, below the steps left."""
        chance = factor / FACES
        old = (*self.alive, 0.0)
        moved = [old[hits] * (1 - chance) + (old[hits - 1] * chance if hits else 0.0) for hits in range(len(old))]
        self.alive, self.shots = tuple(moved[: self.steps]), self.shots + 1


def allot(
    shooters: Iterable[Unit],
    sides: tuple[Side, Side],
    kinds: tuple[Sequence[Kind], Sequence[Kind]],
    order: FireOrder,
    *,
    first: bool = False,
    strict: bool = False,
) -> list[Shot]:
    """Who fires at whom, all announced before the dice; units without a target do not fire.

    ``sides`` and ``kinds`` are own, then enemy; ``first`` applies the limits of first fire; ``strict`` refuses a
    planned shot that cannot be made instead of leaving it to the rule.
    """
    own, enemy = sides
    aims = [_aim(unit, kinds[1]) for unit in enemy]
    guns = [(unit, factors_of(unit, own, kinds[0])) for unit in shooters]
    shots, rest = _planned(guns, aims, kinds[0], order, first, strict)
    if order.rule == "most":
        rest.sort(key=lambda gun: -max(gun[1]))
    for unit, factors in rest:
        kind = kinds[0][unit.kind]
        open_to = [index for index in range(len(aims)) if _may(kind, factors, aims, index, first)]
        if open_to:
            target = _choose(open_to, aims, factors, order.rule)
            shots.append(_fire(unit, factors, aims, target))
    return shots


def _aim(unit: Unit, kinds: Sequence[Kind]) -> Aim:
    kind = kinds[unit.kind]
    return Aim(kind.name, MEDIA.index(kind.medium), kind.shielded, unit.steps, kind.value)


def _fire(unit: Unit, factors: Factors, aims: list[Aim], target: int) -> Shot:
    factor = factors[aims[target].column]
    aims[target].take(factor)
    return Shot(unit, target, factor)


def _choose(open_to: list[int], aims: list[Aim], factors: Factors, rule: Allotment) -> int:
    if rule == "focus":
        return open_to[0]
    if rule == "spread":
        return min(open_to, key=lambda index: aims[index].shots)
    return max(open_to, key=lambda index: round(aims[index].gain(factors[aims[index].column]), 12))


def _may(kind: Kind, factors: Factors, aims: list[Aim], index: int, first: bool) -> bool:
    """Whether a unit may fire at a target, given what is already a target."""
    aim = aims[index]
    if not factors[aim.column] or (first and kind.first_at and aim.name not in kind.first_at):
        return False
    if not (kind.bound and aim.shielded):
        return True
    return all(other.shots for other in aims if not other.shielded and MEDIA[other.column] == "surface")


Gun = tuple[Unit, Factors]


def _planned(
    guns: list[Gun], aims: list[Aim], kinds: Sequence[Kind], order: FireOrder, first: bool, strict: bool
) -> tuple[list[Shot], list[Gun]]:
    """The planned shots and the guns left. Shielded targets come last: the others may cover them."""
    shots: list[Shot] = []
    left = list(guns)
    shielded = {aim.name for aim in aims if aim.shielded}
    for count, shooter, target in sorted(order.planned, key=lambda line: line[2] in shielded):
        for _ in range(count):
            gun = next((gun for gun in left if kinds[gun[0].kind].name == shooter), None)
            if gun is None:
                break
            kind = kinds[gun[0].kind]
            if first and kind.first_at and target not in kind.first_at:
                left.remove(gun)  # it waits and fires with the others
                continue
            named = [index for index, aim in enumerate(aims) if aim.name == target]
            open_to = [index for index in named if _may(kind, gun[1], aims, index, first)]
            if open_to:
                left.remove(gun)
                shots.append(_fire(*gun, aims, min(open_to, key=lambda index: aims[index].shots)))
            elif strict and named:
                raise OddsError(f"planned fire '{shooter} > {target}': {_why_not(gun, aims, named)}")
    return shots, left


def _why_not(gun: Gun, aims: list[Aim], named: list[int]) -> str:
    if not gun[1][aims[named[0]].column]:
        return f"it has no factor against {MEDIA[aims[named[0]].column]} units; choose another target"
    return "the target is shielded until every other ship is fired at, or out of its first fire; choose another"


# -- hits --------------------------------------------------------------------------------------------
def suffer(unit: Unit, hits: int, of_ground: int, may_leave: bool, retreats: Retreats) -> Unit | None:
    """A unit after its hits; None if it is gone.

    ``of_ground`` of the hits come from ground units: one of them may become a retreat, once in a combat, if
    ``may_leave``; ``last`` does so only where the unit would else be gone.
    """
    convert = may_leave and of_ground > 0 and not unit.leaves and retreats != "never"
    if convert and (retreats == "always" or hits >= unit.steps):
        unit, hits = Unit(unit.kind, unit.steps, True), hits - 1
    left = unit.steps - hits
    return Unit(unit.kind, left, unit.leaves) if left > 0 else None


def may_leave(unit: Unit, own: Sequence[Kind], shots: Iterable[Shot], enemy: Sequence[Kind]) -> bool:
    """Whether a unit is fast enough to retreat from all ground units that fire at it."""
    kind = own[unit.kind]
    speeds = [enemy[shot.unit.kind].moves for shot in shots if enemy[shot.unit.kind].medium == "ground"]
    return kind.medium == "ground" and kind.moves > 0 and all(kind.moves >= speed for speed in speeds)
