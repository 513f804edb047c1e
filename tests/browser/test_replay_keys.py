"""The replay on a projector, walked by keys as a presenter's remote sends them; an assignment begun by keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import write_notebook

PATIENCE = 15_000
CELLS = (
    """import random, northafrica
from northafrica.bots import random_order
from northafrica.lab import Assignment, Exercise, Replay
game, rng = northafrica.load('aana', 'torch', seed=5), random.Random(5)
for n in range(6):
    game.play(random_order(game, rng))
    if n == 2: game.comment('What is due now? Answer: the requisition')
Replay(game, projector=True)""",
    """Assignment([Exercise.legal('May Britain commit now?', '''northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at cairo: 1 uk infantry
at tunis: 1 germany infantry
''', 'commit')])""",
)


@pytest.fixture
def notebook(notebook_root: Path) -> str:
    return write_notebook(notebook_root, "projector.ipynb", CELLS)


def test_keys_walk_and_a_name_begins(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], notebook: str, notebook_root: Path
) -> None:
    page = open_notebook(notebook, width=1280, height=1500, theme="light")
    replay = page.locator(".na-replay").first
    told, note = replay.locator(".na-replay-told"), replay.locator(".na-replay-note")
    replay.locator(".leaflet-interactive").first.wait_for(state="attached", timeout=PATIENCE)
    cells = page.locator(".jp-Cell").count()
    expect(replay.locator(".na-side")).to_be_hidden()
    size = told.locator("h4").evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size >= 20

    told.click()
    page.keyboard.press("PageDown")
    expect(told).to_contain_text("1. ", timeout=PATIENCE)
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("2. ", timeout=PATIENCE)
    page.keyboard.press("PageUp")
    expect(told).to_contain_text("1. ", timeout=PATIENCE)
    page.keyboard.press("c")
    expect(note).to_contain_text("What is due now?", timeout=PATIENCE)
    expect(note).not_to_contain_text("requisition")
    page.keyboard.press("a")
    expect(note).to_contain_text("Answer: the requisition", timeout=PATIENCE)
    assert page.locator(".jp-Cell").count() == cells
    screenshot(page, "projector")

    desk = page.locator(".na-assignment").first
    desk.locator(".na-assignment-name input").focus()
    page.keyboard.type("Ann B")
    page.keyboard.press("Enter")
    expect(desk).to_contain_text("results-ann-b.json", timeout=PATIENCE)
    desk.locator(".widget-radio input").first.focus()
    page.keyboard.press("Space")
    desk.locator(".na-do-exercise-check").focus()
    page.keyboard.press("Enter")
    expect(desk).to_contain_text("1 of 1 solved", timeout=PATIENCE)
    kept = json.loads((notebook_root / "results-ann-b.json").read_text())
    assert kept["name"] == "Ann B"
    assert kept["exercises"]["legal"]["answers"] == ["yes"]
