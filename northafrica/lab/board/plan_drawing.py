"""Pictures of a map drawn from data: the fixed drawing, stacks of counters, a legend of grounds and lines."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from markupsafe import Markup

from northafrica.core.cards import SpaceCard, Stack, Token
from northafrica.core.html import NOTHING, tag, together
from northafrica.core.map_plan import GeoPoint, MapPlan
from northafrica.lab.board import counters, labels, markup, plan_svg
from northafrica.lab.board.board_drawing import BoardDrawing
from northafrica.lab.board.geometry import Bounds, Point, cell_height, mercator
from northafrica.lab.board.scene import Shape
from northafrica.lab.tray import symbols
from northafrica.lab.tray.palette import LIGHT, NATIONS, frame, mix, nation_letters
from northafrica.lab.tray.svg import rect, written

COUNTER = 28.0
BOLD = dict(font_weight="700", text_anchor="middle", fill="#111")
LEAST = 10
"""At least so many spaces are shown side by side."""
BADGE = 12.0
"""Height of what stands for a stack from afar, in pixels."""
MARKS = 11.0
"""Height of the marks below a stack, in pixels."""
HIGH = 0.6
"""Height of a picture of some spaces, in parts of its width, or more."""


class PlanDrawing(BoardDrawing):
    """One map of many alike spaces being drawn."""

    @property
    def plan(self) -> MapPlan:
        """What is printed on the map."""
        assert self.now.ground.plan is not None
        return self.now.ground.plan

    @cached_property
    def tall(self) -> float:
        """The height of a space in degrees."""
        return cell_height(self.plan)

    @property
    def cell(self) -> float:
        """The height of a space in pixels."""
        return self.tall * self.scale

    def _margin(self, span: Point, focused: bool) -> Point:
        if not focused:
            return self.tall, self.tall
        across = max(1.5 * self.tall, (LEAST * self.tall - span[0]) / 2)
        up = max(1.2 * self.tall, (HIGH * (span[0] + 2 * across) - span[1]) / 2)
        return across, up

    def _spaces(self) -> Markup:
        shapes = self.now.ground.shapes
        shown = [space for space, shape in shapes.items() if self._is_in_view(shape)]
        place = plan_svg.Frame(self._spot, self.cell, self.theme.name == "dark", f"{self.prefix}-")
        codes = self.cell >= plan_svg.SEEN_CODES
        drawn = plan_svg.drawing(self.plan, place, self.now.ground.coast, shown, self._inside, codes)
        return drawn + together(*(self._control(space) for space in shown))

    def _inside(self, point: GeoPoint) -> bool:
        room = self.tall
        x, y = point[1], mercator(point[0])
        west, south, east, north = self.view
        return west - room < x < east + room and south - room < y < north + room

    def _control(self, space: str) -> Markup:
        card = self.now.cards.get(space)
        holder = self.now.holder(card) if card else ""
        if not holder:
            return NOTHING
        path = self._path(self.now.ground.shapes[space].rings)
        return tag("path", d=path, fill=f"url(#{self.prefix}-held-{holder})", fill_opacity=".42")

    # -- stacks ------------------------------------------------------------------------------------
    def _stacks(self) -> Markup:
        shapes, parts = self.now.ground.shapes, []
        for card in self._held():
            told = symbols.card_words(card, self.now.names)
            parts.append(tag("g", tag("title", told), self._stack(card, *self._spot(shapes[card.space].anchor))))
        return together(*parts)

    def _layout(self, card: SpaceCard) -> tuple[float, int, int, list[Token]]:
        """Of a stack: how large its counters are in pixels, how many stand side by side, its rows, its marks."""
        count = len(markup.in_order(self.now, card))
        size = COUNTER * (1.0 if self.level == 2 else min(1.5, self.cell / 72)) if self.level > 1 else self.cell * 0.4
        tokens = [token for token in markup.merged_tokens(card.tokens) if symbols.is_known(token.kind)]
        wide = counters.columns(count)
        return size, wide, -(-count // wide) or 0, tokens

    def _tall(self, card: SpaceCard) -> float:
        """The height of a stack with its marks, in pixels."""
        if self.level == 0:
            return BADGE
        size, _, rows, tokens = self._layout(card)
        return rows * (size + 1) + (MARKS if tokens else 0)

    @cached_property
    def _taken(self) -> Mapping[str, Bounds]:
        """The room of each stack in view: left, top, right, bottom in pixels."""
        found = {}
        for card in self._held():
            shape, (size, wide, _, _) = self.now.ground.shapes[card.space], self._layout(card)
            half = BADGE if self.level == 0 else min(wide, max(1, len(card.stacks))) * (size + 1)
            (x, y), half, up = self._spot(shape.anchor), half / 2, self._tall(card) / 2
            found[card.space] = (x - half, y - up, x + half, y + up)
        return found

    def _is_covered(self, space: str, left: float, foot: float, right: float, size: float) -> bool:
        """Whether the counters of another space hide a name there."""
        return any(
            other != space and west < right and east > left and north < foot and south > foot - size
            for other, (west, north, east, south) in self._taken.items()
        )

    def _name(self, shape: Shape, spot: labels.Spot, size: float) -> Markup:
        """A name; where counters stand, above them, below where an overlay writes there: where others leave it free."""
        if shape.space not in self._taken:
            return super()._name(shape, spot, size)
        (x, y), up = self._spot(shape.anchor), self._tall(self.now.cards[shape.space]) / 2
        text, usual = labels.lines(shape), self._spot(labels.stands_at(shape))[1]
        half, below = max(map(len, text)) * labels.PER_LETTER * size / 2, labels.shift(shape, len(text))[-1] * size
        feet = [(spot.dx, min(y - up - 0.25 * size, usual + spot.dy * size + below)), (0.0, y + up + 0.85 * size)]
        if self.over is not None and self.over.labels.get(shape.space) and self.now.cards[shape.space].stacks:
            feet.reverse()
        free = (
            (dx, foot)
            for dx, foot in feet
            if not self._is_covered(shape.space, x + dx * size - half, foot, x + dx * size + half, len(text) * size)
        )
        dx, foot = next(free, feet[0])
        return super()._name(shape, labels.Spot(spot.zoom, dx, (foot - below - usual) / size), size)

    def _stack(self, card: SpaceCard, x: float, y: float) -> Markup:
        stacks = markup.in_order(self.now, card)
        if self.level == 0:
            return self._far(stacks, x, y)
        size, wide, rows, tokens = self._layout(card)
        top, parts = y - self._tall(card) / 2, []
        for n, stack in enumerate(stacks):
            left = x - min(wide, len(stacks)) * (size + 1) / 2 + (n % wide) * (size + 1)
            draw = self._counter if self.level > 1 else self._small
            parts.append(draw(stack, left, top + n // wide * (size + 1), size))
        step = 22.0
        for n, token in enumerate(tokens):
            left = x - len(tokens) * step / 2 + n * step
            parts.append(self._mark(token.kind, token.owner, token.amount, left, top + rows * (size + 1)))
        return together(*parts)

    def _far(self, stacks: list[Stack], x: float, y: float) -> Markup:
        parts = []
        for n, (power, number) in enumerate(counters.totals(stacks).items()):
            parts.append(rect(x - 5.5, y - 6 + 12 * n, "11", "12", rx="2", stroke="#222", fill=self.colours[power]))
            parts.append(written(number, x, y + 3.6 + 12 * n, font_size="9.5", **BOLD))
        return together(*parts)

    def _colour(self, stack: Stack) -> str:
        return NATIONS[stack.nation][1] if stack.nation in NATIONS else self.colours.get(stack.power, "#ffffff")

    def _small(self, stack: Stack, x: float, y: float, size: float) -> Markup:
        name = symbols.symbol_id(stack.drawing, frame(stack.side))
        return self._use(name, x, y, size, size, self._colour(stack))

    def _counter(self, stack: Stack, x: float, y: float, size: float) -> Markup:
        unit, colour = size / COUNTER, self._colour(stack)
        name = symbols.symbol_id(stack.drawing, frame(stack.side))
        values = stack.values or symbols.kind_name(stack.drawing)[:6]
        letters = min(8.0, 6.6 if len(values) > counters.ROOM else 8.0, 40.0 / len(values))
        hurt = "Out of Supply" in stack.notes
        rim = dict(stroke="#b00020", stroke_width="2", stroke_dasharray="3 2") if hurt else dict(stroke="#333")
        text = dict(font_weight="700", fill="#111")
        many = self._many(stack, x, y, unit) if stack.count > 1 else ""
        done = dict(opacity=".62") if any(word in stack.notes for word in counters.DONE) else {}
        nation = nation_letters(stack.nation) if stack.nation else ""
        foot = dict(font_size=letters * unit, text_anchor="middle")
        return tag(
            "g",
            rect(x, y, size, size, rx="3", **rim, fill=mix(colour, "#ffffff", 38)),
            self._use(name, x + 4 * unit, y + 2 * unit, 20 * unit, 15 * unit, colour),
            written(nation, x + 1.5 * unit, y + 6.5 * unit, font_size=6.5 * unit, **text),
            self._pips(stack, x, y, unit),
            written(values, x + size / 2, y + size - 2.5 * unit, **foot, **text),
            many,
            **done,
        )

    def _pips(self, stack: Stack, x: float, y: float, unit: float) -> Markup:
        """Steps as small bars down the right edge: filled ones are left."""
        left, whole = stack.steps
        if whole < 2:
            return NOTHING
        edge = dict(stroke="#111", stroke_width=".5")
        left_edge, size = x + 24.3 * unit, (2.4 * unit, 3 * unit)
        fills = ("#111" if n < left else "#fff" for n in range(whole))
        return together(*(rect(left_edge, y + (2 + 4 * n) * unit, *size, **edge, fill=f) for n, f in enumerate(fills)))

    def _many(self, stack: Stack, x: float, y: float, unit: float) -> Markup:
        look = dict(font_size=7 * unit, font_weight="700", text_anchor="end", fill="#111")
        return written(f"×{stack.count}", x + 27 * unit, y + 17 * unit, **look)

    def _mark(self, kind: str, owner: str, amount: int, x: float, y: float) -> Markup:
        colour = self.colours.get(owner, "#ffffff")
        return together(
            rect(x, y, "21", "11", rx="2", fill=self.theme.plate, stroke="#555", stroke_width=".5"),
            self._use(symbols.symbol_id(kind, "friendly"), x + 1, y, 11, 11, colour),
            written(amount, x + 19, y + 9, font_size="9", font_weight="600", text_anchor="end", fill=LIGHT.ink),
        )

    # -- legend ------------------------------------------------------------------------------------
    def _entries(self) -> list[tuple[list[str], str]]:
        found = [entry for entry in super()._entries() if not entry[0][0].startswith("ground-")]
        found += [([f"nation-{nation}"], nation.replace("_", " ").title()) for nation in self.now.nations]
        kinds = dict.fromkeys(kind for kinds in self.plan.grounds.values() for kind in kinds)
        kinds |= dict.fromkeys(line.kind for line in self.plan.lines)
        return found + [([f"plan-{kind}"], self.plan.words.get(kind, kind)) for kind in kinds]

    def _key(self, name: str, x: float, y: float) -> Markup:
        kind, _, rest = name.partition("-")
        if kind == "nation":
            colour = NATIONS.get(rest, ("", "#ffffff"))[1]
            plate = rect(x, y - 12, "21", "15", rx="2", stroke="#333", fill=colour)
            return together(plate, written(nation_letters(rest), x + 10.5, y - 0.5, font_size="10", **BOLD))
        if kind == "plan":
            drawn = markup.plan_key(rest, self.theme.name == "dark")
            return tag("svg", drawn, x=x, y=y - 12, width="21", height="14", viewBox="0 0 24 16")
        return super()._key(name, x, y)
