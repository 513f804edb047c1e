"""What comes: Commonwealth Supply Points, units of the Order of Arrival, leaders who are back (4.1, 5.1, 6.2e)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import groups, shift
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.capture import enter
from northafrica.systems.afrika2.entities import (
    ALEXANDRIA,
    AXIS,
    CAIRO,
    CONNECTING,
    CW,
    DEAD,
    LEADERS,
    RESTRICTION,
    STACK,
    TO_COME,
    TRIPOLI,
)
from northafrica.systems.afrika2.ground import count_units, data, enemy_of, is_leader, name, on_map, units_at, zones
from northafrica.systems.afrika2.leaders import settle_leaders
from northafrica.systems.afrika2.orders import Arrive
from northafrica.systems.afrika2.reinforcement.calendar import CW_GUNS, LISTED, base, counters, due, in_game, listed
from northafrica.systems.afrika2.tables.rows import ArrivalRow
from northafrica.systems.afrika2.waiting import SP, Taken, Waiting

SUPPLIED = "supplied"
WAITING = "waiting"


@dataclass(frozen=True)
class NewSupply(Automatic):
    """The Commonwealth gets the Supply Points of its chart (5.1)."""

    title: ClassVar[str] = "Commonwealth Supply Points"

    def run(self, table: Table) -> None:
        table.finish()
        amount = data(table).chart("supply", CW, table.state.round)
        where = base(table, CW) or TO_COME[CW]
        told = partial(table.emit, "gained", "5.1.cw-schedule", "map.cw-sps", LISTED[CW], resource=SP, owner=CW)
        told(place=where, amount=amount, purpose="this turn's Supply Points")
        if where == TO_COME[CW]:
            table.push(PlaceArrivals(CW, (SP,)))


@dataclass(frozen=True)
class Arrivals(Automatic):
    """Units listed for this turn arrive; those with a choice of place wait for it."""

    title: ClassVar[str] = "Order of Arrival"
    side: str = ""

    def run(self, table: Table) -> None:
        table.finish()
        side, rules = self.side, (*listed(table, self.side), LISTED[self.side])
        if side == AXIS:
            table.note("no Supply Points arrive: the Axis draws on Tripoli", "5.1.axis-source")
        _return_leaders(table, side)
        free: list[str] = []
        for row in due(table, side, "arrive"):
            if _bring(table, row, rules) == TO_COME[side]:
                free.append(row.kind)
        _waiting_guns(table, side)
        for row in due(table, side, "restrict"):
            if in_game(table, row.kind) < counters(table, row.kind):
                _place(table, row, RESTRICTION, row.count, (*rules, "4.1.to-restriction"))
        supplied = tuple(row.kind for row in due(table, side, "arrive") if row.where and row.kind in free)
        plain = tuple(kind for kind in free if kind not in supplied)
        if plain:
            table.push(PlaceArrivals(side, plain))
        if supplied:
            table.push(PlaceArrivals(side, supplied, SUPPLIED))
        settle_leaders(table)
        if side == CW and count_units(table, ALEXANDRIA, CW):
            enter(table, side, [ALEXANDRIA])


def _bring(table: Table, row: ArrivalRow, rules: tuple[str, ...]) -> str:
    """Place the units of one line; the place, "" where there is no counter for them."""
    fresh = min(row.count, counters(table, row.kind) - in_game(table, row.kind))
    if row.kind == CW_GUNS and fresh < row.count:
        _keep_waiting(table, _guns_waiting(table) + row.count - fresh, rules)
    if fresh <= 0:
        return ""
    where = "" if row.where else base(table, row.side)
    version = ("6.3.version",) if row.when else ()
    _place(table, row, where or TO_COME[row.side], fresh, (*rules, *version, "4.1.arrive-base"))
    return where or TO_COME[row.side]


def _place(table: Table, row: ArrivalRow, place: str, n: int, rules: tuple[str, ...]) -> None:
    stirred = {"stirred": 1} if on_map(table, place) and row.kind not in LEADERS else {}
    crowd = count_units(table, place, row.side) + n > STACK and on_map(table, place)
    more = ("4.1.overstack-ok", "scs.precedence") if crowd else ()
    piece = Piece(row.side, row.kind).having(**stirred)
    table.emit("placed", *rules, *more, place=place, piece=piece, count=n, power=row.side, purpose="reinforcement")


# -- artillery beyond the counters (option cw_artillery) -----------------------------------------------------
def _guns_waiting(view: View) -> int:
    return int(view.state.marker(TO_COME[CW], WAITING) or 0)


def _keep_waiting(table: Table, n: int, rules: tuple[str, ...]) -> None:
    value, text = str(n) if n else "", "artillery that waits for a counter"
    table.emit("marked", *rules, place=TO_COME[CW], marker=WAITING, value=value, power=CW, detail=text)


def _waiting_guns(table: Table, side: str) -> None:
    """Artillery that waits takes a dead counter as soon as there is one."""
    waits, where = _guns_waiting(table), base(table, CW)
    guns = Piece(CW, CW_GUNS)
    dead = table.state.at(DEAD[CW]).get(guns, 0)
    n = min(waits, dead)
    if side == CW and where and n:
        shift(table, "moved", DEAD[CW], where, guns, n, "2.2.artillery-is-unit", "4.1.arrive-base", stirred=1)
        _keep_waiting(table, waits - n, ())


# -- leaders --------------------------------------------------------------------------------------------------
def _return_leaders(table: Table, side: str) -> None:
    """A leader who was away comes as a reinforcement on the turn marked (6.2e, 7.1c, 7.4)."""
    rule = "6.2e.sick" if side == AXIS else "7.1c.fair-field"
    for piece, n in groups(table, TO_COME[side], is_leader):
        where = base(table, side) or next(iter(arrival_hexes(table, side)), "")
        if where and piece.number("returns") <= table.state.round:
            shift(table, "moved", TO_COME[side], where, piece, n, rule, LISTED[side], returns=0)


# -- a choice of place -----------------------------------------------------------------------------------------
def arrival_hexes(view: View, side: str, mode: str = "") -> list[str]:
    """Where units with a choice may arrive: the east edge or Cairo (4.1), or any supplied Axis hex (turn 20)."""
    if mode == SUPPLIED:
        found = [p for p in view.state.pieces if on_map(view, p) and _supplied(view, p, side)]
        return [TRIPOLI, CONNECTING, *sorted(found)]
    east = [h.id for h in data(view).hexes.values() if h.edge == "east" and h.id not in CAIRO]
    steps = data(view).ways.steps["foot"]
    return [p for p in (*CAIRO, *sorted(east)) if steps[p] and not count_units(view, p, enemy_of(side))]


def _supplied(view: View, place: str, side: str) -> bool:
    return any(not piece.has("oos") for piece, _ in units_at(view, place, side))


@dataclass(frozen=True)
class PlaceArrivals(Choice):
    """Reinforcements whose place the player may choose; `waiting` are their kinds, `sp` for Supply Points."""

    title: ClassVar[str] = "Reinforcements with a choice of place"
    side: str = ""
    waiting: tuple[str, ...] = ()
    mode: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        arriving = self._arriving()
        where = "any supplied Axis hex, Tripoli or the connecting box"
        if self.mode != SUPPLIED:
            where = "Cairo or the east edge, since Alexandria is lost"
        text = f"place reinforcements: {arriving.pool.listed(view)}"
        return Prompt(text, f"They arrive in {where}.", (arriving.rule(view),))

    def _arriving(self) -> Arriving:
        return Arriving(self.side, self.waiting, self.mode)

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        arriving = self._arriving()
        return (arriving, Plain(ChooseForMe, arriving.choose))


@dataclass(frozen=True)
class Arriving(Deed[Arrive]):
    """Reinforcements of some kinds come to a place that is open to them."""

    kind = Arrive
    side: str
    kinds: tuple[str, ...]
    mode: str

    @property
    def pool(self) -> Waiting:
        """What waits for a place."""
        return Waiting(self.side, lambda p: p.kind in self.kinds and not p.has("returns"), SP in self.kinds)

    def rule(self, view: View) -> str:
        """The rule that leaves the place open."""
        return "4.1.alex-lost" if self.mode != SUPPLIED else next(iter(listed(view, self.side)), "4.1.arrive-base")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return self.pool.left(view) if field.name == "units" else arrival_hexes(view, self.side, self.mode)

    def judge(self, view: View, order: Arrive) -> Ruling:
        rule, place = self.rule(view), order.space
        taken = self.pool.take(view, order.units, rule, "arrives now")
        if isinstance(taken, Ruling):
            return taken
        if place in arrival_hexes(view, self.side, self.mode):
            return Ruling.allow(found=taken)
        enemies = count_units(view, place, enemy_of(self.side))
        if enemies:
            text = f"{name(view, place)} is held by the enemy (units there: {enemies})"
            return Ruling.refuse("scs.place-not-enemy", text, rule, enemies=enemies)
        where = "where an Axis unit stands that is not Out of Supply" if self.mode else "in Cairo or on the east edge"
        return Ruling.refuse(rule, f"they arrive {where}, not in {name(view, place)}")

    def do(self, table: Table, order: Arrive, found: Taken) -> None:
        self._come(table, order.space, found)

    def choose(self, table: Table) -> None:
        """Beside friends where there are any, else to the first place allowed."""
        places = arrival_hexes(table, self.side, self.mode)
        most = max(places, key=lambda place: count_units(table, place, self.side))
        self._come(table, places[0] if self.mode else most, self.pool.all(table))

    def _come(self, table: Table, to: str, taken: Taken) -> None:
        zone = ("scs.place-not-enemy",) if to in zones(table, self.side) else ()
        rules = (self.rule(table), *listed(table, self.side), *zone)
        self.pool.put(table, taken, to, "arrival", *rules, stirred=int(on_map(table, to)))
        if not self.pool.left(table):
            table.finish()
        if taken.units and on_map(table, to):
            enter(table, self.side, [to])


STEPS: tuple[type[Step], ...] = (NewSupply, Arrivals, PlaceArrivals)
