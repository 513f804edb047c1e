"""Mobile supply along roads, and by rail (8.4; G-4 Logistics Redeployment, Railroad Movement of Supplies)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import number
from northafrica.core.orders import FieldSpec, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.ways import search
from northafrica.systems.marenostrum.board.ground import DISRUPTED, contested, controller, data
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement import ways
from northafrica.systems.marenostrum.movement.march import MoveForce, stopped_early
from northafrica.systems.marenostrum.orders import March

RAILROAD = "railroad"
FAR = 99


@dataclass(frozen=True)
class Haul(Choice):
    """Supply units move: any number along roads, or one by rail and then on as it normally moves.

    moved   where units that have moved now stand, one entry a unit
    """

    title: ClassVar[str] = "Logistics Redeployment"
    rail: bool = False
    terms: Terms = Terms()
    moved: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The Action's rule."""
        return "g4.rail" if self.rail else "g4.logistics"

    def prompt(self, view: View) -> Prompt:
        what = "move one mobile supply unit by rail" if self.rail else "move mobile supply units along roads, each once"
        return Prompt(f"{what}: march 1 supply A > B; then end", "", (self.rule, "8.4.coast-road", "8.4.railroad"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Hauling(self), Plain(End, lambda table: table.finish()))

    def there(self, view: View, space: str) -> int:
        """The units of an area that may still move."""
        mine = Piece(view.state.power, SUPPLY)
        return number(view, space, lambda p: p == mine) - self.moved.count(space)

    def held(self, view: View, space: str) -> bool:
        """Whether an area is friendly controlled, not contested."""
        return controller(view, space) == view.state.power and not contested(view, space)

    def border(self, view: View, here: str, to: str) -> Ruling | None:
        """Why a unit cannot go on from one area to the next."""
        no = ways.step_problem(view, here, to, quiet=False)
        if no is not None:
            return no
        joined = RAILROAD in data(view).board.link(here, to).tags if self.rail else ways.is_road(view, here, to)
        if not joined:
            what = "railroad" if self.rail else "road"
            return Ruling.refuse(self.rule, f"no {what} joins {view.name(here)} and {view.name(to)}", "8.4.coast-road")
        return next((no for space in (here, to) if (no := self.area(view, space)) is not None), None)

    def area(self, view: View, space: str) -> Ruling | None:
        """Why no unit may start in or enter an area."""
        if not self.held(view, space):
            return Ruling.refuse(self.rule, f"{view.name(space)} is not controlled by you alone", "6.1.contested")
        if self.rail and view.state.marker(space, RAILROAD) == DISRUPTED:
            return Ruling.refuse("g3.strike-rail.effect", f"the railroad in {view.name(space)} is disrupted", "g4.rail")
        return None


@dataclass(frozen=True)
class Hauling(Deed[March]):
    """Units of one area go one way."""

    kind = March
    step: Haul

    def places(self, view: View) -> Sequence[str]:
        return [s for s in data(view).areas if self.step.there(view, s) > 0 and self._ends(view, s)]

    def barred(self, view: View) -> Ruling | None:
        return None if self.places(view) else Ruling.refuse(self.step.rule, "no mobile supply unit can move so")

    def why_barred(self, view: View, order: March) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def _ends(self, view: View, space: str) -> dict[str, Path]:
        def near(here: str) -> list[str]:
            beside = data(view).board.neighbours(here, kind="land")
            return [to for to in beside if self.step.border(view, here, to) is None]

        found = search(space, FAR if self.step.rail else self._most(view), near)
        found.pop(space, None)
        return {end: way for end, way in found.items() if self.step.rail or stopped_early(view, way) is None}

    def _most(self, view: View) -> int:
        return ways.SUPPLY_MOVE + int(data(view).numbers["road_bonus"])

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        origins = [given["route"][0]] if given.get("route") else self.places(view)
        if field.name == "units":
            counts = [1 if self.step.rail else self.step.there(view, space) for space in origins]
            return [Some(n, SUPPLY) for n in dict.fromkeys(counts) if n > 0]
        units = tuple(given["units"])
        found = (way for space in origins for way in self._ends(view, space).values())
        return [way for way in found if self.judge(view, March(units, way))]

    def judge(self, view: View, order: March) -> Ruling:
        step, way, asked = self.step, order.route, sum(some.count for some in order.units)
        if len(way) < 2 or way[0] not in data(view).areas:
            return Ruling.refuse(step.rule, "a way has a start and an end on land: write 'cairo > el_alamein'")
        if any(some.kind != SUPPLY or (some.status or ()) for some in order.units):
            return Ruling.refuse(step.rule, "only mobile supply units move in this Action", "13.0.two-sides")
        if step.rail and asked > 1:
            return Ruling.refuse("g4.rail", f"one supply unit an Action goes by rail, not {asked}", limit=1)
        if step.there(view, way[0]) < asked:
            text = f"{view.name(way[0])} holds {max(step.there(view, way[0]), 0)} mobile units that have not moved"
            return Ruling.refuse(step.rule, f"{text}, not {asked}", "13.0.two-sides", has=step.there(view, way[0]))
        for here, to in pairwise(way):
            no = step.border(view, here, to)
            if no is not None:
                return no
        return self._length(view, way)

    def _length(self, view: View, way: Path) -> Ruling:
        asked, most = len(way) - 1, self._most(view)
        if self.step.rail:
            return Ruling.ALLOWED
        if asked > most:
            text = f"a supply unit moves {most} areas by road, not {asked}"
            return Ruling.refuse("8.1.allowance", text, self.step.rule, limit=most, asked=asked)
        return Ruling.first(stopped_early(view, way)) and Ruling.ALLOWED

    def do(self, table: Table, order: March, found: None) -> None:
        step, here, to = self.step, order.route[0], order.route[-1]
        n, piece = sum(some.count for some in order.units), Piece(table.state.power, SUPPLY)
        rules = (step.rule, "8.4.railroad" if step.rail else "8.4.coast-road")
        table.emit("moved", *rules, place=here, to=to, piece=piece, count=n, power=piece.power)
        if step.rail:
            table.replace(MoveForce(terms=step.terms, force=((piece, 1),), place=to))
        else:
            moved = list(step.moved) + [to] * n
            table.replace(Haul(step.rail, step.terms, tuple(moved)))
