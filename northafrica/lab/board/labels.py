"""The names on the map: one image, sent once, whose letters keep their size at every zoom.

An SVG shown as an image answers media queries about its own width; that decides how large the letters are
and which names have room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from northafrica.core.html import style as sheet
from northafrica.core.html import tag, together
from northafrica.lab.board.geometry import AREAS, UNITS, Bounds, Point, laid_over, pixels_per_degree
from northafrica.lab.board.scene import Ground, Shape
from northafrica.lab.tray.palette import Theme
from northafrica.lab.tray.symbols import short_name

STEPS = AREAS.steps
PER_LETTER = 0.56
EDGE = 0.7
"""Room for names about a map of small spaces, in degrees."""


def letter_size(zoom: float, shift: float = 0.0) -> float:
    """Height of the letters at a zoom, in pixels; on a map of small spaces they grow later by `shift`."""
    return min(13.0, max(8.5, 9.5 + (zoom - shift - 4.5) * 1.6))


def stands_at(shape: Shape) -> Point:
    """The point a name belongs to."""
    return shape.head or shape.anchor


def _is_centred(shape: Shape) -> bool:
    return shape.kind == "impassable" or shape.head is not None


def lines(shape: Shape) -> list[str]:
    """A name in one or two lines, and what is printed below it."""
    name = short_name(shape.name)
    words, more = name.split(), [shape.printed] if shape.printed else []
    if len(name) > 9 and len(words) > 1 and shape.head is None:
        return [" ".join(words[:-1]), words[-1], *more]
    return [name, *more]


def _fits(shape: Shape, zoom: float) -> bool:
    """Whether a name has room inside its space; a territory's may spill over."""
    width, height = _extent(shape, zoom)
    return 2.1 * shape.room[0] >= width and 1.9 * shape.room[1] >= height


def _extent(shape: Shape, zoom: float, later: float = 0.0) -> tuple[float, float]:
    """Width and height of a name, in degrees."""
    text, size = lines(shape), letter_size(zoom, later) / pixels_per_degree(zoom)
    return max(map(len, text)) * PER_LETTER * size, len(text) * size


@dataclass(frozen=True)
class Spot:
    """Where a name stands: from which zoom on, and how far from the usual place, in letter heights."""

    zoom: float
    dx: float = 0.0
    dy: float = 0.0


SHIFTS = ((0, 0), (0, -0.7), (1.5, -0.3), (-1.5, -0.3), (0, -1.5), (1.5, -1.2), (0, 0.9))


@cache
def spots(ground: Ground) -> Mapping[str, Spot]:
    """Where each name is shown, and from which zoom on, so that names never cover one another."""
    wanted = sorted(ground.named, key=lambda s: (s.rank, s.kind != "land", -s.room[0]))
    placed: dict[str, Spot] = {}
    later = ground.zooms.shift
    for zoom in ground.zooms.steps:
        taken = [box(shape, zoom, placed[shape.space], later) for shape in wanted if shape.space in placed]
        for shape in wanted:
            if shape.space in placed or not (shape.kind == "land" or _fits(shape, zoom)):
                continue
            shifts = SHIFTS if shape.kind == "land" else SHIFTS[:1]
            for spot in (Spot(zoom, dx, dy) for dx, dy in shifts):
                room = box(shape, zoom, spot, later)
                if not any(_overlap(room, other) for other in taken):
                    placed[shape.space] = spot
                    taken.append(room)
                    break
    return placed


def box(shape: Shape, zoom: float, spot: Spot, later: float = 0.0) -> Bounds:
    """The room a name takes: west, south, east, north in degrees."""
    width, height = _extent(shape, zoom, later)
    letter = letter_size(zoom, later) / pixels_per_degree(zoom)
    at = stands_at(shape)
    x, y = at[0] + spot.dx * letter, at[1] - spot.dy * letter
    if _is_centred(shape):
        y -= height / 2
    return x - width / 2, y, x + width / 2, y + height


def _overlap(a: Bounds, b: Bounds) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def shift(shape: Shape, count: int) -> list[float]:
    """Where each line of a name stands, in letter heights from the anchor."""
    if _is_centred(shape):
        return [0.35 + n - (count - 1) / 2 for n in range(count)]
    return [-0.35 - (count - 1 - n) for n in range(count)]


def names_url(ground: Ground, theme: Theme) -> tuple[str, list[list[float]]]:
    """The image as a data address, and the (lat, lon) corners it covers."""
    west, south, east, north = ground.bounds()
    west, east = west - ground.wrap / 2, east + ground.wrap / 2
    if ground.plan is not None:  # names of small spaces at the edge reach beyond it
        west, south, east, north = west - EDGE, south - EDGE / 2, east + EDGE, north + EDGE / 2
    parts = []
    shown, steps = spots(ground), ground.zooms.steps
    for shape in ground.shapes.values():
        spot = shown.get(shape.space)
        if spot is not None:
            step, corner = steps.index(spot.zoom), (west, north)
            parts += [_name(shape.moved(far), spot, corner, step) for far in ground.copies(shape.space)]
    rules = _style((east - west) * UNITS, theme, ground)
    return laid_over((west, south, east, north), sheet(rules), *parts)


def _name(shape: Shape, spot: Spot, corner: Point, step: int) -> Markup:
    """A name, and the dot of its town, in an image whose upper left corner is told."""
    at, (west, north) = stands_at(shape), corner
    x, y = (at[0] - west) * UNITS, (north - at[1]) * UNITS
    text = lines(shape)
    rows = together(
        *(
            tag("tspan", line, x=x, dx=f"{spot.dx}em", dy=f"{dy:.2f}em")
            for line, dy in zip(text, _steps([spot.dy + row for row in shift(shape, len(text))]), strict=True)
        )
    )
    found = tag("text", rows, class_=f"z{step} {shape.kind} r{shape.rank}", y=y)
    if not shape.town:
        return found
    tx, ty = (shape.town[0] - west) * UNITS, (north - shape.town[1]) * UNITS
    return together(found, tag("circle", cx=tx, cy=ty))


def _steps(places: list[float]) -> list[float]:
    return [place - (places[n - 1] if n else 0) for n, place in enumerate(places)]


def _style(width: float, theme: Theme, ground: Ground) -> str:
    rules = [
        "text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;text-anchor:middle;display:none;"
        f"fill:{theme.ink};stroke:{theme.page};stroke-opacity:.65;paint-order:stroke;stroke-linejoin:round;"
        "stroke-width:.22em;font-weight:600}",
        f".sea,.convoy{{font-style:italic;font-weight:400}}.impassable{{fill:{theme.faint};font-weight:400}}",
        f"circle{{fill:{theme.ink};stroke:{theme.page}}}",
        ".r1{font-weight:800}.r3{font-weight:400}" if ground.plan else "",
    ]
    for n, zoom in enumerate(ground.zooms.steps):
        scale = pixels_per_degree(zoom)
        size = letter_size(zoom, ground.zooms.shift) * UNITS / scale
        from_width = width / UNITS * scale - 1
        dot = 1.8 * UNITS / scale
        rules.append(
            f"@media(min-width:{from_width:.0f}px){{svg{{font-size:{size:.1f}px}}.z{n}{{display:block}}"
            f"circle{{r:{dot:.1f}px;stroke-width:{dot / 2:.1f}}}}}"
        )
    return "".join(rules)
