"""Odds of a battle in Afrika II: one roll on the combat results table.

Rulebook 2.5 to 2.7 (losses, retreats, garrisons), 3.0 to 3.4 (shifts), 5.2 (out of supply), 6.2d and 7.1
(leaders), Terrain Effects Chart and Combat Results Table. How odds are rounded and what lies beyond the table
is series practice (`scs.odds`, `scs.odds-limits`): from general knowledge, so ``rounding`` is an option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import pandas as pd

from northafrica.core.scenario import did_you_mean
from northafrica.odds import table_attack
from northafrica.odds.answer import OddsError, heading
from northafrica.odds.listing import Item, check_number, check_steps, parts_of, plain, read_list, text_of
from northafrica.odds.results_table import Conversion, Rounding, Stand
from northafrica.odds.table_attack import TableAnswer
from northafrica.systems.afrika2.odds_data import CombatData, TerrainRow, combat_data

_LIKE = "1-5/21.Pz, 2-5/21.Pz"
_STRENGTH = re.compile(r"\d+(/\d+|\.\d+)?")
_SIDE_MARKS = {"attackers": ("up", "down", "river", "oos"), "defenders": ("oos",)}
SERIES_NOTE = (
    "rounding of odds and columns beyond the table follow common practice of the series, not a text at hand "
    "(option rounding)"
)


@dataclass(frozen=True)
class Strength:
    """What a side brings: strength, steps (None: unknown), steps of garrisons, artillery, combined arms stacks."""

    points: Fraction
    steps: int | None = None
    garrison: int = 0
    artillery: int = 0
    combined_arms: int = 0


def odds(
    attackers: str = "",
    defenders: str = "",
    *,
    odds: str = "",
    shift: int = 0,
    terrain: str = "open",
    attacker_air: int = 0,
    defender_air: int = 0,
    attacker_leader: bool = False,
    defender_leader: bool = False,
    attacker_integrity: bool = False,
    defender_integrity: bool = False,
    convert: Conversion = "retreat",
    rounding: Rounding = "nearest",
    trials: int = 0,
    seed: int = 0,
) -> TableAnswer:
    """The odds of one attack.

    Either ``odds``: ``"3:1"`` or strengths like ``"14:4"``; or both sides, each as a strength (``"14"``,
    ``"14 (5 steps)"``) or as counters (``"1-5/21.Pz, 2-5/21.Pz, 104/21.Pz | Arty"``; a bar parts the attacker's
    stacks). Counters are named by name and division, values and class (``"8-6-9 Armor"``) or id; marks in
    brackets: ``1 step`` (steps left), ``oos`` (out of supply), and for attackers ``up``, ``down`` (escarpment by
    road) or ``river``.

    shift       net columns for the attacker beyond what is counted below; negative for the defender
    terrain     of the defender's hex, ``"rough, box"``; ``fort`` if every attacking hexside is fortified
    *_air       air points spent; *_leader Rommel or O'Connor; *_integrity a whole division takes part (3.3)
    convert     what the defender does with retreats: ``retreat``, ``hold`` (stay where a box, fort or city lets
                him and he survives), ``most`` (2.6: one hex stays real, all may go in a box, fort or city)
    rounding    ``nearest`` (a half up) or ``defender``
    trials      0 for the exact answer, else so many sampled rolls with ``seed``

    Counters bring their artillery and combined arms shifts with them. All shifts are added, then cut to three
    (3.0). Raises `OddsError` for impossible input.
    """
    attackers, defenders = text_of(attackers, "attackers", _LIKE), text_of(defenders, "defenders", _LIKE)
    data = combat_data()
    attack, defence = _sides(data, attackers, defenders, odds)
    ground = _terrain(data, terrain)
    shifts = _shifts(data, attack, defence)
    shifts["air"] = _air(attacker_air, "attacker_air") - _air(defender_air, "defender_air")
    shifts["leaders"] = int(attacker_leader) - int(defender_leader)
    shifts["divisional integrity"] = int(attacker_integrity) - int(defender_integrity)
    shifts["asked for"] = check_number(shift, "shift", "the number of columns", -99, 99)
    found = data.column(attack.points, defence.points, ground, sum(shifts.values()), rounding)
    column, net = found.raw, found.net
    if found.terrain.columns_left:
        shifts[found.terrain.terrain] = -found.terrain.columns_left
    sheltered = any(row.shelter for row in ground)
    stands = Stand(attack.steps), Stand(defence.steps, defence.garrison, sheltered, convert)
    if trials:
        check_number(trials, "trials", "the number of rolls", 1, 100_000_000)
        return table_attack.sample(data.table, column, net, *stands, trials=trials, seed=seed)
    title = odds or heading(attackers, defenders)
    return table_attack.attack(data.table, column, net, *stands, notes=_notes(shifts, net, odds), title=title)


def whole_table(
    *, terrain: str = "open", convert: Conversion = "retreat", defender_steps: int | None = None
) -> pd.DataFrame:
    """All odds columns with all net shifts at once, see `northafrica.odds.table_attack.whole_table`.

    ``terrain`` matters only for whether retreats may all become losses: columns are those of the table.
    """
    return table_attack.whole_table(combat_data().table, None, _defender(terrain, convert, defender_steps))


def heat_map(
    measure: str = "clear",
    *,
    terrain: str = "open",
    convert: Conversion = "retreat",
    defender_steps: int | None = None,
) -> pd.DataFrame:
    """One measure of `whole_table`, odds down and net shifts across."""
    return table_attack.heat_map(combat_data().table, measure, None, _defender(terrain, convert, defender_steps))


def _defender(terrain: str, convert: Conversion, steps: int | None) -> Stand:
    ground = _terrain(combat_data(), terrain)
    return Stand(steps, 0, any(row.shelter for row in ground), convert)


# -- the two sides -----------------------------------------------------------------------------------
def _sides(data: CombatData, attackers: str, defenders: str, odds: str) -> tuple[Strength, Strength]:
    if odds and (attackers or defenders):
        raise OddsError(f"odds '{odds}' and forces are both given; write one of the two")
    if not (odds or attackers or defenders):
        raise OddsError(
            "attackers, defenders: nothing is written; write odds like '3:1', or both sides: '14' and '4', or counters"
        )
    if not odds:
        return _side(data, attackers, "attackers"), _side(data, defenders, "defenders")
    parts = [part.strip() for part in odds.split(":")]
    if len(parts) != 2 or not all(_STRENGTH.fullmatch(part) for part in parts) or not Fraction(parts[1]):
        raise OddsError(f"odds '{odds}': write two strengths like '3:1' or '14:4', the second more than 0")
    return Strength(Fraction(parts[0])), Strength(Fraction(parts[1]))


def _side(data: CombatData, text: str, where: str) -> Strength:
    number, mark, tail = text.strip().partition("(")
    if _STRENGTH.fullmatch(number.strip()):
        parts_of(text, where)
        item = read_list(f"strength {mark}{tail}", where, lambda name: False)[0]
        item.check_marks((), where)
        if item.steps() == 0:
            raise OddsError(f"{where}: '{text.strip()}' has no step left; write at least (1 step)")
        return Strength(Fraction(number.strip()), item.steps())
    stacks = text.split("|")
    if where == "defenders" and len(stacks) > 1:
        raise OddsError("defenders: all stand in one hex; leave out the bar")
    return _added([_stack(data, stack, where) for stack in stacks])


def _added(stacks: list[Strength]) -> Strength:
    return Strength(
        sum((stack.points for stack in stacks), Fraction(0)),
        sum(stack.steps or 0 for stack in stacks),
        *(sum(values) for values in zip(*((s.garrison, s.artillery, s.combined_arms) for s in stacks), strict=True)),
    )


def _stack(data: CombatData, text: str, where: str) -> Strength:
    units = [
        unit for item in read_list(text, where, data.counters.__contains__, _LIKE) for unit in _units(data, item, where)
    ]
    if not units:
        raise OddsError(f"{where}: no unit is left in '{text.strip()}'; name at least one")
    arms = {kind for _, kind in units}
    return _with_arms(_added([unit for unit, _ in units]), arms)


def _with_arms(stack: Strength, arms: set[str]) -> Strength:
    """The stack with its combined arms: one of each class in it (3.4)."""
    return Strength(stack.points, stack.steps, stack.garrison, stack.artillery, int({"armor", "infantry"} <= arms))


def _units(data: CombatData, item: Item, where: str) -> Iterable[tuple[Strength, str]]:
    """Each counter of an entry with its class for combined arms."""
    item.check_marks(_SIDE_MARKS[where], where)
    counter = data.counter(item.name, where)
    steps = counter.steps if (given := item.steps()) is None else given
    check_steps(steps, counter.steps, where, counter.id)
    whole = steps == counter.steps
    side = "attack" if where == "attackers" else "defense"
    points = Fraction(getattr(counter, side) if whole else getattr(counter, f"reduced_{side}"))
    for mark in item.marks:
        if mark == "oos":
            points *= data.numbers["oos_attack" if side == "attack" else "oos_defence"]
        elif mark in data.terrain:
            points *= data.terrain[mark].attack_times
    garrison = steps if counter.unit_class == "Garrison" else 0
    unit = Strength(points, steps, garrison, counter.crt_shift)
    return [(unit, counter.combined_arms)] * item.count


# -- the column --------------------------------------------------------------------------------------
def _terrain(data: CombatData, text: str) -> list[TerrainRow]:
    known = [name for name, row in data.terrain.items() if row.attack_times == 1]
    words = [plain(word).replace(" ", "_") for word in text.split(",") if word.strip()]
    for word in words:
        if word not in known:
            raise OddsError(f"terrain: unknown '{word}'; {did_you_mean(word, known)}")
    return [data.terrain[word] for word in dict.fromkeys(words or ["open"])]


def _shifts(data: CombatData, attack: Strength, defence: Strength) -> dict[str, int]:
    arms = min(attack.combined_arms, data.arms_cap(attacking=True))
    arms -= min(defence.combined_arms, data.arms_cap(attacking=False))
    return {"artillery": attack.artillery - defence.artillery, "combined arms": arms}


def _air(points: int, where: str) -> int:
    return check_number(points, where, "the number of air points", 0, 99)


def _notes(shifts: dict[str, int], net: int, odds: str) -> list[str]:
    told = ", ".join(f"{name} {number:+d}" for name, number in shifts.items() if number)
    notes = [f"shifts: {told}; net {net:+d}"] if told else []
    if odds:
        notes.append("units are not named: nobody is taken to die out, survivors are not known")
    return [*notes, SERIES_NOTE]
