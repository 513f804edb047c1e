"""The turn step by step in a real browser: nothing fails, and what is to be seen is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page

TURN = "aana/01-a-turn-step-by-step.ipynb"
CELL_OF = """(name) => {
  const cells = jupyterapp.shell.currentWidget.content.model.cells;
  for (let n = 0; n < cells.length; n++)
    if (cells.get(n).type === 'code' && cells.get(n).sharedModel.getSource().includes(name)) return n;
  return -1;
}"""
SCROLL_TO = """async (n) => {
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = n;
  await notebook.scrollToItem(n, 'start');
}"""


def go_to(page: Page, code: str) -> Locator:
    """The cell with this code, scrolled into view (JupyterLab draws only what is near)."""
    index = page.evaluate(CELL_OF, code)
    assert index >= 0, f"no cell has {code}"
    page.evaluate(SCROLL_TO, index)
    cell = page.locator(f".jp-Cell[data-windowed-list-index='{index}']")
    cell.wait_for()
    return cell


def has_size(part: Locator, width: float, height: float) -> None:
    part.wait_for(timeout=60_000)
    box = part.bounding_box()
    assert box is not None
    assert box["width"] >= width
    assert box["height"] >= height


def test_the_turn_is_played_and_drawn(open_notebook: Callable[..., Page], screenshot: Callable[..., Path]) -> None:
    page = open_notebook(TURN)
    table = go_to(page, "table = Stepper(torch")
    has_size(table.locator(".na-stepper").first, 700, 600)
    has_size(table.locator(".leaflet-container").first, 400, 300)
    assert table.locator(".leaflet-marker-icon").count() > 20
    screenshot(page, "stepper")
    has_size(go_to(page, "Losses(table.game").locator(".bk-Figure").first, 400, 200)
    has_size(go_to(page, "SupplyOnHand(table.game").locator(".bk-Figure").first, 400, 200)
    has_size(go_to(page, "board_picture(table.game").locator(".jp-RenderedSVG").first, 500, 250)
    has_size(go_to(page, "BoardMap(desert.game").locator(".leaflet-container").first, 400, 300)
    own = go_to(page, "mine = Stepper(")
    own.locator(".na-do-begin").first.wait_for()
    screenshot(page, "own-table")
