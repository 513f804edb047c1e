"""Units, sides and control of areas (2.0, 6.0)."""

from __future__ import annotations

from northafrica.core.groups import Picked, groups, number
from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.data.tables import CAMPAIGN, SUPPLY, MareData, box_of

AXIS, ALLIES = "axis", "allies"
NEUTRAL = "neutral"
CONTROL = "control"
HQ = "hq"
DISRUPTED = "disrupted"
NEUTRAL_STATUS, STATIC, REDUCED, ABOARD = "neutral", "static", "reduced", "aboard"
HOME, INTERCEPT = "home", "intercept"


def data(view: View) -> MareData:
    """The data of a view, typed."""
    found: MareData = view.setting.data
    return found


def enemy_of(side: str) -> str:
    """The other side."""
    return ALLIES if side == AXIS else AXIS


def controller(view: View, space: str) -> str:
    """Who controls an area: a side, `neutral`, or "" at sea and beside the map (rule 6.1.sea)."""
    return view.state.marker(space, CONTROL)


def happened(view: View, what: str) -> bool:
    """Whether the campaign has seen `torch`, `pacific_war`, `mercury`, `iraq` ..."""
    return bool(view.state.marker(CAMPAIGN, what))


def category(view: View, piece: Piece) -> str:
    """ground, air, naval; `supply` for supply units (13.4: ground units with limits of their own); "" for markers."""
    if piece.kind == SUPPLY:
        return SUPPLY
    found = data(view).units.get(piece.kind)
    return found.category if found else ""


def kind_of(view: View, piece: Piece) -> str:
    """What type a unit is: infantry, hq, fortification, BB, F ... `supply` for supply units."""
    found = data(view).units.get(piece.kind)
    return found.type if found else piece.kind


def nationality(view: View, piece: Piece) -> str:
    """The nationality of a unit, "" for supply units, which serve a whole side."""
    found = data(view).units.get(piece.kind)
    return found.nationality if found else ""


def awake(piece: Piece) -> bool:
    """Whether a unit takes part in the war: neutral ones are ignored (rules 21.1.neutral-start, 21.3.iraq-ignored)."""
    return not piece.has(NEUTRAL_STATUS)


def ground_here(view: View, space: str, side: str) -> Picked:
    """The ground combat units of a side in an area; neither supply nor cargo counts (rule 6.1.gain, note A35)."""
    table = view.state.pieces.get(space)
    if not table:
        return []

    def counts(piece: Piece) -> bool:
        return piece.power == side and awake(piece) and not piece.has(ABOARD) and category(view, piece) == "ground"

    return groups(view, space, counts)


def holds_ground(view: View, space: str, side: str) -> bool:
    """Whether a side has a ground combat unit in an area."""
    return bool(ground_here(view, space, side))


def contested(view: View, space: str) -> bool:
    """Whether both sides have ground units in an area (rule 6.1.contested)."""
    return holds_ground(view, space, AXIS) and holds_ground(view, space, ALLIES)


def count(view: View, space: str, side: str, what: str) -> int:
    """How many units of a side of one category are in a space."""
    return number(view, space, lambda p: p.power == side and awake(p) and category(view, p) == what)


def set_control(table: Table, space: str, side: str, *rules: str) -> None:
    """An area changes hands."""
    if controller(table, space) != side:
        table.emit(CONTROL, *rules, place=space, marker=CONTROL, value=side, power=side)


def take_control(table: Table, space: str, side: str) -> None:
    """A side takes an enemy area the instant it alone has ground units there (rule 6.1.gain)."""
    if controller(table, space) != enemy_of(side) or not holds_ground(table, space, side):
        return
    if not holds_ground(table, space, enemy_of(side)):
        set_control(table, space, side, "6.1.gain", "16.2.control")


def cargo_of(view: View, space: str, carrier: str) -> Picked:
    """What a ship or aircraft carries (rule 11.1.part-of-action)."""
    return groups(view, space, lambda p: p.get(ABOARD) == carrier)


def eliminate(table: Table, space: str, piece: Piece, n: int, purpose: str, *rules: str) -> None:
    """Units go to their owner's Refit box, supply to the available box, those that never refit out of the game."""
    side, kind = piece.power, category(table, piece)
    nation = nationality(table, piece)
    pile, rule = "refit", "12.7.refit-box"
    if kind == SUPPLY:
        pile, rule = "available", "13.1.pool"
    elif nation in ("Vichy French", "Iraqi"):
        pile = "gone"
    to, fresh = box_of(side, pile), Piece(side, piece.kind)
    table.emit(
        "moved", *rules, rule, place=space, to=to, piece=piece, becomes=fresh, count=n, purpose=purpose, power=side
    )
    for cargo, some in cargo_of(table, space, piece.kind):
        eliminate(table, space, cargo, some, "lost with its carrier", "11.1.cargo-fate")
    take_control(table, space, enemy_of(side))
