"""Bokeh in a notebook without the internet: a figure in the page that brings BokehJS with it.

A figure is sent as data, and drawn as soon as BokehJS is there; what draws it is sent once for a page, by one widget
that all figures show. So the order in which a page gets them does not matter, and after a reload, while the kernel
lives, everything is there again.
"""

from __future__ import annotations

import os
from typing import Any

import ipywidgets as widgets
from bokeh.embed import json_item
from bokeh.resources import Resources

from northafrica.core.html import data, style, tag, together
from northafrica.lab.tray.closing import Shared
from northafrica.lab.tray.parts import Html

# The text of the library becomes a script of the page, once, and is taken out of the widget again.
LOAD = """const source=this.previousElementSibling;
if(source&&!window.Bokeh){const made=document.createElement('script');
made.textContent=JSON.parse(source.textContent);document.head.append(made)}
source?.remove()"""

# A figure drawn here before goes; one that is replaced, or begun anew, before it could be drawn is not drawn at all.
# What fails while the page is still being put together is tried again.
DRAW = """const item=this.previousElementSibling,box=this.nextElementSibling,place=this.parentElement;
if(item&&box&&place){const mine=place.naDrawing={},gone=()=>box.parentElement!==place||place.naDrawing!==mine,
draw=async left=>{if(gone())return;
if(!window.Bokeh||!box.isConnected){
if(left)setTimeout(draw,50,left-1);else box.textContent='BokehJS did not arrive.';return}
place.naFigure?.clear();place.naFigure=null;box.replaceChildren();
try{const drawn=await window.Bokeh.embed.embed_item(JSON.parse(item.textContent),box);
if(gone())drawn.clear();else place.naFigure=drawn}
catch(error){if(!left)throw error;setTimeout(draw,50,left-1)}};draw(1200)}"""


class Library(Html, Shared):
    """BokehJS, for all figures of a kernel."""


_library: list[Library] = []


def library() -> Library:
    """The widget that puts BokehJS on a page, made when first asked for."""
    if not _library or _library[0].comm is None:
        text = "\n".join(Resources(mode="inline", components=["bokeh"]).js_raw)
        source = together(data(text), style("", onload=LOAD))
        _library[:] = [Library(source, layout=widgets.Layout(display="none"))]
    return _library[0]


class Figure(widgets.VBox):  # type: ignore[misc]
    """A bokeh figure in the page; `draw()` sends it as it is now."""

    def __init__(self, figure: Any) -> None:
        self._drawn = Html()
        super().__init__([library(), self._drawn], layout=widgets.Layout(min_width="420px", width="100%"))
        self.add_class("na-figure")
        self.draw(figure)

    def draw(self, figure: Any) -> None:
        """Draw a figure; the place keeps its height meanwhile, so that the page does not jump."""
        self._drawn.layout.min_height = f"{figure.height}px"
        item = data(json_item(figure))
        self._drawn.value = together(item, style("", onload=DRAW), tag("div"))


def under_voila() -> bool:
    """Whether the kernel runs a page of voila."""
    return os.environ.get("SERVER_SOFTWARE", "").lower().startswith("voila")


def load_bokeh() -> None:
    """Put BokehJS on the page, from this machine, for bokeh figures of your own; the kit's charts bring it.

    Call it in a cell of its own before the first figure, and again after a reload of the page. The output is
    cleared at once, so that a saved notebook does not carry four megabytes of script; voila shows only what
    the output holds, so there it stays.
    """
    from bokeh.io import output_notebook
    from bokeh.resources import INLINE
    from IPython.display import clear_output

    output_notebook(resources=INLINE, hide_banner=True)
    if not under_voila():
        clear_output()  # type: ignore[no-untyped-call]
