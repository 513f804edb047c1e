"""What there is to draw: the ground (fixed shapes of a board) and a scene (all cards of one view).

Map and picture are drawn from the same scene, so they can never tell different stories.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np

from northafrica.core.cards import Arrow, SpaceCard, TurnBar
from northafrica.core.game import Game
from northafrica.core.map_plan import MapPlan, MapText
from northafrica.core.overlays import Overlay, OverlaySort
from northafrica.core.paths import data_path
from northafrica.core.place_names import place_of
from northafrica.core.table import Setting, View
from northafrica.lab.board.geometry import (
    AREAS,
    WORLD,
    Bounds,
    Point,
    Rings,
    Zooms,
    cell_height,
    cells,
    latitude,
    mercator,
)
from northafrica.lab.tray import palette
from northafrica.lab.tray.symbols import power_name

STRETCH = 1.8
KEPT_PLANS = 4


@dataclass(frozen=True)
class Shape:
    """A space as drawn: outlines in (lon, mercator), where its name and units go, how much room there is.

    `head`: where the name stands, if not above the units; `rank`: 1 for the names that are shown first; `printed`:
    what stands below the name.
    """

    space: str
    name: str
    kind: str
    rings: Rings
    anchor: Point
    room: Point
    town: Point | None = None
    head: Point | None = None
    rank: int = 0
    printed: str = ""

    @property
    def bounds(self) -> Bounds:
        """West, south, east, north."""
        xs = [x for ring in self.rings for x, _ in ring]
        ys = [y for ring in self.rings for _, y in ring]
        return min(xs), min(ys), max(xs), max(ys)

    def moved(self, far: float) -> Shape:
        """The same shape so many degrees further east."""
        if not far:
            return self
        rings = tuple(tuple((x + far, y) for x, y in ring) for ring in self.rings)
        town, head = (None if p is None else (p[0] + far, p[1]) for p in (self.town, self.head))
        return replace(self, rings=rings, anchor=(self.anchor[0] + far, self.anchor[1]), town=town, head=head)

    @property
    def location(self) -> Point:
        """The anchor as (lat, lon)."""
        return latitude(self.anchor[1]), self.anchor[0]


@dataclass(frozen=True, eq=False)
class Ground:
    """The fixed part of a board's picture. Boxes that stand beside the map are no part of it.

    `plan`: what is printed on a map drawn from data; `zooms`: from which zoom on how much of a stack is shown;
    `wrap`: after how many degrees the board comes round again, 0 for never; `lines`: canals and the like, in
    (lon, lat); `insets`: (west, south, east, north) in (lon, mercator) of what is crowded, by name; `key`: what
    stands below the names, in words.
    """

    shapes: Mapping[str, Shape]
    features: Mapping[str, Mapping[str, Any]]
    coast: Mapping[str, Any] | None
    plan: MapPlan | None = None
    zooms: Zooms = AREAS
    wrap: float = 0.0
    lines: tuple[tuple[Point, ...], ...] = ()
    insets: Mapping[str, Bounds] = field(default_factory=dict)
    key: str = ""
    worked: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, key: Any, work: Callable[[], Any]) -> Any:
        """What was worked out about this ground is kept, since it never changes."""
        if key not in self.worked:
            self.worked[key] = work()
        return self.worked[key]

    def bounds(self, spaces: Iterable[str] | None = None) -> Bounds:
        """West, south, east, north of some spaces, or of all that can be played on."""
        wanted = [space for space in (self.playable if spaces is None else spaces) if space in self.shapes]
        first = self.shapes[wanted[0]].anchor[0] if wanted else 0.0
        found = [(self.shapes[s] if spaces is None else self.near(s, first)).bounds for s in wanted]
        found = found or [shape.bounds for shape in self.shapes.values()] or [(-10.0, 25.0, 35.0, 45.0)]
        west, south, east, north = zip(*found, strict=True)
        return min(west), min(south), max(east), max(north)

    def copies(self, space: str) -> tuple[float, ...]:
        """How far from its place a space is drawn: there, and where the board comes round again."""
        if not self.wrap:
            return (0.0,)
        west, _, east, _ = self.once("bounds", self.bounds)
        return (0.0, self.wrap if self.shapes[space].anchor[0] < (west + east) / 2 else -self.wrap)

    def near(self, space: str, x: float) -> Shape:
        """A space where it comes nearest to a longitude."""
        shape = self.shapes[space]
        return shape.moved(self.wrap * round((x - shape.anchor[0]) / self.wrap)) if self.wrap else shape

    @property
    def named(self) -> list[Shape]:
        """The spaces whose names are printed."""
        return [shape for shape in self.shapes.values() if self.plan is None or shape.rank]

    @property
    def playable(self) -> list[str]:
        """Spaces on the map that something may enter."""
        return [shape.space for shape in self.shapes.values() if shape.kind != "impassable"]


def _stands_alone(shape: Shape, others: Iterable[Shape]) -> bool:
    """A plain box (five points) whose outline touches no other."""
    if sum(len(ring) for ring in shape.rings) > 6:
        return False
    west, south, east, north = shape.bounds
    for other in others:
        w, s, e, n = other.bounds
        if other is not shape and west <= e and w <= east and south <= n and s <= north:
            return False
    return True


def _rings(geometry: Mapping[str, Any]) -> Rings:
    polygons = geometry["coordinates"]
    if geometry["type"] == "Polygon":
        polygons = [polygons]
    return tuple(tuple((float(p[0]), mercator(float(p[1]))) for p in ring) for polygon in polygons for ring in polygon)


def contains(rings: Rings, points: np.ndarray) -> np.ndarray:
    """Which points lie inside the outlines."""
    inside = np.zeros(len(points), dtype=bool)
    x, y = points[:, :1], points[:, 1:]
    for ring in rings:
        ax, ay = np.array(ring).T
        bx, by = np.roll(ax, -1), np.roll(ay, -1)
        run = np.where(by == ay, 1e-12, by - ay)
        crossed = ((ay > y) != (by > y)) & (x < ax + (y - ay) / run * (bx - ax))
        inside ^= crossed.sum(1) % 2 == 1
    return inside


def _clearance(rings: Rings, points: np.ndarray) -> np.ndarray:
    """How far inside the outline each point lies (negative outside), wide shapes preferred."""
    nearest = np.full(len(points), np.inf)
    for ring in rings:
        a = np.array(ring) / (STRETCH, 1)
        p = points[:, None, :] / (STRETCH, 1)
        along = np.roll(a, -1, axis=0) - a
        length = np.maximum((along**2).sum(1), 1e-12)
        t = np.clip(((p - a) * along).sum(2) / length, 0, 1)[..., None]
        nearest = np.minimum(nearest, np.sqrt(((p - a - t * along) ** 2).sum(2)).min(1))
    found: np.ndarray = np.where(contains(rings, points), nearest, -nearest)
    return found


def _inner_point(rings: Rings) -> tuple[Point, Point]:
    """The point with most room for a wide label, and half width and height of that room."""
    ring = max(rings, key=lambda r: np.ptp([x for x, _ in r]) * np.ptp([y for _, y in r]))
    xs, ys = np.array(ring).T
    grid = np.stack(np.meshgrid(np.linspace(xs.min(), xs.max(), 25), np.linspace(ys.min(), ys.max(), 25)), -1)
    points = grid.reshape(-1, 2)
    clear = _clearance(rings, points)
    best = int(clear.argmax())
    room = max(float(clear[best]), 0.05)
    return (float(points[best][0]), float(points[best][1])), (room * STRETCH, room)


def _shape(feature: Mapping[str, Any], towns: Mapping[str, Point]) -> Shape:
    facts = feature["properties"]
    rings = _rings(feature["geometry"])
    anchor, room = _inner_point(rings)
    town = towns.get(facts["id"]) if facts["kind"] == "land" else None
    return Shape(facts["id"], facts["name"], facts["kind"], rings, anchor, room, town)


Places = tuple[tuple[str, float, float], ...]


@cache
def _ground(shapes: Traversable, places: Places, text: MapText) -> Ground:
    towns = {space: (lon, mercator(lat)) for space, lat, lon in places}
    raw: dict[str, Any] = json.loads(shapes.read_text(encoding="utf-8")) if shapes.is_file() else {}
    features, frame = raw.get("features", []), raw.get("frame", {})
    found = [_shape(feature, {} if frame else towns) for feature in features]
    inner = [shape for shape in found if shape.kind != "impassable"]
    below = dict(text.texts)
    drawn = {s.space: replace(s, printed=below.get(s.space, "")) for s in found if not _stands_alone(s, inner)}
    kept = {f["properties"]["id"]: f for f in features if f["properties"]["id"] in drawn}
    if not frame:
        return Ground(drawn, kept, _coast(), key=text.key)
    islands = {"type": "Feature", "properties": {}, "geometry": raw["decor"]} if "decor" in raw else None
    lines = tuple(tuple((x, y) for x, y in line["line"]) for line in raw.get("canals", ()))
    insets = {title: (w, mercator(s), e, mercator(n)) for title, (w, s, e, n) in frame.get("insets", {}).items()}
    wrap = float(frame.get("wrap_deg", 0))
    zooms = WORLD if wrap else AREAS
    return Ground(drawn, kept, islands, zooms=zooms, wrap=wrap, lines=lines, insets=insets, key=text.key)


@cache
def _coast() -> Mapping[str, Any] | None:
    coast_file = data_path("coast.geojson")
    if not coast_file.is_file():
        return None
    found: Mapping[str, Any] = json.loads(coast_file.read_text(encoding="utf-8"))["features"][0]
    return found


_plans: dict[int, tuple[Any, Ground | None]] = {}
"""Grounds by the data they are drawn from; the data are kept too, so that no number is given twice."""


def _plan_ground(setting: Setting) -> Ground | None:
    """The ground of a system that draws its map from data."""
    key = id(setting.data)
    if key not in _plans:
        plan = setting.system.map_plan(setting.data)
        while len(_plans) >= KEPT_PLANS:
            del _plans[next(iter(_plans))]
        names = {space.id: space.name for space in setting.system.board(setting.data).spaces.values()}
        _plans[key] = setting.data, None if plan is None else _from_plan(plan, names)
    return _plans[key][1]


def _from_plan(plan: MapPlan, names: Mapping[str, str]) -> Ground:
    tall = cell_height(plan)
    shapes, features = {}, {}
    for space, corners in plan.outlines.items():
        ring = tuple((lon, mercator(lat)) for lat, lon in corners)
        middle = sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
        head = (middle[0], middle[1] + 0.46 * tall)
        name, rank = names.get(space, space), plan.titles.get(space, 0)
        shapes[space] = Shape(space, name, "land", (ring,), middle, (tall / 2, tall / 2), None, head, rank)
        spots = [[round(lon, 3), round(lat, 3)] for lat, lon in (*corners, corners[0])]
        features[space] = {
            "type": "Feature",
            "properties": {"id": space, "kind": "cell"},
            "geometry": {"type": "Polygon", "coordinates": [spots]},
        }
    return Ground(shapes, features, _coast(), plan, cells(tall))


def ground(setting: Setting) -> Ground:
    """A board's ground: drawn from data, or the data's own `shapes`, else `data/<system>/shapes.geojson`."""
    drawn = _plan_ground(setting)
    if drawn is not None:
        return drawn
    shapes: Any = getattr(setting.data, "shapes", None) or data_path(setting.system.name, "shapes.geojson")
    board = setting.system.board(setting.data)
    places = tuple((space.id, space.lat, space.lon) for space in board.spaces.values())
    return _ground(shapes, places, setting.system.map_text(setting.data))


@dataclass(frozen=True)
class Scene:
    """All that one view shows."""

    ground: Ground
    cards: Mapping[str, SpaceCard]
    boxes: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    bar: TurnBar
    powers: Mapping[str, str]
    names: Mapping[str, str]
    sides: Mapping[str, str]
    notes: tuple[str, ...]
    title: str
    view: View

    @property
    def nations(self) -> list[str]:
        """The nationalities of the units on show."""
        return sorted({stack.nation for card in self.cards.values() for stack in card.stacks if stack.nation})

    def filled(self, focus: Iterable[str] | None) -> list[str] | None:
        """Spaces that fill the view, by id or name; None for the whole board. Raises ValueError at an unknown one."""
        names = list(focus or ())
        try:
            return [place_of(self.view, name) for name in names] or None
        except ValueError as error:
            raise ValueError(f"focus: {error}") from error

    def overlays(self, space: str) -> tuple[OverlaySort, ...]:
        """What may be laid over the map while a space is selected."""
        return self.view.setting.system.overlays(self.view, space)

    def overlay(self, name: str, space: str) -> Overlay:
        """One of the overlays."""
        return self.view.setting.system.overlay(self.view, name, space)

    @property
    def colours(self) -> dict[str, str]:
        """Colour of each power."""
        return palette.colours(self.powers)

    @property
    def letters(self) -> dict[str, str]:
        """Sign of each power."""
        return palette.letters(self.powers)

    @property
    def patterns(self) -> dict[str, str]:
        """Control pattern of each power."""
        return palette.patterns(self.powers)

    def holder(self, card: SpaceCard) -> str:
        """The power that controls a space; the first one where several do."""
        first = card.control.split(";")[0]
        return first if first in self.powers else ""

    def card(self, place: str) -> SpaceCard | None:
        """The whole card of a place, or None where there is none."""
        found = self.cards.get(place)
        return found if found is None or self.ground.plan is None else self.view.setting.system.card(self.view, place)


def as_view(thing: Game | View, seat: str = "") -> View:
    """A view, or the view a seat has of a game."""
    return thing.view(seat) if isinstance(thing, Game) else thing


def _card(view: View, place: str) -> SpaceCard | None:
    """The card of a place beside the board, or None where the system shows none (cups, hands, pools)."""
    try:
        return view.setting.system.card(view, place)
    except KeyError:
        return None


def scene(thing: Game | View, seat: str = "") -> Scene:
    """Gather everything a picture needs from a game or view."""
    view = as_view(thing, seat)
    setting, system = view.setting, view.setting.system
    board = system.board(setting.data)
    bar = system.turn_bar(view)
    places = system.vocabulary(setting.data).places
    outside = sorted(place for place in places if place not in board.spaces and ">" not in place)
    cards = dict(system.cards(view))
    beside = {place: card for place in outside if (card := _card(view, place)) is not None}
    boxes = [place for place, space in board.spaces.items() if space.kind == "box"]
    powers = dict(system.powers(setting.data))
    names = {power: power_name(setting, power) for power in powers}
    phase = dict(bar.phases).get(bar.phase, "")
    now = ", ".join(part for part in (names.get(bar.power, ""), phase) if part)
    where = f"round {bar.rounds}" + (f": {now}" if now else "")
    return Scene(
        ground=ground(setting),
        cards=cards | beside,
        boxes=(*boxes, *beside),
        arrows=tuple(system.arrows(view)),
        bar=bar,
        powers=powers,
        names={place: space.name for place, space in board.spaces.items()} | names,
        sides=dict(system.sides),
        notes=bar.boxes,
        title=f"{system.title} ({setting.scenario}), {where}",
        view=view,
    )
