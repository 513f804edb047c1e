"""What a position written by hand says of the turn under way: marks that become the game's memory, and back.

    mark libya: control uk, start germany       Germany controlled it when the turn began
    mark sz52: start hostile                    enemy units were there when the turn began; or: start friendly

Where no mark says otherwise, the turn began with spaces as they stand.
"""

from __future__ import annotations

from dataclasses import replace

from northafrica.core.orders import nearest
from northafrica.core.state import State
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import (
    SIDES,
    controller,
    data,
    has_capital,
    held_now,
    hostile_now,
    is_sea,
    side_of,
)
from northafrica.systems.revised.facts import Facts, facts

START = "start"
HOSTILE, FRIENDLY = "hostile", "friendly"


def recall(table: Table) -> None:
    """Turn the marks into memory and take them off. Raises ValueError where a mark says nothing that can be."""
    power, state = table.state.power, table.state
    hostile, held, liberated = dict.fromkeys(facts(table).hostile), dict.fromkeys(facts(table).held), []
    for space in [place for place, marks in state.markers.items() if START in marks]:
        value = state.markers[space][START]
        now_hostile = _read(table, space, value)
        hostile.pop(space, None)
        if now_hostile:
            hostile[space] = None
        if not is_sea(table, space):
            held.pop(space, None)
            if value == power:
                held[space] = None
            if taken_for(table, space, value):
                liberated.append(space)
        marks = {name: found for name, found in state.markers[space].items() if name != START}
        state.markers[space] = marks
        if not marks:
            del state.markers[space]
    info = data(table)
    order = (*info.territories, *info.zones)
    state.facts = replace(
        facts(table),
        hostile=tuple(space for space in order if space in hostile),
        held=tuple(space for space in info.territories if space in held),
        liberated=tuple(liberated),
    )


def taken_for(view: View, space: str, before: str) -> bool:
    """Whether the acting power holds a territory that an enemy held, and that an ally without capital held first."""
    power, first = view.state.power, data(view).original(space)
    mine = controller(view, space) == power and SIDES[before] != side_of(power)
    return mine and first != power and SIDES[first] == side_of(power) and not has_capital(view, first)


def _read(view: View, space: str, value: str) -> bool:
    """Whether a mark says that a space was hostile when the turn began."""
    if is_sea(view, space):
        if value not in (HOSTILE, FRIENDLY):
            raise ValueError(f"{space}: 'start {value}': write 'start hostile' or 'start friendly'")
        return value == HOSTILE
    if not controller(view, space):
        raise ValueError(f"{space}: nobody controls it, now or when the turn began; leave 'start' out")
    if value not in SIDES:
        raise ValueError(f"{space}: 'start {value}': write the power that held it{nearest(value, SIDES)}")
    return SIDES[value] != side_of(view.state.power)


def marked(view: View) -> State:
    """A state with its memory as the marks that `recall` reads, as far as it differs from what stands there."""
    state, power = view.state, view.state.power
    known: Facts | None = state.facts
    if known is None or not power:
        return state
    now, held = hostile_now(view, side_of(power)), held_now(view, power)
    told = state.copy()
    for space in {*now} ^ {*known.hostile} | {*held} ^ {*known.held}:
        value = HOSTILE if space in known.hostile else FRIENDLY
        if not is_sea(view, space):
            value = power if space in known.held else _other(view, space, value)
        told.markers[space] = {**told.markers.get(space, {}), START: value}
    return told


def _other(view: View, space: str, status: str) -> str:
    """A power that may have held a territory when the turn began: its first owner where that fits, else another."""
    side, power, first = side_of(view.state.power), view.state.power, data(view).original(space)
    fits = [who for who in SIDES if (SIDES[who] == side) == (status == FRIENDLY) and who != power]
    return first if first in fits else fits[0]
