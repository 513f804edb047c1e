"""The additional Action from Malta for supply in the Middle East (24.2)."""

from __future__ import annotations

from northafrica.core.groups import groups
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, contested, controller, count, data
from northafrica.systems.marenostrum.data.tables import SUPPLY, box_of
from northafrica.systems.marenostrum.setup.places import MIDDLE_EAST

MALTA = "malta"


def malta_problem(view: View) -> Ruling | None:
    """Why Malta gives no Action now (rules 24.2.bars, 24.2.cost)."""
    if controller(view, MALTA) != ALLIES or contested(view, MALTA):
        return Ruling.refuse("24.2.bars", "Malta is not held by the Allies alone", "24.2.action")
    for space in ("alexandria", "gibraltar"):
        if controller(view, space) == AXIS:
            return Ruling.refuse("24.2.bars", f"the Axis controls {view.name(space)}", "24.2.action")
    zones = data(view).board.neighbours(MALTA, kind="coast")
    if not count(view, MALTA, ALLIES, "air") and not any(count(view, zone, ALLIES, "naval") for zone in zones):
        return Ruling.refuse("24.2.bars", "no Allied aircraft or ships are at Malta", "24.2.action")
    if not _stores(view):
        return Ruling.refuse("24.2.cost", f"no supply unit is in {view.name(MIDDLE_EAST)}", "24.2.action")
    return None


def _stores(view: View) -> list[Piece]:
    return [piece for piece, _ in groups(view, MIDDLE_EAST, lambda p: p.power == ALLIES and p.kind == SUPPLY)]


def spend_for_malta(table: Table) -> None:
    """One supply unit of the Middle East box is spent."""
    piece, to = _stores(table)[0], box_of(ALLIES, "available")
    rules, after = ("24.2.cost", "24.2.action", "13.1.pool"), Piece(ALLIES, SUPPLY)
    table.emit("moved", *rules, place=MIDDLE_EAST, to=to, piece=piece, becomes=after, count=1, power=ALLIES)
