"""The rows of the reference charts, as rule ids (rulebook p.8, 36-37)."""

from __future__ import annotations

from northafrica.core.pieces import Piece

ALLIED = frozenset({"infantry", "artillery", "aaa", "fighter", "bomber", "destroyer"})
OWN = {
    ("uk", "anti_tank_gun"): "unit.uk.antitank",
    ("uk", "scout_car"): "unit.uk.scout",
    ("uk", "tank"): "unit.uk.matilda",
    ("uk", "sherman"): "unit.uk.sherman",
    ("uk", "battleship"): "unit.uk.battleship",
    ("uk", "submarine"): "unit.uk.submarine",
    ("us", "tank"): "unit.us.tank",
}
FRENCH = frozenset({"vichy", "free_french"})


def row(piece: Piece) -> str:
    """The rule that holds a unit's line of its power's chart."""
    if piece.kind == "truck":
        return "unit.truck"
    if piece.kind == "tiger_tank":
        return "opt.adv.tiger-stats"
    if piece.power in FRENCH:
        return f"unit.french.{piece.kind}"
    if (piece.power, piece.kind) in OWN:
        return OWN[piece.power, piece.kind]
    if piece.power in ("uk", "us") and piece.kind in ALLIED:
        return f"unit.allied.{piece.kind}"
    return "unit.axis.stats"
