"""Convoy routes: which are open, whose cargo rides in them (rulebook p.11-12)."""

from __future__ import annotations

from northafrica.core.events import Told
from northafrica.core.groups import Keep
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import controlled_by, data, side_of
from northafrica.systems.aana.data.entities import ATLANTIC, INDIAN, SUEZ
from northafrica.systems.aana.data.rows import ConvoyRow

RANGE = 2
"""How far convoy aircraft and escorts fly."""
FAR_CHAIN = {INDIAN: SUEZ, ATLANTIC: INDIAN}


def is_open(view: View, convoy: ConvoyRow) -> bool:
    """Rules csz.port-link and csz.permanent: a route is open while one of its powers' side holds the port."""
    return convoy.permanent or controlled_by(view, convoy.port, side_of(convoy.powers[0]))


def open_routes(view: View, power: str) -> list[ConvoyRow]:
    """The open convoy zones a power may use."""
    return [convoy for convoy in data(view).convoys.values() if power in convoy.powers and is_open(view, convoy)]


def cargo_of(power: str) -> Keep:
    """Which pieces are a power's units aboard transports."""
    return lambda piece: piece.power == power and piece.has("cargo")


def ashore_later(power: str) -> Keep:
    """Which pieces in a convoy zone need room in the port: cargo, but for trucks."""
    return lambda p: cargo_of(power)(p) and p.kind != "truck"


def ship(table: Table, convoy_zone: str, to: str, amount: int, purpose: str, *rules: str, aboard: bool = True) -> None:
    """Supply of the acting power goes on from a convoy zone, `aboard` as its own still."""
    power = table.state.power
    told = Told(place=convoy_zone, to=to, resource="supply", owner=power, value=power if aboard else "", amount=amount)
    if amount:
        table.emit("shipped", *rules, **told | Told(purpose=purpose, power=power))
