"""One form for every order of every system, made from the order's fields; a click on the map fills a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import ipywidgets as widgets

from northafrica.core import walk
from northafrica.core.game import Game
from northafrica.core.html import tag, together
from northafrica.core.naming import plain_name
from northafrica.core.orders import FieldSpec, Order, specs, usage, value_text
from northafrica.lab.table.order_field import CHOOSE, PLACES, WIDE, Field, ListField, Name, UnitsField
from northafrica.lab.tray import keys
from northafrica.lab.tray.closing import close_tree
from northafrica.lab.tray.parts import Html, blank, column
from northafrica.lab.tray.symbols import kind_name

Act = Callable[[], None]
NEVER = together("; ", tag("b", "never"), " declines this now and whenever it is asked again")
Known = dict[tuple[str, str, str], list[Any]]


def kind_class(game: Game, kind: str) -> type[Order] | None:
    """The order class of a kind."""
    return game.grammar.kinds.get(kind)


class OrderForm:
    """Choose a kind, fill its fields from what is legal now, and read the order as text.

    `changed` is called when the form holds another order, `entered` when Enter is pressed in its text,
    `failed` with what went wrong while a person filled it.
    """

    def __init__(
        self,
        changed: Act,
        name: Name = plain_name,
        entered: Act | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self.changed, self.name, self.entered, self.failed = changed, name, entered, failed
        self.game: Game | None = None
        self.kind = blank(widgets.Dropdown, "na-kind", lambda _: self._safely(self._build), WIDE, description="Order")
        self.start_box = blank(widgets.Dropdown, "na-from", self._start_picked, WIDE, description="From")
        self.help, self.rows = Html(), column()
        told = dict(description="As text", placeholder="type an order, or fill the form", continuous_update=False)
        self.text = blank(widgets.Text, "na-order-text", width=WIDE, **told)
        keys.on_enter(self.text, self._entered)
        self.widget = column(self.kind, self.help, self.rows, self.text, css="na-form")
        self.fields: dict[str, Field] = {}
        self._lists: list[ListField] = []
        self._units: list[UnitsField] = []
        self._starts: list[str] = []
        self._start = self._near = ""
        self._known: Known = {}
        self._kinds: Name = kind_name
        self._moment: tuple[int, int] = (0, -1)
        self._question = ""
        self._busy = False

    # -- setting up --------------------------------------------------------------------------------
    def update(self, game: Game, near: str = "") -> None:
        """Offer what can be ordered now; `near` is the space to begin at. The same moment keeps what is filled in."""
        moment = (id(game), game.node.n)
        if moment == self._moment:
            word = self.order.split(" ")[0]
            if word in game.grammar.kinds and word not in self.kind.options:  # not possible now: the form speaks again
                self._build()
            return
        self.game, self._moment, self._known = game, moment, {}
        self._kinds = game.system.names(game.setting.data).kind
        kinds, question = game.legal(), type(game.choice).__name__
        before = self.kind.value if question == self._question else None
        self._question = question
        self._busy = True
        self.kind.options = kinds
        self.kind.value = before if before in kinds else kinds[0] if kinds else None
        self._busy = False
        self._near = near
        self._build()

    @property
    def order(self) -> str:
        """The order as it stands in the text line."""
        return str(self.text.value).strip()

    @property
    def start(self) -> str:
        """The place the order begins at, "" while none is chosen or none is asked."""
        return self._start

    def _safely(self, act: Act) -> None:
        """Do what a person's click asks for; a failure is told, not raised."""
        if self._busy:
            return
        try:
            act()
        except Exception as error:
            self._busy = False
            if self.failed is None:
                raise
            self.failed(error)

    def _class(self) -> type[Order] | None:
        return kind_class(self.game, self.kind.value) if self.game and self.kind.value else None

    def _build(self) -> None:
        """Set out the fields of the chosen kind."""
        kind = self._class()
        self.fields = {}
        self._starts = self._places(kind) if kind else []
        if kind is None or self.game is None:
            self.rows.children, self.text.value, self.help.value = (), "", ""
            return
        self._set_help(kind)
        self._set_start()
        for spec, field in zip(specs(kind), self._fields_for(kind), strict=True):
            field.kind_words = self._kinds
            field.assume(spec)
            self.fields[spec.name] = field
        rows = [field.widget for field in self.fields.values()]
        self.rows.children = [self.start_box, *rows] if self._starts else rows
        self._fill_from(0)

    def _set_help(self, kind: type[Order]) -> None:
        choice = self.game.choice if self.game else None
        window = "" if choice is None or not choice.window else NEVER
        self.help.value = tag("span", kind.help, "; written: ", tag("code", usage(kind)), window, class_="na-quiet")

    def _fields_for(self, kind: type[Order]) -> Iterator[ListField | UnitsField]:
        """A field for each spec of an order, made once and used again."""
        at = {"units": 0, "list": 0}
        for spec in specs(kind):
            sort = "units" if spec.type == "units" else "list"
            pool: list[Any] = self._units if sort == "units" else self._lists
            if at[sort] == len(pool):
                pool.append((UnitsField if sort == "units" else ListField)(self.name, self._filled))
            at[sort] += 1
            yield pool[at[sort] - 1]

    # -- where an order begins -----------------------------------------------------------------------
    def _places(self, kind: type[Order]) -> list[str]:
        choice = self.game.choice if self.game else None
        if choice is None or self.game is None or not specs(kind):
            return []
        key = (kind.kind, "", "")
        if key not in self._known:
            view = self.game.view(self.game.seat)
            self._known[key] = walk.begins(choice.deed(view, kind), view)
        return self._known[key]

    def _set_start(self) -> None:
        """Begin at the place chosen before, at the space selected, at the only one, or ask."""
        starts = self._starts
        if self._start not in starts:
            self._start = self._near if self._near in starts else starts[0] if len(starts) == 1 else ""
        if not starts:
            return
        self._busy = True
        options = [(CHOOSE, ""), *((self.name(place), place) for place in starts)]
        self.start_box.options = options
        self.start_box.value = self._start
        self._busy = False

    def _start_picked(self, space: str | None) -> None:
        self._safely(lambda: self._begin_at(space or ""))

    # -- filling ---------------------------------------------------------------------------------------
    def _given(self) -> dict[str, Any]:
        return {"route": (self._start,)} if self._start else {}

    def _fill_from(self, index: int) -> None:
        """Ask again for the values of every field from `index` on, since they hang on those before."""
        kind = self._class()
        if kind is None or self.game is None or self.game.choice is None:
            return
        if len(self.fields) < len(specs(kind)):  # what was to be asked first has failed
            return
        given, fields = self._given(), specs(kind)
        open_start = bool(self._starts) and not self._start
        for n, spec in enumerate(fields):
            field = self.fields[spec.name]
            if n >= index:
                ready = not open_start and all(s.optional or _held(given.get(s.name)) for s in fields[:n])
                field.offer(self._values(kind, spec, given) if ready else [])
            if _held(field.value):
                given[spec.name] = field.value
        self._write(kind)

    def _values(self, kind: type[Order], spec: FieldSpec, given: Mapping[str, Any]) -> list[Any]:
        """What may fill a field, given those before it; asked once in a moment."""
        assert self.game is not None
        assert self.game.choice is not None
        key = (kind.kind, spec.name, repr(sorted(given.items())))
        if key not in self._known:
            view = self.game.view(self.game.seat)
            self._known[key] = walk.offers(self.game.choice.deed(view, kind), view, spec, given)
        return self._known[key]

    def _filled(self, name: str) -> None:
        kind = self._class()
        if kind is not None:
            names = [spec.name for spec in specs(kind)]
            self._safely(lambda: self._fill_from(names.index(name) + 1))

    def _write(self, kind: type[Order]) -> None:
        words = [kind.kind]
        for spec in specs(kind):
            value = self.fields[spec.name].value
            if not _held(value) or (spec.optional and value == 0):
                continue
            words += [spec.keyword] if spec.keyword else []
            words.append(value_text(spec, value))
        self.text.value = " ".join(words)
        self.changed()

    def _entered(self) -> None:
        if self.entered is not None:
            self.entered()

    # -- the map ---------------------------------------------------------------------------------------
    def targets(self) -> list[str]:
        """The places that fit next: where the order may begin, then what may fill its first open place."""
        if self._starts and not self._start:
            return list(self._starts)
        places = [field for field in self.fields.values() if field.spec.type in PLACES and field.offered]
        unfilled = [field for field in places if not _held(field.value)]
        for field in (*unfilled, *places):
            if len(field.offered) > 1 or field in unfilled:
                return field.places()
        return []

    def pick_place(self, space: str) -> bool:
        """A click on the map: fills the start, then the next place that fits; False where it fits nothing."""
        if self._class() is None:
            return False
        counted = any(field.value for field in self.fields.values() if field.spec.type == "units")
        if space in self._starts and not (self._start and counted):
            self._begin_at(space)
            return True
        if any(field.take_place(space) for field in self.fields.values()):
            return True
        if space in self._starts:
            self._begin_at(space)
            return True
        return False

    def _begin_at(self, space: str) -> None:
        self._start = space
        self._busy = True
        self.start_box.value = space
        self._busy = False
        for field in self.fields.values():
            if isinstance(field, UnitsField):
                field.assume(field.spec)  # other pieces, though their numbers may be the same
        self._fill_from(0)

    def close(self) -> None:
        """Close all widgets, those at rest included."""
        for field in (*self._lists, *self._units):
            field.close()
        close_tree(self.start_box, self.widget)


def _held(value: Any) -> bool:
    """Whether a field holds anything; the number 0 is something."""
    return value is not None and value not in ((), "")
