"""The column shifts of a combat, each with its rule (rulebook 3.0 to 3.4, 6.2d, 7.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from northafrica.core.groups import everywhere
from northafrica.core.table import View
from northafrica.systems.afrika2.combat.forces import Force, places
from northafrica.systems.afrika2.entities import CW, RESTRICTION
from northafrica.systems.afrika2.ground import data, enemy_of, is_unit, leader_at, name, on_map, unit


@dataclass(frozen=True)
class Line:
    """One thing that counts in a combat: what it is, what it does (``+1``, ``x2``, ``18``), by which rules, and why.

    `columns` is its shift, + for the attacker; `side` whose it is.
    """

    what: str
    value: str
    rules: tuple[str, ...]
    why: str = ""
    columns: int = 0
    side: str = ""


@dataclass(frozen=True)
class Fight:
    """A combat before its dice: where, who attacks and defends, air points (defender, attacker), whether an overrun."""

    target: str
    side: str
    attack: tuple[Force, ...]
    defend: tuple[Force, ...]
    air: tuple[int, int] = (0, 0)
    overrun: bool = False

    def units(self, attacking: bool) -> tuple[Force, ...]:
        return self.attack if attacking else self.defend

    def owner(self, attacking: bool) -> str:
        return self.side if attacking else enemy_of(self.side)


def shifts(view: View, fight: Fight) -> list[Line]:
    """All shifts but the terrain's, the attacker's first; kinds that were looked at and give nothing stand with 0."""
    found = []
    for attacking in (True, False):
        found += _artillery(view, fight, attacking)
        found += _air(fight, attacking)
        found += _leader(view, fight, attacking)
    found += _integrity_of_both(view, fight)
    for attacking in (True, False):
        found += _combined_arms(view, fight, attacking)
    return found


def _line(what: str, fight: Fight, attacking: bool, number: int, rules: Sequence[str], why: str) -> Line:
    """A shift in favour of one side."""
    columns = number if attacking else -number
    who = "attacker" if attacking else "defender"
    return Line(f"{what} ({who})", f"{columns:+d}", tuple(rules), why, columns, fight.owner(attacking))


def _artillery(view: View, fight: Fight, attacking: bool) -> list[Line]:
    guns = [(piece, n * unit(view, piece).shifts) for _, piece, n in fight.units(attacking) if unit(view, piece).shifts]
    if not guns:
        return []
    silent = view.option("oos_artillery") == "silent"
    number = sum(n for piece, n in guns if not (silent and piece.has("oos")))
    where = ("3.1.attack-adjacent",) if attacking else ("3.1.defend-in-hex",)
    rules = ["3.1.one-column-each", *where, "3.0.sources", "2.2.artillery-is-unit"]
    rules += ["3.1.overrun"] if fight.overrun else []
    why = f"{sum(n for _, n in guns)} artillery, one column each"
    return [_line("artillery", fight, attacking, number, rules, why)]


def _air(fight: Fight, attacking: bool) -> list[Line]:
    points = fight.air[1 if attacking else 0]
    why = f"{points} air point{'' if points == 1 else 's'}"
    return [_line("air points", fight, attacking, points, ("3.2b.one-column",), why)] if points > 0 else []


def _leader(view: View, fight: Fight, attacking: bool) -> list[Line]:
    side = fight.owner(attacking)
    for place in places(fight.units(attacking)):
        leader = leader_at(view, place, side)
        if leader is not None:
            like = ("7.1.like-rommel",) if side == CW else ()
            why = f"{data(view).names.kind(leader.kind)} in {name(view, place)}"
            return [_line("leader", fight, attacking, 1, ("6.2d.shift", *like), why)]
    return []


# -- divisional integrity -------------------------------------------------------------------------------
def _integrity_of_both(view: View, fight: Fight) -> list[Line]:
    found = [line for attacking in (True, False) for line in _integrity(view, fight, attacking)]
    if sum(line.columns for line in found) == 0 and sum(abs(line.columns) for line in found) == 2:
        return [Line(x.what, x.value, (*x.rules, "3.3.cancel"), x.why, x.columns, x.side) for x in found]
    return found


@dataclass(frozen=True)
class _Division:
    """A division in a combat: counters that take part, that are on the map, in the Restriction Box, and in the game."""

    name: str
    taking: int
    on_map: int
    restricted: int
    all: int

    @property
    def qualifies(self) -> bool:
        return self.on_map > 1 and self.taking == self.on_map


def _divisions(view: View, units: Iterable[Force], side: str) -> list[_Division]:
    """What of each division takes part and what there is, the Restriction Box apart: 3.3.restriction-ignored."""
    known = data(view).units
    taking: dict[str, int] = {}
    for _, piece, n in units:
        division = known[piece.kind].division
        if division:
            taking[division] = taking.get(division, 0) + n
    on: dict[str, int] = {}
    restricted: dict[str, int] = {}
    for place, piece, n in everywhere(view, lambda p: p.power == side and is_unit(p)):
        division = known[piece.kind].division
        if division in taking and on_map(view, place):
            on[division] = on.get(division, 0) + n
        elif division in taking and place == RESTRICTION:
            restricted[division] = restricted.get(division, 0) + n
    total = {d: sum(u.quantity for u in known.values() if (u.side, u.division) == (side, d)) for d in taking}
    return [
        _Division(d, n, on.get(d, 0), restricted.get(d, 0), total[d]) for d, n in sorted(taking.items()) if total[d] > 1
    ]


def _integrity(view: View, fight: Fight, attacking: bool) -> list[Line]:
    units = fight.units(attacking)
    found = _divisions(view, units, fight.owner(attacking))
    whole = [division for division in found if division.qualifies]
    if not found:
        return []
    rules: list[str] = ["3.3.all-components"]
    for division in whole or found:
        rules += _division_rules(division, attacking)
    if whole and attacking and _spread(view, units, whole):
        rules.append("3.3.attack-spread")
    if len(whole) > 1:
        rules.append("3.3.one-per-side")
    why = "; ".join(
        f"{division.name}: {division.taking} of {division.on_map} counters on the map take part" for division in found
    )
    return [_line("divisional integrity", fight, attacking, int(bool(whole)), tuple(dict.fromkeys(rules)), why)]


def _division_rules(division: _Division, attacking: bool) -> list[str]:
    rules = []
    if division.on_map < 2:
        rules.append("3.3.single-counter")
    elif not attacking:
        rules.append("3.3.defence-in-hex")
    if division.on_map + division.restricted < division.all:
        rules.append("3.3.dead-ignored")
    if division.restricted:
        rules.append("3.3.restriction-ignored")
    return rules


def _spread(view: View, units: Iterable[Force], whole: Iterable[_Division]) -> bool:
    names = {division.name for division in whole}
    homes: dict[str, set[str]] = {}
    for place, piece, _ in units:
        division = unit(view, piece).division
        if division in names:
            homes.setdefault(division, set()).add(place)
    return any(len(found) > 1 for found in homes.values())


# -- combined arms --------------------------------------------------------------------------------------
def _combined_arms(view: View, fight: Fight, attacking: bool) -> list[Line]:
    """One stack, one shift, up to three of the attacker's (3.4); only units that take part count."""
    stacks: dict[str, list[str]] = {}
    classes: dict[str, list[str]] = {}
    for place, piece, n in fight.units(attacking):
        stacks.setdefault(place, []).extend([unit(view, piece).arms] * n)
        classes.setdefault(place, []).append(unit(view, piece).unit_class)
    mixed = [place for place, arms in stacks.items() if {"armor", "infantry"} <= set(arms)]
    tried = [place for place, arms in stacks.items() if len(arms) > 1]
    if not tried:
        return []
    number = min(len(mixed), data(view).combat.arms_cap(attacking))
    rules = ["3.4.needs-both", "3.4.armor-list", "3.4.infantry-list"]
    rules += ["3.4.max-three-attack"] if len(mixed) > 1 else []
    rules += ["3.4.neither"] if any("" in stacks[place] for place in tried if place not in mixed) else []
    why = "; ".join(f"{name(view, place)}: {', '.join(sorted(classes[place]))}" for place in tried)
    return [_line("combined arms", fight, attacking, number, rules, why)]
