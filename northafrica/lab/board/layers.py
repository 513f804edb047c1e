"""The map's layers as plain GeoJSON: the ground once, then small changing ones (selection, arrows)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from northafrica.core.cards import Arrow, SpaceCard
from northafrica.lab.board.borders import guarded
from northafrica.lab.board.geometry import Point, latitude
from northafrica.lab.board.scene import Ground
from northafrica.lab.board.style import space_class

BELOW, OVER, ABOVE = "na-under", "na-over", "na-above"
PANES = {name: {"zIndex": z, "pointerEvents": "none"} for name, z in ((BELOW, 350), (OVER, 450), (ABOVE, 620))}


def collection(features: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A GeoJSON feature collection."""
    return {"type": "FeatureCollection", "features": list(features)}


def _feature(geometry: Mapping[str, Any], style: Mapping[str, Any], **properties: str) -> dict[str, Any]:
    return {"type": "Feature", "properties": {**properties, "style": dict(style)}, "geometry": dict(geometry)}


def ground_layer(ground: Ground) -> dict[str, Any]:
    """Coast and spaces; what a space looks like is decided by its class names."""
    found = []
    if ground.coast is not None and ground.plan is None:
        style = {"className": "na-base", "interactive": False}
        found.append(_feature(ground.coast["geometry"], style, id=""))
    for space, feature in ground.features.items():
        kind = feature["properties"]["kind"]
        css = f"na-{kind}" if ground.plan is not None else f"na-space na-{kind}"
        style = {"className": f"{css} {space_class(space)}"}
        found += [_feature(_moved(feature["geometry"], far), style, id=space) for far in ground.copies(space)]
    for line in ground.lines:
        style = {"className": "na-over na-canal", "interactive": False, "fill": False}
        found.append(_feature({"type": "LineString", "coordinates": [list(spot) for spot in line]}, style, id=""))
    return collection(found)


def _moved(geometry: Mapping[str, Any], far: float) -> Mapping[str, Any]:
    """The same outline so many degrees further east."""
    if not far:
        return geometry

    def move(spots: Any) -> Any:
        return [spots[0] + far, spots[1]] if isinstance(spots[0], int | float) else [move(part) for part in spots]

    return {"type": geometry["type"], "coordinates": move(geometry["coordinates"])}


def coast_layer(ground: Ground) -> dict[str, Any]:
    """The coast below a map drawn from data."""
    if ground.coast is None or ground.plan is None:
        return collection([])
    style = {"className": "na-base", "interactive": False, "pane": BELOW}
    return collection([_feature(ground.coast["geometry"], style, id="")])


def chosen_layer(ground: Ground, space: str) -> dict[str, Any]:
    """The outline of the selected space."""
    feature = ground.features.get(space)
    if feature is None:
        return collection([])
    style = {"className": "na-over na-chosen", "interactive": False, "pane": OVER}
    outlines = (_moved(feature["geometry"], far) for far in ground.copies(space))
    return collection([_feature(outline, style, id=space) for outline in outlines])


def bow(start: Point, end: Point) -> list[Point]:
    """A slightly bowed line between two points, short of both ends, where stacks stand."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    mx, my = (ax + bx) / 2 - dy * 0.14, (ay + by) / 2 + dx * 0.14
    steps = [0.08 + n * 0.065 for n in range(13)]
    return [
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by,
        )
        for t in steps
    ]


def head(line: list[Point], size: float) -> list[Point]:
    """The triangle at the end of a line."""
    (ax, ay), (bx, by) = line[-3], line[-1]
    angle = math.atan2(by - ay, bx - ax)
    left, right = angle + 2.65, angle - 2.65
    return [
        (bx, by),
        (bx + size * math.cos(left), by + size * math.sin(left)),
        (bx + size * math.cos(right), by + size * math.sin(right)),
        (bx, by),
    ]


def arrow_lines(ground: Ground, arrows: Iterable[Arrow]) -> list[tuple[Arrow, list[Point], list[Point]]]:
    """Each arrow whose ends are on the map: line and head, in (lon, mercator)."""
    found = []
    for arrow in arrows:
        if arrow.start in ground.shapes and arrow.end in ground.shapes and arrow.start != arrow.end:
            for far in ground.copies(arrow.start):
                start = ground.shapes[arrow.start].moved(far).anchor
                end = ground.near(arrow.end, start[0]).anchor
                line = bow(start, end)
                size = min(0.6, 0.35 * math.hypot(end[0] - start[0], end[1] - start[1]))
                found.append((arrow, line, head(line, size)))
    return found


def guard_layer(ground: Ground, cards: Iterable[SpaceCard]) -> list[dict[str, Any]]:
    """Borders with mines, as features."""
    found = []
    for card, token, line in guarded(ground, cards):
        geometry = {"type": "LineString", "coordinates": [[round(x, 3), round(latitude(y), 3)] for x, y in line]}
        style = {"className": "na-over na-guard", "interactive": False, "pane": OVER, "fill": False}
        found.append(_feature(geometry, style, start=card.space, end=token.to))
    return found


def arrow_layer(ground: Ground, arrows: Iterable[Arrow], cards: Iterable[SpaceCard] = ()) -> dict[str, Any]:
    """Moves and attacks as lines with heads; mined borders of the cards as dotted lines."""
    found = guard_layer(ground, cards)
    for arrow, line, tip in arrow_lines(ground, arrows):
        css = f"na-over na-arrow {arrow.kind}"
        for name, points, kind in (("", line, "LineString"), (" head", tip, "Polygon")):
            spots = [[round(x, 3), round(latitude(y), 3)] for x, y in points]
            geometry = {"type": kind, "coordinates": [spots] if kind == "Polygon" else spots}
            style = {"className": css + name, "interactive": False, "pane": ABOVE, "fill": bool(name)}
            found.append(_feature(geometry, style, start=arrow.start, end=arrow.end))
    return collection(found)


def way_layer(ground: Ground, way: Iterable[str]) -> dict[str, Any]:
    """A way from space to space as one line."""
    spots = [ground.shapes[space].anchor for space in way if space in ground.shapes]
    if len(spots) < 2:
        return collection([])
    line = [[round(x, 3), round(latitude(y), 3)] for x, y in spots]
    style = {"className": "na-over na-way", "interactive": False, "pane": OVER, "fill": False}
    return collection([_feature({"type": "LineString", "coordinates": line}, style, id="")])
