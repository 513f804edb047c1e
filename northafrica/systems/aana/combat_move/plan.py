"""Plans of phase 3: lines of orders that are added, dropped and carried out together (rulebook p.15)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.orders import Amounts, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View


def listed(lines: Sequence[Order]) -> str:
    """The lines of a plan, numbered from 1."""
    return "; ".join(f"{n}: {line}" for n, line in enumerate(lines, 1)) or "none"


def check_drop(lines: Sequence[Order], line: int) -> Ruling:
    """The ruling on taking out a line."""
    if not lines:
        return Ruling.refuse("", "the plan has no lines to drop")
    if not 1 <= line <= len(lines):
        return Ruling.refuse("", f"the plan has lines 1 to {len(lines)}, not {line}")
    return Ruling.allow()


def scratch(view: View) -> Table:
    """A copy to try lines on; nothing that happens there is kept."""
    return Table(view.setting, view.state.copy(), "plan", view.viewer)


def payable(demands: Sequence[tuple[int, Sequence[tuple[str, int]]]]) -> bool:
    """Whether supplies suffice for all demands at once, each with its own sources."""
    return paid_together(demands) is not None


def paid_together(demands: Sequence[tuple[int, Sequence[tuple[str, int]]]]) -> Amounts | None:
    """What to take of each source to meet all demands at once, None where it is not enough (a flow, unit by unit)."""
    left: dict[str, int] = {}
    for _, found in demands:
        left.update(dict(found))
    units = [tuple(place for place, _ in found) for need, found in demands for _ in range(need)]
    used: dict[str, list[int]] = {place: [] for place in left}

    def assign(index: int, seen: set[str]) -> bool:
        for place in units[index]:
            if place in seen:
                continue
            seen.add(place)
            if len(used[place]) < left[place]:
                used[place].append(index)
                return True
            for other in list(used[place]):
                if assign(other, seen):
                    used[place].remove(other)
                    used[place].append(index)
                    return True
        return False

    if not all(assign(index, set()) for index in range(len(units))):
        return None
    return tuple((place, len(indices)) for place, indices in used.items() if indices)
