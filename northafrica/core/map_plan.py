"""What is printed on a map drawn from data: outlines of spaces, grounds, lines, signs, names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

GeoPoint = tuple[float, float]


@dataclass(frozen=True)
class PlanLine:
    """A line of a kind (road, river ...) through (lat, lon) points. One-sided marks stand on its right-hand side."""

    kind: str
    points: tuple[GeoPoint, ...]


@dataclass(frozen=True)
class PlanSign:
    """A sign (port, oasis ...) at a (lat, lon) point."""

    kind: str
    at: GeoPoint


@dataclass(frozen=True)
class MapText:
    """What is printed below the names of spaces: pairs of space and text; `key` says what it means."""

    texts: tuple[tuple[str, str], ...] = ()
    key: str = ""


@dataclass(frozen=True)
class MapPlan:
    """A map of many alike spaces, drawn as one fixed picture.

    outlines  space -> corners, (lat, lon)
    grounds   space -> the kinds of ground that count there; the first fills it, the others are hatched over it
    lines     roads, hexsides; drawn kind by kind in the order of `kinds`
    titles    space -> rank of its printed name, 1 the largest; spaces left out have no printed name
    codes     space -> the number printed in it
    words     kind of ground, line or sign -> what it is called
    """

    outlines: Mapping[str, tuple[GeoPoint, ...]]
    grounds: Mapping[str, tuple[str, ...]]
    lines: tuple[PlanLine, ...] = ()
    signs: tuple[PlanSign, ...] = ()
    titles: Mapping[str, int] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
