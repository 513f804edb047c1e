"""Ships move by zones: the naval Actions, the Canal, Messina, boxes beside the map (9.0, 17.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, number, total
from northafrica.core.naming import counted
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import (
    ALLIES,
    AXIS,
    cargo_of,
    category,
    controller,
    data,
    eliminate,
    enemy_of,
    holds_ground,
)
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.eligible import convoy_problem, nations_problem
from northafrica.systems.marenostrum.movement.follow import tell
from northafrica.systems.marenostrum.movement.going import Force, Going, bring, cheapest, first_stop
from northafrica.systems.marenostrum.orders import Sail
from northafrica.systems.marenostrum.wording import say

if TYPE_CHECKING:
    from northafrica.core.dice import Result

MESSINA, GIBRALTAR, APPROACH = "strait_of_messina", "gibraltar", "gibraltar_approach"
ON_MAP, BOX_TO_BOX, OUT, IN = "map", "boxes", "out", "in"


@dataclass(frozen=True)
class Mode:
    """What an Action lets ships do.

    steps  kinds of steps: on the map, box to box, out of a box, into one; `times` the allowance is taken
    boxes  so many boxes in all instead of an allowance, 0 where the allowance counts
    """

    rule: str
    steps: tuple[str, ...] = (ON_MAP,)
    times: int = 1
    boxes: int = 0
    quiet: bool = False


ANYWHERE = (ON_MAP, BOX_TO_BOX, OUT, IN)
MODES = {
    "naval_move": Mode("g3.naval-move", (ON_MAP, BOX_TO_BOX)),
    "naval_move_from_off_map": Mode("g3.naval-from-box", (OUT, ON_MAP)),
    "naval_move_to_off_map": Mode("g3.naval-to-box", (ON_MAP, IN)),
    "naval_re_deployment": Mode("g3.naval-redeploy", times=2, quiet=True),
    "naval_theater_re_deployment": Mode("g3.naval-theater", (BOX_TO_BOX,), boxes=3),
}
MOVES = tuple(MODES)
MODES |= {
    "amphibious_movement_sealift_of_ground_units": Mode("g3.sealift", ANYWHERE),
    "amphibious_movement_sealift_of_air_units": Mode("g3.sealift-air", ANYWHERE),
    "amphibious_evacuation": Mode("g3.evacuation", ANYWHERE),
    "emergency_transport": Mode("g3.emergency", ANYWHERE),
}
SHUT = {
    OUT: ("g3.naval-from-box", "ships leave a box by Naval Move from Off-Map"),
    IN: ("g3.naval-to-box", "ships leave the map by Naval Move to Off-Map"),
    BOX_TO_BOX: ("17.4.box-to-box", "from box to box ships go by Naval Move or Naval Theater Re-Deployment"),
    ON_MAP: ("g3.naval-theater", "this Action moves ships between boxes only"),
}


def is_ship(view: View, piece: Piece) -> bool:
    """Whether a piece is a naval unit."""
    return category(view, piece) == "naval"


def enemy_ships(view: View, space: str, surface: bool = False) -> int:
    """How many naval units of the enemy are in a zone, submarines too if not `surface`."""
    foe, units = enemy_of(view.state.power), data(view).units

    def counts(piece: Piece) -> bool:
        return piece.power == foe and is_ship(view, piece) and not (surface and units[piece.kind].type == "SS")

    return number(view, space, counts)


def beside_port(view: View, zone: str, side: str) -> bool:
    """Whether a zone lies along the coast of a port area that a side controls (rule 9.4.ports)."""
    info = data(view)
    return any(info.port(s) and controller(view, s) == side for s in info.board.neighbours(zone, kind="coast"))


def step_kind(view: View, here: str, to: str) -> str:
    """Whether a step is on the map, between boxes, out of a box or into one."""
    board = data(view).board
    ends = (board[here].kind == "box", board[to].kind == "box")
    return {(True, True): BOX_TO_BOX, (True, False): OUT, (False, True): IN}.get(ends, ON_MAP)


def canal_problem(view: View) -> Ruling | None:
    """Why ships cannot pass the Suez Canal (rules 9.3.canal-axis, 9.3.canal-control)."""
    if view.state.power == AXIS:
        return Ruling.refuse("9.3.canal-axis", "Axis ships never pass the Suez Canal")
    board = data(view).board
    banks = {end for link in board.links if link.kind == "land" and "canal" in link.tags for end in (link.a, link.b)}
    for space in sorted(banks):
        if controller(view, space) == AXIS and not holds_ground(view, space, ALLIES):
            return Ruling.refuse("9.3.canal-control", f"the Axis controls {view.name(space)} beside the Canal")
    return None


def stops(view: View, here: str, to: str) -> str:
    """The rule by which ships that enter a space go no further, "" where none does."""
    kind, allied = step_kind(view, here, to), view.state.power == ALLIES
    if kind in (IN, BOX_TO_BOX):
        east = "17.4.middle-east" if to == "middle_east_command" else "17.4.atlantic"
        return "17.4.box-to-box" if kind == BOX_TO_BOX else east
    if enemy_ships(view, to):
        return "9.5.stop"
    if to == MESSINA and allied:
        return "9.3.messina-stop"
    return "major.felix.gibraltar" if to == APPROACH and allied and holds_ground(view, GIBRALTAR, AXIS) else ""


@dataclass(frozen=True)
class MoveFleet(Force):
    """Ships of one zone move together; who is dropped on the way moves no further (rule 9.2.force).

    In a plan: they start in one of the zones `only`, `closed` they do not move again, `once` they are not ordered on.
    """

    title: ClassVar[str] = "Naval move"
    only: tuple[str, ...] = ()
    closed: bool = False
    once: bool = False

    @property
    def mode(self) -> Mode:
        """What the Action lets them do."""
        return MODES[self.terms.action]

    @property
    def rule(self) -> str:
        return self.mode.rule

    def prompt(self, view: View) -> Prompt:
        if not self.force:
            text = "move one force of ships; who is left behind on the way moves no further"
            return Prompt(text, "", (self.rule, "9.1.allowance", "9.2.force"))
        text = f"{say(view.names, self.force)} in {view.name(self.place)}: move on, all or a part, or end"
        return Prompt(text, f"{counted(self.gone, 'point')} spent.", ("9.2.force", "9.1.allowance"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Going(Sail, self, self.sail), Plain(End, lambda table: table.finish()))

    def sail(self, table: Table, found: Picked, way: Path) -> None:
        """The force leaves."""
        table.replace(Crossing(replace(self, force=tuple(found), place=way[0]), way[1:]))

    def of_kind(self, view: View, piece: Piece) -> bool:
        return is_ship(view, piece)

    def kept_out(self, view: View, piece: Piece, space: str) -> str:
        return ""

    def start_problem(self, view: View, space: str) -> Ruling | None:
        """Ships start at sea or in a box, as the Action says; paid by supply, beside its port."""
        board, area = data(view).board, self.terms.place
        if self.closed or (self.only and space not in self.only):
            return Ruling.refuse("9.2.force", "the ships of the Action sail together, once, from where they load")
        if board[space].kind == "land":
            return Ruling.refuse("9.0.at-sea", f"{view.name(space)} is land: ships are in sea zones and boxes")
        if area and space not in board.neighbours(area, kind="coast"):
            text = f"the supply was spent in {view.name(area)}: ships start in a zone along its coast"
            return Ruling.refuse("g4.additional.naval", text, "13.6.naval")
        steps = self.mode.steps
        if not self.force and board[space].kind == "box" and not {OUT, BOX_TO_BOX} & set(steps):
            return Ruling.refuse(*SHUT[OUT])
        if not self.force and board[space].kind == "sea" and not {ON_MAP, IN} & set(steps[:1]):
            return Ruling.refuse(self.rule, f"{view.name(space)} is on the map: the force starts in a box")
        return None

    def limit(self, view: View, picked: Picked) -> int:
        """The points the slowest has."""
        mode = self.mode
        return mode.boxes or min(data(view).units[p.kind].move_or_range for p, _ in picked) * mode.times

    def cost(self, view: View, here: str, to: str, limit: int) -> int:
        """What a step takes: a box the whole movement, the Canal a point besides (note A45)."""
        if step_kind(view, here, to) == BOX_TO_BOX and not self.mode.boxes:
            return limit
        return 2 if "canal" in data(view).board.link(here, to).tags else 1

    def stop(self, view: View, here: str, to: str) -> str:
        """The rule that ends the move there."""
        return "" if self.mode.boxes else stops(view, here, to)

    def step_problem(self, view: View, here: str, to: str) -> Ruling | None:
        """Why ships cannot take a step."""
        board, side = data(view).board, view.state.power
        if to not in board or board[to].kind == "land":
            return Ruling.refuse("9.0.at-sea", f"ships never enter {view.name(to)}: it is no sea zone")
        if board[to].values["home"] not in ("", side):
            text = f"{view.name(to)} is a base of the other side"
            return Ruling.refuse("9.3.enemy-bases", text, "6.2.allied-homes", "2.10.off-map-one-side")
        if to not in board.neighbours(here, kind="sea"):
            return Ruling.refuse("9.1.allowance", f"{view.name(here)} and {view.name(to)} do not touch")
        kind = step_kind(view, here, to)
        if kind not in self.mode.steps:
            limits = ("g3.naval-redeploy.limits",) if self.mode.quiet else ()
            return Ruling.refuse(*SHUT[kind], self.rule, *limits)
        if self.mode.quiet and enemy_ships(view, to):
            return Ruling.refuse("g3.naval-redeploy.limits", f"enemy ships are in {view.name(to)}", self.rule)
        return canal_problem(view) if "canal" in board.link(here, to).tags else None

    def near(self, view: View, here: str, limit: int) -> Iterator[tuple[str, int]]:
        """The next spaces and what each costs."""
        for to in data(view).board.neighbours(here, kind="sea"):
            if self.step_problem(view, here, to) is None:
                yield to, self.cost(view, here, to, limit)

    def ways(self, view: View, space: str, picked: Picked) -> dict[str, Path]:
        most = self.limit(view, picked)
        found = cheapest(
            space, most - self.gone, lambda s: self.near(view, s, most), lambda a, b: self.stop(view, a, b)
        )
        del found[space]
        return found

    def way_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        if len(way) < 2:
            return Ruling.refuse("9.1.allowance", "a way has a start and an end: write 'malta_channel > ionian_sea'")
        return Ruling.first(self.legs_problem(view, picked, way), self.end_problem(view, picked, way))

    def legs_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        """Why a way cannot be sailed step by step."""
        for here, to in pairwise(way):
            no = self.step_problem(view, here, to)
            if no is not None:
                return no
        space, rule = first_stop(way, lambda a, b: self.stop(view, a, b))
        if rule:
            return Ruling.refuse(rule, f"the ships stop in {view.name(space)}")
        most = self.limit(view, picked)
        asked = self.gone + sum(self.cost(view, a, b, most) for a, b in pairwise(way))
        if asked <= most:
            return None
        canal = any("canal" in data(view).board.link(a, b).tags for a, b in pairwise(way))
        slow = min((p for p, _ in picked), key=lambda p: data(view).units[p.kind].move_or_range)
        name = "a force" if self.mode.boxes else view.names.kind(slow.kind)
        rules = ("9.3.canal-cost", "9.1.allowance") if canal else (self.rule if self.mode.boxes else "9.1.allowance",)
        return Ruling.refuse(
            rules[0], f"{name} has {most} points here, not {asked}", *rules[1:], limit=most, asked=asked
        )

    def end_problem(self, view: View, picked: Picked, way: Path) -> Ruling | None:
        """What the Action, or what gave it, asks of the end of a way."""
        side = view.state.power
        no = Ruling.first(nations_problem(view, picked, self.terms), convoy_problem(view, picked, way[-1], self.terms))
        if not no:
            return no
        if self.mode.quiet and not (beside_port(view, way[0], side) or beside_port(view, way[-1], side)):
            return Ruling.refuse("g3.naval-redeploy", "the force starts or ends beside a port that is yours")
        return None


@dataclass(frozen=True)
class Crossing(Automatic):
    """The next zone of a way is entered."""

    title: ClassVar[str] = "At sea"
    move: MoveFleet = MoveFleet()
    way: Path = ()

    def run(self, table: Table) -> None:
        move, table_force = self.move, survivors(table, self.move)
        table.finish()
        if not table_force:
            return
        if not self.way:
            if not move.once:
                table.push(replace(move, force=table_force))
            return
        here, to = move.place, self.way[0]
        stop, cost = move.stop(table, here, to), move.cost(table, here, to, move.limit(table, list(table_force)))
        leaves = ("9.3.messina-after",) if here == MESSINA and table.state.power == ALLIES else ()
        rules = (move.rule, "9.1.allowance", *((stop,) if stop else ()), *leaves)
        for piece, n in table_force:
            escorts = move.once and not cargo_of(table, here, piece.kind)
            bring(table, here, to, piece, n, *rules, *(("11.3.escorts",) if escorts else ()))
        after = replace(move, force=table_force, place=to, gone=move.gone + cost)
        mined = (MessinaRoll(tuple(p.kind for p, _ in table_force)),) if stop and to == MESSINA else ()
        mined = mined if table.state.power == ALLIES else ()
        table.push(*mined, *((Arrived(after),) if stop else (Crossing(after, self.way[1:]),)))


def survivors(view: View, move: Force) -> tuple[tuple[Piece, int], ...]:
    """Who of a force is still there."""
    there = dict(groups(view, move.place))
    return tuple((piece, n) for piece, n in move.force if piece in there)


@dataclass(frozen=True)
class Arrived(Automatic):
    """The force goes no further."""

    title: ClassVar[str] = "The ships stop"
    move: MoveFleet = MoveFleet()

    def run(self, table: Table) -> None:
        table.finish()
        tell(table, tuple(piece.kind for piece, _ in survivors(table, self.move)), self.move.place)


@dataclass(frozen=True)
class MessinaRoll(Dice):
    """A die for each Allied ship that enters the Strait of Messina (rule 9.3.messina-roll)."""

    title: ClassVar[str] = "Strait of Messina"
    ships: tuple[str, ...] = ()

    def there(self, view: View) -> Picked:
        """The ships that have just come."""
        return groups(view, MESSINA, lambda p: p.kind in self.ships)

    def count(self, view: View) -> int:
        return total(self.there(view))

    def names(self, view: View) -> tuple[str, ...]:
        return ("messina",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("9.3.messina-roll", "9.3.messina-after")

    def what_counts(self, view: View) -> str:
        ships = ", ".join(view.names.kind(piece.kind) for piece, _ in self.there(view))
        return f"{data(view).numbers['messina_loss']} or less sinks it, in this order: {ships}"

    def resolve(self, table: Table, result: Result) -> None:
        need, lost = data(table).numbers["messina_loss"], 0
        found = self.there(table)
        table.finish()
        for (piece, n), die in zip(found, result, strict=True):
            hit = int(die) <= need
            label = f"{table.names.kind(piece.kind)} {'is lost' if hit else 'passes'}"
            rules = ("9.3.messina-roll",)
            table.emit("rolled", *rules, place=MESSINA, dice=(die,), faces=6, need=need, hits=int(hit), label=label)
            if hit:
                eliminate(table, MESSINA, piece, n, "mined", "9.3.messina-roll")
                lost += 1


def naval_move(table: Table, terms: Terms) -> tuple[MoveFleet, ...]:
    """The step of a naval Action."""
    return (MoveFleet(terms),)
