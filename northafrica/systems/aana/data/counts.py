"""How many tokens and chips show a number of things (rulebook p.9, 13-14)."""

from __future__ import annotations

from collections.abc import Iterable

SUPPLY = {"supply_1": 1, "supply_5": 5}
"""What a token of supply stands for."""
SEA_MINES = {"axis": "sea_mine_token_axis", "allies": "sea_mine_token_allied"}
"""Where components.csv counts the sea mines of a side."""


def chips_needed(sizes: Iterable[int], green: int) -> tuple[int, int]:
    """Green (three units) and gray (one unit) chips for stacks of these sizes, as few gray as can be (p.9)."""
    extras = [size - 1 for size in sizes if size > 1]
    greens = min(green, sum(extra // 3 for extra in extras))
    return greens, sum(extras) - 3 * greens


def land_mine_tokens(icons: int) -> int:
    """Tokens that show a number of mine icons on one border."""
    return (icons + 1) // 2
