"""What is impossible about a state, in words: for positions made by hand and for checks after every play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from northafrica.core.orders import nearest
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.blocks.board.control import CONTROL, FORT, FORTS
from northafrica.systems.blocks.board.ground import (
    ABOARD,
    FUELLED,
    HOME,
    NEUTRAL,
    OOS,
    OVER,
    SHOWN,
    SIEGE,
    SPENT,
    data,
    flying,
    is_air,
    is_armour,
    is_ground,
    is_naval,
)
from northafrica.systems.blocks.board.stacking import crowd, excess
from northafrica.systems.blocks.board.steps import STEPS, ZERO, ladder
from northafrica.systems.blocks.data.tables import CAMPAIGN, GAME_SIDE, PILES, RESOURCES, SIDES, pile_of
from northafrica.systems.blocks.phases import NAVAL, PHASES
from northafrica.systems.blocks.setup.start import scenario

FLEET, PLANES = "fleet", "planes"
STATUSES = (STEPS, ZERO, OOS, SIEGE, SHOWN, FUELLED, SPENT, HOME, OVER, FLEET, PLANES, ABOARD)
VALUED = (STEPS, SPENT, HOME, OVER, FLEET, PLANES, ABOARD)
CROSSED = ("river", "red_arrow")


def faults(view: View) -> list[str]:
    """Everything that cannot be, empty for a sound state."""
    found = [*_turn(view), *_pieces(view), *_numbers(view), *_markers(view), *_stocks(view)]
    return found or list(_crowded(view))


def _turn(view: View) -> Iterator[str]:
    if view.state.phase not in ("", NAVAL, *PHASES):
        yield f"'{view.state.phase}' is no phase; phases are {', '.join(PHASES)}"


def _pieces(view: View) -> Iterator[str]:
    for place, table in view.state.pieces.items():
        for piece, n in table.items():
            name = view.names.kind(piece.kind)
            known = piece.kind in data(view).units or piece.kind in data(view).ships
            if not known:
                yield f"{place}: '{piece.kind}' stands for a block that is not seen: name a block"
                continue
            if n < 1:
                yield f"{place}: {n} {piece}"
            yield from (
                f"{place}: {name} {text}" for text in (*_owner(view, place, piece), *_where(view, place, piece))
            )
            yield from (f"{place}: {text}" for text in _statuses(view, piece))


def _owner(view: View, place: str, piece: Piece) -> Iterator[str]:
    info = data(view)
    row = info.units.get(piece.kind) or info.ships[piece.kind]
    side = GAME_SIDE.get(row.side, "")
    if not side:
        yield "belongs to no side in these scenarios (5.0.sides): leave it out"
    elif side != piece.power:
        yield f"is a block of the other side: write '{side} {piece.kind}'"
    elif place in {pile_of(other, pile) for other in SIDES for pile in PILES if other != side}:
        yield f"lies in a pile of the other side: write {side}_{place.partition('_')[2]}"


def _where(view: View, place: str, piece: Piece) -> Iterator[str]:
    info = data(view)
    if place not in info.places:
        yield "stands in no place for blocks: put it on the map or in a box"
        return
    box = info.boxes.get(place)
    if box is not None and box.sort == "depot":
        yield "lies in a depot, which holds PP alone: put it on the map (3.10.depot-per-nation)"
    at_sea = box is not None and box.sort in ("sea", "convoy")
    if at_sea and not is_naval(view, piece) and not piece.has(ABOARD):
        yield "is at sea without a fleet: write 'aboard FLEET' behind it"
    if place not in info.hexes:
        return
    if is_naval(view, piece) and not info.hexes[place].port:
        yield f"is a ship, and {view.name(place)} is no port (3.4.2.naval-places)"
    elif is_ground(view, piece) and place not in info.open_land:
        yield f"is a ground unit, and none may be in {view.name(place)} (7.5.2.deep-water, 7.5.2.partial)"
    elif is_ground(view, piece) and is_armour(view, piece) and not info.terrain[info.hexes[place].terrain].armor:
        yield f"is armour, and {view.name(place)} is {info.hexes[place].terrain} (6.2.no-mountain)"


def _statuses(view: View, piece: Piece) -> Iterator[str]:
    name, rungs = view.names.kind(piece.kind), ladder(view, piece)
    for status, value in piece.status:
        if status not in STATUSES:
            yield f"'{status}' is no status of a block{nearest(status, STATUSES)}"
        elif status not in VALUED and value != 1:
            yield f"'{status} {value}': write '{status}' alone"
        elif status == STEPS and value not in rungs[1:]:
            below = ", ".join(str(rung) for rung in rungs[1:] if rung) or "no lower step"
            yield f"{name} cannot stand at {value}: below {rungs[0]}, its full strength, it has {below} (3.14)"
        elif status == ZERO and (0 not in rungs or piece.has(STEPS)):
            yield f"{name} cannot stand at 0: write its steps (6.0)"
        elif status == HOME and not is_air(view, piece):
            yield f"'{HOME} {value}': only air units are on missions (3.4.1.start-end-airfield)"
        elif status == OVER and (value not in CROSSED or not is_ground(view, piece)):
            yield f"'{OVER} {value}': a ground unit has crossed {' or '.join(CROSSED)}"
        elif status == FUELLED and not (is_air(view, piece) or is_armour(view, piece)):
            yield f"{name} needs no fuel (11.0.fuel-need)"
        elif status in (FLEET, PLANES) and not is_naval(view, piece):
            yield f"'{status} {value}': only ships have that"


def _numbers(view: View) -> Iterator[str]:
    """Each block is there once."""
    found = Counter(piece.kind for table in view.state.pieces.values() for piece, n in table.items() for _ in range(n))
    for kind, n in found.items():
        if n > 1:
            yield f"{view.names.kind(kind)} stands there {n} times: there is one (1.2)"


def _markers(view: View) -> Iterator[str]:
    info = data(view)
    for place, marks in view.state.markers.items():
        for mark, value in marks.items():
            if mark not in (CONTROL, FORT) or place == CAMPAIGN:
                yield f"{place}: '{mark}' is no marker{nearest(mark, (CONTROL, FORT))}"
            elif place not in info.held:
                yield f"{place}: no city, port or oilfield is there: leave the marker out (3.3.conquest)"
            elif mark == CONTROL and value not in (*SIDES, NEUTRAL):
                yield f"{place}: '{value}' holds nothing; write {', '.join(SIDES)} or {NEUTRAL}"
            elif mark == FORT and (value not in FORTS or info.hexes[place].city not in FORTS):
                yield f"{place}: '{FORT} {value}': only {' and '.join(_forts(view))} are fortified (7.7.7.fortress)"
    if not scenario(view).naval:
        for place in info.held:
            if not view.state.marker(place, CONTROL):
                yield f"{place}: somebody holds it: write 'mark {place}: control {next(iter(SIDES))}', or {NEUTRAL}"


def _forts(view: View) -> list[str]:
    return [view.name(place) for place in data(view).held if data(view).hexes[place].city in FORTS]


def _stocks(view: View) -> Iterator[str]:
    stores = [box.id for box in data(view).boxes.values() if box.sort in ("home", "depot")]
    for place, stocks in view.state.stocks.items():
        for stock, n in stocks.items():
            if stock.resource not in RESOURCES or stock.owner:
                yield f"{place}: '{stock}' is no production point; write {', '.join(RESOURCES)} (3.5.pp-colours)"
            elif place not in stores:
                yield f"{place}: PP lie in home boxes and depots: {', '.join(stores)} (3.10.depot-per-nation)"
            elif n < 0:
                yield f"{place}: {n} {stock}"


def _crowded(view: View) -> Iterator[str]:
    """What a hex cannot hold once nobody moves: in the phases before it arrivals may crowd a city (7.3.4.overstack)."""
    if view.state.phase in ("production", "rail", "movement", "exploitation", "combat", "blitz"):
        return
    for place in view.state.pieces:
        for side in SIDES if place in data(view).hexes else ():
            rule, what, _, limit = excess(view, [p for p in crowd(view, place, side) if not flying(p)])
            if rule:
                yield f"{place}: {what} of {view.names.power(side)}, where {limit} may be ({rule})"
