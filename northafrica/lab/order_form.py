"""One form for every order of every system, made from the order's fields; a click on the map fills a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as widgets

from northafrica.core.game import Game
from northafrica.core.orders import FieldSpec, Order, Some, specs, usage, value_text

Changed = Callable[[], None]
EMPTY = "(none)"
WIDE = widgets.Layout(width="98%")
UNIT = widgets.Layout(width="auto", max_width="220px")


def kind_class(game: Game, kind: str) -> type[Order] | None:
    """The order class of a kind."""
    return game.grammar.kinds.get(kind)


class OrderForm:
    """Choose a kind, fill its fields from what is legal now, and read the order as text."""

    def __init__(self, changed: Changed) -> None:
        self.changed = changed
        self.game: Game | None = None
        self.kind = widgets.Dropdown(description="Order", layout=WIDE)
        self.kind.add_class("na-kind")
        self.kind.observe(self._kind_picked, "value")
        self.help = widgets.HTML()
        self.fields = widgets.VBox()
        self.text = widgets.Text(description="As text", placeholder="type an order, or fill the form", layout=WIDE)
        self.text.continuous_update = False
        self.text.add_class("na-order-text")
        self.widget = widgets.VBox([self.kind, self.help, self.fields, self.text])
        self._start = ""
        self._parts: dict[str, _Part] = {}
        self._busy = False

    # -- setting up --------------------------------------------------------------------------------
    def update(self, game: Game) -> None:
        """Offer what can be ordered now."""
        self.game = game
        kinds = game.legal()
        before = self.kind.value
        self._busy = True
        self.kind.options = kinds
        self.kind.value = before if before in kinds else kinds[0] if kinds else None
        self._busy = False
        self._start = ""
        self._build()

    @property
    def order(self) -> str:
        """The order as it stands in the text line."""
        return str(self.text.value).strip()

    def _kind_picked(self, _: Mapping[str, Any]) -> None:
        if not self._busy:
            self._start = ""
            self._build()

    def _class(self) -> type[Order] | None:
        return kind_class(self.game, self.kind.value) if self.game and self.kind.value else None

    def _build(self) -> None:
        """Make the widgets of the chosen kind's fields."""
        kind = self._class()
        for part in self._parts.values():
            part.close()
        self._parts = {}
        if kind is None or self.game is None:
            self.fields.children, self.text.value, self.help.value = (), "", ""
            return
        self.help.value = f"<span class='na-quiet'>{kind.help}; written: <code>{_escape(usage(kind))}</code></span>"
        places = self._places(kind)
        rows: list[widgets.Widget] = []
        if places:
            rows.append(self._start_row(places))
        for spec in specs(kind):
            part = _Part(spec, self._filled)
            self._parts[spec.name] = part
            rows.append(part.widget)
        self.fields.children = rows
        self._fill_from(0)

    def _places(self, kind: type[Order]) -> list[str]:
        choice = self.game.choice if self.game else None
        if choice is None or self.game is None:
            return []
        return list(choice.places(self.game.view(self.game.seat), kind))

    def _start_row(self, places: Sequence[str]) -> widgets.Dropdown:
        if self._start not in places:
            self._start = places[0]
        row = widgets.Dropdown(description="From", options=list(places), value=self._start, layout=WIDE)
        row.add_class("na-from")
        row.observe(self._start_picked, "value")
        self._start_box = row
        return row

    def _start_picked(self, change: Mapping[str, Any]) -> None:
        if not self._busy:
            self._start = change["new"]
            self._fill_from(0)

    # -- filling ---------------------------------------------------------------------------------------
    def _given(self) -> dict[str, Any]:
        return {"route": (self._start,)} if self._start else {}

    def _fill_from(self, index: int) -> None:
        """Ask again for the values of every field from `index` on, since they hang on those before."""
        kind = self._class()
        if kind is None or self.game is None or self.game.choice is None:
            return
        self._busy = True
        view, given = self.game.view(self.game.seat), self._given()
        for n, spec in enumerate(specs(kind)):
            part = self._parts[spec.name]
            if n >= index:
                ready = all(given.get(s.name) or s.optional for s in specs(kind)[:n])
                known = (
                    given
                    if spec.name not in given
                    else {k: v for k, v in given.items() if k != spec.name} | self._given()
                )
                part.offer(list(self.game.choice.values(view, kind, spec, known)) if ready else [])
            if part.value not in (None, (), "", 0):
                given[spec.name] = part.value
        self._busy = False
        self._write(kind)

    def _filled(self, name: str) -> None:
        kind = self._class()
        if self._busy or kind is None:
            return
        names = [spec.name for spec in specs(kind)]
        self._fill_from(names.index(name) + 1)

    def _write(self, kind: type[Order]) -> None:
        words = [kind.kind]
        for spec in specs(kind):
            value = self._parts[spec.name].value
            if value in (None, (), "", 0) and not (spec.type == "count" and not spec.optional):
                continue
            words += [spec.keyword] if spec.keyword else []
            words.append(value_text(spec, value))
        self.text.value = " ".join(words)
        self.changed()

    def pick_place(self, space: str) -> bool:
        """A click on the map: fills the start, or the next place that fits; False where it fits nothing."""
        kind = self._class()
        if kind is None:
            return False
        for part in self._parts.values():
            if part.take_place(space):
                return True
        if space in self._places(kind):
            self._busy = True
            self._start = space
            self._start_box.value = space
            self._busy = False
            self._fill_from(0)
            return True
        return False


class _Part:
    """The widgets of one field."""

    def __init__(self, spec: FieldSpec, filled: Callable[[str], None]) -> None:
        self.spec, self.filled = spec, filled
        self.offered: list[Any] = []
        self.counters: list[widgets.BoundedIntText] = []
        title = spec.label.capitalize() + (" (optional)" if spec.optional else "")
        self.box = widgets.Dropdown(description=title, layout=WIDE)
        self.box.add_class(f"na-field-{spec.name}")
        self.box.observe(self._told, "value")
        self.title = title
        self.widget = widgets.Box([self.box] if spec.type != "units" else [])
        self.widget.layout = widgets.Layout(display="flex", flex_flow="row wrap", overflow="visible")
        self._busy = False

    def close(self) -> None:
        for child in (*self.counters, self.box):
            child.close()

    def offer(self, values: list[Any]) -> None:
        """Show what may fill the field."""
        before, self.offered = self.value, values
        self._busy = True
        if self.spec.type == "units":
            self._counters(values)
        else:
            options = [(value_text(self.spec, v), n) for n, v in enumerate(values)]
            if self.spec.optional or not options:
                options = [(EMPTY, -1), *options]
            self.box.options = options
            self.box.value = values.index(before) if before in values else self._first(options)
            self.widget.layout.display = "" if values or not self.spec.optional else "none"
        self._busy = False

    def _first(self, options: Sequence[tuple[str, int]]) -> int:
        """What stands there first: a place or a payment that is offered is also needed; cargo is a wish."""
        needed = self.spec.type in ("space", "amounts") and len(options) > 1
        return options[1][1] if needed and options[0][1] < 0 else options[0][1]

    def _counters(self, values: Sequence[Some]) -> None:
        for old in self.counters:
            old.close()
        self.counters = []
        for some in values:
            label = str(some).partition(" ")[2]
            box = widgets.BoundedIntText(0, 0, some.count, description=f"{label} (of {some.count})", layout=UNIT)
            box.style.description_width = "initial"
            box.add_class(f"na-count-{some.kind}")
            box.observe(self._told, "value")
            self.counters.append(box)
        if len(self.counters) == 1:
            self.counters[0].value = 1
        self.widget.children = (
            [widgets.Label(f"{self.title}:"), *self.counters] if values else [widgets.Label(f"{self.title}: none")]
        )

    def _told(self, _: Mapping[str, Any]) -> None:
        if not self._busy:
            self.filled(self.spec.name)

    @property
    def value(self) -> Any:
        """What the field holds now, as the order wants it."""
        if self.spec.type == "units":
            pairs = zip(self.offered, self.counters, strict=False)
            return tuple(Some(box.value, s.kind, s.power, s.status) for s, box in pairs if box.value)
        index = self.box.value
        return self.offered[index] if isinstance(index, int) and 0 <= index < len(self.offered) else None

    def take_place(self, space: str) -> bool:
        """Choose the value that a click on a place means; False where there is none."""
        if self.spec.type not in ("space", "path", "amounts"):
            return False
        for n, value in enumerate(self.offered):
            end = value if self.spec.type == "space" else value[-1] if value else ""
            place = end[0] if isinstance(end, tuple) else end
            if place == space:
                self.box.value = n
                return True
        return False


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
