"""Phase 4: the order of combats, and each combat from step to step (rulebook p.19-23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.groups import flip, lose
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    AIR,
    SIDES,
    acting_side,
    data,
    enemy_of,
    is_land,
    is_sea,
    name,
)
from northafrica.systems.aana.combat.casualties import Casualties
from northafrica.systems.aana.combat.decisions import ChooseMain, SubmarineChoice, open_orders, raid, set_main
from northafrica.systems.aana.combat.ending import Conclude, drop_out
from northafrica.systems.aana.combat.fire import (
    AirDefenseRoll,
    FireRoll,
    attack_volleys,
    defend_volleys,
    note_support,
    sea_flags,
)  # fmt: skip
from northafrica.systems.aana.combat.forces import (
    ATTACK,
    DEFEND,
    around,
    attackers,
    can_hurt,
    cargo_supply,
    defenders,
    has_cargo,
    land_origins,
    total,
    units_of,
)  # fmt: skip
from northafrica.systems.aana.combat.press import PressOrCease
from northafrica.systems.aana.combat.retreat import Retreats, escape_steps, remove_casualties, surrender
from northafrica.systems.aana.facts import Combat, combat, facts, note_combat, remember
from northafrica.systems.aana.mines.phase import MINED
from northafrica.systems.aana.orders import Resolve

SIDE_WORDS = {ATTACK: "attacker", DEFEND: "defender"}
LAND = (
    "flank",
    "air_defense",
    "ready",
    "orders",
    "raid",
    "bomb",
    "attack",
    "hit_defenders",
    "defend",
    "hit_attackers",
    "remove",
    "press",
)
SEA = ("ready", "subs", "strike_attack", "strike_hits", "strike_back", "strike_losses", "strike_end",
       "attack", "hit_defenders", "defend", "hit_attackers", "remove", "escape", "press")  # fmt: skip


@dataclass(frozen=True)
class Combats(Automatic):
    """Every declared combat is fought, in the order the attacker likes (combat.order)."""

    title: ClassVar[str] = "Conduct Combat"

    def run(self, table: Table) -> None:
        for space in facts(table).combats:
            if not attackers(table, space):
                mined = any(p.get("done") == MINED for at in around(table, space) for p in table.state.at(at))
                table.emit(
                    "note",
                    "mine.land.all-retreated" if mined else "stack.enemy-moves-excess",
                    place=space,
                    combat=space,
                    label="nobody is left to attack",
                )
                remember(table, combats=tuple(c for c in facts(table).combats if c != space),
                         landings=tuple(c for c in facts(table).landings if c != space))  # fmt: skip
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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Resolve,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return list(facts(view).combats)

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Resolve)
        if order.space not in facts(view).combats:
            told = joined(name(view, space) for space in facts(view).combats)
            return Ruling.refuse(
                "combat.order",
                f"no combat is declared in {name(view, order.space)}, only in {told}",
            )
        return Ruling.allow()

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if order.kind in ("end", "move", "blitz", "attack"):
            rule = "turn.obligation" if order.kind == "end" else "amove.simultaneous"
            return Ruling.refuse(rule, "declared attacks must be fought first")
        return super().wrong_kind(view, order)

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Resolve)
        table.finish()
        begin(table, order.space)


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
    rules = bystander_rules(table, space) if domain == "sea" else []
    table.emit(
        "began",
        "combat.sequence",
        "combat.order",
        "combat.min-one-round",
        "combat.multi.defend",
        "combat.multi.attack-alone",
        *rules,
        place=space,
        combat=space,
        label=f"combat in {name(table, space)}",
        detail=f"{own} against {foe}",
    )
    table.push(Flow(space, (LAND if domain == "land" else SEA)[0]))


def bystander_rules(view: View, zone: str) -> list[str]:
    """What applies to those in a zone that are no plain fighting ships: escorts, cargo, aircraft on an island."""
    ours = acting_side(view)
    rules = ["board.circles"] if based_in_circle(view, zone) else []
    if any(piece.kind in AIR for _, piece, _ in defenders(view, zone)):
        rules.append("combat.escorts-join")
    if has_cargo(view, zone):
        rules += ["combat.convoy.last", "combat.convoy.no-fire"] + (["escort.auto"] if defenders(view, zone) else [])
    if any(SIDES[piece.power] == ours and piece.has("cargo") for piece in view.state.at(zone)) or cargo_supply(
        view, zone, ours
    ):
        rules.append("combat.own-convoy-safe")
    return rules


def based_in_circle(view: View, zone: str) -> bool:
    """Whether enemy aircraft stand on an island in a zone, where they are out of its combats (rule board.circles)."""
    enemy = enemy_of(acting_side(view))
    islands = [s for s in data(view).board.neighbours(zone, "coast") if data(view).has_tag(s, "island")]
    return any(SIDES[p.power] == enemy and p.kind in AIR for s in islands for p in view.state.at(s))


@dataclass(frozen=True)
class Flow(Automatic):
    """The stages of a combat, one after the other; pressing starts a new round."""

    title: ClassVar[str] = "Combat"
    space: str = ""
    stage: str = ""

    def run(self, table: Table) -> None:
        stages = LAND if combat(table).domain == "land" else SEA
        index = stages.index(self.stage)
        following = stages[index + 1] if index + 1 < len(stages) else ("orders" if stages is LAND else "subs")
        table.replace(replace(self, stage=following))
        STAGES[self.stage](table, self.space)


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
    best = [place for place, n in counts.items() if n == max(counts.values())]
    if len(best) > 1:
        table.push(ChooseMain(space))
    else:
        set_main(table, space, best[0])


def _air_defense(table: Table, space: str) -> None:
    roll = AirDefenseRoll(space)
    if roll.guns(table) and roll.count(table):
        table.push(roll, Casualties(space, ATTACK))


def _ready(table: Table, space: str) -> None:
    if not attackers(table, space):
        stop(table, space)
    elif _needless(table, space):
        table.replace(*raid(table, space, "raid"), LateRaid(space), NoCombat(space))


@dataclass(frozen=True)
class LateRaid(Automatic):
    """Bombers after scout cars, if supply is left."""

    space: str = ""

    def run(self, table: Table) -> None:
        table.replace(*raid(table, self.space, "bomb"))


@dataclass(frozen=True)
class NoCombat(Automatic):
    """No combat is needed against AAA alone, or nobody (combat.aaa-only-target)."""

    title: ClassVar[str] = "No combat is needed"
    space: str = ""

    def run(self, table: Table) -> None:
        for _, piece, n in defenders(table, self.space):
            rule = (
                "combat.aaa-only-air"
                if not any(is_land(p) for _, p, _ in attackers(table, self.space))
                else "aaa.no-defence"
            )
            lose(table, self.space, piece, n, "combat", "combat.aaa-only-target", rule, combat=self.space)
        table.replace(Conclude(self.space))


def _raid(table: Table, space: str) -> None:
    if combat(table).round == 1:
        table.push(*raid(table, space, "raid"))


def _bomb(table: Table, space: str) -> None:
    if combat(table).round == 1:
        table.push(*raid(table, space, "bomb"))


def _fire(table: Table, side: str, space: str, strike: bool = False) -> None:
    """Let a side roll, unless nothing at all of the other is left in the combat."""
    if side == ATTACK:
        volleys, foes = attack_volleys(table, space, strike), bool(defenders(table, space, marked=True))
        foes = foes or has_cargo(table, space)
    else:
        volleys, foes = defend_volleys(table, space, strike), bool(attackers(table, space))
    if foes:
        table.push(*[FireRoll(space, volley, 0, strike) for volley in volleys])


def _attack(table: Table, space: str) -> None:
    note_support(table, space)
    _fire(table, ATTACK, space)


def _hit_defenders(table: Table, space: str) -> None:
    table.push(Casualties(space, DEFEND))


def _defend(table: Table, space: str) -> None:
    _fire(table, DEFEND, space)


def _hit_attackers(table: Table, space: str) -> None:
    table.push(Casualties(space, ATTACK))


def _subs(table: Table, space: str) -> None:
    cancelled, spotted = sea_flags(table, space)
    _bystanders(table, space)
    if combat(table).round > 1 and cancelled != combat(table).cancelled:
        table.emit("note", "combat.reevaluate", place=space, combat=space, label="abilities of submarines change")
    note_combat(table, cancelled=cancelled, spotted=spotted, scored=0, orders="fight")
    if cancelled:
        table.emit(
            "note",
            "destroyer.cancels",
            "combat.reevaluate",
            place=space,
            combat=space,
            label="destroyers take part",
            detail=f"no special abilities for submarines of the {joined(SIDE_WORDS[side] for side in cancelled)}",
        )
    for side in (DEFEND, ATTACK):
        subs = [g for g in units_of(table, side, space) if g[1].kind == "submarine"]
        if subs and side not in cancelled:
            table.push(SubmarineChoice((), space, side))


def _bystanders(table: Table, space: str) -> None:
    """An ally's destroyer in the zone cancels nothing (destroyer.bystander)."""
    ours, power = acting_side(table), table.state.power
    if any(SIDES[p.power] == ours and p.power != power and p.kind == "destroyer" for p in table.state.at(space)):
        table.emit("note", "destroyer.bystander", place=space, combat=space, label="an ally's destroyer takes no part")


def _striking(view: View, side: str) -> bool:
    return side not in combat(view).cancelled


def _strike_attack(table: Table, space: str) -> None:
    if _striking(table, ATTACK):
        _fire(table, ATTACK, space, strike=True)


def _strike_hits(table: Table, space: str) -> None:
    table.push(Casualties(space, DEFEND, True))


def _strike_back(table: Table, space: str) -> None:
    if _striking(table, DEFEND):
        _fire(table, DEFEND, space, strike=True)


def _strike_losses(table: Table, space: str) -> None:
    table.push(Casualties(space, ATTACK, True))


def _strike_end(table: Table, space: str) -> None:
    """Strike victims leave before anyone else fires; strikers do not fire again (sub.strike.casualties)."""
    for _, piece, n in defenders(table, space, lambda p: p.has("hit"), marked=True):
        lose(table, space, piece, n, "combat", "sub.strike.casualties", "comp.return-to-pool", combat=space)
    for side in (ATTACK, DEFEND):
        for place, piece, n in units_of(table, side, space):
            if piece.kind == "submarine" and _striking(table, side):
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
            table.emit(
                "note",
                "combat.end-auto",
                *(("combat.escape.no-defenders",) if gone else ()),
                place=space,
                combat=space,
                label="combat ends",
            )
        stop(table, space)
        return
    table.push(PressOrCease(space))


STAGES: Mapping[str, Callable[[Table, str], None]] = {
    "flank": _flank, "air_defense": _air_defense, "ready": _ready, "orders": open_orders, "raid": _raid, "bomb": _bomb,
    "attack": _attack, "hit_defenders": _hit_defenders, "defend": _defend, "hit_attackers": _hit_attackers,
    "remove": _remove, "press": _press, "subs": _subs, "strike_attack": _strike_attack, "strike_hits": _strike_hits,
    "strike_back": _strike_back, "strike_losses": _strike_losses, "strike_end": _strike_end, "escape": _escape,
}  # fmt: skip
