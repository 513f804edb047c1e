"""Phase 4: the order of combats, and each combat from step to step (rulebook p.19-23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, forbidden
from northafrica.core.groups import flip, lose
from northafrica.core.naming import joined
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms import stages
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.mechanisms.stages import Stage
from northafrica.systems.aana.board.ground import (
    AIR,
    acting_side,
    belongs,
    data,
    enemy_of,
    is_land,
    is_sea,
    name,
)
from northafrica.systems.aana.combat.casualties import Casualties
from northafrica.systems.aana.combat.decisions import open_orders
from northafrica.systems.aana.combat.ending import Conclude, drop_out
from northafrica.systems.aana.combat.escape import escape_steps
from northafrica.systems.aana.combat.fire import AirDefenseRoll, FireRoll, guns, sea_flags
from northafrica.systems.aana.combat.flank import find_main
from northafrica.systems.aana.combat.forces import (
    around,
    attackers,
    can_hurt,
    cargo_supply,
    defenders,
    has_cargo,
    land_origins,
    total,
    units_of,
)
from northafrica.systems.aana.combat.press import PressOrCease
from northafrica.systems.aana.combat.raids import SubmarineChoice, raid, submarines
from northafrica.systems.aana.combat.retreat import Retreats, remove_casualties, surrender
from northafrica.systems.aana.combat.volleys import attack_volleys, defend_volleys, note_support
from northafrica.systems.aana.facts import Combat, combat, facts, forget_combat, note_combat, remember
from northafrica.systems.aana.mines.fields import MINED
from northafrica.systems.aana.orders import Attack, Blitz, Move, Resolve

SIDE_WORDS = {ATTACK: "attacker", DEFEND: "defender"}


@dataclass(frozen=True)
class Combats(Automatic):
    """Every declared combat is fought, in the order the attacker likes (combat.order)."""

    title: ClassVar[str] = "Conduct Combat"

    def run(self, table: Table) -> None:
        for space in facts(table).combats:
            if not attackers(table, space):
                mined = any(p.get("done") == MINED for at in around(table, space) for p in table.state.at(at))
                rule = "mine.land.all-retreated" if mined else "stack.enemy-moves-excess"
                table.note("nobody is left to attack", rule, place=space, combat=space)
                forget_combat(table, space)
        left = facts(table).combats
        if not left:
            table.finish()
        elif len(left) == 1:
            begin(table, left[0])
        else:
            table.push(ChooseCombat())


@dataclass(frozen=True)
class ChooseCombat(Choice):
    """The attacker picks the next combat."""

    title: ClassVar[str] = "Which combat next?"

    def prompt(self, view: View) -> Prompt:
        told = joined((name(view, space) for space in facts(view).combats), "or")
        return Prompt(
            f"which combat is fought next? ({told})",
            "Each is finished before the next begins.",
            ("combat.order", "turn.obligation"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        first = "declared attacks must be fought first"
        moves = forbidden(Ruling.refuse("amove.simultaneous", first), Move, Blitz, Attack)
        resolve = OneOf(Resolve, lambda v: facts(v).combats, self._none_there, self._resolve)
        return (resolve, *moves, *forbidden(Ruling.refuse("turn.obligation", first), End))

    def _none_there(self, view: View, space: str) -> Ruling:
        told = joined(name(view, each) for each in facts(view).combats)
        return Ruling.refuse("combat.order", f"no combat is declared in {name(view, space)}, only in {told}")

    def _resolve(self, table: Table, space: str) -> None:
        table.finish()
        begin(table, space)


def untimely(view: View, kind: str) -> str:
    """The rule that keeps a kind of order out of a combat under way; "" where none does."""
    now = facts(view).combat
    if now is None:
        return ""
    if kind in ("attack", "move", "blitz"):
        return "combat.no-reinforce"
    if kind == "cease" and now.round == 1:
        return "combat.min-one-round"
    return "combat.order" if kind == "resolve" else ""


def begin(table: Table, space: str) -> None:
    """Open a combat."""
    domain = "sea" if is_sea(table, space) else "land"
    remember(table, combat=Combat(space, domain, landing=space in facts(table).landings))
    own, foe = total(attackers(table, space)), total(defenders(table, space))
    opening = ("combat.sequence", "combat.order", "combat.min-one-round")
    rules = [*opening, "combat.multi.defend", "combat.multi.attack-alone"]
    rules += bystander_rules(table, space) if domain == "sea" else []
    told = f"combat in {name(table, space)}"
    table.emit("began", *rules, place=space, combat=space, label=told, detail=f"{own} against {foe}")
    table.push(Flow(space, next(iter(LAND if domain == "land" else SEA))))


def bystander_rules(view: View, zone: str) -> list[str]:
    """What applies to those in a zone that are no plain fighting ships: escorts, cargo, aircraft on an island."""
    ours = acting_side(view)
    rules = ["board.circles"] if based_in_circle(view, zone) else []
    if any(piece.kind in AIR for _, piece, _ in defenders(view, zone)):
        rules.append("combat.escorts-join")
    if has_cargo(view, zone):
        rules += ["combat.convoy.last", "combat.convoy.no-fire"] + (["escort.auto"] if defenders(view, zone) else [])
    if any(belongs(piece.power, ours) and piece.has("cargo") for piece in view.state.at(zone)) or cargo_supply(
        view, zone, ours
    ):
        rules.append("combat.own-convoy-safe")
    return rules


def based_in_circle(view: View, zone: str) -> bool:
    """Whether enemy aircraft stand on an island in a zone, where they are out of its combats (rule board.circles)."""
    enemy = enemy_of(acting_side(view))
    islands = [s for s in data(view).board.neighbours(zone, "coast") if data(view).has_tag(s, "island")]
    return any(belongs(p.power, enemy) and p.kind in AIR for s in islands for p in view.state.at(s))


@dataclass(frozen=True)
class Flow(stages.Flow):
    """The stages of a combat, one after the other; pressing starts a new round."""

    def stages(self, view: View) -> tuple[Mapping[str, Stage], str]:
        return (LAND, "orders") if combat(view).domain == "land" else (SEA, "subs")


def stop(table: Table, space: str) -> None:
    """Leave the stages for step 6."""
    table.replace(Conclude(space))


def _needless(view: View, space: str) -> bool:
    """Whether no combat is needed: nobody defends but AAA (combat.aaa-only-target)."""
    return combat(view).domain == "land" and all(piece.kind == "aaa" for _, piece, _ in defenders(view, space))


def _flank(table: Table, space: str) -> None:
    counts = land_origins(table, space)
    if len(counts) < 2 or _needless(table, space):
        note_combat(table, main=next(iter(counts), ""))
        return
    find_main(table, space)


def _air_defense(table: Table, space: str) -> None:
    roll = AirDefenseRoll(space)
    if guns(table, space) and roll.count(table):
        table.push(roll, Casualties(space, ATTACK))


def _ready(table: Table, space: str) -> None:
    if not attackers(table, space):
        stop(table, space)
    elif _needless(table, space):
        table.replace(*raid(table, space, "raid"), LateRaid(space), NoCombat(space))


@dataclass(frozen=True)
class LateRaid(Automatic):
    """Bombers after scout cars, if supply is left."""

    space: str

    def run(self, table: Table) -> None:
        table.replace(*raid(table, self.space, "bomb"))


@dataclass(frozen=True)
class NoCombat(Automatic):
    """No combat is needed against AAA alone, or nobody (combat.aaa-only-target)."""

    title: ClassVar[str] = "No combat is needed"
    space: str

    def run(self, table: Table) -> None:
        for _, piece, n in defenders(table, self.space):
            rule = (
                "combat.aaa-only-air"
                if not any(is_land(p) for _, p, _ in attackers(table, self.space))
                else "aaa.no-defence"
            )
            lose(table, self.space, piece, n, "combat", "combat.aaa-only-target", rule, combat=self.space)
        table.replace(Conclude(self.space))


def raids(how: str) -> Stage:
    """In the first round supply may be destroyed."""

    def stage(table: Table, space: str) -> None:
        if combat(table).round == 1:
            table.push(*raid(table, space, how))

    return stage


def fires(side: str, strike: bool = False) -> Stage:
    """A side rolls, unless nothing at all of the other is left; a `strike` by submarines that none cancels."""

    def stage(table: Table, space: str) -> None:
        if strike and side in combat(table).cancelled:
            return
        if side == ATTACK:
            if not strike:
                note_support(table, space)
            foes = bool(defenders(table, space, marked=True)) or has_cargo(table, space)
            volleys = attack_volleys(table, space, strike)
        else:
            volleys, foes = defend_volleys(table, space, strike), bool(attackers(table, space))
        if foes:
            table.push(*[FireRoll(space, volley, 0, strike) for volley in volleys])

    return stage


def takes(side: str, strike: bool = False) -> Stage:
    """A side takes its hits."""
    return lambda table, space: table.push(Casualties(space, side, strike))


def _subs(table: Table, space: str) -> None:
    cancelled, spotted = sea_flags(table, space)
    _bystanders(table, space)
    if combat(table).round > 1 and cancelled != combat(table).cancelled:
        table.note("abilities of submarines change", "combat.reevaluate", place=space, combat=space)
    note_combat(table, cancelled=cancelled, spotted=spotted)
    if cancelled:
        told = f"no special abilities for submarines of the {joined(SIDE_WORDS[side] for side in cancelled)}"
        rules = ("destroyer.cancels", "combat.reevaluate")
        table.note("destroyers take part", *rules, place=space, combat=space, detail=told)
    for side in (DEFEND, ATTACK):
        if submarines(table, side, space) and side not in cancelled:
            table.push(SubmarineChoice((), space, side))


def _bystanders(table: Table, space: str) -> None:
    """An ally's destroyer in the zone cancels nothing (destroyer.bystander)."""
    ours, power = acting_side(table), table.state.power
    if any(belongs(p.power, ours) and p.power != power and p.kind == "destroyer" for p in table.state.at(space)):
        table.note("an ally's destroyer takes no part", "destroyer.bystander", place=space, combat=space)


def _strike_end(table: Table, space: str) -> None:
    """Strike victims leave before anyone else fires; strikers do not fire again (sub.strike.casualties)."""
    for _, piece, n in defenders(table, space, lambda p: p.has("hit"), marked=True):
        lose(table, space, piece, n, "combat", "sub.strike.casualties", "comp.return-to-pool", combat=space)
    for side in (ATTACK, DEFEND):
        for place, piece, n in submarines(table, side, space) if side not in combat(table).cancelled else ():
            flip(table, place, piece, n, struck=1)


def _remove(table: Table, space: str) -> None:
    remove_casualties(table, space)
    if combat(table).domain == "sea":
        for side in (ATTACK, DEFEND):
            for place, piece, n in units_of(table, side, space):
                flip(table, place, piece, n, struck=None)
    elif surrender(table, space):
        stop(table, space)
    else:
        table.push(Retreats(space))


def _escape(table: Table, space: str) -> None:
    if attackers(table, space):
        table.push(*escape_steps(table, space))


def _press(table: Table, space: str) -> None:
    now = combat(table)
    scouts = attackers(table, space, lambda p: p.kind == "scout_car")
    if defenders(table, space) or has_cargo(table, space):
        for place, piece, n in scouts:
            drop_out(table, place, piece, n, "combat.sequence")
    over = not attackers(table, space) or not (can_hurt(table, ATTACK, space) and can_hurt(table, DEFEND, space))
    if over:
        if now.domain == "sea":
            gone = not defenders(table, space) and not has_cargo(table, space)
            rules = ("combat.end-auto", *(("combat.escape.no-defenders",) if gone else ()))
            table.note("combat ends", *rules, place=space, combat=space)
        stop(table, space)
        return
    table.push(PressOrCease(space))


LAND: Mapping[str, Stage] = {
    "flank": _flank,
    "air_defense": _air_defense,
    "ready": _ready,
    "orders": open_orders,
    "raid": raids("raid"),
    "bomb": raids("bomb"),
    "attack": fires(ATTACK),
    "hit_defenders": takes(DEFEND),
    "defend": fires(DEFEND),
    "hit_attackers": takes(ATTACK),
    "remove": _remove,
    "press": _press,
}
SEA: Mapping[str, Stage] = {
    "ready": _ready,
    "subs": _subs,
    "strike_attack": fires(ATTACK, strike=True),
    "strike_hits": takes(DEFEND, strike=True),
    "strike_back": fires(DEFEND, strike=True),
    "strike_losses": takes(ATTACK, strike=True),
    "strike_end": _strike_end,
    "attack": fires(ATTACK),
    "hit_defenders": takes(DEFEND),
    "defend": fires(DEFEND),
    "hit_attackers": takes(ATTACK),
    "remove": _remove,
    "escape": _escape,
    "press": _press,
}
