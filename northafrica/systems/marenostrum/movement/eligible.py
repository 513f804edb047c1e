"""Which units the source of an Action lets take part (3.5.3, 4.1, 4.3; events)."""

from __future__ import annotations

from northafrica.core.groups import Picked
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.marenostrum.board.command import command_problem
from northafrica.systems.marenostrum.board.ground import category, data, kind_of, nationality
from northafrica.systems.marenostrum.combined.capacity import MARINES
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.facts import Terms

TRANSPORTS = ("TR", "TR(f)", "LS")


def source_rule(view: View, terms: Terms) -> str:
    """The rule of what gave an Action."""
    row = data(view).events.get((view.state.power, terms.source))
    return row.rule if row is not None else "4.1.additional"


def unfit(view: View, piece: Piece, terms: Terms) -> str:
    """The rule by which the source of an Action keeps a unit out of it, "" where none does."""
    unit, nation = data(view).units.get(piece.kind), nationality(view, piece)
    if terms.source == "mercury" and piece.kind != SUPPLY and (unit is None or unit.group != "Mercury"):
        return "3.5.3.only-mercury"
    if terms.nations and nation not in ("", *terms.nations):
        return source_rule(view, terms)
    landing = terms.source == "operation_agreement" and category(view, piece) in ("ground", SUPPLY)
    return source_rule(view, terms) if landing and kind_of(view, piece) not in MARINES else ""


def nations_problem(view: View, picked: Picked, terms: Terms) -> Ruling | None:
    """An Action of one nation out of two takes one (rules of events allied.10 and allied.20)."""
    nations = {nationality(view, piece) for piece, _ in picked} - {""}
    if terms.one_nation and len(nations) > 1:
        return Ruling.refuse(source_rule(view, terms), "units of one nation only", "4.1.additional")
    ships = any(category(view, piece) == "naval" for piece, _ in picked)
    return command_problem(view, [piece for piece, _ in picked], terms, ships)


def convoy_problem(view: View, picked: Picked, end: str, terms: Terms) -> Ruling | None:
    """Med Convoy brings a transport to a Mediterranean zone (rule event.allied.8.med-convoy)."""
    if terms.source != "med_convoy":
        return None
    rule = source_rule(view, terms)
    if not any(kind_of(view, piece) in TRANSPORTS for piece, _ in picked):
        return Ruling.refuse(rule, "a transport must be of the force")
    if "mediterranean" not in data(view).regions(end):
        return Ruling.refuse(rule, f"the transport must end in a Mediterranean zone, not in {view.name(end)}")
    return None
