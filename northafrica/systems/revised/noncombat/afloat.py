"""Transports lift in the noncombat move phase: going aboard, going ashore (Phase 5 / Sea Units; Transports)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.core.groups import Keep, Picked, flip, pick, shift
from northafrica.core.orders import FieldSpec, Path
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.berths import Berthed, board_ships, lift, may_board, waters
from northafrica.systems.revised.board.cargo import empty_bays, is_cargo, ship_of
from northafrica.systems.revised.board.ground import acting_powers, acting_side, data, is_friendly, is_sea, name
from northafrica.systems.revised.combat_move.loading import open_zones
from northafrica.systems.revised.noncombat.moving import why_not
from northafrica.systems.revised.orders.moving import Load, Unload


class Loading(Routed[Load]):
    """Land units go aboard, also of an ally's transport (multi.transport-three-steps)."""

    kind = Load

    def keep(self, now: View, place: str) -> Keep:
        board = may_board(now)
        return lambda p: board(p) and not is_cargo(p) and bool(open_zones(now, place))

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return [(place, zone) for zone in open_zones(now, place)]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return [] if field.name == "ship" else super().values(view, field, given)

    def judge(self, view: View, order: Load) -> Ruling:
        if len(order.route) != 2:
            return Ruling.ambiguous("say from where into which zone, like 'load 1 infantry japan > sz60'")
        ruling = lift(view, *order.route, order.units, order.ship, own_only=False)
        if not ruling:
            return ruling
        for ship, _ in ruling.found:
            spent = why_not(view, order.route[1], ship) if ship.power in acting_powers(view) else None
            if spent is not None:
                return spent
        return ruling

    def do(self, table: Table, order: Load, found: Berthed) -> None:
        rules = ("ncm.transport", "unit.transport.whole-move", "unit.transport.stay-loaded")
        land, zone = order.route
        board_ships(table, land, zone, found, *rules, loaded=1)


def fresh(view: View, zone: str) -> Keep:
    """Which cargo of the acting power can go ashore now."""

    def keep(piece: Piece) -> bool:
        return is_cargo(piece) and piece.power in acting_powers(view) and _held(view, zone, piece) is None

    return keep


def _held(view: View, zone: str, piece: Piece) -> Ruling | None:
    """Why a land unit cannot leave its transport; None if it can."""
    ship = ship_of(view, zone, piece)
    if piece.has("loaded") and ship.power != piece.power:
        text = "units that boarded an ally's transport this turn leave it on a later turn of their own"
        return Ruling.refuse("multi.transport-three-steps", text)
    if ship.power in acting_powers(view):
        return None if ship.has("unloading") else why_not(view, zone, ship)
    return None


def goes(view: View, zone: str, to: str, piece: Piece) -> Ruling | None:
    """Why a unit aboard cannot be put ashore in a territory; None if it can."""
    if is_sea(view, to):
        return Ruling.refuse("unit.transport.no-transfer", "cargo goes ashore, never onto another transport")
    problem = waters(view, to, zone)
    if problem is not None:
        return problem
    if not is_friendly(view, to, acting_side(view)):
        return Ruling.refuse("ncm.land", f"{name(view, to)} is not friendly", "ncm.transport")
    before = str(ship_of(view, zone, piece).get("unloading", ""))
    if before not in ("", "0", to):
        text = f"this transport puts its cargo ashore in {name(view, before)}; one territory a turn"
        return Ruling.refuse("unit.transport.ncm-one-territory", text)
    return None


class Unloading(Routed[Unload]):
    """Cargo goes ashore in one friendly territory a transport."""

    kind = Unload

    def keep(self, now: View, place: str) -> Keep:
        return fresh(now, place)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        near = data(now).board.neighbours(place)
        return [(place, to) for to in near if all(goes(now, place, to, piece) is None for piece, _ in picked)]

    def judge(self, view: View, order: Unload) -> Ruling:
        if len(order.route) != 2:
            return Ruling.ambiguous("say from which zone into which territory, like 'unload 1 infantry sz6 > norway'")
        zone, to = order.route
        picked = pick(view, zone, order.units, fresh(view, zone), "ncm.transport", "can go ashore")
        if isinstance(picked, Ruling):
            ours = [p for p in view.state.at(zone) if is_cargo(p) and any(some.fits(p) for some in order.units)]
            return Ruling.first(next((no for p in ours if (no := _held(view, zone, p)) is not None), None), picked)
        return Ruling.first(*[goes(view, zone, to, piece) for piece, _ in picked]) and Ruling.allow(
            rules=("ncm.transport", "unit.transport.ncm-one-territory"), found=picked
        )

    def do(self, table: Table, order: Unload, found: Picked) -> None:
        zone, to = order.route
        rules = ("ncm.transport", "unit.transport.whole-move", "cmove.transport.done")
        for piece, n in found:
            ship = ship_of(table, zone, piece)
            flip(table, zone, ship, 1, *(() if ship.has("moved") else ("unit.transport.bridge",)), done=1, unloading=to)
            shift(table, "moved", zone, to, piece, n, *rules, aboard=None, loaded=None, moved=1)
        empty_bays(table, zone)
