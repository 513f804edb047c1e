"""A map drawn from data (`core.map_plan`) as SVG: one fixed drawing, for the interactive map and for pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from northafrica.core.html import style as sheet
from northafrica.core.html import tag, together
from northafrica.core.map_plan import GeoPoint, MapPlan, PlanLine
from northafrica.lab.board import plan_look
from northafrica.lab.board.geometry import UNITS, Bounds, Point, cell_height, laid_over, mercator

SEEN_CODES = 46
"""Numbers of spaces are shown where a space is at least so many pixels high."""
Spot = Callable[[Point], Point]


@dataclass(frozen=True)
class Frame:
    """Where the drawing goes: `spot` turns (lon, mercator) into its units, `cell` is a space's height in them."""

    spot: Spot
    cell: float
    dark: bool
    prefix: str

    def at(self, place: tuple[float, float]) -> Point:
        """A (lat, lon) point in the drawing."""
        return self.spot((place[1], mercator(place[0])))


def defs(frame: Frame, kinds: Iterable[str]) -> Markup:
    """Patterns of the grounds: filled ones and marks alone."""
    size, found = frame.cell * 0.36, []
    for kind in kinds:
        drawn = tag("g", plan_look.mark(kind, frame.dark), transform=f"scale({size / 10:.3f})")
        square = dict(width=f"{size:.2f}", height=f"{size:.2f}")
        plate = tag("rect", **square, fill=plan_look.ground_colour(kind, frame.dark))
        for layer, parts in (("g", (plate, drawn)), ("m", (drawn,))):
            named = f"{frame.prefix}{layer}-{kind}"
            found.append(tag("pattern", *parts, id=named, **square, patternUnits="userSpaceOnUse"))
    return together(*found)


def drawing(
    plan: MapPlan,
    frame: Frame,
    coast: Mapping[str, Any] | None,
    spaces: Sequence[str] | None = None,
    inside: Callable[[GeoPoint], bool] | None = None,
    codes: bool = True,
) -> Markup:
    """Grounds, lines, signs and numbers of a map; `spaces`: those in view, `inside`: points in view, else all."""
    shown = list(plan.outlines) if spaces is None else list(spaces)
    if inside is not None:
        lines = tuple(line for line in plan.lines if any(map(inside, line.points)))
        plan = replace(plan, lines=lines, signs=tuple(sign for sign in plan.signs if inside(sign.at)))
    kinds = dict.fromkeys(kind for space in shown for kind in plan.grounds.get(space, ()))
    rim = dict(
        stroke="#d9cfb4" if frame.dark else "#8d8163", stroke_opacity=".55", stroke_width=f"{frame.cell / 60:.2f}"
    )
    spread, clip = tag("g", _grounds(plan, frame, shown), id=f"{frame.prefix}spaces"), ""
    if coast is not None:
        land = tag("path", d=_coast(frame, coast, plan), clip_rule="evenodd")
        clip = tag("clipPath", land, id=f"{frame.prefix}coast")
    spaces_drawn = f"#{frame.prefix}spaces"
    land = tag("use", href=spaces_drawn, clip_path=f"url(#{frame.prefix}coast)" if clip else None)
    return together(
        tag("defs", defs(frame, kinds), clip, spread),
        land,
        tag("use", href=spaces_drawn, fill_opacity=".42", **rim),
        _lines(plan, frame),
        _signs(plan, frame),
        _codes(plan, frame, shown) if codes else "",
    )


def _outline(frame: Frame, corners: Iterable[tuple[float, float]]) -> str:
    """A closed outline in relative steps, which are short."""
    points = [frame.at(corner) for corner in corners]
    x, y = (round(value, 1) for value in points[0])
    found = [f"M{x:g},{y:g}l"]
    for px, py in points[1:]:
        dx, dy = round(px - x, 1), round(py - y, 1)
        found.append(f"{dx:g},{dy:g} ")
        x, y = round(x + dx, 1), round(y + dy, 1)
    return "".join(found).strip() + "z"


def _grounds(plan: MapPlan, frame: Frame, shown: Iterable[str]) -> Markup:
    fills: dict[tuple[str, str], list[str]] = {}
    for space in shown:
        shape = _outline(frame, plan.outlines[space])
        for n, kind in enumerate(plan.grounds.get(space, ())):
            fills.setdefault(("m" if n else "g", kind), []).append(shape)
    filled = sorted(fills.items())
    return together(
        *(tag("path", fill=f"url(#{frame.prefix}{layer}-{kind})", d="".join(d)) for (layer, kind), d in filled)
    )


def _coast(frame: Frame, coast: Mapping[str, Any], plan: MapPlan) -> str:
    """The land about the map."""
    lats = [lat for corners in plan.outlines.values() for lat, _ in corners]
    lons = [lon for corners in plan.outlines.values() for _, lon in corners]
    found = []
    for polygon in coast["geometry"]["coordinates"]:
        for ring in polygon:
            xs, ys = [p[0] for p in ring], [p[1] for p in ring]
            if min(xs) < max(lons) and max(xs) > min(lons) and min(ys) < max(lats) and max(ys) > min(lats):
                spots = (frame.at((y, x)) for x, y in ring)
                found.append("M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in spots) + "z")
    return "".join(found)


# -- lines ---------------------------------------------------------------------------------------------------
def _lines(plan: MapPlan, frame: Frame) -> Markup:
    kinds: dict[str, list[PlanLine]] = {}
    for line in plan.lines:
        kinds.setdefault(line.kind, []).append(line)
    return together(*(_kind(kind, lines, frame) for kind, lines in kinds.items()))


def _kind(kind: str, lines: Sequence[PlanLine], frame: Frame) -> Markup:
    look, cell = plan_look.stroke(kind), frame.cell
    colour = look.dark if frame.dark else look.light
    d = "".join(_way([frame.at(point) for point in line.points]) for line in lines)
    dash = dict(stroke_dasharray=" ".join(f"{part * cell:.2f}" for part in look.dash)) if look.dash else {}
    cap = "butt" if look.dash else "round"
    found = ""
    if look.rim is not None:
        rim = look.rim[frame.dark]
        found += tag("path", class_=f"l-{kind}", d=d, stroke=rim, stroke_width=f"{look.width * cell * 1.9:.2f}")
    found += tag("path", class_=f"l-{kind}", d=d, stroke=colour, stroke_width=f"{look.width * cell:.2f}", **dash)
    teeth = "".join(_teeth([frame.at(point) for point in line.points], cell) for line in lines) if look.teeth else ""
    mark = tag("path", d=teeth, fill=colour, stroke="none") if teeth else ""
    return together(tag("g", found, fill="none", stroke_linecap=cap, stroke_linejoin="round"), mark)


def _way(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _teeth(points: Sequence[Point], cell: float) -> Markup:
    """Three teeth on the right-hand side of a line (on the page y runs down)."""
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    half, tall = cell * 0.06, cell * 0.13
    found = []
    for share in (0.2, 0.5, 0.8):
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        corners = ((x - ux * half, y - uy * half), (x - uy * tall, y + ux * tall), (x + ux * half, y + uy * half))
        found.append(_way(corners) + "z")
    return together(*found)


# -- signs and numbers -----------------------------------------------------------------------------------------
def _signs(plan: MapPlan, frame: Frame) -> Markup:
    found = []
    for sign in plan.signs:
        if sign.kind in plan_look.SIGNS:
            dx, dy, drawn = plan_look.SIGNS[sign.kind]
            x, y = frame.at(sign.at)
            scale = frame.cell * 0.016
            place = f"translate({x + dx * frame.cell:.1f},{y + dy * frame.cell:.1f}) scale({scale:.3f})"
            found.append(tag("g", drawn, transform=place))
    return together(*found)


def _codes(plan: MapPlan, frame: Frame, shown: Iterable[str]) -> Markup:
    """The number of each space at its foot."""
    size = frame.cell * 0.15
    found = []
    for space in shown:
        if space in plan.codes:
            points = [frame.at(corner) for corner in plan.outlines[space]]
            x, foot = sum(p[0] for p in points) / len(points), sorted(p[1] for p in points)[-2:]
            y = sum(foot) / 2 - frame.cell * 0.05
            found.append(tag("text", plan.codes[space], x=x, y=y))
    ink = "#e8dcc0" if frame.dark else "#5c5140"
    style = dict(font_family="system-ui,sans-serif", font_size=size, text_anchor="middle", fill=ink)
    return tag("g", *found, class_="na-codes", **style)


def image(plan: MapPlan, bounds: Bounds, dark: bool, coast: Mapping[str, Any] | None) -> tuple[str, list[list[float]]]:
    """The drawing as a data address and the (lat, lon) corners it covers; numbers appear where there is room."""
    west, _, east, north = bounds
    cell = cell_height(plan) * UNITS
    frame = Frame(lambda p: ((p[0] - west) * UNITS, (north - p[1]) * UNITS), cell, dark, "")
    width = (east - west) * UNITS
    rules = (
        f".na-codes{{display:none}}@media(min-width:{width / cell * SEEN_CODES:.0f}px){{.na-codes{{display:inline}}}}"
    )
    rules += f"@media(max-width:{width / cell * 16:.0f}px){{path[class^=l-]{{stroke-width:{cell * 0.11:.1f}}}}}"
    return laid_over(bounds, sheet(rules), drawing(plan, frame, coast))
