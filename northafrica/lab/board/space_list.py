"""The list of all spaces beside a map: for the keyboard, for screen readers, for searching."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import islice

import ipywidgets as widgets

from northafrica.lab.tray import keys
from northafrica.lab.tray.closing import Shown
from northafrica.lab.tray.parts import blank, column, marked

Chosen = Callable[[str], None]
MOST = 200
"""So many of very many spaces are listed as found."""


class SpaceList(Shown):
    """A filter box and a list; `selected` is a space or "". Callbacks are told what a person picks.

    `words` is what the filter looks through besides the labels. `first`: of very many spaces those listed while
    nothing is searched for; without it all are.
    """

    def __init__(
        self,
        labels: Mapping[str, str],
        words: Mapping[str, str] | None = None,
        first: Collection[str] | None = None,
        rows: int = 11,
    ) -> None:
        self.take_place()
        self._labels, self._words = dict(labels), dict(words or {})
        self._first, self._kept = first, ""
        self._callbacks: list[Chosen] = []
        self._quiet = False
        wide = {"width": "auto", "margin": "0 0 4px 0", "min_width": "0"}
        look = {"style": {"description_width": "4em"}, "layout": widgets.Layout(**wide, flex="1 1 auto")}
        told = {"placeholder": "Space, unit or power; Enter picks", "description": "Find"}
        self.filter = blank(widgets.Text, "na-find", self._refilter, **told, **look)
        look["layout"] = widgets.Layout(**wide)
        listed = {"options": self._options(), "value": None, "rows": rows, "description": "Spaces"}
        self.select_box = blank(widgets.Select, "na-spaces", self._picked, **listed, **look)
        self.back, self.on = self._step("◂", "Previous space", -1), self._step("▸", "Next space", 1)
        keys.on_enter(self.filter, lambda: self._go(1))
        self.widget = column(widgets.HBox([self.filter, self.back, self.on]), self.select_box, css="na-list")

    @property
    def selected(self) -> str:
        """The space chosen in the list, "" for none."""
        return self.select_box.value or ""

    def select(self, space: str) -> None:
        """Show a space as chosen without telling anybody."""
        self._quiet = True
        try:
            if space and space not in dict(self._shown()):
                self.filter.value, self._kept = "", space
                self.select_box.options = self._options()
            self.select_box.value = space or None
        finally:
            self._quiet = False

    def update(
        self,
        labels: Mapping[str, str],
        words: Mapping[str, str] | None = None,
        first: Collection[str] | None = None,
    ) -> None:
        """New labels; nothing is sent where they are the same."""
        self._words = dict(words or self._words)
        if dict(labels) == self._labels and first == self._first:
            return
        self._labels, self._first = dict(labels), first
        self._refresh()

    def on_select(self, callback: Chosen) -> None:
        """Call back with the space whenever a person picks one."""
        self._callbacks.append(callback)

    def _shown(self) -> list[tuple[str, str]]:
        words = self.filter.value.lower().split()
        if not words and self._first is not None:
            return [(s, label) for s, label in self._labels.items() if s in self._first or s == self._kept]
        found = (
            (space, label)
            for space, label in self._labels.items()
            if all(word in f"{label} {space} {self._words.get(space, '')}".lower() for word in words)
        )
        return list(found if self._first is None else islice(found, MOST))

    def _options(self) -> list[tuple[str, str]]:
        return [(label, space) for space, label in self._shown()]

    def _refilter(self, _: object) -> None:
        if not self._quiet:
            self._refresh()

    def _refresh(self) -> None:
        kept, before = self.selected, self._quiet
        self._quiet = True
        try:
            options = self._options()
            self.select_box.options = options
            self.select_box.value = kept if kept in {space for _, space in options} else None
        finally:
            self._quiet = before

    def _step(self, sign: str, words: str, by: int) -> widgets.Button:
        made = widgets.Button(description=sign, tooltip=words, layout=widgets.Layout(width="2.4em", flex="none"))
        made.on_click(lambda _: self._go(by))
        return marked(made, "na-step")

    def _go(self, by: int) -> None:
        """Pick the next space of those shown."""
        shown = [space for space, _ in self._shown()]
        if not shown:
            return
        at = shown.index(self.selected) + by if self.selected in shown else (0 if by > 0 else -1)
        space = shown[at % len(shown)]
        self.select(space)
        self._tell(space)

    def _tell(self, space: str) -> None:
        for callback in list(self._callbacks):
            callback(space)

    def _picked(self, space: str | None) -> None:
        if space and not self._quiet:
            self._tell(space)
