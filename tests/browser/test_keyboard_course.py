"""Somebody who has never seen the game goes through the first page of the course by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import no_cell_failed

TURN = "aana/01-a-turn-step-by-step.ipynb"
PATIENCE, START = 30_000, 90_000  # the kernel begins with the imports
COUNT_PRESSES = """() => {
  window.pressed = 0;
  for (const kind of ['mousedown', 'pointerdown', 'touchstart'])
    document.addEventListener(kind, () => { window.pressed += 1; }, true);
}"""
CELL = "jupyterapp.shell.currentWidget.content.activeCell"
ACTIVE_CELL = f"() => {CELL}.model.sharedModel.getSource()"
IN_ANOTHER_CELL = f"(before) => {CELL}.node.contains(document.activeElement) && {ACTIVE_CELL[6:]} !== before"
ALL_RUN = """(least) => [...jupyterapp.shell.currentWidget.content.model.cells]
  .every(cell => cell.type !== 'code' || (cell.executionCount ?? 0) > least)"""
# What has the focus is in the window, nothing lies over it, and something is drawn that says so.
FOCUS_IS_SEEN = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect(), look = getComputedStyle(one);
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const x = Math.max(1, Math.min(box.left + box.width / 2, innerWidth - 1));
  const y = Math.max(1, Math.min(box.top + box.height / 2, innerHeight - 1));
  const top = document.elementFromPoint(x, y);
  const ring = look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 1;
  return {inside, ring, over: !!top && (one.contains(top) || top.contains(one)),
          what: one.tagName + '.' + one.className + ' ' + JSON.stringify(box)};
}"""


def has_focus(page: Page, css: str) -> bool:
    return bool(page.evaluate("css => !!document.activeElement.closest(css)", css))


def tab_to(page: Page, css: str, key: str = "Tab", most: int = 90) -> None:
    """Go on by the keyboard until the focus is in a part; it has to be seen there."""
    for _ in range(most):
        page.keyboard.press(key)
        if has_focus(page, css):
            break
    else:
        pytest.fail(f"{css} is not reached by {key}")
    seen = page.evaluate(FOCUS_IS_SEEN)
    assert seen["inside"], seen
    assert seen["ring"], seen
    assert seen["over"], seen


def press(page: Page, css: str, key: str = "Tab") -> None:
    tab_to(page, css, key)
    page.keyboard.press("Enter")


def walk_to_cell(page: Page, code: str, key: str) -> None:
    """Go from cell to cell until the one with this code is the active one."""
    for _ in range(12):
        now = page.evaluate(ACTIVE_CELL)
        if code in now:
            return
        page.keyboard.press(key)
        page.wait_for_function(IN_ANOTHER_CELL, arg=now, timeout=PATIENCE)
    pytest.fail(f"no cell with {code} is near")


def order(page: Page, text: str, key: str = "Shift+Tab") -> None:
    tab_to(page, ".na-order-text", key)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def says(part: Locator, text: str, patience: float = PATIENCE) -> None:
    expect(part).to_contain_text(text, timeout=patience)


def test_a_newcomer_goes_through_the_first_page(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path]
) -> None:
    page = open_notebook(TURN, width=1280, height=1000, run=False)
    page.evaluate(COUNT_PRESSES)
    step_through_the_beginning(page)
    look_at_the_board(page)
    run_the_page(page)
    table = page.locator(".na-stepper").last
    begin_at_the_own_table(page, table)
    ask_and_buy(page, table)
    screenshot(page, "own-table")
    do_exercises(page)
    screenshot(page, "exercises")
    assert page.evaluate("() => window.pressed") == 0


def step_through_the_beginning(page: Page) -> None:
    """Shift and Enter from the first cell to the first orders."""
    expect(page.get_by_role("heading", name="A turn, step by step")).to_be_visible(timeout=PATIENCE)
    for _ in range(7):
        page.keyboard.press("Shift+Enter")
    says(page.locator(".jp-OutputArea-output").filter(has_text="played: choose_for_me").first, "placed", START)
    table = page.locator(".na-stepper").first
    says(table.locator(".na-turn-box"), "Round 1 of 14")


def look_at_the_board(page: Page) -> None:
    """The first table, and in its list of spaces the garrison of Tobruk."""
    walk_to_cell(page, "desert = Stepper(", "ArrowUp")
    table = page.locator(".na-stepper").first
    tab_to(page, ".na-rules ul")
    says(table.locator(".na-rules"), "p.")
    press(page, ".na-do-tab-space")
    tab_to(page, ".na-find")
    page.keyboard.type("tobruk")
    page.keyboard.press("Enter")
    says(table.locator(".na-panel"), "Tobruk")
    tab_to(page, ".na-panel")  # a text field keeps every key, a panel lets JupyterLab's own through


def run_the_page(page: Page) -> None:
    """All cells, from the list of commands; afterwards the last cell is the active one."""
    page.keyboard.press("ControlOrMeta+Shift+C")
    expect(page.locator(".lm-CommandPalette-input")).to_be_focused(timeout=PATIENCE)
    page.keyboard.type("run all cells")
    first = page.locator(".lm-CommandPalette-item.lm-mod-active .lm-CommandPalette-itemLabel")
    expect(first).to_have_text("Run All Cells", timeout=PATIENCE)
    page.keyboard.press("Enter")
    page.wait_for_function(ALL_RUN, arg=3, timeout=START)
    no_cell_failed(page)
    page.wait_for_function(IN_ANOTHER_CELL, arg="", timeout=PATIENCE)


def begin_at_the_own_table(page: Page, table: Locator) -> None:
    walk_to_cell(page, "mine = Stepper(", "ArrowUp")
    press(page, ".na-do-begin")
    says(table.locator(".na-banner"), "Axis (me) decides")
    says(table.locator(".na-turn-box [aria-current]").first, "Germany")
    press(page, ".na-do-next")
    says(table.locator(".na-banner"), "Reinforcement Points")
    says(table.locator(".na-form"), "buy")


def ask_and_buy(page: Page, table: Locator) -> None:
    answer, banner = table.locator(".na-answer-box"), table.locator(".na-banner")
    order(page, "buy 9 supply_1")
    says(answer, "refused")
    says(answer, "at most 5 supply a turn")
    says(answer, "p.13")
    says(banner, "25")
    tab_to(page, ".na-count-infantry", "Shift+Tab")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(table.locator(".na-order-text input")).to_have_value("buy 2 infantry", timeout=PATIENCE)
    press(page, ".na-do-play")
    says(answer, "played: buy 2 infantry")
    says(banner, "19")
    press(page, ".na-do-undo")
    says(answer, "undone")
    says(banner, "25")
    order(page, "buy 5 supply_1 1 tank", "Shift+Tab")
    says(answer, "played: buy 5 supply_1 1 tank")
    says(banner, "14")
    press(page, ".na-do-next")
    says(table.locator(".na-turn-box"), "3 Combat Move")
    says(answer, "unspent")


def do_exercises(page: Page) -> None:
    """A wrong answer, a hint, the right one; the next exercise is answered in a line of text."""
    card = page.locator(".na-exercises").first
    tab_to(page, ".na-answer")
    says(card, "0 of 4 solved")
    page.keyboard.press("Space")
    press(page, ".na-do-exercise-check")
    says(card.locator(".na-verdict"), "Not right")
    says(card.locator(".na-verdict"), "amove.pass-friendly")
    press(page, ".na-do-exercise-hint")
    says(card.locator(".na-hints"), "Where does a land unit stand")
    tab_to(page, ".na-answer", "Shift+Tab")  # every answer is a stop; from below one comes to the last
    page.keyboard.press("Space")
    press(page, ".na-do-exercise-check")
    says(card.locator(".na-verdict"), "Right: no")
    says(card, "1 of 4 solved")
    press(page, ".na-do-exercise-next")
    says(card.locator(".na-question"), "eleven British")
    tab_to(page, ".na-answer", "Shift+Tab")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    says(card.locator(".na-verdict"), "Right: 3")
    says(card, "2 of 4 solved")
