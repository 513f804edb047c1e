"""Who fights: the units of both sides in the attack under way."""

from __future__ import annotations

from collections.abc import Iterable

from northafrica.core.groups import everywhere
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.afrika2.facts import combat
from northafrica.systems.afrika2.ground import data, enemy_of, is_unit, steps_left, units_at

Force = tuple[str, Piece, int]
ATTACKER, DEFENDER = 0, 1
"""The two sides of a combat, in the order of its results."""


def attackers(view: View) -> list[Force]:
    """The units that take part in the attack under way, by hex."""
    return list(everywhere(view, lambda piece: piece.has("attacking") and is_unit(piece)))


def defenders(view: View, target: str, side: str) -> list[Force]:
    """All units of a side in a hex: they defend together (scs.defend-together)."""
    return [(target, piece, n) for piece, n in units_at(view, target, side)]


def force(view: View, who: int) -> list[Force]:
    """The units of the attacker or of the defender that are still there."""
    now = combat(view)
    return attackers(view) if who == ATTACKER else defenders(view, now.target, enemy_of(now.side))


def side(view: View, who: int) -> str:
    """The side that attacks, or defends."""
    now = combat(view)
    return now.side if who == ATTACKER else enemy_of(now.side)


def steps_of(view: View, units: Iterable[Force]) -> int:
    """How many steps some units still have in all."""
    return sum(n * steps_left(view, piece) for _, piece, n in units)


def number(units: Iterable[Force]) -> int:
    """How many units these are."""
    return sum(n for _, _, n in units)


def places(units: Iterable[Force]) -> tuple[str, ...]:
    """Their hexes, sorted."""
    return tuple(sorted({place for place, _, _ in units}))


def said(view: View, units: Iterable[Force]) -> str:
    """Units for people: ``4/7 Arm Armor, 2 Artillery``."""
    words = []
    for _, piece, n in units:
        title = data(view).names.kind(piece.kind, n)
        words.append(title if n == 1 else f"{n} {title}")
    return ", ".join(words) or "nobody"
