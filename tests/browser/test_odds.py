"""Odds in JupyterLab: switched on by keyboard at the table, and drawn as charts that have room."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import open_tab, write_notebook

PATIENCE = 15_000
POSITION = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at tripoli: 1 italy infantry
at cairo: 1 uk infantry
at mersa_matruh: 2 uk infantry, 1 uk tank
at bir_hachem: 1 italy infantry, 1 germany tank
stock mersa_matruh: supply 2
stock bir_hachem: supply 2
"""
CELLS = (
    "from northafrica.lab import load_bokeh\nload_bokeh()",
    f"""import northafrica
from northafrica.lab import Stepper, round_chart, survivor_chart
game = northafrica.position({POSITION!r}, seed=3)
for order in ('commit', 'attack bir_hachem from mersa_matruh with 2 infantry 1 tank paying 1 mersa_matruh', 'commit'):
    game.play(order)
Stepper(game, autosave=False)""",
    "answer = northafrica.odds_of('revised', '3 infantry, 2 tank', '4 infantry')\nanswer",
    "survivor_chart(answer)",
    "round_chart(answer)",
)


@pytest.fixture
def notebook(notebook_root: Path) -> str:
    """A notebook with a table at which a battle begins, an answer and two charts."""
    return write_notebook(notebook_root, "odds.ipynb", CELLS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_odds_at_the_table_and_as_charts(
    open_notebook: Callable[..., Page], notebook: str, screenshot: Callable[..., Path], theme: str
) -> None:
    page = open_notebook(notebook, height=4200, theme=theme)
    open_tab(page.locator(".na-stepper"), "odds")
    panel = page.locator(".na-odds").first
    panel.wait_for(timeout=PATIENCE)
    assert panel.locator("table").count() == 0  # a learner is not told
    box = panel.locator("input[type=checkbox]")
    box.focus()
    page.keyboard.press("Space")
    expect(panel.locator("table")).to_contain_text("retreat", timeout=PATIENCE)
    expect(panel.locator("caption")).to_contain_text("Bir Hachem")
    assert panel.locator("th[scope=row]").all_inner_texts() == ["fight", "retreat"]
    found = panel.locator("table").bounding_box()
    assert found is not None
    assert found["width"] > 300
    screenshot(page, "panel", ".na-odds")
    charts = page.locator(".na-chart .bk-Figure")
    expect(charts).to_have_count(2, timeout=PATIENCE)
    for chart in charts.all():
        size = chart.bounding_box()
        assert size is not None
        assert size["width"] > 400
        assert size["height"] > 200
    expect(page.locator(".jp-OutputArea table", has_text="Chances").first).to_contain_text("79.39 %")
    screenshot(page, "book")
    page.keyboard.press("Space")
    expect(panel.locator("table")).to_have_count(0, timeout=PATIENCE)
