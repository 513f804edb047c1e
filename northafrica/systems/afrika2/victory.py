"""How the campaign and the short versions are won (rulebook 6.1, 8.1 to 8.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from northafrica.core.events import Event
from northafrica.core.naming import joined
from northafrica.core.state import Outcome
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import mussolini
from northafrica.systems.afrika2.entities import (
    ALAMEIN,
    ALEXANDRIA,
    AXIS,
    BARDIA,
    BENGHAZI,
    CAIRO,
    CW,
    ITALIANS,
    MATRUH,
    NAMES,
    TOBRUK,
)
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import count_units, data, frame, holds, is_short, name, zones

SUDDEN, VICTORY = "Sudden Death Victory", "Victory"
TOBRUK_COLUMN = 36


# -- what is remembered ----------------------------------------------------------------------------------------
def watch(table: Table, fresh: Sequence[Event]) -> None:
    """Remember which Italian units were destroyed east of the Mussolini Line, and which targets of Compass at all."""
    for event in fresh:
        if event.kind != "lost" or event.piece is None:
            continue
        kind, found = event.piece.kind, facts(table)
        counter = data(table).units.get(kind)
        if counter is None or counter.nationality not in ITALIANS:
            continue
        if mussolini.east_of_line(table, event.place):
            remember(table, lost_east=found.lost_east + (kind,) * event.count)
        if kind in found.targets and kind not in found.lost_ever:
            remember(table, lost_ever=(*found.lost_ever, kind))


# -- in the course of play ---------------------------------------------------------------------------------------
def end_phase(table: Table) -> None:
    """The Mussolini requirement, tested after every phase (6.1)."""
    if mussolini.tested_after_phase(table):
        _forfeit(table)


def end_player_turn(table: Table, side: str) -> None:
    """At the end of a player turn: the Mussolini requirement (6.1), sudden death in Egypt (8.1)."""
    if mussolini.tested_after_turn(table, side):
        _forfeit(table)
    if side != CW or table.state.outcome is not None or is_short(table):
        return
    if holds(table, ALEXANDRIA, AXIS) and holds_cairo(table):
        reason = "the Axis occupies Alexandria and Cairo at the end of a Commonwealth player turn"
        table.conclude(Outcome(AXIS, SUDDEN, reason, ("8.1.axis-sudden",)))


def holds_cairo(view: View) -> bool:
    """Whether the Axis occupies Cairo: all of its hexes, or any (option cairo_hexes)."""
    held = [holds(view, place, AXIS) for place in CAIRO]
    return all(held) if view.option("cairo_hexes") == "all" else any(held)


def _forfeit(table: Table) -> None:
    found = mussolini.count(table)
    if not found.met:
        table.conclude(Outcome(CW, SUDDEN, f"{found}: the Axis forfeits the game", mussolini.RULES))


# -- at the end ----------------------------------------------------------------------------------------------------
def final(table: Table) -> None:
    """The end of the last turn."""
    table.conclude(SHORT_ENDS[frame(table).id](table) if is_short(table) else campaign(table))


def held_by(view: View, side: str, *places: str) -> list[str]:
    """Which of some places a side occupies."""
    return [place for place in places if holds(view, place, side)]


def campaign(view: View) -> Outcome:
    """The end of turn 28 (8.1)."""
    if len(held_by(view, AXIS, BARDIA, TOBRUK, BENGHAZI)) == 3:
        return Outcome(AXIS, VICTORY, "the Axis occupies Bardia, Tobruk and Benghazi", ("8.1.axis-final",))
    if len(held_by(view, CW, MATRUH, BARDIA, TOBRUK)) == 3:
        text = "the Commonwealth occupies Mersa Matruh, Bardia and Tobruk"
        return Outcome(CW, VICTORY, text, ("8.1.cw-final",))
    return Outcome("", "draw", "neither side holds what it needs", ("8.1.draw",))


def _taken(view: View, wanted: Sequence[str], need: int, rule: str) -> Outcome:
    """The Axis wins with so many of the places wanted, else the Commonwealth."""
    held = held_by(view, AXIS, *wanted)
    listed = joined(name(view, place) for place in held) or "none of them"
    asked = joined(name(view, place) for place in wanted)
    reason = f"of {asked} {NAMES[AXIS]} holds {listed}; {need} are needed"
    if len(wanted) == 1:
        reason = f"{NAMES[AXIS]} {'holds' if held else 'does not hold'} {asked}"
    return Outcome(AXIS if len(held) >= need else CW, VICTORY, reason, (rule,))


def _invasion(view: View) -> Outcome:
    return _taken(view, (MATRUH,), 1, "8.3.short-victory")


def _compass(view: View) -> Outcome:
    found = facts(view)
    alive = [view.names.kind(kind) for kind in found.targets if kind not in found.lost_ever]
    held = held_by(view, CW, TOBRUK, BENGHAZI)
    reason = f"never destroyed: {joined(alive) or 'nobody'}; taken: {joined(name(view, p) for p in held) or 'nothing'}"
    return Outcome(CW if not alive and len(held) == 2 else AXIS, VICTORY, reason, ("8.4.short-victory",))


def _race(view: View) -> Outcome:
    return _taken(view, (BENGHAZI, TOBRUK, BARDIA), 2, "8.5.short-victory")


def _crusader(view: View) -> Outcome:
    way = relief(view)
    if way:
        reason = f"a land path of {len(way)} hexes joins Tobruk to Mersa Matruh, free of the enemy and of EZOCs"
        return Outcome(CW, VICTORY, reason, ("8.6.short-victory",))
    reason = "no land path free of the enemy and of EZOCs joins Tobruk to Mersa Matruh east of Tobruk's column"
    return Outcome(AXIS, VICTORY, reason, ("8.6.short-victory",))


def _gazala(view: View) -> Outcome:
    return _taken(view, (TOBRUK, MATRUH, ALAMEIN), 3, "8.7.short-victory")


SHORT_ENDS: dict[str, Callable[[View], Outcome]] = {
    "italian_invasion": _invasion,
    "compass": _compass,
    "race": _race,
    "crusader": _crusader,
    "gazala": _gazala,
}


def relief(view: View) -> tuple[str, ...]:
    """A path that relieves Tobruk (8.6), both ends included; empty where there is none.

    No hex west of Tobruk's column, none with enemy units or in an EZOC; a friendly unit in the hex cancels the EZOC
    (option relieve_path); the path crosses only hexsides that a unit on foot may cross.
    """
    map_ways = data(view).ways
    shut = zones(view, CW)
    if view.option("relieve_path") == "yes":
        shut = {place for place in shut if not count_units(view, place, CW)}

    def is_free(place: str) -> bool:
        info = data(view).hexes.get(place)
        west = info is None or info.column < TOBRUK_COLUMN
        return not west and place not in shut and not count_units(view, place, AXIS)

    before: dict[str, str] = {TOBRUK: ""} if is_free(TOBRUK) else {}
    queue = list(before)
    for here in queue:
        if here == MATRUH:
            return _back(before)
        for step in map_ways.steps["foot"][here]:
            if step.to not in before and is_free(step.to):
                before[step.to] = here
                queue.append(step.to)
    return ()


def _back(before: dict[str, str]) -> tuple[str, ...]:
    way = [MATRUH]
    while before[way[-1]]:
        way.append(before[way[-1]])
    return tuple(reversed(way))
