"""Airlift, airborne moves and invasion, supplies from the air: emplane, fly, land (11.5; G-3 Combined Actions)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import Picked, groups, total
from northafrica.core.orders import Order, Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Dice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import scratch
from northafrica.systems.marenostrum.board.bases import air_capacity, base_problem, disrupted_base
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    HOME,
    contested,
    controller,
    count,
    data,
    eliminate,
    enemy_of,
    holds_ground,
    kind_of,
    nationality,
    take_control,
)
from northafrica.systems.marenostrum.combat import begin
from northafrica.systems.marenostrum.combined.capacity import LIFTERS
from northafrica.systems.marenostrum.combined.carrying import Carrying, go_aboard, loaded
from northafrica.systems.marenostrum.combined.landing import LANDED, crowded, some_of
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.entering import entered
from northafrica.systems.marenostrum.movement.flying import (
    GA_SUPPORT,
    MODES,
    FlyForce,
    Homecoming,
    Landing,
    flyers,
    is_aircraft,
    take_off,
)
from northafrica.systems.marenostrum.movement.going import Going, bring
from northafrica.systems.marenostrum.orders import Fly, Load, Remain

if TYPE_CHECKING:
    from northafrica.core.dice import Result

DROPS, INVASION, AIRDROP = ("airborne_move", "airborne_invasion"), "airborne_invasion", "airdrop_supplies"
ACTIONS = ("airlift_1", "airlift_2", "airlift_3", *DROPS, AIRDROP)
STAY = ("airlift_2", "airlift_3")


def may_drop(view: View, piece: Piece, action: str) -> Ruling | None:
    """Why a unit cannot be of an airborne Action (rules 19.1.airborne, 19.2.airlanding)."""
    what, name = kind_of(view, piece), view.names.kind(piece.kind)
    airlands = what == "mountain" and nationality(view, piece) == "German"
    if action == AIRDROP and piece.kind != SUPPLY:
        return Ruling.refuse("g3.airdrop", f"supply units are dropped, not {name}")
    if action not in DROPS or what == "airborne" or (action == INVASION and airlands):
        return None
    if action == INVASION:
        rules = ("19.3.german-mountain", "19.2.airlanding") if what == "mountain" else ("19.2.airlanding",)
        return Ruling.refuse("g3.airborne-invasion.types", f"{name} is neither airborne nor airlanding", *rules)
    return Ruling.refuse("19.1.airborne", f"{name} is no airborne unit", "g3.airborne-move")


@dataclass(frozen=True)
class Airlift(Carrying):
    """Units emplane at one airbase and are flown to one area (rules 11.5.lifters, 11.5.must-land)."""

    title: ClassVar[str] = "Transport by air"

    @property
    def rule(self) -> str:
        return MODES[self.terms.action].rule

    def no_carrier(self) -> str:
        return "11.5.lifters"

    def prompt(self, view: View) -> Prompt:
        text = f"plan who emplanes and where the aircraft fly, then commit (plan: {self.listed()})"
        rules = (self.rule, "11.0.designate", "11.5.lifters", "11.5.must-land")
        return Prompt(text, "All cargo is landed where they fly to.", rules)

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Going(Fly, self.wing(view), self._fly, self.projected), *self.common())

    def wing(self, view: View) -> FlyForce:
        """The aircraft that may fly: of the base where units emplaned; then ground attack aircraft in support."""
        flown = self.of(Fly)
        if flown and self.terms.action in DROPS:
            terms = replace(self.terms, action=GA_SUPPORT, place="")
            return FlyForce(terms, targets=(flown[0].route[-1],), closed=len(flown) > 1)
        only = tuple({line.space for line in self.of(Load)})
        return Wing(self.terms, only=only, closed=bool(flown), carriers=tuple(line.carrier for line in self.of(Load)))

    def _fly(self, table: Table, found: Picked, way: Path) -> None:
        self.add(table, Fly(some_of(found), way))

    def carriers(self, view: View, space: str) -> list[tuple[str, Piece]]:
        side = view.state.power
        types = LIFTERS[:1] if self.terms.action == AIRDROP else LIFTERS
        found = groups(view, space, lambda p: p.power == side and is_aircraft(view, p) and not p.has(ABOARD))
        return [(space, piece) for piece, _ in found if kind_of(view, piece) in types]

    def load_problem(self, view: View, picked: Picked, carrier: tuple[str, Piece], space: str) -> Ruling | None:
        where = view.name(space)
        if self.of(Fly):
            return Ruling.refuse("11.1.part-of-action", "units emplane before the aircraft fly")
        starts = {line.space for line in self.of(Load)} - {space}
        if starts:
            return Ruling.refuse("4.3.one-force", f"the units of this Action emplane in {view.name(min(starts))}")
        if self.terms.place and space != self.terms.place:
            text = f"the supply was spent in {view.name(self.terms.place)}: units emplane there"
            return Ruling.refuse("g4.additional.land-air", text)
        if air_capacity(view, space, view.state.power) <= 0:
            return Ruling.refuse("11.5.emplane", f"{where} has no airbase that serves", "10.0.where")
        if disrupted_base(view, space):
            return Ruling.refuse("16.4.air", f"the airbase of {where} is disrupted", "11.5.emplane")
        aircraft = next((piece for piece, _ in picked if is_aircraft(view, piece)), None)
        if aircraft is not None:
            return Ruling.refuse("11.5.lifters", f"{view.names.kind(aircraft.kind)} is no ground unit")
        return Ruling.first(*(may_drop(view, piece, self.terms.action) for piece, _ in picked))

    def apply(self, table: Table, line: Order) -> None:
        if isinstance(line, Load):
            picked, zone = loaded(table, replace(self, lines=()), line)
            for piece, n in picked:
                go_aboard(table, line.space, zone, piece, n, line.carrier)
        elif isinstance(line, Fly):
            for some in line.units:
                for piece, _ in groups(table, line.route[0], some.fits):
                    bring(table, line.route[0], line.route[-1], piece, 1)

    def complete(self, view: View) -> Ruling:
        if not self.of(Load):
            return Ruling.refuse("11.0.designate", "nobody has emplaned yet", self.rule)
        if not self.of(Fly):
            return Ruling.refuse("11.5.must-land", "the aircraft fly nowhere: cargo must be landed", self.rule)
        apart = self.cooperation(view)
        if apart is not None:
            return apart
        now = self.projected(view)
        end = self.of(Fly)[0].route[-1]
        aboard = {str(p.get(ABOARD)): p for p, _ in groups(now, end, lambda p: p.has(ABOARD))}
        if self.terms.action == INVASION and not any(kind_of(now, p) == "airborne" for p in aboard.values()):
            return Ruling.refuse(self.rule, "an airborne unit comes first", "19.1.airborne")
        return Ruling.first(crowded(all_landed(now, end), view, end))

    def carry_out(self, table: Table) -> None:
        for line in self.of(Load):
            picked, zone = loaded(table, replace(self, lines=()), line)
            for piece, n in picked:
                rules = (self.rule, "11.5.lifters", "11.1.part-of-action")
                go_aboard(table, line.space, zone, piece, n, line.carrier, *rules)
        main, *more = self.of(Fly)
        end, home = main.route[-1], () if self.terms.action in STAY else (Homecoming(),)
        after = (Emptied(self.terms, end), *(SupportFlight(line) for line in more))
        found = [g for some in main.units for g in groups(table, main.route[0], some.fits)]
        landing = (Landing(end, self.rule),) if self.terms.action in STAY else ()
        take_off(table, self.rule, found, main.route, *after, *landing, Fought(self.terms, end), *home)


def all_landed(now: View, space: str) -> Table:
    """The board with all cargo of a space landed there."""
    table = scratch(now)
    for piece, n in groups(table, space, lambda p: p.has(ABOARD)):
        table.emit("flipped", place=space, piece=piece, becomes=piece.having(**{ABOARD: None}), count=n)
    return table


@dataclass(frozen=True)
class Wing(FlyForce):
    """Transports with their cargo and those who fly with them (rules 11.5.escort, 10.4.lowest-range)."""

    carriers: tuple[str, ...] = ()

    def why_out(self, view: View, space: str, units: Any) -> str:
        here = groups(view, space, lambda p: self.mine(view, p))
        elsewhere = any(not any(some.fits(piece) for piece, _ in here) for some in units)
        return "11.5.escort" if elsewhere else super().why_out(view, space, units)

    def end_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        left = set(self.carriers) - {piece.kind for piece, _ in picked}
        if left or not self.carriers:
            who = view.names.kind(min(left)) if left else "a transport with cargo"
            return Ruling.refuse("11.5.must-land", f"{who} must be of the force", self.rule)
        if len(way) < 2:
            return Ruling.refuse(self.rule, "the aircraft fly to another area than their own")
        return self.landing(view, picked, way[-1])

    def landing(self, view: View, picked: Picked, space: str) -> Ruling | None:
        """Why cargo cannot be landed in an area (rule 11.5.deplane, notes A48 and A49)."""
        action, side, where = self.terms.action, view.state.power, view.name(space)
        if data(view).board[space].kind == "sea":
            return Ruling.refuse("11.5.deplane", f"{where} is sea: cargo is landed on land", self.rule)
        if action == INVASION and not data(view).has_tag(space, "airbase"):
            return Ruling.refuse(self.rule, f"{where} has no printed airbase", "11.5.deplane")
        if action in (*DROPS, AIRDROP):
            return None
        foe = enemy_of(side)
        strict = view.option("airlift_landing") == "friendly"
        if controller(view, space) == foe and not contested(view, space):
            return Ruling.refuse("11.5.deplane", f"{where} is no airbase of yours", self.rule)
        if strict and (controller(view, space) != side or holds_ground(view, space, foe)):
            return Ruling.refuse("11.5.deplane", f"{where} is not friendly controlled", self.rule, "12.1.mandatory-air")
        if disrupted_base(view, space):
            return Ruling.refuse("16.4.air", f"the airbase of {where} is disrupted", "11.5.deplane")
        return base_problem(view, space, side, total(picked) if action in STAY else 0)


@dataclass(frozen=True)
class SupportFlight(Automatic):
    """Ground attack aircraft of another base come to the air assault (rule g3.air-ground.landing)."""

    title: ClassVar[str] = "Air support"
    line: Fly = Fly((), ())

    def run(self, table: Table) -> None:
        table.finish()
        way = self.line.route
        found = [g for some in self.line.units for g in groups(table, way[0], some.fits)]
        take_off(table, "g3.air-ground.landing", found, way)


@dataclass(frozen=True)
class Emptied(Automatic):
    """Cargo leaves its aircraft where they have flown (rules 11.5.must-land, 11.5.flak)."""

    title: ClassVar[str] = "Cargo lands"
    terms: Terms = Terms()
    space: str = ""

    def run(self, table: Table) -> None:
        table.finish()
        side, rule = table.state.power, MODES[self.terms.action].rule
        cargo = groups(table, self.space, lambda p: p.power == side and p.has(ABOARD))
        lifted = {piece.kind for piece, _ in flyers(table, self.space)}
        cargo = [(piece, n) for piece, n in cargo if piece.get(ABOARD) in lifted]
        if self.terms.action == AIRDROP:
            table.push(*((Parachutes(self.space),) if cargo else ()))
            return
        for piece, n in cargo:
            ashore = piece.having(**{ABOARD: None})
            rules = (rule, "11.5.must-land", "11.5.flak")
            table.emit("flipped", *rules, place=self.space, piece=piece, becomes=ashore, count=n, power=side)
        force = tuple(piece.kind for piece, _ in cargo if piece.kind != SUPPLY)
        take_control(table, self.space, side)
        remember_landed(table, force)
        entered(table, self.space)


def remember_landed(table: Table, force: tuple[str, ...]) -> None:
    """The step that fights is told who landed."""
    stack = table.state.stack
    table.state.stack = tuple(replace(step, landed=force) if isinstance(step, Fought) else step for step in stack)


@dataclass(frozen=True)
class Fought(Automatic):
    """Enemies where units came down must be attacked by all who came (rules 12.1.mandatory-air, g3.air-assault)."""

    title: ClassVar[str] = "Air Assault"
    terms: Terms = Terms()
    space: str = ""
    landed: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        table.finish()
        foe, action = enemy_of(table.state.power), self.terms.action
        stays = (MayStay(self.space),) if action in DROPS else ()
        enemies = holds_ground(table, self.space, foe) or count(table, self.space, foe, "air")
        if not self.landed or not enemies:
            table.push(*stays)
            return
        air = tuple(piece.kind for piece, _ in groups(table, self.space, lambda p: p.has(HOME)))
        told = {"airborne_move": "g3.airborne-move.assault", INVASION: "g3.airborne-invasion.assault"}
        rules = ("12.1.mandatory-air", *((told[action],) if action in told else ()))
        table.note("enemies are here: all who came attack", *rules, place=self.space)
        terms = replace(self.terms, action="air_assault", force=(*self.landed, *air))
        table.push(*begin.steps(table, terms, self.space, LANDED), *stays)


@dataclass(frozen=True)
class MayStay(Choice):
    """Transports may stay where a drop has won an airbase (rule g3.airborne-move.transports)."""

    title: ClassVar[str] = "Transports"
    space: str = ""

    def transports(self, view: View) -> Picked:
        """Who may stay, if the airbase is won."""
        side, foe = view.state.power, enemy_of(view.state.power)
        clear = not holds_ground(view, self.space, foe) and not count(view, self.space, foe, "air")
        if not clear or controller(view, self.space) != side or air_capacity(view, self.space, side) <= 0:
            return []
        return [(p, n) for p, n in flyers(view, self.space) if kind_of(view, p) in LIFTERS]

    def prompt(self, view: View) -> Prompt:
        text = f"name a transport that stays in {view.name(self.space)}, or end: the others return"
        return Prompt(text, "", ("g3.airborne-move.transports",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        stay = OneOf(Remain, self.names, self.refuse, self.stay, ("g3.airborne-move.transports",))
        return (stay, Plain(End, lambda table: table.finish()))

    def names(self, view: View) -> list[str]:
        """The transports for which there is room."""
        room = base_problem(view, self.space, view.state.power) is None
        return [piece.kind for piece, _ in self.transports(view)] if room else []

    def refuse(self, view: View, name: str) -> Ruling:
        """Why one cannot stay."""
        if not self.transports(view):
            text = f"no airbase was won in {view.name(self.space)}: the transports return"
            return Ruling.refuse("g3.airborne-move.transports", text)
        no = base_problem(view, self.space, view.state.power)
        text = f"{view.names.kind(name)} is no transport of this drop"
        return Ruling.refuse("g3.airborne-move.transports", text) if no is None else no

    def stay(self, table: Table, name: str) -> None:
        """It is based there."""
        for piece, n in flyers(table, self.space):
            if piece.kind == name:
                rules = ("g3.airborne-move.transports", "10.1.end-at-base")
                based = piece.having(**{HOME: None})
                table.emit("flipped", *rules, place=self.space, piece=piece, becomes=based, count=n, power=piece.power)


@dataclass(frozen=True)
class Parachutes(Dice):
    """A die for each supply unit dropped (rule g3.airdrop)."""

    title: ClassVar[str] = "Airdrop"
    space: str = ""

    def units(self, view: View) -> Picked:
        """What is dropped."""
        return groups(view, self.space, lambda p: p.power == view.state.power and p.has(ABOARD))

    def count(self, view: View) -> int:
        return total(self.units(view))

    def names(self, view: View) -> tuple[str, ...]:
        return ("airdrop",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g3.airdrop",)

    def what_counts(self, view: View) -> str:
        return f"{data(view).numbers['airdrop']} or less is in place"

    def resolve(self, table: Table, result: Result) -> None:
        need, found = data(table).numbers["airdrop"], [p for p, n in self.units(table) for _ in range(n)]
        table.finish()
        for piece, die in zip(found, result, strict=True):
            safe = int(die) <= need
            label = f"a supply unit is {'in place' if safe else 'lost'}"
            table.emit(
                "rolled", "g3.airdrop", place=self.space, dice=(die,), faces=6, need=need, hits=int(safe), label=label
            )
            if safe:
                after = piece.having(**{ABOARD: None})
                table.emit(
                    "flipped", "g3.airdrop", place=self.space, piece=piece, becomes=after, count=1, power=piece.power
                )
            else:
                eliminate(table, self.space, piece, 1, "lost in the drop", "g3.airdrop")
        entered(table, self.space)


def airlift(table: Table, terms: Terms) -> tuple[Step, ...]:
    """The plan of a transport by air."""
    return (Airlift(terms=terms),)


BUILT = dict.fromkeys(ACTIONS, airlift)
