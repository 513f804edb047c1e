"""Cargo: which transport holds which land units (Appendix I / Transports).

A transport that carries is marked `bay N`, its cargo, own or an ally's, `aboard N`; a number is used once on the board.
"""

from __future__ import annotations

from collections.abc import Iterable

from northafrica.core.groups import Picked, everywhere, flip, groups
from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import advantage
from northafrica.systems.revised.board.ground import COMPLEX, SIDES, acting_powers, acting_side

BAY, ABOARD = "bay", "aboard"


def is_cargo(piece: Piece) -> bool:
    """Whether a piece is a land unit at sea."""
    return piece.has(ABOARD)


def cargo_of(view: View, zone: str, ship: Piece) -> Picked:
    """What a transport carries."""
    bay = ship.number(BAY)
    return groups(view, zone, lambda p: p.number(ABOARD) == bay) if bay else []


def ship_of(view: View, zone: str, cargo: Piece) -> Piece:
    """The transport that carries a land unit. Raises KeyError where none does."""
    found = [p for p in view.state.at(zone) if p.has(BAY) and p.number(BAY) == cargo.number(ABOARD)]
    if not found:
        raise KeyError(f"{zone}: nothing carries {cargo}")
    return found[0]


def lifts(view: View, piece: Piece) -> bool:
    """Whether a ship carries land units: transports, and Japanese destroyers by Tokyo Express (na.japan.express)."""
    if piece.kind == "transport":
        return True
    return piece.kind == "destroyer" and piece.power == "japan" and advantage(view, "japan", "tokyo_express")


def fits(kinds: Iterable[str], ship: str = "transport") -> bool:
    """Whether a ship can carry these: a transport one land unit and one infantry (rule unit.transport.capacity), a
    destroyer one infantry.
    """
    found = list(kinds)
    if ship == "destroyer":
        return found == ["infantry"]
    heavy = sum(kind != "infantry" for kind in found)
    return len(found) <= 2 and heavy <= 1 and COMPLEX not in found


def kinds_aboard(view: View, zone: str, ship: Piece) -> list[str]:
    """The kinds of what a transport carries, one entry a unit."""
    return [piece.kind for piece, n in cargo_of(view, zone, ship) for _ in range(n)]


def transports(view: View, zone: str) -> list[tuple[Piece, int]]:
    """The ships of the acting side in a zone that carry land units, transports of the acting power first."""
    ours, side = acting_powers(view), acting_side(view)
    found = groups(view, zone, lambda p: lifts(view, p) and SIDES[p.power] == side)
    return sorted(found, key=lambda item: (item[0].power not in ours, item[0].kind != "transport", item[0]))


def free_bay(view: View) -> int:
    """A bay number that nobody uses."""
    used = {piece.number(BAY) for _, piece, _ in everywhere(view, lambda p: p.has(BAY))}
    return next(n for n in range(1, len(used) + 2) if n not in used)


def take_aboard(
    table: Table, land: str, zone: str, cargo: Picked, ship: Piece, *rules: str, **status: int | str | None
) -> Piece:
    """Land units go aboard a transport; gives the transport as it is then."""
    bay = ship.number(BAY) or free_bay(table)
    after = flip(table, zone, ship, 1, bay=bay)
    for piece, n in cargo:
        aboard = piece.having(aboard=bay, **status)
        rules = (*rules, "na.japan.express") if ship.kind == "destroyer" else rules
        told = {"place": land, "to": zone, "piece": piece, "becomes": aboard, "count": n, "power": piece.power}
        table.emit("moved", *rules, **told)  # type: ignore[arg-type]
    return after


def empty_bays(table: Table, zone: str, **status: int | str | None) -> None:
    """Transports whose cargo is gone are marked so no longer; they take a status where one is given."""
    aboard = {p.number(ABOARD) for p in table.state.at(zone) if is_cargo(p)}
    for piece, n in groups(table, zone, lambda p: p.has(BAY) and p.number(BAY) not in aboard):
        flip(table, zone, piece, n, bay=None, **status)


def lost_with(view: View, zone: str, ship: Piece) -> Picked:
    """The cargo that goes down with a transport (rule cmove.transport.cargo)."""
    return cargo_of(view, zone, ship)
