"""Keys pressed inside a table belong to the table.

JupyterLab gives letters and arrows to the notebook wherever the focus is no text field: on a list an arrow
would go to the next cell and a `b` would add one. A widget cannot listen to keys, but its style sheet can say
what to do once it has been read: it stops such keys at the table's edge. Ctrl, Alt and Cmd still reach JupyterLab.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import ipywidgets as widgets

WAIT = 0.05
STOP = "if(!event.ctrlKey&&!event.metaKey&&!event.altKey)event.stopPropagation()"


def sheet(rules: str, root: str) -> str:
    """A style sheet that also keeps plain keys inside the element of class `root` around it."""
    return f"<style onload=\"this.closest('.{root}')?.setAttribute('onkeydown','{STOP}')\">{rules}</style>"


def on_enter(box: widgets.Text, act: Callable[[], None]) -> None:
    """Act when Enter is pressed in a text field, but after what was written there has arrived.

    The browser tells of the key first and of the text right after it.
    """

    def told(_: object, content: Mapping[str, object], buffers: object) -> None:
        if content.get("event") != "submit":
            return
        try:
            asyncio.get_running_loop().call_later(WAIT, act)
        except RuntimeError:  # no kernel: nothing is still to arrive
            act()

    box.on_msg(told)
