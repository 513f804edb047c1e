"""Step 4: casualties leave, Vichy may surrender, retreating defenders fall back, cargo escapes (rulebook p.22, 29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.events import Told
from northafrica.core.groups import Keep, Picked, lose, offer, pick, total
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import DEFEND
from northafrica.systems.aana.board.conclude import settle
from northafrica.systems.aana.board.ground import (
    ALLIES,
    acting_side,
    belongs,
    controlled_by,
    data,
    enemy_of,
    is_hostile,
    is_land,
    name,
    room,
    side_of,
)
from northafrica.systems.aana.board.movement import land_barred
from northafrica.systems.aana.combat.forces import defenders, holds_fire
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.facts import combat, facts
from northafrica.systems.aana.mines.fields import lie_idle
from northafrica.systems.aana.orders import FallBack
from northafrica.systems.aana.wording import say_all


def remove_casualties(table: Table, space: str) -> None:
    """Rule combat.remove: marked defenders go to the pool."""
    for _, piece, n in defenders(table, space, lambda p: p.has("hit"), marked=True):
        rules = ["combat.remove", "comp.return-to-pool"] + (["french.casualties-die"] if piece.power == "vichy" else [])
        lose(table, space, piece, n, "combat", *rules, combat=space)


def surrender(table: Table, space: str) -> bool:
    """Rule french.surrender: Vichy alone against an Allied attack give up when they score no hit in a round."""
    now = combat(table)
    if now.scored or acting_side(table) != ALLIES:
        return False
    if not now.vichy:
        if defenders(table, space, lambda p: p.power == "vichy"):
            told = "other Axis units defend beside the Vichy French"
            table.note("no surrender", "french.other-axis", place=space, combat=space, detail=told)
        return False
    left = defenders(table, space)
    for _, piece, n in left:
        after = Piece("free_french", piece.kind, piece.status).having(fought=1)  # no noncombat move (ncm.who)
        rules = ("french.surrender", "french.convert", "french.free-owner", "french.example")
        who = Told(piece=piece, becomes=after, count=n, purpose="surrender", power="free_french")
        table.emit("flipped", *rules, **who | Told(place=space, combat=space))
    return bool(left)


def refuge_problem(view: View, piece: Piece, space: str, to: str) -> Ruling | None:
    """Why a retreating defender cannot fall back into a territory; None if it can (combat.retreat.where)."""
    side = side_of(piece.power)
    if to not in data(view).board.neighbours(space, "land"):
        return Ruling.refuse("combat.retreat.where", f"{name(view, to)} is not adjacent to {name(view, space)}")
    if is_land(piece):
        barred = land_barred(view, piece, to)
        if barred is not None:
            return barred
    elif not controlled_by(view, to, side) or data(view).is_sahara(to):
        return Ruling.refuse("ncm.air.landing", f"aircraft cannot land in {name(view, to)}", "combat.retreat.where")
    if to in facts(view).attacked or to in facts(view).blitzed:
        what = "attacked by land units" if to in facts(view).attacked else "blitzed through"
        rules = ("combat.retreat.resolved-irrelevant",)
        return Ruling.refuse("combat.retreat.where", f"{name(view, to)} was {what} this turn", *rules)
    if is_hostile(view, to, side):
        return Ruling.refuse("combat.retreat.where", f"{name(view, to)} is hostile", "board.hostile")
    if room(view, to, side) < 1:
        return Ruling.refuse("combat.retreat.stacking", f"{name(view, to)} is at its stacking limit", room=0)
    return None


def refuges(view: View, piece: Piece, space: str) -> list[str]:
    """Territories a retreating defender may fall back into."""
    return [to for to in data(view).board.neighbours(space, "land") if refuge_problem(view, piece, space, to) is None]


def leaving(view: View, space: str) -> list[Group]:
    """Defenders that chose to retreat and are still there."""
    return defenders(view, space, lambda p: holds_fire(view, p))


@dataclass(frozen=True)
class Retreats(Automatic):
    """Every retreating unit finds a refuge or is destroyed (combat.retreat.destroyed)."""

    title: ClassVar[str] = "Retreats"
    space: str

    def run(self, table: Table) -> None:
        rules = ("combat.retreat.destroyed", "comp.return-to-pool")
        for _, piece, n in leaving(table, self.space):
            if not refuges(table, piece, self.space):
                lose(table, self.space, piece, n, "no refuge", *rules, combat=self.space)
        found = leaving(table, self.space)
        if not found:
            table.finish()
            return
        options = {to for _, piece, _ in found for to in refuges(table, piece, self.space)}
        units = sum(n for _, _, n in found)
        only = next(iter(options)) if len(options) == 1 else ""
        if only and units <= room(table, only, side_of(found[0][1].power)) and not self._first_matters(table, only):
            for _, piece, n in found:
                fall_back(table, self.space, only, piece, n)
            return
        table.push(FallBackChoice((), self.space, DEFEND))

    def _first_matters(self, view: View, to: str) -> bool:
        """Whether it matters whose unit comes first: enemy trucks wait there, and two powers retreat."""
        powers = {piece.power for _, piece, _ in leaving(view, self.space) if is_land(piece)}
        side = enemy_of(acting_side(view))
        return len(powers) > 1 and any(p.kind == "truck" and not belongs(p.power, side) for p in view.state.at(to))


def fall_back(table: Table, space: str, to: str, piece: Piece, n: int) -> None:
    """Lead units into a refuge; enemy trucks and idle mines there become theirs (note A41)."""
    extra = ("combat.retreat.air-attack-ok",) if to in facts(table).combats else ()
    idle = lie_idle(table, to)
    told = Told(place=space, to=to, combat=space, piece=piece, count=n, power=piece.power)
    table.emit("retreated", "combat.retreat.where", *extra, **told)
    if is_land(piece):
        settle(table, to, idle, piece.power)


@dataclass(frozen=True)
class FallBackChoice(SideChoice):
    """The defender leads its retreating units out, group by group."""

    title: ClassVar[str] = "Where do the defenders retreat to?"

    def powers(self, view: View) -> list[str]:
        return [piece.power for _, piece, _ in leaving(view, self.space)]

    def prompt(self, view: View) -> Prompt:
        going = say_all(((p, n) for _, p, n in leaving(view, self.space)), powers=True)
        return Prompt(
            f"{name(view, self.space)}: lead {going} into neighbouring territories",
            "The survivors of a retreat must leave now.",
            ("combat.retreat.where", "combat.retreat.stacking", "combat.defend.trucks-stay"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (FallingBack(self.space),)


@dataclass(frozen=True)
class FallingBack(Deed[FallBack]):
    """Retreating units go to one refuge."""

    kind = FallBack
    space: str

    def _keep(self, view: View) -> Keep:
        left = {piece for _, piece, _ in leaving(view, self.space)}
        return lambda p: p in left

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            return offer(view, self.space, self._keep(view))
        picked = pick(view, self.space, given["units"], self._keep(view), "", "")
        if isinstance(picked, Ruling):
            return []
        sets = [set(refuges(view, piece, self.space)) for piece, _ in picked]
        return sorted(set.intersection(*sets)) if sets else []

    def judge(self, view: View, order: FallBack) -> Ruling:
        if any(some.kind == "truck" for some in order.units):
            return Ruling.refuse("combat.defend.trucks-stay", "trucks and supply never retreat")
        picked = pick(view, self.space, order.units, self._keep(view), "combat.retreat.where", "retreat from here")
        if isinstance(picked, Ruling):
            return picked
        for piece, _ in picked:
            problem = refuge_problem(view, piece, self.space, order.to)
            if problem is not None:
                return problem
        asked, free = total(picked), room(view, order.to, side_of(picked[0][0].power))
        if asked > free:
            text = f"{name(view, order.to)} has room for {free}, not {asked}"
            return Ruling.refuse("combat.retreat.stacking", text, room=free, asked=asked)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: FallBack, found: Picked) -> None:
        table.finish()
        for piece, n in found:
            fall_back(table, self.space, order.to, piece, n)
