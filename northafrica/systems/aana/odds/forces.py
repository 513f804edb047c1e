"""Reads the two sides of a battle as people write them and gives each unit its numbers and abilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from northafrica.core.naming import is_are
from northafrica.core.options import did_you_mean
from northafrica.odds.battle import Opening, Unit
from northafrica.odds.listing import Item
from northafrica.odds.told import OddsError
from northafrica.odds.words import read_force
from northafrica.systems.aana.board.ground import fives
from northafrica.systems.aana.combat.forces import BAY, TANKS
from northafrica.systems.aana.combat.volleys import FLAK_NEED, REROLL_FROM, SHOTS, SUPPORTED_VALUE
from northafrica.systems.aana.data import AanaData, UnitType
from northafrica.systems.aana.data.entities import KINDS
from northafrica.systems.aana.wording import say

ALLIED = ("uk", "us", "free_french")
POWERS = ("germany", "italy", "uk", "us", "vichy", "free_french")


@dataclass(frozen=True)
class Choices:
    """What an asker may choose beside the forces; the defaults are the rulebook's."""

    targeting: bool = True
    air_defense: bool = True
    defensive_bonus: bool = False
    target_convoy: bool = False


@dataclass(frozen=True)
class Forces:
    """Both sides as numbers; `flak` counts the defenders that fire at aircraft before the battle, `unheard` tells
    what no game can show.
    """

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    at_sea: bool
    attacking: str
    defending: frozenset[str]
    flak: int
    unheard: tuple[str, ...] = ()

    @property
    def surrender(self) -> bool:
        """Vichy alone against the Allies give up after a round without a hit (french.surrender)."""
        return self.attacking in ALLIED and self.defending == {"vichy"} and not self.at_sea

    @property
    def opening(self) -> tuple[Opening, ...]:
        """Air defense: the lesser of the attacking aircraft and three dice a gun; the attacker chooses who falls."""
        aircraft = tuple(unit.name for unit in self.attackers if unit.domain == "air" and unit.count)
        if self.at_sea or not self.flak or not aircraft:
            return ()
        return (Opening("defender", FLAK_NEED, aircraft, most=SHOTS * self.flak, label="air defense"),)


@dataclass(frozen=True)
class _Group:
    """Units of one kind of one power from one place."""

    some: Item
    type: UnitType
    origin: int = 0


def read_forces(
    table: AanaData,
    attackers: str,
    defenders: str,
    attacker: str,
    defender: str,
    cargo: str,
    sea: bool,
    wanted: Choices,
) -> Forces:
    """Both sides. Raises OddsError naming the unit, the side and the mend."""
    ours = [
        replace(group, origin=n)
        for n, part in enumerate(attackers.split("+"))
        for group in _groups(table, part, attacker, "attackers")
    ]
    theirs = _groups(table, defenders, defender, "defenders") if defenders.strip() or not cargo else []
    at_sea = sea or bool(cargo) or any(g.type.category == "sea" for g in (*ours, *theirs))
    _check_place(ours, "attackers", at_sea)
    _check_place(theirs, "defenders", at_sea)
    _check_attackers(ours)
    flanks = _flanking(ours) if not at_sea else frozenset()
    places = len(set(_origins(ours)))
    attack = [_unit(g, True, at_sea, _name(g, attacker, flanks, places), g.origin in flanks) for g in ours]
    defend = [_unit(g, False, at_sea, _name(g, defender, frozenset(), 1), wanted.defensive_bonus) for g in theirs]
    defend += _cargo(table, cargo, defender)
    if wanted.targeting:
        attack, defend = (
            [_demands(u, g, True, at_sea, defend, wanted) for u, g in zip(attack, ours, strict=True)],
            [_demands(u, g, False, at_sea, attack, wanted) for u, g in zip(defend, theirs, strict=False)]
            + defend[len(theirs) :],
        )
    flak = sum(g.some.count for g in theirs if "air_defense" in g.type.abilities)
    powers = frozenset(g.type.power for g in theirs)
    unheard = (*_figures(ours + theirs), *(() if at_sea else _room(table, ours, theirs)))
    return Forces(tuple(attack), tuple(defend), at_sea, attacker, powers, flak, unheard)


def _figures(groups: Sequence[_Group]) -> Iterator[str]:
    """Figures that the box has not (comp.limit.strict); land units have chips."""
    counts: Counter[tuple[str, str]] = Counter()
    types = {(g.type.pool or g.type.power, g.type.kind): g.type for g in groups if g.type.limit_kind == "hard"}
    for group in groups:
        counts[group.type.pool or group.type.power, group.type.kind] += group.some.count
    for key, type_ in types.items():
        have = type_.limit + type_.spare
        if counts[key] > have:
            spare = f", {type_.spare} of them spare" if type_.spare else ""
            told = say(have, type_.kind, type_.power)
            yield f"as asked, though there {is_are(have)} {told}{spare} (comp.limit.strict)"


def _room(table: AanaData, attackers: Sequence[_Group], defenders: Sequence[_Group]) -> Iterator[str]:
    """More units than any territory holds; attacking aircraft stand nowhere near."""
    limits = [table.stacking_limit(name) for name, space in table.board.spaces.items() if space.kind == "land"]
    most = max((limit for limit in limits if limit is not None), default=0)
    land = [g for g in attackers if g.type.category == "land"]
    stacks = [("attackers", [g for g in land if g.origin == origin]) for origin in sorted({g.origin for g in land})]
    for side, stack in (*stacks, ("defenders", list(defenders))):
        number = sum(g.some.count for g in stack)
        if number > most:
            told = f"{number} {side} stand in one territory and none holds more than {most} a side (stack.limit)"
            yield f"as asked, though {told}"


def _groups(table: AanaData, text: str, power: str, place: str) -> list[_Group]:
    found = []
    for some in read_force(text, KINDS, place, POWERS):
        owner = some.words[0] if some.words else power
        type_ = table.units.get((owner, some.name))
        if type_ is None:
            have = [kind for who, kind in table.units if who == owner]
            raise OddsError(f"{place}: {owner} has no {some.name}; {did_you_mean(some.name, have)}")
        if not type_.combat:
            raise OddsError(f"{place}: a {some.name} is no combat unit (truck.logistical); leave it out")
        found.append(_Group(some, type_))
    return found


def _check_place(groups: Sequence[_Group], side: str, at_sea: bool) -> None:
    for group in groups:
        if at_sea and group.type.category == "land":
            raise OddsError(f"{side}: {group.type.kind} cannot fight at sea; write it as cargo, or leave it out")


def _check_attackers(groups: Sequence[_Group]) -> None:
    for group in groups:
        if "cannot_attack" in group.type.abilities:
            raise OddsError(f"attackers: {group.type.kind} cannot attack (aaa.no-defence); leave it out")


def _origins(groups: Sequence[_Group]) -> list[int]:
    return [g.origin for g in groups if g.type.category == "land" and g.some.count]


def _flanking(groups: Sequence[_Group]) -> frozenset[int]:
    """All origins of land units but the one with the most; of equals the first listed is the main attack."""
    counts: dict[int, int] = {}
    for group in groups:
        if group.type.category == "land":
            counts[group.origin] = counts.get(group.origin, 0) + group.some.count
    counts = {origin: n for origin, n in counts.items() if n}
    main = max(counts, key=lambda origin: counts[origin], default=0)
    return frozenset(counts) - {main}


def _name(group: _Group, usual: str, flanks: frozenset[int], origins: int) -> str:
    words = [group.type.power] if group.type.power != usual else []
    words.append(group.type.kind)
    if group.origin in flanks and group.type.category == "land":
        words.append("flanking" if origins == 2 else f"flanking {group.origin + 1}")
    elif group.type.category == "air" and group.origin:
        words.append(f"of group {group.origin + 1}")
    return " ".join(words)


def _unit(group: _Group, attacking: bool, at_sea: bool, name: str, reroll: bool) -> Unit:
    type_, can = group.type, group.type.abilities
    domain = "sub" if "submarine" in can else type_.category
    return Unit(
        name=name,
        count=group.some.count,
        power=type_.attack if attacking else type_.defense,
        value=float(type_.cost),
        domain=domain,
        hits=2 if "two_hits" in can else 1,
        supports=attacking and not at_sea and "supports_infantry" in can,
        supported=SUPPORTED_VALUE if attacking and "supported_by_artillery" in can else 0,
        reroll_from=REROLL_FROM if reroll and not at_sea and (domain == "land" or not attacking) else 0,
        leaves_after=1 if attacking and "hit_and_run" in can else 0,
        destroyer="anti_submarine" in can,
        free=domain == "air" or "self_sufficient" in can,
        origin=str(group.origin),
    )


def _demands(unit: Unit, group: _Group, attacking: bool, at_sea: bool, enemy: Sequence[Unit], wanted: Choices) -> Unit:
    """What a unit's hits may be made to fall on, the dearest wish first."""
    can = group.type.abilities
    if at_sea:
        names = _wishes(enemy, ("sea", "sub")) if attacking and "targeted_attack_sea" in can else ()
        loads = _wishes(enemy, ("cargo",)) if names and wanted.target_convoy else ()
        return replace(unit, demands=loads + names)
    if "targeted_fire_tanks" in can:
        tanks = tuple(name for name in _wishes(enemy, ("land",)) if TANKS & set(name.split()))
        return replace(unit, demands=tanks, demands_until=1 if tanks else 0)
    if attacking and "targeted_attack_air" in can:
        return replace(unit, demands=_wishes(enemy, ("air",)))
    if attacking and "targeted_attack_land" in can:
        return replace(unit, demands=_wishes(enemy, ("land",)))
    return unit


def _wishes(enemy: Sequence[Unit], domains: Sequence[str]) -> tuple[str, ...]:
    """Enemy units, the strongest first, then the dearest."""
    found = [u for u in enemy if u.domain in domains and u.count]
    return tuple(u.name for u in sorted(found, key=lambda u: (-u.power, -u.value)))


def _cargo(table: AanaData, text: str, power: str) -> list[Unit]:
    """Loads of a convoy: land and air units, and supply by fives (combat.convoy.two-units, combat.convoy.supply)."""
    if not text.strip():
        return []
    found = []
    costs: Mapping[str, int] = {kind: type_.cost for (who, kind), type_ in table.units.items() if who == power}
    for some in read_force(text, [*costs, "supply"], "cargo", POWERS):
        if some.name == "supply":
            loads, value = fives(some.count), min(some.count, BAY) * float(table.tokens["supply_1"].cost)
            found.append(Unit("supply load", loads, 0, value, "cargo"))
        else:
            owner = some.words[0] if some.words else power
            cost = table.units[owner, some.name].cost if (owner, some.name) in table.units else costs[some.name]
            found.append(Unit(f"cargo {some.name}", some.count, 0, float(cost), "cargo"))
    return found
