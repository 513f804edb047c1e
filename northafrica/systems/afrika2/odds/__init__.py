"""Odds of a battle in Afrika II: one roll on the combat results table.

Rulebook 2.5 to 2.7 (losses, retreats, garrisons), 3.0 to 3.4 (shifts), 5.2 (out of supply), 6.2d and 7.1
(leaders), Terrain Effects Chart and Combat Results Table. How odds are rounded and what lies beyond the table
is series practice (`scs.odds`, `scs.odds-limits`): from general knowledge, so ``rounding`` is an option.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from northafrica.core.options import did_you_mean
from northafrica.odds import table_attack
from northafrica.odds.listing import check_number, plain, text_of
from northafrica.odds.results_table import Conversion, Rounding, Stand
from northafrica.odds.table_attack import TableAnswer
from northafrica.odds.told import OddsError, heading
from northafrica.systems.afrika2.odds.data import CombatData, TerrainRow, combat_data
from northafrica.systems.afrika2.odds.forces import LIKE, Strength, check_sides, read_sides
from northafrica.systems.afrika2.tables.combat import odds_text

if TYPE_CHECKING:
    import pandas as pd

SERIES_NOTE = (
    "rounding of odds and columns beyond the table follow common practice of the series, not a text at hand "
    "(option rounding)"
)


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
    (3.0). Raises `OddsError` for impossible input, and for forces that no position can bring together, with the rule.
    """
    attackers, defenders = text_of(attackers, "attackers", LIKE), text_of(defenders, "defenders", LIKE)
    data = combat_data()
    sides = read_sides(data, attackers, defenders, odds)
    asked = (attacker_leader, defender_leader), (attacker_integrity, defender_integrity)
    notes = check_sides(*sides, *asked)
    notes += _much_air(data, max(_air(attacker_air, "attacker_air"), _air(defender_air, "defender_air")))
    attack, defence = (side.strength for side in sides)
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
    notes += _notes(shifts, net, data.table.most, odds)
    title, told = odds or heading(attackers, defenders), odds_text(found.odds)
    if trials:
        check_number(trials, "trials", "the number of rolls", 1, 100_000_000)
    return table_attack.attack(
        data.table, column, net, *stands, trials=trials, seed=seed, notes=notes, title=title, odds=told
    )


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


def _much_air(data: CombatData, points: int) -> list[str]:
    if points <= data.most_air:
        return []
    return [f"as asked, though no turn gives a side more than {data.most_air} air points (3.2.limit)"]


def _notes(shifts: dict[str, int], net: int, most: int, odds: str) -> list[str]:
    told = ", ".join(f"{name} {number:+d}" for name, number in shifts.items() if number)
    capped = f", of which {most} count (3.0.max-net-shift)" if abs(net) > most else ""
    notes = [f"shifts: {told}; net {net:+d}{capped}"] if told else []
    if odds:
        notes.append("units are not named: nobody is taken to die out, survivors are not known")
    return [*notes, SERIES_NOTE]
