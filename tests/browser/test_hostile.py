"""What a chart says of hostile texts, seen where alone it can be: in the tooltip that a browser makes of it."""

from __future__ import annotations

import pandas as pd
from bokeh.embed import file_html
from bokeh.resources import INLINE
from playwright.sync_api import Browser, expect

from northafrica.lab import heat_chart

IMAGE = "<img src=x onerror=\"document.title='taken'\">"


def test_the_tooltip_of_a_chart_runs_nothing(chromium: Browser) -> None:
    frame = pd.DataFrame([[0.25]], index=[f"row {IMAGE}"], columns=[f"column {IMAGE}"])
    figure = heat_chart(frame, unit=IMAGE, percent=False, title=IMAGE).figure
    figure.update(width=600, height=300, sizing_mode="fixed")
    page = chromium.new_page()
    page.set_content(file_html(figure, INLINE, title="safe"))
    canvas = page.locator(".bk-Canvas, .bk-CanvasPanel, .bk-Figure").first
    expect(canvas).to_be_visible()
    page.wait_for_timeout(1000)
    box = canvas.bounding_box()
    assert box is not None
    tip = page.locator(".bk-Tooltip").first
    for across in (0.5, 0.55, 0.6, 0.65, 0.7):
        page.mouse.move(box["x"] + box["width"] * across, box["y"] + box["height"] * 0.5)
        page.wait_for_timeout(200)
        if tip.count():
            break
    expect(tip).to_contain_text("onerror")
    page.wait_for_timeout(300)
    assert page.title() == "safe"
    assert page.locator(".bk-Tooltip img").count() == 0
    page.close()
