"""What is impossible about a state, in words: for positions made by hand and for checks after every play."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.core.groups import everywhere, groups, number
from northafrica.core.naming import is_are
from northafrica.core.orders import nearest
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.revised.board.cargo import ABOARD, BAY, fits, is_cargo, kinds_aboard
from northafrica.systems.revised.board.charts import ACTIVE, PENDING, USED, YES
from northafrica.systems.revised.board.control import FREED
from northafrica.systems.revised.board.ground import (
    AIR,
    COMPLEX,
    GUN,
    IPC,
    MOBILIZATION,
    SHIPS,
    SIDES,
    TREASURY,
    chart_of,
    controller,
    data,
    is_sea,
    name,
)
from northafrica.systems.revised.phases import PHASES, STILL, TURN_STATUS
from northafrica.systems.revised.wording import power_name, say, word

LASTING = ("aboard", "bay", "submerged", "damaged")
OF_KIND = {
    "bay": ("transport", "destroyer"),
    "submerged": ("submarine",),
    "damaged": ("battleship",),
    "captured": (GUN,),
    "new": (COMPLEX,),
    "waits": ("fighter",),
}
"""Statuses that only some kinds can have."""


def faults(view: View) -> list[str]:
    """Everything that cannot be, empty for a sound state."""
    found = [*_turn(view), *_pieces(view), *_markers(view), *_stocks(view)]
    if found:
        return found
    return [*_owned(view), *_bays(view), *(standing(view) if view.state.phase in STILL else ())]


def standing(view: View) -> list[str]:
    """What cannot be while nothing is under way: enemies together on land, cargo and fighters without a place."""
    return [*_together(view), *_afloat(view)]


def _turn(view: View) -> Iterator[str]:
    state = view.state
    if state.phase not in ("", "setup", *PHASES):
        yield f"'{state.phase}' is no phase; phases are {', '.join(PHASES)}"
    others = [p for p in state.at(MOBILIZATION) if p.power != state.power]
    if others:
        whose = power_name(others[0].power)
        yield f"{MOBILIZATION}: units of {whose} wait there, but it is not its turn: take them away"
    early = state.phase in ("", "setup", "develop", "income")
    if state.at(MOBILIZATION) and early and not others:
        yield f"{MOBILIZATION}: units wait there from phase 2 to phase 6 only: take them away"


def _pieces(view: View) -> Iterator[str]:
    for place, table in view.state.pieces.items():
        for piece, n in table.items():
            if n < 1:
                yield f"{place}: {n} {piece}"
            yield from (f"{place}: {text}" for text in _statuses(piece))
            yield from (f"{place}: {text}" for text in _named(view, piece))
            text = _misplaced(view, place, piece)
            if text:
                yield f"{place}: {piece.power} {piece.kind} {text}"


def _statuses(piece: Piece) -> Iterator[str]:
    """What a status cannot be: a word this game does not have, one of another kind, a wrong value."""
    known = (*LASTING, *TURN_STATUS)
    for status, value in piece.status:
        if status not in known:
            yield f"'{status}' is no status of a unit{nearest(status, known)}"
        elif piece.kind not in OF_KIND.get(status, (piece.kind,)):
            yield f"{piece.power} {piece.kind} cannot be {status}: only a {word(OF_KIND[status][0])} can"
        elif status in ("aboard", "bay") and not (isinstance(value, int) and value > 0):
            yield f"'{status} {value}' needs a number: a transport '(bay 1)' carries what is '(aboard 1)'"


def _named(view: View, piece: Piece) -> Iterator[str]:
    """Statuses that name spaces, with the ids of the map."""
    for status in ("from", "landing"):
        value = str(piece.get(status, ""))
        if value and value not in data(view).board:
            yield f"'{status} {value}' names no space of the map{nearest(value, data(view).board.spaces)}"


def _misplaced(view: View, place: str, piece: Piece) -> str:
    info, kind = data(view), piece.kind
    if place == MOBILIZATION:
        return "waits in the mobilization zone without a status: leave it out" if piece.status else ""
    if place not in info.board:
        return "stands in no place for units: put it on the map"
    if info.has_tag(place, "impassable"):
        return f"cannot be there: {name(view, place)} is neutral (map.neutral.impassable)"
    at_sea = is_sea(view, place)
    if kind in SHIPS:
        return "" if at_sea else "is a ship on land: put it in a sea zone (unit.sea.domain)"
    if kind in AIR:
        return ""
    if at_sea and kind == COMPLEX:
        return "cannot be at sea: put it in a territory (unit.complex)"
    if at_sea and not piece.has("aboard"):
        return "is a land unit at sea: write '(aboard 1)' and add a transport '(bay 1)' (unit.land.domain)"
    if not at_sea and piece.has("aboard"):
        return "is on land and aboard nothing: leave 'aboard' out"
    return ""


def _owned(view: View) -> Iterator[str]:
    """Complexes belong to who controls the territory, guns to his side; one complex a territory."""
    for space in data(view).territories:
        holder = controller(view, space)
        for piece, n in view.state.at(space).items():
            if piece.kind == COMPLEX and piece.power != holder:
                yield f"{space}: the complex belongs to {holder}, who controls the territory, not to {piece.power}"
            elif piece.kind == COMPLEX and n > 1:
                yield f"{space}: {n} complexes; a territory has one at most (mob.complex.one)"
            elif piece.kind == GUN and SIDES[piece.power] != SIDES[holder]:
                yield f"{space}: a gun of {piece.power} cannot stand in territory of {holder}: it would be captured"


def _together(view: View) -> Iterator[str]:
    for space in data(view).territories:
        side = SIDES[controller(view, space)]
        wrong = [p for p in view.state.at(space) if SIDES[p.power] != side and p.kind not in (GUN, COMPLEX)]
        if wrong:
            who = controller(view, space)
            yield (
                f"{space}: {wrong[0].power} {wrong[0].kind} cannot stand in territory of {who}: "
                f"write 'mark {space}: control {wrong[0].power}', or take it away"
            )


def _afloat(view: View) -> Iterator[str]:
    """Cargo without a transport, fighters without a carrier (rules unit.transport.capacity, unit.carrier.capacity)."""
    for zone in data(view).zones:
        if zone not in view.state.pieces:
            continue
        yield from _cargo(view, zone)
        for side in dict.fromkeys(SIDES.values()):
            yield from _fighters(view, zone, side)


def _cargo(view: View, zone: str) -> Iterator[str]:
    """Land units aboard nothing, transports that hold too much (rule unit.transport.capacity)."""
    ships = {p.number(BAY): (p, n) for p, n in groups(view, zone, lambda p: p.has(BAY))}
    for piece, _ in groups(view, zone, is_cargo):
        ship, _ = ships.get(piece.number(ABOARD), (None, 0))
        if ship is None or SIDES[ship.power] != SIDES[piece.power]:
            yield f"{zone}: no transport '(bay {piece.number(ABOARD)})' carries the {piece.power} {piece.kind}"
    for bay, (ship, n) in ships.items():
        kinds = kinds_aboard(view, zone, ship)
        if n > 1 or not kinds or not fits(kinds, ship.kind):
            room = "one infantry" if ship.kind == "destroyer" else "one land unit and one infantry"
            load = ", ".join(kinds) or "nothing"
            yield f"{zone}: bay {bay} holds {load}; it takes {room} (unit.transport.capacity)"


def _bays(view: View) -> Iterator[str]:
    """A number of a bay is used once on the board."""
    found = [piece.number(BAY) for _, piece, n in everywhere(view, lambda p: p.has(BAY)) for _ in range(n)]
    for bay in dict.fromkeys(bay for bay in found if found.count(bay) > 1):
        yield f"two transports have the number 'bay {bay}': give each its own"


def _fighters(view: View, zone: str, side: str) -> Iterator[str]:
    most = data(view).numbers["carrier_fighters"]
    there = number(view, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == side)
    decks = most * number(view, zone, lambda p: p.kind == "aircraft_carrier" and SIDES[p.power] == side)
    waiting = number(view, MOBILIZATION, lambda p: p.kind == "aircraft_carrier" and SIDES[p.power] == side)
    if there > decks + most * waiting:
        yield (
            f"{zone}: {say(there, 'fighter')} of the {side}, carriers there take {decks}: "
            f"take {there - decks} away or add a carrier (unit.carrier.capacity)"
        )
    bombers = number(view, zone, lambda p: p.kind == "bomber" and SIDES[p.power] == side)
    if bombers:
        yield f"{zone}: {say(bombers, 'bomber')} {is_are(bombers)} at sea; bombers stay on land only: take them away"


def _markers(view: View) -> Iterator[str]:
    charts = {chart_of(power): power for power in SIDES}
    for place, marks in view.state.markers.items():
        for mark, value in marks.items():
            if place in charts:
                yield from _on_chart(view, charts[place], place, mark, value)
            elif mark != "control":
                yield f"{place}: '{mark}' is no marker{nearest(mark, ('control', 'start'))}"
            elif place not in data(view).territories:
                yield f"{place}: nobody controls it: leave the marker out (map.neutral.no-income)"
            elif value not in SIDES:
                yield f"{place}: '{value}' is no power; there are {', '.join(SIDES)}"


def _on_chart(view: View, power: str, place: str, mark: str, value: str) -> Iterator[str]:
    info = data(view)
    theirs = [row.id for row in info.advantages.values() if row.power == power]
    known = (*info.developments, *theirs, FREED)
    if mark not in known:
        yield f"{place}: '{mark}' is no development or advantage of {power}{nearest(mark, known)}"
        return
    values: tuple[str, ...] = (YES,)
    if mark in info.developments:
        values = (YES, PENDING)
    elif mark in theirs:
        values = (YES, USED, ACTIVE) if info.advantages[mark].once else (YES,)
    if value not in values:
        yield f"{place}: '{mark} {value}': write {' or '.join(f'{mark} {one}' for one in values)}"


def _stocks(view: View) -> Iterator[str]:
    for place, stocks in view.state.stocks.items():
        for stock in stocks:
            if stock.resource != IPC:
                yield f"{place}: there is no stock '{stock.resource}'; write 'stock {TREASURY}: {IPC}/uk 12'"
            elif place != TREASURY:
                yield f"{place}: IPCs lie in the treasury only: write 'stock {TREASURY}: {stock} ...'"
            elif stock.owner not in SIDES:
                yield f"{place}: IPCs belong to a power: write '{IPC}/uk 12'"
