"""Aircraft fly out and back, or to another base: range, bases, boxes (10.0, 16.4, 17.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, everywhere, groups, number, total
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.bases import base_problem, disrupted_base, is_tight, seat_problem
from northafrica.systems.marenostrum.board.ground import (
    HOME,
    INTERCEPT,
    NEUTRAL,
    category,
    contested,
    controller,
    data,
    kind_of,
)
from northafrica.systems.marenostrum.combat.battle import DOWN
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement import intercept
from northafrica.systems.marenostrum.movement.eligible import nations_problem
from northafrica.systems.marenostrum.movement.going import Force, Going, bring, cheapest
from northafrica.systems.marenostrum.orders import Fly

SEAPLANES = ("SP", "TR-SP")
CARRIERS = ("CV", "CVE")
GA_SUPPORT = "air_ground_support"
MISSION, BASE, DECK = "mission", "base", "deck"


@dataclass(frozen=True)
class Mode:
    """What an Action lets aircraft do.

    end    a mission to a target and back, another base, or another base by way of a carrier
    types  the types that take part, all where empty; `boxes` so many boxes in all instead of a range
    """

    rule: str
    end: str = BASE
    times: int = 1
    boxes: int = 0
    types: tuple[str, ...] = ()


MODES = {
    "air_re_basing": Mode("g3.air-rebase", times=2),
    "air_theater_re_deployment": Mode("g3.air-theater", boxes=3),
    "carrier_transfer": Mode("g3.carrier-transfer", DECK, times=2, types=("F",)),
}
MOVES = tuple(MODES)
MODES |= {
    GA_SUPPORT: Mode("g3.air-ground", MISSION, types=("GA",)),
    "airlift_1": Mode("g3.airlift-1", MISSION),
    "airlift_2": Mode("g3.airlift-2", times=2),
    "airlift_3": Mode("g3.airlift-3", boxes=3),
    "airborne_move": Mode("g3.airborne-move", MISSION),
    "airborne_invasion": Mode("g3.airborne-invasion", MISSION),
    "airdrop_supplies": Mode("g3.airdrop", MISSION),
}


def is_aircraft(view: View, piece: Piece) -> bool:
    """Whether a piece is an air unit."""
    return category(view, piece) == "air"


def is_box(view: View, space: str) -> bool:
    """Whether a space is one of the Allied boxes beside the map."""
    return data(view).board[space].kind == "box"


def air_step_problem(view: View, here: str, to: str, boxes: bool) -> Ruling | None:
    """Why aircraft cannot fly a step; `boxes`: they go from box to box only (rule 10.4.free-flight)."""
    board, side = data(view).board, view.state.power
    if to not in board or to not in board.neighbours(here):
        return Ruling.refuse("10.4.lowest-range", f"{view.name(here)} and {view.name(to)} do not touch")
    home = board[to].values["home"]
    if home not in ("", side) and board[to].values["home"]:
        rule = "6.2.italy" if home == "axis" else "6.2.allied-homes"
        return Ruling.refuse("17.3.no-combat", f"{view.name(to)} is a base of the other side", rule)
    if controller(view, to) == NEUTRAL:
        return Ruling.refuse("6.3.neutral-entry", f"{view.name(to)} is neutral", "21.1.neutral-start")
    if boxes and not is_box(view, to):
        return Ruling.refuse("g3.air-theater", "this Action moves aircraft between boxes only")
    return None


@dataclass(frozen=True)
class FlyForce(Force):
    """Aircraft of one base fly together; none joins or leaves on the way (rule 10.4.no-drop).

    In a plan: they start in one of the spaces `only`, go to one of the `targets`, and `closed` they do not fly again.
    """

    title: ClassVar[str] = "Flight"
    targets: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    closed: bool = False

    @property
    def mode(self) -> Mode:
        """What the Action lets them do."""
        return MODES[self.terms.action]

    @property
    def rule(self) -> str:
        return self.mode.rule

    def prompt(self, view: View) -> Prompt:
        text = "send the aircraft of one base on their way, or end"
        return Prompt(text, "The lowest range counts.", (self.rule, "10.4.lowest-range", "10.4.no-drop"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Going(Fly, self, self.fly), Plain(End, lambda table: table.finish()))

    def fly(self, table: Table, found: Picked, way: Path) -> None:
        """The force takes off."""
        table.finish()
        take_off(table, self.rule, found, way, Landing(way[-1], self.rule))

    def of_kind(self, view: View, piece: Piece) -> bool:
        return is_aircraft(view, piece)

    def kept_out(self, view: View, piece: Piece, space: str) -> str:
        if piece.has(INTERCEPT) or piece.has(DOWN):
            return "26.2.restrict" if piece.has(INTERCEPT) else "31.1.check"
        return self.rule if self.mode.types and kind_of(view, piece) not in self.mode.types else ""

    def start_problem(self, view: View, space: str) -> Ruling | None:
        """Aircraft start at a base that works; paid by supply, where it was spent."""
        mode, area = self.mode, self.terms.place
        if self.closed or (self.only and space not in self.only):
            return Ruling.refuse("4.3.one-force", "the aircraft of the Action fly together, once, from where they load")
        if area and space != area:
            text = f"the supply was spent in {view.name(area)}: only aircraft there may fly"
            return Ruling.refuse("g4.additional.land-air", text)
        if is_box(view, space) and mode.end == MISSION:
            return Ruling.refuse("17.5.allied-air", "aircraft in the boxes may rebase, not fly missions", mode.rule)
        if mode.boxes and not is_box(view, space):
            return Ruling.refuse(mode.rule, f"{view.name(space)} is on the map: the force starts in a box")
        if mode.end != BASE and disrupted_base(view, space):
            text = f"the airbase of {view.name(space)} is disrupted: its aircraft may only rebase"
            return Ruling.refuse("16.4.air", text, mode.rule)
        return None

    def limit(self, view: View, picked: Picked) -> int:
        """How far the force may fly."""
        low = min(data(view).units[piece.kind].move_or_range for piece, _ in picked)
        return self.mode.boxes or low * self.mode.times

    def near(self, view: View, here: str, start: str) -> Iterator[tuple[str, int]]:
        """The next spaces; boxes are left or entered, not flown through (rule g3.air-rebase.boxes)."""
        for to in data(view).board.neighbours(here):
            boxed = is_box(view, here) and here != start
            if air_step_problem(view, here, to, bool(self.mode.boxes)) is None and (self.mode.boxes or not boxed):
                yield to, 1

    def ways(self, view: View, space: str, picked: Picked) -> dict[str, Path]:
        found = cheapest(space, self.limit(view, picked), lambda s: self.near(view, s, space), lambda a, b: False)
        if self.mode.end == DECK:
            found |= deck_ways(view, self, space, picked)
        if self.mode.end != MISSION:
            del found[space]
        return found

    def way_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        for here, to in pairwise(way):
            no = air_step_problem(view, here, to, bool(self.mode.boxes))
            if no is not None:
                return no
        inner = [s for s in way[1:-1] if is_box(view, s)]
        boxes = len(way) > 2 and is_box(view, way[0]) and is_box(view, way[1])
        if (inner or boxes) and not self.mode.boxes:
            text = "aircraft that enter a box stop there; from box to box takes the whole flight"
            return Ruling.refuse("17.4.box-to-box", text, "g3.air-rebase.boxes")
        most, asked = self.limit(view, picked), len(way) - 1
        if asked > most:
            text = f"the force flies {most} spaces, not {asked}"
            rule = self.rule if self.mode.boxes or self.mode.times > 1 else "10.4.lowest-range"
            return Ruling.refuse(rule, text, "10.4.lowest-range", limit=most, asked=asked)
        return Ruling.first(self.end_problem(view, picked, way), nations_problem(view, picked, self.terms))

    def end_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        """Why a force cannot end where a way does."""
        if self.mode.end == MISSION:
            no = Ruling.refuse(self.rule, f"this flight does not go to {view.name(way[-1])}")
            return no if self.targets and way[-1] not in self.targets else None
        if len(way) < 2:
            return Ruling.refuse(self.rule, "a way has a start and an end: write 'malta > sicily_s'")
        by_deck = deck_problem(view, self, picked, way) if self.mode.end == DECK else None
        return Ruling.first(landing_problem(view, picked, way[-1]), by_deck)


def landing_problem(view: View, picked: Picked, space: str) -> Ruling | None:
    """Why aircraft cannot base in a space (rules 10.0.where, 16.4.air, 19.11.seaplane)."""
    board, side = data(view).board, view.state.power
    if board[space].kind == "sea":
        other = [piece for piece, _ in picked if kind_of(view, piece) not in SEAPLANES]
        if other:
            return Ruling.refuse("10.0.where", f"{view.names.kind(other[0].kind)} does not base at sea")
        return seat_problem(view, space, side, total(picked))
    afloat = [piece for piece, _ in picked if kind_of(view, piece) == "TR-SP"]
    if afloat and board[space].kind == "land":
        return Ruling.refuse("19.12.tr-sp", f"{view.names.kind(afloat[0].kind)} bases in sea zones and boxes only")
    if disrupted_base(view, space):
        return Ruling.refuse("16.4.air", f"the airbase of {view.name(space)} is disrupted")
    return base_problem(view, space, side, total(picked))


def decks(view: View, space: str) -> int:
    """How many carriers of the acting side are in a space."""
    return number(view, space, lambda p: p.power == view.state.power and kind_of(view, p) in CARRIERS)


def deck_problem(view: View, move: FlyForce, picked: Picked, way: Path) -> Ruling | None:
    """Why a way does not touch a carrier within range of both its ends (rule g3.carrier-transfer)."""
    low = move.limit(view, picked) // move.mode.times
    last = len(way) - 1
    if any(decks(view, space) and n <= low and last - n <= low for n, space in enumerate(way)):
        return None
    text = f"no carrier of yours lies on the way, {low} spaces or less from both its ends"
    return Ruling.refuse(move.rule, text, limit=low)


def deck_ways(view: View, move: FlyForce, start: str, picked: Picked) -> dict[str, Path]:
    """Ways by the carriers in range."""
    low = move.limit(view, picked) // move.mode.times
    found: dict[str, Path] = {}

    def out(space: str) -> dict[str, Path]:
        return cheapest(space, low, lambda s: move.near(view, s, space), lambda a, b: False)

    for deck, first in out(start).items():
        if decks(view, deck):
            for end, second in out(deck).items():
                found.setdefault(end, (*first, *second[1:]))
    return found


def take_off(table: Table, rule: str, found: Picked, way: Path, *after: Step) -> None:
    """The aircraft leave, space by space; `after` are the steps on arrival."""
    home = str(data(table).board[way[0]].values["home"])
    own = ("10.4.same-area",) if len(way) == 1 else ()
    held = ("10.2.with-garrison",) if contested(table, way[0]) else ()
    italy = ("17.5.axis-air",) if home == "axis" else ()
    for piece, n in found:
        airborne = piece.having(**{HOME: way[0]})
        table.emit(
            "flipped",
            rule,
            *own,
            *held,
            *italy,
            place=way[0],
            piece=piece,
            becomes=airborne,
            count=n,
            power=piece.power,
        )
    table.push(Flight(rule, way[0], way[1:]), *after)


def flyers(view: View, space: str) -> Picked:
    """The aircraft of the acting side that are on their way in a space."""
    return groups(view, space, lambda p: p.power == view.state.power and p.has(HOME))


@dataclass(frozen=True)
class Flight(Automatic):
    """The next space of a flight is entered."""

    title: ClassVar[str] = "In flight"
    rule: str = ""
    place: str = ""
    way: Path = ()

    def run(self, table: Table) -> None:
        table.finish()
        if not self.way or not flyers(table, self.place):
            return
        to = self.way[0]
        over = ("7.2.overflight",) if is_tight(table, to) else ()
        for piece, n in flyers(table, self.place):
            bring(table, self.place, to, piece, n, self.rule, "10.4.free-flight", "10.6.no-intercept", *over)
        table.push(*intercept.offered(table, to), replace(self, place=to, way=self.way[1:]))


@dataclass(frozen=True)
class Landing(Automatic):
    """Aircraft land and are based where they are (rule 10.1.end-at-base)."""

    title: ClassVar[str] = "Landing"
    space: str = ""
    rule: str = ""

    def run(self, table: Table) -> None:
        table.finish()
        for piece, n in flyers(table, self.space):
            rules = (self.rule, "10.1.end-at-base")
            landed = piece.having(**{HOME: None})
            table.emit("flipped", *rules, place=self.space, piece=piece, becomes=landed, count=n, power=piece.power)


@dataclass(frozen=True)
class Homecoming(Automatic):
    """Aircraft that survived their mission are back at the base they came from (rule 10.3.mission)."""

    title: ClassVar[str] = "Return to base"

    def run(self, table: Table) -> None:
        table.finish()
        side = table.state.power
        for place, piece, n in list(everywhere(table, lambda p: p.power == side and p.has(HOME))):
            home = str(piece.get(HOME))
            bring(table, place, home, piece, n, "10.3.mission", "10.4.no-drop", **{HOME: None})


def flights(table: Table, terms: Terms) -> tuple[FlyForce, ...]:
    """The step of an air Action."""
    return (FlyForce(terms),)
