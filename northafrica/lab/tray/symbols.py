"""Unit symbols out of `data/symbols.json`, control patterns, and words for what stands in a space.

A page carries each symbol once (`defs`); everything else only points at it, so that a stack is a few
hundred bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup

from northafrica.core.cards import SpaceCard, Stack, Token
from northafrica.core.html import safe, tag, together
from northafrica.core.paths import data_path
from northafrica.core.table import Setting
from northafrica.lab.tray.palette import frame

FRAMES = {
    "friendly": ("21 46 158 108", "M25,50 l150,0 0,100 -150,0 z"),
    "hostile": ("24 24 152 152", "M 100,28 L172,100 100,172 28,100 100,28 Z"),
}
SAME = ("infantry", "artillery", "supply", "troops", "reconnaissance")
"""Words that are the same for one and for many."""
SIZES = {"friendly": (20.0, 13.7), "hostile": (20.0, 20.0)}


@cache
def _table() -> Mapping[str, Any]:
    raw = json.loads(data_path("symbols.json").read_text(encoding="utf-8"))
    found: Mapping[str, Any] = raw["symbols"]
    return found


def is_known(kind: str) -> bool:
    """Whether there is a symbol for this kind of piece or token."""
    return kind in _table()


def kind_name(kind: str, number: int = 1) -> str:
    """A kind as people write it: `anti-tank gun`, for several `anti-tank guns`; unknown kinds keep their number."""
    if kind not in _table():
        return kind.replace("_", " ")
    name = str(_table()[kind]["name"]).partition(" (")[0]
    name = name[0].lower() + name[1:]
    if number == 1 or name.endswith(SAME):
        return name
    return f"{name}es" if name.endswith("x") else f"{name}s"


def symbol_id(kind: str, side_frame: str) -> str:
    """The name of a symbol in a page, without the page's prefix."""
    return f"{kind}-{side_frame[0]}" if is_known(kind) else f"plain-{side_frame[0]}"


def box(kind: str, side_frame: str) -> tuple[float, float]:
    """Width and height of a symbol, 20 wide for a ground unit."""
    if not is_known(kind):
        return SIZES[side_frame]
    _, _, width, height = map(float, _table()[kind][side_frame]["viewBox"].split())
    unit = 152 if side_frame == "hostile" else 158
    return (20 * width / unit, 20 * height / unit)


def body(kind: str, side_frame: str, fill: str = "currentColor") -> tuple[str, Markup]:
    """viewBox and drawing of a symbol; an unknown kind gives an empty frame."""
    if is_known(kind):
        found = _table()[kind][side_frame]
        drawn = Markup(found["body"])  # the kit's own drawings, no table of a user's
        return found["viewBox"], drawn.replace("__FILL__", safe(fill))
    view_box, path = FRAMES[side_frame]
    return view_box, tag("path", d=path, stroke_width="4", stroke="black", fill=fill)


def badge(sign: str, side_frame: str, fill: str = "currentColor") -> tuple[str, Markup]:
    """viewBox and drawing of a power's badge: its side's frame with the power's letters."""
    view_box, path = FRAMES[side_frame]
    size = 88 if len(sign) == 1 else 70
    look = dict(font_weight="700", fill="black", font_family="sans-serif", text_anchor="middle")
    letters = tag("text", sign, x="100", y=100 + size * 0.36, font_size=size, **look)
    return view_box, together(tag("path", d=path, stroke_width="6", stroke="black", fill=fill), letters)


def defs(prefix: str, kinds: Iterable[tuple[str, str]], badges: Mapping[str, tuple[str, str]]) -> Markup:
    """`<symbol>`s for (kind, frame) pairs and for badges (power -> sign, frame)."""
    found = []
    for kind, side_frame in sorted(set(kinds)):
        view_box, drawing = body(kind, side_frame)
        name = symbol_id(kind, side_frame)
        found.append(tag("symbol", drawing, id=f"{prefix}-{name}", viewBox=view_box))
    for power, (sign, side_frame) in badges.items():
        view_box, drawing = badge(sign, side_frame)
        found.append(tag("symbol", drawing, id=f"{prefix}-badge-{power}", viewBox=view_box))
    return together(*dict.fromkeys(found))


_STROKES = {
    "slash": "M-2,2 L2,-2 M0,8 L8,0 M6,10 L10,6",
    "backslash": "M-2,6 L2,10 M0,0 L8,8 M6,-2 L10,2",
    "cross": "M0,0 L8,8 M0,8 L8,0",
    "dashes": "M0,2 h4 M4,6 h4",
    "bars": "M2,0 v8 M6,0 v8",
    "grid": "M0,4 h8 M4,0 v8",
}


def _mark(name: str, ink: str) -> Markup:
    if name == "dots":
        return together(*(tag("circle", cx=at, cy=at, r="1.1", fill=ink) for at in (2, 6)))
    stroke = dict(stroke=ink, stroke_width="1")
    if name == "rings":
        return tag("circle", cx="4", cy="4", r="2.2", fill="none", **stroke)
    return tag("path", d=_STROKES[name], **stroke)


def pattern(name: str, mark: str, ground: str, ink: str) -> Markup:
    """An SVG `<pattern>`: what a space is filled with to show who controls it."""
    tile = dict(width="8", height="8")
    plate = tag("rect", **tile, fill=ground)
    return tag("pattern", plate, _mark(mark, ink), id=name, **tile, patternUnits="userSpaceOnUse")


def power_words(powers: str, names: Mapping[str, str]) -> str:
    """Powers as people write them; a joint control or ownership names several."""
    found = [names.get(power, power) for power in powers.replace("/", ";").split(";")]
    return " and ".join(found)


def stack_words(stack: Stack) -> str:
    """`3 infantry (moved)`."""
    plain = kind_name(stack.kind)
    own = stack.name.lower() not in ("", plain) or (stack.name and not is_known(stack.kind))
    name = stack.name if own else kind_name(stack.kind, stack.count)
    left, whole = stack.steps
    more = [stack.values] if stack.values else []
    more += [f"{left} of {whole} steps"] if whole > 1 else []
    more += [stack.notes] if stack.notes else []
    return f"{stack.count} {name}" + (f" ({', '.join(more)})" if more else "")


def token_words(token: Token, names: Mapping[str, str]) -> str:
    """`3 supply`, with owner and goal where there are any."""
    name = token.label or kind_name(token.kind, token.amount)
    words = name if str(token.amount) in name.split() else f"{token.amount} {name}"
    if token.owner and power_words(token.owner, names) not in words:
        words += f" of {power_words(token.owner, names)}"
    if token.to and token.to not in words:
        words += f" towards {names.get(token.to, token.to)}"
    return words


def card_words(card: SpaceCard, names: Mapping[str, str]) -> str:
    """What stands in a space, in one line for list, tooltip and screen reader."""
    parts = []
    if card.control:
        parts.append(f"controlled by {power_words(card.control, names)}")
    if card.status == "contested":
        parts.append(card.status)
    for power in dict.fromkeys(stack.power for stack in card.stacks):
        units = ", ".join(stack_words(stack) for stack in card.stacks if stack.power == power)
        parts.append(f"{names.get(power, power)} {units}")
    parts += [token_words(token, names) for token in card.tokens]
    return f"{card.name}: " + ("; ".join(parts) or "empty")


def summary(card: SpaceCard, names: Mapping[str, str]) -> str:
    """A space in a few words for a list: `Tobruk (Germany): 2 units, 3 supply`."""
    if not (card.control or card.stacks or card.tokens):
        return card.name
    head = card.name + (f" ({power_words(card.control, names)})" if card.control else "")
    units = sum(stack.count for stack in card.stacks)
    counts = dict.fromkeys((token.kind for token in card.tokens), 0)
    for token in card.tokens:
        counts[token.kind] += token.amount
    parts = [f"{units} unit{'s' if units != 1 else ''}"] if units else []
    parts += [f"{number} {kind_name(kind, number)}" for kind, number in counts.items() if is_known(kind)]
    return head + (": " + ", ".join(parts) if parts else "")


def pairs(cards: Iterable[SpaceCard]) -> set[tuple[str, str]]:
    """The (kind, frame) pairs that cards need symbols for."""
    found: set[tuple[str, str]] = set()
    for card in cards:
        found |= {(stack.drawing, frame(stack.side)) for stack in card.stacks}
        found |= {(token.kind, "friendly") for token in card.tokens if is_known(token.kind)}
    return found


def power_name(setting: Setting, power: str) -> str:
    """A power as people write it."""
    table = getattr(setting.data, "powers", None)
    row = table.get(power) if isinstance(table, Mapping) else None
    name = getattr(row, "name", "")
    if name:
        return str(name)
    if power in setting.system.sides:
        return setting.system.sides[power]
    return power.upper() if len(power) <= 2 else power.replace("_", " ").title()


_SHORT = ((re.compile(r"^Sea Zone (\d+)"), r"\1"), (re.compile(r"\s*\([^)]*\)"), ""))


def short_name(name: str) -> str:
    """A name as the map prints it: `Sea Zone 13 (Tripoli Convoy)` becomes `13`."""
    for pattern, instead in _SHORT:
        name = pattern.sub(instead, name)
    return name.replace(" Desert ", " ")
