"""Phase 3, second part: attacks are declared and paid for (rulebook p.17-18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.cards import ChoiceOdds
from northafrica.core.deed import Deed, Plain, forbidden
from northafrica.core.events import Told
from northafrica.core.groups import Picked, everywhere, flip, groups, number, offer, pick, total
from northafrica.core.naming import agreeing, counted
from northafrica.core.orders import Amounts, FieldSpec, Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import Commit, Drop, Dropping, PlanStep, scratch
from northafrica.systems.aana.board.ground import (
    SHIPS,
    acting_side,
    aloft,
    check_payment,
    data,
    enemies_at_sea,
    is_hostile,
    is_land,
    is_sea,
    mine,
    name,
    payments,
    sources,
    spend,
)
from northafrica.systems.aana.combat_move import reserve
from northafrica.systems.aana.combat_move.attackers import (
    bearing,
    cost,
    idle_rules,
    loose_ships,
    may_attack,
    must_attack_at_sea,
    nothing_due,
    origins,
    target_problem,
    targets,
    total_in_reach,
    why_no_attacker,
)
from northafrica.systems.aana.combat_move.position import has_target
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.fields import is_mined_border
from northafrica.systems.aana.mines.going_off import mine_steps
from northafrica.systems.aana.orders import Attack, Blitz, Detonate, Move
from northafrica.systems.aana.wording import say

PAYMENT_RULES = ("declare.cost", "declare.cost-source", "supply.no-overspend")
MOVES_OVER = Ruling.refuse("amove.before-declare", "all combat moves are over once attacks are declared")
MINES_LATER = Ruling.refuse("declare.mines-after", "land mines go off only after all attacks are declared and paid")


@dataclass(frozen=True)
class Declare(PlanStep):
    """Attacks are declared line by line, then all at once."""

    title: ClassVar[str] = "Attack declarations"

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"declare your attacks, then commit (plan: {self.listed()})",
            "Land attacks are declared and paid for: 1 supply for every 5 units from each territory.",
            ("declare.cost", "declare.cost-source", "declare.moved-land-must", "declare.hostile-must"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        commit = Plain(Commit, self._commit, self._check_commit)
        elsewhere = (*forbidden(MOVES_OVER, Move, Blitz), *forbidden(MINES_LATER, Detonate))
        return (Declaring(self), Dropping(self), commit, *elsewhere)

    @property
    def attacks(self) -> tuple[Attack, ...]:
        return tuple(line for line in self.lines if isinstance(line, Attack))

    def projected(self, view: View) -> Table:
        """The board as the plan so far would leave it."""
        table = scratch(view)
        for line in self.attacks:
            _apply(table, line)
        return table

    # -- committing ------------------------------------------------------------------------------
    def _check_commit(self, view: View) -> Ruling:
        now = self.projected(view)
        for origin, piece, n, target in self._must(view, now):
            moved = f"{say(n, piece.kind)} moved to {name(now, origin)}"
            text = f"{moved} and must attack, for example {name(now, target)}"
            return Ruling.refuse("declare.moved-land-must", text, "amove.must-attack")
        _implicit(now)
        at_sea = any(is_sea(now, line.target) for line in self.attacks)
        unpaid = reserve.check(now, reserve.attackers(now), at_sea)
        return unpaid if unpaid is not None else Ruling.allow(rules=idle_rules(now))

    def _commit(self, table: Table) -> None:
        table.replace(DeclaredMines())
        for line in self.attacks:
            _apply(table, line)
        _note_idle(table, self.attacks)
        _implicit(table)
        reserve.pay(table)

    def _must(self, view: View, now: View) -> Iterator[tuple[str, Piece, int, str]]:
        """Units that moved and do not attack yet though they can: from where, which, how many, and a target.

        They come before others where the supply is not enough for all.
        """
        waiting = list(
            everywhere(now, lambda p: is_land(p) and p.has("moved") and not p.has("attack") and mine(now, p))
        )
        others = (n for n, line in enumerate(self.attacks, 1) if not _by_movers(now, line))
        left = self.without(view, *others).projected(view) if waiting else now
        for origin, piece, n in waiting:
            if may_attack(now, origin)(piece):
                for target in has_target(now, piece, origin):
                    if total_in_reach(left, origin) >= cost(now, origin, target, [(piece, 1)]):
                        yield origin, piece, n, target

    def fallback(self, view: View) -> Order | None:
        if self._check_commit(view):
            return Commit()
        now = self.projected(view)
        due = next((attack for attack in self._due(view, now) if self.check(view, attack)), None)
        if due is not None or not self.lines:
            return due
        # those that must attack come last: else their line would be dropped and given again for ever
        lines = enumerate((_by_movers(now, line) for line in self.attacks), 1)
        return Drop(max(lines, key=lambda line: (not line[1], line[0]))[0])

    def _due(self, view: View, now: View) -> Iterator[Attack]:
        """Attacks by the units that must, one kind at a time, as many as can be paid for."""
        for origin, piece, n, target in self._must(view, now):
            found = sources(now, origin, acting_side(now))
            for count in range(n, 0, -1):
                units = (Some(count, piece.kind, piece.power, piece.status),)
                need = cost(now, origin, target, [(piece, count)])
                yield Attack(target, origin, units)
                yield from (Attack(target, origin, units, ((place, need),)) for place, has in found if has >= need > 0)


@dataclass(frozen=True)
class Declaring(Deed[Attack]):
    """One more attack is planned: land units against a neighbour, for supply, or ships in a zone they may ignore."""

    kind = Attack
    plan: Declare

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        now = self.plan.projected(view)
        if field.name == "target":
            return targets(now)
        target = given["target"]
        if field.name == "origin":
            return [] if is_sea(now, target) else origins(now, target)
        origin = given.get("origin") or target
        if field.name == "units":
            if is_sea(now, target):
                return offer(now, origin, loose_ships(now, target))
            keep = may_attack(now, origin)
            return offer(now, origin, lambda p: keep(p) and target in has_target(now, p, origin))
        return [] if is_sea(now, target) else _payments(now, target, origin, given["units"])

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        origin = given.get("origin")
        if field.name != "paying" or not origin:
            return super().parts(view, field, given)
        return sources(self.plan.projected(view), origin, acting_side(view))

    def bill(self, view: View, order: Attack) -> str:
        now = self.plan.projected(view)
        if is_sea(now, order.target):
            return ""
        picked = pick(now, order.origin, order.units, may_attack(now, order.origin), "", "")
        if isinstance(picked, Ruling):
            return ""
        need = cost(now, order.origin, order.target, picked)
        return f"costs {need} supply" if need else "costs nothing"

    def odds(self, view: View, order: Attack) -> ChoiceOdds | None:
        from northafrica.systems.aana.odds.on_board import attack_odds  # numbers: only where they are asked for

        now, ruling = self.plan.projected(view), self.judge(view, order)
        if not ruling or is_sea(now, order.target):
            return None
        return attack_odds(now, order.target, [(order.origin, piece, n) for piece, n in ruling.found[0]])

    def judge(self, view: View, order: Attack) -> Ruling:
        now = self.plan.projected(view)
        return _judge_sea(now, order) if is_sea(now, order.target) else judge_land(now, order)

    def do(self, table: Table, order: Attack, found: Any) -> None:
        self.plan.add(table, order)


def _by_movers(now: View, line: Attack) -> bool:
    """Whether units that moved attack in a line of the plan."""
    return any(p.has("moved") and p.get("attack") == line.target for p in now.state.at(line.origin))


def _payments(now: View, target: str, origin: str, units: Sequence[Some]) -> list[Amounts]:
    picked = pick(now, origin, tuple(units), may_attack(now, origin), "", "")
    if isinstance(picked, Ruling):
        return []
    return payments(sources(now, origin, acting_side(now)), cost(now, origin, target, picked))


def _judge_sea(now: View, order: Attack) -> Ruling:
    zone = order.target
    if order.paying or (order.origin and order.origin != zone):
        return Ruling.refuse("declare.air-sea-free", "ships attack in the zone where they are, and pay nothing")
    if must_attack_at_sea(now, zone):
        text = f"your units in {name(now, zone)} attack in any case; no declaration is needed"
        return Ruling.refuse("declare.hostile-must", text)
    if not enemies_at_sea(now, zone, acting_side(now)):
        return Ruling.refuse("declare.friendly-zone-may", f"{name(now, zone)} holds no enemy to attack")
    picked = pick(now, zone, order.units, loose_ships(now, zone), "declare.friendly-zone-may", "can attack")
    if isinstance(picked, Ruling):
        return picked
    return Ruling.allow(rules=("declare.friendly-zone-may", "amove.sea-all-or-none"), found=(picked, 0, ()))


def judge_land(now: View, order: Attack) -> Ruling:
    """The ruling on an attack by land units; found are these, what they cost, and the payment."""
    if not order.origin:
        return Ruling.ambiguous("say from where: 'attack TARGET from ORIGIN with UNITS'")
    keep = may_attack(now, order.origin)
    picked = pick(now, order.origin, order.units, keep, "declare.static-land-may", "can attack")
    if isinstance(picked, Ruling):
        return Ruling.first(why_no_attacker(now, order.origin, order.units), picked)
    problem = target_problem(now, order.origin, order.target, picked)
    if problem is not None:
        return problem
    need = cost(now, order.origin, order.target, picked)
    if need == 0 and order.paying:
        return nothing_due(now, order.target, picked)
    side = acting_side(now)
    paid = check_payment(now, sources(now, order.origin, side), need, order.paying, PAYMENT_RULES, side)
    rules = bearing(now, order.target, picked, need, order.origin == order.target)
    if paid:
        return Ruling.allow(rules=rules, found=(picked, need, paid.found))
    lacking = ("amove.position.land",) if int(paid.numbers.get("short", 0)) > 0 else ()
    return replace(paid, rules=(*paid.rules, *lacking, *rules))


def _apply(table: Table, line: Attack) -> None:
    """Carry out a line: the ruling on it, given anew on the board as it is now, holds who attacks and who pays."""
    ruling = _judge_sea(table, line) if is_sea(table, line.target) else judge_land(table, line)
    picked, need, paid = ruling.found
    if is_sea(table, line.target):
        for piece, n in picked:
            flip(table, line.target, piece, n, "declare.friendly-zone-may", "amove.sea-all-or-none", attack=line.target)
        return
    spend(table, paid, "attack", "declare.cost", "declare.cost-per-origin", "declare.cost-source")
    for piece, n in picked:
        flip(table, line.origin, piece, n, attack=line.target, used=piece.number("used") + 1)
    _announce(table, line, need, picked)


def _announce(table: Table, line: Attack, need: int, picked: Picked) -> None:
    inside = line.origin == line.target
    rules = [*bearing(table, line.target, picked, need, inside), *_joint_rules(table, line, picked)]
    rules += ["declare.arrow"] if need else []
    told = Told(place=line.origin, to=line.target, combat=line.target, count=total(picked), label="attack")
    told |= Told(resource="supply", amount=need)
    table.emit("declared", *rules, **told)
    attacked = facts(table).attacked
    remember(table, attacked=tuple(dict.fromkeys((*attacked, line.target))))
    _join(table, line.target)


def _joint_rules(view: View, line: Attack, picked: Picked) -> list[str]:
    """The rules one attack shows next to the others already declared."""
    found = ["amove.multi-origin"] if line.target in facts(view).attacked else []
    others = {p.get("attack") for p in view.state.at(line.origin)} - {0, line.target}
    found += ["declare.multi-target"] if others else []
    return found + (["blitz.then-attack"] if any(piece.has("blitz") for piece, _ in picked) else [])


def _note_idle(table: Table, lines: Sequence[Attack]) -> None:
    """Units beside their attacking comrades that were left out stay out (declare.idle-out)."""
    for origin in dict.fromkeys(line.origin for line in lines if line.origin):
        idle = number(table, origin, may_attack(table, origin))
        if idle:
            label = f"{counted(idle, 'unit')} {agreeing(idle, 'does', 'do')} not attack"
            table.note(label, "declare.idle-out", place=origin, count=idle)


def _join(table: Table, space: str) -> None:
    remember(table, combats=tuple(dict.fromkeys((*facts(table).combats, space))))


def _implicit(table: Table) -> None:
    """Ships and aircraft whose attack needs no declaration (declare.hostile-must, declare.air-sea-free)."""
    for space in sorted(table.state.pieces):
        for piece, n in _implied(table, space):
            flip(table, space, piece, n, attack=space)
        if any(p.get("attack") == space for p in table.state.at(space)):
            if space not in facts(table).combats:
                ignorable = is_sea(table, space) and not is_hostile(table, space, acting_side(table))
                must = ["declare.friendly-zone-must", "amove.sea-all-or-none"]
                rules = must if ignorable else ["declare.hostile-must"]
                table.emit("declared", *rules, "declare.air-sea-free", place=space, combat=space, label="attack")
            _join(table, space)


def _implied(view: View, space: str) -> Picked:
    """The ships and aircraft in a space that attack without a declaration."""
    fresh = groups(view, space, lambda p: mine(view, p) and not p.has("attack"))
    if not is_sea(view, space):
        return [(p, n) for p, n in fresh if aloft(p)]
    return [(p, n) for p, n in fresh if p.kind in SHIPS or aloft(p)] if must_attack_at_sea(view, space) else []


@dataclass(frozen=True)
class DeclaredMines(Automatic):
    """After all declarations, land mines of attacked territories may go off (declare.mines-after)."""

    title: ClassVar[str] = "Land mines"
    done: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        for target in facts(table).attacked:
            for origin in data(table).board.neighbours(target, "land"):
                key = f"{target}>{origin}"
                crossing = number(table, origin, lambda p, t=target: p.get("attack") == t and is_land(p))  # type: ignore[misc]
                if key not in self.done and crossing and is_mined_border(table, target, origin, acting_side(table)):
                    table.replace(*mine_steps(table, target, origin), replace(self, done=(*self.done, key)))
                    return
        table.finish()
