"""How far every place is from the nearest of some."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

FAR = 99


def spread(
    starts: Iterable[tuple[str, float]],
    near: Callable[[str], Iterable[str]],
    may: Callable[[str], bool] | None = None,
) -> dict[str, float]:
    """Steps from the nearest of some places, each with a handicap; only over places that `may` be entered."""
    found: dict[str, float] = {}
    queue = deque(sorted(starts, key=lambda item: item[1]))
    while queue:
        here, steps = queue.popleft()
        if found.get(here, FAR) <= steps:
            continue
        found[here] = steps
        queue.extend((to, steps + 1) for to in near(here) if may is None or may(to))
    return found
