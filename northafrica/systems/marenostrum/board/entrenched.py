"""Entrenched markers (28.0): where a side may place one, and when it is taken away."""

from __future__ import annotations

from northafrica.core.groups import groups
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ABOARD, data, holds_ground
from northafrica.systems.marenostrum.data.tables import SIDES, SUPPLY, box_of

MARKER = {side: f"entrenched_{side}" for side in SIDES}
"""The marker of each side; both may lie in one area (rule 28.1.marker)."""


def entrenched(view: View, space: str, side: str) -> bool:
    """Whether the ground units of a side in an area are entrenched (rule 28.2.effect)."""
    return bool(view.state.marker(space, MARKER[side])) and holds_ground(view, space, side)


def problem(view: View, space: str, side: str) -> Ruling | None:
    """Why a side cannot entrench in an area (rule g4.entrench, note A84)."""
    if space not in data(view).areas or not holds_ground(view, space, side):
        return Ruling.refuse("28.1.marker", f"no ground unit of yours is in {view.name(space)}", "g4.entrench")
    if view.state.marker(space, MARKER[side]):
        return Ruling.refuse("28.1.marker", f"{view.name(space)} is entrenched already", "g4.entrench")
    if not data(view).has_tag(space, "depot") and not _supply(view, space, side):
        text = f"{view.name(space)} has neither a supply unit to spend nor a depot"
        return Ruling.refuse("g4.entrench", text, "28.1.marker")
    return None


def _supply(view: View, space: str, side: str) -> list[object]:
    return [p for p, _ in groups(view, space, lambda p: p.power == side and p.kind == SUPPLY and not p.has(ABOARD))]


def entrench(table: Table, space: str, side: str) -> None:
    """The marker is placed; without a depot a supply unit is spent, a mobile one first."""
    if not data(table).has_tag(space, "depot"):
        piece, _ = groups(table, space, lambda p: p.power == side and p.kind == SUPPLY and not p.has(ABOARD))[0]
        after, to = piece.having(static=None), box_of(side, "available")
        rules = ("g4.entrench", "13.1.pool")
        table.emit("moved", *rules, place=space, to=to, piece=piece, becomes=after, count=1, power=side)
    table.emit("marked", "28.1.marker", "g4.entrench", place=space, marker=MARKER[side], value="yes", power=side)


def left(table: Table) -> None:
    """A marker goes when the last friendly ground unit has left or died (rule 28.5.duration)."""
    for space, marks in list(table.state.markers.items()):
        for side in SIDES:
            if MARKER[side] in marks and not holds_ground(table, space, side):
                table.emit("marked", "28.5.duration", place=space, marker=MARKER[side], value="", power=side)
