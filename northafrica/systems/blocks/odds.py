"""Odds of a battle in Blocks in Afrika: a die per step, in five phases a round.

Rulebook 3.14 to 3.20 (steps, firepower, hits), 6.0 to 6.5 (blocks), 7.7 (combat), 9.0 (elite), 10.2 (desperate
attack), 11.6 and 11.7 (HQs), 12.0 (recon), 13.0 to 15.0 (charges, trumpets). Many blocks' steps are reconstruction:
every answer says which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from northafrica.core.options import did_you_mean
from northafrica.odds import step_battle
from northafrica.odds.answer import Answer
from northafrica.odds.listing import Item, check_number, number_of, one_of, plain, read_list, text_of
from northafrica.odds.order_of_battle import Entry, too_many, wrong_sides
from northafrica.odds.step_battle import Battle, Leave
from northafrica.odds.step_dice import Block, Ties
from northafrica.odds.told import OddsError, heading
from northafrica.systems.blocks.odds_data import BlockRow, CombatData, TerrainRow, UnitRow, combat_data

Charge = Literal["", "panzers", "cavalry"]
_TECH = re.compile(r"tech ([0-9]+)")
_MONTH = re.compile(r"19(39|4[0-5])-(0[1-9]|1[0-2])")
_PEOPLES = {"german": "germany", "italian": "italy", "british": "uk", "american": "us"}
POWERS = ("Axis", "Allies")
_MARKS = ("tech 2", "elite", "river", "red arrow", "parked", *_PEOPLES)
ARMOR = ("Tanks", "Tankettes", "Armor HQ")
BEST = 1


@dataclass(frozen=True)
class _Entry:
    """A block of a list as written: label, row, how many, steps now, TECH, marks."""

    label: str
    row: BlockRow
    count: int
    steps: int
    ladder: tuple[int, ...]
    tech: int
    elite: tuple[int, int]
    marks: tuple[str, ...]

    @property
    def armored(self) -> bool:
        """Whether it is armour as far as charges go: tankettes only from TECH 2 (14.0)."""
        return self.row.fires_as in ARMOR and not (self.row.fires_as == "Tankettes" and self.tech < 2)


def odds(
    attackers: str,
    defenders: str,
    *,
    terrain: str = "clear",
    date: str = "",
    attacker_tech: int = 1,
    defender_tech: int = 1,
    afrika: bool = True,
    recon: bool = True,
    trumpets: bool = False,
    charge: Charge = "",
    cancel: bool = False,
    desperate: bool = False,
    rounds: int = 0,
    retreat: str = "never",
    defender_retreat: str = "never",
    attacker_air_retreat: str = "never",
    defender_air_retreat: str = "never",
    ties: Ties = "weakest",
    trials: int = 0,
    seed: int = 0,
) -> Answer:
    """The odds of a battle.

    Blocks are written ``"DAK (3 steps), Stuka, 2 infantry (tech 2)"``: by id, name or type (``infantry``,
    ``motorized``, ``static``, ``mountain``, ``para``, ``marine``, ``cavalry``, ``artillery``, ``tankette``,
    ``armor``, ``armor_hq``, ``air_hq``, ``fighter``, ``bomber``). Marks in brackets, parted by semicolons:
    ``2 steps``, ``tech 2``, ``elite``, ``river`` or ``red arrow`` (attacks across it), ``parked`` (aircraft on its
    base), a people (``german``, ``italian``, ``british``, ``american``) for its dates of TECH.

    terrain     of the battle hex, all of it: ``"forest, major_city"``; ``river`` or ``red_arrow`` here: every
                attacking ground block crosses it. The defender has the bonus only then (first round, 7.7.7)
    date        a month, ``"1942-06"``: gives nations their TECH (3.16); others have attacker_tech, defender_tech
    afrika      whether the elite of 9.0 is elite here
    recon       False: no air recon, the attacker's aircraft and artillery are halved in the first round (12.0)
    trumpets    full-strength Stukas roll two dice more (15.0)
    charge      ``panzers`` or ``cavalry``: these fire before the defender and take his answer (13.0, 14.0)
    cancel      the agreement of 7.7.7.1: a halving may be traded for one less on the die
    desperate   an attack out of supply: lost unless the hex is cleared in one round (10.2)
    rounds      at most; 0: to the end (1 where only aircraft attack)
    retreat, defender_retreat   the attacker, the defender leaves: ``never``, ``after:2`` (rounds) or ``steps:3`` (of
                combat blocks, or fewer); *_air_retreat ``never`` or ``after:1`` (rounds in the air)
    ties        whom the owner gives up among equally strong blocks, see `northafrica.odds.step_dice.take_hits`

    Survivors are steps left. ``win`` the defender's ground blocks are gone or have left, ``lose`` the attacker's
    are gone, ``retreat`` the attacker leaves, ``draw`` both gone, ``stalemate`` both are left when the rounds are
    over. Where one may retreat to and targeted fire (12.1) are not in it.
    """
    attackers, defenders = text_of(attackers, "attackers"), text_of(defenders, "defenders")
    data = combat_data()
    if date and not _MONTH.fullmatch(date):
        raise OddsError(f"date '{date}': write a month of the war like 1942-06")
    armies = (
        _entries(data, attackers, "attackers", date, attacker_tech, afrika),
        _entries(data, defenders, "defenders", date, defender_tech, afrika),
    )
    ground, crossing = _terrain(data, terrain)
    armies = (tuple(_crossing(entry, crossing) for entry in armies[0]), armies[1])
    _check(armies, ground, charge)
    rules = {"recon": recon, "trumpets": trumpets, "cancel": cancel}
    battle = Battle(
        tuple(_attacker(data, entry, ground, charge, rules) for entry in armies[0]),
        tuple(_defender(data, entry, armies[0], ground, rules) for entry in armies[1]),
        city=_guns(ground),
        rounds=_rounds(armies[0], rounds),
        attacker_leaves=_leave(retreat, "retreat"),
        defender_leaves=_leave(defender_retreat, "defender_retreat"),
        attacker_air_leaves=_leave(attacker_air_retreat, "attacker_air_retreat", air=True),
        defender_air_leaves=_leave(defender_air_retreat, "defender_air_retreat", air=True),
        ties=ties,
        must_clear=desperate,
    )
    title, notes = heading(attackers, defenders), _notes(armies)
    if trials:
        check_number(trials, "trials", "the number", 1, 1_000_000)
        return step_battle.sample(battle, trials, seed, title=title, notes=notes)
    return step_battle.fight(battle, title=title, notes=notes)


# -- what is written ---------------------------------------------------------------------------------
def _entries(data: CombatData, text: str, where: str, date: str, tech: int, afrika: bool) -> tuple[_Entry, ...]:
    check_number(tech, where, "TECH", 1, 3)
    found: dict[str, _Entry] = {}
    for item in read_list(text, where, data.blocks.__contains__):
        entry = _entry(data, item, where, date, tech, afrika)
        if entry.label in found:
            entry = replace(entry, count=entry.count + found[entry.label].count)
        found[entry.label] = entry
    present = tuple(entry for entry in found.values() if entry.count)
    if not present:
        raise OddsError(f"{where}: there is no block; name at least one")
    return present


def _entry(data: CombatData, item: Item, where: str, date: str, tech: int, afrika: bool) -> _Entry:
    row = data.block(item.name, where)
    levels = [
        number_of(m[1], where, f"TECH of '{item.name}'", 1, 3) for mark in item.marks if (m := _TECH.fullmatch(mark))
    ]
    rest = tuple(mark for mark in item.marks if not _TECH.fullmatch(mark))
    Item(item.count, item.name, rest).check_marks(_MARKS, where)
    people = [_PEOPLES[mark] for mark in rest if mark in _PEOPLES]
    nation = people[0] if people else row.nation
    dated = data.tech_on(row.fires_as or row.guns_as, nation, date) if date and nation else None
    level = levels[0] if levels else (dated or tech)
    ladder, steps = _steps(row, item, where)
    bonus = (
        "elite" in rest or (row.elite == "afrika" and afrika),
        "elite" in rest or row.elite == "defence" or (row.elite == "afrika" and afrika),
    )
    return _Entry(item.label, row, item.count, steps, ladder, level, (int(bonus[0]), int(bonus[1])), rest)


def _steps(row: BlockRow, item: Item, where: str) -> tuple[tuple[int, ...], int]:
    """The ladder and the steps now; a bare type of more steps than usual is a block of that many."""
    given = item.steps()
    if given is None:
        return row.ladder, row.ladder[0]
    if given in row.ladder:
        return row.ladder, given
    if not row.nation and row.ladder[0] < given <= 9:
        return (*range(given, row.ladder[0], -1), *row.ladder), given
    raise OddsError(f"{where}: '{item.name}' shows {', '.join(map(str, row.ladder))} steps, not {given}")


def _leave(text: str, where: str, air: bool = False) -> Leave:
    word, _, number = text.partition(":")
    one_of(word, ("never", "after") if air else ("never", "after", "steps"), where, "retreat")
    if word == "never":
        return Leave()
    value = number_of(number, where, f"the number behind '{word}:'", 1)
    return Leave(after=value) if word == "after" else Leave(steps=value)


# -- terrain -----------------------------------------------------------------------------------------
def _terrain(data: CombatData, text: str) -> tuple[list[TerrainRow], list[str]]:
    """The rows of the hex, and the barriers that everybody crosses."""
    words = [plain(word).replace(" ", "_") for word in text.split(",") if word.strip()]
    for word in words:
        if word not in data.terrain:
            raise OddsError(f"terrain: unknown '{word}'; {did_you_mean(word, data.terrain)}")
    rows = [data.terrain[word] for word in dict.fromkeys(words)]
    return [row for row in rows if not row.first_round], [row.terrain for row in rows if row.first_round]


def _crossing(entry: _Entry, barriers: Sequence[str]) -> _Entry:
    more = tuple(plain(word) for word in barriers if plain(word) not in entry.marks)
    return replace(entry, marks=entry.marks + more) if entry.row.role == "combat" else entry


def _barriers(data: CombatData, entry: _Entry) -> list[TerrainRow]:
    return [row for name, row in data.terrain.items() if row.first_round and plain(name) in entry.marks]


def _guns(ground: Sequence[TerrainRow]) -> tuple[int, int]:
    """Dice and die needed of the place's guns: those of its strongest part."""
    best = max(ground, key=lambda row: (row.city_dice, -row.city_need), default=None)
    return (best.city_dice, best.city_need) if best else (0, 6)


Armies = tuple[tuple[_Entry, ...], tuple[_Entry, ...]]


def _check(armies: Armies, ground: Sequence[TerrainRow], charge: str) -> None:
    one_of(charge, ("", "panzers", "cavalry"), "charge", "charge")
    if not any(entry.row.role in ("combat", "artillery", "support") for entry in armies[1]):
        raise OddsError("defenders: aircraft alone do not defend a hex (7.7.5); name a ground block")
    grounded = [entry for entry in armies[0] if entry.row.role in ("artillery", "support")]
    if grounded and not any(entry.row.role == "combat" for entry in armies[0]):
        raise OddsError(f"attackers: '{grounded[0].label}' never fights alone (3.11); add a combat block")
    if any(entry.row.fixed for entry in armies[0]):
        raise OddsError("attackers: static infantry cannot attack (6.1.2); leave it out")
    mountains = any(row.terrain == "mountain" for row in ground)
    for entry in (*armies[0], *armies[1]):
        if mountains and entry.row.fires_as in ARMOR and entry.row.role != "support":
            raise OddsError(f"'{entry.label}': armour cannot enter mountains (6.2); leave it out")
    if not charge:
        return
    riders = [entry for entry in armies[0] if _rides(entry, charge)]
    if not riders:
        raise OddsError(f"charge '{charge}': the attacker has no block that could charge")
    if any(row.terrain not in ("clear", "minor_city") for row in ground):
        raise OddsError(f"charge '{charge}': only in clear terrain (13.0, 14.0)")
    blocked = [e for e in armies[1] if e.armored or (charge == "cavalry" and e.row.fires_as == "Cavalry")]
    if blocked:
        raise OddsError(f"charge '{charge}': the defender's '{blocked[0].label}' forbids it (13.0, 14.0)")


def _rides(entry: _Entry, charge: str) -> bool:
    if entry.row.role != "combat" or not charge:
        return False
    return entry.armored if charge == "panzers" else entry.row.fires_as == "Cavalry"


def _rounds(attackers: Sequence[_Entry], rounds: int) -> int:
    check_number(rounds, "rounds", "the number", 0, 400)
    ground = any(entry.row.role not in ("fighter", "bomber") for entry in attackers)
    return rounds if ground or rounds else 1


# -- blocks ------------------------------------------------------------------------------------------
def _attacker(
    data: CombatData, entry: _Entry, ground: Sequence[TerrainRow], charge: str, rules: dict[str, bool]
) -> Block:
    row, power = entry.row, _power(data, entry)
    block = _block(data, entry, power[0] - entry.elite[0], rules)
    if row.role == "combat":
        here = sum(terrain.halved for terrain in ground if not (terrain.mountain_troops and _climbs(entry)))
        here += sum(terrain.armor_halved for terrain in ground if row.fires_as in ARMOR)
        first = here + sum(barrier.halved for barrier in _barriers(data, entry))
        return replace(block, halved=(first, here), charges=_rides(entry, charge))
    if row.role == "support":
        return block
    here = sum(terrain.guns_halved for terrain in ground)
    return replace(block, halved=(here + (not rules["recon"]), here))


def _defender(
    data: CombatData,
    entry: _Entry,
    attackers: Sequence[_Entry],
    ground: Sequence[TerrainRow],
    rules: dict[str, bool],
) -> Block:
    row, power = entry.row, _power(data, entry)
    if row.role in ("fighter", "bomber"):
        return _block(data, entry, power[0], rules)
    block = _block(data, entry, power[1] - entry.elite[1], rules)
    if row.role != "combat":
        return block
    bonus = sum(terrain.bonus for terrain in ground)
    bonus += sum(terrain.mountain_troops for terrain in ground if _climbs(entry))
    combat = [foe for foe in attackers if foe.row.role == "combat"]
    barred = max((row.bonus for foe in combat[:1] for row in _barriers(data, foe)), default=0)
    behind = barred if all(_barriers(data, foe) for foe in combat) else 0
    halved = sum(terrain.armor_halved for terrain in ground if row.fires_as in ARMOR)
    need = block.need[1] - bonus
    return replace(block, need=(max(BEST, need - behind), max(BEST, need)), halved=(halved, halved))


def _climbs(entry: _Entry) -> bool:
    return entry.row.type.lower() == "mountain"


def _power(data: CombatData, entry: _Entry) -> tuple[int, int]:
    """The die needed in attack and in defence; for aircraft against the ground and in the air."""
    row = data.firepower.get((entry.row.fires_as, entry.tech))
    return (row.attack, row.defence) if row else (7, 7)


def _block(data: CombatData, entry: _Entry, need: int, rules: dict[str, bool]) -> Block:
    row = entry.row
    flies = row.role in ("fighter", "bomber")
    guns = data.firepower[row.guns_as, entry.tech].defence - entry.elite[1] if not flies else _power(data, entry)[1]
    stuka = row.role == "bomber" and "stuka" in entry.label.lower()
    return Block(
        entry.label,
        entry.count,
        row.role,
        entry.ladder,
        entry.steps,
        (max(BEST, need), max(BEST, need)),
        other=guns,
        extra=2 if stuka and rules["trumpets"] else 0,
        fixed=row.fixed,
        parked=row.role == "bomber" and "parked" in entry.marks,
        trades=rules["cancel"],
    )


def _unheard(armies: Armies) -> Iterator[str]:
    """What no game can show: blocks of both sides in a force, a block twice; bare types belong to nobody."""
    ours, theirs = (
        [Entry(e.label, e.count, {e.row.id: (e.row.side, 1)}) for e in army if isinstance(e.row, UnitRow)]
        for army in armies
    )
    sides = ([one for one in army if one.sides <= set(POWERS)] for army in (ours, theirs))
    for told in (wrong_sides(*sides), too_many(ours, theirs)):
        if told is not None:
            yield f"as asked, though {told}"


def _notes(armies: Armies) -> list[str]:
    notes = [*_unheard(armies)]
    for entry in (*armies[0], *armies[1]):
        ladder = "-".join(map(str, entry.ladder))
        sure = {"rulebook": "from the rulebook", "generic": "usual for its type, reconstruction"}
        notes.append(
            f"{entry.label}: TECH {entry.tech}, steps {ladder} ({sure.get(entry.row.steps_are, entry.row.steps_are)})"
        )
    return list(dict.fromkeys(notes))
