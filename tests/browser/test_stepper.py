"""Stepper and replay in JupyterLab: laid out in both widths and themes, played by keyboard, behind a curtain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import open_tab, write_notebook

PATIENCE = 15_000
CELLS = (
    "from northafrica.lab import load_bokeh\nload_bokeh()",
    """import northafrica
from northafrica.lab import Stepper
Stepper(northafrica.load('aana', 'rommel', seed=7), autosave=False)""",
    """import random
from northafrica.bots import random_order
from northafrica.lab import Replay
game, rng = northafrica.load('aana', 'torch', seed=5), random.Random(5)
for n in range(12):
    game.play(random_order(game, rng))
    if n == 2: game.comment('a remark for the class')
Replay(game, hide=True)""",
)


@pytest.fixture
def notebook(notebook_root: Path) -> str:
    """A notebook with a table and a replay."""
    return write_notebook(notebook_root, "stepper.ipynb", CELLS)


def answer(table: Locator, text: str) -> None:
    expect(table.locator(".na-answer-box")).to_contain_text(text, timeout=PATIENCE)


def box(part: Locator) -> dict[str, float]:
    found = part.bounding_box()
    assert found is not None
    return dict(found)


def everything_is_laid_out(table: Locator, page: Page) -> None:
    """The board at the left, the panel at the right, both wholly in the window; nothing sticks out."""
    table.locator(".leaflet-interactive").first.wait_for(state="attached", timeout=PATIENCE)
    whole, board = box(table), box(table.locator(".leaflet-container"))
    panel, form, tabs = (box(table.locator(css)) for css in (".na-panel-side", ".na-orders", ".na-tabbed"))
    banner = box(table.locator(".na-banner"))
    assert board["width"] > 400
    assert board["height"] > 250
    assert board["x"] + board["width"] <= panel["x"] + 1
    assert banner["y"] < form["y"] < tabs["y"]
    window = page.viewport_size
    assert window is not None
    assert whole["height"] <= window["height"]
    for part in (board, panel, form, tabs, banner):
        assert part["x"] >= whole["x"] - 1
        assert part["x"] + part["width"] <= whole["x"] + whole["width"] + 1
        assert part["y"] + part["height"] <= whole["y"] + whole["height"] + 1
    for name in ("play", "why", "next", "undo", "redo"):
        expect(table.locator(f"button.na-do-{name}")).to_be_visible()
    assert table.locator(".na-legend[open]").count() == 0


def chart_is_seen(table: Locator) -> None:
    open_tab(table, "charts")
    table.locator(".na-charts button", has_text="Supply on hand").click()
    figure = table.locator(".bk-Figure").first
    figure.wait_for(timeout=PATIENCE)
    assert box(figure)["width"] > 300
    assert box(figure)["height"] > 100


def tab_to(page: Page, css: str, key: str = "Tab") -> None:
    """Go on by the keyboard until the focus is in a part."""
    for _ in range(60):
        page.keyboard.press(key)
        if page.evaluate("css => !!document.activeElement.closest(css)", css):
            return
    pytest.fail(f"{css} is not reached by {key}")


def test_orders_by_keyboard(open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook: str) -> None:
    page = open_notebook(notebook, width=1280, height=1500, theme="light")
    table = page.locator(".na-stepper").first
    everything_is_laid_out(table, page)
    cells = page.locator(".jp-Cell").count()
    table.locator(".na-do-choose").focus()
    page.keyboard.press("b")  # were it JupyterLab's, it would add a cell
    tab_to(page, ".na-do-choose")
    page.keyboard.press("Enter")
    answer(table, "played: choose_for_me")
    tab_to(page, ".na-order-text", "Shift+Tab")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("end")
    page.keyboard.press("Enter")
    answer(table, "played: end")
    tab_to(page, ".na-do-next")
    page.keyboard.press("Space")
    expect(table.locator(".na-banner")).to_contain_text("Reinforcement Points", timeout=PATIENCE)
    tab_to(page, ".na-count-infantry", "Shift+Tab")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(table.locator(".na-order-text input")).to_have_value("buy 2 infantry", timeout=PATIENCE)
    tab_to(page, ".na-do-play")
    page.keyboard.press("Enter")
    answer(table, "played: buy 2 infantry")
    tab_to(page, ".na-do-next")
    page.keyboard.press("Space")
    answer(table, "played: end")
    assert page.locator(".jp-Cell").count() == cells
    chart_is_seen(table)
    screenshot(page, "light")


def test_curtain_and_replay(open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook: str) -> None:
    page = open_notebook(notebook, width=1920, height=1500, theme="dark")
    table = page.locator(".na-stepper").first
    everything_is_laid_out(table, page)
    chart_is_seen(table)
    screenshot(page, "dark")
    behind_the_curtain(page, table)
    walk_a_replay(page, screenshot)


def behind_the_curtain(page: Page, table: Locator) -> None:
    open_tab(table, "record")
    table.locator(".na-curtain input").check()
    open_tab(table, "log")
    line = table.locator(".na-order-text input")
    line.fill("choose_for_me")
    line.press("Enter")
    answer(table, "played: choose_for_me")
    line.fill("end")
    line.press("Enter")
    lift = table.locator("button.na-do-lift")
    expect(lift).to_contain_text("I am Axis", timeout=PATIENCE)
    expect(table.locator(".leaflet-container")).to_be_hidden()
    expect(table.locator(".na-log-box")).to_be_hidden()
    lift.press("Enter")
    expect(table.locator(".leaflet-container")).to_be_visible(timeout=PATIENCE)
    assert box(table.locator(".leaflet-container"))["width"] > 400
    expect(table.locator(".na-banner")).to_contain_text("Axis (me) decides", timeout=PATIENCE)


def walk_a_replay(page: Page, screenshot: Callable[..., Path]) -> None:
    replay = page.locator(".na-replay").first
    told, note, ask = (replay.locator(css) for css in (".na-replay-told", ".na-replay-note", ".na-replay-show-comment"))
    replay.scroll_into_view_if_needed()
    expect(told).to_contain_text("0. Set-up", timeout=PATIENCE)
    replay.locator(".na-replay-slider .noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("1. ", timeout=PATIENCE)
    page.keyboard.press("ArrowLeft")
    expect(told).to_contain_text("0. Set-up", timeout=PATIENCE)
    replay.locator(".na-replay-next-comment").click()
    expect(ask).to_be_visible(timeout=PATIENCE)
    expect(note).not_to_contain_text("a remark")
    ask.press("Enter")
    expect(note).to_contain_text("a remark for the class", timeout=PATIENCE)
    screenshot(page, "replay")


def test_the_name_of_a_seat_is_shown_and_never_run(notebook_root: Path, open_notebook: Callable[..., Page]) -> None:
    cells = (
        """import northafrica
from northafrica.lab import Stepper
name = '''<img src=x onerror="window.taken=1">'''
game = northafrica.load('aana', 'rommel', seed=7, seats={'germany': name, 'italy': name, 'uk': name + ' too'})
game.comment(name)
stepper = Stepper(game, autosave=False, curtain=True)
stepper""",
        """from northafrica.lab import Replay
Replay(game)""",
    )
    page = open_notebook(write_notebook(notebook_root, "hostile.ipynb", cells))
    table = page.locator(".na-stepper").first
    expect(table.locator(".na-banner").first).to_contain_text("<img src=x", timeout=PATIENCE)
    table.locator(".na-do-choose").click()
    answer(table, "choose_for_me")
    table.locator(".na-do-next").click()
    expect(table.locator(".na-veil")).to_contain_text("Hand over to <img src=x", timeout=PATIENCE)
    expect(page.locator(".na-replay-note")).to_contain_text("<img src=x", timeout=PATIENCE)
    assert page.evaluate("window.taken") is None
    assert page.locator(".jp-Notebook img[src=x]").count() == 0
