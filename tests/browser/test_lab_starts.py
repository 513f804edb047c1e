"""The harness itself: a notebook made for the purpose opens, runs and is watched over."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

CELL = """import ipyleaflet as L, ipywidgets as W
label = W.Label('ready'); label.add_class('probe-label')
button = W.Button(description='Go'); button.add_class('probe-button')
button.on_click(lambda _: setattr(label, 'value', 'clicked'))
W.VBox([button, label, L.Map(layers=(), attribution_control=False)])"""


@pytest.fixture
def probe(notebook_root: Path) -> str:
    """A notebook with a button, a label and an empty map."""
    cell = {
        "cell_type": "code",
        "id": "a",
        "metadata": {},
        "source": CELL,
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (notebook_root / "probe.ipynb").write_text(json.dumps(notebook))
    return "probe.ipynb"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_widgets_work_in_both_themes(
    open_notebook: Callable[..., Page], screenshot: Callable[..., Path], probe: str, theme: str
) -> None:
    page = open_notebook(probe, width=1024, height=900, theme=theme)
    page.locator(".probe-button").click()
    page.locator(".probe-label", has_text="clicked").wait_for(timeout=10_000)
    box = page.locator(".leaflet-container").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 100
    assert screenshot(page).stat().st_size > 1000
