"""Ground Move and HQ Supported Move: one force, area by area (8.0; G-3 Land Actions)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, offer, pick, total
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.ways import search
from northafrica.systems.marenostrum.actions.menu import heads
from northafrica.systems.marenostrum.board.ground import (
    HQ,
    data,
    enemy_of,
    holds_ground,
    kind_of,
    nationality,
    take_control,
)
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement import ways
from northafrica.systems.marenostrum.movement.eligible import nations_problem, unfit
from northafrica.systems.marenostrum.movement.entering import entered
from northafrica.systems.marenostrum.movement.follow import tell
from northafrica.systems.marenostrum.orders import March
from northafrica.systems.marenostrum.wording import say

if TYPE_CHECKING:
    from northafrica.core.dice import Result

FARTHEST = 12
"""No unit moves further in one Action."""


@dataclass(frozen=True)
class MoveForce(Choice):
    """A force moves; it may be ordered on in parts of its way, and drops whom it does not take along.

    hq       an HQ supports the move: one area more, no enemies (rule g3.hq-move)
    force    who moves, once begun, and `place` where it is; `gone` areas moved, `road` whether all of them by road
    attack   whether it attacks where it ends; the step below is told who came (rule g3.move-attack)
    once     whether a way is gone in one order (rule g3.concentrate)
    """

    title: ClassVar[str] = "Ground Move"
    hq: bool = False
    terms: Terms = Terms()
    force: tuple[tuple[Piece, int], ...] = ()
    place: str = ""
    gone: int = 0
    road: bool = True
    attack: bool = False
    once: bool = False

    @property
    def rule(self) -> str:
        """The Action's rule."""
        if self.once:
            return "g3.concentrate"
        return "g3.hq-move" if self.hq else "g3.move-attack" if self.attack else "g3.ground-move"

    def prompt(self, view: View) -> Prompt:
        if not self.force:
            text = "move one force from one area; who is left behind on the way moves no further"
            return Prompt(text, "", (self.rule, "8.2.together", "8.1.allowance", "8.4.coast-road"))
        who = say(view.names, self.force)
        text = f"{who} in {view.name(self.place)}: move on, all or a part, or end"
        return Prompt(text, f"{counted(self.gone, 'area')} moved.", ("8.2.drop-off", "8.1.allowance"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Marching(self), Plain(End, lambda table: table.finish()))

    def can_move(self, view: View, piece: Piece, space: str) -> bool:
        """Whether a piece in an area may be of the force."""
        if self.force and (piece not in [one for one, _ in self.force] or space != self.place):
            return False
        if self.hq and not self.force and self.stays(view, piece, space):
            return False
        return ways.may_move(view, piece, self.terms)

    def stays(self, view: View, piece: Piece, space: str) -> bool:
        """Whether a unit is the HQ that supports: an HQ alone in its area moves nobody (rule g3.hq-move)."""
        return kind_of(view, piece) == HQ and heads(view, space, view.state.power) < 2

    def origins(self, view: View) -> tuple[str, ...]:
        """Where a force can start."""
        if self.force:
            return (self.place,)
        found = (self.terms.place,) if self.terms.place else data(view).areas
        return tuple(space for space in found if self.start_problem(view, space) is None and self.there(view, space))

    def there(self, view: View, space: str) -> Picked:
        """Who may move out of an area; of those that go on no more than came."""
        found = groups(view, space, lambda p: self.can_move(view, p, space))
        most = dict(self.force)
        return [(piece, min(n, most.get(piece, n))) for piece, n in found]

    def start_problem(self, view: View, space: str) -> Ruling | None:
        """Why no force can start in an area."""
        if self.terms.place and space != self.terms.place:
            text = f"the supply was spent in {view.name(self.terms.place)}: only units there may move"
            return Ruling.refuse("g4.additional.land-air", text)
        if self.force and space != self.place:
            text = f"the force stands in {view.name(self.place)}; an Action moves one force"
            return Ruling.refuse("8.2.one-force", text, "4.3.one-force")
        side = view.state.power
        if self.hq and not self.force and not heads(view, space, side):
            return Ruling.refuse("g3.hq-move", f"no HQ of yours stands in {view.name(space)}")
        if self.hq and holds_ground(view, space, enemy_of(side)):
            return Ruling.refuse("g3.hq-move.enemies", f"enemy ground units are in {view.name(space)}", "g3.hq-move")
        return ways.region_problem(view, (space,), self.terms)


@dataclass(frozen=True)
class Marching(Deed[March]):
    """Units of the force go a way."""

    kind = March
    step: MoveForce

    def places(self, view: View) -> Sequence[str]:
        return self.step.origins(view)

    def barred(self, view: View) -> Ruling | None:
        if any(self._ends(view, space, self.step.there(view, space)) for space in self.step.origins(view)):
            return None
        return Ruling.refuse("8.1.allowance", "no ground unit can move any further", self.step.rule)

    def why_barred(self, view: View, order: March) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            origins = [given["route"][0]] if given.get("route") else self.step.origins(view)
            return list(dict.fromkeys(some for space in origins for some in self._offered(view, space)))
        units = given.get("units", ())
        routes: list[Path] = []
        for space in self.step.origins(view):
            picked = self._pick(view, space, units)
            if not isinstance(picked, Ruling):
                routes += self._ends(view, space, picked).values()
        return [way for way in routes if self.judge(view, March(tuple(units), way))]

    def _offered(self, view: View, space: str) -> list[Some]:
        """The groups of an area that can go anywhere."""
        found = offer(view, space, partial(self._may, view, space))
        return [some for some in found if self.judge_units(view, space, (some,))]

    def _may(self, view: View, space: str, piece: Piece) -> bool:
        return self.step.can_move(view, piece, space)

    def judge_units(self, view: View, space: str, units: Any) -> bool:
        """Whether units of an area can go anywhere."""
        picked = self._pick(view, space, units)
        return not isinstance(picked, Ruling) and bool(self._ends(view, space, picked))

    def _ends(self, view: View, space: str, picked: Picked) -> dict[str, Path]:
        """One way to each area in reach of the slowest unit, road ways first."""
        step, found = self.step, dict[str, Path]()
        if not picked:
            return found

        def near(here: str, road: bool) -> list[str]:
            beside = data(view).board.neighbours(here, kind="land")
            return [
                to
                for to in beside
                if ways.step_problem(view, here, to, step.hq, step.attack) is None
                and ways.region_problem(view, (to,), step.terms) is None
                and (not road or ways.is_road(view, here, to))
            ]

        slow = ways.slowest(view, picked)
        for road in (True, False) if step.road else (False,):
            left = ways.reach_of(view, slow, int(step.hq), road) - step.gone
            for end, way in self._search(view, space, max(left, 0), lambda here, r=road: near(here, r)).items():
                found.setdefault(end, way)
        found.pop(space, None)
        return found

    def _search(self, view: View, space: str, left: int, near: Any) -> dict[str, Path]:
        """Ways that stop where a step stops them."""
        found = search(space, left, near)
        return {end: way for end, way in found.items() if stopped_early(view, way) is None}

    def _pick(self, view: View, space: str, units: Any) -> Picked | Ruling:
        def keep(piece: Piece) -> bool:
            return self.step.can_move(view, piece, space)

        picked = pick(view, space, tuple(units), keep, self._why(view, space, units), "can move in this Action")
        most = dict(self.step.force)
        if not isinstance(picked, Ruling) and any(n > most.get(piece, n) for piece, n in picked):
            return Ruling.refuse("8.2.drop-off", "the force has no more of these", "8.2.together")
        return picked

    def _why(self, view: View, space: str, units: Any) -> str:
        """The rule that keeps units of an area out of the force."""
        there = [piece for piece, _ in groups(view, space) if any(some.fits(piece) for some in units)]
        if self.step.force:
            return "8.2.drop-off"
        if any(piece.power == view.state.power and not ways.allowance(view, piece) for piece in there):
            return "8.1.static"
        if any(self.step.hq and self.step.stays(view, piece, space) for piece in there):
            return "g3.hq-move"
        found = (unfit(view, piece, self.step.terms) for piece in there if piece.power == view.state.power)
        return next(filter(None, found), "4.3.eligible-types")

    def judge(self, view: View, order: March) -> Ruling:
        step, way = self.step, order.route
        if len(way) < 2:
            return Ruling.refuse("8.0.action-only", "a way has a start and an end: write 'tripoli > sirte'")
        if way[0] not in data(view).areas:
            return Ruling.refuse("8.0.action-only", f"ground units do not march from {view.name(way[0])}")
        no = step.start_problem(view, way[0])
        if no is not None:
            return no
        picked = self._pick(view, way[0], order.units)
        if isinstance(picked, Ruling):
            return picked
        problems = (ways.step_problem(view, here, to, step.hq, step.attack) for here, to in pairwise(way))
        found = Ruling.first(
            *problems, ways.region_problem(view, way, step.terms), nations_problem(view, picked, step.terms)
        )
        return (
            found
            and Ruling.first(stopped_early(view, way), self._too_far(view, picked, way))
            and Ruling.allow(rules=free_command(view, picked), found=picked)
        )

    def _too_far(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        step, slow = self.step, ways.slowest(view, picked)
        by_road = step.road and ways.all_road(view, way)
        most, asked = ways.reach_of(view, slow, int(step.hq), by_road), step.gone + len(way) - 1
        if asked <= most:
            return None
        why = "" if by_road else "; by road alone it would be two more"
        text = f"{view.names.kind(slow.kind)} moves {most} areas here, not {asked}{why}"
        return Ruling.refuse("8.1.allowance", text, "8.4.coast-road", "8.1.no-saving", limit=most, asked=asked)

    def do(self, table: Table, order: March, found: Picked) -> None:
        table.replace(Leg(replace(self.step, force=tuple(found), place=order.route[0]), order.route[1:]))


def free_command(view: View, picked: Picked) -> tuple[str, ...]:
    """The rule that lets several nationalities march together, where they do."""
    several = len({nationality(view, piece) for piece, _ in picked} - {""}) > 1
    return ("4.3.free-command",) if several and view.option("advanced_command") == "off" else ()


def stopped_early(view: View, way: Path) -> Ruling | None:
    """Why a way cannot be gone to its end: a unit stops on it."""
    for here, to in list(pairwise(way))[:-1]:
        rule = ways.stops(view, here, to)
        if rule:
            return Ruling.refuse(rule, f"ground units stop in {view.name(to)}")
    return None


@dataclass(frozen=True)
class Leg(Automatic):
    """The next border of the way is crossed."""

    title: ClassVar[str] = "On the march"
    move: MoveForce = MoveForce()
    way: Path = ()

    def run(self, table: Table) -> None:
        if not self.way:
            table.replace(*(() if self.move.once else (self.move,)))
            return
        if ways.climbs(table, self.move.place, self.way[0]):
            table.replace(Escarpment(self.move, self.way))
        else:
            advance(table, self.move, self.move.force, self.way, "8.4.clear")


def advance(table: Table, move: MoveForce, force: tuple[tuple[Piece, int], ...], way: Path, rule: str) -> None:
    """The units of a force enter the next area; the Action is over where they must stop."""
    here, to = move.place, way[0]
    stop, road = ways.stops(table, here, to), ways.is_road(table, here, to)
    table.finish()
    bonus = ("8.4.coast-road" if "coast_road" in data(table).board.link(here, to).tags else "8.4.railroad",)
    rules = (move.rule, "8.2.together", rule, *(bonus if road else ()), *((stop,) if stop else ()))
    for piece, n in force:
        told = (*rules, *ways.meant_by(table, here, to, piece))
        table.emit("moved", *told, place=here, to=to, piece=piece, count=n, power=piece.power)
    after = replace(move, force=force, place=to, gone=move.gone + 1, road=move.road and road)
    arrived(table, after, here)
    if not stop:
        table.push(Leg(after, way[1:]))
    take_control(table, to, table.state.power)
    take_control(table, here, enemy_of(table.state.power))
    entered(table, to)


def arrived(table: Table, move: MoveForce, origin: str) -> None:
    """The step below that attacks is told who is where."""
    if move.attack:
        tell(table, tuple(piece.kind for piece, _ in move.force if piece.kind != SUPPLY), move.place, origin)


@dataclass(frozen=True)
class Escarpment(Dice):
    """A die for each unit at an escarpment without road; who fails stays before it (rule 8.4.escarpment-roll)."""

    title: ClassVar[str] = "Escarpment"
    move: MoveForce = MoveForce()
    way: Path = ()

    def count(self, view: View) -> int:
        return total(list(self.move.force))

    def names(self, view: View) -> tuple[str, ...]:
        return ("escarpment",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("8.4.escarpment-roll", "19.3.mountain")

    def units(self) -> list[Piece]:
        """The units in the order of their dice."""
        return [piece for piece, n in self.move.force for _ in range(n)]

    def what_counts(self, view: View) -> str:
        told = (f"{view.names.kind(p.kind)} {ways.climb_number(view, p)}" for p in self.units())
        return f"crosses on so much or less: {', '.join(told)}"

    def resolve(self, table: Table, result: Result) -> None:
        crossed: dict[Piece, int] = {}
        for piece, die in zip(self.units(), result, strict=True):
            need = ways.climb_number(table, piece)
            hit = int(die) <= need
            label = f"{table.names.kind(piece.kind)} {'crosses' if hit else 'stays before the escarpment'}"
            rules = self.rules_in_play(table)
            place = self.move.place
            table.emit("rolled", *rules, place=place, dice=(die,), faces=6, need=need, hits=int(hit), label=label)
            if hit:
                crossed[piece] = crossed.get(piece, 0) + 1
        if crossed:
            advance(table, self.move, tuple(crossed.items()), self.way, "8.4.escarpment-roll")
        else:
            table.finish()
