"""Supply that must meet several demands at once (rulebook p.17)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.matching import Matching
from northafrica.core.orders import Amounts


def payable(demands: Sequence[tuple[int, Sequence[tuple[str, int]]]]) -> bool:
    """Whether supplies suffice for all demands at once, each with its own sources."""
    return paid_together(demands) is not None


def paid_together(demands: Sequence[tuple[int, Sequence[tuple[str, int]]]]) -> Amounts | None:
    """What to take of each source to meet all demands at once, None where it is not enough."""
    taken = Matching({place: n for _, found in demands for place, n in found})
    if not all(taken.add(place for place, _ in found) for need, found in demands for _ in range(need)):
        return None
    return tuple((place, len(there)) for place, there in taken.held.items() if there)
