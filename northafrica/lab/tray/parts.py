"""The parts every table in a notebook is built from: safe markup, style sheets, fields, buttons, rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import ipywidgets as widgets
import traitlets
from markupsafe import Markup

from northafrica.core.html import safe
from northafrica.lab.tray import keys


class Html(widgets.HTML):  # type: ignore[misc]
    """ipywidgets' HTML: what `northafrica.core.html` made goes in as it is, a plain string as text."""

    def __init__(self, value: object = "", css: str = "", **more: Any) -> None:
        super().__init__(value=safe(value), **more)
        marked(self, css)

    @traitlets.validate("value")
    def _as_markup(self, proposal: Any) -> Markup:
        return safe(proposal["value"])


def marked(widget: Any, css: str) -> Any:
    """A widget with classes, by which tests and style sheets find it."""
    for name in css.split():
        widget.add_class(name)
    return widget


def style_sheet(root: str, *names: str, presses: Mapping[str, str] | None = None) -> Html:
    """Style sheets of the lab (`table/stepper.css`) for a table of class `root`, as a widget that takes no room."""
    return unseen(keys.sheet("".join(map(keys.css, names)), root, presses))


def unseen(value: object = "", css: str = "") -> Html:
    """Markup that takes no room: style sheets, definitions."""
    return Html(value, css, layout=widgets.Layout(display="contents"))


def blank(kind: Any, css: str, changed: Any = None, width: Any = "", **traits: Any) -> Any:
    """A blank to fill in: a widget of a kind with its class; `changed`, a function, is told of every new value."""
    if width:
        traits["layout"] = widgets.Layout(width=width)
    made = marked(kind(**traits), css)
    if changed is not None:
        made.observe(lambda change: changed(change["new"]), "value")
    return made


def check(text: str, css: str, changed: Callable[[Any], object] | None = None, on: bool = False) -> widgets.Checkbox:
    """A box to tick."""
    return blank(widgets.Checkbox, css, changed, "auto", value=on, description=text, indent=False)


def button(text: str, tip: str, name: str, act: Callable[[], object] | None = None, style: str = "") -> widgets.Button:
    """A button that tests and style sheets find as `na-do-NAME`; `act` is what it does."""
    made = widgets.Button(description=text, tooltip=tip, button_style=style, layout=widgets.Layout(width="auto"))
    if act is not None:
        made.on_click(lambda _: act())
    return marked(made, f"na-do-{name}")


def row(*parts: widgets.Widget, css: str = "na-row") -> widgets.Box:
    """Widgets beside one another, as many as fit."""
    return marked(widgets.Box(parts), css)


def column(*parts: widgets.Widget, css: str = "") -> widgets.VBox:
    """Widgets below one another."""
    return marked(widgets.VBox(parts), css)


def show(widget: widgets.Widget, shown: bool) -> None:
    """Show or hide a widget; nothing is sent where it is so already."""
    widget.layout.display = "" if shown else "none"


def offer(choice: Any, options: Iterable[tuple[str, Any]]) -> None:
    """New options of a list; what was chosen stays chosen where it is still offered, else the first is."""
    found, before = tuple(options), choice.value
    if found != tuple(choice.options):
        choice.options = found
        values = [value for _, value in found]
        choice.value = before if before in values else next(iter(values), None)
