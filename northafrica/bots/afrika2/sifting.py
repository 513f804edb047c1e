"""What random play leaves out of what is offered, so that its games are not over before they begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from northafrica.core.orders import FieldSpec
from northafrica.core.table import View
from northafrica.systems.afrika2 import mussolini
from northafrica.systems.afrika2.entities import AXIS


def sift(view: View, field: FieldSpec, offered: Sequence[Any]) -> Sequence[Any]:
    """While Mussolini asks for units east of his line, the Axis goes and stays there: else it loses at once."""
    if field.type != "path" or view.state.power != AXIS or view.state.round > mussolini.LAST_TURN:
        return offered
    east = [way for way in offered if mussolini.east_of_line(view, way[-1])]
    return east if east or not offered or mussolini.east_of_line(view, offered[0][0]) else offered
