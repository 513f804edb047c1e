"""Actions that move and then fight: airstrikes, naval attacks, bombardment, carrier strikes, air support (G-3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import Picked, groups
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import contested, data, kind_of
from northafrica.systems.marenostrum.combat.battle import DOWN
from northafrica.systems.marenostrum.combat.begin import Assault, fits, target_problem
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement import flying, sailing
from northafrica.systems.marenostrum.movement.follow import tell
from northafrica.systems.marenostrum.movement.going import Going
from northafrica.systems.marenostrum.movement.march import Marching, MoveForce
from northafrica.systems.marenostrum.orders import Attack, Fly, Sail

GA = ("GA",)


@dataclass(frozen=True)
class StrikeForce(flying.FlyForce):
    """Aircraft of one base fly to a target, fight and come back (rules 10.3.mission, 10.4.same-area)."""

    title: ClassVar[str] = "Airstrike"

    @property
    def mode(self) -> flying.Mode:
        return flying.Mode("", flying.MISSION)

    @property
    def rule(self) -> str:
        return ACTION_RULES[self.terms.action]

    def kept_out(self, view: View, piece: Piece, space: str) -> str:
        return "31.1.check" if piece.has(DOWN) else super().kept_out(view, piece, space)

    def end_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        return target_problem(view, self.terms, way[-1])

    def fly(self, table: Table, found: Picked, way: Path) -> None:
        table.finish()
        force = tuple(piece.kind for piece, _ in found)
        if len(way) == 1:
            table.note(f"the aircraft fight over their own base {table.name(way[0])}", "10.4.same-area", place=way[0])
        assault = Assault(force, way[-1], terms=self.terms)
        flying.take_off(table, self.rule, found, way, assault, flying.Homecoming())


@dataclass(frozen=True)
class SupportForce(StrikeForce):
    """Ground attack aircraft of one base join a ground attack, or none do (rules g3.air-ground, 19.10.ga)."""

    title: ClassVar[str] = "Air support"
    then: Assault = Assault()

    def prompt(self, view: View) -> Prompt:
        text = f"send ground attack aircraft of one base to {view.name(self.then.place)}, or end: none comes"
        return Prompt(text, "", ("g3.air-ground", "19.10.ga", "g3.air-ground.landing"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Going(Fly, self, self.fly), Plain(End, lambda table: table.replace(self.then)))

    def kept_out(self, view: View, piece: Piece, space: str) -> str:
        return super().kept_out(view, piece, space) or ("" if kind_of(view, piece) in GA else "19.10.ga")

    def end_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        if way[-1] == self.then.place:
            return None
        return Ruling.refuse("g3.air-ground", f"the attack is in {view.name(self.then.place)}", "10.3.mission")

    def start_problem(self, view: View, space: str) -> Ruling | None:
        paid = replace(self, terms=replace(self.terms, place=""))
        return super(SupportForce, paid).start_problem(view, space)

    def fly(self, table: Table, found: Picked, way: Path) -> None:
        table.finish()
        both = replace(self.then, force=(*self.then.force, *(piece.kind for piece, _ in found)))
        flying.take_off(table, self.rule, found, way, both, flying.Homecoming())


@dataclass(frozen=True)
class Supported(Assault):
    """Before it attacks, a force is asked for its air support."""

    def run(self, table: Table) -> None:
        table.finish()
        then = Assault(self.force, self.place, self.origin, self.terms, zone=self.zone)
        table.push(SupportForce(self.terms, then=then) if self.place else then)


@dataclass(frozen=True)
class SupportedMove(MoveForce):
    """A force marches, or attacks where it is (rule g3.air-ground)."""

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        stay = OneOf(Attack, self.open, self.refuse, self.begin, ("g3.air-ground",))
        return (Marching(self), *(() if self.force else (stay,)), Plain(End, lambda table: table.finish()))

    def open(self, view: View) -> list[str]:
        """Where ground units already face the enemy."""
        return [s for s in data(view).areas if contested(view, s) and self._units(view, s) and self._paid(view, s)]

    def _units(self, view: View, space: str) -> tuple[str, ...]:
        return tuple(p.kind for p, _ in groups(view, space, lambda p: fits(view, p, self.terms, ("ground",))))

    def _paid(self, view: View, space: str) -> bool:
        return self.terms.place in ("", space)

    def refuse(self, view: View, space: str) -> Ruling:
        """Why nobody attacks there without marching."""
        return Ruling.refuse("g3.air-ground", f"no ground unit that may attack faces the enemy in {view.name(space)}")

    def begin(self, table: Table, space: str) -> None:
        """The force attacks where it is."""
        table.finish()
        tell(table, self._units(table, space), space)


@dataclass(frozen=True)
class Fleet(sailing.MoveFleet):
    """Ships move, or stay where they are, and then attack."""

    title: ClassVar[str] = "Naval attack"

    @property
    def mode(self) -> sailing.Mode:
        steps = (sailing.OUT, sailing.ON_MAP) if self.terms.action == FROM_BOX else (sailing.ON_MAP,)
        return sailing.Mode(ACTION_RULES[self.terms.action], steps)

    def prompt(self, view: View) -> Prompt:
        found = super().prompt(view)
        text = "name a force of ships and its way; one zone alone: it stays there" if not self.force else found.text
        return Prompt(text, "It attacks where it ends.", found.rules)

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Going(Sail, self, self.sail), Plain(End, self.done))

    def ways(self, view: View, space: str, picked: Picked) -> dict[str, Path]:
        here = {} if self.force or self.terms.action == FROM_BOX else {space: (space,)}
        return {**here, **super().ways(view, space, picked)}

    def way_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        if len(way) == 1 and not self.force and self.terms.action != FROM_BOX:
            return self.end_problem(view, picked, way)
        return super().way_problem(view, picked, way)

    def done(self, table: Table) -> None:
        """The force has come where it attacks."""
        table.finish()
        tell(table, tuple(piece.kind for piece, _ in sailing.survivors(table, self)), self.place)


FROM_BOX = "naval_move_from_off_map"
ACTION_RULES = {
    FROM_BOX: "g3.naval-from-box",
    "naval_move_and_attack": "g3.naval-move-attack",
    "bombardment_of_ground_units": "g3.bombard-ground",
    "bombardment_of_base_areas": "g3.bombard-bases",
    "carrier_air_strike_against_a_sea_zone": "g3.carrier-sea",
    "carrier_air_strike_against_a_land_area": "g3.carrier-land",
    "airstrike_against_ground_and_or_air_units": "g3.strike-units",
    "airstrike_against_naval_units": "g3.strike-naval",
    "airstrike_against_bases": "g3.strike-bases",
    "airstrike_against_railroad": "g3.strike-rail",
    "air_ground_support": "g3.air-ground",
}


def strike(table: Table, terms: Terms) -> tuple[Step, ...]:
    """An airstrike."""
    return (StrikeForce(terms),)


def fleet(table: Table, terms: Terms) -> tuple[Step, ...]:
    """Ships move and attack; out of a box they may."""
    return (Fleet(terms), Assault(terms=terms, optional=terms.action == FROM_BOX))


def supported(table: Table, terms: Terms) -> tuple[Step, ...]:
    """A ground attack with air support."""
    return (SupportedMove(terms=terms, attack=True), Supported(terms=terms))


BUILT = {
    **dict.fromkeys((name for name in ACTION_RULES if name.startswith("airstrike")), strike),
    **dict.fromkeys((name for name in ACTION_RULES if not name.startswith("air")), fleet),
    "air_ground_support": supported,
}
"""Actions that move and then fight."""
STEPS = (StrikeForce, SupportForce, Supported, SupportedMove, Fleet)
