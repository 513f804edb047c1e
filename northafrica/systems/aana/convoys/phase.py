"""Phase 1: convoys advance, cargo comes ashore, convoy aircraft land (rulebook p.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.groups import Keep, clear_status, groups, lose, number, offer, pick, shift
from northafrica.core.naming import counted, joined
from northafrica.core.orders import FieldSpec, Order, Some, Units
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    AIR,
    CHAIN,
    SHIPS,
    controlled_by,
    data,
    mine,
    name,
    room,
    side_of,
)
from northafrica.systems.aana.board.movement import air_path_problem, air_way, air_ways, may_land
from northafrica.systems.aana.data.entities import Convoy
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.phase import is_mined_sea, mine_steps
from northafrica.systems.aana.orders import Arrive, First, Land
from northafrica.systems.aana.wording import say, say_all

REINFORCEMENTS = "reinforcements"
RANGE = 2
FAR_CHAIN = {"csz_indian": "csz_suez", "csz_atlantic": "csz_indian"}


def is_open(view: View, convoy: Convoy) -> bool:
    """Rules csz.port-link and csz.permanent: a route is open while one of its powers' side holds the port."""
    return convoy.permanent or controlled_by(view, convoy.port, side_of(convoy.powers[0]))


def open_routes(view: View, power: str) -> list[Convoy]:
    """The open convoy zones a power may use."""
    return [convoy for convoy in data(view).convoys.values() if power in convoy.powers and is_open(view, convoy)]


def cargo_of(power: str) -> Keep:
    """Which pieces are a power's units aboard transports."""
    return lambda piece: piece.power == power and piece.has("cargo")


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
    if zone == "csz_suez":
        for piece, n in groups(table, zone, lambda p: p.power == power and p.kind in SHIPS):
            shift(table, "moved", zone, way_out(table), piece, n, "convoy.suez-ships")
    if is_open(table, convoy):
        _ships_stay(table, zone)
        _into_port(table, convoy)
    else:
        _send_back(table, zone)


def way_out(view: View) -> str:
    """Where ships leave the Suez Canal zone (convoy_links.csv)."""
    return next(link.end for link in data(view).convoy_links if link.start == "csz_suez" and link.cargo == "sea")


def _ships_stay(table: Table, zone: str) -> None:
    ships = number(table, zone, lambda p: p.power == table.state.power and p.kind in SHIPS)
    cargo = number(table, zone, cargo_of(table.state.power)) or table.state.stock(zone, "supply", table.state.power)
    if ships and cargo:
        table.emit("note", "convoy.ships-stay", place=zone, amount=ships, label="ships stay at sea")


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
    if amount:
        table.emit("shipped", "convoy.chain-advance", place=zone, to=to, resource="supply", owner=power, value=power,
                   amount=amount, purpose="convoy", power=power)  # fmt: skip
    if mined:
        remember(table, pending=((to, ""),), fresh=((to, amount),) if amount else ())


@dataclass(frozen=True)
class ChainMines(Automatic):
    """Mines in the Suez zone meet what advanced into it, once all has advanced (optional mining, note A27)."""

    title: ClassVar[str] = "Mines in the Suez zone"

    def run(self, table: Table) -> None:
        if facts(table).pending:
            (zone, origin), *rest = facts(table).pending
            remember(table, pending=tuple(rest))
            table.push(*mine_steps(table, zone, origin))
            return
        clear_status(table, lambda p: True, "new")
        remember(table, fresh=())
        table.finish()


def _send_back(table: Table, zone: str) -> None:
    power = table.state.power
    for piece, n in groups(table, zone, cargo_of(power)):
        shift(table, "moved", zone, REINFORCEMENTS, piece, n, "convoy.port-lost", cargo=0)
    amount = table.state.stock(zone, "supply", power)
    if amount:
        table.emit("shipped", "convoy.port-lost", place=zone, to=REINFORCEMENTS, resource="supply", owner=power,
                   value=power, amount=amount, purpose="port lost", power=power)  # fmt: skip


def _rules(convoy: Convoy) -> tuple[str, ...]:
    first = "convoy.suez-cairo" if convoy.zone == "csz_suez" else "convoy.arrive"
    return (first, "convoy.own-turn", "convoy.enemy-ignored")


def _into_port(table: Table, convoy: Convoy) -> None:
    power, zone, port = table.state.power, convoy.zone, convoy.port
    trucks = groups(table, zone, lambda p: cargo_of(power)(p) and p.kind == "truck")
    for piece, n in trucks:
        shift(table, "moved", zone, port, piece, n, *_rules(convoy), "convoy.excess-supply-lands", cargo=0)
    _supply_lands(table, convoy)
    if air_for_the_room(table, convoy):
        table.push(WhoLandsFirst(zone))
    else:
        _units_land(table, convoy)


def ashore_later(power: str) -> Keep:
    """Which pieces in a convoy zone need room in the port: cargo, but for trucks."""
    return lambda p: cargo_of(power)(p) and p.kind != "truck"


def air_for_the_room(view: View, convoy: Convoy) -> int:
    """Aircraft that could land where cargo would take their room: nought where the order makes no difference."""
    power = view.state.power
    free = room(view, convoy.port, side_of(power))
    waiting = number(view, convoy.zone, ashore_later(power))
    near = [zone for zone in waiting_air(view) if convoy.port in bases(view, zone)]
    air = sum(number(view, zone, _convoy_air(view)) for zone in near)
    return air if waiting and 0 < free < waiting + air else 0


def _units_land(table: Table, convoy: Convoy) -> None:
    """Cargo comes ashore as far as there is room; the owner says who, where it is too small for all."""
    power, zone, port = table.state.power, convoy.zone, convoy.port
    waiting = number(table, zone, ashore_later(power))
    free = max(0, room(table, port, side_of(power)))
    kinds = groups(table, zone, ashore_later(power))
    if waiting <= free or len(kinds) == 1:
        for piece, n in kinds:
            if min(n, free):
                shift(table, "moved", zone, port, piece, min(n, free), *_rules(convoy), cargo=0)
        if waiting > free:
            table.emit("note", "convoy.excess-stays", place=zone, amount=waiting - free, label="waits at sea",
                       detail=f"{name(table, port)} has no room for {counted(waiting - free, 'unit')}")  # fmt: skip
    elif free:
        table.push(ChooseArrivals(zone, port))


@dataclass(frozen=True)
class WhoLandsFirst(Choice):
    """Where a port is too small for cargo and aircraft, the owner says which of them take the room (note A6)."""

    title: ClassVar[str] = "Cargo or aircraft first?"
    zone: str = ""

    def prompt(self, view: View) -> Prompt:
        convoy, power = data(view).convoys[self.zone], view.state.power
        free = room(view, convoy.port, side_of(power))
        cargo = say_all(groups(view, self.zone, ashore_later(power)))
        air = counted(air_for_the_room(view, convoy), "convoy aircraft", "convoy aircraft")
        return Prompt(
            f"{name(view, convoy.port)} has room for {free}: does cargo ({cargo}) come ashore first, or do aircraft "
            f"land first ({air} in reach)?",
            "Cargo that finds no room waits at sea; aircraft above the limit are excess, and some unit is lost.",
            ("convoy.arrive", "convoy.excess-stays", "convoy.air-land", "stack.owner-destroys"),
        )

    def _arrivals(self, view: View) -> ChooseArrivals | None:
        """The choice of who comes ashore, where cargo first leaves one: `arrive` answers both questions at once."""
        convoy, keep = data(view).convoys[self.zone], ashore_later(view.state.power)
        free = room(view, convoy.port, side_of(view.state.power))
        choice = number(view, self.zone, keep) > free and len(groups(view, self.zone, keep)) > 1
        return ChooseArrivals(self.zone, convoy.port) if choice else None

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (First, Arrive) if self._arrivals(view) else (First,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        arrivals = self._arrivals(view)
        return arrivals.values(view, kind, field, given) if arrivals and kind is Arrive else field.choices

    def check(self, view: View, order: Order) -> Ruling:
        arrivals = self._arrivals(view)
        if arrivals and isinstance(order, Arrive):
            return arrivals.check(view, order)
        return Ruling.allow(rules=("convoy.excess-stays", "convoy.air-land"))

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Land | Arrive):
            text = "first say who takes the room: 'first cargo' or 'first aircraft'"
            return Ruling.refuse("convoy.excess-stays", text, "convoy.air-land")
        return super().wrong_kind(view, order)

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        first = order.who if isinstance(order, First) else "cargo"
        rules, arrivals = ("convoy.excess-stays", "convoy.air-land"), self._arrivals(table)
        table.finish()
        table.emit("chose", *rules, place=self.zone, label="lands first", value=first)
        if first == "cargo" and arrivals is not None and isinstance(order, Arrive):
            arrivals.come(table, order)
        elif first == "cargo":
            _units_land(table, data(table).convoys[self.zone])


@dataclass(frozen=True)
class LateArrivals(Automatic):
    """Once the aircraft have landed, cargo that let them go first takes what room is left."""

    title: ClassVar[str] = "Cargo comes ashore"
    done: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        power = table.state.power
        for zone, convoy in data(table).convoys.items():
            if zone in self.done or power not in convoy.powers or zone in FAR_CHAIN or not is_open(table, convoy):
                continue
            if number(table, zone, ashore_later(power)) and room(table, convoy.port, side_of(power)) > 0:
                table.replace(replace(self, done=(*self.done, zone)))
                _units_land(table, convoy)
                return
        table.finish()


def _supply_lands(table: Table, convoy: Convoy) -> None:
    power, zone, port = table.state.power, convoy.zone, convoy.port
    amount = table.state.stock(zone, "supply", power)
    rules = (*_rules(convoy), "supply.not-owned")
    if room(table, port, side_of(power)) <= 0:
        rules = (*rules, "convoy.excess-supply-lands")
    limit = data(table).supply_limit(port)
    if limit is not None:
        fits = max(0, limit - table.state.stock(port, "supply"))
        rules = (*rules, "convoy.malta-supply") if amount > fits else rules
        amount = min(amount, fits)
    if amount:
        table.emit("shipped", *rules, place=zone, to=port, resource="supply", owner=power, amount=amount,
                   purpose="arrived", power=power)  # fmt: skip


@dataclass(frozen=True)
class ChooseArrivals(Choice):
    """Where the port is too small for all, the owner says who comes ashore (note A6)."""

    title: ClassVar[str] = "Who comes ashore?"
    zone: str = ""
    port: str = ""

    def _keep(self, view: View) -> Keep:
        return ashore_later(view.state.power)

    def prompt(self, view: View) -> Prompt:
        n = room(view, self.port, side_of(view.state.power))
        return Prompt(
            f"{name(view, self.port)} has room for {n}: choose who comes ashore; the rest waits at sea",
            "",
            ("convoy.excess-stays",),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Arrive,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        free = room(view, self.port, side_of(view.state.power))
        return [replace(some, count=min(some.count, free)) for some in offer(view, self.zone, self._keep(view))]

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Arrive)
        picked = pick(view, self.zone, order.units, self._keep(view), "convoy.excess-stays", "wait here")
        if isinstance(picked, Ruling):
            return picked
        free, total = room(view, self.port, side_of(view.state.power)), sum(n for _, n in picked)
        if total != free:
            return Ruling.refuse(
                "convoy.excess-stays",
                f"room for exactly {counted(free, 'unit')} to come ashore, not for {total}",
                room=free,
                named=total,
            )
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Arrive)
        table.finish()
        self.come(table, order)

    def come(self, table: Table, order: Arrive) -> None:
        """Those named come ashore."""
        picked = pick(table, self.zone, order.units, self._keep(table), "", "")
        assert not isinstance(picked, Ruling)
        rules = ("convoy.excess-stays", "convoy.arrive")
        for piece, n in picked:
            shift(table, "moved", self.zone, self.port, piece, n, *rules, cargo=0)


def first_units(offered: Sequence[Some], total: int) -> Units:
    """Exactly `total` units out of groups."""
    found = []
    for some in offered:
        n = min(some.count, total)
        if n:
            found.append(replace(some, count=n))
            total -= n
    return tuple(found)


def waiting_air(view: View) -> list[str]:
    """Convoy zones with aircraft of the acting power that must land now (note C6: not those in the chain)."""
    zones = [z for z in data(view).convoys if z not in FAR_CHAIN]
    return [z for z in zones if number(view, z, _convoy_air(view))]


def _convoy_air(view: View) -> Keep:
    return lambda p: mine(view, p) and p.kind in AIR


def bases(view: View, zone: str) -> dict[str, tuple[str, ...]]:
    """Friendly-controlled territories within two spaces of a convoy zone."""
    side = side_of(view.state.power)
    return {
        space: way
        for space, way in air_ways(view, side, zone, RANGE).items()
        if len(way) > 1 and may_land(view, side, space)
    }


@dataclass(frozen=True)
class LandConvoyAir(Choice):
    """Aircraft in convoy zones fly up to two spaces and land; those that cannot are lost."""

    title: ClassVar[str] = "Convoy aircraft land"

    def _zones(self, view: View) -> list[str]:
        return [zone for zone in waiting_air(view) if bases(view, zone)]

    def prompt(self, view: View) -> Prompt:
        zones = self._zones(view)
        if not zones:
            lost = [
                (zone, piece, n) for zone in waiting_air(view) for piece, n in groups(view, zone, _convoy_air(view))
            ]
            told = joined(f"{say(n, piece.kind)} in {name(view, zone)}" for zone, piece, n in lost)
            text = f"no base is in reach of {told}: end the phase, and they are lost" if lost else ""
            return Prompt(text or "no convoy aircraft is left to land: end the phase", "", ("convoy.air-lost",))
        return Prompt(
            f"land your aircraft out of {joined(name(view, z) for z in zones)}, at most {RANGE} spaces",
            "Convoy escorts must land at the start of your turn.",
            ("convoy.air-land", "convoy.air-lost"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Land,) if self._zones(view) else (End,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        zones = self._zones(view)
        only = given["route"][:1] if given.get("route") else zones
        if field.name == "units":
            return [some for zone in only[:1] for some in offer(view, zone, _convoy_air(view))]
        return [way for zone in only for way in bases(view, zone).values()]

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        return self._zones(view) if kind is Land else ()

    def check(self, view: View, order: Order) -> Ruling:
        if not isinstance(order, Land):
            return Ruling.allow()
        side, zone = side_of(view.state.power), order.route[0]
        if zone not in waiting_air(view):
            return Ruling.refuse("convoy.air-land", f"no aircraft of yours waits in {name(view, zone)}")
        picked = pick(view, zone, order.units, _convoy_air(view), "convoy.air-land", "must land")
        if isinstance(picked, Ruling):
            return picked
        way = air_way(view, side, order.route)
        problem = air_path_problem(view, side, way)
        if problem is not None:
            return problem
        if len(way) - 1 > RANGE:
            return Ruling.refuse(
                "convoy.air-land", f"{name(view, way[-1])} is {len(way) - 1} spaces away, {RANGE} are allowed"
            )
        if not may_land(view, side, way[-1]):
            return Ruling.refuse(
                "convoy.air-land", f"{name(view, way[-1])} is not friendly-controlled", "ncm.air.landing"
            )
        return Ruling.allow(_crowded(view, way[-1], sum(n for _, n in picked)))

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if isinstance(order, End):
            told = joined(name(view, zone) for zone in self._zones(view))
            return Ruling.refuse("convoy.air-land", f"aircraft in {told} can land, and must")
        return super().wrong_kind(view, order)

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Land):
            picked = pick(table, order.route[0], order.units, _convoy_air(table), "", "")
            assert not isinstance(picked, Ruling)
            for piece, n in picked:
                table.emit("moved", "convoy.air-land", "convoy.air-then-acts", place=order.route[0], to=order.route[-1],
                           piece=piece, count=n, power=piece.power)  # fmt: skip
        if self._zones(table):
            return
        for zone in waiting_air(table):
            for piece, n in groups(table, zone, _convoy_air(table)):
                lose(table, zone, piece, n, "no base in reach", "convoy.air-lost", "comp.return-to-pool")
        table.finish()


def _crowded(view: View, base: str, n: int) -> tuple[str, ...]:
    free = room(view, base, side_of(view.state.power))
    return (f"{name(view, base)} will hold {n - free} too many when the phase ends",) if n > free else ()
