"""Who can make a combat move, and why another cannot (Phase 3)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import Keep, Picked, pick
from northafrica.core.orders import Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.revised.board.cargo import is_cargo, lifts
from northafrica.systems.revised.board.ground import COMPLEX, GUN, MOBILIZATION, SIDES, acting_powers, name
from northafrica.systems.revised.wording import nation, word


def can_move(view: View, place: str) -> Keep:
    """Which pieces in a place can still move in the combat move phase: those `why_not` has nothing against."""
    ours, here = acting_powers(view), place != MOBILIZATION

    def keep(piece: Piece) -> bool:
        if piece.power not in ours or not here or piece.kind in (COMPLEX, GUN) or is_cargo(piece) or piece.has("done"):
            return False
        return lifts(view, piece) or not piece.has("moved")

    return keep


def why_not(view: View, place: str, piece: Piece) -> Ruling | None:
    """Why a piece cannot make a combat move, with the rule; None if it can."""
    where, kind = name(view, place), word(piece.kind)
    if piece.power not in acting_powers(view):
        own = SIDES[piece.power] == SIDES[view.state.power]
        rule = "multi.no-joint-attack" if own else "powers.kept-separate"
        further = ("unit.carrier.guest-turn",) if own and piece.kind == "fighter" else ()
        text = f"the {kind} in {where} is {nation(piece.power)}; it moves on its own power's turn"
        return Ruling.refuse(rule, text, "powers.kept-separate", *further)
    if place == MOBILIZATION:
        return Ruling.refuse("buy.mobilization-zone", f"the {kind} was bought this turn and waits to be placed")
    if piece.kind == COMPLEX:
        return Ruling.refuse("unit.complex", "an industrial complex never moves")
    if is_cargo(piece):
        return Ruling.refuse("cmove.transport.cargo", f"the {kind} is cargo: move its transport, or declare an assault")
    if piece.kind == GUN:
        return Ruling.refuse("cmove.aa.no-move", "antiaircraft guns never move in the combat move phase", "unit.aa")
    if piece.has("done"):
        return Ruling.refuse("cmove.transport.done", f"the {kind} in {where} has ended its movement for this turn")
    if piece.has("moved") and not lifts(view, piece):
        text = f"the {kind} in {where} has made its combat move; all moves happen at once"
        return Ruling.refuse("cmove.simultaneous", text, "cmove.one-combat", "cmove.blitz.one-phase")
    return None


def chosen(now: View, place: str, units: Units) -> Picked | Ruling:
    """The pieces that an order means, or why they cannot move."""
    found = pick(now, place, units, can_move(now, place), "cmove.simultaneous", "can make a combat move")
    if not isinstance(found, Ruling) or found.unclear:
        return found
    return Ruling.first(_better(now, place, units), found)


def _better(now: View, place: str, units: Sequence[Some]) -> Ruling | None:
    """A better reason: why pieces that are there cannot move."""
    fitting = (piece for some in units for piece in _own_first(now, place) if some.fits(piece) or some.hints_at(piece))
    problems = (why_not(now, place, piece) for piece in fitting)
    return next((problem for problem in problems if problem is not None), None)


def _own_first(view: View, place: str) -> list[Piece]:
    ours = acting_powers(view)
    return sorted(view.state.at(place), key=lambda p: (p.power not in ours, p))
