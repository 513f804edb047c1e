"""A page run again, reloaded, opened twice, and clicked twice: nothing is lost and nothing is given twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from tests.browser.conftest import answered, no_cell_failed, open_tab, write_notebook

PATIENCE = 15_000
CELLS = (
    """import ipywidgets, northafrica
from northafrica.lab import AttackExplorer, ExerciseCard, PositionDesk, Replay, Stepper, SupplyOnHand, SupplyPlanner
game = northafrica.load('aana', 'torch', seed=7)""",
    "table = Stepper(northafrica.load('aana', 'torch', seed=7), autosave=False)\ntable",
    "SupplyOnHand(game)",
    """desert = northafrica.position(open('afrika2/positions/04-combat-and-shifts.txt').read())
for shown in (PositionDesk(game), Replay(game), SupplyPlanner(desert), AttackExplorer(desert)):
    display(shown)
ExerciseCard('aana/exercises/05-land-combat.toml')""",
    "print('open:', len(ipywidgets.widget._instances))",
)
RUN_CELLS = """async (numbers) => {
  const notebook = jupyterapp.shell.currentWidget.content;
  for (const n of numbers) {
    notebook.activeCellIndex = n;
    await jupyterapp.commands.execute('notebook:run-cell');
  }
}"""


# A page that asks for a widget while the kernel closes it says so in its console, and shows the new one.
CLOSED = ("widget model not found", "Could not process update msg", "Comm not found")


def run_cells(page: Page, *numbers: int) -> None:
    answered(page, RUN_CELLS, numbers)
    no_cell_failed(page)


def told(page: Page) -> str:
    return page.locator(".jp-OutputArea-output", has_text="open:").inner_text()


def has_size(chart: Locator) -> None:
    chart.wait_for(timeout=PATIENCE)
    size = chart.bounding_box()
    assert size is not None
    assert size["width"] > 400
    assert size["height"] > 200


def test_again(open_notebook: Callable[..., Page], notebook_root: Path, screenshot: Callable[..., Path]) -> None:
    page = open_notebook(write_notebook(notebook_root, "again.ipynb", CELLS), height=2600, forgiven=CLOSED)
    a_double_click_gives_one_order(page.locator(".na-stepper").first)
    cells_run_again_leave_one_of_each(page)
    the_game_played_before_is_offered(page.locator(".na-stepper").first)
    screenshot(page, "rerun")
    charts_are_there_after_a_reload(page)
    screenshot(page, "reloaded")
    two_tabs_say_so(page, screenshot)


def test_a_page_that_never_answers_is_told(chromium: Browser) -> None:
    page = chromium.new_page()
    with pytest.raises(Error, match="the page has not answered within 100 ms"):
        answered(page, "() => new Promise(() => {})", patience=100)
    assert answered(page, "n => n + 1", 2) == 3
    page.close()


def a_double_click_gives_one_order(table: Locator) -> None:
    """Both clicks before the answer, and a slow double click whose second half meets the next decision."""
    log = table.locator(".na-log h5")
    expect(log).to_have_count(1, timeout=PATIENCE)
    table.locator(".na-do-choose").evaluate("button => { button.click(); button.click() }")
    nothing_more_comes(table)
    expect(log).to_have_count(2)
    following = table.locator(".na-do-next")
    following.click()
    expect(log).to_have_count(3, timeout=PATIENCE)
    following.evaluate("button => button.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 2}))")
    nothing_more_comes(table)
    expect(log).to_have_count(3)
    following.click()
    expect(log).to_have_count(4, timeout=PATIENCE)


def nothing_more_comes(table: Locator) -> None:
    """The kernel answers in turn: what was clicked before has been done when this is answered."""
    answers = table.locator("[data-answer]")
    before = answers.get_attribute("data-answer", timeout=PATIENCE)
    table.locator(".na-do-why").click()
    expect(answers).not_to_have_attribute("data-answer", before or "", timeout=PATIENCE)
    expect(answers).to_contain_text(re.compile("allowed|refused|not understood"), timeout=PATIENCE)


def cells_run_again_leave_one_of_each(page: Page) -> None:
    run_cells(page, 1, 2, 3, 4)
    once = told(page)
    for _ in range(3):
        run_cells(page, 1, 2, 3, 4)
    assert told(page) == once
    expect(page.locator(".na-chart .bk-Figure")).to_have_count(1, timeout=PATIENCE)


def the_game_played_before_is_offered(table: Locator) -> None:
    expect(table.locator(".na-kept select")).to_contain_text("played in this cell before: 3 entries", timeout=PATIENCE)
    table.locator(".na-do-resume").click()
    expect(table.locator(".na-log h5")).to_have_count(4, timeout=PATIENCE)


def charts_are_there_after_a_reload(page: Page) -> None:
    open_tab(page.locator(".na-stepper").first, "charts")
    page.locator(".na-charts button", has_text="Supply on hand").first.click()
    expect(page.locator(".na-chart .bk-Figure")).to_have_count(2, timeout=PATIENCE)
    answered(page, "() => jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    page.reload(wait_until="domcontentloaded")
    expect(page.locator(".na-chart .bk-Figure")).to_have_count(2, timeout=90_000)
    for chart in page.locator(".na-chart .bk-Figure").all():
        has_size(chart)


def two_tabs_say_so(page: Page, screenshot: Callable[..., Path]) -> None:
    here = page.locator(".na-twice").first
    expect(here).to_be_hidden()
    other = page.context.new_page()
    other.goto(page.url, wait_until="domcontentloaded")
    expect(other.locator(".na-twice").first).to_contain_text("open in two tabs", timeout=90_000)
    expect(other.locator(".na-twice").first).to_be_visible(timeout=PATIENCE)
    expect(here).to_be_visible(timeout=PATIENCE)
    screenshot(page, "twice", ".na-stepper")
    other.close()
    expect(here).to_be_hidden(timeout=PATIENCE)
