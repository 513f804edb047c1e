"""A combat from stage to stage: the eight steps (Phase 4, Combat Sequence Steps)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from northafrica.core.groups import groups, lose, shift
from northafrica.core.table import Table, View
from northafrica.mechanisms import stages
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.mechanisms.stages import Stage
from northafrica.systems.revised.board.cargo import empty_bays, is_cargo
from northafrica.systems.revised.board.ground import AIR, SHIPS, SIDES, acting_powers, acting_side, data, is_sea, name
from northafrica.systems.revised.board.guests import without_deck
from northafrica.systems.revised.combat.bombard import Bombardment, bombarding, zones
from northafrica.systems.revised.combat.casualties import Casualties, remove
from northafrica.systems.revised.combat.ending import Conclude
from northafrica.systems.revised.combat.fire import fire
from northafrica.systems.revised.combat.flak import flak_steps, immune
from northafrica.systems.revised.combat.forces import (
    attackers,
    defenders,
    guns,
    has_destroyer,
    over,
)
from northafrica.systems.revised.combat.kamikaze import kamikaze_steps
from northafrica.systems.revised.combat.press import PressOrWithdraw, defenders_choices, may_withdraw
from northafrica.systems.revised.combat.volleys import attack_volleys, bombard_volleys, defend_volleys, sub_volleys
from northafrica.systems.revised.facts import Combat, combat, facts, note_combat, remember
from northafrica.systems.revised.wording import say


def begin(table: Table, space: str) -> None:
    """Open the combat in a space; what was declared for a landing goes ashore first (amphib.must-offload)."""
    domain = "sea" if is_sea(table, space) else "land"
    if domain == "land":
        go_ashore(table, space)
    assault = any(piece.has("landed") for _, piece, _ in attackers(table, space))
    remember(table, combat=Combat(space, domain, assault=assault, failed=space in facts(table).failed))
    own = sum(n for _, _, n in attackers(table, space))
    foe = sum(n for _, _, n in defenders(table, space))
    rules = ["combat.where", "combat.separate", "combat.sequence", "combat.place"]
    rules += ["amphib.sea-all-in", "amphib.no-land-in-sea"] if _with_cargo(table, space) else []
    rules += ["withdraw.amphib.one-makes-all"] if assault else []
    rules += ["amphib.cancelled"] if space in facts(table).failed else []
    rules += scene_rules(table, space)
    told = f"combat in {name(table, space)}"
    table.emit("began", *rules, place=space, combat=space, label=told, detail=f"{own} against {foe}")
    table.push(*kamikaze_steps(table, space), Flow(space, "aa" if domain == "land" else "sub_attack"))


def scene_rules(view: View, space: str) -> list[str]:
    """The rules that say who stands on the battle board of a space, and who does not."""
    own, foe = [p for _, p, _ in attackers(view, space)], [p for _, p, _ in defenders(view, space)]
    landing = _with_cargo(view, space) or combat(view).assault or combat(view).failed
    air, fighters = any(p.kind in AIR for p in own), any(p.kind == "fighter" for p in foe)
    true = {
        "unit.air.domain": air,
        "amphib.air-assigned": air and landing,
        "amphib.defending-fighters": fighters and landing,
        "multi.defend-together": len({p.power for p in foe}) > 1,
        "cmove.converge": len({p.get("from") for p in own if p.has("from")}) > 1,
        "map.island.no-split": data(view).has_tag(space, "island"),
    }
    return [rule for rule, bears in true.items() if bears] + (_at_sea(view, space) if is_sea(view, space) else [])


def _at_sea(view: View, zone: str) -> list[str]:
    """Those of a sea combat: allies stay out, carriers' fighters defend, ships that have not moved fight."""
    side, ours = acting_side(view), acting_powers(view)
    allies = any(SIDES[p.power] == side and p.power not in ours for p in view.state.at(zone))
    rules = ["combat.attacker-ally-out", "multi.ally-ships-inert"] if allies else []
    rules += ["unit.carrier.defence"] if defenders(view, zone, lambda p: p.kind == "fighter") else []
    still = attackers(view, zone, lambda p: p.kind in SHIPS and not p.has("moved"))
    return rules + (["cmove.contested.stay"] if still else [])


def _with_cargo(view: View, zone: str) -> bool:
    return is_sea(view, zone) and any(p.has("landing") for p in view.state.at(zone))


def go_ashore(table: Table, space: str) -> None:
    """Cargo declared for this territory lands out of every zone that is clear by now."""
    for zone in table.data.board.neighbours(space):
        for piece, n in groups(table, zone, lambda p: is_cargo(p) and p.get("landing") == space):
            first = ("amphib.uncontested",) if zone not in facts(table).sea_fights else ("amphib.starts-when-clear",)
            rules = ("amphib.must-offload", *first, "unit.transport.whole-move")
            status: dict[str, int | str | None] = {"aboard": None, "landing": None, "loaded": None}
            shift(table, "moved", zone, space, piece, n, *rules, **status | {"landed": 1, "from": zone, "moved": 1})
        empty_bays(table, zone, done=1)


@dataclass(frozen=True)
class Flow(stages.Flow):
    """The stages of a combat; the last leads to the first of a new cycle."""

    def stages(self, view: View) -> tuple[Mapping[str, Stage], str]:
        return (LAND, "attack") if combat(view).domain == "land" else (SEA, "sub_attack")


def _aa(table: Table, space: str) -> None:
    if guns(table, space) and attackers(table, space, lambda p: p.kind == "fighter" and immune(table, p.power)):
        table.note("jets are not fired at", "tech.jet.aa-immune", place=space, combat=space)
    if attackers(table, space):
        table.push(*flak_steps(table, space, space))


def _bombard(table: Table, space: str) -> None:
    if combat(table).assault and defenders(table, space) and zones(table, space):
        table.push(Bombardment(space))


def _shell(table: Table, space: str) -> None:
    ships = bombarding(table, space)
    if ships and defenders(table, space):
        table.push(fire(space, bombard_volleys(table, ships)), Casualties(space, DEFEND))


def _ready(table: Table, space: str) -> None:
    """An empty territory is taken without dice; a gun alone defends nothing (capture.empty, unit.aa.alone)."""
    if over(table, space):
        table.replace(Conclude(space))


def _sub_fire(side: str) -> Stage:
    def stage(table: Table, space: str) -> None:
        foe = defenders(table, space) if side == ATTACK else attackers(table, space)
        volleys = sub_volleys(table, space, side)
        if volleys and any(piece.kind in SHIPS for _, piece, _ in foe):
            table.push(fire(space, volleys), Casualties(space, DEFEND if side == ATTACK else ATTACK))

    return stage


def _opening_remove(table: Table, space: str) -> None:
    """Step 3: victims of submarines are gone, unless a destroyer of their own warned them (combat.opening.remove)."""
    shielded = tuple(side for side in (ATTACK, DEFEND) if has_destroyer(table, side, space, fallen=True))
    note_combat(table, shielded=shielded)
    for side, found in ((ATTACK, attackers), (DEFEND, defenders)):
        victims = found(table, space, lambda p: p.has("hit"), fallen=True)
        if not victims:
            continue
        if side in shielded:
            told = ", ".join(say(n, p.kind, p.power) for _, p, n in victims)
            rules = ("combat.destroyer.return-fire", "combat.destroyer.no-second-shot")
            table.note("a destroyer lets victims fire back", *rules, place=space, combat=space, detail=told)
        else:
            remove(table, space, victims, "combat.opening.remove")
    guests_lost(table, space)


def _attack(table: Table, space: str) -> None:
    if defenders(table, space):
        table.push(fire(space, attack_volleys(table, space)), Casualties(space, DEFEND))


def _defend(table: Table, space: str) -> None:
    if attackers(table, space):
        table.push(fire(space, defend_volleys(table, space)), Casualties(space, ATTACK))


def _remove(table: Table, space: str) -> None:
    for found in (attackers, defenders):
        remove(table, space, found(table, space, lambda p: p.has("hit"), fallen=True), "combat.remove")
    guests_lost(table, space)


def guests_lost(table: Table, zone: str) -> None:
    """An ally's fighters aboard an attacking carrier go down with it (rule cmove.carrier.guest-cargo)."""
    for piece, n in without_deck(table, zone):
        rules = ("cmove.carrier.guest-cargo", "combat.cargo-aside")
        lose(table, zone, piece, n, "carrier sunk", *rules, combat=zone)


def _press(table: Table, space: str) -> None:
    if not over(table, space) and may_withdraw(table, space):
        table.push(PressOrWithdraw(space))


def _submerge(table: Table, space: str) -> None:
    if over(table, space):
        return
    if has_destroyer(table, ATTACK, space) and defenders(table, space, lambda p: p.kind == "submarine"):
        told, rule = "a destroyer keeps defending submarines from submerging", "withdraw.defender.destroyer-blocks"
        table.note(told, rule, place=space, combat=space)
    table.push(*defenders_choices(table, space))


def _again(table: Table, space: str) -> None:
    if over(table, space):
        table.replace(Conclude(space))
        return
    note_combat(table, cycle=combat(table).cycle + 1, shielded=())
    told = f"cycle {combat(table).cycle}"
    rules = ("withdraw.repeat", "withdraw.order", "combat.aa.first-cycle-only")
    table.note("combat goes on", *rules, place=space, combat=space, detail=told)


LAND: Mapping[str, Stage] = {
    "aa": _aa,
    "bombard": _bombard,
    "shell": _shell,
    "ready": _ready,
    "attack": _attack,
    "defend": _defend,
    "remove": _remove,
    "press": _press,
    "again": _again,
}
SEA: Mapping[str, Stage] = {
    "sub_attack": _sub_fire(ATTACK),
    "sub_defend": _sub_fire(DEFEND),
    "opening_remove": _opening_remove,
    "attack": _attack,
    "defend": _defend,
    "remove": _remove,
    "press": _press,
    "submerge": _submerge,
    "again": _again,
}
