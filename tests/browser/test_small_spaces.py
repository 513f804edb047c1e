"""A map of many small hexes in JupyterLab: drawn whole, pointed at, clicked, overlaid, in both themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import write_notebook

PATIENCE = 20_000
CELLS = (
    """from northafrica.core.start import make_setting, new_game
from northafrica.lab import BoardMap
from northafrica.systems.afrika2.system import SYSTEM
import ipywidgets
game = new_game(make_setting(SYSTEM, 'gazala'), 1)
board, told, near = BoardMap(game, legend='closed'), ipywidgets.Label('told:'), ipywidgets.Button(description='Near')
told.add_class('probe-told'); near.add_class('probe-near')
board.on_select(lambda space: setattr(told, 'value', 'told: ' + space))
near.on_click(lambda _: board.show(['a31.22']))
ipywidgets.VBox([near, told, board.widget])""",
)
DRAWN = """() => document.querySelectorAll('path.na-cell').length"""
SHOWN = """(css) => [...document.querySelectorAll(css)].filter(e => e.getBoundingClientRect().width > 0).length"""


@pytest.fixture
def notebook(notebook_root: Path) -> str:
    """A notebook with the map of Gazala."""
    return write_notebook(notebook_root, "small-spaces.ipynb", CELLS)


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1920, "dark")])
def test_hexes_are_drawn_and_answer(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook: str, width: int, theme: str
) -> None:
    page = open_notebook(notebook, width=width, height=1500, theme=theme)
    page.wait_for_function(f"({DRAWN})() === 1986", timeout=PATIENCE)
    assert page.locator(".leaflet-na-under-pane img").count() == 1
    assert page.evaluate(SHOWN, ".na-far b") >= 30
    assert page.evaluate(SHOWN, ".leaflet-container .na-u b") == 0, "no counters on the map from afar"
    screenshot(page, "whole")

    page.locator(".probe-near").click()
    page.locator(".na-map.na-z2").wait_for(timeout=PATIENCE)
    place = page.locator(".k-a29_20")
    place.hover(force=True)
    page.locator(".na-panel").filter(has_text="A29.20").wait_for(timeout=PATIENCE)
    page.mouse.down()
    page.wait_for_timeout(30)
    page.mouse.up()
    page.locator(".probe-told").filter(has_text="told: a29.20").wait_for(timeout=PATIENCE)

    page.locator('.leaflet-marker-icon[title^="A28.21"] .na-st').click()
    page.locator(".probe-told").filter(has_text="told: a28.21").wait_for(timeout=PATIENCE)
    page.locator(".na-overlays select").select_option(label="Movement: all Axis units here")
    page.locator(".na-panel .na-told").filter(has_text="Movement of").wait_for(timeout=PATIENCE)
    page.locator(".leaflet-na-over-pane img").wait_for(state="attached")
    place.hover(force=True)
    page.locator("path.na-way").wait_for(state="attached", timeout=PATIENCE)
    screenshot(page, "movement")
