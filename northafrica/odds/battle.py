"""A battle with one die per unit, as plain data: who fights, on what dice, who falls first, who may leave.

Knows no system: systems turn their words and tables into a `Battle`; `northafrica.odds.solve` answers it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from northafrica.odds.told import SIDES, OddsError, one_of

Side = Literal["attacker", "defender"]
DOMAINS = ("land", "air", "sea", "sub", "cargo")
LOSSES = ("listed", "cheapest", "best")
RETREATS = ("never", "after", "units", "air-only", "best")
GOALS = ("capture", "value")
MOST_UNITS = 400
MOST_ROUNDS = 10_000


@dataclass(frozen=True)
class Unit:
    """The units of one kind on one side.

    name        unique on its side
    count       how many
    power       they score on this or less (attack or defence, whichever side they are on); 0 never scores
    value       worth of one
    domain      land, air, sea, sub (hits no aircraft) or cargo (fires never, falls last, two loads a hit)
    hits        how many hits one takes; 2 for a battleship
    supports    lifts one unit of its side that can be supported, one for one, attackers only
    supported   the power when supported; 0 cannot be
    reroll_from results of this or more are thrown again, and again; 0 none
    best_of     dice thrown of which the best counts
    demands     names of enemy units on which the firer may make its hits fall, the dearest first
    demands_until  last round in which it may; 0 always
    leaves_after   attackers that leave the battle after this round; 0 never
    captures    whether one left takes the place; None: land units do
    destroyer   whether it disturbs submarines
    free        needs no supply: to defend, or (an attacker) to press
    origin      where an attacker comes from, for supply
    """

    name: str
    count: int
    power: int
    value: float = 0.0
    domain: str = "land"
    hits: int = 1
    supports: bool = False
    supported: int = 0
    reroll_from: int = 0
    best_of: int = 1
    demands: tuple[str, ...] = ()
    demands_until: int = 0
    leaves_after: int = 0
    captures: bool | None = None
    destroyer: bool = False
    free: bool = False
    origin: str = ""

    @property
    def can_capture(self) -> bool:
        """Whether a survivor takes the place."""
        return self.domain == "land" if self.captures is None else self.captures


@dataclass(frozen=True)
class Opening:
    """Fire before round 1.

    by       the side that fires
    hit      each die of this or less scores
    dice     how many dice; 0: one for each unit of `targets`
    most     no more dice than this; 0 no limit
    targets  names of the units that may be hit, the first lost first
    returns  whether those hit still fire in round 1
    label    what fires, for people
    """

    by: Side
    hit: int
    targets: tuple[str, ...]
    dice: int = 0
    most: int = 0
    returns: bool = False
    label: str = ""


@dataclass(frozen=True)
class Retreat:
    """When the attacker leaves, decided after a round while both sides are there.

    `never`; `after` round `n`; at `units` of `n` or less; with `air-only` left; `best` for the goal.
    """

    kind: str = "never"
    n: int = 0


@dataclass(frozen=True)
class Submarines:
    """How submarines fight.

    always_strike        they fire first even against a destroyer (which then lets their victims fire back)
    air_needs_destroyer  aircraft hit submarines only with a destroyer of their side
    submerge             sides whose submarines leave at the first chance
    submerge_before_fire  the chance comes before each round's dice; else after each round
    """

    always_strike: bool = False
    air_needs_destroyer: bool = True
    submerge: tuple[str, ...] = ()
    submerge_before_fire: bool = True


@dataclass(frozen=True)
class Goal:
    """What best play aims at: the chance to `capture`, or `value` (theirs lost, less ours, plus the territory's)."""

    kind: str = "value"
    territory: float = 0.0


@dataclass(frozen=True)
class Battle:
    """One battle. Units are in the order in which they are lost, the first first.

    rounds     fought at most; then both sides stay (stalemate); 0 no limit
    losses     for attacker and defender: `listed`, `cheapest` first, or chosen `best` for the goal
    at_sea     no place is captured
    both_must_hurt  it ends when either side cannot hurt the other (else: when neither can)
    surrender  the defenders give up after a round in which they score no hit
    helpless_fall  defenders none of whom can fire fall without a battle, once the opening fire is over
    escapes    loads of cargo that slip away after each round
    """

    die: int
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    opening: tuple[Opening, ...] = ()
    retreat: Retreat = Retreat()
    rounds: int = 0
    losses: tuple[str, str] = ("listed", "listed")
    at_sea: bool = False
    subs: Submarines = field(default_factory=Submarines)
    both_must_hurt: bool = False
    surrender: bool = False
    helpless_fall: bool = False
    escapes: int = 2
    goal: Goal = Goal()
    value_unit: str = "value"
    title: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check(self)

    def units(self, side: str) -> tuple[Unit, ...]:
        """The units of `attacker` or `defender`, in order of loss (sorted where it is `cheapest`)."""
        given = self.attackers if side == "attacker" else self.defenders
        if self.losses[SIDES.index(side)] == "cheapest":
            return tuple(sorted(given, key=lambda u: (u.domain == "cargo", u.value, u.power)))
        return tuple(sorted(given, key=lambda u: u.domain == "cargo"))


def chance(die: int, unit: Unit, supported: bool = False) -> float:
    """The chance that one unit scores. With results of 8 or more thrown again a 3 on a d10 is 3/7."""
    power = unit.supported if supported else unit.power
    faces = unit.reroll_from - 1 if unit.reroll_from else die
    one = min(power, faces) / faces
    return one if unit.best_of == 1 else 1.0 - (1.0 - one) ** unit.best_of


# -- refusing what cannot be ---------------------------------------------------------------------------
def check(battle: Battle) -> None:
    """Raise OddsError naming the first thing that cannot be, where it stands and what to write instead."""
    if not _whole(battle.die) or battle.die < 2:
        raise OddsError(f"a die of {battle.die!r} faces: write a whole number of 2 or more, such as 6 or 10")
    for side in SIDES:
        _check_side(battle, side)
    for fire in battle.opening:
        _check_opening(battle, fire)
    _check_retreat(battle.retreat)
    if not _whole(battle.rounds) or battle.rounds < 0:
        raise OddsError(f"rounds: {battle.rounds!r}; write the number of rounds, or leave it out for no limit")
    if battle.rounds > MOST_ROUNDS:
        raise OddsError(f"rounds: {battle.rounds}; at most {MOST_ROUNDS} are followed; write 0 for no limit")
    for side, way in zip(SIDES, battle.losses, strict=True):
        one_of(way, LOSSES, f"order of loss of the {side}")
    one_of(battle.goal.kind, GOALS, "goal")
    if not math.isfinite(battle.goal.territory):
        raise OddsError(f"the territory's value is {battle.goal.territory!r}; write a number")


def _check_side(battle: Battle, side: str) -> None:
    units = battle.attackers if side == "attacker" else battle.defenders
    for unit in units:
        _check_unit(battle.die, side, unit)
    names = [unit.name for unit in units]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise OddsError(f"{side}: '{twice[0]}' is listed twice; write it once with the sum")
    total = sum(unit.count for unit in units)
    if total < 1:
        raise OddsError(f"the {side} has no combat units; give at least one")
    if total > MOST_UNITS:
        raise OddsError(f"the {side} has {total} units; at most {MOST_UNITS} are worked out")
    enemy = [u.name for u in (battle.defenders if side == "attacker" else battle.attackers)]
    for unit in units:
        unknown = [name for name in unit.demands if name not in enemy]
        if unknown:
            raise OddsError(f"{side}: {unit.name} demands '{unknown[0]}', which the other side has not")


def _check_unit(die: int, side: str, unit: Unit) -> None:
    place = f"{side}: {unit.name}"
    if not _whole(unit.count) or unit.count < 0:
        raise OddsError(f"{place}: {unit.count!r} of them; write a whole number, 0 or more")
    for what, power in (("hit value", unit.power), ("supported hit value", unit.supported)):
        if not _whole(power) or not 0 <= power <= die:
            raise OddsError(f"{place}: {what} {power!r} on a d{die}; write 0 to {die}")
    if not isinstance(unit.value, (int, float)) or not math.isfinite(unit.value) or unit.value < 0:
        raise OddsError(f"{place}: a value of {unit.value!r}; write a number, 0 or more")
    one_of(unit.domain, DOMAINS, f"domain of {place}")
    if unit.hits not in (1, 2):
        raise OddsError(f"{place}: takes {unit.hits!r} hits; write 1 or 2")
    if unit.reroll_from and not 2 <= unit.reroll_from <= die:
        raise OddsError(f"{place}: rerolls from {unit.reroll_from}; write 2 to {die}, or 0 for none")
    if not _whole(unit.best_of) or unit.best_of < 1:
        raise OddsError(f"{place}: best of {unit.best_of!r} dice; write 1 or more")
    if side == "defender" and (unit.supports or unit.supported or unit.leaves_after):
        raise OddsError(f"{place}: only attackers are supported or leave after a round")


def _check_opening(battle: Battle, fire: Opening) -> None:
    place = f"opening fire ({fire.label or fire.by})"
    one_of(fire.by, SIDES, place)
    if not _whole(fire.hit) or not 0 <= fire.hit <= battle.die:
        raise OddsError(f"{place}: hit value {fire.hit!r} on a d{battle.die}; write 0 to {battle.die}")
    if fire.dice < 0 or fire.most < 0:
        raise OddsError(f"{place}: a negative number of dice; write 0 or more")
    enemy = {u.name: u for u in (battle.defenders if fire.by == "attacker" else battle.attackers)}
    unknown = [name for name in fire.targets if name not in enemy]
    if unknown:
        raise OddsError(f"{place}: '{unknown[0]}' is not there to be hit; there are {', '.join(enemy)}")
    if fire.returns and (fire.by == "defender" or set(fire.targets) != set(enemy)):
        raise OddsError(f"{place}: only an attacker's fire at all defenders can let those hit fire back")


def _check_retreat(retreat: Retreat) -> None:
    one_of(retreat.kind, RETREATS, "retreat")
    if retreat.kind in ("after", "units") and (not _whole(retreat.n) or retreat.n < 1):
        raise OddsError(f"retreat {retreat.kind}:{retreat.n}: write 1 or more; an attack is fought for one round")
    if retreat.kind == "after" and retreat.n > MOST_ROUNDS:
        raise OddsError(f"retreat after:{retreat.n}: at most {MOST_ROUNDS} rounds are followed; write never")


def _whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def total(units: Sequence[Unit]) -> int:
    """How many units there are."""
    return sum(unit.count for unit in units)
