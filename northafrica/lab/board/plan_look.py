"""How a map drawn from data looks: colours of grounds, marks on them, strokes of lines, drawings of signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from northafrica.core.html import NOTHING, tag, together


@dataclass(frozen=True)
class Stroke:
    """A line's look: colour in both themes, width in parts of a space's height, dashes, a rim in another colour."""

    light: str
    dark: str
    width: float
    dash: tuple[float, ...] = ()
    rim: tuple[str, str] | None = None
    teeth: bool = False


GROUNDS: Mapping[str, tuple[str, str]] = {
    "open": ("#f7f0dc", "#4a4535"),
    "hills": ("#ead9ae", "#5b5136"),
    "rocks": ("#ddd2bd", "#57503f"),
    "rough": ("#d9bd95", "#66543a"),
    "mountain": ("#b89a78", "#78624a"),
    "salt_marsh": ("#cfe0dd", "#33504f"),
    "sand_desert": ("#f8dc8a", "#6e5a22"),
    "delta": ("#bfdca0", "#3b5730"),
    "covered": ("#cfcdc8", "#3a3c3f"),
    "minor_city": ("#c9b7c4", "#6a5766"),
    "major_city": ("#a98aa2", "#84657d"),
    "forest": ("#c5d6a4", "#40532f"),
    "swamp": ("#cfe0dd", "#33504f"),
    "deep_water": ("#d3e6f5", "#1d3346"),
    "lake": ("#d3e6f5", "#1d3346"),
    "closed": ("#cfcdc8", "#3a3c3f"),
}
"""Fill in the light and in the dark theme."""

INK = "IN"
MARKS: Mapping[str, Markup] = {
    "hills": tag("path", d="M1,6q2,-4 4,0M5.5,9.5q2,-4 4,0", fill="none", stroke=INK, stroke_width=".7"),
    "rocks": tag("path", d="M2,2l1,1M7,3l1,-1M4,7l1,1M8.5,8l1,-1", stroke=INK, stroke_width="1"),
    "rough": tag("path", d="M1,3l1.5,2l1.5,-2M6,8l1.5,2l1.5,-2", fill="none", stroke=INK, stroke_width=".9"),
    "mountain": tag("path", d="M1,8l3,-6l3,6M5.5,9l1.8,-3.5l1.8,3.5", fill="none", stroke=INK, stroke_width="1"),
    "salt_marsh": tag("path", d="M0,3h4M6,7h4M2,1.6v1.4M8,5.6v1.4", stroke=INK, stroke_width=".6"),
    "sand_desert": tag("path", d="M2,2h.9M7,3.5h.9M4,6h.9M8.5,8h.9M1,9h.9", stroke=INK, stroke_width=".9"),
    "delta": tag(
        "path", d="M2,5l-1,-3M2,5v-3.6M2,5l1,-3M7,9.5l-1,-3M7,9.5v-3.6M7,9.5l1,-3", stroke=INK, stroke_width=".6"
    ),
    "covered": tag("path", d="M0,10L10,0", stroke=INK, stroke_width=".7"),
    "forest": tag("path", d="M2.5,1l2,3h-4zM7,5.5l2,3h-4z", fill=INK),
    "swamp": tag("path", d="M0,3h4M6,7h4M2,1.6v1.4M8,5.6v1.4", stroke=INK, stroke_width=".6"),
    "closed": tag("path", d="M0,10L10,0", stroke=INK, stroke_width=".7"),
    "minor_city": tag("path", d="M1,1h3v3h-3zM6,6h3v3h-3z", fill=INK),
    "major_city": tag("path", d="M.5,.5h4v4h-4zM5.5,5.5h4v4h-4zM6,1h3v3h-3zM1,6h3v3h-3z", fill=INK),
}
"""A mark a ground on a tile of ten by ten."""
MARK_INK = ("#6b5334", "#cbb98f")

LINES: Mapping[str, Stroke] = {
    "wadi": Stroke("#8a6a45", "#b3966b", 0.05, (0.1, 0.08)),
    "river": Stroke("#4a90c4", "#5aa7dd", 0.07),
    "major_river": Stroke("#2f78b3", "#3f95d6", 0.15),
    "sea_line": Stroke("#2f78b3", "#3f95d6", 0.1, (0.16, 0.08)),
    "escarpment": Stroke("#5b3a1a", "#e0b27c", 0.06, teeth=True),
    "track": Stroke("#7d6c55", "#b9a98d", 0.04, (0.1, 0.07)),
    "secondary_road": Stroke("#b4552d", "#f0a27a", 0.055),
    "primary_road": Stroke("#c62f2f", "#ff8d7a", 0.085, (), ("#fff7ee", "#2a1512")),
    "fort": Stroke("#111111", "#ffffff", 0.13, (0.1, 0.05)),
    "road": Stroke("#b4552d", "#f0a27a", 0.055),
    "rail": Stroke("#222222", "#e8e8e8", 0.06, (0.12, 0.05)),
    "canal": Stroke("#2f78b3", "#3f95d6", 0.1, (0.2, 0.04)),
    "water": Stroke("#2f78b3", "#3f95d6", 0.1, (0.16, 0.08)),
    "red_arrow": Stroke("#c62f2f", "#ff8d7a", 0.1),
    "impassable": Stroke("#d9a400", "#ffd54a", 0.12),
    "bunker_front": Stroke("#d96a00", "#ffab5c", 0.12, (0.1, 0.05)),
    "mussolini_line": Stroke("#7a1fa2", "#d59aef", 0.05, (0.3, 0.12, 0.06, 0.12)),
}
PLAIN = Stroke("#444444", "#bbbbbb", 0.05)

PALM = "M.5,-4q-6,-5 -9,1q5,-3 9,-1q-1,-6 4,-6q-4,2 -4,6q6,-5 9,1q-5,-3 -9,-1"
TOWN = dict(fill="#4b2f47", stroke="#fff", stroke_width=".8")
ANCHOR = together(
    tag("path", d="M0,-8v15M-4.5,-4h9M-7,2q0,6 7,6 7,0 7-6", fill="none", stroke="#0b3d66", stroke_width="2.2"),
    tag("circle", cx="0", cy="-9", r="2", fill="none", stroke="#0b3d66", stroke_width="1.8"),
)
TREE = together(
    tag("path", d="M0,9q-1.5,-7 .5,-13", fill="none", stroke="#6b4a1f", stroke_width="2"),
    tag("path", d=PALM, fill="#1f7a3a", stroke="#1f7a3a"),
)
SIGNS: Mapping[str, tuple[float, float, Markup]] = {
    "port": (-0.24, 0.22, ANCHOR),
    "oasis": (0.0, 0.2, TREE),
    "minor_city": (0.24, 0.24, tag("path", d="M-6,6v-8h5v-4h6v12z", **TOWN)),
    "fort": (0.24, 0.24, tag("path", d="M-8,6v-11h3v3h3v-3h4v3h3v-3h3v11z", **TOWN)),
    "oil": (-0.24, -0.2, tag("path", d="M0,-7q6,8 0,11q-6,-3 0,-11z", fill="#222", stroke="#fff", stroke_width=".8")),
    "major_city": (0.24, 0.24, tag("path", d="M-8,6v-7h4v-6h5v4h6v9z", **TOWN)),
}
"""Where a sign stands from the middle of its space, in parts of its height, and its drawing about the origin."""


def ground_colour(kind: str, dark: bool) -> str:
    """The fill of a ground; an unknown one is drawn as open."""
    return GROUNDS.get(kind, GROUNDS["open"])[dark]


def mark(kind: str, dark: bool) -> Markup:
    """The mark of a ground on a tile of ten by ten, "" where it has none."""
    return MARKS.get(kind, NOTHING).replace(INK, MARK_INK[dark])


def stroke(kind: str) -> Stroke:
    """The look of a kind of line."""
    return LINES.get(kind, PLAIN)
