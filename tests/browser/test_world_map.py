"""The map of a board that comes round again: no seam wherever the view is centred, and Europe drawn larger below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import write_notebook

CELLS = (
    """import northafrica, ipywidgets
from northafrica.lab import BoardMap
game = northafrica.load('revised', seed=1)
board = BoardMap(game)
told, button = ipywidgets.Label('told:'), ipywidgets.Button(description='Go round')
told.add_class('probe-told'); button.add_class('probe-go')
board.on_select(lambda space: setattr(told, 'value', 'told: ' + space))
button.on_click(lambda _: board.show(['eastern_united_states', 'hawaiian_islands']))
ipywidgets.VBox([button, told, board.widget])""",
)
STACKS = """title => [...document.querySelectorAll('.leaflet-marker-icon')].filter(
  icon => icon.title.startsWith(title)).map(icon => {
    const map = icon.closest('.leaflet-container').getBoundingClientRect(), at = icon.getBoundingClientRect();
    return [at.x > map.x && at.x < map.right && at.y > map.y && at.y < map.bottom,
            Boolean(icon.closest('.na-inset'))];
  })"""


@pytest.fixture
def notebook(notebook_root: Path) -> str:
    return write_notebook(notebook_root, "world.ipynb", CELLS)


def seen(page: Page, title: str, inset: bool) -> bool:
    """Whether a space's stack stands inside the map, or inside the inset."""
    found = page.evaluate(STACKS, title)
    return any(inside for inside, close_up in found if close_up == inset)


def test_the_world_goes_round(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook: str
) -> None:
    page = open_notebook(notebook, width=1280, height=1700)
    page.locator(".na-inset .leaflet-marker-icon").first.wait_for(timeout=20_000)
    screenshot(page, "whole")
    assert seen(page, "Germany", inset=True)
    assert seen(page, "Hawaiian Islands", inset=False)
    assert seen(page, "Eastern United States", inset=False)

    page.locator(".probe-go").click()  # Hawaii lies west of the United States only round the back of the board
    page.wait_for_timeout(2_000)
    screenshot(page, "round")
    assert seen(page, "Hawaiian Islands", inset=False)
    assert seen(page, "Eastern United States", inset=False)
    assert not seen(page, "India", inset=False)

    page.locator('.na-inset .leaflet-marker-icon[title^="Germany"] .na-st').click()
    page.locator(".probe-told", has_text="told: germany").wait_for(timeout=15_000)
