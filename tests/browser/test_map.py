"""The map in JupyterLab: pointing, clicking, searching, changing, in both widths and themes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import write_notebook

CELLS = (
    "from northafrica.lab import load_bokeh\nload_bokeh()",
    """import random, northafrica, ipywidgets
from northafrica.bots import random_order
from northafrica.lab import BoardMap, SupplyOnHand
game = northafrica.load('aana', 'torch', seed=1)
board, chart = BoardMap(game), SupplyOnHand(game)
told, button = ipywidgets.Label('told:'), ipywidgets.Button(description='Go on')
told.add_class('probe-told'); button.add_class('probe-go')
board.on_select(lambda space: setattr(told, 'value', 'told: ' + space))
rng = random.Random(3)
def go(_):
    for _ in range(60):
        if game.choice: game.play(random_order(game, rng))
    board.update(game); chart.update(game)
    told.value = f'told: round {game.round}, {game.node.n}'
button.on_click(go)
ipywidgets.VBox([button, told, board.widget, chart.widget])""",
)


@pytest.fixture
def notebook(notebook_root: Path) -> str:
    """A notebook with a map, a chart and a button that plays on."""
    return write_notebook(notebook_root, "map.ipynb", CELLS)


def middle(place: Locator, down: float = 0.5) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * down


def point(page: Page, x: float, y: float) -> None:
    """Move as a hand does: Leaflet wants to see the way."""
    page.mouse.move(x - 6, y - 4)
    page.mouse.move(x, y)


def press(page: Page) -> None:
    page.mouse.down()
    page.wait_for_timeout(30)
    page.mouse.up()


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1920, "dark")])
def test_map_answers(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook: str, width: int, theme: str
) -> None:
    page = open_notebook(notebook, width=width, height=1500, theme=theme)
    panel, told = page.locator(".na-panel"), page.locator(".probe-told")
    map_box = page.locator(".leaflet-container").bounding_box()
    assert map_box is not None
    assert map_box["width"] > 700

    point(page, *middle(page.locator(".k-sahara_c"), 0.7))
    panel.filter(has_text="Sahara Desert C").wait_for(timeout=15_000)
    press(page)
    told.filter(has_text="sahara_c").wait_for(timeout=15_000)
    page.locator(".na-chosen").wait_for(state="attached")

    page.locator('.leaflet-marker-icon[title^="Algiers"] .na-st').click()
    told.filter(has_text="algiers").wait_for(timeout=15_000)
    assert page.locator(".na-spaces select").evaluate("box => box.selectedOptions[0].text").startswith("Algiers")

    find = page.locator(".na-find input")
    find.fill("ghadames")
    page.wait_for_function("() => document.querySelectorAll('.na-spaces option').length === 1")
    find.press("Enter")
    told.filter(has_text="ghadames").wait_for(timeout=15_000)
    page.locator(".na-near-space").click()
    page.locator(".na-map.na-z2").wait_for(timeout=15_000)
    page.locator(".na-whole").click()
    page.locator(".na-map.na-z2").wait_for(state="detached", timeout=15_000)
    screenshot(page, "board")


def test_a_change_keeps_map_and_chart_in_place(open_notebook: Callable[..., Page], notebook: str) -> None:
    page = open_notebook(notebook)
    figure = page.locator(".bk-Figure").first
    figure.wait_for(timeout=20_000)
    page.evaluate("document.querySelector('.leaflet-container').dataset.kept = 'yes'")
    before = page.locator(".leaflet-marker-icon").evaluate_all("icons => icons.map(icon => icon.title)")
    page.locator(".probe-go").click()
    page.locator(".probe-told", has_text="round").wait_for(timeout=15_000)
    page.wait_for_function(
        "before => JSON.stringify([...document.querySelectorAll('.leaflet-marker-icon')].map(i => i.title)) !== before",
        arg=json.dumps(before, separators=(",", ":")),
    )
    assert page.locator(".leaflet-container").get_attribute("data-kept") == "yes"
    box = figure.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 150
