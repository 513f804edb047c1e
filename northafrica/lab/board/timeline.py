"""Dated events on the map: a light picture for courses, drawn from a frame of the campaign."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

import pandas as pd
from markupsafe import Markup

from northafrica.core.html import NOTHING, tag, together
from northafrica.core.paths import data_path
from northafrica.lab.board.geometry import Bounds, Point, mercator
from northafrica.lab.tray.palette import OKABE_ITO, THEMES, Theme
from northafrica.lab.tray.svg import Picture, drawing

MARKS = {"Axis": ("vermillion", "Axis: diamond"), "Allied": ("blue", "Allies: round"), "both": ("grey", "both: square")}
THEATRE: Bounds = (-10.5, 28.5, 33.0, 38.8)
"""West, south, east, north in degrees: Casablanca to Cairo, with Malta and Sicily."""
CLOSE = 17.0
OUTWARD = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))


def in_theatre(events: pd.DataFrame, bounds: Bounds = THEATRE) -> pd.DataFrame:
    """The events of a timeline that happened within bounds (west, south, east, north, in degrees)."""
    west, south, east, north = bounds
    return events[events["lon"].between(west, east) & events["lat"].between(south, north)]


def timeline_picture(
    events: pd.DataFrame, *, width: int = 960, theme: str = "light", bounds: Bounds = THEATRE, title: str = ""
) -> Picture:
    """Events as numbered marks on the map, in the order of the frame, 1 upwards; print the list beside it.

    events  rows of `history("timeline")`: date, event, lat, lon, side; those outside `bounds` are left out

    The shape of a mark tells who took the initiative, as its colour does. Marks that would cover each other are moved
    aside, with a line to their place.
    """
    kept, look = in_theatre(events, bounds), THEMES[theme]
    west, top = bounds[0], mercator(bounds[3])
    scale = width / (bounds[2] - west)
    height = (top - mercator(bounds[1])) * scale

    def spot(lon: float, lat: float) -> Point:
        return (lon - west) * scale, (top - mercator(lat)) * scale

    rings = ("M" + "L".join("{:.1f},{:.1f}".format(*spot(x, y)) for x, y in ring) + "Z" for ring in _coast(bounds))
    places = [spot(lon, lat) for lon, lat in zip(kept["lon"], kept["lat"], strict=True)]
    leads, marks, words = [], [], []
    rows = zip(kept["date"], kept["event"], kept["side"], strict=True)
    for n, (at, put, (date, event, side)) in enumerate(zip(places, _apart(places), rows, strict=True), 1):
        words.append(f"{n}: {date} {event}")
        leads.append(_lead(at, put, look))
        marks.append(_mark(n, put, str(side), f"{date}: {event}"))
    about = title or "Events of the campaign"
    sea = tag("rect", width="100%", height="100%", fill=look.sea)
    land = tag("path", d="".join(rings), fill=look.land, stroke=look.line, stroke_width=".6")
    board = tag("svg", sea, land, *leads, *marks, width=width, height=height)
    size, legend = (width, height + 24), _legend(height + 12, look)
    return Picture(drawing(about, ". ".join(words), size, look.page, board, legend), about)


@cache
def _coast(bounds: Bounds) -> tuple[tuple[Point, ...], ...]:
    raw = json.loads(data_path("coast.geojson").read_text(encoding="utf-8"))
    rings = (ring for part in raw["features"] for polygon in part["geometry"]["coordinates"] for ring in polygon)
    return tuple(tuple((x, y) for x, y in ring) for ring in rings if _touches(ring, bounds))


def _touches(ring: Iterable[Point], bounds: Bounds) -> bool:
    xs, ys = zip(*ring, strict=True)
    return bool(min(xs) < bounds[2] and max(xs) > bounds[0] and min(ys) < bounds[3] and max(ys) > bounds[1])


def _apart(places: list[Point]) -> list[Point]:
    """Where to put the marks so that none covers another: each at its place, or at the nearest free spot about it."""
    put: list[Point] = []
    for x, y in places:
        tries = [(x, y)]
        tries += [(x + dx * CLOSE * ring, y + dy * CLOSE * ring) for ring in range(1, 9) for dx, dy in OUTWARD]
        free = (p for p in tries if all(max(abs(p[0] - a), abs(p[1] - b)) >= CLOSE - 0.5 for a, b in put))
        put.append(next(free, (x, y)))
    return put


def _lead(at: Point, put: Point, look: Theme) -> Markup:
    """From the place itself to a mark put beside it; below all marks, so that no number is hidden."""
    if put == at:
        return NOTHING
    (x, y), (to_x, to_y) = at, put
    line = tag("path", d=f"M{x:.1f},{y:.1f}L{to_x:.1f},{to_y:.1f}", stroke=look.ink, stroke_opacity=".5")
    return together(line, tag("circle", cx=x, cy=y, r="1.6", fill=look.ink))


def _mark(n: int, put: Point, side: str, told: str) -> Markup:
    x, y = put
    number = tag("text", n, x=x, y=y + 3.2, text_anchor="middle", font_size="9", fill="#fff")
    return tag("g", tag("title", told), _sign(side, put), number)


def _sign(side: str, at: Point) -> Markup:
    """Diamond, disc or square."""
    (x, y), colour = at, OKABE_ITO[MARKS.get(side, MARKS["both"])[0]]
    colour = "#5f6368" if colour == OKABE_ITO["grey"] else "#A84300" if side == "Axis" else colour
    look = dict(fill=colour, stroke="#fff", stroke_width=".8")
    if side == "Axis":
        return tag("path", d=f"M{x:.1f},{y - 10.5:.1f}l10.5,10.5 -10.5,10.5 -10.5,-10.5z", **look)
    if side == "Allied":
        return tag("circle", cx=x, cy=y, r="8.2", **look)
    return tag("rect", x=x - 7.5, y=y - 7.5, width="15", height="15", **look)


def _legend(y: float, look: Theme) -> Markup:
    parts, x = [], 14.0
    for side, (_, words) in MARKS.items():
        told = tag("text", words, x=x + 15, y=y + 4, font_size="11", fill=look.ink)
        parts.append(_sign(side, (x, y)) + told)
        x += 130
    return together(*parts)
