"""Where units are refitted: printed depots and static supply units (14.2, 14.3, 16.1)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import Picked, groups, number
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    DISRUPTED,
    NEUTRAL_STATUS,
    REDUCED,
    STATIC,
    category,
    contested,
    controller,
    data,
    nationality,
)
from northafrica.systems.marenostrum.data.tables import SUPPLY, box_of
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.wording import year

CAIRO = "cairo"
NATIONS = {"german": "German", "italian": "Italian", "british": "British", "us": "US"}
"""The nationalities that refit (rule 14.3.nationality), by the word an order names them with."""
RULES = {"ground": "g4.refit-ground", "naval": "g4.refit-naval", "air": "g4.refit-air", "reduced": "g4.refit-reduced"}
NEVER = {"vichy": "21.1.no-refit", "french": "21.2.free-french", "iraqi": "21.3.no-refit"}


def depot_serves(view: View, space: str, side: str) -> bool:
    """Whether a printed depot refits units of a side: held, its own of 1941 or Cairo, not disrupted (14.2.cairo)."""
    info = data(view)
    if not info.has_tag(space, "depot") or controller(view, space) != side or contested(view, space):
        return False
    own = space == CAIRO or info.board[space].values["control_1941"] == side
    return own and view.state.marker(space, "depot") != DISRUPTED


def static_here(view: View, space: str, side: str) -> int:
    """The static supply units of a side in an area."""
    return number(view, space, lambda p: p.power == side and p.kind == SUPPLY and p.has(STATIC) and not p.has(ABOARD))


def points(view: View, space: str, side: str) -> int:
    """How many units one Refit Action places in an area (rule 14.2.placement)."""
    return static_here(view, space, side) + depot_serves(view, space, side)


def refits(view: View, piece: Piece) -> bool:
    """Whether a unit is of a nationality that refits."""
    return nationality(view, piece) in NATIONS.values() and not piece.has(NEUTRAL_STATUS)


def reduced_here(view: View, space: str, side: str, nation: str = "") -> Picked:
    """The reduced ground units of a side in an area, of one nationality where it is named."""

    def fits(piece: Piece) -> bool:
        mine = piece.power == side and piece.has(REDUCED) and not piece.has(ABOARD) and refits(view, piece)
        return mine and nation in ("", nationality(view, piece))

    return groups(view, space, fits) if space in data(view).areas else []


def eliminated(view: View, side: str, category_: str, nation: str) -> Picked:
    """The eliminated units of one type and nationality (rule 14.0.two-cases)."""
    return groups(
        view,
        box_of(side, "refit"),
        lambda p: category(view, p) == category_ and nationality(view, p) == nation and refits(view, p),
    )


def reduced_areas(view: View, side: str, terms: Terms) -> list[str]:
    """Where reduced units can be refitted under the terms of an Action."""
    spaces: Sequence[str] = (terms.place,) if terms.place else data(view).areas
    return [s for s in spaces if reduced_here(view, s, side) and served(view, s, side, terms)]


def served(view: View, space: str, side: str, terms: Terms) -> bool:
    """Whether reduced units of an area can be refitted: the supply spent there for it serves too (14.3.where)."""
    return bool(points(view, space, side)) or terms.place == space


def nation_problem(view: View, nation: str, terms: Terms, rule: str) -> Ruling | None:
    """Why units of a nationality are not refitted in this Action."""
    if nation not in NATIONS.values():
        never = NEVER.get(nation.lower(), "14.3.nationality")
        text = f"{nation} units do not refit; name one of {', '.join(NATIONS)}"
        return Ruling.refuse("14.3.nationality", text, never)
    if terms.nations and nation not in terms.nations:
        return Ruling.refuse("4.1.additional", f"this Action is one of {' or '.join(terms.nations)} units", rule)
    return None


def outcome(view: View, nation: str, kind: str, die: int) -> str:
    """What the refit table says: refit, damaged or destroyed (rules 14.1.roll, 14.1.years)."""
    lines = [row for row in data(view).refit_table if (row.nationality, row.category) == (nation, kind)]
    now = max(year(view.state.round), min(row.first_year for row in lines))
    return next(r.result for r in lines if r.first_year <= now <= r.last_year and r.low <= die <= r.high)
