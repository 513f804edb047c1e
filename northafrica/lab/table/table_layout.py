"""Where everything stands at a table: the board at the left, a panel of fixed parts at the right, tabs below them.

Nothing in it moves or changes size because of an order: each part has its own room and scrolls inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import ipywidgets as widgets

from northafrica.core.html import style, tag, together
from northafrica.lab.tray import keys
from northafrica.lab.tray.parts import Html, button, column, row, show

LAYOUTS = {"notebook": "na-in-notebook", "page": "na-page"}
"""How a table stands: in the output of a cell, as high as the window leaves room, or filling the window."""
KEYS = (
    ("arrows", "walk the spaces of the board in their direction"),
    ("n", "next lit space"),
    ("Enter", "pick the space; once more, when the order is complete: play it"),
    ("+ and -", "one unit more, one less, of the first kind"),
    ("a", "all units"),
    ("p", "play the order"),
    ("w", "why not?"),
    ("e", "end the phase or decision"),
    ("1 to 9", "the answers, from left to right"),
    ("u and r", "undo, redo"),
    ("[ and ]", "back and forward through what happened"),
    ("Escape", "drop the order"),
    ("b", "to the board"),
    ("t", "to the order as text"),
    ("f", "full window"),
    ("?", "these keys"),
)


def layout_class(name: str) -> str:
    """The class of a layout. Raises ValueError where there is none of that name."""
    if name not in LAYOUTS:
        raise ValueError(f"layout '{name}': write {' or '.join(LAYOUTS)}")
    return LAYOUTS[name]


def behaviour() -> Html:
    """What the page does by itself at a table: keys, full window, the size of the map."""
    return Html(style("", onload=keys.css("table/table.js")), layout=widgets.Layout(display="none"))


def tools() -> Html:
    """Full window and the list of keys; both need nothing of Python."""
    full = tag("button", "Full window", class_="na-full", type="button", title="The table alone on the screen (f)")
    ask = tag("button", "Keys", class_="na-keys", type="button", title="All keys (?)", aria_expanded="false")
    rows = together(*(together(tag("dt", tag("kbd", key)), tag("dd", told)) for key, told in KEYS))
    sheet = tag("div", tag("dl", rows), class_="na-key-list", role="dialog", aria_label="Keys", hidden=True)
    return Html(together(full, ask, sheet), css="na-tools")


class Tabs:
    """Parts of which one is shown, each behind a button with its name."""

    def __init__(self, parts: Mapping[str, widgets.Widget], first: str) -> None:
        self.parts, self.shown = dict(parts), ""
        self._seen: list[Callable[[], None]] = []
        self.buttons = {name: button(name, f"Show: {name}", f"tab-{name.lower()}") for name in parts}
        for name, made in self.buttons.items():
            made.on_click(lambda _, name=name: self.open(name))
        body = column(*self.parts.values(), css="na-tab-body")
        self.widget = column(row(*self.buttons.values(), css="na-tabs"), body, css="na-tabbed")
        self.open(first)

    def on_open(self, act: Callable[[], None]) -> None:
        """Call back whenever another part is shown."""
        self._seen.append(act)

    def open(self, name: str) -> None:
        """Show one of the parts."""
        self.shown = name
        for other, part in self.parts.items():
            show(part, other == name)
            act = self.buttons[other].add_class if other == name else self.buttons[other].remove_class
            act("na-on")
        for seen in self._seen:
            seen()
