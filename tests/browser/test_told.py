"""Attack explorer and supply planner in JupyterLab, by keyboard alone, in both themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import write_notebook
from tests.browser.test_keyboard_course import PATIENCE, press, tab_to

CELLS = (
    """import northafrica
from northafrica.lab import AttackExplorer, SupplyPlanner, supply_chain_picture
game = northafrica.load('afrika2', 'gazala', seed=1)""",
    "AttackExplorer(game, 'a31.23')",
    "SupplyPlanner(game, 'cw')",
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_by_keyboard(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook_root: Path, theme: str
) -> None:
    page = open_notebook(write_notebook(notebook_root, f"told-{theme}.ipynb", CELLS), theme=theme, height=1400)
    explore(page)
    screenshot(page, "explorer")
    plan(page)
    screenshot(page, "planner")


def explore(page: Page) -> None:
    """Nobody, then one after the other; another target by its letter."""
    explorer = page.locator(".na-attack-explorer")
    said = explorer.locator(".na-said")
    expect(said).to_contain_text("odds 2:1", timeout=PATIENCE)
    explorer.locator(".na-target select").focus()
    press(page, ".na-do-attack-none")
    expect(said).to_contain_text("take at least one unit", timeout=PATIENCE)
    tab_to(page, ".na-unit-count")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(said).to_contain_text("odds 1:3", timeout=PATIENCE)
    press(page, ".na-do-attack-all", "Shift+Tab")
    expect(said).to_contain_text("odds 2:1, column 3:1", timeout=PATIENCE)
    tab_to(page, ".na-choice-attacker_air")
    page.keyboard.press("ArrowDown")
    expect(said).to_contain_text("column 4:1", timeout=PATIENCE)
    assert page.locator(".na-attack-explorer .na-picture svg:visible").count() == 1


def plan(page: Page) -> None:
    """Fourteen go without; one Supply Point in Tobruk feeds them."""
    planner = page.locator(".na-supply-planner")
    said = planner.locator(".na-said")
    expect(said).to_contain_text("14 units left without", timeout=PATIENCE)
    planner.locator(".na-side select").focus()
    tab_to(page, ".na-end")
    page.keyboard.type("Tobruk (A36.23)")
    press(page, ".na-do-suppose")
    expect(said).to_contain_text("nobody left without", timeout=PATIENCE)
    press(page, ".na-do-as-it-is")
    expect(said).to_contain_text("14 units left without", timeout=PATIENCE)
    tab_to(page, ".na-look", "Shift+Tab")
    page.keyboard.press("ArrowDown")
    expect(planner.locator(".na-picture svg:visible").first).to_contain_text("Afrika II", timeout=PATIENCE)
    page.keyboard.press("ArrowDown")
    expect(planner.locator("table").first).to_contain_text("Bardia", timeout=PATIENCE)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(planner.locator(".na-picture svg:visible").first).to_contain_text(
        "What a single carriage would do", timeout=PATIENCE
    )
