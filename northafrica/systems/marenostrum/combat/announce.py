"""Fire is announced, one line a shot, before any dice are rolled (12.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import number
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import Commit, Dropping, PlanStep
from northafrica.odds.factor_fire import Aim
from northafrica.systems.marenostrum.board.ground import ABOARD, DISRUPTED
from northafrica.systems.marenostrum.combat.battle import (
    ATTACK,
    DEFEND,
    DOWN,
    Battle,
    Fighter,
    Shot,
    at_base,
    column,
    factors_now,
    of_role,
    open_to_ships,
    owner,
    targets,
)
from northafrica.systems.marenostrum.orders import Fire, Rest

WORDS = ("ground", "air", "surface", "submarine")
STRIKES = ("g3.strike-units", "g3.strike-naval", "g3.strike-bases", "g3.strike-rail")


def factor_at(view: View, battle: Battle, role: str, shooter: Fighter, target: str) -> int:
    """The factor of a unit against a target, after all changes; 0 where it has none."""
    own, enemy = of_role(view, battle, role)
    if target in battle.bases:
        return at_base(view, battle, shooter)
    return factors_now(shooter, list(own.values()))[column(enemy[target].kind)]


def shooters(view: View, battle: Battle, role: str, fired: Sequence[str], first: bool) -> dict[str, Fighter]:
    """Who of a role may still fire; in the round of First Fire those alone that have it (rule 12.4.once)."""
    own, _ = of_role(view, battle, role)
    return {word: f for word, f in own.items() if word not in fired and (f.kind.first or not first)}


@dataclass(frozen=True)
class FirePlan(PlanStep):
    """One side allots its fire."""

    title: ClassVar[str] = "Fire is announced"
    battle: Battle = Battle()
    role: str = ATTACK
    fired: tuple[str, ...] = ()
    first: bool = False

    def seat(self, view: View) -> str:
        return view.seat_of(owner(self.battle, self.role))

    def prompt(self, view: View) -> Prompt:
        left = [f"{view.names.kind(word)} ({self.told(view, word)})" for word in self.pending(view)]
        round_ = "First Fire" if self.first else "fire"
        text = f"{view.name(self.battle.space)}: announce {round_}; shots to announce: {joined(left) or 'none'}"
        why = f"Announced: {self.listed()}. All is announced before the first die."
        return Prompt(text, why, ("12.5.announce", "12.5.one-shot", "12.5.factor-type"))

    def told(self, view: View, word: str) -> str:
        """The factors of a unit here, in words."""
        own, _ = of_role(view, self.battle, self.role)
        factors = factors_now(own[word], list(own.values()))
        told = [f"{what} {factor}" for what, factor in zip(WORDS, factors, strict=True) if factor]
        bases = at_base(view, self.battle, own[word]) if self.battle.bases and self.role == ATTACK else 0
        return ", ".join([*told, *([f"bases {bases}"] if bases else [])]) or "none"

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Firing(self), Plain(Rest, self.fill, self.may_fill), Dropping(self), self._commit())

    def _commit(self) -> Deed[Any]:
        return Plain(Commit, self.commit, self.complete)

    def shots(self) -> tuple[Fire, ...]:
        """The lines."""
        return tuple(line for line in self.lines if isinstance(line, Fire))

    def open_shooters(self, view: View) -> dict[str, Fighter]:
        """Who has no line yet."""
        used = (*self.fired, *(line.shooter for line in self.shots()))
        return shooters(view, self.battle, self.role, used, self.first)

    def pending(self, view: View) -> list[str]:
        """Who could still be given a target."""
        return [word for word in self.open_shooters(view) if self.targets_of(view, word)]

    def targets_of(self, view: View, word: str) -> list[str]:
        """The targets a unit may be given now."""
        return [target for target in targets(view, self.battle, self.role) if self.problem(view, word, target) is None]

    def problem(self, view: View, word: str, target: str) -> Ruling | None:
        """Why a unit cannot fire at a target."""
        own, enemy = of_role(view, self.battle, self.role)
        shooter = own.get(word)
        no = self._not_a_shooter(view, word, shooter)
        if no is not None or shooter is None:
            return no
        if target not in targets(view, self.battle, self.role):
            return self._not_a_target(view, target)
        if not factor_at(view, self.battle, self.role, shooter, target):
            return self._no_factor(view, shooter, enemy.get(target), target)
        aim, shells = enemy.get(target), self.role == ATTACK and self.battle.bombard and word not in self.battle.silent
        if shells and aim is not None and not open_to_ships(view, self.battle, aim):
            where = view.name(self.battle.space)
            text = f"ships bombard fortifications alone in {where}, not {self.say(view, target)}"
            return Ruling.refuse("g3.bombard-ground.targets", text)
        if self.first and shooter.kind.first_at and target not in shooter.kind.first_at:
            text = f"the First Fire of {self.say(view, word)} is for fortifications; it may wait for the others"
            return Ruling.refuse("19.7.engineers-fortification", text)
        return self._protected(view, shooter, target, enemy)

    def say(self, view: View, word: str) -> str:
        """A unit or base for people."""
        base = word.split("_", maxsplit=1)[0] if word.startswith(("supply", "static")) else word
        return "a static supply unit" if base == "static" else view.names.kind(base)

    def _not_a_shooter(self, view: View, word: str, shooter: Fighter | None) -> Ruling | None:
        if shooter is None:
            return self._stranger(view, word)
        if word in self.fired or any(line.shooter == word for line in self.shots()):
            return Ruling.refuse(
                "12.5.one-shot", f"{self.say(view, word)} fires once; drop its line first", "12.4.once"
            )
        if self.first and not shooter.kind.first:
            return Ruling.refuse("12.4.flagged-units", f"{self.say(view, word)} has no First Fire")
        if self.role == ATTACK and any(word == kind for _, kind in self.battle.ships):
            return Ruling.refuse("g3.invasion.no-ships", "ships add nothing to an invasion; they may bombard before it")
        return None

    def _stranger(self, view: View, word: str) -> Ruling:
        space = self.battle.space
        if number(view, space, lambda p: p.kind == word and p.has(ABOARD)):
            return Ruling.refuse("11.1.cargo-inactive", f"{self.say(view, word)} is cargo and does not fire")
        alone = ("g3.strike-units.alone",) if self.battle.rule in STRIKES else ()
        return Ruling.refuse("12.1.all-join", f"{word[:60]} has no part in this combat", *alone)

    def _not_a_target(self, view: View, target: str) -> Ruling:
        _, enemy = of_role(view, self.battle, self.role)
        where = view.name(self.battle.space)
        if self.role == DEFEND and target in self.battle.silent:
            return Ruling.refuse("g3.carrier-sea.no-reply", "nobody fires at carriers that strike from a distance")
        if target in enemy:
            return Ruling.refuse(self.battle.rule, f"this Action is aimed at bases: {joined(self.battle.bases)}")
        return Ruling.refuse(self.battle.rule or "12.2.ground", f"there is no target '{target[:60]}' in {where}")

    def _no_factor(self, view: View, shooter: Fighter, aim: Fighter | None, target: str) -> Ruling:
        name, what = self.say(view, shooter.word), self.say(view, target)
        if shooter.piece.has(DOWN):
            return Ruling.refuse("31.2.effect", f"{name} is face down and fires at nothing")
        if aim is not None and aim.kind.medium == "ground" and shooter.kind.boxed and shooter.kind.factors[0]:
            text = f"{name} fires at ground units beside an unboxed one only"
            return Ruling.refuse("12.6.boxed", text)
        if aim is not None and aim.kind.medium == "submarine" and shooter.row.category == "ground":
            return Ruling.refuse("12.13.limits", f"ground units never fire at submarines such as {what}")
        return Ruling.refuse("12.6.zero", f"{name} has no factor against {what}", "12.5.factor-type")

    def _protected(self, view: View, shooter: Fighter, target: str, enemy: Mapping[str, Fighter]) -> Ruling | None:
        """Ships do not fire at protected ships until each other surface ship is a target (rule 12.10)."""
        if target not in enemy or not (shooter.kind.bound and enemy[target].kind.shielded):
            return None
        aimed = {line.target for line in self.shots()}
        bare = [w for w, f in enemy.items() if f.kind.medium == "surface" and not f.kind.shielded and w not in aimed]
        if not bare:
            return None
        text = f"{self.say(view, target)} is protected: first aim at {joined(self.say(view, w) for w in bare)}"
        return Ruling.refuse("12.10.protected-targets", text, limit=len(bare))

    def complete(self, view: View) -> Ruling:
        """Whether all who must fire have a target; who has none does not fire (rule 12.1.all-join, note A61)."""
        if self.role == DEFEND:
            return Ruling.allow()
        must = {kind for _, kind in self.battle.force}
        own, _ = of_role(view, self.battle, self.role)
        idle = [w for w in self.pending(view) if w in must and not (self.first and own[w].kind.first_at)]
        if not idle:
            return Ruling.allow()
        return Ruling.refuse("12.1.all-join", f"still without a target: {joined(self.say(view, w) for w in idle)}")

    def commit(self, table: Table) -> None:
        """The shots are announced."""
        resume(table, *(Shot(self.role, line.shooter, line.target, self._flags(table, line)) for line in self.shots()))

    def _flags(self, view: View, line: Fire) -> bool:
        own, _ = of_role(view, self.battle, self.role)
        kind = own[line.shooter].kind
        return kind.first and (not kind.first_at or line.target in kind.first_at)

    def may_fill(self, view: View) -> Ruling:
        """Whether any shot is left."""
        if self.pending(view):
            return Ruling.allow()
        return Ruling.refuse("", "no shot is left to announce; commit")

    def fill(self, table: Table) -> None:
        """The shots that are left go where they add most."""
        table.replace(self.filled(table))

    def filled(self, view: View) -> FirePlan:
        """With a line for everyone that can have one, best first."""
        step, aims = self, self._aims(view)
        while pending := step.pending(view):
            _, word, target = max(
                (self._gain(view, aims, word, target), word, target)
                for word in pending
                for target in step.targets_of(view, word)
            )
            aims[target].take(self.factor_of(view, word, target))
            step = replace(step, lines=(*step.lines, Fire(word, target)))
        return step

    def factor_of(self, view: View, word: str, target: str) -> int:
        """The factor of a unit against a target."""
        own, _ = of_role(view, self.battle, self.role)
        return factor_at(view, self.battle, self.role, own[word], target)

    def _gain(self, view: View, aims: Mapping[str, Aim], word: str, target: str) -> float:
        return round(aims[target].gain(self.factor_of(view, word, target)), 9)

    def _aims(self, view: View) -> dict[str, Aim]:
        _, enemy = of_role(view, self.battle, self.role)
        found = {w: Aim(w, column(f.kind), f.kind.shielded, f.kind.full, f.kind.value) for w, f in enemy.items()}
        for base in self.battle.bases:
            hit = view.state.marker(self.battle.space, base) == DISRUPTED
            found[base] = Aim(base, 0, False, 1, 0.01 if hit else 1.0)
        for line in self.shots():
            found[line.target].take(self.factor_of(view, line.shooter, line.target))
        return found

    def fallback(self, view: View) -> Order | None:
        return Commit() if self.complete(view) else Rest()


@dataclass(frozen=True)
class Firing(Deed[Fire]):
    """One shot is announced."""

    kind = Fire
    step: FirePlan
    sure = frozenset(("shooter", "target"))

    def barred(self, view: View) -> Ruling | None:
        return None if self.step.pending(view) else Ruling.refuse("12.5.one-shot", "every unit has its target, or none")

    def why_barred(self, view: View, order: Fire) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "shooter":
            return self.step.pending(view)
        return self.step.targets_of(view, str(given["shooter"]))

    def judge(self, view: View, order: Fire) -> Ruling:
        return Ruling.first(self.step.problem(view, order.shooter, order.target)) and Ruling.allow(
            rules=("12.5.announce", "12.5.factor-type", "12.5.any-at-any")
        )

    def do(self, table: Table, order: Fire, found: None) -> None:
        self.step.add(table, order)


def resume(table: Table, *shots: Shot) -> None:
    """The step on top is done; the combat below it goes on with more shots announced."""
    table.finish()
    combat: Any = table.state.stack[-1]
    table.replace(replace(combat, shots=(*combat.shots, *shots)))
