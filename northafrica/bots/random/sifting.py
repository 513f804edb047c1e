"""What random play leaves out of what is offered, so that its games are not over before they begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from northafrica.core.orders import FieldSpec, Order
from northafrica.core.table import View


def sift(view: View, kind: type[Order], field: FieldSpec, offered: Sequence[Any]) -> Sequence[Any]:
    """The values of a field that random play chooses from: all but those that lose the game at once."""
    if field.type == "path" and view.setting.system.name == "afrika2":
        return _eastward(view, offered)
    return offered


def _eastward(view: View, routes: Sequence[Any]) -> Sequence[Any]:
    """While Mussolini asks for units east of his line, the Axis goes and stays there."""
    from northafrica.systems.afrika2 import mussolini
    from northafrica.systems.afrika2.entities import AXIS

    if view.state.power != AXIS or view.state.round > mussolini.LAST_TURN:
        return routes
    east = [way for way in routes if mussolini.east_of_line(view, way[-1])]
    return east if east or not routes or mussolini.east_of_line(view, routes[0][0]) else routes
