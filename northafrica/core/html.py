"""HTML and SVG that cannot be written unescaped by accident: elements are made by `tag`, strings in them are text.

What `tag` returns is `markupsafe.Markup`; everything else is escaped where it meets markup, and once more at the places
where a page is shown (`northafrica.lab.tray.parts`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup, escape

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
SHAPES = frozenset({"circle", "line", "path", "polygon", "polyline", "rect", "use"})
NOTHING = Markup("")
UNSEEN = str.maketrans(dict.fromkeys([*range(0x20), 0x7F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\ufffd"))
for white in "\t\n":
    del UNSEEN[ord(white)]
SIGNS = re.compile(r"[][()!#*_`<>&|~@={}^]|:(?=//)|(?<=www)\.|^[-+]|(?<=[0-9])\.(?=\s|$)")
"""What Markdown reads as more than a letter."""
MATHS = re.compile(r"[$\\]")


def safe(thing: object) -> Markup:
    """Markup as it is; anything else as text, with what a page cannot hold (NUL, surrogates, bidi marks) made visible.

    >>> print(safe("a < b"), safe(tag("b", "<")))
    a &lt; b <b>&lt;</b>
    """
    if isinstance(thing, Markup):
        return thing
    return escape(seen(str(thing)))


def seen(text: str) -> str:
    """A text whose invisible marks (NUL, surrogates, bidi marks) are made visible; it is not escaped."""
    return text.translate(UNSEEN).encode("utf-8", "replace").decode()


def plain_markdown(text: str) -> str:
    """A text as it stands, for a cell of words: nothing in it is Markdown, an element, a link or a formula.

    Signs are written as entities. What begins a formula is put in an element of its own besides, as MathJax looks for
    formulas in the finished page, within one element. A line end is a break, so that no line begins anything.

    >>> plain_markdown("[a](b)")
    '&#91;a&#93;&#40;b&#41;'
    """
    lines = [" ".join(line.split()) for line in seen(text).strip().splitlines()]
    return "<br>".join(MATHS.sub(_apart, SIGNS.sub(_entity, line)) for line in lines)


def _entity(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"


def _apart(sign: re.Match[str]) -> str:
    return f"<span>{_entity(sign)}</span>"


def together(*parts: object) -> Markup:
    """Pieces one after another; those that are not markup are text."""
    return Markup("").join([safe(part) for part in parts])


def joined(sign: str, parts: Iterable[object]) -> Markup:
    """Pieces with a sign between them."""
    return safe(sign).join([safe(part) for part in parts])


def tag(name: str, *children: object, **attributes: Any) -> Markup:
    """An element. Children and values are text unless they are markup.

    Attributes: `class_` is written `class`, `stroke_width` is `stroke-width`; fractions are rounded;
    None and False leave an attribute out, True writes its name alone.

    >>> print(tag("text", "5 < 6", x=12.34, font_weight=700))
    <text x="12.3" font-weight="700">5 &lt; 6</text>
    """
    told = "".join(f" {_name(key)}{_value(value)}" for key, value in attributes.items() if _is_given(value))
    if name in VOID:
        return Markup(f"<{name}{told}>")
    if name in SHAPES and not children:
        return Markup(f"<{name}{told}/>")
    return Markup(f"<{name}{told}>{together(*children)}</{name}>")


def style(rules: str, **attributes: Any) -> Markup:
    """A style sheet; what could end it early is written as CSS writes it."""
    told = tag("style", **attributes).removesuffix("</style>")
    inner = seen(rules).replace("<", "\\3c ")
    return Markup(f"{told}{inner}</style>")


def data(thing: Any) -> Markup:
    """Something as JSON in a page, for what runs there; it cannot end its element early."""
    text = json.dumps(thing).replace("<", "\\u003c")
    return Markup(f'<script type="application/json">{text}</script>')


def document(title: str, rules: str, *body: object) -> Markup:
    """A whole page with its style sheet, which runs nothing and asks no host."""
    meta = tag("meta", charset="utf-8")
    head = tag("head", "\n", meta, "\n", tag("title", title), "\n", style(rules), "\n")
    inside = tag("body", "\n", joined("\n", (part for part in body if part)), "\n")
    return Markup("<!DOCTYPE html>\n") + tag("html", "\n", head, "\n", inside, "\n", lang="en") + "\n"


def _is_given(value: object) -> bool:
    return value is not None and value is not False


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    if value is True:
        return ""
    return f'="{_number(value)}"' if isinstance(value, float) else f'="{safe(value)}"'


def _number(value: float) -> str:
    """Enough figures for a drawing: one decimal, two for small numbers."""
    text = f"{value:.{1 if abs(value) >= 10 else 2}f}"
    return text.rstrip("0").rstrip(".")
