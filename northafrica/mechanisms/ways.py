"""Ways over a board step by step: how far one gets, a way written with gaps filled, the first step refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from northafrica.core.orders import Path
from northafrica.core.rulebook import Ruling

Stop = Callable[[str], bool]
Near = Callable[[str], Iterable[str]]


def search(
    start: str,
    limit: int,
    near: Near,
    stop: Stop | None = None,
    shun: Stop | None = None,
    free: Near | None = None,
) -> dict[str, Path]:
    """All spaces within `limit` steps with one shortest way each, the start included; no way goes on past a stop.

    Of ways equally short the one that meets fewest spaces to `shun` is found. Steps to what is `free` from a space cost
    nothing.
    """
    found: dict[str, Path] = {start: (start,)}
    layer = _with_free(found, [start], free)
    for step in range(limit):
        new: dict[str, Path] = {}
        for here in layer:
            if step and stop is not None and stop(here):
                continue
            for to in near(here):
                way = (*found[here], to)
                if to not in found and (to not in new or (shun and _met(way, shun) < _met(new[to], shun))):
                    new[to] = way
        found.update(new)
        layer = _with_free(found, list(new), free)
    return found


def _with_free(found: dict[str, Path], layer: list[str], free: Near | None) -> list[str]:
    """The spaces of a layer, and those that cost nothing from one of them."""
    if free is None:
        return layer
    more = {to: (*found[here], to) for here in layer for to in free(here) if to not in found}
    found.update(more)
    return [*layer, *more]


def _met(way: Path, shun: Stop) -> int:
    return sum(shun(space) for space in way)


def step_by_step(way: Path, judge: Callable[[str, str], Ruling | None]) -> Ruling | None:
    """The refusal of the first step of a way that is refused; None where all may be taken."""
    rulings = (judge(here, to) for here, to in pairwise(way))
    return next((ruling for ruling in rulings if ruling is not None), None)


def expand(way: Path, ways_from: Callable[[str], dict[str, Path]], adjacent: Callable[[str, str], bool]) -> Path:
    """A way written with gaps, filled with shortest ways; gaps that cannot be filled stay as written."""
    full = [way[0]]
    for to in way[1:]:
        here = full[-1]
        if adjacent(here, to):
            full.append(to)
            continue
        middle = ways_from(here).get(to)
        full.extend(middle[1:] if middle else (to,))
    return tuple(full)
