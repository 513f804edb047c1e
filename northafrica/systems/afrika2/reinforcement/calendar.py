"""What the Order of Arrival says of a turn, and how many counters there are."""

from __future__ import annotations

from northafrica.core.groups import everywhere
from northafrica.core.table import View
from northafrica.systems.afrika2.entities import (
    ALEXANDRIA,
    AXIS,
    CW,
    LEADERS,
    TRIPOLI,
)
from northafrica.systems.afrika2.facts import facts
from northafrica.systems.afrika2.ground import controller, data
from northafrica.systems.afrika2.tables.rows import ArrivalRow

CW_GUNS = "british_arty_7"
MORE_GUNS = 2
LISTED = {AXIS: "1.1.axis-reinf-steps", CW: "1.1.cw-reinf-steps"}


def due(view: View, side: str, *actions: str) -> list[ArrivalRow]:
    """The lines of the Order of Arrival for a side this turn; Trento as the option says (6.3)."""
    trento = "yes" if facts(view).trento == "yes" else "no"
    return [
        row
        for row in data(view).arrivals
        if row.turn == view.state.round and row.side == side and row.action in actions
        if row.when in ("", f"trento={trento}")
    ]


def listed(view: View, side: str) -> tuple[str, ...]:
    """The rule that holds this turn's lines of the Order of Arrival, none where the turn brings nothing."""
    head = f"ooa.{side}."
    for rule in data(view).rulebook:
        first, _, last = rule.removeprefix(head).partition("-")
        if rule.startswith(head) and not last.isalpha() and int(first) <= view.state.round <= int(last or first):
            return (rule,)
    return ()


def counters(view: View, kind: str) -> int:
    """How many counters of a kind there may be; the lists bring more CW artillery than was printed (cw_artillery)."""
    if kind in LEADERS:
        return 1
    more = MORE_GUNS if kind == CW_GUNS and view.option("cw_artillery") == "as_listed" else 0
    return data(view).units[kind].quantity + more


def in_game(view: View, kind: str) -> int:
    """How many counters of a kind are in the game, the dead included."""
    return sum(n for _, _, n in everywhere(view, lambda piece: piece.kind == kind))


def base(view: View, side: str) -> str:
    """Where a side's units arrive: Tripoli or Alexandria, "" where Alexandria is lost (4.1)."""
    if side == AXIS:
        return TRIPOLI
    return ALEXANDRIA if controller(view, ALEXANDRIA) == CW else ""
