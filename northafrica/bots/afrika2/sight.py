"""What the rule-of-thumb player sees of a position: strengths by hex, ways, who could strike where."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache

from northafrica.core.groups import Picked, groups, offer
from northafrica.core.orders import Some
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Barred, Reach
from northafrica.systems.afrika2 import ground
from northafrica.systems.afrika2.combat import attack as attacks
from northafrica.systems.afrika2.entities import OFF_MAP, Mode
from northafrica.systems.afrika2.movement import march
from northafrica.systems.afrika2.movement.trucks import budget
from northafrica.systems.afrika2.stacking import room
from northafrica.systems.afrika2.supply.lines import bars, range_of
from northafrica.systems.afrika2.terrain.ways import Ways

FAR = 1 << 20
MEMORY = 3000
FARTHEST = 100  # quarters: supply range and half of what the most trucks there are can drive


class Sight:
    """A position as one side sees it when it thinks about an order; nothing is kept from order to order."""

    def __init__(self, view: View, side: str = "") -> None:
        self.view, self.side = view, side or view.state.power
        self.enemy = ground.enemy_of(self.side)
        self.ways, self.data = ground.ways(view), ground.data(view)
        self.friends = self._stacks(self.side)
        self.foes = self._stacks(self.enemy)
        self.zones = ground.zones(view, self.side)
        self.last = view.state.round >= ground.last_turn(view)
        self._signature = (self.ways, self.side, tuple(view.setting.options.values()), frozenset(
            (place, frozenset(units)) for place, units in self.foes.items()))  # fmt: skip
        self._supply: dict[str, int] | None = None
        self._hard: dict[str, float] = {}
        self._attacks: dict[Piece, float] = {}

    def _stacks(self, side: str) -> dict[str, Picked]:
        found = {}
        for place in self.view.state.pieces:
            if place in self.data.hexes or place in OFF_MAP:
                units = ground.units_at(self.view, place, side)
                if units:
                    found[place] = units
        return found

    # -- strengths ---------------------------------------------------------------------------------------
    def attack(self, piece: Piece) -> float:
        """What a unit brings to an attack; artillery, which shifts a column, is taken for four."""
        if piece not in self._attacks:
            guns = ground.unit(self.view, piece).shifts
            self._attacks[piece] = float(ground.attack(self.view, piece)) + 4.0 * guns
        return self._attacks[piece]

    def worth(self, piece: Piece) -> float:
        """How dear one unit is."""
        counter = ground.unit(self.view, piece)
        both = ground.attack(self.view, piece) + ground.defence(self.view, piece)
        return float(both) + 5.0 * counter.shifts + (2.0 if counter.exploits else 0.0)

    def step_price(self, piece: Piece) -> float:
        """What a step of a unit costs its side: little where it has lost one and keeps others."""
        left = ground.steps_left(self.view, piece)
        if piece.has("lost") and left > 1:
            return 0.3 * self.worth(piece)
        after = piece.having(lost=piece.number("lost") + 1)
        rest = self.worth(after) if left > 1 else 0.0
        return self.worth(piece) - rest + (2.0 if left == 1 else 0.0)

    def defence(self, units: Picked) -> float:
        """Bare defence of some units."""
        return float(sum((n * ground.defence(self.view, piece) for piece, n in units), Fraction(0)))

    def times(self, place: str) -> float:
        """What the terrain and a Box make of the defence of a place; the boxes off the map have no terrain."""
        if place in OFF_MAP:
            return 1.0
        known = self.data.combat.terrain
        rows = [known[kind] for kind in self.ways.terrains(place) if kind in known]
        best = max((float(row.defence_times) + 0.4 * row.columns_left for row in rows), default=1.0)
        box = self.view.state.marker(place, "box")
        return best * (float(known["box"].defence_times) if box else 1.0)

    def hard(self, place: str) -> float:
        """Defence of the enemy in a hex with its terrain."""
        if place not in self._hard:
            units = self.foes.get(place, [])
            guns = sum(n * ground.unit(self.view, piece).shifts for piece, n in units)
            self._hard[place] = max(0.5, self.defence(units)) * self.times(place) * (1 + 0.3 * guns)
        return self._hard[place]

    def threat(self, place: str, radius: int = 8) -> float:
        """Attack strength of the enemy within so many hexes."""
        field, total = self.data.field, 0.0
        for foe, units in self.foes.items():
            if foe in self.data.hexes and field.distance(foe, place) <= radius:
                total += sum(n * float(ground.attack(self.view, piece)) for piece, n in units)
        return total

    # -- ways ------------------------------------------------------------------------------------------
    def reach(self, place: str, picked: Picked) -> Reach:
        """Where some pieces can march; remembered, since it hangs on the enemy alone."""
        key = (self._signature, place, tuple(picked))
        if key not in _REACHES:
            if len(_REACHES) > MEMORY:
                _REACHES.clear()
            _REACHES[key] = march.reach(self.view, place, picked)
        return _REACHES[key]

    def field(self, goal: str, how: Mode) -> Mapping[str, int]:
        """What it costs, in quarters, to come to a goal from each place, past the enemy and his zones of control."""
        key = (self._signature, goal, how)
        if key not in _FIELDS:
            if len(_FIELDS) > 200:
                _FIELDS.clear()
            _FIELDS[key] = _field(self.ways, goal, how, self.foes, self.zones)
        return _FIELDS[key]

    def room(self, place: str) -> int:
        """How many more units a place takes."""
        return room(self.view, place, self.side)

    def near(self, place: str) -> Iterable[str]:
        """The neighbours of a hex."""
        return self.ways.near.get(place, {}).values()

    def share(self, start: str, target: str, piece: Piece) -> float:
        """What a hexside leaves of an attack: 0 where the unit cannot attack across it."""
        if ground.unit(self.view, piece).garrison or attacks.entering(self.view, start, target, piece) is not None:
            return 0.0
        found = self.ways.assault(start, target)
        if isinstance(found, Barred):
            return 0.0
        return {"open": 1.0, "down": 0.5, "river": 0.5}.get(found.way, 0.33)

    def supply(self) -> Mapping[str, int]:
        """How far each hex lies from the nearest Supply Points of this side, in quarters of a movement point."""
        if self._supply is None:
            dumps = [place for place in ground.dumps(self.view, self.side) if place in self.data.hexes]
            self._supply = _from_all(self.ways, tuple(dumps), bars(self.view, self.side).shut)
        return self._supply

    def in_supply(self, place: str) -> bool:
        """Whether Supply Points lie in range of a hex, or trucks can bring one so far; anywhere on the last turn."""
        if self.last or place in OFF_MAP:
            return True
        spare = budget(self.view) if self.view.state.phase == "movement" and self.view.state.power == self.side else 0
        return self.supply().get(place, FAR) <= range_of(self.view, self.side) + spare // 2


_REACHES: dict[object, Reach] = {}


_FIELDS: dict[object, Mapping[str, int]] = {}


def _field(ways: Ways, goal: str, how: Mode, foes: Collection[str], zones: Collection[str]) -> dict[str, int]:
    turned = _backwards(ways, how)
    cost, queue = {goal: 0}, [(0, goal)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > cost[here] or (here in foes and here != goal):
            continue
        toll = march.TOLL if here in zones and here != goal else 0
        for before, step in turned.get(here, ()):
            after = spent + step + toll
            if after < cost.get(before, FAR):
                cost[before] = after
                heapq.heappush(queue, (after, before))
    return cost


@cache
def _backwards(ways: Ways, how: Mode) -> Mapping[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for place, steps in ways.steps[how].items():
        for step in steps:
            found.setdefault(step.to, []).append((place, step.cost + (20 if step.all_points else 0)))
    return found


def _from_all(ways: Ways, starts: tuple[str, ...], shut: frozenset[str]) -> dict[str, int]:
    """The cost of supply range from the nearest of several places."""
    cost = dict.fromkeys(starts, 0)
    queue = [(0, place) for place in starts]
    steps = ways.steps["trace"]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > cost[here] or spent > FARTHEST:
            continue
        for step in steps.get(here, ()):
            after = spent + step.cost
            if not step.all_points and step.to not in shut and after < cost.get(step.to, FAR):
                cost[step.to] = after
                heapq.heappush(queue, (after, step.to))
    return cost


def one(view: View, place: str, piece: Piece, keep: Callable[[Piece], bool]) -> Some:
    """One unit of a group in the words of an order."""
    return some(view, place, piece, 1, keep)


def some(view: View, place: str, piece: Piece, n: int, keep: Callable[[Piece], bool]) -> Some:
    """So many units of a group in the words of an order."""
    like = next((s for s in offer(view, place, keep) if s.fits(piece)), None)
    alone = len([p for p, _ in groups(view, place) if p.kind == piece.kind]) < 2
    return Some(n, piece.kind, like.power if like else "", None if alone else piece.status)
