"""Tokens that guard a border: where on the map that border runs, and where their signs stand beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from northafrica.core.cards import SpaceCard, Token
from northafrica.lab.board.geometry import Point
from northafrica.lab.board.scene import Ground, Shape

SIGN = 11
"""Size of a sign, in pixels."""
MOST = 3


def common_border(inside: Shape, outside: Shape) -> list[Point]:
    """The longest stretch of outline that two spaces share; empty where they share no two points in a row."""
    theirs = {point for ring in outside.rings for point in ring}
    best: list[Point] = []
    for ring in inside.rings:
        run: list[Point] = []
        for point in (*ring, *ring):  # twice: a stretch may run over the ring's first point
            run = [*run, point] if point in theirs and point not in run[-1:] else run if point in theirs else []
            if len(best) < len(run) <= len(ring):
                best = run
    return best if len(best) > 1 else []


def guarded(ground: Ground, cards: Iterable[SpaceCard]) -> list[tuple[SpaceCard, Token, list[Point]]]:
    """Each token that faces a neighbour on the map, with the border it guards, in (lon, mercator)."""
    found = []
    for card in cards:
        for token in card.tokens:
            if token.to in ground.shapes and card.space in ground.shapes:
                line = _border(ground, card.space, token.to)
                if line:
                    found.append((card, token, line))
    return found


def _border(ground: Ground, space: str, to: str) -> list[Point]:
    def work() -> list[Point]:
        return common_border(ground.shapes[space], ground.shapes[to])

    line: list[Point] = ground.once(("border", space, to), work)
    return line


def spots(line: list[Point], anchor: Point, scale: float) -> list[Point]:
    """Where signs stand: one to three spread over the border, moved a little towards the guarded space's anchor.

    `scale` is how many pixels a degree takes.
    """
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    count = max(1, min(MOST, int(sum(lengths) * scale / (1.5 * SIGN))))
    shares = [(n + 1) / (count + 1) for n in range(count)]
    return [_towards(_at(line, lengths, share * sum(lengths)), anchor, 0.75 * SIGN / scale) for share in shares]


def _at(line: list[Point], lengths: list[float], way: float) -> Point:
    for (a, b), length in zip(pairwise(line), lengths, strict=True):
        if way <= length and length:
            t = way / length
            return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
        way -= length
    return line[-1]


def _towards(point: Point, goal: Point, step: float) -> Point:
    away = math.dist(point, goal)
    share = min(1.0, step / away) if away else 0.0
    return point[0] + share * (goal[0] - point[0]), point[1] + share * (goal[1] - point[1])
