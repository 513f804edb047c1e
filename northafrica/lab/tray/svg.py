"""Plain SVG: pictures and their parts; a sheet that grows downwards, for pictures made of words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from markupsafe import Markup

from northafrica.core.files import save_beside
from northafrica.core.html import NOTHING, tag, together
from northafrica.lab.tray.palette import Theme

FONT = dict(font_family="system-ui,'DejaVu Sans',sans-serif")
LETTER = 0.56
"""Mean width of a letter, in parts of its size."""


class Picture:
    """An SVG text that shows itself in a notebook and can be saved."""

    def __init__(self, svg: str, title: str = "") -> None:
        self.svg, self.title = svg, title

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file; returns its path. Another picture there is kept as FILE.older.

        Raises FileExistsError where another kind of file lies there, or OSError.
        """
        return save_beside(self.svg, path, lambda head: "<svg" in head, "picture in SVG").file

    def __repr__(self) -> str:
        return f"<Picture {self.title or 'untitled'}: {len(self.svg)} characters of SVG>"


def drawing(
    title: str, about: str, size: tuple[float, float], page: str, *parts: object, defs: Markup = NOTHING, **font: str
) -> Markup:
    """A whole picture: what it is in words, its definitions, the colour of its page, its parts."""
    wide, tall = size
    whole = dict(xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide} {tall:.0f}", width=wide, height=tall)
    ground = tag("rect", width="100%", height="100%", fill=page)
    told = (tag("title", title), tag("desc", about), defs, ground)
    return tag("svg", *told, *parts, **whole, role="img", **{**FONT, **font})


def rect(x: float, y: float, wide: float | str, tall: float | str, **look: Any) -> Markup:
    """A rectangle by its left upper corner."""
    return tag("rect", x=x, y=y, width=wide, height=tall, **look)


def written(text: object, x: float | str, y: float | str, **look: Any) -> Markup:
    """Words on a baseline."""
    return tag("text", text, x=x, y=y, **look)


def length(words: str, letter: float) -> float:
    """How long words are, about, where a letter takes so much room: m and w take half as much again."""
    return letter * (len(words) + sum(words.count(broad) for broad in "mwMW") / 2)


def in_page(draw: Callable[[str], str], theme: str) -> Markup:
    """A picture for a notebook page; with theme `auto` in both, of which Jupyter's shows one (see told.css)."""
    if theme != "auto":
        return tag("div", draw(theme), class_="na-picture")
    shown = together(*(tag("div", draw(name), class_=f"na-in-{name}") for name in ("light", "dark")))
    return tag("div", shown, class_="na-picture")


class Sheet:
    """`y` is where the next line goes; drawing functions leave it alone, `line` and `paragraph` move it."""

    def __init__(self, width: int, theme: Theme, title: str) -> None:
        self.width, self.theme, self.title = width, theme, title
        self.parts: list[str] = []
        self.y = 8.0
        self.line(title, size=14, bold=True)

    # -- words -------------------------------------------------------------------------------------
    def text(
        self,
        words: str,
        x: float,
        y: float,
        *,
        size: float = 12,
        bold: bool = False,
        colour: str = "",
        anchor: str = "start",
        tip: str = "",
    ) -> None:
        """Words on a baseline."""
        look = dict(font_size=f"{size:g}", text_anchor=anchor, font_weight="700" if bold else None)
        self.parts.append(tag("text", _tip(tip), words, x=x, y=y, **look, fill=colour or self.theme.ink))

    def line(self, words: str, x: float = 8, *, size: float = 12, bold: bool = False, colour: str = "") -> None:
        """A line of words below what is there."""
        self.y += size + 4
        self.text(words, x, self.y - 3, size=size, bold=bold, colour=colour)

    def paragraph(self, words: str, x: float = 8, *, right: float = 8, size: float = 12, colour: str = "") -> None:
        """Words below what is there, in as many lines as they take."""
        for row in self.rows(words, self.width - x - right, size):
            self.line(row, x, size=size, colour=colour)

    def block(self, rows: Sequence[str], x: float, y: float, step: float, **look: Any) -> float:
        """Rows of words below one another from a baseline on; returns how high they are. `look` as for `text`."""
        for n, words in enumerate(rows):
            self.text(words, x, y + step * n, **look)
        return step * len(rows)

    @staticmethod
    def rows(words: str, room: float, size: float = 12) -> list[str]:
        """Words cut into lines that fit."""
        return wrap(words, max(8, int(room / (LETTER * size)))) or [""]

    # -- shapes ------------------------------------------------------------------------------------
    def box(
        self,
        x: float,
        y: float,
        wide: float,
        tall: float,
        *,
        fill: str = "none",
        stroke: str = "",
        dash: str = "",
        thick: float = 1,
        round_: float = 3,
        tip: str = "",
        opacity: float = 1,
    ) -> None:
        """A rectangle."""
        size = dict(x=x, y=y, width=max(0.0, wide), height=max(0.0, tall), rx=f"{round_:g}")
        line = dict(stroke=stroke or self.theme.line, stroke_width=f"{thick:g}", stroke_dasharray=dash or None)
        self.parts.append(tag("rect", _tip(tip), **size, fill=fill, fill_opacity=f"{opacity:g}", **line))

    def path(
        self, points: str, colour: str, thick: float, *, dash: str = "", opacity: float = 1, tip: str = ""
    ) -> None:
        """A line."""
        look = dict(stroke_width=f"{thick:g}", stroke_opacity=f"{opacity:g}", stroke_dasharray=dash or None)
        self.parts.append(tag("path", _tip(tip), d=points, fill="none", stroke=colour, **look))

    def head(self, x: float, y: float, dx: float, dy: float, colour: str, size: float = 6) -> None:
        """The head of an arrow that points along (dx, dy), a direction of length 1, and ends at a point."""
        bx, by = x - dx * size, y - dy * size
        corners = ((x, y), (bx - dy * size * 0.6, by + dx * size * 0.6), (bx + dy * size * 0.6, by - dx * size * 0.6))
        self.parts.append(tag("polygon", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in corners), fill=colour))

    def svg(self, about: str = "") -> Markup:
        """All of it; `about` tells it to whoever does not see it."""
        return drawing(self.title, about, (self.width, self.y + 10), self.theme.page, *self.parts)


def _tip(told: str) -> Markup:
    """What is shown to whoever points at a part."""
    return tag("title", told) if told else NOTHING
