"""What may be laid over a map for study: costs of movement, zones, ranges: values by space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class OverlaySort:
    """An overlay that can be shown: its name, and what people read in the list of overlays."""

    name: str
    title: str


@dataclass(frozen=True)
class Overlay:
    """Values by space, to be tinted and written on the map.

    title    what is shown, in words
    start    the space it is measured from, "" for none
    labels   space -> what is written in it, as short as can be; these spaces are tinted
    shades   space -> 0 (near, cheap, weak) to 1 (far, dear, strong); a space left out is tinted evenly
    before   space -> the space the way to it comes from, back to `start`; empty where there are no ways
    notes    lines for people: what is assumed, which rules
    rules    ids of the rules
    """

    title: str
    start: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    shades: Mapping[str, float] = field(default_factory=dict)
    before: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def way(self, space: str) -> tuple[str, ...]:
        """The way from the start to a space, both ends included; empty where none is known.

        >>> Overlay("moves", "tobruk", before={"acroma": "tobruk", "knightsbridge": "acroma"}).way("knightsbridge")
        ('tobruk', 'acroma', 'knightsbridge')
        """
        found = [space]
        while found[-1] != self.start:
            if found[-1] not in self.before:
                return ()
            found.append(self.before[found[-1]])
        return tuple(reversed(found))
