"""Going aboard: which transport takes which land unit, in either phase of movement (Transports)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import Keep, Picked, pick
from northafrica.core.orders import Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.cargo import fits, kinds_aboard, take_aboard, transports
from northafrica.systems.revised.board.ground import (
    COMPLEX,
    acting_powers,
    acting_side,
    data,
    is_hostile,
    is_land,
    is_sea,
    name,
)
from northafrica.systems.revised.facts import facts
from northafrica.systems.revised.wording import say_all, word

Berthed = list[tuple[Piece, Picked]]
"""Ships, one entry a ship, and what each takes aboard."""


def may_board(view: View) -> Keep:
    """Which land units can go aboard: own ones that have not moved (rule unit.transport.whole-move)."""
    ours = acting_powers(view)

    def keep(piece: Piece) -> bool:
        still = not piece.has("moved") and not piece.has("done") and not piece.has("captured")
        return piece.power in ours and is_land(piece) and piece.kind != COMPLEX and still

    return keep


def boarding(view: View, place: str, units: Units) -> Picked | Ruling:
    """The land units that an order means, or why they cannot go aboard."""
    found = pick(view, place, units, may_board(view), "unit.transport.whole-move", "can go aboard")
    if not isinstance(found, Ruling) or found.unclear:
        return found
    kinds = {some.kind for some in units}
    if COMPLEX in kinds:
        return Ruling.refuse("unit.complex", "an industrial complex is never transported", "unit.land.transportable")
    sea_or_air = [kind for kind in kinds if data(view).units[kind].domain != "land"]
    if sea_or_air:
        text = f"transports carry land units only, not {word(sea_or_air[0], 2)}"
        return Ruling.refuse("unit.sea.cargo-types", text, "unit.land.transportable")
    return found


def waters(view: View, land: str, zone: str) -> Ruling | None:
    """Why nothing is loaded or put ashore between a territory and a zone; None if it may be."""
    if not is_sea(view, zone) or is_sea(view, land) or not data(view).board.are_adjacent(land, zone):
        return Ruling.refuse("map.adjacency", f"{name(view, land)} does not border {name(view, zone)}", "amphib.target")
    if is_hostile(view, zone, acting_side(view)):
        start = ("cmove.contested.no-load",) if zone in facts(view).hostile else ()
        text = f"{name(view, zone)} is hostile: a transport neither loads nor offloads there"
        return Ruling.refuse("cmove.transport.friendly-offload", text, *start)
    return None


def berth(
    view: View, zone: str, cargo: Picked, ships: Sequence[tuple[Piece, int]], own_only: bool = False
) -> Berthed | None:
    """Which ship takes which units, fuller ships first; None where there is too little room."""
    decks: list[tuple[Piece, list[str], list[Piece]]] = [
        (ship, kinds_aboard(view, zone, ship), []) for ship, n in ships for _ in range(n)
    ]
    units = sorted((piece for piece, n in cargo for _ in range(n)), key=lambda p: p.kind == "infantry")
    for piece in units:
        free = [
            deck
            for deck in decks
            if (piece.power == deck[0].power or not own_only)
            and fits([*deck[1], *(p.kind for p in deck[2]), piece.kind], deck[0].kind)
        ]
        if not free:
            return None
        max(free, key=lambda deck: _preference(piece, *deck))[2].append(piece)
    return [(ship, [(p, taken.count(p)) for p in dict.fromkeys(taken)]) for ship, _, taken in decks if taken]


def _preference(piece: Piece, ship: Piece, before: Sequence[str], taken: Sequence[Piece]) -> tuple[bool, bool, int]:
    """Own ships first, then transports, then those that carry something already."""
    return ship.power == piece.power, ship.kind == "transport", len(before) + len(taken)


def lift(view: View, place: str, zone: str, units: Units, ship: Units, own_only: bool) -> Ruling:
    """The ruling on going aboard; found are the ships with what each takes."""
    picked = boarding(view, place, units)
    if isinstance(picked, Ruling):
        return picked
    problem = waters(view, place, zone)
    if problem is not None:
        return problem
    ours = acting_powers(view)
    ships = [(s, n) for s, n in transports(view, zone) if not s.has("done") and (s.power in ours or not own_only)]
    if ship:
        named = pick(view, zone, ship, {s for s, _ in ships}.__contains__, "cmove.transport.done", "can load")
        if isinstance(named, Ruling):
            return named
        ships = named
    found = berth(view, zone, picked, ships, own_only)
    if found is None:
        where = name(view, zone)
        text = f"the transports in {where} have no room for {say_all(picked)}: one land unit and one infantry each"
        owners = ("unit.transport.mixed-owner",) if own_only else ()
        return Ruling.refuse("unit.transport.capacity", text, *owners, ships=sum(n for _, n in ships))
    return Ruling.allow(rules=("unit.transport.capacity", "unit.transport.load-anytime"), found=found)


def board_ships(table: Table, place: str, zone: str, found: Berthed, *rules: str, **status: int | str | None) -> None:
    """Carry out what `lift` found."""
    for ship, load in found:
        take_aboard(table, place, zone, load, ship, *rules, **status)
