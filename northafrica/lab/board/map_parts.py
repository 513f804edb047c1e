"""Small parts of the interactive map: levels of detail, fitting, icons; what the list beside it says of each space."""

from __future__ import annotations

import math
import re
from collections.abc import Collection

import ipyleaflet as leaflet

from northafrica.core.html import safe
from northafrica.lab.board import layers, plan_svg
from northafrica.lab.board.geometry import AREAS, Bounds, Zooms, latitude
from northafrica.lab.board.scene import Ground, Scene
from northafrica.lab.board.space_list import MOST
from northafrica.lab.tray import symbols


def level(zoom: float, zooms: Zooms = AREAS) -> str:
    """The class that says how much of a stack is shown at a zoom."""
    return f"na-z{zooms.level(zoom)}"


def fit(bounds: Bounds, width: float, height: float, zooms: Zooms = AREAS) -> tuple[list[float], float]:
    """Centre (lat, lon) and zoom at which the bounds fill a map of that size."""
    west, south, east, north = bounds
    scale = min(width / max(east - west, 0.1), height / max(north - south, 0.1))
    zoom = math.floor(math.log2(scale * 360 / 256) * 8) / 8
    return [latitude((south + north) / 2), (west + east) / 2], max(zooms.first, min(zooms.last, zoom))


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


# -- the list beside the map -----------------------------------------------------------------------------
def list_labels(now: Scene, targets: Collection[str]) -> dict[str, str]:
    """Each space in a few words, possible choices marked."""
    marked = set(targets)
    return {
        place: ("▸ " if place in marked else "") + symbols.summary(now.cards[place], now.names) for place in _order(now)
    }


def _order(now: Scene) -> list[str]:
    """All places in the order of the list, worked out once for a board."""
    if now.ground.plan is None:
        return _places(now)
    found: list[str] = now.ground.once(("order", len(now.cards)), lambda: _places(now))
    return found


def list_words(now: Scene) -> dict[str, str]:
    """All that stands in each space, to search in."""
    return {place: symbols.card_words(card, now.names) for place, card in now.cards.items()}


def listed_first(now: Scene, targets: Collection[str]) -> set[str] | None:
    """Of very many spaces those with a name, a stack or a mark; None where all are listed."""
    if now.ground.plan is None:
        return None
    held = {place for place, card in now.cards.items() if card.stacks or card.tokens or card.control}
    marked = set(targets) if len(targets) <= MOST else set()
    return held | marked | set(now.boxes) | {shape.space for shape in now.ground.named}


def _places(now: Scene) -> list[str]:
    """All places by name; those nothing may enter last."""
    if now.ground.plan is not None:
        return sorted(now.cards, key=lambda place: by_number(now.cards[place].name))
    shut = {place for place, shape in now.ground.shapes.items() if shape.kind == "impassable"}
    return sorted(now.cards, key=lambda place: (place in shut, now.cards[place].name))
