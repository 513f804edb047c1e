"""Spaces: who stands where, whose they are, what may be drawn from them (rulebook p.10-11, 17)."""

from __future__ import annotations

from northafrica.core.groups import number
from northafrica.core.naming import is_are
from northafrica.core.orders import Amounts
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.rounds import happens
from northafrica.systems.aana.data import AanaData
from northafrica.systems.aana.data.entities import UnitType

AXIS, ALLIES = "axis", "allies"
SIDES = {"germany": AXIS, "italy": AXIS, "vichy": AXIS, "uk": ALLIES, "us": ALLIES, "free_french": ALLIES}
TURN_POWERS = ("germany", "uk", "italy", "us")
OWNER = {"vichy": "germany", "free_french": "us"}
FACES = 10
POOL = tuple(range(1, FACES + 1))
"""The ten-sided dice of the game."""
AIR = frozenset({"fighter", "bomber"})
SHIPS = frozenset({"battleship", "destroyer", "submarine"})
SURFACE = frozenset({"battleship", "destroyer"})


def data(view: View) -> AanaData:
    """The data of the game, typed."""
    found: AanaData = view.setting.data
    return found


def unit(view: View, piece: Piece) -> UnitType:
    """The line of the reference chart for a piece."""
    return data(view).units[piece.power, piece.kind]


def able(view: View, piece: Piece, ability: str) -> bool:
    """Whether a piece has a unit characteristic."""
    return ability in data(view).units[piece.power, piece.kind].abilities


def name(view: View, space: str) -> str:
    """The name of a space for people."""
    return data(view).board[space].name if space in data(view).board else space.replace("_", " ").title()


def side_of(power: str) -> str:
    """The side a power is on."""
    return SIDES[power]


def enemy_of(side: str) -> str:
    """The other side."""
    return ALLIES if side == AXIS else AXIS


def belongs(power: str, side: str) -> bool:
    """Whether a power is on a side."""
    return SIDES[power] == side


def acting_side(view: View) -> str:
    """The side of the power whose turn it is."""
    return SIDES[view.state.power]


def owner(power: str) -> str:
    """The power whose player moves these pieces (Germany for Vichy, the US for the Free French)."""
    return OWNER.get(power, power)


def mine(view: View, piece: Piece) -> bool:
    """Whether the acting power moves this piece (rulebook p.29: Free French act with the US)."""
    return piece.power == view.state.power or (view.state.power == "us" and piece.power == "free_french")


def is_cargo(piece: Piece) -> bool:
    """Whether a piece is aboard a transport."""
    return piece.has("cargo")


def is_land(piece: Piece) -> bool:
    """Whether a piece is a land unit, trucks included."""
    return piece.kind not in AIR and piece.kind not in SHIPS


def is_combat(piece: Piece) -> bool:
    """Whether a piece is a combat unit where it stands: all but trucks, and cargo at sea."""
    return piece.kind != "truck" and not piece.has("cargo")


def aloft(piece: Piece) -> bool:
    """Attacking aircraft are in the air: they hold no ground and fill no limit (p.12)."""
    return piece.has("aloft")


def own_first(view: View, place: str) -> list[Piece]:
    """The pieces of a place, those of the acting power first: an order that names no power means these."""
    return sorted(view.state.at(place), key=lambda piece: (not mine(view, piece), piece))


def is_sea(view: View, space: str) -> bool:
    """Whether a space is a sea zone or a convoy zone."""
    return space.startswith(("sz", "csz"))


def controller(view: View, space: str) -> str:
    """The power whose control marker lies in a territory, "" where there is none."""
    return view.state.marker(space, "control")


def controlled_by(view: View, space: str, side: str) -> bool:
    """Whether a side controls a territory, printed emblems included."""
    emblems = data(view).is_emblem(space)
    if emblems:
        return belongs(emblems[0], side)
    marker = controller(view, space)
    return bool(marker) and belongs(marker, side)


def holds(view: View, space: str, side: str) -> bool:
    """Whether a side has combat units standing in a territory (p.10; attacking aircraft do not stand)."""
    for piece in view.state.pieces.get(space, {}):
        if belongs(piece.power, side) and piece.kind != "truck" and not piece.has("aloft") and not piece.has("cargo"):
            return True
    return False


def contested(view: View, space: str) -> bool:
    """Whether both sides stand in a territory: a landing force beside Vichy units it has not beaten yet."""
    return holds(view, space, AXIS) and holds(view, space, ALLIES)


def is_hostile(view: View, space: str, side: str) -> bool:
    """Rule board.hostile / sea.hostile."""
    enemy = enemy_of(side)
    if is_sea(view, space):
        return any(
            belongs(p.power, enemy) and (p.kind in SURFACE or p.kind in AIR) for p in view.state.pieces.get(space, {})
        )
    return controlled_by(view, space, enemy) or holds(view, space, enemy)


def is_friendly(view: View, space: str, side: str) -> bool:
    """Rule board.friendly / sea.friendly: own marker or combat units; at sea, not hostile.

    So neutral ground is friendly as soon as a unit stands there, amove.neutral-becomes-friendly.
    """
    if is_sea(view, space):
        return not is_hostile(view, space, side)
    return controlled_by(view, space, side) or holds(view, space, side)


def status_word(view: View, space: str, side: str) -> str:
    """friendly, hostile or neutral, as a side reads a space."""
    if is_hostile(view, space, side):
        return "hostile"
    return "friendly" if is_friendly(view, space, side) else "neutral"


def enemies_at_sea(view: View, zone: str, side: str) -> bool:
    """Whether anything of the enemy is in a zone: ships, aircraft or convoys."""
    enemy = enemy_of(side)
    if any(belongs(piece.power, enemy) for piece in view.state.pieces.get(zone, {})):
        return True
    return any(s.owner and belongs(s.owner, enemy) for s in view.state.stocks.get(zone, {}) if s.resource == "supply")


def combat_count(view: View, space: str, side: str) -> int:
    """Combat units of a side that count toward the stacking limit (rules stack.limit, stack.exempt)."""
    return number(view, space, lambda p: belongs(p.power, side) and is_combat(p) and not aloft(p))


def room(view: View, space: str, side: str) -> int:
    """How many more combat units of a side a territory takes; large at sea."""
    limit = data(view).stacking_limit(space, view.setting.options)
    return 999 if limit is None else limit - combat_count(view, space, side)


def supply(view: View, space: str) -> int:
    """Supply lying in a territory."""
    return view.state.stock(space, "supply")


def may_draw(view: View, space: str, side: str) -> bool:
    """Rules supply.access-side and supply.access-neutral: friendly or neutral, not the enemy's.

    Where a landing force stands beside Vichy units, the supply is what came ashore with it, in every power's turn.
    """
    if is_sea(view, space):
        return False
    if not is_hostile(view, space, side):
        return True
    return side == ALLIES and holds(view, space, ALLIES)


def sources(view: View, space: str, side: str, around: bool = True) -> list[tuple[str, int]]:
    """Where supply for units in a territory may come from: itself, then its friendly or neutral neighbours.

    Source: p.18 (declare.cost-source), note A10: across any land border that is not impassable. A neighbour that a
    landing force disputes is hostile, here as for retreats; the force itself draws on it (note A33).
    """
    found = [(space, supply(view, space))] if may_draw(view, space, side) else []
    for near in data(view).board.neighbours(space, "land") if around else ():
        if near != space and not is_hostile(view, near, side):
            found.append((near, supply(view, near)))
    return [(place, n) for place, n in found if n > 0]


def fives(count: int) -> int:
    """1 for every 5 or part of 5: the supply that attackers cost, the loads of supply aboard."""
    return -(-count // 5)


def reach_text(view: View, found: list[tuple[str, int]]) -> str:
    """Sources in words."""
    return ", ".join(f"{name(view, place)} {n}" for place, n in found) or "none"


def payments(found: list[tuple[str, int]], need: int, most: int = 12) -> list[Amounts]:
    """Ways to pay an amount out of sources, whole sources first; at most `most` of them."""
    if need == 0:
        return []
    ways: list[Amounts] = [((place, need),) for place, n in found if n >= need]
    for first, have in found:
        left, way = need - min(have, need - 1), [(first, min(have, need - 1))]
        for place, n in found:
            if place != first and left:
                way.append((place, min(n, left)))
                left -= min(n, left)
        if not left:
            ways.append(tuple(pair for pair in way if pair[1]))
    return list(dict.fromkeys(ways))[:most]


def check_payment(
    view: View, found: list[tuple[str, int]], need: int, given: Amounts, rules: tuple[str, str, str], side: str = ""
) -> Ruling:
    """The ruling on the payment of an order; what is found is the payment, completed where there is only one way.

    `rules` are the ids for: too little in reach, a wrong source, a wrong amount.
    """
    short, where, amount = rules
    for place, _ in given if side else ():
        if supply(view, place) and is_hostile(view, place, side) and place not in dict(found):
            inside = holds(view, place, side)
            serves = "only the landing force in it" if inside else "the enemy"
            text = f"{name(view, place)} is hostile: its supply serves {serves}"
            return Ruling.refuse("supply.access-side", text, where)
    have = sum(n for _, n in found)
    offered = sum(n for _, n in given)
    if given and offered != need:
        first, second = (amount, short) if offered > need else (short, amount)
        text = f"{need} supply must be spent, {offered} {is_are(offered)} offered"
        too_much = ("supply.no-overspend",) if offered > need and "supply.no-overspend" not in (first, second) else ()
        return Ruling.refuse(first, text, second, *too_much, needs=need, offered=offered)
    if have < need:
        text = f"needs {need} supply; in reach: {reach_text(view, found)}"
        return Ruling.refuse(short, text, where, needs=need, has=have, short=need - have)
    if given:
        return _check_given(view, dict(found), given, where)
    if need == 0:
        return Ruling.allow(found=())
    ways = payments(found, need)
    if len(found) == 1 or have == need:
        return Ruling.allow(found=ways[0] if have != need else tuple(found))
    example = "like 'paying " + " ".join(f"{n} {place}" for place, n in ways[0]) + "'"
    text = f"say from where to take {need} supply (in reach: {reach_text(view, found)}), {example}"
    return Ruling.ambiguous(text)


def _check_given(view: View, found: dict[str, int], given: Amounts, where: str) -> Ruling:
    for place, n in given:
        if n > found.get(place, 0):
            text = f"{name(view, place)} has {found.get(place, 0)} supply that may be drawn here, not {n}"
            return Ruling.refuse(where, text, place=place, has=found.get(place, 0), asked=n)
    if len({place for place, _ in given}) != len(given):
        return Ruling.refuse(where, "a source stands there twice")
    return Ruling.allow(found=given)


def spend(table: Table, paying: Amounts, purpose: str, *rules: str, power: str = "") -> None:
    """Spend supply out of territories; `power` is who spends it, the acting power where none is named."""
    who = power or table.state.power
    for place, n in paying:
        held = any(is_friendly(table, place, side) for side in (AXIS, ALLIES))
        told = (*rules, "supply.access-side" if held else "supply.access-neutral", "supply.exchange")
        table.emit("spent", *told, place=place, resource="supply", amount=n, purpose=purpose, power=who)


def barred(view: View, side: str, space: str) -> str:
    """The rule that keeps a side out of a space now, "" where none does (p.10, 28)."""
    info = data(view)
    if info.is_west(space):
        if happens(view, "west_closed"):
            return "rommel.west-closed"
        if happens(view, "west_allies_only") and side == AXIS:
            return "rommel.r8-axis-enter"
    return ""
