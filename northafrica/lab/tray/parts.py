"""The parts every table in a notebook is built from: safe markup, style sheets, buttons, rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets
import traitlets
from markupsafe import Markup

from northafrica.core.html import safe
from northafrica.lab.tray import keys


class Html(widgets.HTML):  # type: ignore[misc]
    """ipywidgets' HTML: what `northafrica.core.html` made goes in as it is, a plain string as text."""

    def __init__(self, value: object = "", **more: Any) -> None:
        super().__init__(value=safe(value), **more)

    @traitlets.validate("value")
    def _as_markup(self, proposal: Any) -> Markup:
        return safe(proposal["value"])


def style_sheet(root: str, *names: str, presses: Mapping[str, str] | None = None) -> Html:
    """Style sheets of the lab (`table/stepper.css`) for a table of class `root`, as a widget that takes no room."""
    rules = "".join(map(keys.css, names))
    return Html(keys.sheet(rules, root, presses), layout=widgets.Layout(display="contents"))


def button(text: str, tip: str, name: str, style: str = "") -> widgets.Button:
    """A button that tests and style sheets find as `na-do-NAME`."""
    made = widgets.Button(description=text, tooltip=tip, button_style=style, layout=widgets.Layout(width="auto"))
    made.add_class(f"na-do-{name}")
    return made


def row(*parts: widgets.Widget) -> widgets.Box:
    """Widgets beside one another, as many as fit."""
    made = widgets.Box(list(parts))
    made.add_class("na-row")
    return made


def show(widget: widgets.Widget, shown: bool) -> None:
    """Show or hide a widget; nothing is sent where it is so already."""
    wanted = "" if shown else "none"
    if widget.layout.display != wanted:
        widget.layout.display = wanted
