"""What is impossible about a state, in words: for positions made by hand and for checks after every play."""

from __future__ import annotations

from northafrica.core.table import View
from northafrica.systems.aana import components
from northafrica.systems.aana.ground import AIR, SHIPS, SIDES, data, is_sea, name
from northafrica.systems.aana.turn import PHASES, powers_of_round


def faults(view: View) -> list[str]:
    """Everything that cannot be, empty for a sound state."""
    return [*_turn(view), *_pieces(view), *_markers(view), *_stocks(view)]


def _turn(view: View) -> list[str]:
    state, found = view.state, []
    powers = powers_of_round(view, state.round)
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
                found.append(f"{place}: {piece.power} has no {piece.kind}")
                continue
            if n < 1:
                found.append(f"{place}: {n} {piece}")
            text = _misplaced(view, place, piece.kind, bool(piece.has("cargo")))
            if text:
                found.append(f"{place}: {piece.power} {piece.kind} {text}")
    return found or _limits(view)


def _misplaced(view: View, place: str, kind: str, cargo: bool) -> str:
    info = data(view)
    if place == "reinforcements":
        return ""
    if place not in info.board:
        return "stands in no place of the game"
    at_sea = is_sea(view, place)
    if kind in SHIPS and not at_sea:
        return "is a ship on land"
    if kind not in SHIPS and kind not in AIR and at_sea and not cargo:
        return "is a land unit at sea without a convoy: write '(cargo)'"
    if not at_sea and info.is_impassable(place):
        return "stands in an impassable space"
    if not at_sea and info.is_sahara(place) and kind != "scout_car":
        return "cannot be in the Sahara"
    return ""


def _limits(view: View) -> list[str]:
    found, info = [], data(view)
    figures = components.in_use(view)
    for (power, kind), line in info.units.items():
        if line.limit_kind == "hard" and power not in ("free_french",):
            used = figures[line.pool or power, kind]
            limit = max(line.limit, components.figure_limit(view, line))
            if used > limit:
                found.append(f"{used} {power} {kind}, {limit} exist")
    return found


def _markers(view: View) -> list[str]:
    found = []
    for place, marks in view.state.markers.items():
        power = marks.get("control", "")
        if power and power not in SIDES:
            found.append(f"{place}: '{power}' is no power")
        elif power and not data(view).rp(place):
            found.append(f"{name(view, place)} has no RP value and cannot be controlled")
    return found


def _stocks(view: View) -> list[str]:
    found = []
    for place, stocks in view.state.stocks.items():
        for stock, n in stocks.items():
            if n < 0:
                found.append(f"{place}: {n} {stock}")
            if stock.resource == "supply" and place in data(view).board and is_sea(view, place) != bool(stock.owner):
                found.append(f"{place}: supply at sea is owned ('supply/uk 3'), supply on land is not ('supply 3')")
    return found
