"""Closing widgets: what is not closed stays registered for as long as the kernel lives."""

from __future__ import annotations

from typing import Any, TypeVar
from weakref import WeakSet

import ipywidgets as widgets
from IPython import get_ipython


def close_tree(*roots: widgets.Widget) -> None:
    """Close widgets and every widget their traits hold, but those that others show as well."""
    waiting = list(roots)
    while waiting:
        widget = waiting.pop()
        if widget.comm is None or isinstance(widget, Shared):
            continue
        for name in widget.keys:
            held = getattr(widget, name)
            parts = held if isinstance(held, list | tuple) else (held,)
            waiting += [part for part in parts if isinstance(part, widgets.Widget)]
        widget.close()


class Shared:
    """A widget that many show: it outlives each of them."""


class Shown:
    """Something that a notebook shows by its `widget`, until its cell is run again.

    A cell run once more makes its things anew, and those it made before can be seen nowhere: they are closed first.
    """

    widget: widgets.Widget

    def take_place(self) -> tuple[Shown, ...]:
        """Called before anything is made; returns what an earlier run of the same cell had made, now closed."""
        cell, run = running_cell()
        if not cell:
            return ()
        last, things = _made.get(cell, ("", WeakSet()))
        before: tuple[Shown, ...] = ()
        if last != run:
            before = tuple(things)
            for old in before:
                old.close()
            _made[cell] = run, WeakSet()
        _made[cell][1].add(self)
        return before

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.widget)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Close every widget."""
        close_tree(self.widget)


Thing = TypeVar("Thing", bound=Shown)
_made: dict[str, tuple[str, WeakSet[Shown]]] = {}


def as_part(thing: Thing) -> Thing:
    """A part of something larger: closed with the whole, not by its cell."""
    for _, things in _made.values():
        things.discard(thing)
    return thing


def running_cell() -> tuple[str, str]:
    """The id of the cell that runs now and of this run; empty where none does, or the page does not say which."""
    shell: Any = get_ipython()
    request = shell.get_parent() if hasattr(shell, "get_parent") else None
    if not request or request["header"].get("msg_type") != "execute_request":
        return "", ""
    return str(request["metadata"].get("cellId", "")), str(request["header"]["msg_id"])
