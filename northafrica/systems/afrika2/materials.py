"""What a position of `afrika2` made by hand may be made of: counters, steps lost, Supply Points, tracks, markers."""

from __future__ import annotations

from northafrica.core.materials import Materials, StockSort
from northafrica.core.naming import counted
from northafrica.systems.afrika2.data import Afrika2Data
from northafrica.systems.afrika2.entities import LEADERS, PORTS, SIDES, TRACK, UNKNOWN

STOCKS = (
    StockSort("sp", "Supply Points", kinds=("land",), owned=True),
    StockSort("sp", "Supply Points in the connecting box", places=("connecting_box",), owned=True),
    StockSort("air", "air points left", places=tuple(TRACK.values())),
    StockSort("truck", "trucks left", places=tuple(TRACK.values())),
    StockSort("shipping", "shipping points left", places=tuple(TRACK.values())),
    StockSort("capacity", "port capacity left", places=PORTS),
)
TURNS = tuple(str(turn) for turn in range(1, 29))
LEADER_STATUSES = (
    ("flew", "has flown this phase"),
    *((f"returns {turn}", f"comes back on turn {turn}") for turn in TURNS),
)


def materials(data: Afrika2Data) -> Materials:
    """All counters by side, what outlasts a phase, what is counted, who holds a place."""
    kinds = [*LEADERS, *(kind for kind in data.units if kind not in UNKNOWN.values())]
    pieces = {side: tuple(kind for kind in kinds if data.side_of(kind) == side) for side in SIDES}
    statuses = {kind: LEADER_STATUSES if kind in LEADERS else _statuses(data.units[kind].steps) for kind in kinds}
    marks = {"control": tuple(SIDES), "box": tuple(SIDES), "captured": TURNS}
    return Materials(pieces, statuses, STOCKS, marks)


def _statuses(steps: int) -> tuple[tuple[str, str], ...]:
    lost = ((f"lost {n}" if n > 1 else "lost", f"{counted(n, 'step')} lost") for n in range(1, steps))
    return (*lost, ("oos", "Out of Supply"), ("stirred", "has changed hex this turn"))
