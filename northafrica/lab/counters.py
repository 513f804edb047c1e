"""Stacks on a map of small spaces: a count from afar, kinds nearer, whole counters with their values close by.

A counter says nationality by colour and letters, side by the frame of its symbol, then the printed values as they
are now and the steps left.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from northafrica.core.cards import SpaceCard, Stack
from northafrica.lab import markup, symbols
from northafrica.lab.palette import NATIONS, frame, nation_letters
from northafrica.lab.scene import Scene

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


def cluster(scope: str, scene: Scene, card: SpaceCard) -> str:
    """What stands in a small space, for all levels of detail; the style sheet shows one of them."""
    stacks = markup.in_order(scene, card)
    tokens = [token for token in markup.merged_tokens(card.tokens) if symbols.is_known(token.kind)]
    far = "".join(_badge(power, number) for power, number in _totals(stacks).items())
    small = "".join(_small(scope, stack) for stack in stacks)
    near = "".join(_counter(scope, stack) for stack in stacks)
    marks = "".join(markup.token_chip(scope, scene, token) for token in tokens)
    words = escape(symbols.card_words(card, scene.names), quote=True)
    wide = columns(sum(1 for _ in stacks))
    return (
        f'<div class="na-st na-stack w{wide}" role="img" aria-label="{words}">'
        f'<span class="na-far">{far}</span><span class="na-kinds">{small}</span>'
        f'<span class="na-units">{near}</span><span class="na-marks">{marks}</span></div>'
    )


def _totals(stacks: Iterable[Stack]) -> dict[str, int]:
    found: dict[str, int] = {}
    for stack in stacks:
        found[stack.power] = found.get(stack.power, 0) + stack.count
    return found


def _badge(power: str, number: int) -> str:
    return f'<b class="p-{power}">{number}</b>'


def _use(scope: str, stack: Stack) -> str:
    side = frame(stack.side)
    size = symbols.box(stack.drawing, side)
    return markup.use(scope, symbols.symbol_id(stack.drawing, side), css_class(stack), size)


def _small(scope: str, stack: Stack) -> str:
    return _use(scope, stack) * min(stack.count, 4)


def _counter(scope: str, stack: Stack) -> str:
    """One counter; like ones are told by their number."""
    done = " na-done" if any(word in stack.notes for word in DONE) else ""
    hurt = " na-hurt" if "Out of Supply" in stack.notes else ""
    many = f"<u>\u00d7{stack.count}</u>" if stack.count > 1 else ""
    letters = f"<i>{escape(nation_letters(stack.nation))}</i>" if stack.nation else ""
    steps = f"<s>{pips(stack)}</s>" if pips(stack) else ""
    written = stack.values or symbols.kind_name(stack.drawing)[:6]
    values = f"<b{' class=na-long' if len(written) > ROOM else ''}>{escape(written)}</b>"
    title = escape(symbols.stack_words(stack), quote=True)
    css = f"na-u {css_class(stack)}{done}{hurt}"
    return f'<span class="{css}" title="{title}">{letters}{steps}{_use(scope, stack)}{many}{values}</span>'


def contents(scope: str, scene: Scene, card: SpaceCard) -> str:
    """Counters of everything in a box beside the map."""
    near = "".join(_counter(scope, stack) for stack in markup.in_order(scene, card))
    return near + "".join(markup.token_chip(scope, scene, token) for token in markup.merged_tokens(card.tokens))
