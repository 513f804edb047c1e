"""Overlays for study: a choice of them, their tints and numbers on the map, the way to the space pointed at."""

from __future__ import annotations

import base64
from collections.abc import Callable

import ipyleaflet as leaflet
import ipywidgets as widgets
from markupsafe import Markup

from northafrica.core.html import NOTHING, tag, together
from northafrica.core.overlays import Overlay
from northafrica.lab.board import layers, style
from northafrica.lab.board.geometry import UNITS, laid_over
from northafrica.lab.board.scene import Ground, Scene
from northafrica.lab.tray.parts import blank, show, unseen
from northafrica.lab.tray.svg import written

NONE = ("no overlay", "")
EMPTY = "data:image/svg+xml;base64," + base64.b64encode(b'<svg xmlns="http://www.w3.org/2000/svg"/>').decode()


def words_url(ground: Ground, overlay: Overlay) -> tuple[str, list[list[float]]]:
    """The labels of an overlay as one image, and the (lat, lon) corners it covers."""
    places = {space: ground.shapes[space] for space in overlay.labels if space in ground.shapes}
    if not places:
        return EMPTY, [[0.0, 0.0], [1.0, 1.0]]
    west, south, east, north = ground.bounds(places)
    size = 0.62 * min(shape.room[1] for shape in places.values()) * UNITS
    parts = [
        written(overlay.labels[s], (shape.anchor[0] - west) * UNITS, (north - shape.anchor[1]) * UNITS + size * 0.35)
        for s, shape in places.items()
    ]
    look = dict(font_family="system-ui,sans-serif", font_size=size, font_weight="700", text_anchor="middle")
    halo = dict(fill="#1b1f24", stroke="#fff", stroke_opacity=".75", stroke_width=size * 0.2, paint_order="stroke")
    return laid_over((west, south, east, north), tag("g", *parts, **look, **halo))


class OverlayLayer:
    """What is laid over one map. `changed` is called when a person chooses another overlay."""

    def __init__(self, scope: str, changed: Callable[[], None]) -> None:
        self._scope, self._changed, self._quiet = scope, changed, False
        self.shown: Overlay | None = None
        told = dict(options=[NONE], tooltip="Lay something over the map, for study")
        self.choice = blank(widgets.Dropdown, "na-overlays", self._chosen, "260px", **told)
        show(self.choice, False)
        self.css = unseen(css="na-void")
        self.words = leaflet.ImageOverlay(url=EMPTY, bounds=[[0.0, 0.0], [1.0, 1.0]], pane=layers.OVER)
        self.way = leaflet.GeoJSON(data=layers.collection([]))

    @property
    def layers(self) -> tuple[leaflet.Layer, ...]:
        """Its layers on the map, bottom first."""
        return self.way, self.words

    def update(self, scene: Scene, space: str) -> None:
        """Offer what fits the moment and the selected space, and draw the chosen one anew."""
        sorts = scene.overlays(space)
        options = [NONE, *((sort.title, sort.name) for sort in sorts)]
        before = self.choice.value or ""
        self._quiet = True
        try:
            self.choice.options = options
            self.choice.value = _kept(before, [sort.name for sort in sorts])
        finally:
            self._quiet = False
        show(self.choice, bool(sorts))
        self._draw(scene, space)

    def _draw(self, scene: Scene, space: str) -> None:
        name = self.choice.value or ""
        found = scene.overlay(name, space) if name else None
        if found == self.shown:
            return
        self.shown = found
        shades = {} if found is None else {s: found.shades.get(s, 0.0) for s in (*found.labels, *found.shades)}
        self.css.value = style.tint_rules(self._scope, shades) if shades else ""
        url, corners = (EMPTY, self.words.bounds) if found is None else words_url(scene.ground, found)
        with self.words.hold_sync():
            self.words.url, self.words.bounds = url, corners
        self.point(scene, "")

    def point(self, scene: Scene, space: str) -> None:
        """Draw the way to the space pointed at."""
        way = self.shown.way(space) if self.shown is not None and space and self.shown.before else ()
        self.way.data = layers.way_layer(scene.ground, way)

    def told(self, space: str) -> Markup:
        """What the overlay says of a space, as HTML."""
        if self.shown is None:
            return NOTHING
        label = self.shown.labels.get(space, "")
        steps = len(self.shown.way(space)) - 1
        far = f", {steps} space{'s' if steps != 1 else ''}" if steps > 0 else ""
        start = "measured from here" if space and space == self.shown.start else "nothing here"
        said = f"here {label}{far}" if label else start
        notes = together(*(together(tag("br"), note) for note in self.shown.notes))
        rules = together(" ", tag("small", "[", ", ".join(self.shown.rules), "]")) if self.shown.rules else ""
        return tag("p", tag("b", self.shown.title), ": ", said, rules, tag("small", notes), class_="na-told")

    def _chosen(self, _: object) -> None:
        if not self._quiet:
            self._changed()


def _kept(before: str, names: list[str]) -> str:
    """The overlay chosen before, or one of its sort (the part before a colon), or none."""
    if before in names or not before:
        return before
    sort = before.partition(":")[0]
    return next((name for name in names if name.partition(":")[0] == sort), "")
