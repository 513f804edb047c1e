"""The Mussolini requirement: five Infantry Divisions, three exploit-capable units east of the line (rulebook 6.1)."""

from __future__ import annotations

from dataclasses import dataclass

from northafrica.core.groups import everywhere
from northafrica.core.naming import counted
from northafrica.core.table import View
from northafrica.systems.afrika2.entities import AXIS, ITALIANS, UnitType
from northafrica.systems.afrika2.facts import facts
from northafrica.systems.afrika2.ground import data, is_unit, on_map, unit

LINE = 47
DIVISIONS, CAPABLE = 5, 3
FIRST_TURN, LAST_TURN = 2, 5
RULES = ("6.1.forfeit", "6.1.requirement", "6.1.window", "6.1.line", "6.1.destroyed-count", "6.1.ccnn-count")


@dataclass(frozen=True)
class Count:
    """Who is east of the line, the destroyed included."""

    divisions: int
    capable: int

    @property
    def met(self) -> bool:
        return self.divisions >= DIVISIONS and self.capable >= CAPABLE

    def __str__(self) -> str:
        return (
            f"east of the Mussolini Line count {counted(self.divisions, 'Infantry Division')} ({DIVISIONS} needed) "
            f"and {counted(self.capable, 'exploit-capable unit')} ({CAPABLE} needed)"
        )


def east_of_line(view: View, place: str) -> bool:
    """Whether a place lies east of hex column A47, the column itself not included."""
    return on_map(view, place) and data(view).hexes[place].column > LINE


def is_division(counter: UnitType) -> bool:
    """Italian and Blackshirt Infantry Divisions count (6.1.ccnn-count)."""
    return counter.nationality in ITALIANS and counter.unit_class == "Infantry" and counter.size == "Div"


def counts_for(view: View, kind: str) -> bool:
    """Whether a counter, at full strength, counts for either part of the requirement."""
    counter = data(view).units[kind]
    return is_division(counter) or counter.exploits


def count(view: View) -> Count:
    """What stands east of the line or was destroyed there; each counter counts once."""
    divisions: dict[str, int] = {}
    capable: dict[str, int] = {}
    for place, piece, n in everywhere(view, lambda p: p.power == AXIS and is_unit(p)):
        counter = unit(view, piece)
        bar = counter.exploits_reduced if piece.has("lost") else counter.exploits
        if east_of_line(view, place):
            _add(divisions, capable, counter, bar, n)
    for kind in facts(view).lost_east:
        _add(divisions, capable, data(view).units[kind], data(view).units[kind].exploits, 1)
    limits = {kind: data(view).units[kind].quantity for kind in (*divisions, *capable)}
    return Count(
        sum(min(n, limits[kind]) for kind, n in divisions.items()),
        sum(min(n, limits[kind]) for kind, n in capable.items()),
    )


def _add(divisions: dict[str, int], capable: dict[str, int], counter: UnitType, bar: bool, n: int) -> None:
    if is_division(counter):
        divisions[counter.kind] = divisions.get(counter.kind, 0) + n
    if bar:
        capable[counter.kind] = capable.get(counter.kind, 0) + n


def tested_after_phase(view: View) -> bool:
    """Whether the requirement is tested as this phase ends: from turn 3 on, as the options say."""
    if view.option("mussolini_check") != "phases" or view.option("mussolini_forced") == "excused":
        return False
    return FIRST_TURN < view.state.round <= LAST_TURN


def tested_after_turn(view: View, side: str) -> bool:
    """Whether it is tested as a player turn ends: after the second one; where excused, after the Axis' own."""
    if not FIRST_TURN <= view.state.round <= LAST_TURN:
        return False
    return (side == AXIS) == (view.option("mussolini_forced") == "excused")
