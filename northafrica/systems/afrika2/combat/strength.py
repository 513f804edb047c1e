"""What a combat comes to before its dice: strengths, odds, shifts, column (rulebook 1.4 to 1.6, 3.0; charts).

`reckon` is the one place where this is worked out: the Combat Phase plays by it, the stepper's odds and the explorer
of the table (`explain`) show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Barred
from northafrica.odds.results_table import Conversion, Rounding, Stand
from northafrica.odds.table_attack import TableAnswer, attack
from northafrica.systems.afrika2 import ground
from northafrica.systems.afrika2.combat.forces import Force, places, said, steps_of
from northafrica.systems.afrika2.combat.shifts import Fight, Line, shifts
from northafrica.systems.afrika2.entities import FORT_HEXES
from northafrica.systems.afrika2.ground import data, enemy_of, name, unit, ways
from northafrica.systems.afrika2.tables.combat import Column, CombatTables, TerrainRow, odds_text
from northafrica.systems.afrika2.terrain.ways import Assault

WAY_WORDS = {"up": "up an escarpment by road", "down": "down an escarpment by road", "river": "over water by road"}


def points(number: Fraction) -> str:
    """A strength for people: ``4 1/2``."""
    whole, rest = divmod(number, 1)
    return str(whole) if not rest else f"{whole} {rest}" if whole else str(rest)


@dataclass(frozen=True)
class Reckoning:
    """A combat worked out: strengths (the defence with its terrain), what counts line by line, the column."""

    fight: Fight
    attack: Fraction
    defence: Fraction
    strengths: tuple[Line, ...]
    shifts: tuple[Line, ...]
    column: Column
    sheltered: bool
    tables: CombatTables

    @property
    def odds(self) -> str:
        return odds_text(self.column.odds)

    @property
    def raw_column(self) -> str:
        return self.tables.table.columns[self.column.raw]

    @property
    def last_column(self) -> str:
        return self.tables.table.columns[self.column.last]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All that counts, in the order of the rulebook: strengths, odds, shifts, the column after them."""
        told = f"{points(self.attack)} against {points(self.defence)}"
        beyond = self.column.odds < self.tables.table.lowest[0] or self.column.odds > self.tables.table.lowest[-1]
        limits = ("scs.odds-limits",) if beyond else ()
        ratio = Line("odds", self.odds, ("scs.odds", "crt.columns", *limits), f"{told}: column {self.raw_column}")
        net, most = self.column.net, self.tables.table.most
        capped = f", of which {most} count" if abs(net) > most else ""
        rules = ("3.0.max-net-shift", "3.0.by-column", "3.0.sources")
        column = Line("column", self.last_column, rules, f"net shift {net:+d}{capped}", self.column.last)
        return (*self.strengths, ratio, *self.shifts, column)

    def answer(self, view: View, convert: Conversion = "retreat") -> TableAnswer:
        """The exact chances of the one roll to come; ``convert``: what the defender does with retreats."""
        fixed = sum(n for _, piece, n in self.fight.defend if unit(view, piece).garrison)
        stands = (
            Stand(steps_of(view, self.fight.attack)),
            Stand(steps_of(view, self.fight.defend), fixed, self.sheltered, convert),
        )
        title = f"{said(view, self.fight.attack)} v {said(view, self.fight.defend)}"
        return attack(self.tables.table, self.column.raw, self.column.net, *stands, title=title)


def reckon(view: View, fight: Fight) -> Reckoning:
    """Work a combat out. All attackers must be able to attack the target (see `attack.able`)."""
    tables = data(view).combat
    sides = {place: _assault(view, place, fight.target) for place in places(fight.attack)}
    total, lines = _attack(view, fight, sides)
    bare, defence_lines = _defence(view, fight)
    around = _ground(view, fight, sides)
    moved = shifts(view, fight)
    rounding = cast(Rounding, view.option("odds_rounding"))
    column = tables.column(total, bare, around, sum(line.columns for line in moved), rounding)
    terrain = _terrain_lines(view, fight, column, around, sides)
    left = column.terrain.columns_left
    if left:
        rules = (data(view).terrain[column.terrain.terrain].rule, "1.4.combat-best", "3.0.sources")
        moved.append(
            Line("terrain shift", f"{-left:+d}", rules, _word(column.terrain.terrain), -left, enemy_of(fight.side))
        )
    whole = bare * column.times
    why = f"{points(bare)} x{points(column.times)}"
    told = Line("defence strength", points(whole), ("scs.defend-together",), why, side=enemy_of(fight.side))
    strengths = (*lines, *defence_lines, *terrain, told)
    return Reckoning(fight, total, whole, strengths, tuple(moved), column, _sheltered(view, fight, around), tables)


def _assault(view: View, place: str, target: str) -> Assault:
    found = ways(view).assault(place, target)
    assert not isinstance(found, Barred), f"{place} cannot attack {target}: {found}"
    return found


# -- strengths ----------------------------------------------------------------------------------------------
def _attack(view: View, fight: Fight, sides: dict[str, Assault]) -> tuple[Fraction, list[Line]]:
    total, lines = Fraction(0), []
    for place in places(fight.attack):
        times, way = _times(view, sides[place].way), sides[place].way
        here = [(piece, n) for where, piece, n in fight.attack if where == place]
        sum_ = sum((n * ground.attack(view, piece) for piece, n in here), Fraction(0)) * times
        total += sum_
        if ways(view).toward[place, fight.target] in data(view).hexes[place].wadis:
            lines.append(Line("wadi", "x1", ("tec.wadi",), f"{name(view, place)}: across a wadi", side=fight.side))
        if times != 1:
            rules = ("tec.note-a", _barrier_rule(view, place, fight.target))
            why = f"{name(view, place)}: {WAY_WORDS[way]}, {points(sum_)}"
            lines.append(Line("hexside", f"x{times}", rules, why, side=fight.side))
    zero = any(not ground.attack(view, piece) for _, piece, _ in fight.attack)
    counted = (*_oos(fight.attack, "5.2.quarter-attack"), *(("scs.zero-attack",) if zero else ()))
    why = _each(view, fight.attack, ground.attack)
    lines.append(Line("attack strength", points(total), ("scs.attack-adjacent", *counted), why, side=fight.side))
    return total, lines


def _each(view: View, units: Iterable[Force], worth: Callable[[View, Piece], Fraction]) -> str:
    """Units with their strengths: ``4/7 Arm Armor 9, Artillery 0``."""
    return ", ".join(f"{said(view, [unit])} {points(unit[2] * worth(view, unit[1]))}" for unit in units)


def _oos(units: Iterable[Force], rule: str) -> tuple[str, ...]:
    return (rule,) if any(piece.has("oos") for _, piece, _ in units) else ()


def _times(view: View, way: str) -> Fraction:
    """What a hexside leaves of an attack (Terrain Effects Chart, note a; option river_attack)."""
    terrain = data(view).combat.terrain
    if way == "river" and view.option("river_attack") == "third":
        way = "up"
    return terrain[way].attack_times if way in terrain else Fraction(1)


def _barrier_rule(view: View, place: str, target: str) -> str:
    info, direction = data(view).hexes[place], ways(view).toward[place, target]
    if direction in info.escarpments:
        return "tec.escarpment"
    return "tec.river" if info.rivers.get(direction) == "river" else "tec.major-river-sea"


def _defence(view: View, fight: Fight) -> tuple[Fraction, list[Line]]:
    total = sum((n * ground.defence(view, piece) for _, piece, n in fight.defend), Fraction(0))
    oos = _oos(fight.defend, "5.2.halved-defence-move")
    side = enemy_of(fight.side)
    why = _each(view, fight.defend, ground.defence)
    return total, [Line("defenders", points(total), ("scs.defend-together", *oos), why, side=side)]


# -- terrain ------------------------------------------------------------------------------------------------
def _word(terrain: str) -> str:
    return terrain.replace("_", " ")


def _ground(view: View, fight: Fight, sides: dict[str, Assault]) -> list[TerrainRow]:
    """The terrain that may help the defender: of his hex, his own Box, forts on every hexside attacked across."""
    known = data(view).combat.terrain
    found = [known[kind] for kind in ways(view).terrains(fight.target) if kind in known]
    if view.state.marker(fight.target, "box") == enemy_of(fight.side):
        found.append(known["box"])
    if sides and all(side.fort for side in sides.values()):
        found.append(known["fort"])
    return found


def _terrain_lines(
    view: View, fight: Fight, column: Column, around: list[TerrainRow], sides: dict[str, Assault]
) -> list[Line]:
    side, lines = enemy_of(fight.side), []
    kinds = [row for row in around if not row.with_others]
    several = ("1.4.not-cumulative",) if len(kinds) > 1 else ()
    row = column.terrain
    if row.terrain in data(view).terrain:
        rules = (data(view).terrain[row.terrain].rule, "1.4.combat-best", *several)
        best = f", the best of {', '.join(_word(kind.terrain) for kind in kinds)}" if several else ""
        why = _word(row.terrain) + best
        lines.append(Line("terrain", f"x{row.defence_times}", rules, why, side=side))
    for extra in [row for row in around if row.with_others]:
        which = ("1.5.fort-hexside", "1.5.fort-permanent") if extra.terrain == "fort" else ("1.6.box-effect-only",)
        rules = ("tec.fort-or-box", "1.4.fort-box-cumulative", *which)
        lines.append(Line(extra.terrain, f"x{extra.defence_times}", rules, "besides the terrain", side=side))
    open_sides = [place for place, found in sides.items() if not found.fort]
    if open_sides and len(open_sides) < len(sides):
        why = f"attacked also from {', '.join(name(view, place) for place in open_sides)}, where there is no fort"
        lines.append(Line("fort", "x1", ("1.5.fort-any-gap",), why, side=side))
    return lines


def _sheltered(view: View, fight: Fight, around: Iterable[TerrainRow]) -> bool:
    """Whether the defender may turn all retreats into losses: Box, fort or city (2.6, option fort_shelter)."""
    any_fort = view.option("fort_shelter") == "any_fort" and fight.target in FORT_HEXES
    return any_fort or any(row.shelter for row in around)
