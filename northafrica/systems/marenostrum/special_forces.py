"""Special Forces: a mission is named, the target revealed, a die rolled for each marker (20.0).

The table of the markers, and that a success costs the enemy one unit, is reconstruction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import Picked, groups, offer, pick
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Dice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    awake,
    category,
    controller,
    data,
    eliminate,
    enemy_of,
    holds_ground,
    set_control,
)
from northafrica.systems.marenostrum.data.tables import SUPPLY, box_of
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.orders import Operate, Target
from northafrica.systems.marenostrum.wording import say

if TYPE_CHECKING:
    from northafrica.core.dice import Result

NAVAL, SABOTAGE, SUBVERSION = "naval", "sabotage", "subversion"
HURTS = {SABOTAGE: (SUPPLY, "air"), NAVAL: ("naval",)}


def result_of(view: View, marker: str, mission: str, die: int) -> str:
    """What a die brings a marker; "" where it cannot go on the mission (rule 20.1.commit)."""
    rows = data(view).forces_table
    fits = (row for row in rows if marker in row.markers and row.mission == mission and row.low <= die <= row.high)
    return next((row.result for row in fits), "")


def victims(view: View, space: str, mission: str) -> Picked:
    """The enemy units that a success may cost."""
    foe, hurt = enemy_of(view.state.power), HURTS.get(mission, ())
    return groups(
        view, space, lambda p: p.power == foe and awake(p) and not p.has(ABOARD) and category(view, p) in hurt
    )


def possible(view: View, space: str, mission: str) -> bool:
    """Whether a mission can do anything, once the enemy has revealed what is there (rule 20.2.reveal)."""
    foe = enemy_of(view.state.power)
    if mission == SUBVERSION:
        return controller(view, space) == foe and not holds_ground(view, space, foe)
    return bool(victims(view, space, mission))


@dataclass(frozen=True)
class Operation(Choice):
    """Which mission, where, with which markers (rule g2.special-forces)."""

    title: ClassVar[str] = "Special Forces Operation"
    terms: Terms = Terms()

    def prompt(self, view: View) -> Prompt:
        text = "name a mission, an area or zone, and the markers committed to it"
        return Prompt(text, "One success is enough; all roll.", ("20.2.reveal", "20.1.commit", "20.0.box"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Operating(self), Plain(End, lambda table: table.finish()))


@dataclass(frozen=True)
class Operating(Deed[Operate]):
    """Markers go on a mission."""

    kind = Operate
    step: Operation

    def _there(self, view: View, mission: str) -> list[Any]:
        box, nations = box_of(view.state.power, "forces"), self.step.terms.nations
        forces = data(view).forces

        def may(piece: Piece) -> bool:
            fits = not nations or forces[piece.kind].nationality in nations
            return fits and bool(result_of(view, piece.kind, mission, 1))

        return offer(view, box, may)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "mission":
            return [mission for mission in field.choices if self._there(view, mission)]
        if field.name == "space":
            board = data(view).board.spaces
            return [space for space in board if self._where(view, str(given["mission"]), space) is None]
        return self._there(view, str(given["mission"]))

    def _where(self, view: View, mission: str, space: str) -> Ruling | None:
        info, side = data(view), view.state.power
        sort, foe = info.sort(space), enemy_of(side)
        if sort in ("", "base"):
            return Ruling.refuse("20.2.reveal", f"{view.name(space)} is not on the map", "20.1.sabotage")
        if (mission == NAVAL) != (sort == "sea"):
            rule = "20.1.naval" if mission == NAVAL else f"20.1.{mission}"
            what = "a sea zone" if mission == NAVAL else "a land area"
            return Ruling.refuse(rule, f"this mission is for {what}, not for {view.name(space)}")
        if mission == SUBVERSION and controller(view, space) != foe:
            return Ruling.refuse("20.1.subversion", f"{view.name(space)} is not enemy controlled")
        if mission == SABOTAGE and not groups(view, space, lambda p: p.power == foe and awake(p)):
            text = f"no enemy unit is in {view.name(space)}; printed bases are no target"
            return Ruling.refuse("20.1.sabotage", text)
        return None

    def judge(self, view: View, order: Operate) -> Ruling:
        no = self._where(view, order.mission, order.space)
        if no is not None:
            return no
        box = box_of(view.state.power, "forces")
        picked = pick(view, box, order.units, lambda p: p.kind in data(view).forces, "20.0.box", "are special forces")
        if isinstance(picked, Ruling):
            return picked
        unfit = [piece.kind for piece, _ in picked if not result_of(view, piece.kind, order.mission, 1)]
        if unfit:
            rule = "20.1.naval" if order.mission == NAVAL else "20.1.commit"
            names = joined(view.names.kind(kind) for kind in unfit)
            return Ruling.refuse(rule, f"no mission of this kind for {names}", "20.1.commit")
        nations = self.step.terms.nations
        if nations and any(data(view).forces[piece.kind].nationality not in nations for piece, _ in picked):
            return Ruling.refuse("4.1.additional", f"only {joined(nations)} forces take part")
        return Ruling.allow(rules=("g2.special-forces", "20.2.reveal"), found=picked)

    def do(self, table: Table, order: Operate, found: Picked) -> None:
        foe, space = enemy_of(table.state.power), order.space
        seen = groups(table, space, lambda p: p.power == foe)
        label = f"{order.mission} in {table.name(space)}: {say(table.names, seen)}"
        table.emit("revealed", "20.2.reveal", "g2.special-forces", place=space, label=label, power=foe)
        table.finish()
        if possible(table, space, order.mission):
            table.push(OperationRoll(order.mission, space, tuple(piece.kind for piece, _ in found)))
        else:
            table.note("the mission can do nothing there: the Action ends", "20.2.reveal", f"20.1.{order.mission}")


@dataclass(frozen=True)
class OperationRoll(Dice):
    """A die for each marker; one success is enough, and all roll (rule 20.1.commit)."""

    title: ClassVar[str] = "Special Forces Operation"
    mission: str = ""
    space: str = ""
    markers: tuple[str, ...] = ()

    def count(self, view: View) -> int:
        return len(self.markers)

    def names(self, view: View) -> tuple[str, ...]:
        return ("operation",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("20.1.commit", f"20.1.{self.mission}")

    def what_counts(self, view: View) -> str:
        told = []
        for marker in self.markers:
            row = ", ".join(f"{die} {result_of(view, marker, self.mission, die)}" for die in range(1, 7))
            told.append(f"{view.names.kind(marker)}: {row}")
        return f"reconstructed table: {'; '.join(told)}"

    def resolve(self, table: Table, result: Result) -> None:
        side, rules, won = table.state.power, self.rules_in_play(table), False
        table.finish()
        for marker, die in zip(self.markers, result, strict=True):
            found = result_of(table, marker, self.mission, int(die))
            label = f"{table.names.kind(marker)}: {found}"
            won = won or found == "success"
            hit = int(found == "success")
            table.emit("rolled", *rules, place=self.space, dice=(die,), faces=6, hits=hit, label=label, value=found)
            if found == "lost":
                place, to, piece = box_of(side, "forces"), box_of(side, "pool"), Piece(side, marker)
                table.emit("moved", "20.1.commit", place=place, to=to, piece=piece, count=1, power=side)
        if won and self.mission == SUBVERSION:
            set_control(table, self.space, side, "20.1.subversion")
        elif won:
            table.push(Victim(self.mission, self.space))


@dataclass(frozen=True)
class Victim(Choice):
    """Which enemy unit a success costs: one, of the attacker's choice (reconstruction)."""

    title: ClassVar[str] = "Special Forces Operation"
    mission: str = ""
    space: str = ""

    def prompt(self, view: View) -> Prompt:
        return Prompt(f"choose the unit that is eliminated in {view.name(self.space)}", "", (f"20.1.{self.mission}",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Target, self.open, self.refuse, self.hit, (f"20.1.{self.mission}",)),)

    def _words(self, view: View) -> dict[str, Piece]:
        return {
            "static" if piece.kind == SUPPLY and piece.has("static") else piece.kind: piece
            for piece, _ in victims(view, self.space, self.mission)
        }

    def open(self, view: View) -> list[str]:
        """The units that may be chosen."""
        return list(self._words(view))

    def refuse(self, view: View, word: str) -> Ruling:
        """Why another cannot be."""
        what = "ship" if self.mission == NAVAL else "supply unit or aircraft"
        return Ruling.refuse(f"20.1.{self.mission}", f"'{word[:60]}' is no enemy {what} in {view.name(self.space)}")

    def hit(self, table: Table, word: str) -> None:
        """It is eliminated."""
        table.finish()
        piece = self._words(table)[word]
        eliminate(table, self.space, piece, 1, "special forces", f"20.1.{self.mission}")


def operation(table: Table, terms: Terms) -> tuple[Step, ...]:
    """The steps of the Action."""
    return (Operation(terms),)
