"""Why some orders that no step takes now, or that name the wrong pieces, are against the rules."""

from __future__ import annotations

from northafrica.core.deed import Forbidden, forbidden
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.aana.board.ground import data, mine, name
from northafrica.systems.aana.combat_move.position import frozen
from northafrica.systems.aana.data.entities import CHAIN, REINFORCEMENTS
from northafrica.systems.aana.orders import Detonate, Scrap
from northafrica.systems.aana.wording import SPEECH, power_name, word


class NoScrapping(Forbidden):
    """Units are scrapped only where they are too many; supply is never destroyed voluntarily."""

    def why_barred(self, view: View, order: Scrap) -> Ruling | None:  # type: ignore[override]
        return self.ruling if any(some.kind == "supply" for some in order.units) else None


OUT_OF_PLACE = (
    *forbidden(
        Ruling.refuse(
            "mine.enemy-turn-only",
            "mines go off only in an enemy's turn, when his units enter, attack or are deployed where they lie",
            "mine.triggers",
        ),
        Detonate,
    ),
    NoScrapping(Scrap, Ruling.refuse("supply.no-voluntary-loss", "supply is never destroyed voluntarily")),
)
"""Orders in one's own movement phases that the rules speak of."""


def off_map(view: View, route: Path) -> Ruling | None:
    """The refusal of a route that leads to what is no space of the map (the reinforcements, the treasury)."""
    found = next((space for space in route[1:] if space not in data(view).board), None)
    return None if found is None else Ruling.refuse("board.adjacency", f"{name(view, found)} is no space of the map")


def not_yours(view: View, piece: Piece) -> Ruling:
    """The refusal to move another power's piece."""
    text = f"the {SPEECH.piece(piece)} is not moved in the turn of {power_name(view.state.power)}"
    return Ruling.refuse("game.powers", text, *(("french.free-owner",) if piece.power == "free_french" else ()))


def not_deployed(view: View, place: str, piece: Piece) -> Ruling:
    """The refusal to move what waits off the map or rides in a convoy."""
    if place in CHAIN and not piece.has("cargo"):
        text = f"the {word(piece.kind)} in {name(view, place)} moves only in phase 1, with the convoys of that route"
        return Ruling.refuse("convoy.chain-advance", text, "convoy.suez-ships")
    rule = "setup.reinforcements-zone" if place == REINFORCEMENTS else "sea.no-land"
    return Ruling.refuse("req.to-zone", f"the {word(piece.kind)} in {name(view, place)} is not on the map yet", rule)


def held_back(view: View, place: str, piece: Piece) -> Ruling | None:
    """Why the acting power cannot move a piece in any phase: pinned landing troops, Vichy, another power's."""
    rule = frozen(view, place, piece)
    if rule:
        text = f"the landing troops in {name(view, place)} cannot do this in round {view.state.round}"
        return Ruling.refuse(rule, text)
    if piece.power == "vichy":
        return Ruling.refuse("french.vichy-limits", "Vichy units cannot move or attack")
    return None if mine(view, piece) else not_yours(view, piece)
