"""Actions by spending a supply unit: when, where, and which (13.6; G-4 Take an Additional Action)."""

from __future__ import annotations

from northafrica.core.groups import groups
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.actions.menu import recovering
from northafrica.systems.marenostrum.board import entrenched
from northafrica.systems.marenostrum.board.ground import ABOARD, DISRUPTED, controller, data
from northafrica.systems.marenostrum.combined import sealift
from northafrica.systems.marenostrum.data.rows import ActionRow
from northafrica.systems.marenostrum.data.tables import SUPPLY, box_of
from northafrica.systems.marenostrum.facts import facts
from northafrica.systems.marenostrum.refit.points import reduced_here

RECOVERY = {
    "recovery_from_disruption": "g4.additional.recovery",
    "refit_reduced_ground_units": "g4.additional.refit",
    "entrench": "g4.additional.entrench",
}


def spendable(view: View, side: str, space: str) -> list[Piece]:
    """The supply units of a side in an area that can be spent, the mobile ones first (rule 13.6.where)."""
    if data(view).sort(space) in ("", "sea", "base"):
        return []
    return [p for p, _ in groups(view, space, lambda p: p.power == side and p.kind == SUPPLY and not p.has(ABOARD))]


def use_of(row: ActionRow) -> str:
    """The rule under which supply pays for an Action, "" where it does not."""
    if row.group == "g3":
        by_ships = row.sort == "naval" or row.id in sealift.RULES
        return "g4.additional.naval" if by_ships else "g4.additional.land-air"
    return RECOVERY.get(row.id, "")


def problem(view: View, side: str, row: ActionRow, space: str) -> Ruling | None:
    """Why no supply unit can be spent in an area for an Action."""
    rule = use_of(row)
    if not facts(view).executed:
        text = "supply is spent after the automatic Action, which is still to be taken"
        return Ruling.refuse("13.6.after-auto", text, "13.6.bonus")
    if not rule:
        text = f"a supply unit gives a G-3 Action, or recovery or refit in its area, not {row.name}"
        return Ruling.refuse("g4.additional", text, "13.6.bonus")
    if not spendable(view, side, space):
        where = view.name(space) if space else "nowhere"
        return Ruling.refuse("13.6.where", f"no supply unit of that side can be spent in {where}", "13.6.bonus")
    if rule == "g4.additional.recovery" and space not in recovering(view, side):
        return Ruling.refuse(rule, f"nothing can recover in {view.name(space)}", "g4.recovery")
    if rule == "g4.additional.entrench":
        return _entrenching(view, side, space)
    if rule == "g4.additional.refit" and not reduced_here(view, space, side):
        return Ruling.refuse(rule, f"no reduced unit that refits is in {view.name(space)}", "14.3.where")
    if rule == "g4.additional.naval" and not serving_port(view, side, space):
        text = f"{view.name(space)} has no port that is controlled and not disrupted"
        return Ruling.refuse("13.6.naval", text, rule)
    return None


def _entrenching(view: View, side: str, space: str) -> Ruling | None:
    """The Action itself spends a supply unit where no depot is: there must be two, one for each (rule g4.entrench)."""
    units = sum(n for _, n in groups(view, space, lambda p: p in spendable(view, side, space)))
    if units < 2 and not data(view).has_tag(space, "depot"):
        text = f"{view.name(space)} holds one supply unit: one gives the Action, entrenching spends another"
        return Ruling.refuse("g4.additional.entrench", text, "g4.entrench", has=units, needs=2)
    return entrenched.problem(view, space, side)


def serving_port(view: View, side: str, space: str) -> bool:
    """Whether an area has a port that a side controls and that works (note A33)."""
    works = view.state.marker(space, "port") != DISRUPTED
    return bool(data(view).port(space)) and controller(view, space) == side and works


def spend(table: Table, side: str, space: str, row: ActionRow) -> None:
    """One supply unit, mobile if there is one, goes back to the available box."""
    piece, to = spendable(table, side, space)[0], box_of(side, "available")
    rules = ("13.6.bonus", "13.6.where", "13.1.pool", use_of(row), "g4.additional")
    after = Piece(side, SUPPLY)
    table.emit("moved", *rules, place=space, to=to, piece=piece, becomes=after, count=1, purpose=row.id, power=side)
