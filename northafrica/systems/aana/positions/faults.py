"""What is impossible about a state, in words: for positions made by hand and for checks after every play."""

from __future__ import annotations

import re
from collections.abc import Iterator

from northafrica.core.orders import nearest
from northafrica.core.pieces import Piece, Stock
from northafrica.core.table import View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import (
    AIR,
    ALLIES,
    AXIS,
    SHIPS,
    SIDES,
    TURN_POWERS,
    belongs,
    data,
    is_combat,
    is_land,
    is_sea,
    name,
)
from northafrica.systems.aana.board.rounds import playing
from northafrica.systems.aana.data.entities import REINFORCEMENTS
from northafrica.systems.aana.positions.materials import STOCKS
from northafrica.systems.aana.setup.bidding import SEATS
from northafrica.systems.aana.turn import PHASES, TURN_STATUS

LASTING = ("cargo", "damaged", "made", "staged")
PLACED = ("attack", "via", "crossing")
"""Statuses whose value is a place or a route."""
NUMBERED = ("used",)
MARKERS = ("control", SEATS)


def faults(view: View) -> list[str]:
    """Everything that cannot be, empty for a sound state."""
    stocks = _stocks(view) or _tokens(view)
    return [*_turn(view), *_pieces(view), *_shared(view), *_markers(view), *stocks]


def _turn(view: View) -> list[str]:
    state, found = view.state, []
    powers = playing(view, state.round)
    if state.power and state.power not in powers:
        found.append(f"{state.power} has no turn in round {state.round}; those who play are {', '.join(powers)}")
    if state.phase not in ("", "setup", *PHASES):
        found.append(f"'{state.phase}' is no phase; phases are {', '.join(PHASES)}")
    return found


def _pieces(view: View) -> list[str]:
    found, info = [], data(view)
    for place, table in view.state.pieces.items():
        for piece, n in table.items():
            if (piece.power, piece.kind) not in info.units:
                has = ", ".join(kind for power, kind in info.units if power == piece.power)
                found.append(f"{place}: {piece.power} has no {piece.kind}; it has {has}")
                continue
            found += [f"{place}: {text}" for text in _statuses(view, piece)]
            if n < 1:
                found.append(f"{place}: {n} {piece}")
            if piece.has("damaged") and piece.kind != "battleship":
                found.append(f"{place}: {piece.power} {piece.kind} cannot be damaged: only battleships can")
            text = _misplaced(view, place, piece)
            if text:
                found.append(f"{place}: {piece.power} {piece.kind} {text}")
    return found or _limits(view)


def _statuses(view: View, piece: Piece) -> Iterator[str]:
    """What a status cannot be: a word this game does not have, a value that is no number, place or power."""
    known = (*LASTING, *TURN_STATUS)
    for status, value in piece.status:
        if status not in known:
            yield f"'{status}' is no status of a unit{nearest(status, known)}"
        elif status in NUMBERED and (not isinstance(value, int) or value < 1):
            yield f"'{status} {value}' needs a number, like '{status} 1'"
        elif status in PLACED and any(part not in data(view).board for part in re.split("[.>]", str(value))):
            yield f"'{status} {value}' needs places on the map"
        elif status == "made" and value not in SIDES:
            yield f"'made {value}' needs a power, like 'made uk'"


def _misplaced(view: View, place: str, piece: Piece) -> str:
    info, kind, cargo = data(view), piece.kind, piece.has("cargo")
    if place == REINFORCEMENTS:
        return ""
    if place not in info.board:
        return "stands in no place for units: put it on the map or in reinforcements"
    at_sea = is_sea(view, place)
    if kind in SHIPS and not at_sea:
        return "is a ship on land: put it in a sea zone"
    if kind not in SHIPS and kind not in AIR and at_sea and not cargo:
        return "is a land unit at sea without a convoy: write '(cargo)'"
    if cargo and (not at_sea or kind in SHIPS or kind in AIR):
        return "cannot be aboard a convoy there: leave '(cargo)' out"
    if cargo and place not in info.convoys:
        return f"cannot be aboard a convoy there: {name(view, place)} is no convoy zone"
    emblem = info.is_emblem(place)
    if emblem and is_land(piece) and not belongs(emblem[0], SIDES[piece.power]):
        return f"cannot be there: {name(view, place)} bears an enemy emblem and is never invaded"
    if not at_sea and info.is_impassable(place):
        return "stands in an impassable space: put it in another"
    if not at_sea and info.is_sahara(place) and kind != "scout_car":
        return "cannot be in the Sahara: only scout cars can"
    return ""


def _shared(view: View) -> list[str]:
    """Land units of both sides stand together only where a landing may be stopped before it is decided (note A23)."""
    found = []
    for place, table in view.state.pieces.items():
        if place not in data(view).board or is_sea(view, place) or data(view).has_tag(place, "landing"):
            continue
        sides = {SIDES[piece.power] for piece in table if is_land(piece) and is_combat(piece)}
        if len(sides) > 1:
            found.append(f"{place}: land units of both sides cannot stand there together: take one side away")
    return found


def _tokens(view: View) -> list[str]:
    """More mine and supply tokens than there are."""
    parts, used = data(view).components, components.mine_tokens_in_use(view)
    found = []
    for key, what, part in (
        ("land", "land mine tokens (of 1 or 2 mines)", "land_mine_token"),
        (AXIS, "Axis sea mine tokens", "sea_mine_token_axis"),
        (ALLIES, "Allied sea mine tokens", "sea_mine_token_allied"),
    ):
        if used.get(key, 0) > parts[part]:
            found.append(f"{used[key]} {what}, {parts[part]} exist: take {used[key] - parts[part]} away")
    worth = {"supply": 1, "supply_1": 1, "supply_5": 5}
    supply = sum(worth.get(s.resource, 0) * n for stocks in view.state.stocks.values() for s, n in stocks.items())
    most = parts["supply_1"] + 5 * parts["supply_5"]
    return found + ([f"{supply} supply, tokens for {most} exist: take {supply - most} away"] if supply > most else [])


def _limits(view: View) -> list[str]:
    found, info = [], data(view)
    figures = components.in_use(view)
    for (power, kind), line in info.units.items():
        if line.limit_kind == "hard" and power not in ("free_french",):
            used = figures[line.pool or power, kind]
            limit = max(line.limit, components.figure_limit(view, line))
            if used > limit:
                found.append(f"{used} {power} {kind}, {limit} exist: take {used - limit} away")
    return found


def _markers(view: View) -> list[str]:
    found = []
    for place, marks in view.state.markers.items():
        found += [f"{place}: '{mark}' is no marker{nearest(mark, MARKERS)}" for mark in marks if mark not in MARKERS]
        power = marks.get("control", "")
        if power and power not in TURN_POWERS:
            known = ", ".join(TURN_POWERS)
            what = "has no control markers" if power in SIDES else "is no power"
            found.append(f"{place}: '{power}' {what}; those that have are {known}")
        elif power and not data(view).rp(place):
            found.append(f"{name(view, place)} has no RP value and cannot be controlled: leave its marker out")
    return found


def _stocks(view: View) -> list[str]:
    found = []
    for place, stocks in view.state.stocks.items():
        for stock, n in stocks.items():
            if n < 0:
                found.append(f"{place}: {n} {stock}")
            text = _misplaced_stock(view, place, stock)
            if text:
                found.append(f"{place}: {text}")
    return found


def _misplaced_stock(view: View, place: str, stock: Stock) -> str:
    inside, border, outside = place.partition(">")
    if stock.resource == "supply" and place in data(view).board:
        fits = is_sea(view, place) == bool(stock.owner)
        if fits and stock.owner and stock.owner not in SIDES:
            return f"'{stock.owner}' is no power"
        if fits and stock.owner and place not in data(view).convoys:
            return f"supply at sea is aboard a convoy, and {name(view, place)} is no convoy zone"
        return "" if fits else "supply at sea is owned ('supply/uk 3'), supply on land is not ('supply 3')"
    sorts = [sort for sort in STOCKS if sort.resource == stock.resource]
    if not sorts:
        known = ", ".join(dict.fromkeys(sort.resource for sort in STOCKS))
        return f"there is no stock '{stock.resource}'; there are {known}"
    sort = sorts[0]
    if sort.border:
        joined = border and outside in data(view).board.neighbours(inside, "land")
        return (
            "" if joined else f"{stock.resource} lies on a border: write 'stock inside>neighbour: {stock.resource} 1'"
        )
    if sort.places and place not in sort.places:
        return f"{stock.resource} lies in {' or '.join(sort.places)} only"
    if sort.kinds and inside not in data(view).board and place != REINFORCEMENTS:
        return f"{stock.resource} lies on the map only"
    if border:
        return f"{stock.resource} lies in a place, not on a border: write 'stock {inside}: ...'"
    if sort.kinds == ("sea", "box") and not is_sea(view, place):
        return f"{stock.resource} lies in a sea zone: write 'stock sz13: {stock.resource}/uk 1'"
    return "" if stock.owner in SIDES else f"{stock.resource} belongs to a power: write '{stock.resource}/uk 1'"
