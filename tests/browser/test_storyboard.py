"""A purchase and an attack at the table's own page, by the mouse: nothing moves under it, all is seen at once."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Watched, own_environment

PATIENCE = 20_000
AIMED_AT = ("play", "why", "next", "choose", "drop", "undo", "redo", "tab-rules", "tab-log", "tab-record")
SEEN = (".na-top", ".leaflet-container", ".na-viewer", ".na-banner-box", ".na-orders", ".na-ordering", ".na-tabbed")


@contextlib.contextmanager
def a_table(folder: Path, theme: str) -> Iterator[str]:
    """The address of a table in a window of its own: the Allies are ours, the Axis is a bot's."""
    line = f"table aana torch --seed 7 --seat axis=rule --theme {theme} --no-browser"
    command, own = [sys.executable, "-m", "northafrica", *line.split()], own_environment(folder)
    run = subprocess.Popen(command, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert run.stdout is not None
        yield next(found[0] for told in run.stdout if (found := re.search(r"http://127\S+token=\S+", told)))
    finally:
        run.terminate()
        run.wait(20)


def press(page: Page, name: str) -> None:
    page.locator(f".na-do-{name}").click()


def answer(page: Page, text: str) -> None:
    expect(page.locator(".na-answer-box")).to_contain_text(text, timeout=PATIENCE)


def asked(page: Page, text: str) -> None:
    expect(page.locator(".na-banner-box")).to_contain_text(text, timeout=PATIENCE)


def point(page: Page, place: str) -> None:
    """Click what stands in a place."""
    page.locator(f'.leaflet-marker-icon[title^="{place}"] :is(.na-c, .na-b):visible').first.click()


def spots(page: Page) -> dict[str, tuple[float, float]]:
    found = {name: page.locator(f".na-do-{name}").bounding_box() for name in AIMED_AT}
    return {name: (box["x"], box["y"]) for name, box in found.items() if box is not None}


def nothing_has_moved(page: Page, before: dict[str, tuple[float, float]]) -> None:
    now = spots(page)
    assert set(now) == set(AIMED_AT)
    for name, (x, y) in now.items():
        assert abs(x - before[name][0]) <= 2, name
        assert abs(y - before[name][1]) <= 2, name


def all_is_seen(page: Page) -> None:
    size = page.viewport_size
    assert size is not None
    for css in SEEN:
        box = page.locator(css).first.bounding_box()
        assert box is not None, css
        assert box["x"] >= 0, css
        assert box["y"] >= 0, css
        assert box["x"] + box["width"] <= size["width"] + 1, css
        assert box["y"] + box["height"] <= size["height"] + 1, css
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def one_more(page: Page, kind: str) -> None:
    page.locator(f".na-card:has(.na-count-{kind}) .na-more").click()


@pytest.mark.parametrize(("width", "height", "theme"), [(1280, 720, "light"), (1920, 1080, "dark")])
def test_buying_and_attacking_by_the_mouse_alone(
    chromium: Browser, screenshot: Callable[..., Path], tmp_path: Path, width: int, height: int, theme: str
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": height})
    watched = Watched(context, context.new_page())
    watched.listen()
    page = watched.page
    try:
        with a_table(tmp_path, theme) as address:
            page.goto(address, wait_until="domcontentloaded", timeout=90_000)
            page.locator(".leaflet-marker-icon").first.wait_for(timeout=90_000)
            begin_and_buy(page, screenshot)
            before = spots(page)
            attack(page, before, screenshot)
    finally:
        complaints = watched.complaints()
        context.close()
    assert not complaints, "\n".join(complaints)


def begin_and_buy(page: Page, screenshot: Callable[..., Path]) -> None:
    all_is_seen(page)
    screenshot(page, "start")
    before = spots(page)
    if page.locator(".na-do-anew").is_visible():
        press(page, "anew")
    press(page, "choose")
    answer(page, "choose_for_me")
    for _ in range(6):
        if "spend Reinforcement Points" in page.locator(".na-banner-box").inner_text():
            break
        told = page.locator(".na-answer-box").inner_html()
        press(page, "next")
        expect(page.locator(".na-answer-box")).not_to_have_js_property("innerHTML", told, timeout=PATIENCE)
    asked(page, "spend Reinforcement Points: 21 left")
    for kind in ("infantry", "infantry", "artillery", "tank"):
        one_more(page, kind)
    expect(page.locator(".na-draft")).to_contain_text("costs 15 of 21 RP", timeout=PATIENCE)
    screenshot(page, "buy")
    press(page, "play")
    answer(page, "played: buy")
    nothing_has_moved(page, before)
    press(page, "next")


def attack(page: Page, before: dict[str, tuple[float, float]], screenshot: Callable[..., Path]) -> None:
    """Three clicks for all of a stack: where it stands, what it attacks, Play."""
    asked(page, "plan your combat moves")
    press(page, "next")
    asked(page, "declare your attacks")
    point(page, "Cairo")
    expect(page.locator(".na-draft")).to_contain_text("Cairo", timeout=PATIENCE)
    point(page, "Mersa Matruh")
    expect(page.locator(".na-draft")).to_contain_text("may be played", timeout=PATIENCE)
    expect(page.locator(".na-draft .na-chances")).to_contain_text("Mersa Matruh falls:")
    nothing_has_moved(page, before)
    screenshot(page, "attack")
    press(page, "play")
    answer(page, "played: attack")
    nothing_has_moved(page, before)
    all_is_seen(page)
    press(page, "next")
