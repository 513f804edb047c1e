"""The forms of the position desk: what stands in a place, whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets

from northafrica.core.html import tag
from northafrica.core.materials import StockSort
from northafrica.lab.desk.position_draft import PositionDraft
from northafrica.lab.table.answer import Answer
from northafrica.lab.tray.closing import close_tree
from northafrica.lab.tray.parts import Html, blank, button, column, offer, row, show
from northafrica.lab.tray.symbols import kind_name, power_name

Act = Callable[[], Answer]
Run = Callable[[Act], object]
MOST = 99
LABEL = {"description_width": "initial"}
NO_PLACE = Answer(False, "choose a place first: click it on the map, or pick it in the list")


def choice(
    label: str, css: str, changed: Callable[[Any], object] | None = None, width: str = "auto"
) -> widgets.Dropdown:
    """A drop-down field that tests and style sheets find by its class."""
    layout = widgets.Layout(width=width, min_width="150px")
    return blank(widgets.Dropdown, css, changed, description=label, style=LABEL, layout=layout)


def number(
    label: str, css: str, least: int, first: int, changed: Callable[[Any], object] | None = None
) -> widgets.BoundedIntText:
    """A field for a whole number."""
    reach = dict(value=first, min=least, max=MOST, description=label, style=LABEL)
    return blank(widgets.BoundedIntText, css, changed, "120px", **reach)


class PlaceForm:
    """Units, stocks and markers of the place selected."""

    def __init__(self, draft: PositionDraft, run: Run) -> None:
        self.draft, self.run = draft, run
        self.place = ""
        self.head = Html()
        self._build_units()
        self._build_stocks()
        self.marker, self.holder = choice("Marker", "na-desk-marker"), choice("Value", "na-desk-holder")
        mark = self._button("Set marker", "Set or take away this marker", "mark", self._mark)
        bare = self._button("Empty this place", "Take all units and stocks out of it", "bare", self._bare)
        self.marks = row(self.marker, self.holder, mark)
        self.widget = column(self.head, self.units, self.stocks, self.marks, row(bare))
        self.update("")

    def _build_units(self) -> None:
        self.power = choice("Power", "na-desk-power", lambda _: self._offer_kinds())
        self.kind = choice("Unit", "na-desk-kind", lambda _: self._offer_statuses())
        self.count, self.status = number("Number", "na-desk-count", 1, 1), choice("Status", "na-desk-status")
        add = self._button("Add", "Put these units in the place", "add", lambda: self._units(self.draft.add), "primary")
        take = self._button("Take away", "Take these units out", "take", lambda: self._units(self.draft.take))
        self.units = row(self.power, self.kind, self.count, self.status, add, take)

    def _build_stocks(self) -> None:
        self.sort = choice("Stock", "na-desk-stock", lambda _: self._fit_stock())
        self.owner = choice("of", "na-desk-owner")
        self.to, self.amount = choice("towards", "na-desk-to"), number("Amount", "na-desk-amount", 0, 1)
        put = self._button("Set stock", "Let so much of it lie there; 0 takes it away", "stock", self._stock)
        self.stocks = row(self.sort, self.owner, self.to, self.amount, put)

    def _button(self, text: str, tip: str, name: str, act: Act, style: str = "") -> widgets.Button:
        return button(text, tip, f"desk-{name}", lambda: self.run(act), style)

    # -- acting ------------------------------------------------------------------------------------
    def _units(self, act: Callable[..., Answer]) -> Answer:
        if not self.place:
            return NO_PLACE
        return act(self.place, self.count.value, self.power.value, self.kind.value, self.status.value or "")

    def _stock(self) -> Answer:
        sort: StockSort | None = self.sort.value
        if sort is None or not (self.place or sort.places):
            return NO_PLACE
        place = sort.places[0] if sort.places else self.place
        owner = self.owner.value if sort.owned else ""
        return self.draft.stock(place, sort.resource, self.amount.value, owner, self.to.value if sort.border else "")

    def _mark(self) -> Answer:
        return self.draft.mark(self.place, self.holder.value, self.marker.value) if self.place else NO_PLACE

    def _bare(self) -> Answer:
        return self.draft.empty(self.place) if self.place else NO_PLACE

    # -- showing -----------------------------------------------------------------------------------
    def update(self, place: str) -> None:
        """Offer what may stand in a place."""
        elsewhere, self.place = place != self.place, place
        name = self._name(place) if place else "no place chosen"
        self.head.value = tag("h4", "Place: ", name, class_="na-desk-place")
        materials, powers = self.draft.materials, self._powers()
        offer(self.power, [(name, power) for power, name in powers.items() if materials.pieces.get(power)])
        self._offer_kinds()
        sorts = sorted(self.draft.sorts(place), key=lambda sort: bool(sort.places) and place not in sort.places)
        offer(self.sort, [(sort.label, sort) for sort in sorts])
        if elsewhere and sorts:
            self.sort.value = sorts[0]
        offer(self.owner, [(name, power) for power, name in powers.items()])
        offer(self.to, [(self._name(near), near) for near in self.draft.neighbours(place)])
        self._fit_stock()
        offer(self.marker, [(name, name) for name in materials.marks])
        values = materials.marks.get(self.marker.value or "", ())
        offer(self.holder, [("none", ""), *((powers.get(value, value), value) for value in values)])
        show(self.marks, bool(materials.marks))

    def _offer_kinds(self) -> None:
        kinds = self.draft.materials.pieces.get(self.power.value or "", ())
        offer(self.kind, [(kind_name(kind), kind) for kind in kinds])
        self._offer_statuses()

    def _offer_statuses(self) -> None:
        found = self.draft.materials.statuses.get(self.kind.value or "", ())
        offer(self.status, [("plain", ""), *((words, status) for status, words in found)])
        show(self.status, bool(found))

    def _fit_stock(self) -> None:
        sort: StockSort | None = self.sort.value
        show(self.owner, sort is not None and sort.owned)
        show(self.to, sort is not None and sort.border)
        show(self.stocks, sort is not None)

    def _powers(self) -> Mapping[str, str]:
        setting = self.draft.setting
        return {power: power_name(setting, power) for power in setting.system.powers(setting.data)}

    def _name(self, place: str) -> str:
        setting = self.draft.setting
        space = setting.system.board(setting.data).spaces.get(place)
        return space.name if space else place.replace("_", " ").title()


class TurnForm:
    """Round, power and phase; a change is tried at once."""

    def __init__(self, draft: PositionDraft, run: Run) -> None:
        self.draft, self.run, self._busy = draft, run, False
        self.round = number("Round", "na-desk-round", 0, 1, self._on(lambda value: draft.turn(round_=value)))
        self.power = choice("Turn of", "na-desk-turn", self._on(lambda value: draft.turn(power=value)))
        self.phase = choice("Phase", "na-desk-phase", self._on(lambda value: draft.turn(phase=value)), "330px")
        self.widget = row(self.round, self.power, self.phase)
        self.update()

    def _on(self, act: Callable[[Any], Answer]) -> Callable[[Any], None]:
        def changed(value: Any) -> None:
            if not self._busy:
                self.run(lambda: act(value))

        return changed

    def update(self) -> None:
        """Show whose turn it is."""
        self._busy = True
        now, setting = self.draft.now, self.draft.setting
        self.round.value = now.round
        offer(self.power, [(power_name(setting, power), power) for power in self.draft.powers_of(now.round)])
        offer(self.phase, [(name, phase) for phase, name in self.draft.phases().items()])
        self.power.value, self.phase.value = now.power or None, now.phase or None
        self._busy = False

    def close(self) -> None:
        """Close the fields."""
        close_tree(self.widget)
