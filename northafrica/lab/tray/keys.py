"""Keys pressed inside a table belong to the table.

JupyterLab gives letters and arrows to the notebook wherever the focus is no text field: on a list an arrow
would go to the next cell and a `b` would add one. A widget cannot listen to keys, but its style sheet can say
what to do once it has been read: it stops such keys at the table's edge. Ctrl, Alt and Cmd still reach JupyterLab.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from importlib.resources import files

import ipywidgets as widgets
from markupsafe import Markup

from northafrica.core.html import style

WAIT = 0.4  # seconds for a text to arrive; one that does is acted on at once
STOP = "if(!event.ctrlKey&&!event.metaKey&&!event.altKey)event.stopPropagation()"

# Whoever goes by keyboard sees where he is; the class is named twice to outdo ipywidgets, which takes the ring away.
RING = "outline:2px solid var(--jp-brand-color1,#0072b2)!important;outline-offset:1px!important"

# In a field the keys belong to the field.
FIELDS = "input,select,textarea,.noUi-handle,.leaflet-container"


def css(name: str) -> str:
    """The text of a style sheet of the lab, by its place in it: `board/map.css`."""
    return (files("northafrica.lab") / name).read_text(encoding="utf-8")


def sheet(rules: str, root: str, presses: Mapping[str, str] | None = None) -> Markup:
    """A style sheet that also keeps plain keys inside the element of class `root` around it, and shows the focus there.

    `presses`: key -> selector of the button that it presses; a click beside the fields makes the keys heard.
    """
    rules += f"\n.{root}.{root} :focus-visible{{{RING}}}"
    if not presses:
        return style(rules, onload=f"this.closest('.{root}')?.setAttribute('onkeydown','{STOP}')")
    press = (
        f"const b={json.dumps(dict(presses))}[event.key];"
        f"if(b&&!event.target.closest('{FIELDS}')){{const e=this.querySelector('button'+b);"
        f"if(e&&e.offsetParent!==null)e.click();event.preventDefault()}}{STOP}"
    )
    act = f"const r=this.closest('.{root}');if(r){{r.tabIndex=-1;r.setAttribute('onkeydown',{json.dumps(press)})}}"
    return style(rules, onload=act)


def on_enter(box: widgets.Text, act: Callable[[], None]) -> None:
    """Act when Enter is pressed in a text field, but after what was written there has arrived.

    The browser tells of the key first and of the text after it: right after it, or, from a field that sends every
    letter, when the letter before has been taken in.
    """
    due: list[asyncio.TimerHandle] = []

    def now() -> None:
        if due:
            for handle in due:
                handle.cancel()
            due.clear()
            act()

    def told(_: object, content: Mapping[str, object], buffers: object) -> None:
        if content.get("event") != "submit":
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no kernel: nothing is still to arrive
            act()
        else:
            due.append(loop.call_later(WAIT, now))

    def arrived(_: object) -> None:
        if due:
            asyncio.get_running_loop().call_soon(now)

    box.on_msg(told)
    box.observe(arrived, "value")
