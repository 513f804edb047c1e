"""Phase 1: everything in convoy zones that must move does so, zone by zone (rulebook p.12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from northafrica.core.groups import clear_status, groups, number, shift
from northafrica.core.step import Automatic
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import SHIPS, data, side_of
from northafrica.systems.aana.convoys.aircraft import LandConvoyAir
from northafrica.systems.aana.convoys.ashore import LateArrivals, into_port
from northafrica.systems.aana.convoys.routes import FAR_CHAIN, cargo_of, is_open, ship
from northafrica.systems.aana.data.entities import CHAIN, REINFORCEMENTS, SUEZ
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.fields import is_mined_sea
from northafrica.systems.aana.mines.going_off import begin_mined


@dataclass(frozen=True)
class AdvanceConvoys(Automatic):
    """Everything in convoy zones that must move does so, zone by zone."""

    title: ClassVar[str] = "Advance Convoys"
    zones: tuple[str, ...] | None = None

    def run(self, table: Table) -> None:
        if self.zones is None:
            zones = [z for z, c in data(table).convoys.items() if table.state.power in c.powers and z not in FAR_CHAIN]
            first = [zone for zone in CHAIN if zone in zones]
            table.replace(replace(self, zones=(*first, *(z for z in zones if z not in CHAIN))))
            return
        if not self.zones:
            table.replace(LandConvoyAir(), LateArrivals(), AdvanceChain(), ChainMines())
            return
        table.replace(replace(self, zones=self.zones[1:]))
        advance(table, self.zones[0])


def advance(table: Table, zone: str) -> None:
    """One zone: along the chain, into the port, or back to the Reinforcements Zone."""
    power, convoy = table.state.power, data(table).convoys[zone]
    if zone == SUEZ:
        for piece, n in groups(table, zone, lambda p: p.power == power and p.kind in SHIPS):
            shift(table, "moved", zone, way_out(table), piece, n, "convoy.suez-ships")
    if is_open(table, convoy):
        _ships_stay(table, zone)
        into_port(table, convoy)
    else:
        _send_back(table, zone)


def way_out(view: View) -> str:
    """Where ships leave the Suez Canal zone (convoy_links.csv)."""
    return next(link.end for link in data(view).convoy_links if link.start == SUEZ and link.cargo == "sea")


def _ships_stay(table: Table, zone: str) -> None:
    ships = number(table, zone, lambda p: p.power == table.state.power and p.kind in SHIPS)
    cargo = number(table, zone, cargo_of(table.state.power)) or table.state.stock(zone, "supply", table.state.power)
    if ships and cargo:
        table.note("ships stay at sea", "convoy.ships-stay", place=zone, amount=ships)


@dataclass(frozen=True)
class AdvanceChain(Automatic):
    """On the UK's turn the Indian Ocean and then the Atlantic zone move on, once Suez is empty (notes C6, C7)."""

    title: ClassVar[str] = "The route round Africa"

    def run(self, table: Table) -> None:
        table.finish()
        if table.state.power == "uk":
            for zone, to in FAR_CHAIN.items():
                _along_chain(table, zone, to)


def _along_chain(table: Table, zone: str, to: str) -> None:
    power = table.state.power
    mined = is_mined_sea(table, to, side_of(power))
    status: dict[str, int | str | None] = {"new": 1} if mined else {}
    for piece, n in groups(table, zone, lambda p: p.power == power):
        shift(table, "moved", zone, to, piece, n, "convoy.chain-advance", **status)
    amount = table.state.stock(zone, "supply", power)
    ship(table, zone, to, amount, "convoy", "convoy.chain-advance")
    if mined:
        remember(table, pending=((to, ""),), fresh=((to, amount),) if amount else ())


@dataclass(frozen=True)
class ChainMines(Automatic):
    """Mines in the Suez zone meet what advanced into it, once all has advanced (optional mining, note A27)."""

    title: ClassVar[str] = "Mines in the Suez zone"

    def run(self, table: Table) -> None:
        if facts(table).pending:
            begin_mined(table, facts(table).pending[0])
            return
        clear_status(table, lambda p: True, "new")
        remember(table, fresh=())
        table.finish()


def _send_back(table: Table, zone: str) -> None:
    power = table.state.power
    for piece, n in groups(table, zone, cargo_of(power)):
        shift(table, "moved", zone, REINFORCEMENTS, piece, n, "convoy.port-lost", cargo=0)
    ship(table, zone, REINFORCEMENTS, table.state.stock(zone, "supply", power), "port lost", "convoy.port-lost")
