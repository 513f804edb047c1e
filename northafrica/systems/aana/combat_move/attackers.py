"""Who may attack what in phase 3, who must, and what it costs (rulebook p.17-18)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import Keep, Picked, groups, number
from northafrica.core.orders import Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    acting_side,
    contested,
    data,
    enemies_at_sea,
    enemy_of,
    fives,
    holds,
    is_hostile,
    is_land,
    is_sea,
    mine,
    name,
    own_first,
    sources,
    status_word,
    supply,
)
from northafrica.systems.aana.board.movement import land_barred
from northafrica.systems.aana.combat_move.position import frozen, has_target, points
from northafrica.systems.aana.data.entities import REINFORCEMENTS
from northafrica.systems.aana.wording import nation, no_unit, power_name, word


def may_attack(view: View, origin: str) -> Keep:
    """Which land units in a territory can still be declared attackers."""

    def keep(piece: Piece) -> bool:
        if not mine(view, piece) or not is_land(piece) or piece.kind in ("truck", "aaa") or piece.has("cargo"):
            return False
        if piece.has("attack") or piece.has("done") or frozen(view, origin, piece) or origin == REINFORCEMENTS:
            return False
        return points(view, piece) >= 1

    return keep


def loose_ships(view: View, zone: str) -> Keep:
    """Ships that may attack or ignore what shares their friendly zone (declare.friendly-zone-may)."""
    forced = must_attack_at_sea(view, zone)
    return lambda p: mine(view, p) and p.kind in SHIPS and not p.has("attack") and not p.has("done") and not forced


def must_attack_at_sea(view: View, zone: str) -> bool:
    """Rules declare.hostile-must and declare.friendly-zone-must."""
    side = acting_side(view)
    if not is_sea(view, zone) or not enemies_at_sea(view, zone, side):
        return False
    if is_hostile(view, zone, side):
        return True
    return any(
        mine(view, p) and (p.kind in SHIPS or p.kind in AIR) and p.get("moved") == 1 for p in view.state.at(zone)
    )


def zones_to_ignore(view: View) -> list[str]:
    """Friendly zones where own ships share the water with enemies and may attack them."""
    side = acting_side(view)
    return [
        z
        for z in sorted(view.state.pieces)
        if z.startswith("sz") and enemies_at_sea(view, z, side) and number(view, z, loose_ships(view, z))
    ]


def target_problem(view: View, origin: str, target: str, picked: Picked) -> Ruling | None:
    """Why land units cannot attack a territory; None if they can, supply apart."""
    side = acting_side(view)
    if target == origin and contested(view, origin):
        return None
    if target not in data(view).board.neighbours(origin, "land"):
        text = f"{name(view, target)} is not adjacent to {name(view, origin)} over land"
        apart = Ruling.refuse("declare.adjacent-only", text)
        barred = land_barred(view, picked[0][0], target) if data(view).is_emblem(target) else None
        return apart if barred is None else barred
    for piece, _ in picked:
        problem = land_barred(view, piece, target)
        if problem is not None:
            return problem
    if is_hostile(view, target, side):
        return None
    scouts = all(piece.kind == "scout_car" for piece, _ in picked)
    if scouts and status_word(view, target, side) == "neutral" and supply(view, target):
        return None
    neutral_dump = status_word(view, target, side) == "neutral" and supply(view, target)
    rule = "amove.position.scout" if scouts or neutral_dump else "declare.adjacent-only"
    text = f"{name(view, target)} is {status_word(view, target, side)}, not hostile"
    return Ruling.refuse(rule, text, "amove.position.scout")


def cost(view: View, origin: str, target: str, picked: Picked) -> int:
    """Supply these units add to an attack (declare.cost, declare.scouts-exempt, declare.empty-free).

    All that attack one territory from another are paid for together, in however many orders they are declared.
    """
    if not holds(view, target, enemy_of(acting_side(view))):
        return 0
    declared = number(view, origin, lambda p: charged(p) and p.get("attack") == target)
    return fives(declared + sum(n for piece, n in picked if charged(piece))) - fives(declared)


def charged(piece: Piece) -> bool:
    """Whether a piece counts for the supply an attack costs."""
    return is_land(piece) and piece.kind != "scout_car"


def nothing_due(view: View, target: str, picked: Picked) -> Ruling:
    """The refusal of supply where none is due: scout cars, an empty target, or units already paid for."""
    text = "this attack costs no supply, and none may be spent"
    if not any(charged(piece) for piece, _ in picked):
        rule = "declare.scouts-alone"
    elif holds(view, target, enemy_of(acting_side(view))):
        rule, text = "declare.cost", "what the others from there cost covers these units, and no more may be spent"
    else:
        rule = "declare.empty-free"
    return Ruling.refuse(rule, text, "supply.no-overspend", needs=0)


def total_in_reach(view: View, origin: str) -> int:
    """Supply that attackers from a territory can draw on."""
    return sum(n for _, n in sources(view, origin, acting_side(view)))


def bearing(view: View, target: str, picked: Picked, need: int, inside: bool = False) -> tuple[str, ...]:
    """The rules that bear on a land attack: who may, who must, what it costs.

    `inside`: a landing force that ceased for want of supply attacks again where it stands (note A23).
    """
    scouts = [piece.kind == "scout_car" for piece, _ in picked]
    found = ["r7.normal-otherwise"] if inside else ["declare.adjacent-only"]
    found += ["french.free-owner"] if any(piece.power == "free_french" for piece, _ in picked) else []
    found += ["declare.moved-land-must"] if any(piece.has("moved") for piece, _ in picked) else []
    found += ["declare.static-land-may"] if any(not piece.has("moved") for piece, _ in picked) else []
    found += ["declare.cost", "declare.cost-source", "declare.cost-per-origin"] if need else []
    found += [] if holds(view, target, enemy_of(acting_side(view))) else ["declare.empty-free"]
    if all(scouts):
        found.append("declare.scouts-alone")
        found += [] if is_hostile(view, target, acting_side(view)) else ["amove.position.scout"]
    elif any(scouts):
        found.append("declare.scouts-exempt")
    return tuple(found)


def idle_rules(view: View) -> tuple[str, ...]:
    """The rules by which units that could attack need not."""
    waiting = [
        (place, piece)
        for place in view.state.pieces
        if not is_sea(view, place)
        for piece, _ in groups(view, place, may_attack(view, place))
        if has_target(view, piece, place)
    ]
    found = ("declare.static-land-may",) if any(not piece.has("moved") for _, piece in waiting) else ()
    return found + (("declare.friendly-zone-may", "amove.sea-start-friendly") if zones_to_ignore(view) else ())


def why_no_attacker(view: View, origin: str, units: Sequence[Some]) -> Ruling | None:
    """A better reason why pieces that are there cannot attack; None if there is none."""
    fitting = (piece for some in units for piece in own_first(view, origin) if some.fits(piece))
    problems = (_no_attacker(view, origin, piece) for piece in fitting)
    return next((problem for problem in problems if problem is not None), None)


def _no_attacker(view: View, origin: str, piece: Piece) -> Ruling | None:
    where, what = name(view, origin), word(piece.kind)
    rule = frozen(view, origin, piece)
    if rule:
        text = f"the landing troops in {where} cannot attack neighbours in round {view.state.round}"
        return Ruling.refuse(rule, text)
    if piece.kind in SHIPS:
        return Ruling.refuse("game.no-bombardment", "ships take no part in land combats", "declare.air-sea-free")
    if piece.power == "vichy":
        return Ruling.refuse("french.vichy-limits", "Vichy units cannot attack")
    if piece.kind in ("truck", "aaa"):
        further = ("truck.logistical",) if piece.kind == "truck" else ()
        return Ruling.refuse("amove.no-aaa-truck", f"{no_unit(piece.kind)} never attacks", *further)
    if mine(view, piece) and is_land(piece) and not piece.has("attack") and points(view, piece) < 1:
        return Ruling.refuse("amove.reserve-one", f"the {what} has no movement point left for the attack")
    if piece.has("done"):
        return Ruling.refuse("mine.land.spent-move", f"the {what} was thrown back by mines and is done this turn")
    if not mine(view, piece):
        text = f"{nation(piece.power)} units do not attack in the turn of {power_name(view.state.power)}"
        return Ruling.refuse("combat.multi.attack-alone", text)
    if piece.has("attack"):
        against = name(view, str(piece.get("attack")))
        text = f"{what} in {where}: the plan sends it against {against} already; drop that line first"
        return Ruling.refuse("declare.multi-target", text)
    return None


def targets(view: View) -> list[str]:
    """What may be declared a target now."""
    found: list[str] = []
    for origin in sorted(view.state.pieces):
        for piece, _ in groups(view, origin, may_attack(view, origin)) if not is_sea(view, origin) else ():
            found += has_target(view, piece, origin)
    return [*dict.fromkeys(found), *zones_to_ignore(view)]


def origins(view: View, target: str) -> list[str]:
    """Territories with units that may attack a target."""
    near = (target, *data(view).board.neighbours(target, "land"))
    return [o for o in near if any(target in has_target(view, p, o) for p, _ in groups(view, o, may_attack(view, o)))]
