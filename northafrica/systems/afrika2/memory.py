"""What a position written by hand says of the past: marks that become the game's memory, and back (6.1, 6.3, 7.4, 8.4).

mark axis_dead: destroyed_east catnzro 1_med, destroyed maletti
mark axis_track: trento yes
mark cw_track: raided yes, withdrawals 1
"""

from __future__ import annotations

from northafrica.core.orders import nearest
from northafrica.core.state import State
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import AXIS, CW, DEAD, ITALIANS, TRACK
from northafrica.systems.afrika2.facts import Facts, facts, remember
from northafrica.systems.afrika2.ground import data

PLACES = {
    "destroyed": DEAD[AXIS],
    "destroyed_east": DEAD[AXIS],
    "trento": TRACK[AXIS],
    "raided": TRACK[CW],
    "withdrawals": TRACK[CW],
}
"""Where each mark stands."""


def recall(table: Table) -> None:
    """Turn the marks of a position made by hand into memory; the dead pile shows who was destroyed (8.4).

    Raises ValueError where a mark says nothing that can be.
    """
    for mark, place in PLACES.items():
        value = table.state.marker(place, mark)
        if value:
            _recall(table, mark, value)
            del table.state.markers[place][mark]
            if not table.state.markers[place]:
                del table.state.markers[place]
    dead = {piece.kind for piece in table.state.at(DEAD[AXIS])}
    _destroyed(table, tuple(kind for kind in facts(table).targets if kind in dead))


def _destroyed(table: Table, kinds: tuple[str, ...]) -> None:
    known = facts(table)
    fresh = tuple(kind for kind in known.targets if kind in kinds and kind not in known.lost_ever)
    if fresh:
        remember(table, lost_ever=(*known.lost_ever, *fresh))


def _recall(table: Table, mark: str, value: str) -> None:
    if mark == "destroyed_east":
        kinds = tuple(_italian(table, kind) for kind in value.split())
        remember(table, lost_east=facts(table).lost_east + kinds)
        _destroyed(table, kinds)
    elif mark == "destroyed":
        for kind in value.split():
            if kind not in facts(table).targets:
                asked = ", ".join(facts(table).targets) or "nobody"
                raise ValueError(f"'destroyed {kind}': this scenario asks for the destruction of {asked}")
        _destroyed(table, tuple(value.split()))
    elif mark == "withdrawals" and value in ("0", "1", "2"):
        remember(table, withdrawals=int(value))
    elif mark == "raided" and value in ("yes", "no"):
        remember(table, raided=value == "yes")
    elif mark == "trento" and value in ("yes", "no"):
        remember(table, trento=value)
    else:
        known = "0, 1 or 2" if mark == "withdrawals" else "yes or no"
        raise ValueError(f"the mark {mark} is '{value}'; write {known}")


def _italian(view: View, kind: str) -> str:
    units = data(view).units
    if kind not in units or units[kind].nationality not in ITALIANS:
        raise ValueError(f"'{kind}' is no Italian unit{nearest(kind, units)}")
    return kind


def marked(state: State, blank: Facts) -> State:
    """A state with its memory as the marks that `recall` reads, as far as it differs from that of the scenario."""
    found: Facts | None = state.facts
    if found is None:  # a bare board remembers nothing
        return state
    east = set(found.lost_east)
    marks = {
        "destroyed": " ".join(kind for kind in found.lost_ever if kind not in east),
        "destroyed_east": " ".join(found.lost_east),
        "trento": found.trento if found.trento != blank.trento else "",
        "raided": "yes" if found.raided else "",
        "withdrawals": str(found.withdrawals) if found.withdrawals != blank.withdrawals else "",
    }
    told = state.copy()
    for mark, value in marks.items():
        if value:
            told.markers.setdefault(PLACES[mark], {})[mark] = value
    return told
