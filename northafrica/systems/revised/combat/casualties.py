"""Casualties: who is hit chooses, as many hits as possible count, what is over is lost (combat.casualty-choice)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import flip, lose, offer, pick, total
from northafrica.core.naming import counted, is_are, joined
from northafrica.core.orders import FieldSpec, Order, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.systems.revised.board.cargo import empty_bays, lost_with
from northafrica.systems.revised.board.ground import AIR, GUN, acting_powers, name
from northafrica.systems.revised.combat.agreement import Agreement
from northafrica.systems.revised.combat.forces import BOMBARD, FLAK, SUB, due
from northafrica.systems.revised.facts import combat, note_combat
from northafrica.systems.revised.orders.fighting import Take
from northafrica.systems.revised.wording import say, word


@dataclass(frozen=True)
class Casualties(Automatic):
    """The hits of one fire find takers: forced ones by themselves, the rest by the owner's choice."""

    title: ClassVar[str] = "Casualties"
    space: str = ""
    side: str = ""

    def run(self, table: Table) -> None:
        hits = due(table, self.side, self.space)
        need = hits.still()
        if need <= 0:
            self._done(table)
        elif hits.all_forced(need):
            mark(table, self.side, hits.eligible()[0][1], self.space)
        else:
            table.push(TakeCasualties((), self.space, self.side))

    def _done(self, table: Table) -> None:
        now = combat(table)
        wasted = len(now.hits) - len(now.taken)
        if wasted:
            subs = ("combat.sub.sea-targets",) if SUB in now.hits else ()
            table.note("hits without a target", "combat.excess-hits", *subs, place=self.space, hits=wasted)
        note_combat(table, hits=(), taken=())
        table.finish()


def mark(table: Table, side: str, piece: Piece, space: str) -> None:
    """Let one hit fall on a unit: it is out at once where nothing lets it fire back, else marked until step 6."""
    now = combat(table)
    by = next((hit for hit in now.hits if hit.startswith(FLAK) or hit == BOMBARD), now.hits[0])
    note_combat(table, taken=(*now.taken, piece))
    where = now.space
    if piece.kind == "battleship" and not piece.has("damaged"):
        rules = ("combat.battleship.two-hits", "combat.battleship.absorb-once")
        flip(table, space, piece, 1, *rules, damaged=1)
    elif by.startswith(FLAK):
        rules_ = ("combat.aa.die-each", "combat.aa.owner-allocates", "unit.aa")
        lose(table, space, piece, 1, "antiaircraft", *rules_, combat=where)
    elif by == BOMBARD:
        lose(table, space, piece, 1, "bombardment", "combat.bombard.no-return", "combat.opening.remove", combat=where)
    else:
        waits = ("combat.attack.casualties-wait",) if side == DEFEND and by != SUB else ()
        subs = ("unit.submarine.hit-by-all",) if piece.kind == "submarine" else ()
        flip(table, space, piece, 1, "combat.casualty-choice", *waits, *subs, hit=1)
        table.emit("hit", "combat.casualty-choice", place=space, combat=where, piece=piece, count=1, power=piece.power)


def remove(table: Table, space: str, found: Sequence[Group], *rules: str) -> None:
    """Units in the casualty zone are destroyed, transports with what they carry (rules combat.remove, cargo-aside)."""
    for _, piece, n in found:
        if piece.has("bay"):
            for cargo, k in lost_with(table, space, piece):
                gun = ("unit.aa.never-destroyed",) if cargo.kind == GUN else ()
                rules_ = ("cmove.transport.cargo", "combat.cargo-aside", *gun)
                lose(table, space, cargo, k, "transport sunk", *rules_, combat=space)
        lose(table, space, piece, n, "combat", *rules, combat=space)
        if piece.kind == "tank" and piece.power in acting_powers(table):
            note_combat(table, wrecks=combat(table).wrecks + n)
    empty_bays(table, space)


@dataclass(frozen=True)
class TakeCasualties(Agreement):
    """The owners choose which units the hits destroy; where defenders differ the attacker chooses."""

    title: ClassVar[str] = "Choose casualties"
    dispute_rule: ClassVar[str] = "multi.casualty-choice"

    def powers(self, view: View) -> list[str]:
        return [piece.power for _, piece, _ in due(view, self.side, self.space).eligible()]

    def prompt(self, view: View) -> Prompt:
        hits = due(view, self.side, self.space)
        told = ", ".join(say(n, p.kind, p.power) + self._mark(p) for _, p, n in hits.eligible())
        need = counted(hits.still(), "casualty", "casualties")
        why = "Your attackers were hit." if self.side == ATTACK else "Your defenders were hit."
        return Prompt(
            f"choose {need} in {name(view, self.space)} (may be hit: {told})",
            why,
            ("combat.casualty-choice", "combat.battleship.absorb-once"),
        )

    def _mark(self, piece: Piece) -> str:
        return " (damaged)" if piece.has("damaged") else f" (bay {piece.number('bay')})" if piece.has("bay") else ""

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Taking(self),)

    def forced(self, view: View) -> Order | None:
        found = due(view, self.side, self.space).only_choice()
        return Take(tuple(Some(n, p.kind, p.power, p.status) for _, p, n in found)) if found else None

    def fallback(self, view: View) -> Order | None:
        return self.forced(view)


@dataclass(frozen=True)
class Taking(Deed[Take]):
    """Units of one side take hits, so that as many hits as possible count."""

    kind = Take
    choice: TakeCasualties

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        able = {p for _, p, _ in due(view, self.choice.side, self.choice.space).eligible()}
        return offer(view, self.choice.space, able.__contains__)

    def judge(self, view: View, order: Take) -> Ruling:
        hits = due(view, self.choice.side, self.choice.space)
        there = {p for _, p, _ in hits.units}
        kept = "combat.casualty-choice"
        units = spelt(order.units, hits.units)
        found = pick(view, self.choice.space, units, there.__contains__, kept, "can be hit here")
        if isinstance(found, Ruling):
            return Ruling.first(_never(order), found)
        need, named = hits.still(), total(found)
        if named > need:
            text = f"{counted(need, 'casualty', 'casualties')} {is_are(need)} due, not {named}"
            return Ruling.refuse("combat.casualty-choice", text, needs=need, named=named)
        if not hits.fits(*[piece for piece, n in found for _ in range(n)]):
            told = joined(word(piece.kind) for piece, _ in found)
            air = any(piece.kind in AIR for piece, _ in found) and SUB in hits.hits
            rules = ("combat.sub.sea-targets", "unit.carrier.sub-hit") if air else ("combat.excess-hits",)
            text = f"these hits cannot fall on {told}: a hit that can count must"
            return Ruling.refuse(rules[0], text, *rules[1:], needs=need)
        joint = ("multi.casualty-choice",) if len(set(self.choice.powers(view))) > 1 else ()
        return Ruling.allow(rules=("combat.casualty-choice", *joint), found=found)

    def do(self, table: Table, order: Take, found: list[tuple[Piece, int]]) -> None:
        table.finish()
        for piece, n in found:
            for _ in range(n):
                mark(table, self.choice.side, piece, self.choice.space)


def spelt(units: Units, among: Sequence[Group]) -> Units:
    """Words that fit groups which only came another way, spelt out: of each as many as leaves the fewest unlike."""
    found: list[Some] = []
    for some in units:
        like = [(p, n) for _, p, n in among if some.status is None and some.fits(p)]
        plain = {p.having(moved=None, landed=None, escaped=None, **{"from": None}) for p, _ in like}
        alike = len(like) > 1 and len(plain) == 1 and not any(p.kind in AIR for p in plain)
        found += _shared_out(some, like) if alike and some.count <= sum(n for _, n in like) else [some]
    return tuple(found)


def _shared_out(some: Some, like: Sequence[tuple[Piece, int]]) -> list[Some]:
    """So many out of groups, from the largest one at a time, so that every origin is kept as long as can be."""
    left, taken = dict(sorted(like)), dict.fromkeys((p for p, _ in like), 0)
    for _ in range(some.count):
        piece = max(left, key=lambda p: left[p])
        left[piece] -= 1
        taken[piece] += 1
    return [Some(n, p.kind, p.power, p.status) for p, n in taken.items() if n]


def _never(order: Take) -> Ruling | None:
    """Pieces that no hit falls on: guns and complexes have left the battle board or never stood there."""
    kinds = {some.kind for some in order.units}
    if GUN in kinds:
        text = "an antiaircraft gun is never a casualty"
        return Ruling.refuse("combat.opening.return", text, "unit.aa.never-destroyed", "unit.aa.alone")
    if "industrial_complex" in kinds:
        return Ruling.refuse("unit.complex", "an industrial complex is never on the battle board")
    return None
