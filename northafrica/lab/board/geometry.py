"""Points of a map as drawn: longitude and Mercator's latitude, both in degrees of the equator."""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass

from northafrica.core.html import tag
from northafrica.core.map_plan import MapPlan

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
Rings = tuple[tuple[Point, ...], ...]


def mercator(lat: float) -> float:
    """Latitude as it is drawn, in degrees of the equator."""
    return math.degrees(math.asinh(math.tan(math.radians(lat))))


def latitude(y: float) -> float:
    """The inverse of `mercator`."""
    return math.degrees(math.atan(math.sinh(math.radians(y))))


def pixels_per_degree(zoom: float) -> float:
    """How many pixels a degree of longitude takes."""
    return float(256 * 2**zoom / 360)


def zoom_for(degrees: float, pixels: float) -> float:
    """The zoom at which so many degrees take so many pixels."""
    return math.log2(pixels / degrees * 360 / 256)


@dataclass(frozen=True)
class Zooms:
    """From which zoom on more of a stack is shown, how far one may zoom in, how letters grow.

    middle, near, close   stacks by kind; whole; larger
    last, first           the largest and the smallest zoom
    shift                 how much later than on a map of large areas letters grow
    margin                room about spaces brought into view, in degrees of longitude
    names                 the zoom from which on there are names
    laid                  the zooms at which stacks are laid out, one for each level
    """

    middle: float
    near: float
    close: float
    last: float
    shift: float = 0.0
    margin: float = 2.0
    names: float = 3.5
    first: float = 3.0
    laid: tuple[float, ...] = (4.5, 5.125, 6.25)

    def level(self, zoom: float) -> int:
        """How much is shown: 0 counts, 1 kinds, 2 units, 3 units drawn larger."""
        return sum(zoom >= step for step in (self.middle, self.near, self.close))

    @property
    def steps(self) -> tuple[float, ...]:
        """The zooms at which names come in."""
        return tuple(self.names + 0.25 * n for n in range(19))


AREAS = Zooms(4.8, 5.9, 99.0, 7.5)
WORLD = Zooms(3.6, 4.9, 99.0, 7.0, -1.0, 8.0, 1.75, 1.0, (2.25, 4.25, 5.25))
"""A map of the whole world: larger areas, and Europe as crowded as any map."""


def cells(tall: float) -> Zooms:
    """The zooms of a map of small alike spaces, `tall` degrees high."""
    near = zoom_for(tall, 58)
    last, shift = round(zoom_for(tall, 160) * 8) / 8, near - AREAS.near
    return Zooms(zoom_for(tall, 22), near, zoom_for(tall, 100), last, shift, tall * 5, shift + 2.5)


UNITS = 100
"""Units of an image in a degree."""


def laid_over(bounds: Bounds, *parts: object) -> tuple[str, list[list[float]]]:
    """An image over bounds (west, south, east, north): a data address, and the (lat, lon) corners it covers."""
    west, south, east, north = bounds
    size = f"0 0 {(east - west) * UNITS:.0f} {(north - south) * UNITS:.0f}"
    svg = tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=size, preserveAspectRatio="none")
    packed = base64.b64encode(svg.encode()).decode()
    return f"data:image/svg+xml;base64,{packed}", [[latitude(south), west], [latitude(north), east]]


def cell_height(plan: MapPlan) -> float:
    """The height of a middling space, in degrees of the equator."""
    tall = sorted(
        mercator(max(lat for lat, _ in corners)) - mercator(min(lat for lat, _ in corners))
        for corners in plan.outlines.values()
    )
    return tall[len(tall) // 2]
