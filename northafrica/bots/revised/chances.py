"""What an attack will come to: the average course at once, the exact odds where it is close."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from northafrica.bots.forecast import Forecast, fighters, forecast
from northafrica.core.groups import Picked
from northafrica.odds.told import OddsError
from northafrica.systems.revised.board.ground import GUN
from northafrica.systems.revised.data import UnitRow
from northafrica.systems.revised.data.tables import units
from northafrica.systems.revised.odds import odds

FACES, LIFTED = 6, 2
LARGE = 40
"""Battles of more units than this are forecast only."""


@dataclass(frozen=True)
class Chance:
    """The chance that the attackers win, and what both sides lose on average, in IPCs."""

    win: float
    attack_loss: float
    defence_loss: float


def average(attackers: Picked, defenders: Picked) -> Forecast:
    """The average course of a battle."""
    rows = units()
    own = fighters(((rows[p.kind], n) for p, n in attackers), True, price, LIFTED, FACES)
    foe = fighters(((rows[p.kind], n) for p, n in defenders), False, price, LIFTED, FACES)
    return forecast(own, foe)


def price(row: UnitRow) -> int:
    """What a unit costs; a ship that takes two hits goes last in any case."""
    return row.cost


def chance(attackers: Picked, defenders: Picked, gun: bool, shells: int = 0) -> Chance:
    """The odds of a battle, exact unless it is very large; `shells` battleships bombard."""
    if sum(n for _, n in (*attackers, *defenders)) <= LARGE:
        found = _exact(_words(attackers), _words(defenders), gun, shells)
        if found is not None:
            return found
    seen = average(attackers, defenders)
    return Chance(1.0 if seen.won else 0.0, seen.attack_loss, seen.defence_loss)


def _words(found: Picked) -> str:
    """A force as the odds read it: those that are lost first stand first."""
    counts: Counter[str] = Counter()
    for piece, n in found:
        if piece.kind != GUN:
            counts[piece.kind] += n
    rows = units()
    return ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items(), key=lambda item: (rows[item[0]].cost, item)))


@lru_cache(maxsize=20_000)
def _exact(attackers: str, defenders: str, gun: bool, shells: int) -> Chance | None:
    try:
        answer = odds(attackers, defenders, aa=gun, bombard=f"{shells} battleship" if shells else "")
    except OddsError:
        return None
    return Chance(answer.p["win"], answer.value_lost["attacker"], answer.value_lost["defender"])
