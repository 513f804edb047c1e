"""Step 6: the end of a combat: victors move in, the rest stand down (rulebook p.23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Keep, Picked, clear_status, flip, offer, pick, shift, total
from northafrica.core.orders import FieldSpec, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.systems.aana.board.conclude import capture
from northafrica.systems.aana.board.ground import AIR, SHIPS, acting_side, is_land, name, room
from northafrica.systems.aana.combat.forces import around, attackers, defenders
from northafrica.systems.aana.facts import combat, forget_combat, remember
from northafrica.systems.aana.orders import Enter


def drop_out(table: Table, place: str, piece: Piece, n: int, *rules: str) -> None:
    """An attacker leaves the combat: land units are done for the turn, aircraft wait for phase 5, scouts may patrol."""
    if piece.kind == "scout_car":
        flip(table, place, piece, n, *rules, "scout.hit-and-run", "scout.patrol", attack=None, fought=1)
    elif piece.kind in AIR:
        flip(table, place, piece, n, *rules, attack=None, fought=1)
    else:
        flip(table, place, piece, n, *rules, attack=None, done=1)


@dataclass(frozen=True)
class Conclude(Automatic):
    """Step 6: victors enter, the rest stand down."""

    title: ClassVar[str] = "The combat ends"
    space: str

    def run(self, table: Table) -> None:
        space = self.space
        if combat(table).domain == "land" and not defenders(table, space):
            for place, piece, n in victors(table, space):
                if place == space:
                    enter(table, space, place, piece, n)
            waiting = victors(table, space)  # a landing force needs no room: it stands in the territory already
            free = max(0, room(table, space, acting_side(table)))
            if free and free < sum(n for _, _, n in waiting) and len(waiting) > 1:
                table.push(EnterChoice(space))
                return
            for place, piece, n in waiting:
                k = min(n, free)
                if k:
                    enter(table, space, place, piece, k)
                    free -= k
        finish(table, space)


def victors(view: View, space: str) -> list[Group]:
    """The land units that hold or take a territory won: all left in the attack but scout cars."""
    return attackers(view, space, lambda p: is_land(p) and p.kind != "scout_car")


def enter(table: Table, space: str, origin: str, piece: Piece, n: int) -> None:
    """Victors move in (combat.win.enter)."""
    status: dict[str, int | str | None] = {"attack": None, "done": 1, "entering": 1}
    if origin == space:
        flip(table, space, piece, n, "combat.win.enter", **status)
    else:
        shift(table, "moved", origin, space, piece, n, "combat.win.enter", **status)


def finish(table: Table, space: str) -> None:
    """Capture, clear up, and leave the combat (combat.cleanup)."""
    now = combat(table)
    entered = any(piece.has("entering") for piece in table.state.at(space))
    scouts = any(piece.kind == "scout_car" for _, piece, _ in attackers(table, space))
    for place, piece, n in attackers(table, space):
        if piece.kind in SHIPS:
            flip(table, place, piece, n, "combat.win.sea", attack=None, done=1)
        else:
            drop_out(table, place, piece, n, "combat.air-stays" if piece.kind in AIR else "combat.cleanup")
    for place in around(table, space):
        for piece, n in sorted(table.state.at(place).items()):
            if piece.has("submerged") and piece.get("attack") == space:
                flip(table, place, piece, n, attack=None, submerged=None, done=1)
    if now.domain == "land":
        _land_result(table, space, entered, scouts)
    clear_status(table, lambda p: True, "submerged", "struck", "escaped", "hit", "entering")
    value = "captured" if entered else "held"
    table.emit("result", "combat.cleanup", place=space, combat=space, label="combat over", value=value)
    forget_combat(table, space)
    remember(table, combat=None)
    table.finish()


def _land_result(table: Table, space: str, entered: bool, scouts: bool) -> None:
    power = table.state.power
    if entered:
        rules = ("r7.markers", "r7.joint-algiers") if combat(table).landing else ("combat.win.after-retreat",)
        capture(table, space, power, *rules)
    else:
        rules = ("combat.fail.keeps", *(("scout.no-capture",) if scouts else ()))
        table.note("no entry", *rules, place=space, combat=space, detail="control does not change")


@dataclass(frozen=True)
class EnterChoice(Choice):
    """Where the limit leaves no room for all victors, the attacker chooses who moves in."""

    title: ClassVar[str] = "Who moves in?"
    space: str

    def free(self, view: View) -> int:
        return room(view, self.space, acting_side(view))

    def prompt(self, view: View) -> Prompt:
        text = f"{name(view, self.space)} has room for {self.free(view)}: choose who moves in"
        return Prompt(text, "", ("combat.win.enter", "stack.limit"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Entering(self.space, self.free(view)),)


@dataclass(frozen=True)
class Entering(Deed[Enter]):
    """Victors of one origin move in, as far as there is room."""

    kind = Enter
    space: str
    free: int

    def _keep(self, view: View, origin: str) -> Keep:
        ours = {piece for place, piece, _ in victors(view, self.space) if place == origin}
        return lambda p: p in ours

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        origins = dict.fromkeys(place for place, _, _ in victors(view, self.space))
        if field.name == "origin":
            return [place for place in origins if self.judge(view, Enter(tuple(given["units"]), place))]
        found: dict[Some, int] = {}
        for place in origins:
            for some in offer(view, place, self._keep(view, place)):
                one = replace(some, count=1)
                found[one] = max(found.get(one, 0), min(some.count, self.free))
        return [replace(one, count=n) for one, n in found.items()]

    def judge(self, view: View, order: Enter) -> Ruling:
        keep = self._keep(view, order.origin)
        picked = pick(view, order.origin, order.units, keep, "combat.win.enter", "may move in")
        if isinstance(picked, Ruling):
            return picked
        asked = total(picked)
        if asked > self.free:
            text = f"there is room for {self.free}, not {asked}"
            return Ruling.refuse("combat.win.enter", text, "stack.limit", room=self.free, asked=asked)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Enter, found: Picked) -> None:
        for piece, n in found:
            enter(table, self.space, order.origin, piece, n)
        if total(found) >= self.free or not victors(table, self.space):
            table.finish()
