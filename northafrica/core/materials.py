"""What a position made by hand may be made of: the one form in which a system tells it to a desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StockSort:
    """A counted resource and where it may lie.

    resource, label  its name in a position, and for people
    kinds            the kinds of spaces that hold it (`land`, `sea`, `box`)
    places           or the places that alone hold it
    owned            a power owns it there (`supply/uk`)
    border           it lies on the border to a neighbour (`cairo>mersa_matruh`)
    """

    resource: str
    label: str
    kinds: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    owned: bool = False
    border: bool = False


@dataclass(frozen=True)
class Materials:
    """Pieces, stocks and markers to build a position from.

    pieces    power -> kinds it has, in the order of its chart
    statuses  kind -> (status as a position writes it, in words); only what may hold at the start of a phase
    stocks    the counted resources
    marks     marker -> values it may have
    starts    status -> the phases at whose start it may stand; at every start where it is not named
    """

    pieces: Mapping[str, tuple[str, ...]]
    statuses: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    stocks: tuple[StockSort, ...] = ()
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    starts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def keeps(self, kind: str, status: str, phase: str = "") -> bool:
        """Whether a status may stand in a position made by hand, at the start of a phase where one is named."""
        if phase and phase not in self.starts.get(status, (phase,)):
            return False
        return any(text.partition(" ")[0] == status for text, _ in self.statuses.get(kind, ()))
