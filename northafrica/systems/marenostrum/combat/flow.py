"""The stages of a combat (12.3, 12.4): First Fire, announcements, fire, losses, what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from northafrica.core.step import Automatic, Dice
from northafrica.core.table import Table, View
from northafrica.odds.factor_fire import FACES
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, DISRUPTED, REDUCED, eliminate
from northafrica.systems.marenostrum.combat import after, retreats
from northafrica.systems.marenostrum.combat.announce import FirePlan, factor_at, shooters
from northafrica.systems.marenostrum.combat.battle import (
    ATTACK,
    DEFEND,
    DEPLETED,
    Battle,
    Fighter,
    Shot,
    attackers,
    defenders,
    of_role,
    owner,
)
from northafrica.systems.marenostrum.combat.first import ask_events
from northafrica.systems.marenostrum.combat.reasons import pairing, reasons

if TYPE_CHECKING:
    from northafrica.core.dice import Result

ROLES = (ATTACK, DEFEND)
FIRST = "first"


@dataclass(frozen=True)
class Combat(Automatic):
    """A combat under way.

    todo    the stages to come, each a word and perhaps a role
    shots   announced and not yet fired; `fired` who has fired; `hits` shots that hit and have not told yet
    leaving defenders that go back when all is over, and where to
    saved   those of them whose one hit is a retreat, until losses fall; `aimed` all shots that were fired
    lost    the units eliminated so far, with their roles
    met     what was in it at its start: `attack air`, `defend carrier` ...
    """

    title: ClassVar[str] = "Combat"
    battle: Battle = Battle()
    todo: tuple[str, ...] = ("open", "events", "order")
    shots: tuple[Shot, ...] = ()
    fired: tuple[str, ...] = ()
    hits: tuple[Shot, ...] = ()
    leaving: tuple[tuple[str, str], ...] = ()
    saved: tuple[str, ...] = ()
    aimed: tuple[Shot, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()
    met: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        if not self.todo:
            table.finish()
            after.ended(table, self.battle, self.fired, self.lost, self.met)
            return
        stage, _, role = self.todo[0].partition(" ")
        table.replace(replace(self, todo=self.todo[1:]))
        STAGES[stage](table, role)


def top(table: Table) -> Combat:
    """The combat on top of the stack."""
    found = table.state.stack[-1]
    assert isinstance(found, Combat)
    return found


def change(table: Table, **changes: object) -> None:
    """The combat on top goes on changed."""
    table.replace(replace(top(table), **changes))  # type: ignore[arg-type]


def _open(table: Table, role: str) -> None:
    battle = top(table).battle
    ours, theirs = of_role(table, battle, ATTACK)
    label = f"combat in {table.name(battle.space)}"
    rules = (battle.rule, "12.3.sequence", "18.1.reveal", "12.1.all-join", pairing(table, battle))
    table.emit(
        "declared", *filter(None, rules), place=battle.space, combat=battle.space, label=label, power=battle.side
    )
    if any(f.row.category == "air" and f.place == battle.space for f in theirs.values()):
        table.note("aircraft based there defend", "10.5.cap", place=battle.space, combat=battle.space)
    if battle.silent:
        table.note("nobody fires back at carriers at a distance", "g3.carrier-sea.no-reply", place=battle.space)
    met = [f"{r} {what}" for r, own in zip(ROLES, (ours, theirs), strict=True) for what in sorted(_kinds(own))]
    aims = any(FirePlan(battle=battle).targets_of(table, word) for word in ours)
    change(table, met=tuple(met), todo=top(table).todo if aims else ("after",))
    if not aims:
        text = "no attacker has a factor against what is there: no combat, the Action is spent"
        table.note(text, "18.2.thin-air", place=battle.space, combat=battle.space)


def _kinds(own: Mapping[str, Fighter]) -> set[str]:
    carriers = {"carrier" for f in own.values() if f.row.type in ("CV", "CVE")}
    return {f.row.category for f in own.values()} | carriers


def _order(table: Table, role: str) -> None:
    """Who has First Fire; where both have, a die says whose comes first (rule 12.4.both)."""
    battle = top(table).battle
    have = [r for r in ROLES if any(f.kind.first for f in of_role(table, battle, r)[0].values())]
    if len(have) == 2:
        table.push(FirstDie(battle))
    else:
        schedule(table, have)


def schedule(table: Table, order: list[str]) -> None:
    """The stages to come: First Fire of each role in order, then all others (option second_fire)."""
    anew = table.option("second_fire") == "announced"
    first = [(f"announce {FIRST} {r}" if anew else "", f"fire {FIRST} {r}", "losses") for r in order]
    both = [f"announce {r}" for r in ROLES]
    early = [stage for stages in first for stage in stages if stage]
    todo = [*early, *both] if anew else [*both, *early]
    change(table, todo=(*todo, "fire attack", "fire defend", "losses", "after"))


@dataclass(frozen=True)
class FirstDie(Dice):
    """Both sides have First Fire: odd Axis, even Allies (rule 12.4.both)."""

    title: ClassVar[str] = "Whose First Fire comes first"
    battle: Battle = Battle()

    def names(self, view: View) -> tuple[str, ...]:
        return ("first_fire",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("12.4.both",)

    def what_counts(self, view: View) -> str:
        return "odd: the Axis, even: the Allies"

    def resolve(self, table: Table, result: Result) -> None:
        side = AXIS if int(result[0]) % 2 else ALLIES
        table.emit("rolled", "12.4.both", dice=result, faces=6, label=f"First Fire of the {side}", value=side)
        table.finish()
        schedule(table, sorted(ROLES, key=lambda role: owner(self.battle, role) != side))


def _announce(table: Table, role: str) -> None:
    first, role = role.startswith(FIRST), role.rsplit(maxsplit=1)[-1]
    if role == DEFEND and not first:
        _stay_out(table)
    combat = top(table)
    step = FirePlan(battle=combat.battle, role=role, fired=combat.fired, first=first)
    if not step.pending(table):
        return
    if all(len(step.targets_of(table, word)) == 1 for word in step.pending(table)) and not _joiners(step, table):
        filled = step.filled(table)
        table.push(filled)
        filled.commit(table)
        return
    table.push(step)


def _stay_out(table: Table) -> None:
    """Who was on the spot and was given no target has no part in the combat (rule g3.move-attack.joiners)."""
    combat = top(table)
    fire = {shot.shooter for shot in (*combat.aimed, *combat.shots) if shot.role == ATTACK}
    joined = tuple(one for one in combat.battle.joiners if one[1] in fire)
    change(table, battle=replace(combat.battle, joiners=joined))


def _joiners(step: FirePlan, table: Table) -> bool:
    """Whether somebody may stay out, or hold First Fire back: then it is asked even where targets leave no choice."""
    free = {kind for _, kind in step.battle.joiners}
    own = shooters(table, step.battle, step.role, (), step.first)
    return any(word in free or (step.first and own[word].kind.first_at) for word in step.pending(table))


def _fire(table: Table, role: str) -> None:
    """The dice of one side; shots of the dead and at the dead are lost (rules 12.4.first-fire, 12.5.announce)."""
    combat = top(table)
    first, role = role.startswith(FIRST), role.rsplit(maxsplit=1)[-1]
    own, enemy = of_role(table, combat.battle, role)
    mine = [shot for shot in combat.shots if shot.role == role and (shot.first or not first)]
    live, wasted = list[Shot](), list[Shot]()
    for shot in mine:
        there = shot.shooter in own and (shot.target in enemy or shot.target in combat.battle.bases)
        factor = factor_at(table, combat.battle, role, own[shot.shooter], shot.target) if there else 0
        (live if factor else wasted).append(shot)
    for shot in wasted:
        table.note(
            f"{shot.shooter} at {shot.target}: lost", "12.5.announce", "12.4.first-fire", combat=combat.battle.space
        )
    fired = (*combat.fired, *(shot.shooter for shot in mine))
    rest = tuple(shot for shot in combat.shots if shot not in mine)
    change(table, shots=rest, fired=fired, aimed=(*combat.aimed, *mine))
    if live:
        table.push(FireDice(combat.battle, role, tuple(live), first))


@dataclass(frozen=True)
class FireDice(Dice):
    """A die a shot: at most the factor hits (rule 12.7.hit)."""

    title: ClassVar[str] = "Fire"
    battle: Battle = Battle()
    role: str = ATTACK
    shots: tuple[Shot, ...] = ()
    first: bool = False

    def count(self, view: View) -> int:
        return len(self.shots)

    def seat(self, view: View) -> str:
        return view.seat_of(owner(self.battle, self.role))

    def names(self, view: View) -> tuple[str, ...]:
        return (f"first_{self.role}", self.role) if self.first else (self.role,)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("12.7.hit", "12.4.first-fire" if self.first else "12.3.simultaneous")

    def what_counts(self, view: View) -> str:
        told = (f"{s.shooter} at {s.target} {self.factor(view, s)}" for s in self.shots)
        return f"a hit on so much or less: {', '.join(told)}"

    def factor(self, view: View, shot: Shot) -> int:
        """What the die may show at most."""
        own, _ = of_role(view, self.battle, self.role)
        return factor_at(view, self.battle, self.role, own[shot.shooter], shot.target)

    def resolve(self, table: Table, result: Result) -> None:
        hits = []
        for shot, die in zip(self.shots, result, strict=True):
            need = self.factor(table, shot)
            hit = int(die) <= need
            label = f"{shot.shooter} at {shot.target}: {'hit' if hit else 'miss'}"
            rules = (*self.rules_in_play(table), *reasons(table, self.battle, shot))
            side, space = owner(self.battle, self.role), self.battle.space
            table.emit(
                "rolled", *rules, place=space, combat=space, dice=(die,), faces=FACES, need=need, hits=int(hit),
                label=label, power=side, purpose=shot.shooter, value=shot.target,
            )  # fmt: skip
            hits += [shot] if hit else []
        table.finish()
        change(table, hits=(*top(table).hits, *hits))


def _losses(table: Table, role: str) -> None:
    """Hits tell, all together; defenders hit by ground units may go back instead (rules 12.7.losses, 27.1.choose)."""
    combat = top(table)
    asked = retreats.ask(table, combat.battle, combat.hits, combat.aimed, combat.leaving)
    if asked is not None:
        change(table, todo=("suffer", *combat.todo))
        table.push(asked)
        return
    _suffer(table, role)


def _suffer(table: Table, role: str) -> None:
    combat, lost = top(table), list[tuple[str, str]]()
    for struck in ROLES:
        own, _ = of_role(table, combat.battle, struck)
        counts = Counter(shot.target for shot in combat.hits if shot.role != struck)
        for word, hits in counts.items():
            if word in own:
                saved = struck == DEFEND and word in combat.saved
                lost += suffer(table, combat.battle, struck, own[word], hits - saved)
    for base in dict.fromkeys(shot.target for shot in combat.hits if shot.target in combat.battle.bases):
        disrupt(table, combat.battle, base)
    gone = (*combat.lost, *lost)
    change(table, hits=(), lost=gone, saved=())


def suffer(table: Table, battle: Battle, role: str, target: Fighter, hits: int) -> list[tuple[str, str]]:
    """What hits do to a unit: it flips, or is eliminated; those eliminated, with their role."""
    piece = target.piece
    if hits and target.row.steps > 1 and not piece.has(REDUCED):
        flipped = piece.having(**{REDUCED: 1})
        table.emit(
            "flipped", "12.7.losses", "2.7.two-step", place=target.place, piece=piece, becomes=flipped, count=1,
            power=piece.power, combat=battle.space,
        )  # fmt: skip
        piece, hits = flipped, hits - 1
    if hits < 1:
        return []
    fresh = ("30.4.refit",) if piece.has(DEPLETED) else ()
    eliminate(table, target.place, piece, 1, f"combat in {battle.space}", "12.7.losses", *fresh)
    return [(role, piece.kind)]


def disrupt(table: Table, battle: Battle, base: str) -> None:
    """A hit disrupts a base; one that is disrupted stays so (rules 16.3.disrupt, 16.3.per-base)."""
    rules = ("16.3.disrupt", "16.3.per-base", *BASE_HITS.get(battle.rule, ()))
    if table.state.marker(battle.space, base) == DISRUPTED:
        table.note(f"the {base} is disrupted already", "16.3.disrupt", place=battle.space, combat=battle.space)
    else:
        table.emit("marked", *rules, place=battle.space, marker=base, value=DISRUPTED, combat=battle.space)


BASE_HITS = {
    "g3.bombard-bases": ("g3.bombard-bases.hits",),
    "g3.strike-bases": ("g3.strike-bases.hits",),
    "g3.strike-rail": ("g3.strike-rail", "g3.strike-rail.effect"),
}


def _after(table: Table, role: str) -> None:
    combat = top(table)
    gone = after.settle(table, combat.battle, combat.leaving)
    change(table, lost=(*combat.lost, *gone))


STAGES: dict[str, Callable[[Table, str], None]] = {
    "open": _open,
    "events": lambda table, role: ask_events(table, top(table).battle),
    "order": _order,
    "announce": _announce,
    "fire": _fire,
    "losses": _losses,
    "suffer": _suffer,
    "after": _after,
}


def whole(view: View, battle: Battle) -> bool:
    """Whether both sides are there at all."""
    return bool(attackers(view, battle)) and bool(defenders(view, battle) or battle.bases)
