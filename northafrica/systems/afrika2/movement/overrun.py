"""Overruns: who may, from where, at what cost (rulebook 2.3, 3.1, 6.2c; series). Combat resolves them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from northafrica.core.groups import Picked, flip, total
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.hex_reach import Barred, Step
from northafrica.systems.afrika2 import combat, stacking
from northafrica.systems.afrika2.entities import LEADERS, OFF_MAP, STACK
from northafrica.systems.afrika2.ground import (
    allowance,
    count_units,
    enemy_of,
    is_leader,
    leader_at,
    name,
    title,
    unit,
    units_at,
    ways,
    zones,
)
from northafrica.systems.afrika2.leaders import cited, led
from northafrica.systems.afrika2.movement.march import left, mp, points, stack_mode, toll, units_of
from northafrica.systems.afrika2.movement.stacks import OfStack, retire
from northafrica.systems.afrika2.orders import Overrun
from northafrica.systems.afrika2.terrain.ways import QUARTERS


def targets(view: View, place: str, side: str) -> list[str]:
    """The neighbouring hexes that hold enemy units."""
    enemy = enemy_of(side)
    return sorted(near for near in ways(view).near.get(place, {}).values() if count_units(view, near, enemy))


@dataclass(frozen=True)
class Charge:
    """What an overrun costs: the step into the hex, and whether a zone of control is paid for."""

    step: Step
    dear: bool


class Overrunning(OfStack[Overrun]):
    """A stack attacks a neighbouring hex in the course of its move."""

    kind = Overrun
    rule = "scs.overrun-stack"

    def places(self, view: View) -> Sequence[str]:
        return [place for place in self.movers.starts(view) if targets(view, place, view.state.power)]

    def ways(self, view: View, place: str, picked: Picked) -> Sequence[Path]:
        found = [(place, target) for target in targets(view, place, view.state.power)]
        return [way for way in found if not isinstance(charge(view, picked, way), Ruling)]

    def judge_way(self, view: View, route: Path, picked: Picked) -> Ruling:
        found = charge(view, picked, route)
        if isinstance(found, Ruling):
            return found
        warned = [note for place in route if (note := stacking.warning(view, place))]
        return Ruling.allow(warned, self.movers.basis(view, route[0], picked), (picked, found))

    def do(self, table: Table, order: Overrun, found: tuple[Picked, Charge]) -> None:
        """The stack pays and attacks; combat takes over and puts it into the hex if it is emptied."""
        (start, target), (picked, cost), side = order.route, found, table.state.power
        retire(table, start, picked)
        units = units_of(picked)
        text = f"{', '.join(title(table, piece) for piece, _ in units)} from {name(table, start)}"
        rules = rules_of(table, start, units, cost)
        table.emit("declared", *rules, place=start, to=target, count=total(units), label="overrun", detail=text)
        for piece, n in units:
            spent = piece.number("spent") + price(table, piece, cost)
            flip(table, start, piece, n, spent=spent, attacking=1, led=int(led(table, start, piece)))
        for piece in (piece for piece, _ in picked if is_leader(piece)):
            flip(table, start, piece, 1, rode=1, attacking=1)
        combat.begin(table, target, side, overrun=True)
        if table.option("overstacking") == "killed":
            stacking.check_places(table, enemy_of(side), [target])
            stacking.check_places(table, side, [start], "scs.overrun-stacking", "scs.precedence")


def rules_of(view: View, start: str, units: Picked, cost: Charge) -> tuple[str, ...]:
    """The rules that bear on an overrun."""
    zone = ("scs.zoc-cost",) if cost.dear and any(toll(piece) for piece, _ in units) else ()
    pinned: tuple[str, ...] = ()
    if any(piece.has("pinned") for piece, _ in units):
        leader = leader_at(view, start, view.state.power)
        who = "" if leader is None else leader.kind
        pinned = cited(who, "6.2c.overrun-in-ezoc", "6.2c.at-start-of-move")
    return (
        "scs.overrun-when",
        "scs.overrun-stack",
        "scs.overrun-cost",
        "3.1.overrun",
        *cost.step.rules,
        *zone,
        *pinned,
    )


def charge(view: View, picked: Picked, route: Path) -> Charge | Ruling:
    """What an overrun costs a stack, or why it cannot be made."""
    if len(route) != 2:
        text = "an overrun goes from the hex of the stack into a neighbouring hex; move there first, then overrun"
        return Ruling.refuse("scs.overrun-stack", text)
    (start, target), units = route, units_of(picked)
    side = units[0][0].power
    for problem in (
        _target_problem(view, start, target, side),
        _zone_problem(view, start, units),
        _stack_problem(view, start, side),
    ):
        if problem is not None:
            return problem
    return _payable(view, start, target, units)


def _target_problem(view: View, start: str, target: str, side: str) -> Ruling | None:
    if start in OFF_MAP or target in OFF_MAP:
        return Ruling.refuse("1.7.off-map", "no combat takes place in or out of the boxes beside the map")
    if (start, target) not in ways(view).toward:
        text = f"{name(view, target)} does not touch {name(view, start)}"
        return Ruling.refuse("scs.overrun-stack", text, "scs.attack-adjacent", place=target)
    if not count_units(view, target, enemy_of(side)):
        text = f"no enemy unit stands in {name(view, target)}: move in instead"
        return Ruling.refuse("scs.overrun-when", text, "5.3.no-attack-alone", place=target)
    return None


def _zone_problem(view: View, start: str, units: Picked) -> Ruling | None:
    """Units that began the phase in an enemy zone of control overrun only with a leader (6.2c)."""
    for piece, _ in units:
        if piece.has("pinned") and not led(view, start, piece):
            text = f"{title(view, piece)} began the phase in an enemy zone of control and no leader is with its stack"
            if piece.has("spent") and any(p.kind in LEADERS for p in view.state.at(start)):
                text = f"{title(view, piece)} began its move in an enemy zone of control without a leader"
                return Ruling.refuse("scs.overrun-not-ezoc", text, "6.2c.at-start-of-move", place=start)
            return Ruling.refuse("scs.overrun-not-ezoc", text, "6.2c.overrun-in-ezoc", place=start)
    return None


def _stack_problem(view: View, start: str, side: str) -> Ruling | None:
    """Option overstacking: the series takes the overrun back; by the game what is too much dies first (2.3)."""
    there = count_units(view, start, side)
    if there <= STACK or view.option("overstacking") == "killed":
        return None
    text = f"{there} of your units stand in {name(view, start)}; with friends in the hex an overrun may have {STACK}"
    return Ruling.refuse("scs.overrun-stacking", text, "2.3.when-checked", has=there, most=STACK)


def _payable(view: View, start: str, target: str, units: Picked) -> Charge | Ruling:
    """Whether the stack can enter the target, and pay for it."""
    step, assault = ways(view).between(start, target, stack_mode(view, units)), ways(view).assault(start, target)
    if isinstance(step, Barred):
        return Ruling.refuse(step.rule, step.reason, "scs.attack-adjacent", place=target)
    if isinstance(assault, Barred):
        return Ruling.refuse(assault.rule, assault.reason, "scs.attack-adjacent", place=target)
    cost = Charge(step, is_dear(view, units[0][0].power, target))
    for piece, _ in units:
        needs, has = price(view, piece, cost), left(view, piece)
        if needs > has:
            charged = cost.dear and bool(toll(piece))
            zone = f", {points(toll(piece))} of them for the enemy zone of control there" if charged else ""
            text = (
                f"overrunning {name(view, target)} takes {mp(needs)}{zone}; {title(view, piece)} has {points(has)} left"
            )
            rules = (*step.rules, "scs.zoc-cost") if charged else step.rules
            return Ruling.refuse("scs.overrun-cost", text, *rules, needs=points(needs), has=points(has), place=target)
    return cost


def is_dear(view: View, side: str, target: str) -> bool:
    """Whether an overrun pays the charge of an enemy zone of control: for that of the defenders too (option)."""
    if target in zones(view, side):
        return True
    if view.option("overrun_zone") == "neighbours":
        return False
    guns = view.option("zone_zero_attack") == "yes"
    enemies = units_at(view, target, enemy_of(side))
    return any(not piece.has("oos") and (guns or unit(view, piece).attack) for piece, _ in enemies)


def price(view: View, piece: Piece, cost: Charge) -> int:
    """What an overrun into a hex costs a unit: entering it, its zone of control, the surcharge of the option."""
    entering = allowance(view, piece) if cost.step.all_points else cost.step.cost
    return entering + (toll(piece) if cost.dear else 0) + int(view.option("overrun_extra")) * QUARTERS
