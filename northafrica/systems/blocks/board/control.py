"""Who holds what: places that are taken by entering, and the hexes between them (3.3)."""

from __future__ import annotations

from northafrica.core.table import Table, View
from northafrica.systems.blocks.board.ground import data, ground_here
from northafrica.systems.blocks.data.tables import SIDES

CONTROL, FORT = "control", "fort"
FORTS = ("fortress", "bunker")


def controller(view: View, place: str) -> str:
    """Who holds a city, port or oilfield: a side, `neutral`, or "" elsewhere."""
    return view.state.marker(place, CONTROL)


def city(view: View, place: str) -> str:
    """What city a hex is now: a fortress once taken is a bunker, a bunker once taken is none (7.7.7)."""
    found = data(view).hexes.get(place)
    if found is None or found.city not in FORTS:
        return found.city if found is not None else ""
    return view.state.marker(place, FORT) or ("minor" if found.city == "fortress" else "")


def front(view: View, place: str) -> str:
    """Who holds a hex by where cities lie: the nearest held place by land decides, "" where two differ."""
    sides = {controller(view, near) for near in data(view).nearest.get(place, ())}
    return sides.pop() if len(sides) == 1 else ""


def take(table: Table, place: str, side: str, *rules: str) -> None:
    """A ground unit has entered a hex: it changes hands at once, unless enemies defend it (rule 3.3.conquest)."""
    holder = controller(table, place)
    if not holder or holder == side or any(ground_here(table, place, foe) for foe in SIDES if foe != side):
        return
    table.emit(CONTROL, "3.3.conquest", *rules, place=place, marker=CONTROL, value=side, power=side)
    was = table.state.marker(place, FORT)
    if was:
        rule, left = ("7.7.7.fortress-falls", "bunker") if was == "fortress" else ("7.7.7.bunker-falls", "")
        table.emit("marked", rule, place=place, marker=FORT, value=left, power=side)
