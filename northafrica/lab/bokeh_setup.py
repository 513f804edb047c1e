"""Bokeh in a notebook without the internet."""

from __future__ import annotations

import os


def under_voila() -> bool:
    """Whether the kernel runs a page of voila."""
    return os.environ.get("SERVER_SOFTWARE", "").lower().startswith("voila")


def load_bokeh() -> None:
    """Put BokehJS on the page, from this machine.

    Call it in a cell of its own before the first chart, and again after a reload of the page. The output is
    cleared at once, so that a saved notebook does not carry four megabytes of script; voila shows only what
    the output holds, so there it stays.
    """
    from bokeh.io import output_notebook
    from bokeh.resources import INLINE
    from IPython.display import clear_output

    output_notebook(resources=INLINE, hide_banner=True)
    if not under_voila():
        clear_output()  # type: ignore[no-untyped-call]
