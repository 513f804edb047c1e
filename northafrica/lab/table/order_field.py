"""One field of an order as widgets: a list of what may fill it, or a counter for each group of units.

Fields are made once and serve one order after another, so that a new decision sends only what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import ipywidgets as widgets
from markupsafe import Markup

from northafrica.core import field_types
from northafrica.core.html import NOTHING, tag, together
from northafrica.core.orders import FieldSpec, Some, value_text
from northafrica.core.pieces import status_text
from northafrica.lab.tray.closing import close_tree
from northafrica.lab.tray.parts import Html, blank, column, marked, row, show
from northafrica.lab.tray.symbols import is_known, kind_name

NO_VALUE, CHOOSE = "(none)", "(choose)"
PLACES = ("space", "path", "amounts")
WIDE = "98%"
Name = Callable[[str], str]
Filled = Callable[[str], None]


class Field:
    """What all fields have: a spec, what is offered, a value and a widget."""

    widget: widgets.Widget

    def __init__(self, name: Name, filled: Filled) -> None:
        self.name, self.filled = name, filled
        self.spec = FieldSpec("", field_types.WORD)
        self.kind_words: Name = kind_name
        self.draw: Callable[[Some], Markup] = lambda some: NOTHING
        self.price: Callable[[Any], str] = lambda value: ""
        self.offered: list[Any] = []
        self._busy = False

    @property
    def title(self) -> str:
        """The field's label."""
        return self.spec.label.capitalize() + (" (optional)" if self.spec.optional else "")

    @property
    def value(self) -> Any:
        """What the field holds now, as the order wants it; None where it holds nothing."""
        raise NotImplementedError

    def offer(self, values: Sequence[Any]) -> None:
        """Show what may fill the field; a value that is still offered stays."""
        raise NotImplementedError

    def forget(self) -> None:
        """Let nothing of what was offered stay in the page."""
        self.offer([])

    def words(self) -> str:
        """What the field holds, for people."""
        raise NotImplementedError

    def places(self) -> list[str]:
        """The places a click on which would fill the field."""
        return []

    def take_place(self, space: str) -> bool:
        """Choose the value that a click on a place means; False where there is none."""
        return False

    def close(self) -> None:
        """Close the widgets."""
        close_tree(self.widget)

    def _told(self, _: object = None) -> None:
        if not self._busy:
            self.filled(self.spec.name)


class ListField(Field):
    """A field filled from a list: a place, a route, a number, a word, a payment, a cargo."""

    def __init__(self, name: Name, filled: Filled) -> None:
        super().__init__(name, filled)
        self.widget = self.box = blank(widgets.Dropdown, "", self._told, WIDE)

    def assume(self, spec: FieldSpec) -> None:
        """Serve another field."""
        self._busy = True
        self.spec, self.offered = spec, []
        self.box.description = self.title
        self.box._dom_classes = (f"na-field-{spec.name}",)
        self.box.options = [(NO_VALUE, -1)]
        self._busy = False

    @property
    def value(self) -> Any:
        index = self.box.value
        return self.offered[index] if isinstance(index, int) and 0 <= index < len(self.offered) else None

    def offer(self, values: Sequence[Any]) -> None:
        before, self.offered = self.value, list(values)
        options = [(self._label(value), n) for n, value in enumerate(values)]
        first = self._first(len(options))
        if first < 0 or self.spec.optional:
            options.insert(0, (CHOOSE if self._asked and options else NO_VALUE, -1))
        self._busy = True
        self.box.options = options
        self.box.value = self.offered.index(before) if before in self.offered else first
        show(self.box, bool(values or not self.spec.optional))
        self._busy = False

    @property
    def _asked(self) -> bool:
        """Whether the field has to be filled by a choice among places."""
        return self.spec.type in ("space", "path") and not self.spec.optional

    def _first(self, count: int) -> int:
        """What stands there first. A place is chosen by the player; where only one will do it fills itself."""
        if not count:
            return -1
        if self._asked:
            return 0 if count == 1 else -1
        needed = not self.spec.optional or self.spec.type in ("space", "amounts")
        return 0 if needed else -1

    def _label(self, value: Any) -> str:
        if self.spec.type == "space":
            return self.name(value)
        if self.spec.type == "path":
            by = ", ".join(self.name(place) for place in value[1:-1])
            return self.name(value[-1]) + (f" by {by}" if by else "")
        if self.spec.type == "amounts":
            return ", ".join(f"{n} from {self.name(place)}" for place, n in value)
        if self.spec.type == "loads":
            return "; ".join(f"{units_words(cargo, self.kind_words)} at {self.name(place)}" for cargo, place in value)
        return value_text(self.spec, value)

    def words(self) -> str:
        by = self.spec.keyword or ("to" if self.spec.type in ("space", "path") else "")
        start = f"from {self.name(self.value[0])} " if self.spec.type == "path" else ""
        return f"{start}{by} {self._label(self.value)}".strip()

    def _ends(self) -> list[str]:
        """The place that a click must hit for each value."""
        if self.spec.type == "space":
            return list(self.offered)
        if self.spec.type == "path":
            return [value[-1] if value else "" for value in self.offered]
        if self.spec.type == "amounts":
            return [value[0][0] if value else "" for value in self.offered]
        return []

    def places(self) -> list[str]:
        return [place for place in dict.fromkeys(self._ends()) if place]

    def take_place(self, space: str) -> bool:
        ends = self._ends()
        if space not in ends:
            return False
        self.box.value = ends.index(space)
        return True


class UnitsField(Field):
    """A field of pieces: a counter for each group there is."""

    def __init__(self, name: Name, filled: Filled) -> None:
        super().__init__(name, filled)
        self.counters: list[widgets.BoundedIntText] = []
        self._cards: list[widgets.Box] = []
        self._look = widgets.Layout()  # one for all: what a card looks like says the style sheet
        self.head = widgets.Label()
        self.all = self._button("All", "Take every unit offered", self._take_all)
        self.none = self._button("None", "Take no unit", self._take_none)
        self.grid = row(css="na-counters")
        top = marked(widgets.HBox([self.head, self.all, self.none]), "na-units-head")
        self.widget = column(top, self.grid, css="na-units")

    @staticmethod
    def _button(text: str, tip: str, act: Callable[[], None]) -> widgets.Button:
        made = widgets.Button(description=text, tooltip=tip, layout=widgets.Layout(width="auto"))
        made.on_click(lambda _: act())
        return marked(made, "na-small")

    def assume(self, spec: FieldSpec) -> None:
        """Serve another field."""
        self.spec, self.offered = spec, []
        self._show()

    @property
    def value(self) -> Any:
        pairs = zip(self.offered, self.counters, strict=False)
        return tuple(Some(box.value, s.kind, s.power, s.status) for s, box in pairs if box.value)

    def words(self) -> str:
        return f"{self.spec.keyword} {units_words(self.value, self.kind_words)}".strip()

    def offer(self, values: Sequence[Some]) -> None:
        if list(values) == self.offered:
            return
        self.offered = list(values)
        self._busy = True
        for some, box in zip(values, self._enough(len(values)), strict=False):
            self._set_counter(box, some)
        if len(values) == 1:
            self.counters[0].value = 1
        self._busy = False
        self._show()

    def forget(self) -> None:
        self.offer([])
        close_tree(*self._cards)
        self.counters, self._cards = [], []

    def _enough(self, count: int) -> list[widgets.BoundedIntText]:
        while len(self.counters) < count:
            box = blank(widgets.BoundedIntText, "", self._counted, value=0, min=0, max=1, layout=self._look)
            self.counters.append(box)
            self._cards.append(self._card(box))
        return self.counters

    def _card(self, box: widgets.BoundedIntText) -> widgets.Box:
        """A group: what it is, one less, how many, one more; the page itself counts up and down (table.js)."""
        head = Html(layout=self._look)
        return marked(widgets.HBox([head, box], layout=self._look), "na-card")

    def _set_counter(self, box: widgets.BoundedIntText, some: Some) -> None:
        box.value = 0
        box.max = max(1, some.count)
        words = group_words(some, self.kind_words)
        box.description = words  # for who listens; a card shows it beside its sign
        box._dom_classes = ("na-count", f"na-count-{some.kind}")
        head = self._cards[self.counters.index(box)].children[0]
        head.value = card_head(self.draw(some), words, f"of {some.count}", self.price(some))

    def _show(self) -> None:
        self.grid.children = self._cards[: len(self.offered)]
        for button in (self.all, self.none):
            show(button, bool(self.offered))
        self._tell()

    def _tell(self) -> None:
        taken = sum(some.count for some in self.value)
        self.head.value = f"{self.title}: {taken} chosen" if self.offered else f"{self.title}: none"

    def _counted(self, _: object = None) -> None:
        if not self._busy:
            self._tell()
            self._told()

    def _take_all(self) -> None:
        self.count(some.count for some in self.offered)

    def _take_none(self) -> None:
        self.count(0 for _ in self.offered)

    def choose(self, units: Sequence[Some]) -> None:
        """Take these pieces and no others."""
        wanted = {replace(some, count=1): some.count for some in units}
        self.count(wanted.get(replace(some, count=1), 0) for some in self.offered)

    def count(self, numbers: Iterable[int]) -> None:
        """Set all counters at once."""
        self._busy = True
        for box, number in zip(self.counters, numbers, strict=False):
            box.value = number
        self._busy = False
        self._counted()

    def close(self) -> None:
        close_tree(self.widget, *self._cards)


def card_head(drawn: Markup, words: str, most: str, price: str) -> Markup:
    """What a card says of its group: its sign, its name, how many there are, what one costs."""
    told = tag("span", tag("b", words), tag("small", ", ".join(filter(None, (most, price)))))
    signs = (("na-less", "\u2212", "one less"), ("na-more", "+", "one more"))
    steps = (
        tag("button", sign, type="button", class_=f"{css} jupyter-button", aria_label=f"{tip}: {words}")
        for css, sign, tip in signs
    )
    return together(tag("span", drawn, told, class_="na-card-head"), *steps)


def group_words(some: Some, kind_words: Name = kind_name) -> str:
    """A group of units in words, without its number; a kind without a drawing is said as `kind_words` says it."""
    status = f" ({status_text(some.status)})" if some.status else ""
    power = some.power.replace("_", " ").title() if len(some.power) > 2 else some.power.upper()
    kind = kind_name(some.kind) if is_known(some.kind) else kind_words(some.kind)
    return f"{power} {kind}{status}".strip()


def units_words(units: Sequence[Some], kind_words: Name = kind_name) -> str:
    """Units in words."""
    return ", ".join(f"{some.count} {group_words(some, kind_words)}" for some in units)
