"""Events on the map: each once, numbered, none over another, shape beside colour, only those of the theatre."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pandas as pd

from northafrica.analysis import history
from northafrica.lab.board.timeline import CLOSE, _apart, in_theatre, timeline_picture

SVG = "{http://www.w3.org/2000/svg}"
EVENTS = pd.DataFrame(
    [
        ("1942-06-21", "Tobruk falls", 32.08, 23.96, "Axis"),
        ("1942-11-13", "Tobruk retaken", 32.08, 23.96, "Allied"),
        ("1942-03-22", "Sirte", 34.0, 18.0, "both"),
        ("1941-05-02", "Baghdad <far>", 33.38, 43.57, "Allied"),
    ],
    columns=["date", "event", "lat", "lon", "side"],
)


def test_events_of_the_theatre_are_numbered_in_order() -> None:
    root = ElementTree.fromstring(timeline_picture(EVENTS).svg)
    told = [group.findtext(f"{SVG}title") for group in root.iter(f"{SVG}g")]
    assert told == ["1942-06-21: Tobruk falls", "1942-11-13: Tobruk retaken", "1942-03-22: Sirte"]
    assert [group.findtext(f"{SVG}text") for group in root.iter(f"{SVG}g")] == ["1", "2", "3"]
    assert "Baghdad" not in timeline_picture(EVENTS).svg


def test_the_shape_tells_the_side_too() -> None:
    picture = ElementTree.fromstring(timeline_picture(EVENTS).svg)
    axis, allied, both = picture.iter(f"{SVG}g")
    assert axis.find(f"{SVG}path") is not None
    assert axis.find(f"{SVG}rect") is None
    assert [c.get("r") for c in allied.iter(f"{SVG}circle")] == ["8.2"]
    drawn = [c.get("r") for c in picture.iter(f"{SVG}circle")]
    assert drawn.index("1.6") < drawn.index("8.2")  # moved aside: a dot at the place, and no dot over a mark
    assert both.find(f"{SVG}rect") is not None


def test_marks_of_the_whole_campaign_do_not_cover_each_other() -> None:
    put = _apart([(10.0, 10.0)] * 9 + [(12.0, 30.0)])
    assert all(max(abs(a - c), abs(b - d)) >= CLOSE - 0.5 for n, (a, b) in enumerate(put) for c, d in put[:n])
    svg = timeline_picture(history("timeline")).svg
    assert len(re.findall(r"<g><title>", svg)) == len(in_theatre(history("timeline")))
