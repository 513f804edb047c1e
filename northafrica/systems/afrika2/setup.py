"""Set-up: what a scenario lists, units whose place is free, the Trento Truck Option (rulebook 6.3, 8.3 to 8.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import total
from northafrica.core.orders import FieldSpec
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
)
from northafrica.systems.afrika2.facts import Facts, remember
from northafrica.systems.afrika2.ground import (
    closed_to,
    count_units,
    data,
    enemy_of,
    frame,
    name,
    unit,
    units_at,
    ways,
    where_is,
)
from northafrica.systems.afrika2.initialization import set_air
from northafrica.systems.afrika2.mussolini import counts_for, east_of_line
from northafrica.systems.afrika2.orders import Place, Trento
from northafrica.systems.afrika2.tables.rows import SetupRow
from northafrica.systems.afrika2.waiting import Taken, Waiting, without_points

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
    """What is settled before play begins: in later starts Trento's trucks are there or gone, 6.3.late-starts."""
    found = frame(view)
    trento = "yes" if found.trento == "yes" else ""
    return Facts(withdrawals=found.withdrawals_used, trento=trento, targets=targets(view))


def targets(view: View) -> tuple[str, ...]:
    """The units that meet the Mussolini requirement in the set-up of Compass, by the printed counters (8.4)."""
    if frame(view).id != "compass":
        return ()
    rows = (row for row in data(view).setups["compass"] if row.side == AXIS and row.kind in data(view).units)
    return tuple(row.kind for row in rows if east_of_line(view, row.where) and counts_for(view, row.kind))


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


def list_rule(view: View, row: SetupRow, section: str) -> str:
    """The rule that holds the list a line stands in, by side, place and kind."""
    if row.where in FREE:
        parts: tuple[str, ...] = ("cw-free", "cw-tobruk")
    elif row.where in ("dead", RESTRICTION):
        parts = (f"{row.side}-dead" if row.where == "dead" else "restriction", f"{row.side}-pools")
    elif row.where in OFF_MAP:
        parts = ("axis-tripoli", "axis-boxes", "axis-pools")
    else:
        parts = (*((f"{row.side}-sps",) if row.kind == "sp" else ()), f"{row.side}-map")
    return next(rule for part in parts if (rule := f"{section}.{part}") in data(view).rulebook)


def place_row(table: Table, row: SetupRow, section: str) -> None:
    """One line of a set-up list."""
    more = ("8.7.cw-sps",) if section == "8.7" and row.where in FREE and row.kind == "sp" else ()
    rules = (list_rule(table, row, section), *more, "8.0.german-british-default", f"{section}.frame")
    place = DEAD[row.side] if row.where == "dead" else TO_COME[row.side] if row.where in FREE else row.where
    told = partial(table.emit, place=place, power=row.side)
    if row.kind == "sp":
        told("gained", *rules, resource="sp", owner=row.side, amount=row.count, purpose="set-up")
    elif row.kind == "box":
        told("marked", *rules, marker="box", value=row.side, label="a Box")
    else:
        status = {"lost": row.lost} if row.lost else {}
        if row.where in FREE:
            status |= {row.where: 1}
        piece = Piece(row.side, row.kind).having(**status)
        told("placed", *rules, "2.1.nationalities", "5.1a.start-supplied", piece=piece, count=row.count)


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

    def prompt(self, view: View) -> Prompt:
        placing = Placing(self.side)
        text = f"set up {FREE[placing.area(view)]}: {placing.waiting.listed(view)}"
        return Prompt(text, "The second mover sets up first.", ("1.1.second-sets-up-first", placing.rule(view)))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        placing = Placing(self.side)
        return (placing, Plain(ChooseForMe, placing.choose))


@dataclass(frozen=True)
class Placing(Deed[Place]):
    """A side puts units whose place is free where the scenario lets it."""

    kind = Place
    side: str

    @property
    def waiting(self) -> Waiting:
        """What has no place yet."""
        return Waiting(self.side, lambda piece: True)

    def area(self, view: View) -> str:
        """Which of the free places these units have."""
        return next((s for piece, _ in self.waiting.all(view).units for s in FREE if piece.has(s)), "free_tobruk")

    def rule(self, view: View) -> str:
        """The rule that lists them."""
        return "8.3.cw-free" if self.area(view) == "free_egypt" else f"{frame(view).rule[:3]}.cw-tobruk"

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            return self.waiting.left(view)
        taken = self.waiting.take(view, given["units"], "", "")
        pieces = [] if isinstance(taken, Ruling) else taken.units
        asked = sum(some.count for some in without_points(given["units"]))
        free = [h for h in free_hexes(view, self.area(view)) if self._room(view, h) >= asked and self._open(view, h)]
        return [place for place in free if not any(closed_to(view, place, piece) for piece, _ in pieces)]

    def _room(self, view: View, place: str) -> int:
        return STACK - count_units(view, place, self.side)

    def _open(self, view: View, place: str) -> bool:
        return not count_units(view, place, enemy_of(self.side)) and bool(ways(view).steps["foot"][place])

    def judge(self, view: View, order: Place) -> Ruling:
        rule, where = self.rule(view), name(view, order.space)
        taken = self.waiting.take(view, order.units, rule, "wait for a place")
        if isinstance(taken, Ruling):
            return taken
        if order.space not in free_hexes(view, self.area(view)):
            return Ruling.refuse(rule, f"{where} is not {FREE[self.area(view)]}")
        if not self._open(view, order.space):
            return Ruling.refuse(rule, f"no unit can stand in {where}")
        closed = next((why for piece, _ in taken.units if (why := closed_to(view, order.space, piece))), None)
        if closed is not None:
            return Ruling.refuse(closed.rule, closed.reason, rule)
        asked, room = total(taken.units), self._room(view, order.space)
        if asked > room:
            there = (*taken.units, *units_at(view, order.space, self.side))
            guns = ("2.2.artillery-is-unit",) if any(unit(view, piece).artillery for piece, _ in there) else ()
            text = f"{where} has room for {room} more, not {asked}"
            return Ruling.refuse("2.3.four", text, rule, *guns, asked=asked, has=room)
        return Ruling.allow(found=taken)

    def do(self, table: Table, order: Place, found: Taken) -> None:
        self._put(table, found, order.space)
        self._settled(table)

    def choose(self, table: Table) -> None:
        """Units beside the leader or in the port, spilling into the next hexes."""
        beside = where_is(table, OCONNOR)
        wished = [TOBRUK, *TOBRUK_FORTRESS]
        if self.area(table) != "free_tobruk":
            wished = [beside, ways(table).near[beside]["N"], MATRUH]
        units, points = self.waiting.all(table)
        for piece in [piece for piece, n in units for _ in range(n)]:
            self._put(table, Taken([(piece, 1)], 0), next(place for place in wished if self._room(table, place)))
        self._put(table, Taken([], points), wished[0])
        self._settled(table)

    def _put(self, table: Table, taken: Taken, to: str) -> None:
        rules = ("1.1.second-sets-up-first", self.rule(table), f"{frame(table).rule[:3]}.frame")
        self.waiting.put(table, taken, to, "set-up", *rules, free_egypt=0, free_tobruk=0)

    def _settled(self, table: Table) -> None:
        if not self.waiting.left(table):
            table.finish()


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

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (ChoosingTrento(),)


class ChoosingTrento(Deed[Trento]):
    """The option is taken, or not."""

    kind = Trento

    def judge(self, view: View, order: Trento) -> Ruling:
        return Ruling.ALLOWED

    def do(self, table: Table, order: Trento, found: None) -> None:
        remember(table, trento=order.choice)
        table.emit("chose", "6.3.choice", label="Trento Truck Option", value=order.choice, power=AXIS)
        table.finish()


STEPS: tuple[type[Step], ...] = (FreePlaces, TrentoChoice)
