"""Attacks of the position told in full, as plain data for pictures and tables (see `battle_odds.explain`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from northafrica.core.attack_told import AttackLine, AttackOption, AttackResult, AttackTold, Ready
from northafrica.core.naming import is_are
from northafrica.core.orders import Loads, Some, to_text
from northafrica.core.table import View
from northafrica.odds.results_table import Conversion
from northafrica.odds.table_attack import TableAnswer
from northafrica.systems.afrika2.combat import attack
from northafrica.systems.afrika2.combat.battle_odds import HIDDEN, Explanation, explain
from northafrica.systems.afrika2.combat.forces import defenders, said
from northafrica.systems.afrika2.combat.shifts import Line
from northafrica.systems.afrika2.entities import SIDES, TRACK, UNKNOWN
from northafrica.systems.afrika2.ground import count_units, enemy_of, name
from northafrica.systems.afrika2.orders import Attack

CONVERSIONS = (
    ("retreat", "makes every retreat"),
    ("most", "turns retreats into losses, but for one hex outside shelter"),
    ("hold", "stays where a Box, fort or city lets him and he survives"),
)
PARTS = {"odds": "odds", "column": "column"}
ENTERED = "Steps lost on the way of a retreat are not counted; enemies who retreat may be gone from the hex."


def attacker_of(view: View, target: str) -> str:
    """The side that would attack a place: the one whose enemy stands there, "" for nobody's."""
    return next((side for side in SIDES if count_units(view, target, enemy_of(side))), "")


def targets(view: View) -> dict[str, str]:
    """The hexes that could be attacked as things stand, those of the side on turn first."""
    first = view.state.power if view.state.power in SIDES else next(iter(SIDES))
    return {place: side for side in (first, enemy_of(first)) for place in attack.targets(view, side)}


def ready(view: View, target: str) -> list[Ready]:
    """The units beside a hex that may attack it."""
    side, found = attacker_of(view, target), []
    for place, units in attack.origins(view, target, side).items() if side else ():
        for piece, n in units:
            some = next(s for s in attack.named(view, place, [(piece, n)]))
            word = str(replace(some, count=1)).partition(" ")[2]
            found.append(Ready(place, word, said(view, [(place, piece, 1)]), n))
    return found


def options(view: View, target: str) -> list[AttackOption]:
    """Air points of both, what the defender does with retreats."""
    side = attacker_of(view, target)
    found = []
    for who, owner in (("attacker", side), ("defender", enemy_of(side))) if side else ():
        have = view.state.stock(TRACK[owner], "air")
        if have:
            values = tuple((str(n), str(n)) for n in range(min(have, 9) + 1))
            found.append(AttackOption(f"{who}_air", f"Air points of the {who} ({have} {is_are(have)} left)", values))
    return [*found, AttackOption("convert", "The defender", CONVERSIONS)]


def told(view: View, target: str, forces: str | Sequence[Ready], chosen: Mapping[str, str]) -> AttackTold:
    """An attack in full. Raises ValueError, in words."""
    side = attacker_of(view, target)
    enemies = defenders(view, target, enemy_of(side)) if side else []
    if any(piece.kind in UNKNOWN.values() for _, piece, _ in enemies):
        raise ValueError(HIDDEN)
    named = _loads(view, target, forces)
    air = int(chosen.get("defender_air", 0)), int(chosen.get("attacker_air", 0))
    convert = cast(Conversion, chosen.get("convert", "retreat"))
    found = explain(view, target, named, side=side, air=air, convert=convert)
    return _told(view, side, Attack(target, named or attack.options(view, target, side)[0]), found)


def _loads(view: View, target: str, forces: str | Sequence[Ready]) -> Loads:
    if isinstance(forces, str):
        return cast(Attack, _parsed(view, target, forces)).forces if forces.strip() else ()
    return _of_ready(view, forces)


def _parsed(view: View, target: str, text: str) -> object:
    start = "" if text.strip().startswith("with ") else "with "
    return view.setting.system.grammar(view.data).parse(f"attack {target} {start}{text.strip()}")


def _of_ready(view: View, forces: Iterable[Ready]) -> Loads:
    by_place: dict[str, list[Some]] = {}
    for one in forces:
        if one.number:
            order = cast(Attack, _parsed(view, one.space, f"{one.number} {one.kind} at {one.space}"))
            by_place.setdefault(one.space, []).extend(order.forces[0][0])
    if not by_place:
        raise ValueError("nobody attacks: take at least one unit")
    return tuple((tuple(units), place) for place, units in by_place.items())


def _told(view: View, side: str, order: Attack, found: Explanation) -> AttackTold:
    units = attack.chosen(view, order, side)
    assert isinstance(units, list), "what was explained can be ordered"
    table, answer = found.answer.table, found.answer
    return AttackTold(
        found.target,
        side,
        said(view, units),
        said(view, defenders(view, found.target, enemy_of(side))),
        to_text(order),
        found.attack,
        found.defence,
        found.odds,
        tuple(_lines(found.lines)),
        table.columns,
        {total: tuple(map(str, results)) for total, results in table.results.items()},
        {total: float(chance) for total, chance in table.chances.items()},
        table.columns.index(found.raw),
        table.columns.index(found.column),
        found.net,
        tuple(_results(answer)),
        answer.capture,
        float(answer.clear),
        answer.value_lost,
        "" if found.ruling else str(found.ruling),
        (f"Attack on {name(view, found.target)}: one roll of two dice.", ENTERED),
    )


def _lines(lines: Sequence[Line]) -> Iterator[AttackLine]:
    part = "strength"
    for line in lines:
        now = PARTS.get(line.what, part)
        columns = line.columns if now == "shift" else 0
        value = "0" if line.value == "+0" else line.value
        yield AttackLine(now, line.what, value, line.why, line.rules, columns, line.side)
        part = "shift" if now == "odds" else now


def _results(answer: TableAnswer) -> list[AttackResult]:
    found = [
        AttackResult(
            str(end.result),
            end.outcome,
            float(end.probability),
            end.attacker.lost,
            end.attacker.hexes,
            end.defender.lost,
            end.defender.hexes,
        )
        for end in answer.ends
    ]
    return sorted(found, key=lambda one: -one.chance)
