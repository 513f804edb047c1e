"""The kinds of order there are now, a button each: an answer such as `retreat` is given at once, others are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import ipywidgets as widgets

from northafrica.core.orders import Order, specs
from northafrica.lab.tray.closing import close_tree
from northafrica.lab.tray.parts import button, row

Act = Callable[[], None]
ELSEWHERE = ("end", "commit", "choose_for_me")
"""Kinds that have a button of their own at every table."""


def is_answer(kind: type[Order]) -> bool:
    """Whether a kind of order is one by itself, and what could be added to it needs not be."""
    return all(spec.optional for spec in specs(kind))


class OrderKinds:
    """`value` is the kind being made, "" for none; `picked` is told of a new one, `answered` of an answer given."""

    def __init__(self, picked: Act, answered: Callable[[str], None] | None = None) -> None:
        self._picked, self._answered = picked, answered
        self._kinds: Mapping[str, type[Order]] = {}
        self._value = ""
        self._buttons: dict[str, widgets.Button] = {}
        self.widget = row(css="na-kinds")

    @property
    def options(self) -> Sequence[str]:
        """The kinds there are."""
        return tuple(self._kinds)

    @property
    def value(self) -> str:
        return self._value

    @value.setter
    def value(self, kind: str) -> None:
        if kind and kind not in self._kinds:
            raise ValueError(f"no order of the kind '{kind}' can be given now")
        before, self._value = self._value, kind
        self._mark(before, False)
        self._mark(kind, True)
        if kind != before:
            self._picked()

    def offer(self, kinds: Mapping[str, type[Order]], chosen: str) -> None:
        """Show other kinds, one of them chosen; nobody is told."""
        self._kinds = kinds
        self._mark(self._value, False)
        self._value = chosen
        shown = [kind for kind in kinds if kind not in ELSEWHERE]
        children = tuple(self._button(kind) for kind in shown)
        if children != self.widget.children:
            self.widget.children = children
        self._mark(chosen, True)

    def _mark(self, kind: str, on: bool) -> None:
        if kind in self._buttons:
            made = self._buttons[kind]
            (made.add_class if on else made.remove_class)("na-on")

    def _button(self, kind: str) -> widgets.Button:
        if kind not in self._buttons:
            words, told = kind.replace("_", " ").capitalize(), self._kinds[kind].help
            made = button(words, told, f"kind-{kind}", lambda: self._press(kind))
            made.add_class("na-kind")
            if is_answer(self._kinds[kind]):
                made.add_class(f"na-do-answer-{kind}")
            self._buttons[kind] = made
        return self._buttons[kind]

    def _press(self, kind: str) -> None:
        if self._answered is not None and is_answer(self._kinds[kind]):
            self._answered(kind)
        else:
            self.value = kind

    def close(self) -> None:
        """Close the buttons at rest as well."""
        close_tree(self.widget, *self._buttons.values())
