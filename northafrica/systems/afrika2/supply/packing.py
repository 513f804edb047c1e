"""The fewest Supply Points for many units and several dumps: exact, and the same on every machine (rulebook 5.1a).

A Supply Point feeds a group that counts 14 or less, and a group of Supply Points is no cheaper by the unit, so each
point is a bin of 14. Units count 1 or 2. What is drawn from an oasis is a bin of two that costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BIN = 14


@dataclass(frozen=True)
class Need:
    """Like units: the dumps in range of them (by number), what one counts, how many."""

    dumps: tuple[int, ...]
    weight: int
    number: int


Shares = list[dict[int, int]]


Tops = dict[tuple[int, int], int]
NO_TOP = 1 << 30


def _augment(flow: Shares, slack: list[int], needs: Sequence[Need], tops: Tops, i: int, most: int) -> int:
    """Send up to `most` of need `i` along one shortest way of exchanges; returns how much."""
    came_to: dict[int, int] = {}
    came_by: dict[int, int] = {i: -1}
    queue = [i]
    for item in queue:
        for dump in needs[item].dumps:
            if dump in came_to or flow[item].get(dump, 0) >= tops.get((item, dump), NO_TOP):
                continue
            came_to[dump] = item
            if slack[dump] > 0:
                return _send(flow, slack, tops, _way(came_to, came_by, dump), min(most, slack[dump]))
            for other, shares in enumerate(flow):
                if other not in came_by and shares.get(dump, 0) > 0:
                    came_by[other] = dump
                    queue.append(other)
    return 0


def _way(came_to: dict[int, int], came_by: dict[int, int], end: int) -> list[tuple[int, int, int]]:
    """The exchanges back from the dump with room: (need, dump it goes to, dump it leaves or -1)."""
    way, dump = [], end
    while dump >= 0:
        item = came_to[dump]
        way.append((item, dump, came_by[item]))
        dump = came_by[item]
    return way


def _send(flow: Shares, slack: list[int], tops: Tops, way: list[tuple[int, int, int]], amount: int) -> int:
    for item, into, out in way:
        amount = min(amount, tops.get((item, into), NO_TOP) - flow[item].get(into, 0))
        if out >= 0:
            amount = min(amount, flow[item][out])
    for item, into, out in way:
        flow[item][into] = flow[item].get(into, 0) + amount
        if out >= 0:
            flow[item][out] -= amount
    slack[way[0][1]] -= amount
    return amount


def _spread(needs: Sequence[Need], room: Sequence[int], tops: Tops) -> Shares | None:
    """Everything spread over the dumps as if units could be split, or None where there is no room even so."""
    flow: Shares = [{} for _ in needs]
    slack = list(room)
    for i, need in enumerate(needs):
        left = need.weight * need.number
        while left:
            sent = _augment(flow, slack, needs, tops, i, left)
            if not sent:
                return None
            left -= sent
    return flow


def pack(needs: Sequence[Need], room: Sequence[int]) -> Shares | None:
    """How many units of each need go to each dump so that no dump's `room` (a count) overflows; None: impossible."""
    return _pack(needs, list(room), {})


def _pack(needs: Sequence[Need], room: list[int], tops: Tops) -> Shares | None:
    if any(left < 0 for left in room):
        return None
    flow = _spread(needs, room, tops)
    if flow is None:
        return None
    for i, need in enumerate(needs):
        for dump, amount in sorted(flow[i].items()):
            if amount % need.weight:
                return _branch(needs, room, tops, i, dump, amount // need.weight)
    return [{d: a // need.weight for d, a in shares.items() if a} for need, shares in zip(needs, flow, strict=True)]


def _branch(needs: Sequence[Need], room: list[int], tops: Tops, i: int, dump: int, whole: int) -> Shares | None:
    """A unit that was split goes either wholly to the dump or not at all."""
    need = needs[i]
    more, taken = list(room), (whole + 1) * need.weight
    more[dump] -= taken
    rest = [*needs[:i], Need(need.dumps, need.weight, need.number - whole - 1), *needs[i + 1 :]]
    above = dict(tops)
    if (i, dump) in above:
        above[i, dump] -= taken
    found = _pack(rest, more, above)
    if found is not None:
        found[i][dump] = found[i].get(dump, 0) + whole + 1
        return found
    return _pack(needs, room, {**tops, (i, dump): whole * need.weight})


def fewest(needs: Sequence[Need], stock: Sequence[int], free: Sequence[int]) -> tuple[list[int], Shares] | None:
    """The fewest points by dump, and who draws where; None where not all can be fed.

    `stock[d]` points lie at dump d; `free[d]` is what it feeds for nothing (an oasis: 2, else 0).
    """
    limit = _useful(needs, stock)
    if pack(needs, [BIN * n + more for n, more in zip(limit, free, strict=True)]) is None:
        return None
    whole = sum(need.weight * need.number for need in needs)
    for total in range(max(0, -(-(whole - sum(free)) // BIN)), sum(limit) + 1):
        chosen = _choose(needs, limit, free, [], total)
        if chosen is not None:
            return chosen
    return None


def _useful(needs: Sequence[Need], stock: Sequence[int]) -> list[int]:
    """The points of each dump that can be of use; dumps another one can stand in for are left out."""
    reach = [{i for i, need in enumerate(needs) if dump in need.dumps} for dump in range(len(stock))]
    most = [-(-sum(needs[i].weight * needs[i].number for i in found) // BIN) for found in reach]
    limit = [min(n, top) for n, top in zip(stock, most, strict=True)]
    for a in range(len(stock)):
        for b in range(len(stock)):
            stands_in = a != b and reach[a] <= reach[b] and limit[b] >= most[b] > 0
            if stands_in and (reach[a] != reach[b] or b < a or limit[a] < most[a]):
                limit[a] = 0
    return limit


def _choose(
    needs: Sequence[Need], limit: Sequence[int], free: Sequence[int], chosen: list[int], total: int
) -> tuple[list[int], Shares] | None:
    """Points for the dumps from the next one on, `total` of them, so that all are fed."""
    at, rest = len(chosen), limit[len(chosen) :]
    points = [*chosen, *(min(n, total) for n in rest)]
    room = [BIN * n + more for n, more in zip(points, free, strict=True)]
    if not total:
        found = pack(needs, room)
        return None if found is None else (points, found)
    if sum(rest) < total or _spread(needs, room, {}) is None:
        return None
    for n in range(min(limit[at], total), -1, -1):
        found_here = _choose(needs, limit, free, [*chosen, n], total - n)
        if found_here is not None:
            return found_here
    return None
