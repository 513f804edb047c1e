"""Small parts of the interactive map: levels of detail, fitting, icons, the order of names."""

from __future__ import annotations

import math
import re

import ipyleaflet as leaflet

from northafrica.core.html import safe
from northafrica.lab.board import layers, plan_svg
from northafrica.lab.board.geometry import AREAS, Bounds, Zooms, latitude
from northafrica.lab.board.scene import Ground


def level(zoom: float, zooms: Zooms = AREAS) -> str:
    """The class that says how much of a stack is shown at a zoom."""
    return f"na-z{zooms.level(zoom)}"


def fit(bounds: Bounds, width: float, height: float, last: float = AREAS.last) -> tuple[list[float], float]:
    """Centre (lat, lon) and zoom at which the bounds fill a map of that size."""
    west, south, east, north = bounds
    scale = min(width / max(east - west, 0.1), height / max(north - south, 0.1))
    zoom = math.floor(math.log2(scale * 360 / 256) * 8) / 8
    return [latitude((south + north) / 2), (west + east) / 2], max(3.0, min(last, zoom))


def drawn(ground: Ground, dark: bool) -> tuple[leaflet.Layer, ...]:
    """The coast and the fixed picture below the spaces, where a map is drawn from data."""
    plan, bounds = ground.plan, ground.bounds(ground.shapes)
    if plan is None:
        return ()
    url, corners = ground.once(("image", dark), lambda: plan_svg.image(plan, bounds, dark, ground.coast))
    coast = leaflet.GeoJSON(data=layers.coast_layer(ground))
    return coast, leaflet.ImageOverlay(url=url, bounds=corners, pane=layers.BELOW)


def icon(html: str) -> leaflet.DivIcon:
    """An icon that is nothing but its HTML."""
    return leaflet.DivIcon(html=safe(html), icon_size=[0, 0], icon_anchor=[0, 0], bg_pos=[0, 0])


def by_number(name: str) -> list[tuple[int, str]]:
    """A key to sort names with numbers in them by number.

    >>> sorted(["A10.01", "A9.02"], key=by_number)
    ['A9.02', 'A10.01']
    """
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name) if part]
