"""One form for every order of every system, made from the order's fields; a click on the map fills a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import ipywidgets as widgets
from markupsafe import Markup

from northafrica.core import pointing, walk
from northafrica.core.game import Game
from northafrica.core.html import NOTHING, tag, together
from northafrica.core.naming import plain_name
from northafrica.core.orders import FieldSpec, Order, Some, Units, specs, usage, value_text
from northafrica.lab.table.order_field import CHOOSE, WIDE, Field, ListField, Name, UnitsField
from northafrica.lab.table.order_kinds import OrderKinds
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
        answered: Callable[[str], None] | None = None,
    ) -> None:
        self.changed, self.name, self.entered, self.failed = changed, name, entered, failed
        self.game: Game | None = None
        self.kind = OrderKinds(lambda: self._safely(self._build), answered)
        self.start_box = blank(widgets.Dropdown, "na-from", self._start_picked, WIDE, description="From")
        self.help, self.rows = Html(), column()
        told = dict(
            description="As text", placeholder="point, fill the form, or type an order", continuous_update=False
        )
        self.text = blank(widgets.Text, "na-order-text", width=WIDE, **told)
        keys.on_enter(self.text, self._entered)
        self.widget = column(self.help, self.rows, css="na-form")
        self.fields: dict[str, Field] = {}
        self._lists: list[ListField] = []
        self._units: list[UnitsField] = []
        self._starts: list[str] = []
        self._origin = ""
        self._start = ""
        self._known: Known = {}
        self.draw: Callable[[Some], Markup] = lambda some: NOTHING
        self._kinds: Name = kind_name
        self._moment: tuple[int, int] = (0, -1)
        self._question = ""
        self._busy = False

    # -- setting up --------------------------------------------------------------------------------
    def update(self, game: Game) -> None:
        """Offer what can be ordered now. The same moment keeps what is filled in."""
        moment = (id(game), game.node.n)
        if moment == self._moment:
            word = self.order.split(" ")[0]
            if word in game.grammar.kinds and word not in self.kind.options:  # not possible now: the form speaks again
                self._build()
            return
        self.game, self._moment, self._known = game, moment, {}
        self._kinds = game.system.names(game.setting.data).kind
        kinds, question = game.legal(), type(game.choice).__name__
        before = self.kind.value if question == self._question else ""
        self._question = question
        classes = {kind: game.grammar.kinds[kind] for kind in kinds}
        self.kind.offer(classes, before if before in kinds else kinds[0] if kinds else "")
        self._start = ""
        self._build()

    def forget(self) -> None:
        """Let nothing of the last decision stay in the page."""
        self.game, self._moment, self._known, self._start = None, (0, -1), {}, ""
        self.kind.offer({}, "")
        for field in (*self._lists, *self._units):
            field.forget()
        self._busy = True
        self.start_box.options = ()
        self._busy = False
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
        self.fields, self._origin = {}, ""
        self._starts = self._places(kind) if kind else []
        if kind is None or self.game is None:
            self.rows.children, self.text.value, self.help.value = (), "", ""
            return
        self._set_help(kind)
        self._set_start()
        for spec, field in zip(specs(kind), self._fields_for(kind), strict=True):
            field.kind_words = self._kinds
            field.draw, field.price = self.draw, self._price(kind, spec)
            field.assume(spec)
            self.fields[spec.name] = field
        rows = [field.widget for field in self.fields.values()]
        self.rows.children = [self.start_box, *rows] if self._starts else rows
        self._fill_from(0)

    def _price(self, kind: type[Order], spec: FieldSpec) -> Callable[[Any], str]:
        game = self.game
        if game is None or game.choice is None:
            return lambda value: ""
        view = game.view(game.seat)
        deed = game.choice.deed(view, kind)
        return lambda value: deed.price(view, spec, value)

    def words(self) -> str:
        """The order as it stands, in words; "" while nothing of it is said."""
        told = [field.words() for field in self.fields.values() if _held(field.value)]
        kind = self.kind.value.replace("_", " ").capitalize()
        place = self._start or self._origin
        begun = f"from {self.name(place)}" if place and not self.way() else ""
        return " ".join(filter(None, (kind, begun, *told))) if told or begun else ""

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
        """Begin at the place chosen before, at the only one, or ask."""
        starts = self._starts
        if self._start not in starts:
            self._start = starts[0] if len(starts) == 1 else ""
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

    # -- the board -------------------------------------------------------------------------------------
    def targets(self) -> list[str]:
        """The places that may be pointed at: where orders may lead that are begun, else where some may begin."""
        return list(self._lit) if self._class() is not None else []

    def pick_place(self, space: str) -> bool:
        """A click on the board: leads what is begun there, or begins there; False where it means nothing.

        What fits the kind of order that is being made comes first, then the other kinds.
        """
        now = self.kind.value
        kinds = [now, *(kind for kind in self.kind.options if kind != now)]
        begun = kinds if self._start or self._origin else ()
        acts = [*((self._lead, kind) for kind in begun), *((self._begin, kind) for kind in kinds)]
        acts += [(self._lead, now), (self._fill_place, now)]
        return any(act(kind, space) for act, kind in acts)

    def drop(self) -> None:
        """Begin the order anew: nothing is chosen."""
        self._start = self._origin = ""
        self._build()

    def way(self) -> tuple[str, ...]:
        """The places between which the order as it stands runs; empty where it does not run."""
        fields = [field for field in self.fields.values() if field.spec.type in pointing.PLACES]
        places = [field.value for field in fields if _held(field.value)]
        if places and not isinstance(places[0], str):
            return tuple(places[0])
        start = self._start or (places[1] if len(places) > 1 else "")
        return (start, places[0]) if start and places else ()

    @property
    def _lit(self) -> dict[str, Units]:
        """Places that may be pointed at now; with whom an order would go there."""
        kinds = self.kind.options if self._start or self._origin else (self.kind.value,)
        found = {place: units for kind in kinds for place, units in self._ends(kind).items()}
        if self._start or self._origin:
            return found
        return found | {place: () for kind in self.kind.options for place in self._beginnings(kind)}

    def _beginnings(self, kind: str) -> list[str]:
        made = self._made(kind)
        return self._places(made) or list(self._origins(made))

    def _made(self, kind: str) -> type[Order]:
        assert self.game is not None
        return self.game.grammar.kinds[kind]

    def _origins(self, kind: type[Order]) -> dict[str, tuple[str, ...]]:
        return pointing.origins(kind, self._asking(kind))

    def _ends(self, kind: str) -> dict[str, Units]:
        """Where an order of a kind may lead that begins where this one does."""
        made = self._made(kind)
        starts, origins = self._places(made), self._origins(made)
        if (self._start and self._start not in starts) or (self._origin and self._origin not in origins):
            return {}
        if starts and not self._start:
            return {}
        found = pointing.ends(made, self._asking(made), self._known_of(made), self._crew(made))
        if self._origin:
            return {place: units for place, units in found.items() if place in origins[self._origin]}
        return found

    def _asking(self, kind: type[Order]) -> pointing.Values:
        return lambda spec, given: self._values(kind, spec, given)

    def _known_of(self, kind: type[Order]) -> dict[str, Any]:
        """What is filled in and holds for a kind: where the order begins, and numbers of the kind being made."""
        own = kind is self._class()
        counts = {f.spec.name: f.value for f in self.fields.values() if own and f.spec.type in ("count", "word")}
        return {**(self._given() if self._places(kind) else {}), **{n: v for n, v in counts.items() if v is not None}}

    def _crew(self, kind: type[Order]) -> Units:
        """The units chosen, all there are where none is; those of a kind that is not being made are all there are."""
        field = self._units_field() if kind is self._class() else None
        if field is not None and field.value:
            chosen: Units = field.value
            return chosen
        first = specs(kind)[:1]
        crew = first and first[0].type == "units" and (self._start or not self._places(kind))
        return tuple(self._values(kind, first[0], self._known_of(kind))) if crew else ()

    def _units_field(self) -> UnitsField | None:
        return next((field for field in self.fields.values() if isinstance(field, UnitsField)), None)

    def _lead(self, kind: str, space: str) -> bool:
        """Lead what is begun to a place, with those who can go there."""
        units = self._ends(kind).get(space)
        if units is None:
            return False
        start, origin = self._start, self._origin
        self.kind.value = kind
        self._start, self._origin = start, origin
        goal = pointing.place_field(self._made(kind))
        assert goal is not None
        for crew in (units, *((some,) for some in sorted(units, key=lambda some: -some.count))):
            self._man(crew)
            if self.fields[goal.name].take_place(space):
                break
        self._from_origin()
        return True

    def _man(self, units: Units) -> None:
        """Choose these units, where the field of units comes before the place."""
        field = self._units_field()
        if field is not None and units and field.value != units:
            field.choose(units)

    def _from_origin(self) -> None:
        """Where the target is said first: say the origin, and take all units that may come from there."""
        if not self._origin:
            return
        names = list(self.fields)
        if len(names) > 1 and self.fields[names[1]].take_place(self._origin):
            field = self._units_field()
            if field is not None:
                field.choose(tuple(field.offered))

    def _begin(self, kind: str, space: str) -> bool:
        """Begin an order at a place, with all units that it may have."""
        if space not in self._beginnings(kind):
            return False
        self.kind.value = kind
        if space in self._starts:
            self._begin_at(space)
            field = self._units_field()
            if field is not None:
                field.choose(tuple(field.offered))
        else:
            self._build()
            self._origin = space
            self._from_origin()
        self.changed()
        return True

    def _fill_place(self, kind: str, space: str) -> bool:
        """Fill a further place of the order being made, such as who pays."""
        return kind == self.kind.value and any(field.take_place(space) for field in self.fields.values())

    def _begin_at(self, space: str) -> None:
        self._start, self._origin = space, ""
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
        self.kind.close()
        close_tree(self.start_box, self.text, self.widget)


def _held(value: Any) -> bool:
    """Whether a field holds anything; the number 0 is something."""
    return value is not None and value not in ((), "")
