"""Set-up: what a scenario lists, units whose place is free, the Trento Truck Option (rulebook 6.3, 8.3 to 8.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe
from northafrica.core.groups import groups, offer, pick, shift
from northafrica.core.orders import FieldSpec, Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import (
    ALAMEIN,
    ALEXANDRIA,
    AXIS,
    CAIRO,
    CW,
    DEAD,
    FREE,
    HELD,
    MATRUH,
    OCONNOR,
    OFF_MAP,
    RESTRICTION,
    STACK,
    TO_COME,
    TOBRUK,
    TOBRUK_FORTRESS,
    Setup,
)
from northafrica.systems.afrika2.facts import Facts, remember
from northafrica.systems.afrika2.ground import closed_to, count_units, data, enemy_of, frame, name, where_is
from northafrica.systems.afrika2.initialization import set_air
from northafrica.systems.afrika2.mussolini import counts_for, east_of_line
from northafrica.systems.afrika2.orders import Place, Trento

EGYPT = (ALEXANDRIA, MATRUH, *CAIRO, ALAMEIN)
FIRST_FREE_COLUMN = 51


def set_up(table: Table) -> None:
    """Put everything on the map that the scenario lists."""
    found = frame(table)
    table.state.round, table.state.phase = found.first_turn, "setup"
    table.state.facts = first_facts(table)
    table.emit("began", found.rule, "8.2.choose-version", label=found.title, power="")
    mark_control(table)
    for row in data(table).setups[found.id]:
        place_row(table, row, found.rule.replace(".frame", ""))
    for side in (AXIS, CW):
        table.state.power = side
        set_air(table, side, "1.1.air-init-both")
    table.state.power = ""
    if found.trento == "yes":
        table.emit("chose", "6.3.late-starts", label="Trento Truck Option", value="yes", power=AXIS)


def first_facts(view: View) -> Facts:
    """What is settled before play begins."""
    found = frame(view)
    trento = "yes" if found.trento == "yes" else ""
    return Facts(withdrawals=found.withdrawals_used, trento=trento, targets=targets(view))


def targets(view: View) -> tuple[str, ...]:
    """The units that meet the Mussolini requirement in the set-up of Compass, by the printed counters (8.4)."""
    if frame(view).id != "compass":
        return ()
    rows = (row for row in data(view).setups["compass"] if row.side == AXIS and row.kind in data(view).units)
    return tuple(row.kind for row in rows if east_of_line(view, row.place) and counts_for(view, row.kind))


def mark_control(table: Table) -> None:
    """Who holds the ports and cities at the start (row 8.0.port-owners)."""
    for place, side in {**dict.fromkeys(EGYPT, CW), **frame(table).ports}.items():
        table.emit("control", "8.0.port-owners", place=place, marker="control", value=side, power=side)


def hold_what_stands(table: Table) -> None:
    """In a position made by hand units hold the ports and cities they stand in."""
    for place in HELD:
        for side in (AXIS, CW):
            if count_units(table, place, side) and table.state.marker(place, "control") != side:
                table.emit("control", "8.0.port-owners", place=place, marker="control", value=side, power=side)


def list_rule(view: View, row: Setup, section: str) -> str:
    """The rule that holds the list a line stands in, by side, place and kind."""
    if row.place in FREE:
        parts: tuple[str, ...] = ("cw-free", "cw-tobruk")
    elif row.place in ("dead", RESTRICTION):
        parts = (f"{row.side}-dead" if row.place == "dead" else "restriction", f"{row.side}-pools")
    elif row.place in OFF_MAP:
        parts = ("axis-tripoli", "axis-boxes", "axis-pools")
    else:
        parts = (*((f"{row.side}-sps",) if row.kind == "sp" else ()), f"{row.side}-map")
    return next(rule for part in parts if (rule := f"{section}.{part}") in data(view).rulebook)


def place_row(table: Table, row: Setup, section: str) -> None:
    """One line of a set-up list."""
    more = ("8.7.cw-sps",) if section == "8.7" and row.place in FREE and row.kind == "sp" else ()
    rules = (list_rule(table, row, section), *more, "8.0.german-british-default", f"{section}.frame")
    place = DEAD[row.side] if row.place == "dead" else TO_COME[row.side] if row.place in FREE else row.place
    if row.kind == "sp":
        table.emit("gained", *rules, place=place, resource="sp", owner=row.side, amount=row.count, purpose="set-up",
                   power=row.side)  # fmt: skip
    elif row.kind == "box":
        table.emit("marked", *rules, place=place, marker="box", value=row.side, power=row.side, label="a Box")
    else:
        status = {"lost": row.lost} if row.lost else {}
        if row.place in FREE:
            status |= {row.place: 1}
        piece = Piece(row.side, row.kind).having(**status)
        table.emit(
            "placed",
            *rules,
            "2.1.nationalities",
            "5.1a.start-supplied",
            place=place,
            piece=piece,
            count=row.count,
            power=row.side,
        )


def steps(view: View) -> tuple[Step, ...]:
    """The choices before play: free places, the second mover first (1.1), then Trento."""
    first = frame(view).first_player
    free = tuple(FreePlaces(side) for side in (enemy_of(first), first) if view.state.at(TO_COME[side]))
    return (*free, *((TrentoChoice(),) if frame(view).trento == "choice" else ()))


def free_hexes(view: View, status: str) -> list[str]:
    """Where a unit with a free place may be set up."""
    if status == "free_tobruk":
        return list(TOBRUK_FORTRESS)
    return [h.id for h in data(view).hexes.values() if h.column >= FIRST_FREE_COLUMN]


@dataclass(frozen=True)
class FreePlaces(Choice):
    """A side sets up the units whose place it may choose."""

    title: ClassVar[str] = "Set-up of free units"
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def left(self, view: View) -> list[Some]:
        """Units, and supply points as `sp`, that have no place yet."""
        units = offer(view, TO_COME[self.side], lambda piece: True)
        points = view.state.stock(TO_COME[self.side], "sp", self.side)
        return [*(replace(some, status=None) for some in units), *([Some(points, "sp")] if points else [])]

    def prompt(self, view: View) -> Prompt:
        listed = ", ".join(f"{s.count} {view.names.kind(s.kind, s.count)}" for s in self.left(view))
        where = FREE[self._status(view)]
        return Prompt(f"set up {where}: {listed}", "The second mover sets up first.",
                      ("1.1.second-sets-up-first", self._rule(view)))  # fmt: skip

    def _status(self, view: View) -> str:
        found = groups(view, TO_COME[self.side])
        return next((s for piece, _ in found for s in FREE if piece.has(s)), "free_tobruk")

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Place, ChooseForMe)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            return self.left(view)
        units = tuple(some for some in given["units"] if some.kind != "sp")
        picked = pick(view, TO_COME[self.side], units, lambda piece: True, "", "")
        pieces = () if isinstance(picked, Ruling) else tuple(piece for piece, _ in picked)
        asked = sum(some.count for some in units)
        return [h for h in free_hexes(view, self._status(view)) if self._room(view, h) >= asked and self._open(view, h)
                and not any(closed_to(view, h, piece) for piece in pieces)]  # fmt: skip

    def _rule(self, view: View) -> str:
        return "8.3.cw-free" if self._status(view) == "free_egypt" else f"{frame(view).rule[:3]}.cw-tobruk"

    def _room(self, view: View, place: str) -> int:
        return STACK - count_units(view, place, self.side)

    def _open(self, view: View, place: str) -> bool:
        return not count_units(view, place, enemy_of(self.side)) and bool(view.setting.data.ways.steps["foot"][place])

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, ChooseForMe):
            return Ruling.allow()
        assert isinstance(order, Place)
        rule = self._rule(view)
        points = sum(some.count for some in order.units if some.kind == "sp")
        units = tuple(some for some in order.units if some.kind != "sp")
        picked = pick(view, TO_COME[self.side], units, lambda piece: True, rule, "wait for a place")
        if isinstance(picked, Ruling):
            return picked
        have = view.state.stock(TO_COME[self.side], "sp", self.side)
        if points > have:
            return Ruling.refuse(rule, f"{have} supply points wait for a place, not {points}", asked=points, has=have)
        if order.space not in free_hexes(view, self._status(view)):
            return Ruling.refuse(rule, f"{name(view, order.space)} is not {FREE[self._status(view)]}")
        if not self._open(view, order.space):
            return Ruling.refuse(rule, f"no unit can stand in {name(view, order.space)}")
        closed = next((why for piece, _ in picked if (why := closed_to(view, order.space, piece))), None)
        if closed is not None:
            return Ruling.refuse(closed.rule, closed.reason, rule)
        asked = sum(some.count for some in units)
        if asked > self._room(view, order.space):
            text = f"{name(view, order.space)} has room for {self._room(view, order.space)} more, not {asked}"
            guns = ("2.2.artillery-is-unit",) if self._guns(view, order) else ()
            return Ruling.refuse("2.3.four", text, rule, *guns, asked=asked, has=self._room(view, order.space))
        return Ruling.allow()

    def _guns(self, view: View, order: Place) -> bool:
        """Whether artillery is among the units there or to come."""
        kinds = {some.kind for some in order.units} | {piece.kind for piece in view.state.at(order.space)}
        return any(kind in data(view).units and data(view).units[kind].artillery for kind in kinds)

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, ChooseForMe):
            self._choose(table)
        else:
            assert isinstance(order, Place)
            self._put(table, order)
        if not table.state.at(TO_COME[self.side]) and not table.state.stock(TO_COME[self.side], "sp", self.side):
            table.finish()

    def _put(self, table: Table, order: Place) -> None:
        here = TO_COME[self.side]
        rules = ("1.1.second-sets-up-first", self._rule(table), f"{frame(table).rule[:3]}.frame")
        units = tuple(some for some in order.units if some.kind != "sp")
        picked = pick(table, here, units, lambda piece: True, "", "")
        assert not isinstance(picked, Ruling)
        for piece, n in picked:
            shift(table, "moved", here, order.space, piece, n, *rules, free_egypt=0, free_tobruk=0)
        points = sum(some.count for some in order.units if some.kind == "sp")
        if points:
            table.emit("shipped", *rules, place=here, to=order.space, resource="sp", owner=self.side, value=self.side,
                       amount=points, purpose="set-up", power=self.side)  # fmt: skip

    def _choose(self, table: Table) -> None:
        """Units beside the leader or in the port, spilling into the next hexes."""
        beside = where_is(table, OCONNOR)
        wished = [TOBRUK, *TOBRUK_FORTRESS]
        if self._status(table) != "free_tobruk":
            wished = [beside, data(table).ways.near[beside]["N"], MATRUH]
        for some in self.left(table):
            for _ in range(some.count if some.kind != "sp" else 1):
                one = replace(some, count=some.count if some.kind == "sp" else 1)
                spot = next(h for h in wished if self._room(table, h) or some.kind == "sp")
                self._put(table, Place((one,), spot))


@dataclass(frozen=True)
class TrentoChoice(Choice):
    """The Axis decides on the Trento Truck Option before play (6.3)."""

    title: ClassVar[str] = "Trento Truck Option"

    def seat(self, view: View) -> str:
        return view.seat_of(AXIS)

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            "use the Trento Truck Option: yes or no?",
            "Yes gives a truck each turn and brings Trento as one slow division; no brings it as two regiments.",
            ("6.3.choice", "6.3.plus-truck", "6.3.version"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Trento,)

    def check(self, view: View, order: Order) -> Ruling:
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Trento)
        remember(table, trento=order.choice)
        table.emit("chose", "6.3.choice", label="Trento Truck Option", value=order.choice, power=AXIS)
        table.finish()


STEPS: tuple[type[Step], ...] = (FreePlaces, TrentoChoice)
