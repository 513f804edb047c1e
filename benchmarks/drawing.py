"""How long JupyterLab takes from running a map's cell until all of it is painted; a map of few spaces beside it.

    python -m benchmarks.drawing [--runs 5] [--width 1280]

The game is loaded in a cell before. Needs Chromium, as the browser tests do. The first map of a page also loads the map
library and the coast; it is told apart.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import kit
from tests.browser import conftest as lab

BOARDS = {"afrika2 gazala": ("afrika2", "gazala", 1986), "aana torch": ("aana", "torch", 1)}
"""Game, scenario, and the fewest shapes that make a whole map."""
LOAD = """import northafrica
from northafrica.lab import BoardMap
game = northafrica.load({system!r}, {scenario!r}, seed=1)"""
SHOW = "BoardMap(game).widget"
DRAWN = """(shapes) => {
  const map = document.querySelector('.leaflet-container');
  if (!map || map.querySelectorAll('path').length < shapes) return false;
  return [...map.querySelectorAll('img')].every(i => i.complete && i.naturalWidth);
}"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def draw(page: Page, shapes: int) -> float:
    """Seconds from running the chosen cell until its map is painted."""
    start = time.perf_counter()
    page.keyboard.press("Control+Enter")
    page.wait_for_function("() => !document.querySelector('.leaflet-container')", timeout=60_000)
    page.wait_for_function(DRAWN, arg=shapes, timeout=60_000)
    page.evaluate(PAINTED)
    return time.perf_counter() - start


def measure(page: Page, url: str, root: Path, board: str, runs: int) -> list[float]:
    """The first map of a page and those drawn after it."""
    system, scenario, shapes = BOARDS[board]
    cells = [LOAD.format(system=system, scenario=scenario), SHOW]
    name = lab.write_notebook(root, f"{system}.ipynb", cells)
    lab.show_notebook(page, f"{url}/lab/workspaces/{system}/tree/{name}?reset", "light")
    page.locator(".jp-CodeCell").first.click()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Enter")
    page.locator(".jp-InputPrompt", has_text="[1]:").wait_for(timeout=60_000)
    return [draw(page, shapes) for _ in range(runs)]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--runs", type=int, default=5)
    words.add_argument("--width", type=int, default=1280)
    said = words.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as pw,
        lab.serving(Path(folder), Path(folder)) as url,
    ):
        browser = pw.chromium.launch(executable_path=kit.find_chromium(), headless=True, args=lab.FLAGS)
        print(f"{'seconds until drawn':22} {'first':>7} {'best':>7} {'median':>7} {'worst':>7}")
        for board in BOARDS:
            page = browser.new_context(viewport={"width": said.width, "height": 1500}).new_page()
            first, *rest = measure(page, url, Path(folder), board, said.runs)
            print(f"{board:22} {first:7.2f} {min(rest):7.2f} {statistics.median(rest):7.2f} {max(rest):7.2f}")
        browser.close()


if __name__ == "__main__":
    main()
