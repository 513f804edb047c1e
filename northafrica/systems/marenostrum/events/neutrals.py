"""Neutral lands enter the war: Greece and Crete, Vichy territories, Iraq (3.5, 3.6, 6.3, 21.0)."""

from __future__ import annotations

from northafrica.core.groups import everywhere, groups
from northafrica.core.pieces import Piece
from northafrica.core.table import Table
from northafrica.systems.marenostrum.board.ground import (
    ALLIES,
    AXIS,
    NEUTRAL,
    NEUTRAL_STATUS,
    REDUCED,
    controller,
    data,
    happened,
    holds_ground,
    nationality,
    set_control,
    take_control,
)
from northafrica.systems.marenostrum.data.tables import CAMPAIGN, box_of
from northafrica.systems.marenostrum.setup.places import GREECE

CRETE, ATLANTIC = "crete", "north_atlantic"
REDUCED_ON_CRETE = ("uk_2_nz", "uk_6_aus")
HITLERS_PANZERS = "de_5_pz"
AFRICA = ("morocco", "algeria", "tunisia")
MARKER = {"syria": "vichy_syria_intervention", "iraq": "iraq_rebellion"}
SHIPS_BACK = ("BB", "CV", "CVE")


def mark(table: Table, what: str, *rules: str, value: str = "yes") -> None:
    """The campaign remembers."""
    table.emit("marked", *rules, place=CAMPAIGN, marker=what, value=value, power="")


def wake(table: Table, side: str, *rules: str, region: str = "") -> None:
    """Neutral units of a region join a side."""
    info = data(table)
    found = [
        (place, piece, n)
        for place, piece, n in everywhere(table, lambda p: p.has(NEUTRAL_STATUS))
        if place in info.board and region in info.regions(place)
    ]
    for place, piece, n in found:
        after = Piece(side, piece.kind).having(**{REDUCED: piece.number(REDUCED)})
        table.emit("flipped", *rules, place=place, piece=piece, becomes=after, count=n, power=side)


def open_region(table: Table, region: str, *rules: str) -> None:
    """A Vichy territory, its bases and units become Axis controlled (rule 21.1.axis-first)."""
    for space in data(table).areas:
        if region in data(table).regions(space) and controller(table, space) == NEUTRAL:
            set_control(table, space, AXIS, "21.1.axis-first", *rules)
    wake(table, AXIS, "21.1.axis-first", *rules, region=region)


def drop_marker(table: Table, name: str, *rules: str) -> None:
    """An event marker leaves the Allied pool for good."""
    cup, piece = box_of(ALLIES, "cup"), Piece(ALLIES, name)
    if table.state.at(cup).get(piece):
        table.emit("moved", *rules, place=cup, to=box_of(ALLIES, "used"), piece=piece, count=1, power=ALLIES)


def open_syria(table: Table, *rules: str) -> None:
    """Syria enters the war, once (rules 6.3.syria-only, 21.1.allied-turn)."""
    if happened(table, "syria"):
        return
    open_region(table, "syria", "6.3.syria-only", *rules)
    mark(table, "syria", "6.3.syria-only", *rules)


def iraq_turns(table: Table, side: str, *rules: str) -> None:
    """The Iraqi units join a side; areas with its ground units alone change hands (rule 21.3.rebellion)."""
    wake(table, side, *rules, region="iraq")
    mark(table, "iraq", *rules)
    for space in data(table).areas:
        if "iraq" in data(table).regions(space):
            take_control(table, space, side)


def mercury(table: Table) -> None:
    """May 1941: Greece is Axis, Crete playable; both sides' Mercury units appear (3.5)."""
    set_control(table, GREECE, AXIS, "3.5.greece-axis", "6.3.greece")
    set_control(table, CRETE, ALLIES, "3.5.greece-axis", "3.5.1.allied-units")
    for side, place, rule in ((ALLIES, CRETE, "3.5.1.allied-units"), (AXIS, GREECE, "3.5.2.axis-units")):
        for piece, n in of_group(table, side, "Mercury"):
            reduced = int(piece.kind in REDUCED_ON_CRETE)
            after = piece.having(**{REDUCED: reduced})
            special = box_of(side, "special")
            table.emit("moved", rule, place=special, to=place, piece=piece, becomes=after, count=n, power=side)
    if happened(table, "hitler"):
        waits = box_of(AXIS, "optional")
        for piece, n in groups(table, waits, lambda p: p.kind == HITLERS_PANZERS):
            table.emit("moved", "24.1.panzer", place=waits, to=GREECE, piece=piece, count=n, power=AXIS)
    mark(table, "mercury", "3.5.greece-axis")


def of_group(table: Table, side: str, group: str) -> list[tuple[Piece, int]]:
    """The units of a group that wait in a side's special box (rule 15.3.special)."""
    units = data(table).units
    return groups(table, box_of(side, "special"), lambda p: p.kind in units and units[p.kind].group == group)


def mercury_ends(table: Table) -> None:
    """The German units go elsewhere, the Allied ones stay (rules 3.5.4.german-leave, 3.5.4.allied-stay)."""
    units = data(table).units
    if happened(table, "hitler"):
        table.note("the Mercury units stay in play", "24.1.mercury-stays", "3.5.4.allied-stay", power=AXIS)
        return
    german = [
        group
        for group in everywhere(table, lambda p: p.kind in units and units[p.kind].group == "Mercury")
        if group[1].power == AXIS
    ]
    for place, piece, n in german:
        after = Piece(AXIS, piece.kind)
        rules = ("3.5.4.german-leave", "5.8.no-refit")
        table.emit(
            "moved", *rules, place=place, to=box_of(AXIS, "gone"), piece=piece, becomes=after, count=n, power=AXIS
        )
    if german:
        table.note("the Mercury units leave", "3.5.4.german-leave", "3.5.4.allied-stay", power=AXIS)


def torch(table: Table) -> None:
    """Vichy Africa and Syria are Axis, the Allied Torch units stand in the Atlantic box (3.6)."""
    mark(table, "torch", "3.6.roll", "13.2.torch-line", value=str(table.state.round))
    for region in AFRICA:
        open_region(table, region, "3.6.vichy-africa")
    if not happened(table, "syria"):
        open_syria(table, "3.6.vichy-syria")
        drop_marker(table, MARKER["syria"], "3.6.vichy-syria")
    special = box_of(ALLIES, "special")
    for piece, n in of_group(table, ALLIES, "Torch"):
        table.emit("moved", "3.6.1.allied-units", place=special, to=ATLANTIC, piece=piece, count=n, power=ALLIES)


def torch_ends(table: Table) -> None:
    """At the end of that turn Vichy units join the Americans or leave; US capital ships go to the pool (3.6)."""
    for place, piece, n in list(everywhere(table, lambda p: nationality(table, p) == "Vichy French")):
        if place not in data(table).board or piece.power != AXIS:
            continue
        if american(table, place):
            after = Piece(ALLIES, piece.kind, piece.status)
            rules = ("3.6.3.vichy-join", "21.2.free-french")
            table.emit("flipped", *rules, place=place, piece=piece, becomes=after, count=n, power=ALLIES)
            continue
        gone, after = box_of(AXIS, "gone"), Piece(AXIS, piece.kind)
        rules = ("3.6.3.vichy-withdraw", "5.8.no-refit")
        table.emit("moved", *rules, place=place, to=gone, piece=piece, becomes=after, count=n, power=AXIS)
    for space in data(table).areas:
        take_control(table, space, ALLIES)
    for place, piece, n in list(everywhere(table, lambda p: _goes_back(table, p))):
        pool, after = box_of(ALLIES, "pool"), Piece(ALLIES, piece.kind)
        if place != pool:
            rule = "3.6.4.us-ships-pool"
            table.emit("moved", rule, place=place, to=pool, piece=piece, becomes=after, count=n, power=ALLIES)


def american(table: Table, space: str) -> bool:
    """Whether an American ground unit stands in an area."""
    us = groups(table, space, lambda p: p.power == ALLIES and nationality(table, p) == "US")
    return holds_ground(table, space, ALLIES) and any(data(table).units[p.kind].category == "ground" for p, _ in us)


def _goes_back(table: Table, piece: Piece) -> bool:
    found = data(table).units.get(piece.kind)
    return found is not None and found.nationality == "US" and found.group == "Torch" and found.type in SHIPS_BACK
