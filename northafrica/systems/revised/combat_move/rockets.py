"""Rocket strikes are declared in the combat move phase (Rockets; Rocket Strikes)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import flip, groups, number
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.ways import search
from northafrica.systems.revised.board.charts import developed
from northafrica.systems.revised.board.ground import COMPLEX, GUN, SIDES, acting_powers, data, name
from northafrica.systems.revised.facts import facts, remember
from northafrica.systems.revised.orders.moving import Rocket

RANGE = 3
"""Spaces a rocket flies (rule special.rocket.range)."""


def launchers(view: View) -> list[str]:
    """The territories from which a rocket can still be launched."""
    used = {origin for origin, _ in facts(view).rockets}
    return [at for at in data(view).territories if at not in used and number(view, at, _gun(view))]


def _gun(view: View) -> Callable[[Piece], bool]:
    able = [power for power in acting_powers(view) if developed(view, power, "rockets")]
    return lambda p: p.kind == GUN and p.power in able and not p.has("done")


def complexes(view: View) -> list[str]:
    """The territories with an enemy complex."""
    side = SIDES[view.state.power]
    return [
        s for s in data(view).territories if number(view, s, lambda p: p.kind == COMPLEX and SIDES[p.power] != side)
    ]


def distances(view: View, origin: str, limit: int = RANGE) -> dict[str, int]:
    """How far spaces are for a rocket: land and sea count alike, neutrals are not crossed (note A8)."""
    return {to: len(way) - 1 for to, way in search(origin, limit, data(view).board.neighbours).items()}


@dataclass(frozen=True)
class Aiming(Deed[Rocket]):
    """One antiaircraft gun is aimed at a complex."""

    kind = Rocket
    projected: Callable[[View], View]
    add: Callable[[Table, Order], None]

    def barred(self, view: View) -> Ruling | None:
        if any(developed(view, power, "rockets") for power in acting_powers(view)):
            return None
        return Ruling.refuse("tech.rockets", "your power has not developed Rockets, or they do not count yet")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        now = self.projected(view)
        if field.name == "target":
            return [space for space in complexes(now) if any(judge(now, space, at) for at in launchers(now))]
        return [at for at in launchers(now) if judge(now, given["target"], at)]

    def judge(self, view: View, order: Rocket) -> Ruling:
        return Ruling.first(self.barred(view)) and judge(self.projected(view), order.target, order.origin)

    def do(self, table: Table, order: Rocket, found: Any) -> None:
        self.add(table, order)


def judge(now: View, target: str, origin: str) -> Ruling:
    """The ruling on a rocket strike."""
    strikes = facts(now).rockets
    if any(at == origin for at, _ in strikes):
        text = f"a rocket is launched from {name(now, origin)} already; one a turn from each territory"
        return Ruling.refuse("special.rocket.one-launcher", text)
    if not number(now, origin, _gun(now)):
        return Ruling.refuse("tech.rockets", f"no gun of yours in {name(now, origin)} can launch a rocket")
    if target not in complexes(now):
        return Ruling.refuse("special.rocket.range", f"no enemy industrial complex stands in {name(now, target)}")
    if any(to == target for _, to in strikes):
        text = f"the complex in {name(now, target)} is hit by one rocket already"
        return Ruling.refuse("special.rocket.one-per-complex", text)
    far = distances(now, origin, 12).get(target, 0)
    if not 0 < far <= RANGE:
        text = f"{name(now, target)} is {counted(far, 'space')} away; a rocket flies {RANGE}"
        return Ruling.refuse("special.rocket.range", text, distance=far, range=RANGE)
    return Ruling.allow(rules=("cmove.rockets.declare", "special.rocket.range"))


def declare(table: Table, order: Rocket) -> None:
    """Carry the line out."""
    gun, _ = groups(table, order.origin, _gun(table))[0]
    flip(table, order.origin, gun, 1, done=1)
    remember(table, rockets=(*facts(table).rockets, (order.origin, order.target)))
    table.emit("declared", "cmove.rockets.declare", place=order.origin, to=order.target, label="rocket strike")
