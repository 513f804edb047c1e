"""One JupyterLab for all browser tests, on loopback, and notebooks opened and run in a real Chromium.

A test asks for ``open_notebook`` and gets a page after run-all. At the end of each test every page must
have kept to this machine and must have reported no error.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

import kit

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
LOCAL = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "about:")
OWN_FOLDERS = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
LAB = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=0"]
LAB += ["--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"]
LAB += ["--LabApp.expose_app_in_browser=True", *kit.QUIET_LAB]
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

CONNECTED = """() => {
  const app = window.jupyterapp, widget = app?.shell?.currentWidget;
  return widget?.sessionContext?.session?.kernel?.connectionStatus === 'connected';
}"""
SET_THEME = """async (theme) => {
  if (document.body.dataset.jpThemeName !== theme)
    await jupyterapp.commands.execute('apputils:change-theme', {theme});
}"""
THEME_IS = "(theme) => document.body.dataset.jpThemeName === theme"
RUN_ALL = """async () => {
  const widget = jupyterapp.shell.currentWidget;
  await widget.context.ready;
  await widget.sessionContext.ready;
  await jupyterapp.commands.execute('notebook:run-all-cells');
}"""
# Cells that are meant to fail carry the tag raises-exception.
FAILED_CELLS = """() => {
  const found = [];
  for (const cell of jupyterapp.shell.currentWidget.content.model.cells) {
    if (cell.type !== 'code' || (cell.getMetadata('tags') ?? []).includes('raises-exception')) continue;
    for (const output of cell.outputs.toJSON())
      if (output.output_type === 'error') found.push(output.ename + ': ' + output.evalue);
  }
  return found;
}"""


# What waits for a kernel may wait for ever.
IN_TIME = """(given) => Promise.race([(SCRIPT)(given), new Promise((_, fail) =>
  setTimeout(() => fail(new Error('the page has not answered within LIMIT ms')), LIMIT))])"""
PATIENCE = 300_000


def answered(page: Page, script: str, given: object = None, patience: int = PATIENCE) -> object:
    """What a function of the page comes to; where it has not after so many milliseconds, an error says so."""
    return page.evaluate(IN_TIME.replace("LIMIT", str(patience)).replace("SCRIPT", script), given)


@dataclass
class Watched:
    """A page with all it asked for and all it complained of."""

    context: BrowserContext
    page: Page
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    forgiven: tuple[str, ...] = ()

    def listen(self) -> None:
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda websocket: self.requests.append(websocket.url))
        self.page.on("pageerror", lambda error: self.errors.append(f"page error: {error}"))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def complaints(self) -> list[str]:
        """Return what breaks the promise: requests that left the machine, and errors."""
        errors = [said for said in self.errors if not any(word in said for word in self.forgiven)]
        return [f"left this machine: {url}" for url in self.requests if not url.startswith(LOCAL)] + errors


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def own_environment(base: Path) -> dict[str, str]:
    """Return an environment in which no setting of the user's own Jupyter counts."""
    own = {f"JUPYTER_{name}": str(base / name.lower()) for name in OWN_FOLDERS}
    own |= {f"JUPYTERLAB_{name}_DIR": str(base / name.lower()) for name in ("SETTINGS", "WORKSPACES")}
    return {**os.environ, **own, "IPYTHONDIR": str(base / "ipython"), "BOKEH_RESOURCES": "inline"}


def wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/api/status", timeout=2):
            return
        if process.poll() is not None or time.monotonic() > end:
            pytest.fail(f"JupyterLab did not come up:\n{log.read_text(errors='replace')[-3000:]}", pytrace=False)
        time.sleep(0.1)


def open_tab(table: Locator, name: str) -> None:
    """Show one of the parts that a table keeps behind tabs: rules, log, space, odds, charts, record."""
    tab = table.locator(f".na-do-tab-{name}")
    tab.click()
    expect(tab).to_have_class(re.compile("na-on"), timeout=15_000)


def end_kernels(url: str) -> None:
    with urllib.request.urlopen(f"{url}/api/sessions") as answer:
        sessions = json.load(answer)
    for session in sessions:
        request = urllib.request.Request(f"{url}/api/sessions/{session['id']}", method="DELETE")
        urllib.request.urlopen(request).close()


@pytest.fixture(scope="session")
def notebook_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of the notebooks: what JupyterLab serves, so that no test changes the originals."""
    root = tmp_path_factory.mktemp("lab") / "root"
    shutil.copytree(ROOT / "notebooks", root, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    settings = root.parent / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)  # else a question about news may cover what a test clicks
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false"}')
    return root


def write_notebook(root: Path, name: str, sources: Sequence[str]) -> str:
    """Write a notebook of code cells where JupyterLab serves it; returns its name."""
    cells = [
        {"cell_type": "code", "id": f"c{n}", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for n, text in enumerate(sources)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    book = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (root / name).write_text(json.dumps(book))
    return name


@pytest.fixture(scope="session")
def lab_server(notebook_root: Path) -> Iterator[str]:
    """The address of a JupyterLab of our own."""
    with serving(notebook_root, notebook_root.parent) as url:
        yield url


@contextlib.contextmanager
def serving(root: Path, base: Path) -> Iterator[str]:
    """A JupyterLab that shows a folder and keeps its own things in `base`; its address."""
    port = free_port()
    url, log = f"http://127.0.0.1:{port}", base / "lab.log"
    command = [sys.executable, "-m", "jupyterlab", *LAB, f"--ServerApp.port={port}", f"--ServerApp.root_dir={root}"]
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=own_environment(base), stdout=out, stderr=subprocess.STDOUT)
        try:
            wait_until_up(url, process, log)
            yield url
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A running browser; without one the tests fail, they are never skipped."""
    path = kit.find_chromium()
    if path is None:
        pytest.fail(kit.NO_BROWSER, pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


def show_notebook(page: Page, url: str, theme: str) -> None:
    page.goto(url, wait_until="domcontentloaded")
    page.wait_for_function(CONNECTED, timeout=90_000)
    answered(page, SET_THEME, THEMES[theme])
    page.wait_for_function(THEME_IS, arg=THEMES[theme])


def run_notebook(page: Page, url: str, theme: str) -> None:
    show_notebook(page, url, theme)
    answered(page, RUN_ALL)
    no_cell_failed(page)


def no_cell_failed(page: Page) -> None:
    if failed := page.evaluate(FAILED_CELLS):
        pytest.fail("cells failed:\n" + "\n".join(failed), pytrace=False)


@pytest.fixture
def open_notebook(lab_server: str, chromium: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Open a notebook (its path below notebooks/), run it unless told not to; watch over it until the test ends."""
    opened: list[Watched] = []

    def go(
        name: str,
        width: int = 1280,
        height: int = 1500,
        theme: str = "light",
        run: bool = True,
        forgiven: tuple[str, ...] = (),
    ) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height})
        watched = Watched(context, context.new_page(), forgiven=forgiven)
        opened.append(watched)
        watched.listen()
        workspace = f"{tmp_path.name}-{len(opened)}"
        begin = run_notebook if run else show_notebook
        begin(watched.page, f"{lab_server}/lab/workspaces/{workspace}/tree/{name}?reset", theme)
        return watched.page

    yield go
    complaints = [f"{watched.page.url}: {said}" for watched in opened for said in watched.complaints()]
    for watched in opened:
        watched.context.close()
    end_kernels(lab_server)
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def screenshot(request: pytest.FixtureRequest) -> Callable[..., Path]:
    """Save a picture of a page, or of the part of it a locator names, to test-results/."""

    def take(page: Page, name: str = "page", locator: str | None = None) -> Path:
        test = request.node.name.replace("/", "-").replace("[", "-").rstrip("]")
        path = ROOT / "test-results" / f"{test}-{name}.png"
        (page.locator(locator).first if locator else page).screenshot(path=path)
        return path

    return take
