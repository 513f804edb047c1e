"""Hex reach: the cheapest ways over hexes whose steps have costs, some of them shut, some dearer. Knows no game.

Costs are whole numbers of a unit that a system names (a quarter of a movement point, a point).
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Step:
    """One step: where to, its cost (`all_points`: whatever is left), the road followed, the rules."""

    to: str
    cost: int
    all_points: bool = False
    road: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Barred:
    """Why a step cannot be made: the rule and what is in the way."""

    rule: str
    reason: str


@dataclass
class Reach:
    """What a search found: the cost of each place, and the way to it."""

    start: str
    cost: dict[str, int] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)

    def path(self, to: str) -> tuple[str, ...]:
        """The cheapest way, both ends included."""
        way = [to]
        while way[-1] != self.start:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


@dataclass(frozen=True)
class Limits:
    """What a search may do: points to spend, hexes it may not enter, what single hexes cost more.

    fresh       nothing is spent yet: a step that takes all points may be made, and any one step where `minimum`
    shut        places that cannot be entered; `dear` those that cost `toll` more (enemy zones of control)
    halts       places that end the way when they are entered
    """

    points: int
    shut: Collection[str] = frozenset()
    dear: Collection[str] = frozenset()
    toll: int = 0
    halts: Collection[str] = frozenset()
    fresh: bool = True
    minimum: bool = False


def search(steps: Mapping[str, tuple[Step, ...]], start: str, limits: Limits) -> Reach:
    """Every place within reach with a cheapest way to it; among equal ways the first by name."""
    found = Reach(start, {start: 0})
    queue: list[tuple[int, int, str, str]] = [(0, 0, start, start)]
    done: set[str] = set()
    while queue:
        cost, length, here, _ = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        if here in found.over:
            continue
        for step in steps.get(here, ()):
            _try_step(found, queue, (cost, length, here), step, limits)
    if limits.minimum and limits.fresh:
        _least_steps(found, steps, start, limits)
    return found


def _try_step(
    found: Reach, queue: list[tuple[int, int, str, str]], here: tuple[int, int, str], step: Step, limits: Limits
) -> None:
    cost, length, name = here
    if step.to in limits.shut:
        return
    toll = limits.toll if step.to in limits.dear else 0
    if step.all_points:
        if cost or not limits.fresh or limits.points < step.cost + toll:
            return
        after = limits.points
    else:
        after = cost + step.cost + toll
    if after > limits.points or after >= found.cost.get(step.to, 1 << 30):
        return
    found.cost[step.to], found.before[step.to] = after, name
    found.over.discard(step.to)
    if step.all_points or step.to in limits.halts:
        found.over.add(step.to)
    heapq.heappush(queue, (after, length + 1, step.to, name))


def _least_steps(found: Reach, steps: Mapping[str, tuple[Step, ...]], start: str, limits: Limits) -> None:
    """One step may always be made, whatever it costs."""
    for step in steps.get(start, ()):
        if step.to not in limits.shut and step.to not in found.cost:
            found.cost[step.to], found.before[step.to] = limits.points, start
            found.over.add(step.to)
