"""The map: ground, control, stacks, supply, mines and arrows of a game, to look at and to click on.

The ground is sent once. After that a change costs what changed: the marker of a space whose contents are
others than before, one short style sheet for control, one outline for the selection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any

import ipyleaflet as leaflet
import ipywidgets as widgets

from northafrica.core.cards import SpaceCard
from northafrica.core.game import Game
from northafrica.core.html import tag, together
from northafrica.core.table import View
from northafrica.lab.board import counters, labels, layers, markup, placement, style
from northafrica.lab.board.geometry import Bounds, Point
from northafrica.lab.board.map_parts import drawn, fit, icon, level, list_labels, list_words, listed_first
from northafrica.lab.board.overlay_layer import OverlayLayer
from northafrica.lab.board.scene import scene
from northafrica.lab.board.space_list import SpaceList
from northafrica.lab.board.traces import Trace
from northafrica.lab.tray import keys, symbols
from northafrica.lab.tray.closing import Shown, as_part, close_tree
from northafrica.lab.tray.palette import DARK, LIGHT, frame
from northafrica.lab.tray.parts import Html, column, marked, row, show, unseen

Chosen = Callable[[str], None]
_serial = count(1)
FIRST_WIDTH, SIDE_WIDTH = 880, 400


class BoardMap(Shown):
    """A board as an interactive map with a list of its spaces, a panel on one of them, insets and a legend.

    `theme`: `auto` follows Jupyter, else `light` or `dark`. `focus`: spaces to fill the view with.
    `height`: of the map in pixels; without it the map takes the height its width asks for.
    `legend`: `open`, `closed` (folded up), or False for none. `fill`: for a table, which puts the parts of the board
    (`unseen`, `main`, `side`) where it wants them; the map takes the room it is given.
    """

    def __init__(
        self,
        thing: Game | View,
        *,
        height: int | None = None,
        theme: str = "auto",
        focus: Iterable[str] | None = None,
        seat: str = "",
        legend: str | bool = "open",
        fill: bool = False,
    ) -> None:
        self.take_place()
        self.scope = f"na{next(_serial)}"
        self.seat = seat
        self._scene = scene(thing, seat)
        self._zooms = self._scene.ground.zooms
        self._callbacks: list[Chosen] = []
        self._selected = self._hovered = ""
        self._targets: tuple[str, ...] = ()
        self._traces: tuple[Trace, ...] = ()
        self._markers: dict[str, leaflet.Marker] = {}
        self._shown: dict[str, tuple[str, str]] = {}
        self._laid: tuple[object, list[dict[str, Point]]] = ((), [])
        self._kinds: set[tuple[str, str]] = set()
        self._height, self._theme, self._size, self._fill = height, theme, (0.0, 0.0), fill
        self._focus = self._scene.filled(focus)
        self._build(legend)
        self._draw()

    # -- building --------------------------------------------------------------------------------
    def _build(self, legend: str | bool) -> None:
        rules = keys.sheet(style.sheet(self.scope, self._theme, self._scene.colours), self.scope)
        fixed, self._control, self._defs = unseen(rules, "na-void"), unseen(css="na-void"), unseen(css="na-void")
        self._overlays = OverlayLayer(self.scope, self._overlay_chosen)
        self._build_map()
        self._panel, self._legend = Html(css="na-info"), Html(css="na-below")
        show(self._legend, bool(legend))
        self._unfolded = legend != "closed"
        self._list = as_part(SpaceList(*self._listed()))
        self._list.on_select(self._picked)
        self._build_boxes()
        boxes = row(*self._boxes.values(), css="na-boxes")
        near = level(self._map.zoom, self._zooms)
        self._main = column(self._map, css=f"na-map {near}")
        self.side = row(self._list.widget, self._panel, css="na-side")
        self.unseen = (fixed, self._defs, self._control, self._overlays.css)
        self.css = f"na-root {self.scope}"  # of whatever holds the parts
        if self._fill:
            self._main.children = (self._map, self._legend)
            self.main = column(self._bar(), self._main, boxes, css="na-board")
            self.side.children = (*self.side.children, *self._close_ups)
            self.widget = row(css=self.css)
        else:
            self.main = column(self._bar(), self._main, *self._close_ups, boxes, css="na-board")
            self.widget = row(*self.unseen, self.main, self.side, self._legend, css=self.css)

    def _build_map(self) -> None:
        bounds = self._bounds()
        height = self._height or self._natural_height(FIRST_WIDTH)
        centre, zoom = fit(bounds, FIRST_WIDTH, height, self._zooms)
        self._fitted = (centre, zoom)
        self._ground = leaflet.GeoJSON(data=layers.ground_layer(self._scene.ground))
        self._ground.on_click(self._clicked)
        self._ground.on_hover(self._pointed)
        self._ground.on_mouseout(self._left)
        url, corners = labels.names_url(self._scene.ground, DARK if self._theme == "dark" else LIGHT)
        self._names = leaflet.ImageOverlay(url=url, bounds=corners)
        self._chosen = leaflet.GeoJSON(data=layers.collection([]))
        self._arrows = leaflet.GeoJSON(data=layers.collection([]))
        self._stacks = leaflet.LayerGroup()
        over = (*self._overlays.layers, self._chosen, self._arrows, self._stacks)
        below = drawn(self._scene.ground, self._theme == "dark")
        zooms = dict(min_zoom=self._zooms.first, max_zoom=self._zooms.last, zoom_snap=0.125, zoom_delta=0.5)
        rest = leaflet.MapStyle()  # one for both: a page that moved has the default in the other's place
        styles = dict(style=rest, default_style=rest)
        look = dict(panes=layers.PANES, scroll_wheel_zoom=False, attribution_control=False, **styles)
        size = widgets.Layout(height="100%" if self._fill else f"{height}px", width="100%")
        every = (*below, self._ground, self._names, *over)
        self._map = leaflet.Map(layers=every, center=centre, zoom=zoom, layout=size, **zooms, **look)
        self._map.observe(self._zoomed, "zoom")
        if self._scene.ground.wrap:
            self._map.observe(self._gone_round, "center")
        self._insets = {title: self._inset_map(room, every, zooms | look) for title, room in self._crowded()}
        self._close_ups = [
            column(Html(tag("b", title)), inset, css=f"na-map na-inset {level(inset.zoom, self._zooms)}")
            for title, inset in self._insets.items()
        ]
        self._map.observe(self._resized, "pixel_bounds")

    def _crowded(self) -> Iterable[tuple[str, Bounds]]:
        """What is drawn larger below a map that shows all of the board."""
        return () if self._focus else self._scene.ground.insets.items()

    def _inset_map(self, room: Bounds, every: tuple[leaflet.Layer, ...], look: dict[str, Any]) -> leaflet.Map:
        """The same layers once more, closer."""
        inset = leaflet.Map(layers=every, layout=widgets.Layout(width="100%"), zoom_control=False, **look)
        self._fit_inset(inset, room, SIDE_WIDTH if self._fill else FIRST_WIDTH)
        return inset

    def _fit_inset(self, inset: leaflet.Map, room: Bounds, width: float) -> None:
        """A crowded part of the board fills the width."""
        west, south, east, north = room
        height = width * (north - south) / (east - west)
        inset.layout.height = f"{height:.0f}px"
        with inset.hold_sync():
            inset.center, inset.zoom = fit(room, width, height, self._zooms)

    def _bar(self) -> widgets.Box:
        self._title = Html()
        whole = widgets.Button(description="Whole board", tooltip="Show the whole board")
        near = widgets.Button(description="Zoom to space", tooltip="Show the selected space and its surroundings")
        whole.on_click(lambda _: self.show())
        near.on_click(lambda _: self.show([self._selected] if self._selected else None))
        buttons = marked(whole, "na-whole"), marked(near, "na-near-space")
        return row(self._title, self._overlays.choice, *buttons, css="na-bar")

    def _build_boxes(self) -> None:
        self._boxes: dict[str, widgets.VBox] = {}
        self._box_html: dict[str, Html] = {}
        for place in self._scene.boxes:
            button = widgets.Button(description=self._scene.cards[place].name, tooltip="Show what is in this box")
            button.layout.width = "auto"
            button.on_click(lambda _, place=place: self._picked(place))
            self._box_html[place] = Html()
            css = f"na-boxcard b-{style.class_word(place)}"
            self._boxes[place] = column(button, self._box_html[place], css=css)

    def _bounds(self) -> Bounds:
        west, south, east, north = self._scene.ground.bounds(self._focus)
        room = min(0.3, self._zooms.margin / 2)
        return west - room, south - room * 2 / 3, east + room, north + room * 2 / 3

    def _natural_height(self, width: float) -> int:
        west, south, east, north = self._bounds()
        least = 360 if self._scene.ground.plan is None else 540
        return int(max(least, min(680, width * (north - south) / (east - west))))

    # -- drawing ---------------------------------------------------------------------------------
    def update(self, thing: Game | View, targets: Iterable[str] | None = None) -> None:
        """Show another moment of the same game; only what changed is sent. `targets`: spaces to highlight."""
        self._scene = scene(thing, self.seat)
        self._targets = self._targets if targets is None else tuple(targets)
        self._draw()

    def _draw(self) -> None:
        now = self._scene
        kinds = symbols.pairs(now.cards.values())
        if not kinds <= self._kinds or not self._kinds:
            self._kinds |= kinds
            self._defs.value = self._definitions()
            self._legend.value = markup.legend(self.scope, now, self._kinds, self._unfolded)
        title = tag("b", now.title, class_="na-title")
        self._title.value = together(title, " ", tag("small", ", ".join(now.notes)))
        self._draw_control()
        self._draw_stacks()
        self._draw_arrows()
        for place, html in self._box_html.items():
            inner = self._inset(now.cards[place])
            html.value = tag("div", inner or tag("span", "empty", class_="na-faint"), class_="na-box")
        self._list.update(*self._listed())
        self._overlays.update(now, self._selected)
        self._tell()

    def _inset(self, card: SpaceCard) -> str:
        """What stands in a box beside the map."""
        draw = markup.contents if self._scene.ground.plan is None else counters.contents
        return draw(self.scope, self._scene, card)

    def _definitions(self) -> str:
        now = self._scene
        signs = {power: (now.letters[power], frame(side)) for power, side in now.powers.items()}
        content = symbols.defs(self.scope, self._kinds, signs)
        return style.hidden_svg(content + style.pattern_defs(self.scope, now.colours, now.patterns))

    def _draw_control(self) -> None:
        held: dict[str, list[str]] = {}
        for place, card in self._scene.cards.items():
            holder = self._scene.holder(card)
            if holder:
                held.setdefault(holder, []).append(place)
        touched = [place for trace in self._traces for place in trace.places]
        self._control.value = style.control_rules(self.scope, held, self._targets, touched)

    def _draw_stacks(self) -> None:
        wanted: dict[str, tuple[str, str]] = {}
        now, shapes = self._scene, self._scene.ground.shapes
        cards = {place: card for place, card in now.cards.items() if place in shapes and markup.has_cluster(card)}
        shifts = self._lay_out(cards)
        for place, card in cards.items():
            if now.ground.plan is None:
                html = markup.cluster(self.scope, now, card, [shift[place] for shift in shifts])
            else:
                html = counters.cluster(self.scope, now, card)
            wanted[place] = (html, symbols.card_words(card, now.names))
        gone = [place for place in self._shown if place not in wanted]
        fresh = [self._new_marker(place, *what) for place, what in wanted.items() if place not in self._shown]
        for place, what in wanted.items():
            if place in self._shown and self._shown[place] != what:
                self._change_marker(place, *what)
        if gone or fresh:
            kept = [marker for place, marker in self._markers.items() if place not in gone]
            self._stacks.layers = tuple(kept)
        close_tree(*(self._markers.pop(place) for place in gone))
        self._shown = wanted

    def _lay_out(self, cards: Mapping[str, SpaceCard]) -> list[dict[str, Point]]:
        """Where clusters stand at each level; kept until a cluster has another size."""
        sizes = tuple((place, *placement.items(card, False)) for place, card in cards.items())
        if self._laid[0] != sizes:
            levels = range(len(placement.LEVELS))
            found = [placement.place(self._scene.ground, cards.values(), n) for n in levels]
            self._laid = (sizes, found)
        return self._laid[1]

    def _new_marker(self, place: str, html: str, title: str) -> leaflet.Marker:
        location = list(self._scene.ground.near(place, self._map.center[1]).location)
        look = dict(draggable=False, keyboard=False, rise_on_hover=True)
        marker = leaflet.Marker(location=location, icon=icon(html), title=title, **look)
        marker.on_click(lambda **_: self._picked(place))
        marker.on_mouseover(lambda **_: self._point(place))
        marker.on_mouseout(self._left)
        self._markers[place] = marker
        return marker

    def _change_marker(self, place: str, html: str, title: str) -> None:
        marker = self._markers[place]
        before = marker.icon
        with marker.hold_sync():
            marker.title, marker.icon = title, icon(html)
        before.close()

    def _draw_arrows(self) -> None:
        arrows = (*self._scene.arrows, *(arrow for trace in self._traces for arrow in trace.arrows))
        self._arrows.data = layers.arrow_layer(self._scene.ground, arrows, self._scene.cards.values())

    def _listed(self) -> tuple[dict[str, str], dict[str, str], set[str] | None]:
        now = self._scene
        return list_labels(now, self._targets), list_words(now), listed_first(now, self._targets)

    # -- choosing --------------------------------------------------------------------------------
    @property
    def selected(self) -> str:
        """The selected space, "" for none."""
        return self._selected

    def select(self, space: str) -> None:
        """Select a space ("" for none) without telling the callbacks. Raises KeyError for an unknown one."""
        if space and space not in self._scene.cards:
            raise KeyError(f"there is no space '{space}' on this map")
        before, self._selected = self._selected, space
        self._list.select(space)
        self._chosen.data = layers.chosen_layer(self._scene.ground, space)
        for place, box in self._boxes.items():
            if place == space:
                box.add_class("na-on")
            elif place == before:
                box.remove_class("na-on")
        self._overlays.update(self._scene, space)
        self._tell()

    def overlay(self, name: str = "") -> None:
        """Lay something over the map by a public call; `overlays()` lists the names, "" takes it away."""
        self._overlays.choice.value = name

    def overlays(self) -> dict[str, str]:
        """What may be laid over the map now: name -> title."""
        return {sort.name: sort.title for sort in self._scene.overlays(self._selected)}

    def _overlay_chosen(self) -> None:
        self._overlays.update(self._scene, self._selected)
        self._tell()

    def on_select(self, callback: Chosen, remove: bool = False) -> None:
        """Call `callback(space)` whenever a person picks a space on the map, in the list or as a box."""
        if remove:
            self._callbacks.remove(callback)
        else:
            self._callbacks.append(callback)

    def highlight(self, spaces: Iterable[str] = ()) -> None:
        """Mark spaces as possible choices, on the map and in the list; none takes the marks away."""
        self._targets = tuple(spaces)
        self._draw_control()
        self._list.update(*self._listed())

    def point_out(self, *traces: Trace) -> None:
        """Draw what happened, or what is being ordered, over the board; none takes it away."""
        if traces != self._traces:
            self._traces = traces
            self._draw_control()
            self._draw_arrows()

    def show(self, spaces: Iterable[str] | None = None) -> None:
        """Bring spaces into view; without any, the whole board."""
        wanted = [space for space in spaces or () if space in self._scene.ground.shapes]
        width, height = self._size if self._size[0] else (FIRST_WIDTH, self._natural_height(FIRST_WIDTH))
        if wanted:
            west, south, east, north = self._scene.ground.bounds(wanted)
            room = self._zooms.margin
            around = (west - room, south - room / 2, east + room, north + room / 2)
            self._go(*fit(around, width, height, self._zooms))
        else:
            self._fitted = fit(self._bounds(), width, height, self._zooms)
            self._go(*self._fitted)

    def _picked(self, space: str) -> None:
        self._hovered = ""
        self.select(space)
        for callback in list(self._callbacks):
            callback(space)

    def _clicked(self, feature: Mapping[str, Any] | None = None, **_: Any) -> None:
        space = (feature or {}).get("properties", {}).get("id", "")
        if space in self._scene.cards:
            self._picked(space)

    def _pointed(self, feature: Mapping[str, Any] | None = None, **_: Any) -> None:
        self._point((feature or {}).get("properties", {}).get("id", ""))

    def _point(self, space: str) -> None:
        if space != self._hovered:
            self._hovered = space
            self._overlays.point(self._scene, space)
            self._tell()

    def _left(self, **_: Any) -> None:
        self._point("")

    def _tell(self) -> None:
        hovered = bool(self._hovered) and self._hovered != self._selected
        card = self._card(hovered)
        told = self._overlays.told(card.space) if card is not None else ""
        self._panel.value = markup.panel(self.scope, self._scene, card, hovered, told)

    def _card(self, hovered: bool) -> SpaceCard | None:
        return self._scene.card(self._hovered if hovered else self._selected)

    # -- size ------------------------------------------------------------------------------------
    def _go(self, centre: list[float], zoom: float) -> None:
        with self._map.hold_sync():
            self._map.center, self._map.zoom = centre, zoom

    def _gone_round(self, change: Mapping[str, Any]) -> None:
        """Stacks go with the view where the board comes round again."""
        ground = self._scene.ground
        for place, marker in self._markers.items():
            there = list(ground.near(place, change["new"][1]).location)
            if there != marker.location:
                marker.location = there

    def _zoomed(self, change: Mapping[str, Any]) -> None:
        before, now = level(change["old"], self._zooms), level(change["new"], self._zooms)
        if before != now:
            self._main.remove_class(before)
            self._main.add_class(now)

    def _resized(self, change: Mapping[str, Any]) -> None:
        (left, top), (right, bottom) = change["new"]
        size = (right - left, bottom - top)
        if min(size) < 50 or max(abs(size[0] - self._size[0]), abs(size[1] - self._size[1])) < 4:
            return
        untouched = abs(self._map.zoom - self._fitted[1]) < 0.01
        self._size = size
        if self._height is None and not self._fill:
            self._map.layout.height = f"{self._natural_height(size[0])}px"
        if untouched:
            self.show()
        for title, room in self._crowded():
            self._fit_inset(self._insets[title], room, size[0] if not self._fill else SIDE_WIDTH)

    # -- showing and closing -----------------------------------------------------------------------
    def __repr__(self) -> str:
        chosen = self._selected or "none"
        return f"<BoardMap {self._scene.title}: {len(self._markers)} stacks, selected {chosen}>"

    def close(self) -> None:
        """Close every widget of the map; it cannot be shown any more."""
        self._callbacks.clear()
        self._list.close()
        close_tree(self.widget, *self.unseen, self.main, self.side, *self._markers.values())
