"""Combat: which attacks at what odds, air points, the leader, losses, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from northafrica.bots.afrika2.aims import aims, line_matters
from northafrica.bots.afrika2.chances import Chances, chances, gain, look
from northafrica.bots.afrika2.moving import prize
from northafrica.bots.afrika2.sight import Sight, some
from northafrica.core.common_orders import End
from northafrica.core.orders import Loads, Order
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.afrika2 import leaders, mussolini
from northafrica.systems.afrika2.combat import advance, air, attack, ezoc, losses, retreat
from northafrica.systems.afrika2.combat.flow import fight_of
from northafrica.systems.afrika2.combat.forces import ATTACKER, DEFENDER, Force, force, steps_of
from northafrica.systems.afrika2.combat.strength import reckon
from northafrica.systems.afrika2.entities import FORT_HEXES, STACK
from northafrica.systems.afrika2.facts import combat, facts
from northafrica.systems.afrika2.ground import count_units, is_unit, leader_at, unit
from northafrica.systems.afrika2.leaders import Displaced
from northafrica.systems.afrika2.orders import (
    Advance,
    Air,
    Attack,
    Convert,
    Fly,
    Join,
    Kill,
    Lose,
    Retreat,
)
from northafrica.systems.afrika2.stacking import Excess, excess

MOST_AIR = 3


# -- attacks -----------------------------------------------------------------------------------------------
def attacks(view: View, choice: attack.CombatPhase) -> Iterator[Order]:
    """The best attack, if any is worth it; the leader flies to it first."""
    sight = Sight(view)
    goals = aims(sight)
    best: list[tuple[float, Attack, list[Force]]] = []
    for target in attack.targets(view, sight.side):
        worth = prize(goals, sight, target) + (2.0 if air.left(view, sight.side) else 0.0)
        for forces in _choices(sight, target):
            found = look(sight, target, forces)
            value = gain(sight, target, forces, found, worth) - 0.15 * sum(
                n * sight.attack(p) for _, p, n in forces) * (found.clear > 0.9)  # fmt: skip
            if value > 0 or (sight.last and target in goals.take and found.clear > 0.1):
                best.append((value, Attack(target, _loads(sight, forces)), forces))
    best.sort(key=lambda item: (-item[0], str(item[1])))
    for _, order, forces in best[:3]:
        yield from _fly(sight, forces)
        yield order
    yield End()


def _choices(sight: Sight, target: str) -> list[list[Force]]:
    """The attackers of more and more hexes, the strongest hex first."""
    origins = attack.origins(sight.view, target, sight.side)
    strength = {place: sum(n * sight.attack(p) * sight.share(place, target, p) for p, n in units)
                for place, units in origins.items()}  # fmt: skip
    forces: list[Force] = []
    found = []
    for place in sorted(origins, key=lambda p: (-strength[p], p)):
        forces = [*forces, *((place, piece, n) for piece, n in origins[place])]
        found.append(forces)
    return found


def _loads(sight: Sight, forces: Sequence[Force]) -> Loads:
    loads: dict[str, list[tuple[Piece, int]]] = {}
    for place, piece, n in forces:
        loads.setdefault(place, []).append((piece, n))
    keep = is_unit
    return tuple((tuple(some(sight.view, place, p, n, keep) for p, n in units), place)
                 for place, units in loads.items())  # fmt: skip


def _fly(sight: Sight, forces: Sequence[Force]) -> Iterator[Order]:
    """The leader joins an attack that he can reach and none of whose stacks he is with."""
    places = {place for place, _, _ in forces}
    if any(leader_at(sight.view, place, sight.side) for place in places):
        return
    for place in leaders.Flying().destinations(sight.view):
        if place in places:
            yield Fly(place)


# -- air -----------------------------------------------------------------------------------------------------
def air_points(view: View, choice: air.AirChoice) -> Iterator[Order]:
    """As many points as each still helps by a good deal."""
    now = combat(view)
    side = now.side if choice.who == ATTACKER else _other(now.side)
    sight = Sight(view, now.side)
    fight = fight_of(view)
    have = air.left(view, side)
    best, value = 0, -1e9
    if choice.who == ATTACKER and fight.target not in aims(sight).take:
        have -= _reserve(sight)
    for points in range(max(0, min(have, MOST_AIR)) + 1):
        spent = (points, 0) if choice.who == DEFENDER else (max(0, fight.air[0]), points)
        found = chances(sight, reckon(view, replace(fight, air=spent)))
        worth = _air_worth(sight, fight.target, fight.attack, found) * (1 if choice.who == ATTACKER else -1)
        if worth - 0.6 * points > value:
            best, value = points, worth - 0.6 * points
    yield Air(best)


def _reserve(sight: Sight) -> int:
    """Air points kept back for an aim that can still be attacked in this phase."""
    view = sight.view
    wanted = [p for p in aims(sight).take if p in sight.foes and p not in facts(view).attacked]
    near = any(sight.friends.get(spot) for p in wanted for spot in sight.near(p))
    return MOST_AIR if near else 0


def _air_worth(sight: Sight, target: str, forces: Sequence[Force], found: Chances) -> float:
    return gain(sight, target, forces, found, prize(aims(sight), sight, target))


def _other(side: str) -> str:
    return "cw" if side == "axis" else "axis"


# -- losses --------------------------------------------------------------------------------------------------
def convert(view: View, choice: losses.Conversion) -> Iterator[Order]:
    """A place to hold is held with losses as long as the stack survives; else one retreats."""
    now = combat(view)
    most = losses.convertible(view, choice.who)
    sight = Sight(view, now.side if choice.who == ATTACKER else _other(now.side))
    left = steps_of(view, force(view, choice.who)) - now.loss[choice.who]
    dear = now.target in aims(sight).hold or now.target in FORT_HEXES or left >= 3
    if dear and losses.may_stay(view, choice.who) and most == now.back[choice.who] and left > most:
        yield Convert(most)
    yield Convert(0)


def take_losses(view: View, choice: losses.StepLoss) -> Iterator[Order]:
    """The cheapest step."""
    now = combat(view)
    sight = Sight(view, now.side if choice.who == ATTACKER else _other(now.side))
    for place, piece, _ in sorted(force(view, choice.who), key=lambda f: (sight.step_price(f[1]), f)):
        yield Lose((losses.named(view, place, piece, losses.taking_part(view, choice.who)),), place)


def zone_losses(view: View, choice: ezoc.ZoneLoss) -> Iterator[Order]:
    """The cheapest step of those who retreated."""
    sight = Sight(view, choice.side)
    for piece, _ in sorted(choice.units, key=lambda item: (sight.step_price(item[0]), item[0])):
        yield Lose((losses.named(view, choice.place, piece, choice.keep),), choice.place)


# -- retreats and advances -----------------------------------------------------------------------------------
def fall_back(view: View, choice: retreat.RetreatChoice) -> Iterator[Order]:
    """Together where there is room, to supply, away from the enemy."""
    now = combat(view)
    side = now.side if choice.who == ATTACKER else _other(now.side)
    sight = Sight(view, side)
    for place in retreat.FallingBack(choice.who).places(view):
        mine = [(p, n) for where, p, n in force(view, choice.who) if where == place]
        yield from _retreats(sight, choice, place, mine)
        for piece, n in mine:
            yield from _retreats(sight, choice, place, [(piece, n)])


def _retreats(
    sight: Sight, choice: retreat.RetreatChoice, place: str, picked: Sequence[tuple[Piece, int]]
) -> Iterator[Order]:
    view = sight.view
    ways = retreat.ways_out(view, choice.who, place, [piece for piece, _ in picked])
    count = sum(n for _, n in picked)
    units = tuple(some(view, place, piece, n, retreat.bound(view, choice.who)) for piece, n in picked)
    fit = [end for end in ways if sight.room(end) >= count]
    for end in sorted(fit, key=lambda at: _retreat_rank(sight, ways[at]))[:3]:
        yield Retreat(units, ways[end])


def _retreat_rank(sight: Sight, way: Sequence[str]) -> tuple[float, str]:
    end = way[-1]
    zones = sum(1 for p in way[1:] if p in sight.zones and not sight.friends.get(p))
    over = 6.0 if line_matters(sight.view, sight.side) and not mussolini.east_of_line(sight.view, end) else 0.0
    supply = 0.0 if sight.in_supply(end) else 1.5
    return 2.0 * zones + over + supply - 0.2 * sight.times(end), end


def follow(view: View, choice: advance.AdvanceChoice) -> Iterator[Order]:
    """The strongest go in, as long as no place to hold is left empty."""
    now = combat(view)
    sight = Sight(view, now.side)
    goals = aims(sight)
    room = STACK - count_units(view, now.target, now.side)
    for place in sorted(advance.Advancing().places(view), key=lambda p: (p in goals.hold, p)):
        able = [(piece, n) for where, piece, n in advance.able(view) if where == place]
        wish = sorted(able, key=lambda item: (unit(view, item[0]).artillery, -sight.worth(item[0]), item[0]))
        must = 1 if place in goals.hold or place in goals.posts else 0
        most = min(room, count_units(view, place, now.side) - must)
        picked = []
        for piece, n in wish:
            if most > 0:
                picked.append((piece, min(n, most)))
                most -= min(n, most)
        if picked and (now.target in (*goals.take, *goals.path, *goals.posts) or _worth_following(sight, now.target)):
            keep = advance.fought(view)
            yield Advance(tuple(some(view, place, p, n, keep) for p, n in picked), (place, now.target))
    yield End()


def _worth_following(sight: Sight, target: str) -> bool:
    """Whether the emptied hex is no trap: in supply, and east of the line where that is asked for."""
    west = line_matters(sight.view, sight.side) and not mussolini.east_of_line(sight.view, target)
    return sight.in_supply(target) and not west


# -- leaders, crowds -------------------------------------------------------------------------------------------
def rejoin(view: View, choice: Displaced) -> Iterator[Order]:
    """The strongest stack."""
    sight = Sight(view, choice.side)
    free = leaders.refuges(view, choice.side)
    for place in sorted(free, key=lambda p: (-sum(n * sight.attack(u) for u, n in sight.friends.get(p, [])), p)):
        yield Join(place)


def thin_out(view: View, choice: Excess) -> Iterator[Order]:
    """The least dear units go."""
    sight = Sight(view, choice.side)
    here = sorted(sight.friends.get(choice.place, []), key=lambda item: (sight.worth(item[0]), item[0]))
    count = excess(view, choice.place, choice.side)
    for piece, n in here:
        yield Kill((some(view, choice.place, piece, min(n, count), lambda p: p.power == choice.side),))
