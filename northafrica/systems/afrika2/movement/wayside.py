"""The rules that a march shows: what its event cites besides the cost of each step (rulebook 1.4 to 1.7; series)."""

from __future__ import annotations

from collections.abc import Collection

from northafrica.core.groups import Picked
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Barred, Step
from northafrica.systems.afrika2.entities import AXIS
from northafrica.systems.afrika2.ground import (
    allowance,
    data,
    enemy_of,
    on_map,
    supply_points,
    units_at,
    ways,
    zones,
)
from northafrica.systems.afrika2.movement.march import Bill, stack_mode, toll, units_of
from northafrica.systems.afrika2.terrain.ways import QUARTERS


def shown(view: View, picked: Picked, bill: Bill) -> tuple[str, ...]:
    """The ids that the event of a march cites, each once."""
    units = units_of(picked)
    dear = zones(view, units[0][0].power)
    found: list[str] = ["scs.one-move"]
    for here, step in zip(bill.way, bill.steps, strict=False):
        found += step.rules
        if on_map(view, step.to):
            found += [*_terrain(view, units, here, step), *_zone(view, units, here, step.to, dear)]
            found += _things(view, units[0][0].power, step.to)
        else:
            found.append("1.7.off-map")
    for piece, _ in units:
        found += _allowance(view, piece, bill, dear)
    return tuple(dict.fromkeys(found))


def _terrain(view: View, units: Picked, here: str, step: Step) -> list[str]:
    """Highest cost, roads that cancel terrain, roads that do not join (1.4)."""
    map_ways, info = ways(view), data(view).hexes[step.to]
    found = [f"tec.{info.city}-city"] if info.city else []
    if not on_map(view, here):
        return found
    side = map_ways.toward[here, step.to]
    start = data(view).hexes[here]
    if side in start.forts:
        found.append("tec.fort-or-box")
    entry = map_ways.entry(step.to, stack_mode(view, units))
    if step.road:
        barrier = side in start.escarpments or side in start.wadis or side in start.rivers or side in start.sea_lines
        costly = isinstance(entry, Barred) or entry[0] > QUARTERS
        return [*found, "1.4.road-negates"] if barrier or costly else found
    if len(map_ways.terrains(step.to)) > 1:
        found.append("1.4.move-highest")
    return [*found, "scs.road-connected"] if start.roads and info.roads else found


def _zone(view: View, units: Picked, here: str, to: str, dear: Collection[str]) -> list[str]:
    """Zones of control entered, left, or not there although an enemy is near."""
    found = ["scs.zoc-no-stop"] if here in dear else []
    if to in dear:
        paid = ["scs.zoc-cost", "scs.zoc-six"] if any(toll(piece) for piece, _ in units) else []
        free = ["7.3.lrdg-zoc"] if any(not toll(piece) for piece, _ in units) else []
        return found + paid + free
    enemy = enemy_of(units[0][0].power)
    for near in ways(view).near[to].values():
        there = [piece for piece, _ in units_at(view, near, enemy)]
        if there and all(piece.has("oos") for piece in there):
            found.append("5.2.no-exploit-no-zoc")
        elif there and view.option("zone_terrain") == "stop":
            found.append("scs.zoc-terrain")
    return found


def _things(view: View, side: str, to: str) -> list[str]:
    """Boxes and enemy Supply Points cost nothing more (1.6, 5.3)."""
    found = ["1.6.box-effect-only", "tec.fort-or-box"] if view.state.marker(to, "box") else []
    return [*found, "5.3.no-extra-mp"] if supply_points(view, to, enemy_of(side)) else found


def _allowance(view: View, piece: Piece, bill: Bill, dear: Collection[str]) -> list[str]:
    """Halves and quarters, halved allowances, the one hex that may always be gone."""
    has = allowance(view, piece)
    found = ["5.2.halved-defence-move"] if piece.has("oos") else []
    if has % QUARTERS or bill.after(piece) % QUARTERS:
        found.append("scs.fractions")
    step = bill.steps[0]
    full = step.cost + (toll(piece) if step.to in dear else 0)
    if len(bill.steps) == 1 and not piece.has("spent") and full > has:
        found.append("scs.min-one-hex")
        if piece.power == AXIS and not (on_map(view, step.to) and on_map(view, bill.way[0])):
            found.append("1.7.slow-crossing")
    return found
