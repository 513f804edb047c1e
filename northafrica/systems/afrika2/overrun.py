"""Overruns: who may, from where, at what cost (rulebook 2.3, 3.1, 6.2c; series). Combat resolves them."""

from __future__ import annotations

from northafrica.core.groups import Picked, flip
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import combat, stacking
from northafrica.systems.afrika2.entities import LEADERS, OFF_MAP, STACK
from northafrica.systems.afrika2.ground import (
    allowance,
    count_units,
    enemy_of,
    is_unit,
    name,
    title,
    unit,
    units_at,
    ways,
    zones,
)
from northafrica.systems.afrika2.leaders import cited
from northafrica.systems.afrika2.march import left, mp, points, stack_mode, step_to, toll, units_of
from northafrica.systems.afrika2.ways import QUARTERS, Barred, Step


def targets(view: View, place: str, side: str) -> list[str]:
    """The neighbouring hexes that hold enemy units."""
    enemy = enemy_of(side)
    return sorted(near for near in ways(view).near.get(place, {}).values() if count_units(view, near, enemy))


def led(view: View, place: str, piece: Piece) -> bool:
    """Whether a unit has, or begins its move with, the benefits of a leader (6.2c)."""
    if piece.has("spent"):
        return piece.has("led")
    return any(other.power == piece.power and other.kind in LEADERS for other in view.state.at(place))


def problem(view: View, picked: Picked, route: Path) -> Ruling | None:
    """Why a stack cannot overrun, or None."""
    if len(route) != 2:
        text = "an overrun goes from the hex of the stack into a neighbouring hex; move there first, then overrun"
        return Ruling.refuse("scs.overrun-stack", text)
    start, target = route
    units = units_of(picked)
    side = units[0][0].power
    found = _target_problem(view, start, target, side)
    if found is None:
        found = _zone_problem(view, start, units)
    if found is None:
        found = _stack_problem(view, start, side)
    return found if found is not None else _way_problem(view, start, target, units)


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


def _way_problem(view: View, start: str, target: str, units: Picked) -> Ruling | None:
    """Whether the stack can enter the target, and pay for it."""
    step = step_to(view, start, target, stack_mode(view, units))
    assault = ways(view).assault(start, target)
    for found in (step, assault):
        if isinstance(found, Barred):
            return Ruling.refuse(found.rule, found.reason, "scs.attack-adjacent", place=target)
    assert isinstance(step, Step)
    dear = is_dear(view, units[0][0].power, target)
    for piece, _ in units:
        cost = price(view, piece, step, dear)
        if cost > left(view, piece):
            charged = dear and bool(toll(piece))
            zone = f", {points(toll(piece))} of them for the enemy zone of control there" if charged else ""
            has = points(left(view, piece))
            text = f"overrunning {name(view, target)} takes {mp(cost)}{zone}; {title(view, piece)} has {has} left"
            rules = (*step.rules, "scs.zoc-cost") if charged else step.rules
            return Ruling.refuse("scs.overrun-cost", text, *rules, needs=points(cost), has=has, place=target)
    return None


def is_dear(view: View, side: str, target: str) -> bool:
    """Whether an overrun pays the charge of an enemy zone of control: for that of the defenders too (option)."""
    if target in zones(view, side):
        return True
    if view.option("overrun_zone") == "neighbours":
        return False
    guns = view.option("zone_zero_attack") == "yes"
    enemies = units_at(view, target, enemy_of(side))
    return any(not piece.has("oos") and (guns or unit(view, piece).attack) for piece, _ in enemies)


def price(view: View, piece: Piece, step: Step, dear: bool) -> int:
    """What an overrun into a hex costs a unit: entering it, its zone of control, the surcharge of the option."""
    entering = allowance(view, piece) if step.all_points else step.cost
    return entering + (toll(piece) if dear else 0) + int(view.option("overrun_extra")) * QUARTERS


def begin(table: Table, picked: Picked, route: Path) -> None:
    """The stack pays and attacks; combat takes over and puts it into the hex if it is emptied."""
    start, target = route
    units = units_of(picked)
    side = units[0][0].power
    step = step_to(table, start, target, stack_mode(table, units))
    assert isinstance(step, Step)
    dear = is_dear(table, side, target)
    rules = ["scs.overrun-when", "scs.overrun-stack", "scs.overrun-cost", "3.1.overrun", *step.rules]
    rules += ["scs.zoc-cost"] if dear and any(toll(piece) for piece, _ in units) else []
    leaders = [piece for piece, _ in picked if not is_unit(piece)]
    if any(piece.has("pinned") for piece, _ in units):
        lead = next((p.kind for p in table.state.at(start) if p.kind in LEADERS and p.power == side), "")
        rules += cited(lead, "6.2c.overrun-in-ezoc", "6.2c.at-start-of-move")
    table.emit("declared", *rules, place=start, to=target, count=sum(n for _, n in units), label="overrun", power=side,
               detail=f"{', '.join(title(table, piece) for piece, _ in units)} from {name(table, start)}")  # fmt: skip
    for piece, n in units:
        spent = piece.number("spent") + price(table, piece, step, dear)
        flip(table, start, piece, n, spent=spent, attacking=1, led=int(led(table, start, piece)))
    for piece in leaders:
        flip(table, start, piece, 1, rode=1, attacking=1)
    combat.begin(table, target, side, overrun=True)
    if table.option("overstacking") == "killed":
        stacking.check_places(table, enemy_of(side), [target])
        stacking.check_places(table, side, [start], "scs.overrun-stacking", "scs.precedence")
