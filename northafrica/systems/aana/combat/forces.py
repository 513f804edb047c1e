"""The two sides of a combat: who fights, who can hit whom (rulebook p.19-22, 30-34)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import Keep, groups, number
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.hits import Due, Group
from northafrica.mechanisms.sides import ATTACK, DEFEND, foe_of
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    able,
    acting_side,
    aloft,
    belongs,
    data,
    enemy_of,
    fives,
    is_combat,
    is_land,
    is_sea,
)
from northafrica.systems.aana.facts import Combat, Hit, combat

FLAK = "flak"
BAY = 5
"""Supply in one load of a transport."""
TANKS = frozenset({"tank", "sherman", "tiger_tank"})


def around(view: View, space: str) -> tuple[str, ...]:
    """Where attackers of a space may stand: in it, or in the territories around it."""
    return (space,) if is_sea(view, space) else (space, *data(view).board.neighbours(space, "land"))


def attackers(view: View, space: str, keep: Keep | None = None) -> list[Group]:
    """Attacking units still in the combat, by place."""
    return [
        (place, piece, n)
        for place in around(view, space)
        for piece, n in groups(view, place, lambda p: p.get("attack") == space and (keep is None or keep(p)))
        if not piece.has("submerged") and not piece.has("hit")
    ]


def defends(view: View, space: str) -> Keep:
    """Which pieces in a space defend it, casualties included."""
    enemy = enemy_of(acting_side(view))

    def keep(piece: Piece) -> bool:
        return belongs(piece.power, enemy) and is_combat(piece) and not aloft(piece) and not piece.has("submerged")

    return keep


def defenders(view: View, space: str, keep: Keep | None = None, marked: bool = False) -> list[Group]:
    """Defending units; those marked as casualties only where `marked`."""
    mine = defends(view, space)
    return [
        (space, piece, n)
        for piece, n in groups(view, space, lambda p: mine(p) and (keep is None or keep(p)))
        if marked or not piece.has("hit")
    ]


def units_of(view: View, side: str, space: str) -> list[Group]:
    """The units of one side of the combat."""
    return attackers(view, space) if side == ATTACK else defenders(view, space)


def total(found: Sequence[Group]) -> int:
    """How many pieces these groups hold."""
    return sum(n for _, _, n in found)


def is_exempt(view: View, piece: Piece) -> bool:
    """Rule combat.defend.exempt: air, scout cars and French defend without supply."""
    return piece.kind in AIR or able(view, piece, "self_sufficient")


def holds_fire(view: View, piece: Piece) -> bool:
    """Whether a defender is retreating this round and so does not fire (Vichy never retreat, note A21)."""
    orders = combat(view).orders
    if orders == "fight" or piece.power == "vichy":
        return False
    return orders == "retreat" or not is_exempt(view, piece)


def convoy_cargo(view: View, space: str) -> tuple[int, int]:
    """Cargo of the defenders still in danger: land units, supply (rule combat.convoy.last)."""
    if not is_sea(view, space):
        return 0, 0
    enemy = enemy_of(acting_side(view))
    units = number(view, space, lambda p: belongs(p.power, enemy) and p.has("cargo") and not p.has("escaped"))
    return units, sum(n for _, n in cargo_supply(view, space, enemy))


def cargo_supply(view: View, space: str, side: str) -> list[tuple[str, int]]:
    """Supply aboard a side's convoys, by power, what escaped this combat left out."""
    now = view.facts.combat
    away = dict(now.escaped) if now is not None and now.space == space else {}
    stocks = sorted(view.state.stocks.get(space, {}).items())
    ours = [(s.owner, n) for s, n in stocks if s.resource == "supply" and s.owner and belongs(s.owner, side)]
    return [(owner, n - away.get(owner, 0)) for owner, n in ours if n > away.get(owner, 0)]


def loads(view: View, space: str) -> int:
    """How many loads can go down: land units, and supply by fives; each hit takes two (combat.convoy.two-units)."""
    units, supply = convoy_cargo(view, space)
    return units + fives(supply)


def has_cargo(view: View, space: str) -> bool:
    """Whether units or supply are aboard transports in a zone."""
    return any(convoy_cargo(view, space))


def category(piece: Piece) -> str:
    """What a hit is said to come from: land, air, ship or sub."""
    if piece.kind == "submarine":
        return "sub"
    return "air" if piece.kind in AIR else "ship" if piece.kind in SHIPS else "land"


def unit_type(piece: Piece) -> str:
    """The type of a unit, as p.30-34 name them: every tank is a tank."""
    return "tank" if piece.kind in TANKS else piece.kind


def demanded(demand: str, piece: Piece) -> bool:
    """Whether a piece is of the type a targeted hit demands."""
    return piece.kind in AIR if demand == "air" else unit_type(piece) == demand


def may_hit(now: Combat, firing: str, hit: Hit, piece: Piece) -> bool:
    """Rules sub.cannot-hit-air, sub.no-air-hit, destroyer.cancels and the demands of targeted fire."""
    if hit.by == "sub" and piece.kind in AIR:
        return False
    if hit.by == "air" and piece.kind == "submarine" and firing not in now.spotted:
        return False
    return not hit.demand or demanded(hit.demand, piece)


def hits_of(piece: Piece) -> int:
    """How many hits a unit can take."""
    return 2 if piece.kind == "battleship" and not piece.has("damaged") else 1


def due(view: View, side: str, space: str) -> Due[Hit]:
    """The hits of this fire on a side (rule combat.hit.max)."""
    now, firing = combat(view), foe_of(side)
    units = units_of(view, side, space)
    return Due(now.hits, now.taken, units, lambda hit, piece: may_hit(now, firing, hit, piece), hits_of)


def can_hurt(view: View, side: str, space: str) -> bool:
    """Whether a side has a unit that can fire at a valid target, or (on land, or with cargo) get away (p.22)."""
    now = combat(view)
    own = units_of(view, side, space)
    foe = [piece for _, piece, _ in units_of(view, foe_of(side), space)]
    if now.domain == "land":
        return bool(own)
    if side == ATTACK and own and has_cargo(view, space):
        return True
    if side == DEFEND and has_cargo(view, space):
        return True
    return any(may_hit(now, side, Hit(category(piece)), other) for _, piece, _ in own for other in foe)


def land_origins(view: View, space: str) -> dict[str, int]:
    """Attacking land units by origin, scout cars included (note A15)."""
    found: dict[str, int] = {}
    for place, _, n in attackers(view, space, is_land):
        found[place] = found.get(place, 0) + n
    return found
