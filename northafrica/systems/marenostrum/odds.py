"""Odds of a combat in Mare Nostrum: one die a unit against its factor.

Rulebook 11.5 and 12.0 to 12.13 (combat), 19.6 and 19.7 (tigers, engineers), 21.1 (Vichy), 27.0 (retreats) and
28.0 (entrenching). The factors of all units are reconstruction: every answer says so, and own factors can be
written in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from northafrica.odds import factor_battle, factor_roll
from northafrica.odds.answer import Answer
from northafrica.odds.factor_battle import Battle, Ground, Origin
from northafrica.odds.factor_fire import ALLOTMENTS, FACES, NO_FACTORS, Factors, FireOrder, Kind, Retreats, modified
from northafrica.odds.listing import Item, check_number, check_steps, one_of, parts_of, plain, read_list, text_of
from northafrica.odds.order_of_battle import Entry, too_many, wrong_sides
from northafrica.odds.told import OddsError, heading
from northafrica.systems.marenostrum import strength
from northafrica.systems.marenostrum.odds_data import CARRIERS, OWN, CombatData, UnitRow, combat_data

Action = Literal["combat", "bombardment", "carrier_strike"]
ACTIONS = ("combat", "bombardment", "carrier_strike")
_OWN = re.compile(r"(ground|reduced|air|surface|sub|move)[ =]*(\d+)")
_LIKE = "2 armor_de, 1 inf_div_it"
_MARKS = ("first fire", "static", "boxed", "ground 3", "reduced 2", "air 1", "surface 2", "sub 1", "move 2")
POWERS = ("Axis", "Allied")
RECONSTRUCTED = "all factors are reconstruction, not the printed counters (data/marenostrum/units.csv)"


@dataclass(frozen=True)
class _Entry:
    """A unit of a list as written: name in the answer, row, how many, steps, own factors, marks, name without them."""

    name: str
    row: UnitRow
    count: int
    steps: int
    factors: Factors
    reduced: Factors
    move: int
    marks: tuple[str, ...]
    plain: str


def odds(
    attackers: str,
    defenders: str,
    *,
    place: Ground = "area",
    origin: Origin = "land",
    action: Action = "combat",
    entrenched: bool = False,
    attacker_fire: str = "most",
    defender_fire: str = "most",
    attacker_change: int = 0,
    defender_change: int = 0,
    retreats: Retreats = "never",
    actions: int = 1,
    trials: int = 0,
    seed: int = 0,
) -> Answer:
    """The odds of one combat Action, or of several in a row.

    Units are written ``"2 armor_de, british hurricane, uk_fort_malta (1 step)"``: by class (``factor_rule`` of the
    unit table), id, name or nationality and type. Marks in brackets, parted by semicolons: ``1 step`` (reduced),
    ``first fire`` (by event), ``static`` (supply), own numbers ``ground 4``, ``reduced 3`` (else one less than
    ``ground``), ``air 2``, ``surface 3``, ``sub 1``, ``move 3``. With own numbers a bare type will do:
    ``"2 infantry (ground 3; 2 steps)"``; what is not written is then 0.

    place       ``area``, ``fortress`` (12.12), ``island`` (12.11); ``sea`` is set where ships defend
    origin      ``landing``: from sea or air, or over land from an area no longer friendly; ground units that are
                thrown back are then lost. Ships among attacking ground units make it a landing: they are targets
                of coastal fire (12.13) and do not fire
    action      ``bombardment`` (ships at ground units, 12.8) or ``carrier_strike`` (no return fire)
    *_fire      who fires at whom (12.5): ``most`` each shot where it adds most expected steps lost, ``spread``,
                ``focus`` on the first listed, or a plan ``"2 armor_de > inf_div_uk, me-109 > hurricane"``; units
                not in the plan follow ``most``. Later actions and fire after first fire keep to it where they can
    *_change    added to every factor but 0 by events (12.6)
    retreats    optional rule 27: ``never``, ``last`` (instead of the last step), ``always``
    actions     combat Actions in a row with whoever is left

    Answer: ``win`` no defending unit (supply apart) is left there, ``retreat`` the attack on a fortress is thrown
    back, ``lose`` the attacker's ground units, or all if he has none, are gone, ``stalemate`` both stay (12.5: one
    round an Action), ``draw`` both gone. Values are in steps. Not in it: capture of supply (13.9), carrier
    depletion (30), transported units lost at sea.
    """
    attackers, defenders = text_of(attackers, "attackers", _LIKE), text_of(defenders, "defenders", _LIKE)
    data = combat_data()
    one_of(action, ACTIONS, "action", "action")
    check_number(actions, "actions", "the number", 1, 99)
    armies = _entries(data, attackers, "attackers"), _entries(data, defenders, "defenders")
    where = _place(armies, place)
    landing = any(e.row.category == "naval" for e in armies[0]) and any(e.row.category == "ground" for e in armies[0])
    _check(armies, action, where)
    changes = strength.where(data.numbers, where == "fortress", entrenched)
    kinds = (
        tuple(_attacker(e, armies[1], attacker_change, action, landing, changes) for e in armies[0]),
        tuple(_defender(e, armies[0], defender_change, action) for e in armies[1]),
    )
    battle = Battle(
        *kinds,
        place=where,
        origin="landing" if landing else origin,
        attacker_fire=_fire(attacker_fire, kinds, "attacker_fire"),
        defender_fire=_fire(defender_fire, kinds[::-1], "defender_fire"),
        silent=action == "carrier_strike",
        retreats=retreats,
        actions=actions,
    )
    title, notes = heading(attackers, defenders), _notes(armies)
    if trials:
        check_number(trials, "trials", "the number", 1, 10_000_000)
        return factor_roll.sample(battle, trials, seed, title=title, notes=notes)
    return factor_battle.fight(battle, title=title, notes=notes)


# -- what is written ---------------------------------------------------------------------------------
def _entries(data: CombatData, text: str, where: str) -> tuple[_Entry, ...]:
    found: dict[str, _Entry] = {}
    for item in read_list(text, where, data.knows, _LIKE):
        entry = _entry(data, item, where)
        if entry.name in found:
            entry = replace(entry, count=entry.count + found[entry.name].count)
        found[entry.name] = entry
    return tuple(entry for entry in found.values() if entry.count)


def _entry(data: CombatData, item: Item, where: str) -> _Entry:
    own = {match[1]: int(match[2]) for mark in item.marks if (match := _OWN.fullmatch(mark))}
    rest = tuple(mark for mark in item.marks if not _OWN.fullmatch(mark))
    Item(item.count, item.name, rest).check_marks(_MARKS, where)
    for what, number in own.items():
        check_number(number, f"{where}, '{item.name}'", f"'{what}'", 0, 99 if what == "move" else FACES)
    row = data.generic(item.name, own, item.steps()) if own else None
    row = row or data.unit(item.name, where)
    steps = row.steps if (given := item.steps()) is None else given
    check_steps(steps, row.steps, where, item.name)
    static = "static" in rest and row.static_anti_air
    air = own.get("air", row.static_anti_air or 0 if static else row.anti_air)
    others = (air, own.get("surface", row.anti_surface), own.get("sub", row.anti_sub))
    ground = own.get("ground", row.anti_ground)
    flipped = row.anti_ground_reduced if "ground" not in own else modified(ground, -1)
    reduced = own.get("reduced", ground if flipped is None else flipped)
    move = own.get("move", row.move_or_range)
    return _Entry(item.label, row, item.count, steps, (ground, *others), (reduced, *others), move, rest, item.name)


def _fire(text: str, kinds: Sequence[tuple[Kind, ...]], where: str) -> FireOrder:
    """A rule, or a plan of lines ``number shooter > target``; ``kinds`` are own, then enemy."""
    if ">" not in text:
        rule = one_of(plain(text), ALLOTMENTS, where, "way to fire")
        return FireOrder(next(word for word in ALLOTMENTS if word == rule))
    names = [{kind.name: kind.count for kind in side} for side in kinds]
    planned = []
    for line in parts_of(text, where):
        shooter, mark, target = (part.strip() for part in line.partition(">"))
        if not mark or not target:
            raise OddsError(f"{where}: '{line.strip()}' is no line of a plan; write '2 shooter > target'")
        item = read_list(shooter, where, names[0].__contains__)[0]
        name = one_of(item.label, names[0], where, "shooter")
        planned.append((item.count, name, one_of(_label(target, where, names[1]), names[1], where, "target")))
        if sum(count for count, other, _ in planned if other == name) > names[0][name]:
            raise OddsError(f"{where}: the plan uses more '{name}' than the {names[0][name]} there are")
    return FireOrder("most", tuple(planned))


def _label(text: str, where: str, names: Mapping[str, int]) -> str:
    """A target as the answer names it."""
    return text if text in names else read_list(text, where, lambda name: True)[0].label


# -- what may fight what -----------------------------------------------------------------------------
Armies = tuple[tuple[_Entry, ...], tuple[_Entry, ...]]


def _place(armies: Armies, place: Ground) -> Ground:
    at_sea = any(entry.row.category == "naval" for entry in armies[1])
    if not at_sea:
        return place
    for entry in (*armies[0], *armies[1]):
        if entry.row.category == "ground":
            raise OddsError(f"'{entry.name}' cannot fight at sea (12.2); leave it out, or name the landing's defenders")
    if place not in ("area", "sea"):
        raise OddsError(f"place '{place}': ships defend at sea; leave the place out")
    return "sea"


def _check(armies: Armies, action: Action, place: Ground) -> None:
    for name, army in zip(("attackers", "defenders"), armies, strict=True):
        if not army:
            raise OddsError(f"{name}: there is no unit; name at least one")
    if action == "carrier_strike":
        wrong = [e.name for e in armies[0] if e.row.type not in CARRIERS]
        if wrong:
            raise OddsError(f"attackers: '{wrong[0]}' is no carrier; only carriers make a carrier strike")
    if action == "bombardment":
        wrong = [e.name for e in armies[0] if e.row.category != "naval"]
        if wrong:
            raise OddsError(f"attackers: '{wrong[0]}' is no ship; only ships bombard (12.8)")
        safe = [e.name for e in armies[1] if e.row.category == "ground" and e.row.type != "fortification"]
        if safe and place == "area":
            raise OddsError(f"defenders: in a plain area only fortifications can be bombarded; leave out '{safe[0]}'")
        if place == "sea":
            raise OddsError("defenders: ships are not bombarded; leave the action out")


def _kind(entry: _Entry, factors: Factors, reduced: Factors) -> Kind:
    marked = {"boxed": "boxed" in entry.marks, "first": "first fire" in entry.marks}
    return strength.kind(
        entry.name, entry.row, factors, reduced, count=entry.count, steps=entry.steps, move=entry.move, **marked
    )


def _attacker(
    entry: _Entry, defenders: Sequence[_Entry], event: int, action: Action, landing: bool, where: strength.Where
) -> Kind:
    row = entry.row

    def final(factors: Factors) -> Factors:
        if landing and row.category == "naval":
            return NO_FACTORS
        found = strength.attacking(row, factors, combat_data().numbers, where, event)
        return (found[0], 0, 0, 0) if action == "bombardment" else found

    forts = [foe.name for foe in defenders if foe.row.type == strength.FORT]
    return strength.with_engineers(_kind(entry, final(entry.factors), final(entry.reduced)), row, forts, where)


def _defender(entry: _Entry, attackers: Sequence[_Entry], event: int, action: Action) -> Kind:
    def final(factors: Factors) -> Factors:
        found = strength.defending(entry.row, factors, combat_data().numbers, event)
        return (0, 0, found[2], 0) if action == "bombardment" else found

    doomed = strength.is_vichy(entry.row) and any(strength.is_american(foe.row) for foe in attackers)
    return replace(_kind(entry, final(entry.factors), final(entry.reduced)), doomed=doomed)


def _unheard(armies: Armies) -> Iterator[str]:
    """What no game can show: counters of both sides in a force, more of them than there are."""
    ours, theirs = ([_counted(e) for e in army if e.row.side in POWERS and e.row.source != OWN] for army in armies)
    for told in (wrong_sides(ours, theirs), too_many(ours, theirs)):
        if told is not None:
            yield f"as asked, though {told}"


def _counted(entry: _Entry) -> Entry:
    found = combat_data().named(entry.row, entry.plain)
    return Entry(entry.name.replace("_", " "), entry.count, {unit.id: (unit.side, 1) for unit in found})


def _notes(armies: Armies) -> list[str]:
    notes = [RECONSTRUCTED, *_unheard(armies)]
    for entry in (*armies[0], *armies[1]):
        row = entry.row
        steps = f"{row.steps} step{'s' if row.steps > 1 else ''}"
        values = "/".join(str(factor) for factor in entry.factors)
        name = entry.name.replace("_", " ")
        notes.append(f"{name}: ground/air/surface/submarine {values}, {steps} ({row.source.split(';')[0]})")
    return list(dict.fromkeys(notes))
