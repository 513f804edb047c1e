"""Stacks on a map of small spaces: a count from afar, kinds nearer, whole counters with their values close by.

A counter says nationality by colour and letters, side by the frame of its symbol, then the printed values as they
are now and the steps left.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from northafrica.core.cards import SpaceCard, Stack
from northafrica.core.html import tag, together
from northafrica.lab.board import markup
from northafrica.lab.board.scene import Scene
from northafrica.lab.tray import symbols
from northafrica.lab.tray.palette import NATIONS, frame, nation_letters

FULL, GONE = "\u25ae", "\u25af"
"""A step left, a step lost."""
ROOM = 5
"""Letters that fit a counter at full size."""
DONE = ("has moved", "has fought")


def css_class(stack: Stack) -> str:
    """The class that gives a unit its colour."""
    return f"n-{stack.nation}" if stack.nation in NATIONS else f"p-{stack.power}"


def pips(stack: Stack) -> str:
    """Steps left and lost as small bars; none for units of one step."""
    left, whole = stack.steps
    return FULL * left + GONE * (whole - left) if whole > 1 else ""


def columns(number: int) -> int:
    """How many counters stand beside one another."""
    return 1 if number == 1 else 2 if number <= 6 else 3


def cluster(scope: str, scene: Scene, card: SpaceCard) -> Markup:
    """What stands in a small space, for all levels of detail; the style sheet shows one of them."""
    stacks = markup.in_order(scene, card)
    tokens = [token for token in markup.merged_tokens(card.tokens) if symbols.is_known(token.kind)]
    far = together(*(tag("b", number, class_=f"p-{power}") for power, number in totals(stacks).items()))
    small = together(*(_small(scope, stack) for stack in stacks))
    near = together(*(_counter(scope, stack) for stack in stacks))
    marks = together(*(markup.token_chip(scope, scene, token) for token in tokens))
    words = symbols.card_words(card, scene.names)
    wide = columns(sum(1 for _ in stacks))
    return tag(
        "div",
        tag("span", far, class_="na-far"),
        tag("span", small, class_="na-kinds"),
        tag("span", near, class_="na-units"),
        tag("span", marks, class_="na-marks"),
        class_=f"na-st na-stack w{wide}",
        role="img",
        aria_label=words,
    )


def totals(stacks: Iterable[Stack]) -> dict[str, int]:
    """How many units each power has among stacks."""
    found: dict[str, int] = {}
    for stack in stacks:
        found[stack.power] = found.get(stack.power, 0) + stack.count
    return found


def _use(scope: str, stack: Stack) -> str:
    side = frame(stack.side)
    size = symbols.box(stack.drawing, side)
    return markup.use(scope, symbols.symbol_id(stack.drawing, side), css_class(stack), size)


def _small(scope: str, stack: Stack) -> str:
    return _use(scope, stack) * min(stack.count, 4)


def _counter(scope: str, stack: Stack) -> Markup:
    """One counter; like ones are told by their number."""
    done = " na-done" if any(word in stack.notes for word in DONE) else ""
    hurt = " na-hurt" if "Out of Supply" in stack.notes else ""
    many = tag("u", "×", stack.count) if stack.count > 1 else ""
    letters = tag("i", nation_letters(stack.nation)) if stack.nation else ""
    steps = tag("s", pips(stack)) if pips(stack) else ""
    written = stack.values or symbols.kind_name(stack.drawing)[:6]
    values = tag("b", written, class_="na-long" if len(written) > ROOM else None)
    title = symbols.stack_words(stack)
    css = f"na-u {css_class(stack)}{done}{hurt}"
    return tag("span", letters, steps, _use(scope, stack), many, values, class_=css, title=title)


def contents(scope: str, scene: Scene, card: SpaceCard) -> str:
    """Counters of everything in a box beside the map."""
    near = together(*(_counter(scope, stack) for stack in markup.in_order(scene, card)))
    return near + together(*(markup.token_chip(scope, scene, token) for token in markup.merged_tokens(card.tokens)))
