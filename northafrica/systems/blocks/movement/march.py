"""How units march: their movement points, the way, what stands against it (7.5; in exploitation 7.10)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from northafrica.core.groups import Picked
from northafrica.core.naming import counted
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Barred, Limits, Reach, Step, search
from northafrica.systems.blocks.board.ground import (
    ARMOUR,
    FUELLED,
    NEUTRAL,
    OOS,
    SIEGE,
    SPENT,
    advanced,
    contested,
    data,
    enemy_of,
    fights_alone,
    is_air,
    is_ground,
    nation_of,
    occupied,
    unit,
)
from northafrica.systems.blocks.board.stacking import crowd, excess
from northafrica.systems.blocks.movement.ways import between, mode_of, steps_of
from northafrica.systems.blocks.wording import stamp

FAR = 1 << 10
TECH_DESPERATE = 2
"""From this TECH on units out of supply may attack all the same (10.2)."""


@dataclass(frozen=True)
class March:
    """A way that can be gone: its steps, and whether it ends in a battle."""

    way: Path
    steps: tuple[Step, ...]
    battle: bool

    @property
    def cost(self) -> int:
        """Movement points of the way."""
        return sum(step.cost for step in self.steps)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind the costs."""
        return tuple(dict.fromkeys(rule for step in self.steps for rule in step.rules))


# -- movement points ---------------------------------------------------------------------------------
def tech(view: View, piece: Piece) -> int:
    """The TECH of a block now."""
    row = unit(view, piece)
    assert row is not None
    return data(view).tech(row.fires_as or row.guns_as, nation_of(view, piece), stamp(view.state.round))


def points(view: View, piece: Piece) -> tuple[int, tuple[str, ...]]:
    """The movement points of a unit in this phase, and the rules that lower them; static infantry has none."""
    row = unit(view, piece)
    assert row is not None
    if row.fixed:
        return 0, ("6.1.2.static-move",)
    base = data(view).firepower[row.fires_as or row.guns_as, tech(view, piece)].mp
    rules: list[str] = []
    if out_of_supply(piece):
        rules.append("10.1.effects" if piece.has(SIEGE) else "4.4.half-mp")
    if out_of_fuel(view, piece):
        rules.append("11.5.exploit-fuel" if view.state.phase == "exploitation" else "11.10.oof")
    found = base // 2 ** len(rules)
    return (1, (*rules, "3.21.min-move")) if not found else (found, tuple(rules))


def out_of_supply(piece: Piece) -> bool:
    """Whether a block bears a white barrel (rules 4.4, 10.1.effects)."""
    return piece.has(OOS) or piece.has(SIEGE)


def out_of_fuel(view: View, piece: Piece) -> bool:
    """Whether armour lacks fuel, which only the advanced game asks for (rule 11.0.fuel-need)."""
    row = unit(view, piece)
    return advanced(view) and row is not None and row.type in ARMOUR and not piece.has(FUELLED)


def left(view: View, piece: Piece) -> int:
    """Movement points that a unit can still spend."""
    return max(0, points(view, piece)[0] - piece.number(SPENT))


# -- who -----------------------------------------------------------------------------------------------
def exploits(view: View, piece: Piece) -> Ruling | None:
    """Why a unit does not move in exploitation; None where it does (rules 7.10.who, 7.10.supply)."""
    row, name = unit(view, piece), view.names.kind(piece.kind)
    assert row is not None
    if out_of_supply(piece):
        return Ruling.refuse("7.10.supply", f"{name} is out of supply")
    if row.type == "Tank" or row.fires_as == "Armor HQ":
        return None
    if row.type in ("Tankette", "Motorized"):
        rule = "6.2.1.tankette-2" if row.type == "Tankette" else "6.1.6.motor-moves"
        now = tech(view, piece)
        text = f"{name} is TECH {now}, and exploits from TECH 2 on"
        return None if now > 1 else Ruling.refuse(rule, text, "7.10.who", tech=now)
    return Ruling.refuse("7.10.who", f"{name} is neither armour nor motorized infantry")


def stuck(view: View, place: str, piece: Piece) -> Ruling | None:
    """Why a unit cannot leave its hex at all; None where it can."""
    name = view.names.kind(piece.kind)
    if not points(view, piece)[0]:
        return Ruling.refuse("6.1.2.static-move", f"{name} is static: it moves by rail or sea alone")
    if contested(view, place):
        return Ruling.refuse("7.5.enemy-stop", f"{name} stands in a battle hex and stays there", "3.23.battle-hex")
    return exploits(view, piece) if view.state.phase == "exploitation" else None


# -- the way -------------------------------------------------------------------------------------------
def closed(view: View, picked: Picked, to: str) -> Ruling | None:
    """Why these units may not be in a hex by whose it is; None where they may."""
    if to not in closed_hexes(view, picked):
        return None
    if to in neutral_hexes(view):
        country = data(view).countries[data(view).hexes[to].country].name
        return Ruling.refuse("5.0.sides", f"{country} is neutral: nobody enters {view.name(to)}", place=to)
    homely = next(piece for piece, _ in picked if (row := unit(view, piece)) and row.origin == "resident")
    text = f"{view.names.kind(homely.kind)} is resident: it never leaves AFRIKA, and {view.name(to)} lies in Europe"
    return Ruling.refuse("3.6.resident-limit", text, place=to)


def closed_hexes(view: View, picked: Picked) -> frozenset[str]:
    """All hexes that are closed to these units."""
    info = data(view)
    if not any((row := unit(view, piece)) and row.origin == "resident" for piece, _ in picked):
        return neutral_hexes(view)
    return neutral_hexes(view) | {to for to in info.land if not info.in_afrika(to)}


def neutral_hexes(view: View) -> frozenset[str]:
    """The hexes of countries that take no part in the scenario; a hex told by itself goes before its country."""
    told = {row.area: row.side for row in data(view).control[view.setting.scenario]}
    hexes = data(view).hexes
    return frozenset(to for to in data(view).land if told.get(to, told.get(hexes[to].country)) == NEUTRAL)


def reach(view: View, place: str, picked: Picked) -> Reach:
    """Every hex within reach of units that move together, with costs and cheapest ways."""
    if any(stuck(view, place, piece) for piece, _ in picked):
        return Reach(place, {place: 0})
    return _search(view, place, picked, min(left(view, piece) for piece, _ in picked))


def _search(view: View, place: str, picked: Picked, most: int) -> Reach:
    side = picked[0][0].power
    foes = occupied(view, enemy_of(side))
    shut = closed_hexes(view, picked)
    fights = view.state.phase != "exploitation"
    limits = Limits(most, shut if fights else shut | foes, halts=foes)
    return search(steps_of(data(view), mode_of(view, side, picked)), place, limits)


def march(view: View, picked: Picked, route: Path) -> March | Ruling:
    """The way of units that move together, gaps filled by the cheapest way, or why it cannot be gone."""
    held = next((no for piece, _ in picked if (no := stuck(view, route[0], piece)) is not None), None)
    if held is not None:
        return held
    way = _expand(view, picked, route)
    found = way if isinstance(way, Ruling) else _steps(view, picked, way)
    if isinstance(found, Ruling):
        return found
    refused = Ruling.first(_payable(view, picked, found), _arrival(view, picked, found))
    return found if refused else refused


def _expand(view: View, picked: Picked, route: Path) -> Path | Ruling:
    way = [route[0]]
    for to in route[1:]:
        if to == way[-1]:
            continue
        if to not in data(view).hexes:
            return Ruling.refuse("7.5.stacks", f"nobody marches to {view.name(to)}: it lies beside the map", place=to)
        if data(view).field.are_adjacent(way[-1], to):
            way.append(to)
            continue
        found = _search(view, way[-1], picked, FAR)
        if to not in found.cost:
            return _no_way(view, picked, way[-1], to)
        way += found.path(to)[1:]
    if len(way) < 2:
        return Ruling.refuse("7.5.stacks", f"the way does not leave {view.name(way[0])}", place=way[0])
    return tuple(way)


def _no_way(view: View, picked: Picked, start: str, to: str) -> Ruling:
    """Why a hex cannot be reached at all: what shuts it, or what bars every step into it."""
    side, info = picked[0][0].power, data(view)
    shut = closed(view, picked, to)
    if shut is not None:
        return shut
    mode = mode_of(view, side, picked)
    last = [between(info, near, to, mode) for near in info.field.neighbours(to)]
    bars = [step for step in last if isinstance(step, Barred)]
    if bars and len(bars) == len(last):
        return Ruling.refuse(bars[0].rule, bars[0].reason, place=to)
    text = f"no way leads by land from {view.name(start)} to {view.name(to)} past the enemy and the terrain"
    return Ruling.refuse("7.5.stacks", text, place=to)


def _steps(view: View, picked: Picked, way: Path) -> March | Ruling:
    side, info, steps = picked[0][0].power, data(view), list[Step]()
    mode, foes = mode_of(view, side, picked), occupied(view, enemy_of(side))
    for here, to in pairwise(way):
        if here in foes and here != way[0]:
            text = f"enemy blocks are in {view.name(here)}: the move ends there"
            return Ruling.refuse("7.5.enemy-stop", text, "3.23.battle-hex", place=here)
        step = between(info, here, to, mode)
        if isinstance(step, Barred):
            return Ruling.refuse(step.rule, step.reason, place=to)
        shut = closed(view, picked, to)
        if shut is not None:
            return shut
        steps.append(step)
    return March(way, tuple(steps), way[-1] in foes)


def _payable(view: View, picked: Picked, found: March) -> Ruling | None:
    """The refusal where a unit lacks the points, with what it has and would need."""
    for piece, _ in picked:
        most, lowered = points(view, piece)
        spent = piece.number(SPENT)
        if spent + found.cost > most:
            text = f"the way takes {counted(found.cost, 'movement point')}; {view.names.kind(piece.kind)} has {most}"
            text += f" and has spent {spent}" if spent else ""
            numbers = {"needs": spent + found.cost, "has": most}
            return Ruling.refuse("7.5.1.no-partial", text, *lowered, *found.rules, **numbers)
    return None


# -- the end of the way --------------------------------------------------------------------------------
def _arrival(view: View, picked: Picked, found: March) -> Ruling | None:
    """Why units may not end where their way does: an attack they cannot make, or too many blocks."""
    if found.battle:
        no = _attack(view, picked, found.way[-1])
        if no is not None:
            return no
    to, side = found.way[-1], picked[0][0].power
    there = [*crowd(view, to, side), *(piece for piece, n in picked for _ in range(n))]
    rule, what, number, limit = excess(view, [piece for piece in there if not is_air(view, piece)])
    if not rule:
        return None
    shared = {nation_of(view, piece) for piece in there}
    also = ("3.13.same-faction",) if len(shared) > 1 else ()
    text = f"{view.name(to)} would hold {what}; {limit} may be there"
    return Ruling.refuse(rule, text, *also, has=number, limit=limit)


def _attack(view: View, picked: Picked, to: str) -> Ruling | None:
    """Why these units may not enter a hex that the enemy holds; None where they may (3.11, 4.4, 7.10, 11.10)."""
    where = view.name(to)
    if view.state.phase == "exploitation":
        return Ruling.refuse("7.10.no-combat", f"enemy blocks are in {where}, and exploitation begins no battle")
    for piece, _ in picked:
        name, desperate = view.names.kind(piece.kind), advanced(view) and tech(view, piece) >= TECH_DESPERATE
        if out_of_supply(piece) and not desperate:
            rules = ("10.2.tech1",) if advanced(view) else ("4.4.no-attack",)
            return Ruling.refuse(rules[0], f"{name} is out of supply and may not attack {where}", "4.4.no-attack")
        if out_of_fuel(view, piece) and not (out_of_supply(piece) and desperate):
            return Ruling.refuse("11.10.oof", f"{name} is out of fuel and may not attack {where}")
    side = picked[0][0].power
    own = [piece for piece in crowd(view, to, side) if is_ground(view, piece)]
    if not any(fights_alone(view, piece) for piece in [*own, *(piece for piece, _ in picked)]):
        names = view.names.kind(picked[0][0].kind)
        return Ruling.refuse("3.11.gcu", f"{names} does not fight alone: a combat unit must be in {where} first")
    return None
