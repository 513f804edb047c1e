"""Odds of a battle in Axis & Allies: North Africa, on d10 (rulebook p.19-23, 29-34).

Turns the words and unit tables of the system into a battle of numbers; `northafrica.odds` answers it.
"""

from __future__ import annotations

import re

from northafrica.core.naming import joined
from northafrica.core.options import did_you_mean
from northafrica.odds.answer import Answer
from northafrica.odds.battle import Battle, Goal, Submarines
from northafrica.odds.solve import answer_battle
from northafrica.odds.supply import Supply
from northafrica.odds.supply_play import solve_game
from northafrica.odds.told import OddsError, heading
from northafrica.odds.words import read_losses, read_retreat, read_sides, singular
from northafrica.systems.aana.data import AanaData, load
from northafrica.systems.aana.data.entities import FRENCH
from northafrica.systems.aana.odds.forces import ALLIED, Choices, Forces, read_forces
from northafrica.systems.aana.wording import NAMES, power_name

DIE = 10


def odds(
    attackers: str,
    defenders: str,
    *,
    attacker: str = "germany",
    defender: str = "uk",
    supply: str | None = None,
    retreat: str = "never",
    order_of_loss: str | None = None,
    rounds: int = 0,
    objective: str = "value",
    territory: str = "0",
    sea: bool = False,
    cargo: str = "",
    submerge: str = "",
    refuge: bool = True,
    targeting: bool = True,
    air_defense: bool = True,
    defensive_bonus: bool = False,
    target_convoy: bool = False,
    trials: int = 0,
    seed: int = 0,
) -> Answer:
    """The odds of one battle, from the attacker's view; values in RP.

    Forces are written `5 infantry, 2 artillery, 3 tank`, in the order in which they are lost (first listed, first
    lost) unless `order_of_loss` says otherwise. A `+` parts attackers that come from different territories: those
    of the largest group attack head on, the others flank and roll 8 to 10 again (combat.flank.main, .reroll).
    Defenders of several powers are written with their power: `2 infantry, 1 italy tank`.

    attacker, defender  germany, italy, uk, us, vichy, free_french; a lone Vichy force attacked by an Allied power
                        gives up after a round without a hit (french.surrender)
    supply           supply in reach, `3:2` (attacker's after the attack is declared, defender's); one number for
                     each territory the attack comes from: `3+1:2`. Left out: no limit. Given, both sides press,
                     drop out, fight and fall back as is best for the objective, the losses in the order given
                     (combat.press-land.cost, .retreat, combat.defend.pay, .exempt); a fall back is a win
                     (combat.win.after-retreat), the key `defender_falls_back` says how often
    refuge           with supply: whether defenders that fall back have somewhere to go (combat.retreat.destroyed)
    retreat          `never`, `after:2` (after round 2), `units:6` (at 6 units or less), `air-only`, or `best`
    order_of_loss    `infantry,artillery,tank/infantry,tank`, attacker's then defender's; `cheapest`, `best`
    rounds           fight no more than so many; 0 no limit
    objective        what `best` and supply aim at: `value` or `capture`
    territory        worth of the territory for the objective `value`: RP, or the name of a territory
    sea              a battle at sea; told by the units if left out
    cargo            loads of the defender's convoy: `2 infantry, 1 tank, 10 supply` (combat.convoy.*)
    submerge         submarines leave at the first chance: `attacker`, `defender` or `both`
    targeting        anti-tank guns (round 1), scout cars and dive bombers choose their targets (atg.targeted ...)
    air_defense      AAA and guns like them fire at attacking aircraft (aaa.dice)
    defensive_bonus  the place is Tobruk, or Mareth attacked from Tripoli: defenders roll 8 to 10 again; the wording
                     of the bonus is lost and this a reconstruction (board.tobruk-bonus)
    target_convoy    dive bombers demand loads of the convoy before its escort (bomber.target-convoy)
    trials, seed     sample so many battles instead of the exact answer

    Raises OddsError.
    """
    table = load()
    choices = Choices(targeting, air_defense, defensive_bonus, target_convoy)
    forces = read_forces(table, attackers, defenders, _power(attacker), _power(defender), cargo, sea, choices)
    attack, defend, losses = read_losses(order_of_loss, forces.attackers, forces.defenders)
    battle = Battle(
        die=DIE,
        attackers=tuple(attack),
        defenders=tuple(defend),
        opening=forces.opening if choices.air_defense else (),
        retreat=read_retreat(retreat),
        rounds=rounds,
        losses=losses,
        at_sea=forces.at_sea,
        subs=Submarines(submerge=read_sides(submerge)),
        both_must_hurt=forces.at_sea,
        surrender=forces.surrender,
        helpless_fall=not forces.at_sea,
        goal=Goal(objective, worth_of(table, territory)),
        value_unit="RP",
        title=heading(_with_power(attackers, attacker), _with_power(defenders, defender)),
        notes=_notes(forces, choices, supply),
    )
    if supply is None:
        return answer_battle(battle, trials, seed)
    if trials:
        raise OddsError("supply is worked out exactly; leave trials out")
    if forces.at_sea:
        raise OddsError("supply: battles at sea cost none (combat.press-sea); leave it out")
    return solve_game(battle, read_supply(supply, refuge))


def read_supply(text: str, refuge: bool = True) -> Supply:
    """Read `3:2`, or `3+1:2` with a number for each territory the attack comes from. Raises OddsError."""
    match = re.fullmatch(r"\s*(\d+(?:\s*\+\s*\d+)*)\s*:\s*(\d+)\s*", str(text))
    if match is None:
        raise OddsError(f"supply '{text}': write the attacker's and the defender's, such as 3:2 or 3+1:2")
    return Supply(tuple(int(part) for part in match[1].split("+")), int(match[2]), refuge)


def worth_of(table: AanaData, territory: str | float) -> float:
    """The RP of a territory given by name, or the number itself. Raises OddsError."""
    try:
        return float(territory)
    except ValueError:
        pass
    spaces = table.board.spaces
    name = singular(str(territory), spaces)
    if name not in spaces:
        raise OddsError(f"territory: there is no '{territory}'; {did_you_mean(name, spaces)}, or write its RP")
    return float(table.rp(name) or 0)


def _with_power(units: str, power: str) -> str:
    return f"{units} ({NAMES.get(_power(power), power).removeprefix('the ')})"


def _power(word: str) -> str:
    known = ("germany", "italy", "uk", "us", *FRENCH)
    plain = str(word).strip().lower().replace(" ", "_")
    if plain not in known:
        raise OddsError(f"there is no power '{word}'; {did_you_mean(plain, known)}")
    return plain


def _notes(forces: Forces, choices: Choices, supply: str | None) -> tuple[str, ...]:
    found = ["no limit of supply"] if not forces.at_sea and supply is None else []
    friends = sorted(who for who in forces.defending if (who in ALLIED) == (forces.attacking in ALLIED))
    if friends:
        told = joined(map(power_name, (forces.attacking, *friends)))
        found.append(f"{told} are on one side: such an attack is never made")
    found += forces.unheard
    if supply is not None:
        found.append("supply: 1 for every 5 land units and territory to press, 1 a round to defend; both play best")
    units = (*forces.attackers, *forces.defenders)
    if any(u.demands_until for u in units):
        found.append(
            "anti-tank guns make the other side lose tanks in round 1 (atg.targeted); option targeting turns it off"
        )
    if any(u.demands and not u.demands_until for u in units):
        found.append("scout cars demand aircraft, dive bombers the strongest (scout.target-air, bomber.target-land)")
    if any(u.reroll_from for u in forces.attackers):
        found.append("flanking land units roll 8 to 10 again (combat.flank.reroll)")
    if choices.defensive_bonus:
        found.append("defenders roll 8 to 10 again: a reconstruction, its wording is lost (board.tobruk-bonus)")
    if choices.air_defense and forces.opening:
        found.append(f"air defense: {forces.flak} guns, 2 or less hits, the attacker chooses who falls (aaa.hit)")
    if any(u.leaves_after for u in forces.attackers):
        found.append("scout cars leave after round 1 and never capture (scout.hit-and-run)")
    if forces.surrender:
        found.append("Vichy give up after a round without a hit; survivors count as left (french.surrender)")
    return tuple(found)


__all__ = ["odds", "worth_of"]
