"""Cargo comes ashore: in port, as far as there is room (rulebook p.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed, forbidden
from northafrica.core.groups import Picked, groups, number, offer, pick, shift, total
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import data, name, room, side_of
from northafrica.systems.aana.convoys.aircraft import bases, convoy_air, waiting_air
from northafrica.systems.aana.convoys.routes import FAR_CHAIN, ashore_later, cargo_of, is_open, ship
from northafrica.systems.aana.data.entities import SUEZ
from northafrica.systems.aana.data.rows import ConvoyRow
from northafrica.systems.aana.orders import Arrive, First, Land
from northafrica.systems.aana.wording import say_all

ROOM_RULES = ("convoy.excess-stays", "convoy.air-land")
WHO_FIRST = Ruling.refuse(
    "convoy.excess-stays", "first say who takes the room: 'first cargo' or 'first aircraft'", "convoy.air-land"
)


def _rules(convoy: ConvoyRow) -> tuple[str, ...]:
    first = "convoy.suez-cairo" if convoy.zone == SUEZ else "convoy.arrive"
    return (first, "convoy.own-turn", "convoy.enemy-ignored")


def into_port(table: Table, convoy: ConvoyRow) -> None:
    """Trucks and supply land, then units as far as there is room; the owner says who comes first."""
    power, zone, port = table.state.power, convoy.zone, convoy.port
    trucks = groups(table, zone, lambda p: cargo_of(power)(p) and p.kind == "truck")
    for piece, n in trucks:
        shift(table, "moved", zone, port, piece, n, *_rules(convoy), "convoy.excess-supply-lands", cargo=0)
    _supply_lands(table, convoy)
    if air_for_the_room(table, convoy):
        table.push(WhoLandsFirst(zone))
    else:
        _units_land(table, convoy)


def air_for_the_room(view: View, convoy: ConvoyRow) -> int:
    """Aircraft that could land where cargo would take their room: nought where the order makes no difference."""
    power = view.state.power
    free = room(view, convoy.port, side_of(power))
    waiting = number(view, convoy.zone, ashore_later(power))
    near = [zone for zone in waiting_air(view) if convoy.port in bases(view, zone)]
    air = sum(number(view, zone, convoy_air(view)) for zone in near)
    return air if waiting and 0 < free < waiting + air else 0


def _units_land(table: Table, convoy: ConvoyRow) -> None:
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
            told = f"{name(table, port)} has no room for {counted(waiting - free, 'unit')}"
            table.note("waits at sea", "convoy.excess-stays", place=zone, amount=waiting - free, detail=told)
    elif free:
        table.push(ChooseArrivals(zone, port))


@dataclass(frozen=True)
class WhoLandsFirst(Choice):
    """Where a port is too small for cargo and aircraft, the owner says which of them take the room (note A6)."""

    title: ClassVar[str] = "Cargo or aircraft first?"
    zone: str

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

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        """`arrive` answers both questions at once, where cargo first leaves a choice of who comes ashore."""
        convoy, keep = data(view).convoys[self.zone], ashore_later(view.state.power)
        free = room(view, convoy.port, side_of(view.state.power))
        choice = number(view, self.zone, keep) > free and len(groups(view, self.zone, keep)) > 1
        arriving = (Arriving(self.zone, convoy.port, True),) if choice else ()
        return (SayingFirst(self.zone), *arriving, *forbidden(WHO_FIRST, Land, Arrive))


def _lands_first(table: Table, zone: str, who: str) -> None:
    table.finish()
    table.emit("chose", *ROOM_RULES, place=zone, label="lands first", value=who)


@dataclass(frozen=True)
class SayingFirst(Deed[First]):
    """Cargo or aircraft come first."""

    kind = First
    zone: str

    def judge(self, view: View, order: First) -> Ruling:
        return Ruling.allow(rules=ROOM_RULES)

    def do(self, table: Table, order: First, found: None) -> None:
        _lands_first(table, self.zone, order.who)
        if order.who == "cargo":
            _units_land(table, data(table).convoys[self.zone])


@dataclass(frozen=True)
class Arriving(Deed[Arrive]):
    """Those named come ashore, exactly as many as there is room for (note A6); `first`: before the aircraft land."""

    kind = Arrive
    zone: str
    port: str
    first: bool = False

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        free, waiting = room(view, self.port, side_of(view.state.power)), ashore_later(view.state.power)
        return [replace(some, count=min(some.count, free)) for some in offer(view, self.zone, waiting)]

    def judge(self, view: View, order: Arrive) -> Ruling:
        waiting = ashore_later(view.state.power)
        picked = pick(view, self.zone, order.units, waiting, "convoy.excess-stays", "wait here")
        if isinstance(picked, Ruling):
            return picked
        free, named = room(view, self.port, side_of(view.state.power)), total(picked)
        if named != free:
            text = f"room for exactly {counted(free, 'unit')} to come ashore, not for {named}"
            return Ruling.refuse("convoy.excess-stays", text, room=free, named=named)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Arrive, found: Picked) -> None:
        if self.first:
            _lands_first(table, self.zone, "cargo")
        else:
            table.finish()
        for piece, n in found:
            rules = ("convoy.excess-stays", "convoy.arrive")
            shift(table, "moved", self.zone, self.port, piece, n, *rules, cargo=0)


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


def _supply_lands(table: Table, convoy: ConvoyRow) -> None:
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
    ship(table, zone, port, amount, "arrived", *rules, aboard=False)


@dataclass(frozen=True)
class ChooseArrivals(Choice):
    """Where the port is too small for all, the owner says who comes ashore (note A6)."""

    title: ClassVar[str] = "Who comes ashore?"
    zone: str
    port: str

    def prompt(self, view: View) -> Prompt:
        n = room(view, self.port, side_of(view.state.power))
        return Prompt(
            f"{name(view, self.port)} has room for {n}: choose who comes ashore; the rest waits at sea",
            "",
            ("convoy.excess-stays",),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Arriving(self.zone, self.port),)
