"""Sealift, evacuation, emergency transport and invasion: load, sail, land (11.3, 11.4; G-3 Combined Actions)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked, groups, total
from northafrica.core.orders import Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Dice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ABOARD, category, data, eliminate, kind_of
from northafrica.systems.marenostrum.combined import landing
from northafrica.systems.marenostrum.combined.capacity import AMPHIBIOUS, WARSHIPS, is_marine
from northafrica.systems.marenostrum.combined.carrying import Carrying, go_aboard, loaded, port_problem
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.flying import GA_SUPPORT, FlyForce
from northafrica.systems.marenostrum.movement.going import Going, bring
from northafrica.systems.marenostrum.movement.sailing import Crossing, MoveFleet, enemy_ships, is_ship
from northafrica.systems.marenostrum.orders import Fly, Land, Load, Sail

if TYPE_CHECKING:
    from northafrica.core.dice import Result

SEALIFT, AIR_BY_SEA = "amphibious_movement_sealift_of_ground_units", "amphibious_movement_sealift_of_air_units"
EVACUATION, EMERGENCY, INVASION = "amphibious_evacuation", "emergency_transport", "amphibious_invasion"
RULES = {
    SEALIFT: "g3.sealift",
    EVACUATION: "g3.evacuation",
    EMERGENCY: "g3.emergency",
    AIR_BY_SEA: "g3.sealift-air",
    INVASION: "g3.invasion",
}
TAKERS = {EMERGENCY: (*AMPHIBIOUS, *WARSHIPS), INVASION: ()}
"""Who takes units aboard, where it is not the amphibious ships alone."""


@dataclass(frozen=True)
class Sealift(Carrying):
    """Units go aboard, the ships sail, units are landed; an invasion only lands (rule 11.0.designate)."""

    title: ClassVar[str] = "Transport by sea"

    @property
    def rule(self) -> str:
        return RULES[self.terms.action]

    def no_carrier(self) -> str:
        return "11.3.embark"

    def prompt(self, view: View) -> Prompt:
        what = (
            "who lands where" if self.terms.action == INVASION else "who goes aboard, where the ships sail, who lands"
        )
        text = f"plan {what}, then commit (plan: {self.listed()})"
        return Prompt(text, "All is carried out together.", (self.rule, "11.0.designate", "11.1.part-of-action"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        found: tuple[Deed[Any], ...] = (landing.Landing(self), *self.common())
        if self.terms.action == INVASION:
            return (*found, Going(Fly, self.support(view), self._support))
        return (*found, Going(Sail, self.fleet(view), self._sail, self.projected))

    def fleet(self, view: View) -> MoveFleet:
        """The ships that may sail, of the zone where units went aboard."""
        zones = {zone for line in self.of(Load) for _, zone in [loaded(self.before(view, line), self, line)]}
        return MoveFleet(self.terms, only=tuple(sorted(zones - {""})), closed=bool(self.of(Sail)), once=True)

    def support(self, view: View) -> FlyForce:
        """The ground attack aircraft that may support the landing (rule g3.air-ground.landing)."""
        targets = tuple(sorted({line.space for line in self.of(Land)}))
        terms = replace(self.terms, action=GA_SUPPORT, place="")
        return FlyForce(terms, targets=targets, closed=bool(self.of(Fly)))

    def _sail(self, table: Table, found: Picked, way: tuple[str, ...]) -> None:
        self.add(table, Sail(landing.some_of(found), way))

    def _support(self, table: Table, found: Picked, way: tuple[str, ...]) -> None:
        self.add(table, Fly(landing.some_of(found), way))

    def before(self, view: View, line: Order) -> View:
        """The board as it is when a line of the plan comes."""
        return replace(self, lines=self.lines[: self.lines.index(line)]).projected(view)

    def carriers(self, view: View, space: str) -> list[tuple[str, Piece]]:
        board = data(view).board
        zones = [space] if board[space].kind == "box" else board.neighbours(space, kind="coast")
        types = TAKERS.get(self.terms.action, AMPHIBIOUS)
        side = view.state.power
        return [
            (zone, piece)
            for zone in zones
            for piece, _ in groups(view, zone, lambda p: p.power == side and is_ship(view, p))
            if kind_of(view, piece) in types
        ]

    def load_problem(self, view: View, picked: Picked, carrier: tuple[str, Piece], space: str) -> Ruling | None:
        zone, ship = carrier
        warship, port = kind_of(view, ship) in WARSHIPS, data(view).port(space)
        where, action = view.name(space), self.terms.action
        if self.of(Sail):
            return Ruling.refuse("11.1.part-of-action", "units go aboard before the ships sail")
        others = {landing.zone_of(view, line.carrier) for line in self.of(Load)}
        if others - {zone}:
            return Ruling.refuse("4.3.one-force", f"the ships of this Action are in {view.name(min(others))}")
        if self.terms.place and space != self.terms.place:
            text = f"the supply was spent in {view.name(self.terms.place)}: units go aboard there"
            return Ruling.refuse("g4.additional.naval", text, "13.6.naval")
        if enemy_ships(view, zone, surface=True):
            rule = "g3.emergency.enemy-ships" if warship else "g3.sealift.enemy-ships"
            return Ruling.refuse(rule, f"enemy surface ships are in {view.name(zone)}")
        aircraft = [piece for piece, _ in picked if category(view, piece) == "air"]
        if (action == AIR_BY_SEA) != bool(aircraft) or (aircraft and len(picked) != len(aircraft)):
            wants = "air units" if action == AIR_BY_SEA else "ground units"
            return Ruling.refuse(self.rule, f"this Action carries {wants}", "4.3.eligible-types")
        if action == EVACUATION and port:
            return Ruling.refuse(self.rule, f"{where} has a port: Sealift loads there without dice", "g3.sealift")
        if action != EVACUATION and not port and not warship and not all(is_marine(view, p) for p, _ in picked):
            text = f"{where} has no port: only Amphibious Evacuation takes units off it"
            return Ruling.refuse("g3.sealift" if action != AIR_BY_SEA else self.rule, text, "9.4.ports")
        return port_problem(view, self, picked, space)

    def apply(self, table: Table, line: Order) -> None:
        if isinstance(line, Load):
            picked, zone = loaded(table, replace(self, lines=()), line)
            for piece, n in picked:
                go_aboard(table, line.space, zone, piece, n, line.carrier)
        elif isinstance(line, Sail):
            for some in line.units:
                for piece, n in groups(table, line.route[0], some.fits):
                    bring(table, line.route[0], line.route[-1], piece, n)
        elif isinstance(line, Land):
            for zone, piece, n in landing.meant_by(table, line):
                table.emit(
                    "moved", place=zone, to=line.space, piece=piece, becomes=piece.having(**{ABOARD: None}), count=n
                )

    def complete(self, view: View) -> Ruling:
        if not self.lines:
            return Ruling.refuse("11.0.designate", "nothing is planned yet")
        apart = self.cooperation(view)
        if apart is not None:
            return apart
        now = self.projected(view)
        over = (landing.crowded(now, view, line.space) for line in self.of(Land))
        return Ruling.first(*over)

    def carry_out(self, table: Table) -> None:
        steps: list[Step] = []
        for line in self.of(Load):
            picked, zone = loaded(table, replace(self, lines=()), line)
            if self.terms.action == EVACUATION:
                steps.append(EvacuationRoll(line.space, zone, line.carrier, tuple(picked)))
                continue
            for piece, n in picked:
                rules = (self.rule, "11.1.part-of-action", "11.3.embark", *marine_rules(table, piece, line.carrier))
                go_aboard(table, line.space, zone, piece, n, line.carrier, *rules)
        for sail in self.of(Sail):
            steps.append(Cast(sail, MoveFleet(self.terms, once=True)))
        if self.of(Land):
            steps.append(landing.PutAshore(self.terms, self.of(Land), self.of(Fly), self.of(Sail)))
        table.push(*steps, *((LeftAboard(),) if self.terms.action == EMERGENCY else ()))


def marine_rules(view: View, piece: Piece, carrier: str) -> tuple[str, ...]:
    """The rules by which warships carry marines."""
    return ("19.4.marines", "19.5.commandos") if is_marine(view, piece) and category(view, piece) == "ground" else ()


@dataclass(frozen=True)
class Cast(Automatic):
    """The ships sail with what is aboard."""

    title: ClassVar[str] = "The ships sail"
    line: Sail = Sail((), ())
    move: MoveFleet = MoveFleet()

    def run(self, table: Table) -> None:
        table.finish()
        found = [g for some in self.line.units for g in groups(table, self.line.route[0], some.fits)]
        if found:
            table.push(Crossing(replace(self.move, force=tuple(found), place=self.line.route[0]), self.line.route[1:]))


@dataclass(frozen=True)
class EvacuationRoll(Dice):
    """A die for each unit taken off a coast without port (rule g3.evacuation.roll)."""

    title: ClassVar[str] = "Evacuation"
    space: str = ""
    zone: str = ""
    carrier: str = ""
    units: tuple[tuple[Piece, int], ...] = ()

    def count(self, view: View) -> int:
        return total(list(self.units))

    def names(self, view: View) -> tuple[str, ...]:
        return ("evacuation",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g3.evacuation.roll", "g3.evacuation")

    def need(self, view: View) -> int:
        """The least die that loses a unit; landing ships lose it on 1 alone."""
        return data(view).numbers["evacuation_landing_ship" if self._ls(view) else "evacuation_transport"]

    def _ls(self, view: View) -> bool:
        return data(view).units[self.carrier].type == "LS"

    def what_counts(self, view: View) -> str:
        return f"{self.need(view)} {'or more' if self._ls(view) else 'or less'} brings a unit aboard"

    def resolve(self, table: Table, result: Result) -> None:
        need = self.need(table)
        table.finish()
        each = [piece for piece, n in self.units for _ in range(n)]
        for piece, die in zip(each, result, strict=True):
            safe = int(die) >= need if self._ls(table) else int(die) <= need
            label = f"{table.names.kind(piece.kind)} {'is aboard' if safe else 'is lost'}"
            rules = self.rules_in_play(table)
            table.emit("rolled", *rules, place=self.space, dice=(die,), faces=6, need=need, hits=int(safe), label=label)
            if safe:
                go_aboard(table, self.space, self.zone, piece, 1, self.carrier, *rules)
            else:
                eliminate(table, self.space, piece, 1, "lost in the evacuation", "g3.evacuation.roll")


@dataclass(frozen=True)
class LeftAboard(Automatic):
    """Whom warships still carry when the Action ends is lost (rule g3.emergency.land)."""

    title: ClassVar[str] = "End of the transport"

    def run(self, table: Table) -> None:
        table.finish()
        side, ships = table.state.power, data(table).units
        for space in data(table).board.spaces:
            for piece, n in groups(table, space, lambda p: p.power == side and p.has(ABOARD)):
                if ships[str(piece.get(ABOARD))].type in WARSHIPS:
                    eliminate(table, space, piece, n, "not landed", "g3.emergency.land")


def sealift(table: Table, terms: Terms) -> tuple[Step, ...]:
    """The plan of a transport by sea."""
    return (Sealift(terms=terms),)


BUILT = dict.fromkeys(RULES, sealift)
