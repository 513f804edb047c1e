"""Closing widgets: what is not closed stays registered for as long as the kernel lives."""

from __future__ import annotations

import ipywidgets as widgets


def close_tree(*roots: widgets.Widget) -> None:
    """Close widgets and every widget their traits hold."""
    waiting = list(roots)
    while waiting:
        widget = waiting.pop()
        if widget.comm is None:
            continue
        for name in widget.keys:
            held = getattr(widget, name)
            parts = held if isinstance(held, list | tuple) else (held,)
            waiting += [part for part in parts if isinstance(part, widgets.Widget)]
        widget.close()
