"""Step 7: press the attack or withdraw (Phase 4, step 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, flip, offer, pick, shift
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import ATTACK, DEFEND, foe_of
from northafrica.systems.revised.board.cargo import cargo_of
from northafrica.systems.revised.board.ground import (
    AIR,
    SHIPS,
    acting_powers,
    canal_open,
    friendly_at_start,
    is_friendly,
    is_land,
    is_sea,
    name,
    side_of,
)
from northafrica.systems.revised.board.guests import CARRIER, without_deck
from northafrica.systems.revised.board.movement import neighbours
from northafrica.systems.revised.combat.forces import attackers, defenders, has_destroyer, is_assault
from northafrica.systems.revised.facts import combat, facts, remember
from northafrica.systems.revised.orders.fighting import Disengage, Press, Retreat, Stay, Submerge
from northafrica.systems.revised.wording import power_name, word


def on_ground(view: View, space: str) -> list[Group]:
    """The attackers that fall back a space: land units, or ships."""
    return attackers(view, space, lambda p: is_land(p) or p.kind in SHIPS)


def refuges(view: View, space: str) -> list[str]:
    """Where attackers can fall back (withdraw.land.where; withdraw.sea.origin, .unmoved, .friendly-start)."""
    return [to for to in neighbours(view, space) if no_refuge(view, space, to) is None]


def no_refuge(view: View, space: str, to: str) -> Ruling | None:
    """Why attackers cannot fall back to a space; None if they can."""
    where, side, at_sea = name(view, to), side_of(view.state.power), is_sea(view, space)
    if to not in neighbours(view, space):
        return Ruling.refuse("withdraw.retreat-now", f"{where} does not border {name(view, space)}")
    found = [piece for _, piece, _ in on_ground(view, space)]
    origins = {str(piece.get("from")) for piece in found if piece.has("from")}
    if at_sea and not is_sea(view, to):
        return Ruling.refuse("withdraw.sea.origin", "ships fall back to sea zones only", "unit.sea.domain")
    if to not in origins and (not at_sea or origins):
        rule = "withdraw.sea.origin" if at_sea else "withdraw.land.where"
        told = joined((name(view, one) for one in sorted(origins)), "or") or "nowhere"
        return Ruling.refuse(rule, f"no attacking unit came from {where}, only from {told}", "withdraw.together")
    if not is_friendly(view, to, side):
        rule = "withdraw.sea.friendly-start" if at_sea else "withdraw.land.where"
        return Ruling.refuse(rule, f"{where} is hostile")
    if at_sea and not friendly_at_start(view, to):
        return Ruling.refuse("withdraw.sea.friendly-start", f"{where} was hostile when the turn began")
    if at_sea and not canal_open(view, space, to):
        return Ruling.refuse("canal.start-of-turn", f"the canal to {where} is closed to your side this turn")
    return None


@dataclass(frozen=True)
class PressOrWithdraw(Choice):
    """The attacker presses, withdraws all, or submerges submarines and then decides (withdraw.order)."""

    title: ClassVar[str] = "Press or withdraw"
    space: str = ""

    def prompt(self, view: View) -> Prompt:
        open_ = Retreating(self.space).barred(view) is None
        back = joined((name(view, to) for to in refuges(view, self.space)), "or") if open_ else ""
        told = f" or retreat to {back}" if back else ""
        return Prompt(
            f"press the attack on {name(view, self.space)}{told}",
            "All attackers withdraw together; submarines may submerge by themselves.",
            ("withdraw.together", "withdraw.repeat", "withdraw.needs-enemy"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        press = Plain(Press, lambda table: table.finish())
        away = Plain(Disengage, self._disengage, bar=self._no_disengaging)
        return (press, Retreating(self.space), Submerging(self.space, ATTACK, acting_powers(view)), away)

    def _no_disengaging(self, view: View) -> Ruling | None:
        if not is_assault(combat(view)):
            text = "aircraft withdraw by themselves out of amphibious assaults only"
            return Ruling.refuse("withdraw.together", text, "amphib.air-withdraw")
        if not attackers(view, self.space, lambda p: p.kind in AIR):
            return Ruling.refuse("withdraw.amphib.air", "no aircraft attack here")
        return None

    def _disengage(self, table: Table) -> None:
        for place, piece, n in attackers(table, self.space, lambda p: p.kind in AIR):
            rules = ("withdraw.amphib.air", "withdraw.air.disengage", "withdraw.final")
            flip(table, place, piece, n, *rules, withdrawn=1)
        if not may_withdraw(table, self.space):
            table.finish()

    def fallback(self, view: View) -> Order:
        return Press()


@dataclass(frozen=True)
class Retreating(Deed[Retreat]):
    """All attackers withdraw: land and sea units one space back, aircraft stay until phase 5."""

    kind = Retreat
    space: str

    def barred(self, view: View) -> Ruling | None:
        if is_assault(combat(view)):
            text = "nobody retreats from an amphibious assault; it is fought to the end"
            return Ruling.refuse("withdraw.amphib.no-land", text, "withdraw.amphib.one-makes-all")
        if self.space in facts(view).banzai:
            text = "nobody withdraws from a banzai attack"
            return Ruling.refuse("na.japan.banzai.no-retreat", text, "na.japan.banzai")
        if on_ground(view, self.space) and not refuges(view, self.space):
            at_sea = is_sea(view, self.space)
            rules = ("withdraw.sea.origin", "withdraw.sea.friendly-start") if at_sea else ("withdraw.land.where",)
            return Ruling.refuse(rules[0], "there is no space to which the attackers could fall back", *rules[1:])
        return None

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return refuges(view, self.space) if on_ground(view, self.space) else []

    def judge(self, view: View, order: Retreat) -> Ruling:
        back = on_ground(view, self.space)
        if not back:
            only = Ruling.refuse("withdraw.air.disengage", "only aircraft attack; they stay: write 'retreat'")
            return only if order.to else Ruling.allow(rules=("withdraw.air.disengage",))
        found = refuges(view, self.space)
        if not order.to and len(found) > 1:
            return Ruling.ambiguous(f"say where: {joined((f'retreat {to}' for to in found), 'or')}")
        to = order.to or found[0]
        return Ruling.first(no_refuge(view, self.space, to)) and Ruling.allow(
            rules=("withdraw.together", "withdraw.retreat-now"), found=to
        )

    def do(self, table: Table, order: Retreat, found: str | None) -> None:
        at_sea = is_sea(table, self.space)
        rules = ["withdraw.together", "withdraw.retreat-now", "withdraw.final", "withdraw.order"]
        origins = {str(piece.get("from")) for _, piece, _ in on_ground(table, self.space) if piece.has("from")}
        rules.append("withdraw.sea.origin" if at_sea else "withdraw.land.where")
        for place, piece, n in attackers(table, self.space):
            if piece.kind in AIR:
                flip(table, place, piece, n, "withdraw.air.disengage", withdrawn=1)
                continue
            assert found is not None
            load = cargo_of(table, place, piece)
            guests = without_deck(table, place, n) if piece.kind == CARRIER else []
            more = ["withdraw.sub.surface", "withdraw.sub.must-follow"] if piece.kind == "submarine" else []
            more += ["withdraw.sea.unmoved"] if at_sea and not piece.has("from") and found not in origins else []
            shift(table, "retreated", place, found, piece, n, *rules, *more, done=1, withdrawn=1)
            for guest, k in guests:
                shift(table, "retreated", place, found, guest, k, "cmove.carrier.guest-cargo", "combat.cargo-aside")
            for cargo, k in load:
                stay_aboard(table, place, cargo, k, found)
        table.finish()


def stay_aboard(table: Table, zone: str, cargo: Piece, n: int, to: str) -> None:
    """Cargo of a transport that falls back is not landed this turn (rule amphib.cancelled)."""
    if cargo.has("landing"):
        remember(table, failed=tuple(sorted({*facts(table).failed, str(cargo.get("landing"))})))
    kept = ("unit.transport.retreat-no-offload", "cmove.transport.end-loaded")
    shift(table, "retreated", zone, to, cargo, n, *kept, landing=None)


@dataclass(frozen=True)
class Submerging(Deed[Submerge]):
    """Submarines of one side withdraw by submerging, as many as it likes (withdraw.sub.some)."""

    kind = Submerge
    space: str
    side: str
    powers: tuple[str, ...]

    def _subs(self, view: View) -> list[Group]:
        found = attackers if self.side == ATTACK else defenders
        return found(view, self.space, lambda p: p.kind == "submarine" and p.power in self.powers)

    def barred(self, view: View) -> Ruling | None:
        if not self._subs(view):
            return Ruling.refuse("withdraw.sub.submerge", "no submarine is left to submerge")
        if has_destroyer(view, foe_of(self.side), self.space):
            text = "an enemy destroyer on the battle board keeps submarines from submerging"
            rule = "withdraw.sub.destroyer-blocks" if self.side == ATTACK else "withdraw.defender.destroyer-blocks"
            return Ruling.refuse(rule, text)
        return None

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        able = {piece for _, piece, _ in self._subs(view)}
        return offer(view, self.space, able.__contains__)

    def judge(self, view: View, order: Submerge) -> Ruling:
        barred = self.barred(view)
        if barred is not None:
            return barred
        others = [some.kind for some in order.units if some.kind != "submarine"]
        if others:
            rule = "withdraw.sub.submerge" if self.side == ATTACK else "withdraw.defender.only-subs"
            return Ruling.refuse(rule, f"only submarines submerge, not {word(others[0], 2)}", "withdraw.sub.submerge")
        able = {piece for _, piece, _ in self._subs(view)}
        what = "withdraw.sub.submerge"
        picked = pick(view, self.space, order.units, able.__contains__, what, "can submerge")
        return picked if isinstance(picked, Ruling) else self._allowed(view, picked)

    def _allowed(self, view: View, picked: Picked) -> Ruling:
        own = has_destroyer(view, self.side, self.space)
        return Ruling.allow(
            rules=("withdraw.sub.some", *(("combat.destroyer.enemy-only",) if own else ())), found=picked
        )

    def do(self, table: Table, order: Submerge, found: Picked) -> None:
        own = "withdraw.sub.others-stay" if self.side == ATTACK else "withdraw.defender.submerge"
        rules = ("withdraw.sub.submerge", "withdraw.sub.in-zone", "withdraw.sub.some", own)
        for piece, n in found:
            flip(table, self.space, piece, n, *rules, submerged=1)
        self._ended(table)
        if not self._subs(table) and (self.side == DEFEND or not attackers(table, self.space)):
            table.finish()

    def _ended(self, table: Table) -> None:
        """Say so where nobody of a side is left on the battle board."""
        if self.side == ATTACK and not attackers(table, self.space):
            table.note("all attackers submerged", "withdraw.sub.all-submerged", "withdraw.order", place=self.space)
        elif self.side == DEFEND and not defenders(table, self.space):
            table.note("no defender is left", "withdraw.defender.ends", "withdraw.order", place=self.space)


@dataclass(frozen=True)
class DefendersSubmerge(Choice):
    """A defending power may submerge submarines; nothing else of the defender withdraws (withdraw.defender.*)."""

    title: ClassVar[str] = "Submerge or stay"
    space: str = ""
    power: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.power)

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"submerge submarines of {power_name(self.power)} in {name(view, self.space)}, or stay",
            "The attacker did not withdraw; defending submarines may.",
            ("withdraw.defender.submerge", "withdraw.defender.only-subs"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Submerging(self.space, DEFEND, (self.power,)), Plain(Stay, lambda table: table.finish()))

    def fallback(self, view: View) -> Order:
        return Stay()


def defenders_choices(view: View, space: str) -> list[DefendersSubmerge]:
    """A choice for each defending power with submarines that could submerge now."""
    if not is_sea(view, space) or has_destroyer(view, ATTACK, space):
        return []
    powers = dict.fromkeys(p.power for _, p, _ in defenders(view, space, lambda p: p.kind == "submarine"))
    return [DefendersSubmerge(space, power) for power in powers]


def may_withdraw(view: View, space: str) -> bool:
    """Whether there is anything but to press."""
    step = PressOrWithdraw(space)
    return any(deed.barred(view) is None for deed in step.deeds(view)[1:])
