"""Battleships are repaired for 1 supply from Cairo (rulebook p.13)."""

from __future__ import annotations

from northafrica.core.deed import Plain
from northafrica.core.groups import flip, groups, number
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import ALLIES, controlled_by, data, name, spend, supply
from northafrica.systems.aana.orders import Repair

STORES = "cairo"


def repairing() -> Plain:
    """The deed of the UK's repairs."""
    return Plain(Repair, repair, check_repair, no_battleship)


def naval_base(view: View) -> str:
    """The sea zone where battleships are repaired."""
    return data(view).spaces_with("naval_base")[0]


def _damaged(piece: Piece) -> bool:
    return piece.power == "uk" and piece.kind == "battleship" and piece.has("damaged")


def damaged(view: View) -> int:
    """Damaged UK battleships at the naval base."""
    return number(view, naval_base(view), _damaged)


def no_battleship(view: View) -> Ruling | None:
    """Why nothing can be repaired; None where a damaged battleship lies at the base."""
    if view.state.power == "uk" and damaged(view):
        return None
    where = name(view, naval_base(view))
    return Ruling.refuse("req.repair", f"there is no damaged battleship of yours in {where.lower()}")


def check_repair(view: View) -> Ruling:
    """Whether supply for a repair lies in Cairo."""
    if supply(view, STORES) < 1 or not controlled_by(view, STORES, ALLIES):
        return Ruling.refuse("req.repair", "a repair takes 1 supply from Cairo, which has none", needs=1, has=0)
    return Ruling.allow()


def repair(table: Table) -> None:
    """Repair one battleship with 1 supply from Cairo."""
    spend(table, ((STORES, 1),), "repair", "req.repair")
    base = naval_base(table)
    piece, _ = groups(table, base, _damaged)[0]
    flip(table, base, piece, 1, "req.repair", "battleship.damage-stays", damaged=0)
