"""The position desk in JupyterLab, worked by keyboard alone, in both themes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import write_notebook
from tests.lab.positions import SEVEN

PATIENCE = 15_000
CELL = """import northafrica
from northafrica.lab import PositionDesk
PositionDesk(northafrica.load('aana', 'torch'), empty=True)"""


@pytest.fixture
def notebook(notebook_root: Path) -> str:
    return write_notebook(notebook_root, "desk.ipynb", [CELL])


def tab_to(page: Page, css: str, key: str = "Tab") -> None:
    """Go on by the keyboard until the focus is in a part."""
    for _ in range(80):
        page.keyboard.press(key)
        if page.evaluate("css => !!document.activeElement.closest(css)", css):
            return
    pytest.fail(f"{css} is not reached by {key}")


def press(page: Page, css: str, key: str = "Tab") -> None:
    tab_to(page, css, key)
    page.keyboard.press("Enter")


def choose(page: Page, desk: Locator, css: str, text: str, key: str = "Tab") -> None:
    """Reach a drop-down by keyboard and type the beginning of what is wanted."""
    tab_to(page, css, key)
    page.keyboard.type(text)
    shown = desk.locator(f"{css} select option:checked")
    expect(shown).to_have_text(re.compile(f"^{re.escape(text)}", re.IGNORECASE), timeout=PATIENCE)


def test_a_double_click_at_the_desk_is_one(open_notebook: Callable[..., Page], notebook: str) -> None:
    page = open_notebook(notebook)
    desk = page.locator(".na-desk").first
    answer, text = desk.locator(".na-answer-box"), desk.locator(".na-desk-text textarea")
    desk.locator(".na-find input").focus()
    page.keyboard.type("tobruk")
    page.keyboard.press("Enter")
    expect(desk.locator(".na-desk-place")).to_contain_text("Tobruk", timeout=PATIENCE)
    add, undo = desk.locator(".na-do-desk-add"), desk.locator(".na-do-desk-undo")
    add.evaluate("button => { button.click(); button.click() }")
    expect(answer).to_contain_text("added to tobruk", timeout=PATIENCE)
    expect(text).to_have_value(re.compile("^at tobruk: 1 ", re.MULTILINE), timeout=PATIENCE)
    undo.click()
    expect(answer).to_contain_text("undone", timeout=PATIENCE)
    expect(text).not_to_have_value(re.compile("at tobruk: [0-9]"), timeout=PATIENCE)
    add.click()
    expect(text).to_have_value(re.compile("^at tobruk: 1 ", re.MULTILINE), timeout=PATIENCE)
    add.evaluate("button => button.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 2}))")
    undo.click()  # the kernel answers in turn
    expect(answer).to_contain_text("undone", timeout=PATIENCE)
    expect(text).not_to_have_value(re.compile("at tobruk: [0-9]"), timeout=PATIENCE)


def test_a_position_is_put_together_by_keyboard(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook: str, notebook_root: Path
) -> None:
    page = open_notebook(notebook, width=1280, height=1500, theme="light")
    desk = page.locator(".na-desk").first
    answer, text = desk.locator(".na-answer-box"), desk.locator(".na-desk-text textarea")
    desk.locator(".leaflet-interactive").first.wait_for(state="attached", timeout=PATIENCE)
    cells = page.locator(".jp-Cell").count()

    desk.locator(".na-find input").focus()
    page.keyboard.type("tobruk")
    page.keyboard.press("Enter")
    expect(desk.locator(".na-desk-place")).to_contain_text("Tobruk", timeout=PATIENCE)

    choose(page, desk, ".na-desk-power", "Italy", "Shift+Tab")
    expect(desk.locator(".na-desk-kind select")).not_to_contain_text("sherman", timeout=PATIENCE)
    choose(page, desk, ".na-desk-kind", "tank")
    tab_to(page, ".na-desk-count")
    page.keyboard.press("ArrowUp")
    press(page, ".na-do-desk-add")
    expect(answer).to_contain_text("2 italy tank added to tobruk", timeout=PATIENCE)
    expect(text).to_have_value(_holds("at tobruk: 2 italy tank"), timeout=PATIENCE)

    choose(page, desk, ".na-desk-kind", "destroyer", "Shift+Tab")
    press(page, ".na-do-desk-add")
    expect(answer).to_contain_text("put it in a sea zone", timeout=PATIENCE)
    press(page, ".na-do-desk-stock")
    expect(answer).to_contain_text("tobruk: supply 1", timeout=PATIENCE)
    choose(page, desk, ".na-desk-holder", "Italy")
    press(page, ".na-do-desk-mark")
    expect(text).to_have_value(_holds("mark tobruk: control italy"), timeout=PATIENCE)
    press(page, ".na-do-desk-undo", "Shift+Tab")
    expect(answer).to_contain_text("undone", timeout=PATIENCE)

    tab_to(page, ".na-desk-saving .na-desk-form")
    tab_to(page, ".na-desk-file")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("by-keyboard.txt")
    press(page, ".na-do-desk-save")
    expect(answer).to_contain_text("position saved to by-keyboard.txt", timeout=PATIENCE)
    saved = (notebook_root / "by-keyboard.txt").read_text()
    assert "at tobruk: 2 italy tank\n" in saved
    assert "mark tobruk" not in saved
    assert page.locator(".jp-Cell").count() == cells
    screenshot(page, "light")


def test_a_click_on_the_map_chooses_the_place(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook: str
) -> None:
    page = open_notebook(notebook, width=1920, height=1500, theme="dark")
    desk = page.locator(".na-desk").first
    space = desk.locator(".leaflet-container .k-tripoli").first
    space.wait_for(state="attached", timeout=PATIENCE)
    box = space.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2 - 3, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=30)
    expect(desk.locator(".na-desk-place")).to_contain_text("Tripoli", timeout=PATIENCE)
    for css in (".na-desk-text", ".na-orders", ".na-desk-saving", ".leaflet-container"):
        part, whole = desk.locator(css).first.bounding_box(), desk.bounding_box()
        assert part is not None
        assert whole is not None
        assert part["x"] >= whole["x"] - 1
        assert part["x"] + part["width"] <= whole["x"] + whole["width"] + 1
    screenshot(page, "dark")


def _holds(line: str) -> re.Pattern[str]:
    return re.compile(rf"(^|\n){re.escape(line)}\n")


ATTACK = "attack tobruk from mersa_matruh with"


def test_a_question_by_the_odds_is_made_by_keyboard_and_answered(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook_root: Path
) -> None:
    desk_cell = f"from northafrica.lab import PositionDesk\nPositionDesk({SEVEN!r})"
    page = open_notebook(write_notebook(notebook_root, "question.ipynb", [desk_cell]), width=1280, height=1900)
    desk = page.locator(".na-desk").first
    desk.locator(".leaflet-interactive").first.wait_for(state="attached", timeout=PATIENCE)
    desk.locator(".na-desk-form button", has_text="exercise").click()
    choose(page, desk, ".na-desk-exercise-kind", "better")
    fields = {
        "id": "which", "question": "Which has the better chance?", "before": "commit",
        "ways": f"one tank = {ATTACK} 1 tank; commit; fight\nfive infantry = {ATTACK} 5 infantry; commit; fight",
        "rules": "declare.cost",
    }  # fmt: skip
    for name, text in fields.items():
        field = desk.locator(f".na-desk-field-{name}").locator("input, textarea").first
        field.focus()
        page.keyboard.type(text)
    tab_to(page, ".na-desk-file")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("which.toml")
    screenshot(page, "form")
    press(page, ".na-do-desk-save")
    expect(desk.locator(".na-answer-box")).to_contain_text("its answer: five infantry", timeout=PATIENCE)

    card_cell = "from northafrica.lab import ExerciseCard\nExerciseCard('which.toml')"
    page = open_notebook(write_notebook(notebook_root, "answer.ipynb", [card_cell]), width=1280, height=900)
    card = page.locator(".na-exercises").first
    card.locator("input[type=radio]").first.wait_for(timeout=PATIENCE)
    card.locator("input[type=radio]").first.focus()
    page.keyboard.press("Space")
    press(page, ".na-do-exercise-check")
    expect(card).to_contain_text("Not right", timeout=PATIENCE)
    expect(card).to_contain_text(re.compile(r"five infantry: chance .* \d+\.\d\d %"))
    expect(card).to_contain_text("[declare.cost]")
    screenshot(page, "card")
