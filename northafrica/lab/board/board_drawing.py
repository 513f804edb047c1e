"""The board being drawn as SVG: ground, control, overlay, stacks, arrows, and what stands below the map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap

from markupsafe import Markup

from northafrica.core.cards import SpaceCard
from northafrica.core.html import NOTHING, tag, together
from northafrica.core.overlays import Overlay
from northafrica.lab.board import borders, labels, layers, markup, placement, style
from northafrica.lab.board.geometry import Bounds, Point, Rings, mercator
from northafrica.lab.board.scene import Scene, Shape
from northafrica.lab.tray import symbols
from northafrica.lab.tray.palette import LIGHT, Theme, frame, mix
from northafrica.lab.tray.svg import drawing, length, rect, written

LETTER = 6.8
LEAST_LETTERS = 7.0
"""Height of the smallest words an overlay writes, in pixels."""


class BoardDrawing:
    """One board being drawn."""

    def __init__(self, now: Scene, width: int, focus: Sequence[str] | None, theme: Theme) -> None:
        self.now, self.width, self.theme = now, width, theme
        west, south, east, north = now.ground.bounds(focus)
        across, up = self._margin((east - west, north - south), bool(focus))
        self.view: Bounds = (west - across, south - up, east + across, north + up)
        self.scale = width / (self.view[2] - self.view[0])
        self.height = (self.view[3] - self.view[1]) * self.scale
        self.zoom = math.log2(self.scale * 360 / 256)
        self.level = now.ground.zooms.level(self.zoom)
        self.prefix = f"na-{theme.name}"
        self.colours, self.letters = now.colours, now.letters
        self.over: Overlay | None = None

    def _margin(self, span: Point, focused: bool) -> Point:
        """Room about what is shown, across and up, in degrees."""
        return (0.8, 0.4) if focused else (0.3, 0.15)

    def svg(self, legend: bool, above: str = "") -> Markup:
        """All of it; `above`: markup that lies over everything."""
        below, tall = self._below(legend)
        board = tag(
            "svg",
            tag("rect", width="100%", height="100%", fill=self.theme.sea),
            *(self._coast(), self._spaces(), self._tints(), self._names()),
            *(self._guards(), self._stacks(), self._values(), self._arrows()),
            width=self.width,
            height=self.height,
        )
        size, defs = (self.width, self.height + tall), tag("defs", self._defs())
        return drawing(self.now.title, self._description(), size, self.theme.page, board, below, above, defs=defs)

    def _description(self) -> str:
        held = [card for card in self.now.cards.values() if markup.has_cluster(card)]
        return ". ".join(symbols.card_words(card, self.now.names) for card in held)

    def _defs(self) -> str:
        signs = {p: (self.letters[p], frame(side)) for p, side in self.now.powers.items()}
        found = symbols.defs(self.prefix, symbols.pairs(self.now.cards.values()), signs)
        for power, mark in self.now.patterns.items():
            colour, theme = self.colours[power], self.theme
            ground, ink = mix(colour, theme.land, theme.tint), mix(colour, theme.ink, 70)
            found += symbols.pattern(f"{self.prefix}-held-{power}", mark, ground, ink)
        return found

    # -- the map ---------------------------------------------------------------------------------
    def _spot(self, point: Point) -> Point:
        return (point[0] - self.view[0]) * self.scale, (self.view[3] - point[1]) * self.scale

    def _path(self, rings: Rings) -> str:
        return "".join("M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in map(self._spot, ring)) + "Z" for ring in rings)

    def _at(self, space: str) -> Shape:
        """A space where it comes nearest to the middle of the view."""
        return self.now.ground.near(space, (self.view[0] + self.view[2]) / 2)

    def _is_in_view(self, shape: Shape) -> bool:
        west, south, east, north = shape.bounds
        return west < self.view[2] and east > self.view[0] and south < self.view[3] and north > self.view[1]

    def _coast(self) -> Markup:
        if self.now.ground.coast is None:
            return NOTHING
        polygons, wrap = self.now.ground.coast["geometry"]["coordinates"], self.now.ground.wrap
        rounds = (0.0, wrap, -wrap) if wrap else (0.0,)
        rings = tuple(
            tuple((x + r, mercator(y)) for x, y in ring) for r in rounds for part in polygons for ring in part
        )
        look = dict(fill=self.theme.base, stroke=self.theme.line, stroke_width=".5")
        return tag("path", d=self._path(rings), **look)

    def _spaces(self) -> Markup:
        parts = []
        ground = self.now.ground
        every = (shape.moved(far) for space, shape in ground.shapes.items() for far in ground.copies(space))
        for shape in filter(self._is_in_view, every):
            card = self.now.cards.get(shape.space)
            holder = self.now.holder(card) if card else ""
            fill = f"url(#{self.prefix}-held-{holder})" if holder else getattr(self.theme, shape.kind)
            words = symbols.card_words(card, self.now.names) if card else shape.name
            parts.append(tag("path", tag("title", words), d=self._path(shape.rings), fill=fill))
        return tag("g", *parts, *self._lines(), stroke=self.theme.line, stroke_width=".8")

    def _lines(self) -> list[Markup]:
        """Canals and the like."""
        look = dict(fill="none", stroke=self.theme.chosen, stroke_width="2.5")
        ways = ([self._spot((x, mercator(y))) for x, y in line] for line in self.now.ground.lines)
        return [tag("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in way), **look) for way in ways]

    def _tinted(self) -> list[tuple[str, Shape]]:
        """The spaces in view that the overlay tints."""
        found = dict.fromkeys((*self.over.labels, *self.over.shades)) if self.over is not None else {}
        shapes = self.now.ground.shapes
        near = ((space, self._at(space)) for space in found if space in shapes)
        return [(space, shape) for space, shape in near if self._is_in_view(shape)]

    def _tints(self) -> Markup:
        """The tints of the overlay."""
        parts = []
        for space, shape in self._tinted():
            assert self.over is not None
            share = round(100 * min(1.0, max(0.0, self.over.shades.get(space, 0.0))))
            parts.append(tag("path", d=self._path(shape.rings), fill=mix(style.FAR, style.NEAR, share)))
        return tag("g", *parts, fill_opacity=".42") if parts else NOTHING

    def _values(self) -> Markup:
        """What the overlay writes in its spaces; where something stands, at the upper edge, free of it."""
        parts = []
        for space, shape in self._tinted():
            assert self.over is not None
            x, y = self._spot(shape.anchor)
            room = shape.room[1] * self.scale
            size, low = min(13.0, max(LEAST_LETTERS, 0.3 * room)), y + 0.44 * room
            card = self.now.cards.get(space)
            if card is not None and markup.has_cluster(card):
                low = self._spot((0.0, shape.bounds[3]))[1] + 0.5 * size
            text = self.over.labels.get(space, "")
            parts.append(tag("text", text, x=x, y=low, font_size=size))
        look = dict(fill="#1b1f24", stroke="#fff", stroke_opacity=".8", stroke_width="2.6", paint_order="stroke")
        return tag("g", *parts, **look, font_weight="700", text_anchor="middle") if parts else NOTHING

    def _names(self) -> Markup:
        size, parts = labels.letter_size(self.zoom, self.now.ground.zooms.shift), []
        held = {space for space, card in self.now.cards.items() if markup.has_cluster(card)}
        for space, spot in sorted(labels.spots(self.now.ground).items(), key=lambda item: item[0] in held):
            shape = self._at(space)
            if spot.zoom > self.zoom + 0.01 or not self._is_in_view(shape):
                continue
            if shape.town:
                x, y = self._spot(shape.town)
                parts.append(tag("circle", cx=x, cy=y, r="1.8", stroke_width="1"))
            parts.append(self._name(shape, spot, size))
        look = dict(fill=self.theme.ink, stroke=self.theme.page, stroke_opacity=".65", paint_order="stroke")
        return tag("g", *parts, font_size=size, **look, stroke_width="2.2", text_anchor="middle")

    def _name(self, shape: Shape, spot: labels.Spot, size: float) -> Markup:
        x, y = self._spot(labels.stands_at(shape))
        x, y = x + spot.dx * size, y + spot.dy * size
        text = labels.lines(shape)
        weight = dict(font_weight="600") if shape.kind in ("land", "sahara") else dict(font_style="italic")
        rows = zip(text, labels.shift(shape, len(text)), strict=True)
        return together(*(tag("text", row, x=x, y=y + dy * size, **weight) for row, dy in rows))

    def _guards(self) -> Markup:
        """Mines on their borders: small signs inside the mined space, along the border they guard."""
        parts = []
        for card, token, line in borders.guarded(self.now.ground, self.now.cards.values()):
            if not symbols.is_known(token.kind):
                continue
            name = symbols.symbol_id(token.kind, "friendly")
            colour = self.colours.get(token.owner.split("/")[0], "#ffffff")
            told = f"{card.name}: {symbols.token_words(token, self.now.names)}"
            spots = borders.spots(line, self.now.ground.shapes[card.space].anchor, self.scale)
            half, size = borders.SIGN / 2, borders.SIGN
            places = map(self._spot, spots)
            signs = together(*(self._use(name, x - half, y - half, size, size, colour) for x, y in places))
            parts.append(tag("g", tag("title", told), signs, class_="guard"))
        return together(*parts)

    def _use(self, name: str, x: float, y: float, wide: float, tall: float, colour: str) -> Markup:
        """A symbol of the picture in a place."""
        return tag("use", href=f"#{self.prefix}-{name}", x=x, y=y, width=wide, height=tall, color=colour)

    def _held(self) -> list[SpaceCard]:
        """The cards of the spaces in view where something stands."""
        shapes = self.now.ground.shapes
        on_map = (card for space, card in self.now.cards.items() if space in shapes and markup.has_cluster(card))
        return [card for card in on_map if self._is_in_view(self._at(card.space))]

    def _stacks(self) -> Markup:
        cards = self._held()
        shifts = placement.place(self.now.ground, cards, self.level, self.zoom)
        parts = []
        for card in cards:
            x, y = self._spot(self._at(card.space).anchor)
            dx, dy = shifts[card.space]
            if math.hypot(dx, dy) > 14:
                ends = dict(x1=x, y1=y, x2=x + dx, y2=y + dy + 6)
                parts.append(tag("line", **ends, stroke=self.theme.ink, stroke_width="1.5"))
            parts.append(self._cluster(card, x + dx, y + dy + 1, self.level))
        return together(*parts)

    def _cluster(self, card: SpaceCard, x: float, y: float, level: int) -> Markup:
        """Chips in rows, centred below a point."""
        detail = placement.LEVELS[level]
        rows: list[list[tuple[str, str, str, float]]] = [[]]
        for name, power, number in self._chips(card, level):
            width = detail.item + detail.digit * (len(number) - 1)
            if rows[-1] and sum(chip[3] for chip in rows[-1]) + width > detail.row:
                rows.append([])
            rows[-1].append((name, power, number, width))
        parts = []
        for n, row in enumerate(rows):
            left = x - sum(chip[3] for chip in row) / 2
            for name, power, number, width in row:
                parts.append(self._chip(name, power, number, (left, y + n * detail.height), level, width))
                left += width
        words = symbols.card_words(card, self.now.names)
        return tag("g", tag("title", words), *parts)

    def _chips(self, card: SpaceCard, level: int) -> list[tuple[str, str, str]]:
        """(symbol, power, number) of each chip of a cluster."""
        found: dict[tuple[str, str], int] = {}
        for stack in markup.in_order(self.now, card):
            name = f"badge-{stack.power}" if level == 0 else symbols.symbol_id(stack.drawing, frame(stack.side))
            found[name, stack.power] = found.get((name, stack.power), 0) + stack.count
        for token in card.tokens:
            if symbols.is_known(token.kind):
                key = (symbols.symbol_id(token.kind, "friendly"), token.owner.split("/")[0])
                found[key] = found.get(key, 0) + token.amount
        return [(name, power, str(number)) for (name, power), number in found.items()]

    def _chip(self, name: str, power: str, number: str, at: Point, level: int, width: float) -> Markup:
        (x, y), theme = at, self.theme
        side = (17, 16, 24)[level] - (3 if level == 0 and not name.startswith("badge") else 0)
        tall, size = placement.LEVELS[level].height - 2, (10, 11, 13)[level]
        colour = self.colours.get(power, "#ffffff")
        plate = dict(rx="3", fill=theme.plate, stroke=theme.line, stroke_width=".5")
        right, foot = x + width - 2.5, y + tall / 2 + size * 0.36
        return together(
            rect(x, y, width - 1, tall, **plate),
            self._use(name, x + 1, y + 0.5, side, tall - 1, colour),
            written(number, right, foot, font_size=size, font_weight="600", text_anchor="end", fill=LIGHT.ink),
        )

    def _arrows(self) -> Markup:
        parts = []
        for arrow, line, tip in layers.arrow_lines(self.now.ground, self.now.arrows):
            colour = self.theme.chosen if arrow.kind == "attack" else self.theme.ink
            dash = dict(stroke_dasharray="7 4") if arrow.kind in ("supply", "convoy") else {}
            points, ends = (" ".join(f"{x:.1f},{y:.1f}" for x, y in map(self._spot, way)) for way in (line, tip))
            shaft = tag("polyline", points=points, fill="none", stroke=colour, stroke_width="2.5", **dash)
            told = arrow.label or f"{arrow.kind} {arrow.start} to {arrow.end}"
            parts.append(tag("g", tag("title", told), shaft, tag("polygon", points=ends, fill=colour)))
        return together(*parts)

    # -- beside the map --------------------------------------------------------------------------
    def _below(self, legend: bool) -> tuple[Markup, float]:
        """Title, boxes and legend, and how high they are."""
        y = self.height + 20
        parts = [self._text(self.now.title, 6, y, "700")]
        lines = [", ".join(self.now.notes)] if self.now.notes else []
        if self.now.ground.key:
            lines.append(self.now.ground.key)
        if self.over is not None:
            lines.append("; ".join((self.over.title, *self.over.notes)))
        for line in (part for long in lines for part in wrap(long, int((self.width - 12) / LETTER))):
            y += 20
            parts.append(self._text(line, 6, y))
        for box in self.now.boxes:
            card = self.now.cards[box]
            if box not in self.now.ground.shapes and markup.has_cluster(card):
                y += 22
                parts.append(self._text(f"{card.name}:", 6, y))
                x = 20 + length(card.name, LETTER)
                for name, power, number in self._chips(card, 1):
                    width = 24 + 7 * len(number)
                    parts.append(self._chip(name, power, number, (x, y - 13), 1, width))
                    x += width + 2
        if legend:
            drawn, y = self._legend(y)
            parts.append(drawn)
        return together(*parts), y + 12 - self.height

    def _text(self, words: str, x: float, y: float, weight: str | None = None) -> Markup:
        return tag("text", words, x=x, y=y, font_size="12", fill=self.theme.ink, font_weight=weight)

    def _entries(self) -> list[tuple[list[str], str]]:
        """What the legend explains: drawings, and their words."""
        entries: list[tuple[list[str], str]] = []
        for power, side in self.now.powers.items():
            entries.append(([f"badge-{power}", f"held-{power}"], self._power_words(power, side)))
        kinds: dict[str, list[str]] = {}
        for kind, side_frame in sorted(symbols.pairs(self.now.cards.values())):
            kinds.setdefault(kind, []).append(symbols.symbol_id(kind, side_frame))
        entries += [(names, symbols.kind_name(kind)) for kind, names in kinds.items()]
        grounds = dict.fromkeys(shape.kind for shape in self.now.ground.shapes.values())
        entries += [([f"ground-{kind}"], markup.GROUND_WORDS.get(kind, kind)) for kind in grounds]
        return entries

    def _legend(self, y: float) -> tuple[Markup, float]:
        entries = self._entries()
        parts, x, y = [], 6.0, y + 24
        for names, words in entries:
            wide = 24 * len(names) + length(words, LETTER) + 16
            if x + wide > self.width and x > 6:
                x, y = 6.0, y + 22
            for n, name in enumerate(names):
                parts.append(self._key(name, x + 24 * n, y))
            parts.append(self._text(words, x + 24 * len(names) + 2, y))
            x += wide
        return together(*parts), y

    def _power_words(self, power: str, side: str) -> str:
        name, side = self.now.names[power], self.now.sides.get(side, side)
        return name if name == side else f"{name} ({side})"

    def _key(self, name: str, x: float, y: float) -> Markup:
        box = dict(x=x, y=y - 13, width="21", height="17")
        kind, _, rest = name.partition("-")
        if kind in ("held", "ground"):
            fill = f"url(#{self.prefix}-{name})" if kind == "held" else getattr(self.theme, rest)
            return tag("rect", **box, fill=fill, stroke=self.theme.line)
        colour = self.colours.get(rest, "#ffffff") if kind == "badge" else "#ffffff"
        return tag("use", href=f"#{self.prefix}-{name}", **box, color=colour)
