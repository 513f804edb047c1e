"""Attack position: which land units may attack what from where (rulebook p.15, 17-18, 28)."""

from __future__ import annotations

from collections.abc import Iterable

from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.aana.board.ground import (
    contested,
    data,
    enemy_of,
    holds,
    is_hostile,
    name,
    side_of,
    sources,
    status_word,
    supply,
    unit,
)
from northafrica.systems.aana.board.movement import land_barred
from northafrica.systems.aana.board.rounds import happens, printed
from northafrica.systems.aana.wording import no_unit


def frozen(view: View, place: str, piece: Piece) -> str:
    """The rule that pins Torch landing troops in their round, "" where none does."""
    if not data(view).has_tag(place, "landing") or piece.kind != "infantry":
        return ""
    landings = happens(view, "landings")
    if piece.power == "uk" and place == "algiers":
        if view.state.power == "uk":
            return "r7.uk-frozen" if happens(view, "uk_algiers_frozen") else ""
        return "r7.no-adjacent" if landings else ""
    free = view.option("torch_press") == "free" and printed(view) == "torch"
    return "r7.no-adjacent" if piece.power == "us" and landings and not free else ""


def points(view: View, piece: Piece) -> int:
    """Movement points a piece has left this turn."""
    return unit(view, piece).move - piece.number("used")


def has_target(view: View, piece: Piece, origin: str, blitzed: Iterable[str] = ()) -> list[str]:
    """Territories a land unit in `origin` may attack, supply apart (amove.position.land, amove.position.scout)."""
    side, gone = side_of(piece.power), set(blitzed)
    found = [origin] if contested(view, origin) else []
    for to in data(view).board.neighbours(origin, "land"):
        if to in gone or land_barred(view, piece, to) is not None:
            continue
        raid = piece.kind == "scout_car" and supply(view, to) and status_word(view, to, side) == "neutral"
        if raid or is_hostile(view, to, side):
            found.append(to)
    return found


def needs_supply(view: View, piece: Piece, target: str) -> bool:
    """Whether attacking a territory costs supply for this unit (declare.empty-free, declare.scouts-exempt)."""
    return piece.kind != "scout_car" and holds(view, target, enemy_of(side_of(piece.power)))


def supply_ahead(view: View, origin: str, side: str, blitzed: Iterable[str]) -> list[tuple[str, int]]:
    """Supply for an attack from a territory once the planned blitzes are carried out: all moves are simultaneous."""
    found = sources(view, origin, side)
    known = {place for place, _ in found}
    taken = {origin, *data(view).board.neighbours(origin, "land")}.intersection(blitzed) - known
    return found + [(place, supply(view, place)) for place in sorted(taken) if supply(view, place)]


def position_problem(view: View, piece: Piece, origin: str, blitzed: Iterable[str] = ()) -> Ruling | None:
    """Why a land unit would not be in attack position in a territory; None if it would."""
    targets = has_target(view, piece, origin, blitzed)
    where = name(view, origin)
    if not targets:
        return Ruling.refuse(
            "amove.must-attack",
            f"from {where} there is nothing for {no_unit(piece.kind)} to attack",
            "amove.position.land",
        )
    if any(not needs_supply(view, piece, to) for to in targets):
        return None
    found = supply_ahead(view, origin, side_of(piece.power), blitzed)
    if not found:
        text = f"an attack from {where} needs 1 supply; {where} and its friendly or neutral neighbours hold none"
        return Ruling.refuse("amove.position.land", text, "declare.cost-source", needs=1, has=0)
    return None
