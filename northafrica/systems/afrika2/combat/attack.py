"""The Combat Phase: which hexes are attacked, with which units (rulebook 3.1, 5.3; series rules of combat)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.cards import ChoiceOdds
from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, flip, offer, pick
from northafrica.core.orders import FieldSpec, Loads, Order, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import ALLOWED, Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hex_reach import Barred
from northafrica.systems.afrika2 import leaders
from northafrica.systems.afrika2.combat.flow import begin
from northafrica.systems.afrika2.combat.forces import Force, defenders
from northafrica.systems.afrika2.combat.shifts import Fight
from northafrica.systems.afrika2.combat.strength import Reckoning, reckon
from northafrica.systems.afrika2.entities import OFF_MAP
from northafrica.systems.afrika2.facts import facts, remember
from northafrica.systems.afrika2.ground import (
    count_units,
    data,
    enemy_of,
    is_unit,
    mode,
    name,
    occupied,
    on_map,
    supply_points,
    title,
    unit,
    units_at,
    ways,
)
from northafrica.systems.afrika2.orders import Attack


# -- who may attack what ---------------------------------------------------------------------------------
def hexside(view: View, place: str, target: str) -> Barred | None:
    """What bars an attack from a hex on its neighbour for everyone, None where nothing does."""
    found = ways(view).assault(place, target)
    return found if isinstance(found, Barred) else None


def entering(view: View, place: str, target: str, piece: Piece) -> Barred | None:
    """What keeps a unit from attacking ground it could not enter, where option attack_ground asks for that."""
    if view.option("attack_ground") == "allowed":
        return None
    found = ways(view).between(place, target, mode(view, piece))
    return found if isinstance(found, Barred) else None


def objection(view: View, place: str, target: str, piece: Piece) -> Ruling:
    """Whether one unit may attack the target, adjacency and hexside apart."""
    who = title(view, piece)
    if unit(view, piece).garrison:
        return Ruling.refuse("2.7.garrison-immobile", f"{who} is a garrison: it only defends its hex")
    if piece.has("fought"):
        return Ruling.refuse("scs.attack-voluntary", f"{who} in {name(view, place)} has attacked in this phase")
    barred = entering(view, place, target, piece)
    if barred is not None:
        reason = f"{who} could not enter {name(view, target)} from {name(view, place)}: {barred.reason}"
        return Ruling.refuse("scs.attack-adjacent", reason, barred.rule)
    return ALLOWED


def eligible(view: View, place: str, target: str, side: str) -> Picked:
    """The units in a hex that may attack its neighbour now."""
    if hexside(view, place, target) is not None:
        return []
    return [(piece, n) for piece, n in units_at(view, place, side) if objection(view, place, target, piece)]


def origins(view: View, target: str, side: str) -> dict[str, Picked]:
    """The hexes around a target with units that may attack it."""
    near = sorted(ways(view).near[target].values())
    found = {place: eligible(view, place, target, side) for place in near if count_units(view, place, side)}
    return {place: units for place, units in found.items() if units}


def targets(view: View, side: str) -> list[str]:
    """The hexes that a side may attack now."""
    done = facts(view).attacked
    return [
        place for place in sorted(occupied(view, enemy_of(side))) if place not in done and origins(view, place, side)
    ]


def wrong_target(view: View, target: str, side: str) -> Ruling:
    """Whether a hex may be attacked at all."""
    enemy, where = enemy_of(side), name(view, target)
    if not on_map(view, target):
        further = ("3.2a.not-off-map",) if target in OFF_MAP else ()
        return Ruling.refuse("1.7.off-map", f"the {where} is no hex of the map: nothing is fought there", *further)
    if not count_units(view, target, enemy):
        points = supply_points(view, target, enemy)
        if points:
            reason = f"{where} holds {points} supply points and no unit: enter it by movement to capture them"
            return Ruling.refuse("5.3.no-attack-alone", reason, points=points)
        return Ruling.refuse("scs.attack-voluntary", f"no enemy unit stands in {where}")
    if target in facts(view).attacked:
        return Ruling.refuse("scs.attack-voluntary", f"{where} has been attacked in this phase: once is all")
    return ALLOWED


def chosen(view: View, order: Attack, side: str) -> list[Force] | Ruling:
    """The attackers that an order names, or why they may not attack."""
    found: list[Force] = []
    for cargo, place in order.forces:
        if any(place == where for where, _, _ in found):
            return Ruling.ambiguous(f"{name(view, place)} is named twice; name its units together")
        here = _chosen_at(view, order.space, cargo, place, side)
        if isinstance(here, Ruling):
            return here
        found += [(place, piece, n) for piece, n in here]
    return found


def _chosen_at(view: View, target: str, cargo: Units, place: str, side: str) -> Picked | Ruling:
    if place in OFF_MAP:
        reason = f"nobody attacks out of the {name(view, place)}: it is no hex of the map"
        return Ruling.refuse("1.7.off-map", reason, "scs.attack-adjacent")
    if (place, target) not in ways(view).toward:
        guns = [some for some in cargo if some.kind in data(view).units and data(view).units[some.kind].artillery]
        reason = f"{name(view, place)} and {name(view, target)} do not touch"
        return Ruling.refuse("scs.attack-adjacent", reason, *(("3.1.attack-adjacent",) if guns else ()))
    barred = hexside(view, place, target)
    if barred is not None:
        reason = f"from {name(view, place)} to {name(view, target)}: {barred.reason}"
        return Ruling.refuse(barred.rule, reason, "scs.attack-adjacent")
    for some in cargo:
        if some.kind not in data(view).units:
            return Ruling.refuse("6.2.not-unit", "a leader is no unit: he helps those he stands with, name only units")
    here = pick(view, place, cargo, lambda p: p.power == side and is_unit(p), "scs.attack-voluntary", "stands there")
    if isinstance(here, Ruling):
        return here
    return next((r for r in (objection(view, place, target, piece) for piece, _ in here) if not r), here)


def planned(view: View, target: str, attack: Sequence[Force], side: str) -> Reckoning:
    """The combat that an attack would be, without air points."""
    return reckon(view, Fight(target, side, tuple(attack), tuple(defenders(view, target, enemy_of(side)))))


def options(view: View, target: str, side: str) -> list[Loads]:
    """Ways to attack a hex: with all, or with all of a single hex."""
    found = origins(view, target, side).items()
    single: list[Loads] = [((named(view, place, units), place),) for place, units in found]
    return single if len(single) < 2 else [tuple(part for load in single for part in load), *single]


def named(view: View, place: str, units: Picked) -> Units:
    """Units of a hex as an order names them."""
    pieces = {piece for piece, _ in units}
    return tuple(offer(view, place, lambda piece: piece in pieces))


# -- the phase ----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class CombatPhase(Choice):
    """Attack hex by hex, in any order, or not at all; then end."""

    title: ClassVar[str] = "Combat Phase"

    def prompt(self, view: View) -> Prompt:
        found = targets(view, view.state.power)
        shown = ", ".join(name(view, place) for place in found[:6]) + (" …" if len(found) > 6 else "")
        text = f"attack a hex beside your units ({shown}), or end" if found else "nothing is left to attack: end"
        why = "Attacks are optional; each hex is attacked once a phase, and each unit attacks once."
        return Prompt(text, why, ("scs.attack-voluntary", "scs.attack-adjacent", "5.1b.combat-free"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Attacking(), leaders.Flying(), Plain(End, Table.finish))

    def fallback(self, view: View) -> Order:
        return End()


class Attacking(Deed[Attack]):
    """Units beside a hex attack it."""

    kind = Attack

    def barred(self, view: View) -> Ruling | None:
        if targets(view, view.state.power):
            return None
        return Ruling.refuse("scs.attack-voluntary", "nothing is left to attack")

    def why_barred(self, view: View, order: Attack) -> Ruling | None:
        return Ruling.first(self.judge(view, order), self.barred(view))

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        side = view.state.power
        return targets(view, side) if field.name == "space" else options(view, given["space"], side)

    def judge(self, view: View, order: Attack) -> Ruling:
        side = view.state.power
        target = wrong_target(view, order.space, side)
        attack = chosen(view, order, side) if target else target
        if isinstance(attack, Ruling):
            return attack
        return too_long(planned(view, order.space, attack, side), view) and Ruling.allow(found=attack)

    def odds(self, view: View, order: Attack) -> ChoiceOdds | None:
        from northafrica.systems.afrika2.combat.battle_odds import attack_odds  # which knows this file

        ruling = self.judge(view, order)
        return attack_odds(view, order.space, ruling.found) if ruling else None

    def do(self, table: Table, order: Attack, found: list[Force]) -> None:
        for place, piece, n in found:
            flip(table, place, piece, n, "scs.attack-voluntary", attacking=1)
        remember(table, attacked=(*facts(table).attacked, order.space))
        begin(table, order.space, table.state.power, overrun=False)


def too_long(reckoning: Reckoning, view: View) -> Ruling:
    """Attacks below the first column are refused where option long_odds says so (scs.odds-limits)."""
    lowest = reckoning.tables.table.lowest[0]
    if view.option("long_odds") == "lowest" or reckoning.column.odds >= lowest:
        return ALLOWED
    reason = f"the odds would be {reckoning.odds}; below {reckoning.tables.table.columns[0]} nobody attacks"
    return Ruling.refuse("scs.odds-limits", reason, odds=reckoning.odds)
