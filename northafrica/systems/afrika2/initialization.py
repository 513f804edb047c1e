"""Initialization Phase: air points, trucks, shipping, port capacities (rulebook 1.1, 1.9, 5.4; map charts)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.step import Automatic, Dice, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import AXIS, CW, ROLLED_PORTS, TRACK
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import controller, data, name
from northafrica.systems.afrika2.leaders import flights


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase: tracks, shipping (Axis), then a die for each port held."""
    side = view.state.power
    shipping = (RollShipping(),) if side == AXIS else ()
    return (SetTracks(), *shipping, RollPorts(), CountShipping(), *flights(view))


def set_stock(table: Table, place: str, resource: str, amount: int, purpose: str, *rules: str) -> None:
    """Set a track to a number: what was left on it is lost (3.2.no-saving, 5.4a.allowance)."""
    left = table.state.stock(place, resource)
    if left:
        table.emit("expired", *rules, place=place, resource=resource, amount=left, purpose="unused")
    if amount:
        table.emit("gained", *rules, place=place, resource=resource, amount=amount, purpose=purpose)


def trucks_of(view: View, side: str) -> tuple[int, tuple[str, ...]]:
    """How many trucks a side has this turn, with the rules."""
    base = data(view).chart("trucks", side, view.state.round)
    if side == AXIS and facts(view).trento == "yes":
        return base + 1, ("map.axis-trucks", "6.3.plus-truck")
    return base, ("map.axis-trucks" if side == AXIS else "map.cw-trucks",)


def set_air(table: Table, side: str, *rules: str) -> None:
    """Set a side's air points to what the chart gives this turn."""
    amount = data(table).chart("air", side, table.state.round)
    set_stock(table, TRACK[side], "air", amount, "this turn's air points", f"map.{side}-air", "3.2.no-saving", *rules)


@dataclass(frozen=True)
class SetTracks(Automatic):
    """Air points and trucks are set anew."""

    title: ClassVar[str] = "Air points and trucks"

    def run(self, table: Table) -> None:
        side = table.state.power
        listed = "1.1.axis-init-steps" if side == AXIS else "1.1.cw-init-steps"
        set_air(table, side, listed)
        trucks, rules = trucks_of(table, side)
        remember(table, spare=0)
        set_stock(table, TRACK[side], "truck", trucks, "this turn's trucks", *rules, "5.4a.allowance", listed)
        table.finish()


@dataclass(frozen=True)
class RollShipping(Dice):
    """The Axis rolls for its coastal shipping (5.4c)."""

    title: ClassVar[str] = "Coastal shipping"

    def names(self, view: View) -> tuple[str, ...]:
        return ("shipping",)

    def what_counts(self, view: View) -> str:
        return "1 gives 1 point, 2 to 4 give 2, 5 gives 3, 6 gives 4"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("5.4c.axis-roll", "map.axis-shipping")

    def resolve(self, table: Table, result: Result) -> None:
        die = int(result[0])
        points = data(table).chart("shipping", AXIS, die)
        rules = ("5.4c.axis-roll", "map.axis-shipping", "1.1.axis-init-steps")
        table.emit(
            "result", *rules, label="coastal shipping", value=str(points), dice=(die,), faces=6, place=TRACK[AXIS]
        )
        set_stock(table, TRACK[AXIS], "shipping", points, "this turn's coastal shipping", *rules)
        table.finish()


def rolled_ports(view: View, side: str) -> list[str]:
    """The ports a side rolls for: those it holds and did not capture this very turn (1.9, 1.9a)."""
    turn = str(view.state.round)
    return [p for p in ROLLED_PORTS if controller(view, p) == side and view.state.marker(p, "captured") != turn]


@dataclass(frozen=True)
class RollPorts(Automatic):
    """A die for each port the side holds."""

    title: ClassVar[str] = "Port capacities"

    def run(self, table: Table) -> None:
        table.replace(*(RollPort(port) for port in rolled_ports(table, table.state.power)))


@dataclass(frozen=True)
class RollPort(Dice):
    """One port's capacity this turn."""

    title: ClassVar[str] = "Port capacity"
    port: str = ""

    def label(self, view: View) -> str:
        return f"port capacity of {name(view, self.port)}"

    def names(self, view: View) -> tuple[str, ...]:
        return ("port", self.port)

    def what_counts(self, view: View) -> str:
        lines = data(view).charts["port", self.port]
        return ", ".join(
            f"{low} to {high} give {value}" if low != high else f"{low} gives {value}" for low, high, value in lines
        )

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("1.9.capacity-roll", "map.port-capacity")

    def resolve(self, table: Table, result: Result) -> None:
        die = int(result[0])
        capacity = data(table).chart("port", self.port, die)
        new = ("1.9a.next-turn",) if table.state.marker(self.port, "captured") else ()
        listed = "1.1.axis-init-steps" if table.state.power == AXIS else "1.1.cw-init-steps"
        rules = ("1.9.capacity-roll", "map.port-capacity", "1.9b.no-air-damage", listed, *new)
        label = f"capacity of {name(table, self.port)}"
        table.emit("result", *rules, label=label, value=str(capacity), dice=(die,), faces=6, place=self.port)
        set_stock(table, self.port, "capacity", capacity, "this turn's port capacity", *rules)
        table.finish()


@dataclass(frozen=True)
class CountShipping(Automatic):
    """The Commonwealth ships what its ports can take, Alexandria not counted (5.4d)."""

    title: ClassVar[str] = "Coastal shipping"

    def run(self, table: Table) -> None:
        if table.state.power == CW:
            total = sum(table.state.stock(port, "capacity") for port in rolled_ports(table, CW))
            set_stock(table, TRACK[CW], "shipping", total, "sum of port capacities", "5.4d.cw-shipping")
        table.finish()


def fill_tracks(table: Table) -> None:
    """In a position made by hand a side whose track says nothing has its full air points and trucks."""
    for side in (AXIS, CW):
        if table.state.stocks.get(TRACK[side]):
            continue
        table.state.power, before = side, table.state.power
        set_air(table, side)
        trucks, rules = trucks_of(table, side)
        set_stock(table, TRACK[side], "truck", trucks, "this turn's trucks", *rules)
        table.state.power = before


STEPS: tuple[type[Step], ...] = (SetTracks, RollShipping, RollPorts, RollPort, CountShipping)
