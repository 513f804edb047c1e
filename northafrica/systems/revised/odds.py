"""Odds of a battle in Axis & Allies Revised under the Larry Harris Tournament Rules 2.0.

Phase 4, steps 1 to 8 (ledger `combat.*`, `withdraw.*`, `capture.*`, `special.artillery.*`). Not here: rockets,
strategic bombing raids, weapons developments and national advantages but for those named in `odds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from northafrica.odds.answer import Answer
from northafrica.odds.battle import Battle, Goal, Opening, Retreat, Submarines, Unit
from northafrica.odds.listing import Item
from northafrica.odds.solve import answer_battle
from northafrica.odds.told import OddsError, heading
from northafrica.odds.words import read_force, read_losses, read_retreat, read_sides
from northafrica.systems.revised.data import UnitRow, units

DIE = 6
AA_HIT = 1
GUN = "antiaircraft_gun"
SUBS = Submarines(always_strike=True, air_needs_destroyer=False, submerge_before_fire=False)
"""Submarines fire first whatever is there, aircraft hit them, and they submerge after a cycle."""


def odds(
    attackers: str,
    defenders: str,
    *,
    aa: bool = False,
    bombard: str = "",
    sea: bool = False,
    retreat: str = "never",
    order_of_loss: str | None = None,
    rounds: int = 0,
    objective: str = "value",
    territory: float = 0.0,
    submerge: str = "",
    bombard_hits_air: bool = True,
    return_fire: bool = False,
    combined_bombardment: bool = False,
    heavy_bombers: bool = False,
    super_submarines: bool = False,
    jet_fighters: bool = False,
    trials: int = 0,
    seed: int = 0,
) -> Answer:
    """The odds of one battle, from the attacker's view; values in IPC.

    Forces are written `5 infantry, 2 artillery, 3 tank`, in the order in which they are lost (first listed, first
    lost) unless `order_of_loss` says otherwise.

    aa                an antiaircraft gun defends (or list `1 antiaircraft_gun`): a die for each attacking aircraft,
                      fighters first, then bombers, each 1 hits (combat.aa.die-each, combat.aa.type-order)
    bombard           ships off the coast, such as `2 battleship`; makes it an amphibious assault, from which land
                      units cannot withdraw (combat.bombard.who, withdraw.amphib.no-land)
    sea               a sea battle; told by the units if left out
    retreat           `never`, `after:2` (after round 2), `units:6` (at 6 units or less), `air-only`, or `best`
    order_of_loss     `infantry,artillery,tank/infantry,tank`, attacker's then defender's; `cheapest`, `best`
    rounds            fight no more than so many; 0 no limit
    objective         what `best` aims at: `value` or `capture`
    territory         worth of the territory in IPC, for the objective `value`
    submerge          submarines leave at the first chance: `attacker`, `defender` or `both`
    bombard_hits_air  ships may hit aircraft in the territory (step 2; Appendix I names land units only)
    return_fire       those hit by bombardment still fire (other editions; LHTR 2.0: they do not)
    *_bombardment ... weapons developments of the attacker (bombardment, heavy bombers) or of both sides' units
    trials, seed      sample so many battles instead of the exact answer

    Raises OddsError.
    """
    us = _read(attackers, "attackers")
    them = _read(defenders, "defenders")
    gun = aa or any(some.name == GUN for some in them)
    ours = [s for s in us if s.name != GUN]
    theirs = [s for s in them if s.name != GUN]
    if len(ours) < len(us):
        raise OddsError("attackers: an antiaircraft_gun cannot attack (unit.aa); leave it out")
    at_sea = sea or any(units()[s.name].domain == "sea" for s in (*ours, *theirs))
    for side, found in (("attackers", ours), ("defenders", theirs)):
        _check_place(found, side, at_sea)
    tech = _Tech(heavy_bombers, super_submarines, jet_fighters)
    attack = [_unit(s, True, tech) for s in ours]
    defend = [_unit(s, False, tech) for s in theirs]
    attack, defend, losses = read_losses(order_of_loss, attack, defend)
    leave = read_retreat(retreat)
    ships = _bombard_dice(bombard, combined_bombardment, at_sea)
    _check_assault(bool(ships), leave)
    opening = _aa_fire(attack, gun and not at_sea, jet_fighters)
    opening += _bombardment(ships, defend, bombard_hits_air, return_fire)
    battle = Battle(
        die=DIE,
        attackers=tuple(attack),
        defenders=tuple(defend),
        opening=opening,
        retreat=leave,
        rounds=rounds,
        losses=losses,
        at_sea=at_sea,
        subs=replace(SUBS, submerge=read_sides(submerge)),
        goal=Goal(objective, territory),
        value_unit="IPC",
        title=heading(attackers, defenders),
        notes=_notes(at_sea, bool(opening) and gun, bool(ships), return_fire),
    )
    return answer_battle(battle, trials, seed)


class _Tech:
    """Weapons developments that change dice."""

    def __init__(self, heavy_bombers: bool, super_submarines: bool, jet_fighters: bool) -> None:
        self.best_of = {"bomber": 2} if heavy_bombers else {}
        self.power = {("submarine", True): 3, ("submarine", False): 3} if super_submarines else {}
        if jet_fighters:
            self.power["fighter", False] = 5


def _read(text: str, place: str) -> tuple[Item, ...]:
    known = [row.kind for row in units().values() if row.combat or row.kind == GUN]
    return read_force(text, known, place)


def _unit(some: Item, attacking: bool, tech: _Tech) -> Unit:
    row = units()[some.name]
    power = tech.power.get((some.name, attacking), row.attack if attacking else row.defense)
    return Unit(
        name=row.kind,
        count=some.count,
        power=power,
        value=float(row.cost),
        domain="sub" if "submarine" in row.abilities else row.domain,
        hits=row.hits,
        supports=attacking and "supports_infantry" in row.abilities,
        supported=row.attack_supported if attacking else 0,
        best_of=tech.best_of.get(some.name, 1),
        destroyer="antisubmarine" in row.abilities,
    )


def _check_place(found: Sequence[Item], side: str, at_sea: bool) -> None:
    wrong = [s.name for s in found if units()[s.name].domain == ("land" if at_sea else "sea")]
    if wrong and at_sea:
        raise OddsError(f"{side}: {wrong[0]} cannot fight in a sea battle (combat.cargo-aside); leave it out")


def _bombard_dice(text: str, combined: bool, at_sea: bool) -> list[UnitRow]:
    if not text:
        return []
    if at_sea:
        raise OddsError("bombard: ships bombard in an assault on land only (combat.bombard.who); leave it out at sea")
    rows = []
    for some in read_force(text, [row.kind for row in units().values() if row.domain == "sea"], "bombard"):
        row = units()[some.name]
        if not row.bombard or (row.kind == "destroyer" and not combined):
            more = " without combined_bombardment (tech.bombard)" if row.bombard else ""
            raise OddsError(f"bombard: a {row.kind} does not bombard{more}; write '1 battleship'")
        rows += [row] * some.count
    return rows


def _bombardment(
    ships: Sequence[UnitRow], defend: Sequence[Unit], hits_air: bool, returns: bool
) -> tuple[Opening, ...]:
    targets = tuple(u.name for u in defend if u.domain == "land" or hits_air)
    if not ships or not targets:
        return ()
    shots = Counter(row.bombard for row in ships)
    return tuple(
        Opening("attacker", hit, targets, n, returns=returns, label="bombardment") for hit, n in sorted(shots.items())
    )


def _aa_fire(attack: Sequence[Unit], gun: bool, jets: bool) -> tuple[Opening, ...]:
    """One die for each aircraft, type by type; jet fighters are never shot at (tech.jet.aa-immune)."""
    aircraft = [u for u in attack if u.domain == "air" and not (jets and u.name == "fighter")] if gun else []
    aircraft.sort(key=lambda u: u.name != "fighter")
    return tuple(Opening("defender", AA_HIT, (u.name,), label="antiaircraft gun") for u in aircraft)


def _check_assault(assault: bool, leave: Retreat) -> None:
    if assault and leave.kind not in ("never", "air-only"):
        raise OddsError(
            f"retreat {leave.kind}: land units cannot withdraw from an amphibious assault (withdraw.amphib.no-land); "
            "write retreat=never, or air-only"
        )


def _notes(at_sea: bool, gun: bool, assault: bool, return_fire: bool) -> tuple[str, ...]:
    found = ["rules: Larry Harris Tournament Rules (LHTR) 2.0"]
    if at_sea:
        found.append(
            "submarines fire first; their victims fire back only beside an own destroyer (combat.sub.opening, "
            "combat.destroyer.return-fire); a battleship takes two hits (combat.battleship.two-hits)"
        )
    if gun:
        found.append("antiaircraft fire: a die for each aircraft, by type, hits on 1 (combat.aa.die-each)")
    if assault:
        told = "fire back" if return_fire else "do not fire back (combat.bombard.no-return)"
        found.append(f"bombardment before round 1; those hit {told}")
    return tuple(found)
