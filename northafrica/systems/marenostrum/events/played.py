"""What events from the hand do that give no Actions (Allied Events, Axis Events)."""

from __future__ import annotations

from collections.abc import Callable

from northafrica.core.table import Table
from northafrica.systems.marenostrum.board.ground import AXIS, controller, data
from northafrica.systems.marenostrum.data.rows import EventRow
from northafrica.systems.marenostrum.events.hand import VICHY_PORTS
from northafrica.systems.marenostrum.events.units_named import nationalists, reorganize
from northafrica.systems.marenostrum.supply.deliver import Delivery, available


def _vichy_support(table: Table, row: EventRow) -> None:
    """Two supply units at Tripoli and Benghazi, those of the two that are Axis controlled."""
    spaces = tuple(space for space in VICHY_PORTS if controller(table, space) == AXIS)
    units = min(data(table).numbers["vichy_support"], available(table, AXIS))
    if units:
        table.push(Delivery(AXIS, units, row.rule, spaces))


EFFECTS: dict[str, Callable[[Table, EventRow], None]] = {
    "vichy_support": _vichy_support,
    "allied_reorganization": reorganize,
    "axis_reorganization": reorganize,
    "egyptian_nationalists": nationalists,
}
