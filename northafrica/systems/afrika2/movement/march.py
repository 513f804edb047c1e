"""How a stack marches: who may be in it, the way it takes, what that costs (rulebook 1.4, 1.7; chart; series).

A stack is the pieces that an order names; all pay their own movement points, so the slowest sets the limit. Costs
are quarters of a point. `Bill` is a way that can be paid; a refusal says which step cannot be made, and why.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from northafrica.core.groups import Picked
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Barred, Limits, Reach, Step, search
from northafrica.systems.afrika2.entities import CONNECTING, CW, LRDG, OFF_MAP, RESTRICTION, Mode
from northafrica.systems.afrika2.ground import (
    allowance,
    enemy_of,
    is_unit,
    mode,
    name,
    occupied,
    on_map,
    title,
    ways,
    zones,
)
from northafrica.systems.afrika2.terrain.ways import QUARTERS

TOLL = 2 * QUARTERS
FAR = 1 << 20


def points(quarters: int) -> str:
    """Movement points for people: 18 quarters are ``4 1/2``.

    >>> points(18), points(1), points(8)
    ('4 1/2', '1/4', '2')
    """
    whole, rest = divmod(quarters, QUARTERS)
    if not rest:
        return str(whole)
    return f"{whole} {Fraction(rest, QUARTERS)}" if whole else str(Fraction(rest, QUARTERS))


def mp(quarters: int) -> str:
    """``1 movement point``, ``4 1/2 movement points``."""
    return f"{points(quarters)} movement point{'' if quarters <= QUARTERS else 's'}"


def units_of(picked: Picked) -> Picked:
    """The units of a stack, the leader left out."""
    return [(piece, n) for piece, n in picked if is_unit(piece)]


def left(view: View, piece: Piece) -> int:
    """Quarters of a movement point that a unit can still spend."""
    return max(0, allowance(view, piece) - piece.number("spent"))


def toll(piece: Piece) -> int:
    """What entering an enemy zone of control costs more; nothing for the LRDG (7.3)."""
    return 0 if piece.kind == LRDG else TOLL


def stack_mode(view: View, picked: Picked) -> Mode:
    """How a stack moves: a vehicle in it keeps all out of salt marsh."""
    modes = {mode(view, piece) for piece, _ in picked}
    return "vehicle" if "vehicle" in modes else "foot"


def shut(view: View, side: str) -> set[str]:
    """Where units of a side cannot go: hexes of the enemy, for the Commonwealth also the boxes (1.7)."""
    return occupied(view, enemy_of(side)) | (set(OFF_MAP) if side == CW else set())


def stops(view: View) -> bool:
    """Whether entering an enemy zone of control ends the move (option zone_stop)."""
    return view.option("zone_stop") == "yes"


def halted(view: View, place: str, piece: Piece) -> bool:
    """Whether a unit has entered an enemy zone of control and must stop there (option zone_stop)."""
    return stops(view) and piece.has("spent") and bool(toll(piece)) and place in zones(view, piece.power)


def reach(view: View, place: str, picked: Picked) -> Reach:
    """Every place within reach of a stack, with costs in quarters and cheapest ways; empty where none can move."""
    units = units_of(picked)
    if not units or any(halted(view, place, piece) for piece, _ in units):
        return Reach(place, {place: 0})
    side = units[0][0].power
    most = max(toll(piece) for piece, _ in units)
    fresh = not any(piece.has("spent") for piece, _ in units)
    dear = zones(view, side) if most else frozenset()
    limits = Limits(
        min(left(view, piece) for piece, _ in units),
        shut(view, side),
        dear,
        most,
        dear if most and stops(view) else frozenset(),
        fresh,
        fresh and all(allowance(view, piece) for piece, _ in units),
    )
    return search(ways(view).steps[stack_mode(view, units)], place, limits)


# -- the way -----------------------------------------------------------------------------------------------
def step_to(view: View, start: str, to: str, how: Mode) -> Step | Barred | None:
    """The step between two neighbours, what bars it, or None where they are no neighbours (1.7: the western edge)."""
    found = ways(view)
    if (start, to) in found.toward:
        return found.between(start, to, how)
    if start == CONNECTING and on_map(view, to) and found.hexes[to].edge == "west":
        barred = found.entry(to, how)
        if isinstance(barred, Barred):
            return barred
    return next((step for step in found.steps[how].get(start, ()) if step.to == to), None)


def expand(view: View, picked: Picked, route: Path) -> Path | Ruling:
    """A route with its gaps filled by the cheapest way."""
    units = units_of(picked)
    side, how = units[0][0].power, stack_mode(view, units)
    way, enemies = [route[0]], occupied(view, enemy_of(side))
    for to in route[1:]:
        if to == way[-1]:
            continue
        closed = _closed(view, side, to, enemies)
        if closed is not None:
            return closed
        if step_to(view, way[-1], to, how) is not None:
            way.append(to)
            continue
        found = _fill(view, units, way[-1], how)
        if to not in found.cost:
            return _no_way(view, way[-1], to, how)
        way += found.path(to)[1:]
    if len(way) < 2:
        return Ruling.refuse("scs.one-move", f"the way does not leave {name(view, way[0])}")
    return tuple(way)


def _fill(view: View, units: Picked, start: str, how: Mode) -> Reach:
    side, most = units[0][0].power, max(toll(piece) for piece, _ in units)
    dear = zones(view, side) if most else frozenset()
    limits = Limits(FAR, shut(view, side), dear, most, dear if most and stops(view) else frozenset(), fresh=False)
    return search(ways(view).steps[how], start, limits)


def _closed(view: View, side: str, to: str, enemies: Collection[str]) -> Ruling | None:
    if side == CW and to in OFF_MAP:
        return Ruling.refuse("1.7.no-cw", f"no Commonwealth unit may enter the {name(view, to)}", place=to)
    if not on_map(view, to) and to not in OFF_MAP:
        box = ("7.2.one-way",) if to == RESTRICTION else ()
        return Ruling.refuse("1.7.off-map", f"no unit can march to the {name(view, to)}", *box, place=to)
    if to in enemies:
        text = f"enemy units stand in {name(view, to)}: it is entered only by an overrun or an advance"
        return Ruling.refuse("scs.no-enemy-hex", text, place=to)
    return None


def _no_way(view: View, start: str, to: str, how: Mode) -> Ruling:
    """Why a place cannot be reached at all: what bars the last step, if every side is barred."""
    found = ways(view)
    last = [found.between(near, to, how) for near in found.near.get(to, {}).values()]
    bars = [step for step in last if isinstance(step, Barred)]
    if bars and len(bars) == len(last):
        return Ruling.refuse(bars[0].rule, bars[0].reason, place=to)
    text = f"no way leads from {name(view, start)} to {name(view, to)} past the enemy and the terrain"
    return Ruling.refuse("scs.no-enemy-hex", text, place=to)


# -- the bill ----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Bill:
    """What a way costs: the way, its steps, what each piece has spent at its end (in quarters)."""

    way: Path
    steps: tuple[Step, ...]
    spent: tuple[tuple[Piece, int], ...]

    def after(self, piece: Piece) -> int:
        """Quarters that a piece of the stack has spent once it is there."""
        return dict(self.spent)[piece]


def bill(view: View, picked: Picked, way: Path) -> Bill | Ruling:
    """The bill of a way, or why it cannot be gone: what bars a step, or who lacks points for it."""
    units = units_of(picked)
    how = stack_mode(view, units)
    stop = next((piece for piece, _ in units if halted(view, way[0], piece)), None)
    if stop is not None:
        text = f"{title(view, stop)} entered an enemy zone of control in {name(view, way[0])} and must stop there"
        return Ruling.refuse("scs.zoc-no-stop", text, place=way[0])
    steps = _steps(view, units, way, how)
    if isinstance(steps, Ruling):
        return steps
    dear = zones(view, units[0][0].power)
    paid = []
    for piece, _ in units:
        spent = pay(view, piece, way[0], steps, dear)
        if isinstance(spent, Ruling):
            return spent
        paid.append((piece, spent))
    return Bill(way, tuple(steps), tuple(paid))


def _steps(view: View, units: Picked, way: Path, how: Mode) -> list[Step] | Ruling:
    found, side = [], units[0][0].power
    dear, enemies = zones(view, side) if stops(view) else set(), occupied(view, enemy_of(side))
    for here, to in pairwise(way):
        closed = _closed(view, side, to, enemies)
        if closed is not None:
            return closed
        step = step_to(view, here, to, how)
        if step is None:
            text = f"{name(view, here)} and {name(view, to)} do not touch"
            return Ruling.refuse("scs.one-move", text, place=to)
        if isinstance(step, Barred):
            return Ruling.refuse(step.rule, step.reason, place=to)
        if here in dear and here != way[0] and any(toll(piece) for piece, _ in units):
            text = f"{name(view, here)} is in an enemy zone of control: the move ends there"
            return Ruling.refuse("scs.zoc-no-stop", text, place=here)
        found.append(step)
    return found


def pay(view: View, piece: Piece, start: str, steps: Sequence[Step], dear: Collection[str]) -> int | Ruling:
    """Quarters a unit has spent after these steps, or the step it cannot pay for."""
    has, spent, fresh = allowance(view, piece), piece.number("spent"), not piece.has("spent")
    for number, step in enumerate(steps):
        cost = step.cost + (toll(piece) if step.to in dear else 0)
        first = fresh and number == 0
        if step.all_points:
            if not first or number < len(steps) - 1:
                return _river(view, piece, start, step)
            return has
        if spent + cost > has:
            if first and has and len(steps) == 1:
                return has
            return _short(view, piece, steps[: number + 1], (spent, cost, has), dear)
        spent += cost
    return spent


def _river(view: View, piece: Piece, start: str, step: Step) -> Ruling:
    text = (
        f"crossing the river to {name(view, step.to)} takes all movement points of {title(view, piece)}: "
        "nothing may be spent before it, and the move ends behind it"
    )
    return Ruling.refuse("tec.river", text, place=step.to, spent=points(piece.number("spent")))


def _short(
    view: View, piece: Piece, steps: Sequence[Step], sums: tuple[int, int, int], dear: Collection[str]
) -> Ruling:
    """The refusal where points do not suffice for the last of these steps."""
    spent, cost, has = sums
    step = steps[-1]
    zone = f" ({points(toll(piece))} of them for the enemy zone of control)" if step.to in dear else ""
    text = (
        f"entering {name(view, step.to)} takes {mp(cost)}{zone}; "
        f"{title(view, piece)} has spent {points(spent)} of its {points(has)} by then"
    )
    if len(steps) == 1 and not piece.has("spent") and has:
        text += ": short of points a unit may go one hex, and no further"
    further = dict.fromkeys(rule for one in steps for rule in one.rules)
    if zone:
        further["scs.zoc-cost"] = None
    if piece.has("oos"):
        further["5.2.halved-defence-move"] = None
    rule = "scs.min-one-hex" if not has or (len(steps) == 1 and not piece.has("spent")) else "scs.one-move"
    return Ruling.refuse(rule, text, *further, needs=points(spent + cost), has=points(has), place=step.to)
