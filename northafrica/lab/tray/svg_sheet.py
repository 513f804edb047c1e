"""A sheet of plain SVG that grows downwards: text that wraps, boxes, bars; for pictures made of words and numbers."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from markupsafe import Markup

from northafrica.core.html import tag, together
from northafrica.lab.tray.palette import Theme

FONT = dict(font_family="system-ui,'DejaVu Sans',sans-serif")
LETTER = 0.56
"""Mean width of a letter, in parts of its size."""


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
        self, words: str, x: float, y: float, *, size: float = 12, bold: bool = False, colour: str = "",
        anchor: str = "start", tip: str = "",
    ) -> None:  # fmt: skip
        """Words on a baseline."""
        weight = dict(font_weight="700") if bold else {}
        told = tag("title", tip) if tip else ""
        self.parts.append(
            tag(
                "text",
                told,
                words,
                x=x,
                y=y,
                font_size=f"{size:g}",
                text_anchor=anchor,
                **weight,
                fill=colour or self.theme.ink,
            )
        )

    def line(self, words: str, x: float = 8, *, size: float = 12, bold: bool = False, colour: str = "") -> None:
        """A line of words below what is there."""
        self.y += size + 4
        self.text(words, x, self.y - 3, size=size, bold=bold, colour=colour)

    def paragraph(self, words: str, x: float = 8, *, right: float = 8, size: float = 12, colour: str = "") -> None:
        """Words below what is there, in as many lines as they take."""
        for row in self.rows(words, self.width - x - right, size):
            self.line(row, x, size=size, colour=colour)

    @staticmethod
    def rows(words: str, room: float, size: float = 12) -> list[str]:
        """Words cut into lines that fit."""
        return wrap(words, max(8, int(room / (LETTER * size)))) or [""]

    # -- shapes ------------------------------------------------------------------------------------
    def box(
        self, x: float, y: float, wide: float, tall: float, *, fill: str = "none", stroke: str = "", dash: str = "",
        thick: float = 1, round_: float = 3, tip: str = "", opacity: float = 1,
    ) -> None:  # fmt: skip
        """A rectangle."""
        dashes = dict(stroke_dasharray=dash) if dash else {}
        told = tag("title", tip) if tip else ""
        self.parts.append(
            tag(
                "rect",
                told,
                x=x,
                y=y,
                width=max(0.0, wide),
                height=max(0.0, tall),
                rx=f"{round_:g}",
                fill=fill,
                fill_opacity=f"{opacity:g}",
                stroke=stroke or self.theme.line,
                stroke_width=f"{thick:g}",
                **dashes,
            )
        )

    def path(
        self, points: str, colour: str, thick: float, *, dash: str = "", opacity: float = 1, tip: str = ""
    ) -> None:
        """A line."""
        dashes = dict(stroke_dasharray=dash) if dash else {}
        told = tag("title", tip) if tip else ""
        self.parts.append(
            tag(
                "path",
                told,
                d=points,
                fill="none",
                stroke=colour,
                stroke_width=f"{thick:g}",
                stroke_opacity=f"{opacity:g}",
                **dashes,
            )
        )

    def head(self, x: float, y: float, dx: float, dy: float, colour: str, size: float = 6) -> None:
        """The head of an arrow that points along (dx, dy), a direction of length 1, and ends at a point."""
        bx, by = x - dx * size, y - dy * size
        corners = ((x, y), (bx - dy * size * 0.6, by + dx * size * 0.6), (bx + dy * size * 0.6, by - dx * size * 0.6))
        self.parts.append(tag("polygon", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in corners), fill=colour))

    def svg(self, about: str = "") -> Markup:
        """All of it; `about` tells it to whoever does not see it."""
        tall = self.y + 10
        return tag(
            "svg",
            tag("title", self.title),
            tag("desc", about),
            tag("rect", width="100%", height="100%", fill=self.theme.page),
            *self.parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {self.width} {tall:.0f}",
            width=self.width,
            height=tall,
            role="img",
            **FONT,
        )
