"""Movement and Exploitation Phase: overruns, stacks for attacks, empty objectives, the march, garrisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from northafrica.bots.afrika2 import hauling
from northafrica.bots.afrika2.aims import BEYOND_THE_LINE, Aims, aims, line_matters, short_of_line
from northafrica.bots.afrika2.chances import gain, look
from northafrica.bots.afrika2.sight import FAR, Sight, one
from northafrica.bots.afrika2.striking import Plan, strike
from northafrica.core.common_orders import End
from northafrica.core.orders import Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.afrika2 import leaders, mussolini
from northafrica.systems.afrika2.entities import OFF_MAP, STACK, TOBRUK
from northafrica.systems.afrika2.ground import allowance, exploits, last_turn, leader_at, unit
from northafrica.systems.afrika2.movement import march as march_to
from northafrica.systems.afrika2.movement import overrun
from northafrica.systems.afrika2.movement.exploitation import ExploitationPhase
from northafrica.systems.afrika2.movement.phase import MovementPhase
from northafrica.systems.afrika2.orders import Move, Overrun

WORTHWHILE = 3
Mover = tuple[str, Piece]


@dataclass(frozen=True)
class Scene:
    """All that the phase's rules of thumb look at: who may move, who stays as a garrison."""

    choice: MovementPhase | ExploitationPhase
    sight: Sight
    aims: Aims
    movers: tuple[Mover, ...]
    kept: frozenset[Mover]

    def free(self) -> list[Mover]:
        """The units that may move and need not stay."""
        return [mover for mover in self.movers if mover not in self.kept]

    def order(self, place: str, piece: Piece, way: Sequence[str]) -> Move:
        """The march of one unit, with the leader where he would be left alone."""
        return Move((self.named(place, piece), *self._leader(place, piece)), tuple(way))

    def named(self, place: str, piece: Piece) -> Some:
        """One unit in the words of an order."""
        return one(self.sight.view, place, piece, self.choice.movers.keep(self.sight.view, place))

    def _leader(self, place: str, piece: Piece) -> tuple[Some, ...]:
        view, side = self.sight.view, self.sight.side
        leader = leader_at(view, place, side)
        if leader is None or leaders.stays_escorted(view, place, [(piece, 1)], side):
            return ()
        return (Some(1, leader.kind),)


def march(view: View, choice: MovementPhase | ExploitationPhase) -> Iterator[Order]:
    """The orders of the phase, one after the other, then the end."""
    scene = look_around(view, choice)
    for order in _orders(scene):
        if not _leaves_east(scene, order):
            yield order
    yield End()


def _orders(scene: Scene) -> Iterator[Order]:
    moving = isinstance(scene.choice, MovementPhase)
    yield from _overruns(scene)
    yield from _overrun_marches(scene)
    yield from _eastward(scene, scene.free())
    struck, raiders = Plan(), _raiders(scene)
    if moving:
        yield from _strike(scene, scene.free(), struck, scene.aims.take)
    yield from _occupy(scene, scene.free())
    for mover, goal in raiders.items():
        if mover in scene.free() and mover not in struck.committed:
            yield from _rush(scene, goal, mover)
            yield from _go_to(scene, goal, mover)
    if moving:
        yield from _strike(scene, [mover for mover in scene.free() if mover not in raiders], struck)
    idle = [mover for mover in scene.free() if mover not in struck.committed and mover not in raiders]
    yield from _posts(scene, idle)
    yield from _advance(scene, idle)
    if moving:
        yield from hauling.haul(scene.sight, scene.aims)


def _leaves_east(scene: Scene, order: Order) -> bool:
    """Whether an order would take units back over the Mussolini Line while he asks for them."""
    view, side = scene.sight.view, scene.sight.side
    if not isinstance(order, Move | Overrun) or not line_matters(view, side):
        return False
    return mussolini.east_of_line(view, order.route[0]) and not mussolini.east_of_line(view, order.route[-1])


def _strike(scene: Scene, movers: Sequence[Mover], struck: Plan, only: Sequence[str] | None = None) -> Iterator[Order]:
    for place, piece, way in strike(scene.sight, scene.aims, movers, struck, only):
        yield scene.order(place, piece, way)


def look_around(view: View, choice: MovementPhase | ExploitationPhase) -> Scene:
    """The scene before an order; units that have begun to move are through."""
    sight = Sight(view)
    goals = aims(sight)
    movers: list[Mover] = []
    for place in choice.movers.starts(view):
        may = choice.movers.units(view, place)
        movers += [(place, piece) for piece, _ in sight.friends.get(place, []) if may(piece) and not piece.has("spent")]
    return Scene(choice, sight, goals, tuple(movers), frozenset(_kept(sight, goals, movers)))


def _kept(sight: Sight, goals: Aims, movers: Sequence[Mover]) -> Iterator[Mover]:
    """Garrisons: enough for the threat in each place to hold, one at least; and units that hold a post."""
    for place in dict.fromkeys((*goals.hold, TOBRUK if goals.posts else "")):
        here = [(piece, n) for piece, n in sight.friends.get(place, [])]
        if not here:
            continue
        able = {piece for where, piece in movers if where == place}
        held = sum(n * sight.defence([(p, 1)]) for p, n in here if p not in able) * sight.times(place)
        danger = 0.35 * sight.threat(place)
        stay = 0
        for piece, _ in sorted(here, key=lambda item: (-_staying(sight, item[0]), item[0])):
            if piece in able and (held < danger or (not stay and held <= 0)):
                held += sight.defence([(piece, 1)]) * sight.times(place)
                stay += 1
                yield place, piece
    if goals.posts or goals.path:
        for place, piece in movers:
            if place in goals.posts:
                yield place, piece


def _staying(sight: Sight, piece: Piece) -> float:
    """Good garrisons defend well and attack badly."""
    return sight.defence([(piece, 1)]) - 0.5 * sight.attack(piece) - 0.1 * allowance(sight.view, piece) / 4


# -- overruns --------------------------------------------------------------------------------------------
def _overruns(scene: Scene) -> Iterator[Order]:
    sight, choice, view = scene.sight, scene.choice, scene.sight.view
    for place in overrun.Overrunning(choice.movers).places(view):
        may = choice.movers.units(view, place)
        stack = [
            (p, n) for p, n in sight.friends.get(place, [])
            if may(p) and (place, p) not in scene.kept and sight.attack(p) > 0
        ]  # fmt: skip
        fresh = [(p, n) for p, n in stack if not p.has("spent")]
        for picked in (stack,) if len(fresh) == len(stack) else (fresh, [i for i in stack if i not in fresh]):
            if not picked:
                continue
            for target in overrun.targets(view, place, sight.side):
                if isinstance(overrun.charge(view, picked, (place, target)), Ruling):
                    continue
                forces = [(place, piece, n) for piece, n in picked]
                found = look(sight, target, forces, overrun=True)
                if found.clear >= 0.5 and gain(sight, target, forces, found, prize(scene.aims, sight, target)) > 1:
                    yield Overrun((*_all_named(scene, place, picked), *_rider(scene, place, picked)), (place, target))


def _overrun_marches(scene: Scene) -> Iterator[Order]:
    """Stacks march up to a weakly held aim that they can overrun with what they have left."""
    sight = scene.sight
    for goal in scene.aims.take:
        if goal not in sight.foes:
            continue
        for place in dict.fromkeys(place for place, _ in scene.movers):
            stack = [m for m in scene.free() if m[0] == place and sight.attack(m[1]) > 0 and not m[1].has("pinned")]
            picked = [(piece, 1) for _, piece in stack][:STACK]
            spot = _launch(sight, place, picked, goal) if picked else ""
            if spot:
                units = (*_all_named(scene, place, picked), *_rider(scene, place, picked))
                yield Move(units, sight.reach(place, picked).path(spot))


def _launch(sight: Sight, place: str, picked: Sequence[tuple[Piece, int]], goal: str) -> str:
    """The hex from which a stack can overrun a goal at the end of a march, "" where there is none."""
    found = sight.reach(place, list(picked))
    most = min(allowance(sight.view, piece) for piece, _ in picked)
    for spot in sight.near(goal):
        if spot not in found.cost or spot in sight.foes or spot == place or sight.room(spot) < len(picked):
            continue
        if not all(sight.share(spot, goal, piece) for piece, _ in picked):
            continue
        step = march_to.step_to(sight.view, spot, goal, march_to.stack_mode(sight.view, list(picked)))
        cost = getattr(step, "cost", FAR) + (march_to.TOLL if overrun.is_dear(sight.view, sight.side, goal) else 0)
        if found.cost[spot] + cost <= most:
            forces = [(spot, piece, n) for piece, n in picked]
            if look(sight, goal, forces, overrun=True).clear >= 0.4:
                return spot
    return ""


def _all_named(scene: Scene, place: str, picked: Sequence[tuple[Piece, int]]) -> list[Some]:
    return [
        Some(n, s.kind, s.power, s.status)
        for piece, n in picked
        for s in (scene.named(place, piece),)
    ]  # fmt: skip


def _rider(scene: Scene, place: str, picked: Sequence[tuple[Piece, int]]) -> tuple[Some, ...]:
    view, side = scene.sight.view, scene.sight.side
    leader = leader_at(view, place, side)
    if leader is None or not any(leaders.escorts(view, piece, side) for piece, _ in picked):
        return ()
    return (Some(1, leader.kind),)


def prize(goals: Aims, sight: Sight, target: str) -> float:
    """What emptying an enemy hex is worth beyond the losses."""
    if target in goals.take:
        return 25.0
    if target in goals.path:
        return 12.0
    if any(piece.kind in goals.prey for piece, _ in sight.foes.get(target, [])):
        return 10.0
    return 3.0


# -- single moves ----------------------------------------------------------------------------------------
def _posts(scene: Scene, idle: Sequence[Mover]) -> Iterator[Order]:
    """Fill the hexes of a path that need a unit, the plainest unit first."""
    sight = scene.sight
    for post in scene.aims.posts:
        if sight.friends.get(post):
            continue
        yield from _send(scene, idle, post)


def _occupy(scene: Scene, idle: Sequence[Mover]) -> Iterator[Order]:
    """Enter what lies open."""
    for goal in scene.aims.take:
        taken = goal in scene.sight.foes or scene.sight.friends.get(goal)
        if not taken and not _too_early(scene, goal):
            yield from _send(scene, idle, goal)


def _send(scene: Scene, idle: Sequence[Mover], goal: str) -> Iterator[Order]:
    """The least dear unit that reaches a place, kept out of other tasks."""
    sight = scene.sight
    if not sight.room(goal):
        return
    for place, piece in sorted(idle, key=lambda mover: (sight.attack(mover[1]), mover)):
        if place == goal or unit(sight.view, piece).artillery:
            continue
        found = sight.reach(place, [(piece, 1)])
        if goal in found.cost:
            yield scene.order(place, piece, found.path(goal))


def _eastward(scene: Scene, idle: Sequence[Mover]) -> Iterator[Order]:
    """While Mussolini asks for them, divisions and fast units go east of his line."""
    sight, view = scene.sight, scene.sight.view
    if not line_matters(view, sight.side):
        return
    divisions, capable = short_of_line(view)
    for place, piece in idle:
        counter = unit(view, piece)
        wanted = (divisions > 0 and mussolini.is_division(counter)) or (capable > 0 and counter.exploits)
        if not wanted or mussolini.east_of_line(view, place):
            continue
        found = sight.reach(place, [(piece, 1)])
        yield from _step_toward(scene, place, piece, sight.field(BEYOND_THE_LINE, counter.mode), found.cost)


def _raiders(scene: Scene) -> dict[Mover, str]:
    """The forces for far aims: the same fast units from order to order, with as much as the defence asks for."""
    sight, view = scene.sight, scene.sight.view
    turns = 2 * (last_turn(view) - view.state.round + 1)
    fast = [
        (place, piece)
        for place, units in sight.friends.items()
        for piece, _ in units
        if place in sight.data.hexes and allowance(view, piece) >= 28 and (place, piece) not in scene.kept
    ]
    rest = sorted(fast, key=lambda m: (-unit(view, m[1]).move if scene.aims.far[:1] else 0, m[1].kind))
    found: dict[Mover, str] = {}
    for goal in scene.aims.far:
        want, sent = max(6.0, 3.0 * _guard(sight, goal)), 0.0
        for place, piece in rest:
            field = sight.field(goal, unit(view, piece).mode)
            if (place, piece) in found or field.get(place, FAR) > turns * allowance(view, piece):
                continue
            if sent >= want or (want > 2 and sight.attack(piece) < 4):
                continue
            found[place, piece] = goal
            sent += sight.attack(piece)
    return found


def _rush(scene: Scene, goal: str, mover: Mover) -> Iterator[Order]:
    """A unit that can be in an open place by the end of the turn heeds no supply, but keeps out of enemy zones."""
    place, piece = mover
    sight, view = scene.sight, scene.sight.view
    points, moving = allowance(view, piece), isinstance(scene.choice, MovementPhase)
    later = points if moving and exploits(view, piece) else 0
    field = sight.field(goal, unit(view, piece).mode)
    if _too_early(scene, goal) or goal in sight.foes or field.get(place, FAR) > points + later:
        return
    found = sight.reach(place, [(piece, 1)])
    fit = [p for p in found.cost if sight.room(p) and field.get(p, FAR) <= later and p != place]
    for to in sorted(fit, key=lambda p: (moving and p in sight.zones, field[p], p))[:1]:
        yield scene.order(place, piece, found.path(to))


def _too_early(scene: Scene, goal: str) -> bool:
    """Whether a far place would only be lost again: before the last turn, with the enemy about."""
    return goal in scene.aims.far and not scene.sight.last and scene.sight.threat(goal, 10) > 0


def _go_to(scene: Scene, goal: str, mover: Mover) -> Iterator[Order]:
    place, piece = mover
    found = scene.sight.reach(place, [(piece, 1)])
    field = scene.sight.field(goal, unit(scene.sight.view, piece).mode)
    yield from _step_toward(scene, place, piece, field, found.cost)


def _advance(scene: Scene, idle: Sequence[Mover]) -> Iterator[Order]:
    """Everybody else goes toward an aim: the fast to the far ones, enough for each."""
    for goal, (place, piece) in _assigned(scene, idle):
        yield from _go_to(scene, goal, (place, piece))


def _assigned(scene: Scene, idle: Sequence[Mover]) -> Iterator[tuple[str, Mover]]:
    """Which unit makes for which place: for the far ones first, with as much as their defence asks for."""
    sight, view = scene.sight, scene.sight.view
    goals = list(scene.aims.take) or _prey_places(scene) or _weak_holds(scene)
    if not goals:
        return
    rest = sorted(idle, key=lambda mover: (-allowance(view, mover[1]), -sight.attack(mover[1]), mover))
    for goal in reversed(goals[1:]):
        want = 2.5 * _guard(sight, goal)
        sent = sum(_near_attack(sight, goal))
        for mover in list(rest):
            if sent >= max(want, 3.0) or allowance(view, mover[1]) < 28:
                break
            rest.remove(mover)
            sent += sight.attack(mover[1])
            yield goal, mover
    first = _prey_places(scene) or goals[:1]
    for place, piece in rest:
        mode = unit(view, piece).mode
        yield min(first, key=lambda goal: (sight.field(goal, mode).get(place, FAR), goal)), (place, piece)


def _guard(sight: Sight, goal: str) -> float:
    return sight.hard(goal) if goal in sight.foes else 0.0


def _near_attack(sight: Sight, goal: str) -> list[float]:
    """Attack of the units that stand beside a goal already."""
    return [n * sight.attack(p) for at in (goal, *sight.near(goal)) for p, n in sight.friends.get(at, [])]


def _prey_places(scene: Scene) -> list[str]:
    prey = scene.aims.prey
    return sorted(p for p, units in scene.sight.foes.items()
                  if p not in OFF_MAP and any(piece.kind in prey for piece, _ in units))  # fmt: skip


def _weak_holds(scene: Scene) -> list[str]:
    """Places to hold under the greatest threat for their defence; for a relief, the enemy on the path."""
    sight = scene.sight
    if scene.aims.path or scene.aims.posts:
        return sorted(scene.aims.path) or list(scene.aims.posts[:1])
    danger = {
        p: sight.threat(p) - 2 * sight.defence(sight.friends.get(p, [])) * sight.times(p) for p in scene.aims.hold
    }
    worst = sorted((p for p, by in danger.items() if by > 0), key=lambda p: (-danger[p], p))
    return worst[:1]


def _step_toward(
    scene: Scene, place: str, piece: Piece, field: Mapping[str, int], costs: Mapping[str, int]
) -> Iterator[Order]:
    """The best hex in reach on the way to a goal: near it, in supply, with company and room."""
    sight = scene.sight
    here = field.get(place, FAR)
    guns = unit(sight.view, piece).artillery or unit(sight.view, piece).defense < 2
    bound = line_matters(sight.view, sight.side) and mussolini.east_of_line(sight.view, place)
    best, most = "", here - WORTHWHILE
    for to in costs:
        far = field.get(to, FAR)
        if far >= most or to == place or not sight.room(to):
            continue
        if to in sight.zones and not sight.friends.get(to) and (guns or float(sight.defence([(piece, 1)])) < 3):
            continue
        if not sight.in_supply(to) or (bound and not mussolini.east_of_line(sight.view, to)):
            continue
        if far < most or (far == most and to < best):
            best, most = to, far
    if best:
        yield scene.order(place, piece, sight.reach(place, [(piece, 1)]).path(best))
