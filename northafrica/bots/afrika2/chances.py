"""What an attack is worth, from the exact chances of its one roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from northafrica.bots.afrika2.sight import Sight
from northafrica.systems.afrika2.combat.forces import Force, defenders, steps_of
from northafrica.systems.afrika2.combat.shifts import Fight
from northafrica.systems.afrika2.combat.strength import Reckoning, reckon
from northafrica.systems.afrika2.ground import unit

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


@dataclass(frozen=True)
class Chances:
    """Of 1: the defender's hex is emptied; steps lost in the mean by attacker and defender; the column."""

    clear: float
    lost: float
    killed: float
    column: int


def chances(sight: Sight, found: Reckoning) -> Chances:
    """The chances of a combat that has been reckoned."""
    view, fight = sight.view, found.fight
    steps, mine = steps_of(view, fight.defend), steps_of(view, fight.attack)
    fixed = all(unit(view, piece).garrison for _, piece, _ in fight.defend)
    clear = lost = killed = 0.0
    for total, weight in WAYS.items():
        cell = found.tables.table.results[total][found.column.last]
        p = weight / 36
        lost += p * min(cell.attacker_steps, mine)
        dead = min(cell.defender_steps, steps)
        back = cell.defender_retreat
        if back and found.sheltered and dead + back < steps:
            dead, back = dead + back, 0
        killed += p * (steps if back and fixed else dead)
        if dead >= steps or back:
            clear += p
    return Chances(clear, lost, killed, found.column.last)


def fight_for(sight: Sight, target: str, forces: Sequence[Force], overrun: bool = False) -> Fight:
    """The combat that these attackers would give to all who defend a hex."""
    against = tuple(defenders(sight.view, target, sight.enemy))
    return Fight(target, sight.side, tuple(forces), against, overrun=overrun)


def look(sight: Sight, target: str, forces: Sequence[Force], overrun: bool = False) -> Chances:
    """The chances of an attack without air points."""
    return chances(sight, reckon(sight.view, fight_for(sight, target, forces, overrun)))


def gain(sight: Sight, target: str, forces: Sequence[Force], found: Chances, prize: float) -> float:
    """The value of an attack: what is killed and the prize of the hex, less what is lost."""
    against = sight.foes.get(target, [])
    dear = max((sight.step_price(piece) for piece, _ in against), default=0.0)
    cheap = min((sight.step_price(piece) for _, piece, _ in forces), default=0.0)
    return found.killed * (2.0 + dear) + found.clear * prize - found.lost * (1.0 + cheap)
