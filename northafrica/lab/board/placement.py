"""Where stacks go on a crowded map: near their space's inner point, clear of names and of one another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from northafrica.core.cards import SpaceCard
from northafrica.lab.board import labels
from northafrica.lab.board.geometry import Bounds, Point, pixels_per_degree
from northafrica.lab.board.scene import Ground, Shape, contains
from northafrica.lab.tray import symbols

RINGS = (0, 9, 18, 27, 38, 50)
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8))
TRIES: tuple[Point, ...] = ((0.0, 0.0), *((r * x, r * y) for r in RINGS[1:] for x, y in WAYS))


@dataclass(frozen=True)
class Detail:
    """How stacks look at one level: widths of an item and a row, height of a row."""

    item: float
    digit: float
    row: float
    height: float


LEVELS = (Detail(25, 6.5, 66, 17), Detail(27, 7.0, 86, 19), Detail(36, 8.5, 150, 25))


def items(card: SpaceCard, powers_only: bool) -> list[int]:
    """The numbers that stand beside the symbols of a stack."""
    found: dict[str, int] = {}
    for stack in card.stacks:
        key = stack.power if powers_only else f"{stack.power} {stack.kind}"
        found[key] = found.get(key, 0) + stack.count
    for token in card.tokens:
        if symbols.is_known(token.kind):
            key = f"{token.kind} {token.owner}"
            found[key] = found.get(key, 0) + token.amount
    return list(found.values())


def extent(numbers: Sequence[int], detail: Detail) -> Point:
    """Width and height of a cluster, in pixels."""
    widths = [detail.item + detail.digit * (len(str(number)) - 1) for number in numbers]
    rows, here, widest = 1, 0.0, 0.0
    for width in widths:
        if here and here + width > detail.row:
            rows, here = rows + 1, 0.0
        here += width
        widest = max(widest, here)
    return widest, rows * detail.height


def _name_boxes(ground: Ground, zoom: float) -> dict[str, Bounds]:
    scale = pixels_per_degree(zoom)
    found = {}
    for space, spot in labels.spots(ground).items():
        if spot.zoom <= zoom:
            west, south, east, north = labels.box(ground.shapes[space], zoom, spot)
            found[space] = (west * scale, -north * scale, east * scale, -south * scale)
    return found


def place(ground: Ground, cards: Iterable[SpaceCard], level: int, zoom: float | None = None) -> dict[str, Point]:
    """How far each card's cluster (its upper middle) stands from the anchor, in pixels; down is positive.

    On a map of small spaces every stack stands in the middle of its own.
    """
    if ground.plan is not None:
        return {card.space: (0.0, 0.0) for card in cards}
    detail = LEVELS[level]
    zoom = ground.zooms.laid[level] if zoom is None else zoom
    sizes = {card.space: extent(items(card, level == 0), detail) for card in cards}
    taken: list[np.ndarray] = []
    found: dict[str, Point] = {}
    for space in sorted(sizes, key=lambda s: (-sizes[s][0] * sizes[s][1], s)):
        rooms, alone = _choices(ground, space, sizes[space], zoom)
        costs = alone + 4.0 * _overlap(rooms, taken).sum(1) if taken else alone
        best = int(costs.argmin())
        found[space] = TRIES[best]
        taken.append(rooms[best])
    return found


def _choices(ground: Ground, space: str, size: Point, zoom: float) -> tuple[np.ndarray, np.ndarray]:
    """The rooms a cluster of that size may take in a space, and what each costs on an empty board."""
    found: tuple[np.ndarray, np.ndarray] = ground.once(
        ("choices", space, size, zoom), lambda: _work_out(ground, space, size, zoom)
    )
    return found


def _work_out(ground: Ground, space: str, size: Point, zoom: float) -> tuple[np.ndarray, np.ndarray]:
    scale, shape = pixels_per_degree(zoom), ground.shapes[space]
    spot = (shape.anchor[0] * scale, -shape.anchor[1] * scale)
    rooms = [_box(spot, shift, size) for shift in TRIES]
    away = np.array([2.5 * math.hypot(*shift) for shift in TRIES])
    found = np.array(rooms)
    return found, _names_covered(ground, space, found, zoom) + np.array(_outside(shape, rooms, scale)) + away


def _box(spot: Point, shift: Point, size: Point) -> Bounds:
    x, y = spot[0] + shift[0], spot[1] + shift[1] + 1
    return x - size[0] / 2, y, x + size[0] / 2, y + size[1]


def _outside(shape: Shape, rooms: Sequence[Bounds], scale: float) -> list[float]:
    """For each room how much of it lies outside the space."""
    spread = np.linspace(0.1, 0.9, 4)
    points = [
        (room[0] + (room[2] - room[0]) * i, room[1] + (room[3] - room[1]) * j)
        for room in rooms
        for i in spread
        for j in spread
    ]
    inside = contains(shape.rings, np.array(points) * (1 / scale, -1 / scale)).reshape(len(rooms), -1)
    areas = [(room[2] - room[0]) * (room[3] - room[1]) for room in rooms]
    return [float(area * (1 - share)) for area, share in zip(areas, inside.mean(1), strict=True)]


def _names_covered(ground: Ground, space: str, rooms: np.ndarray, zoom: float) -> np.ndarray:
    """For each room how much it covers of names; the own name counts most."""
    names: dict[str, Bounds] = ground.once(("names", zoom), lambda: _name_boxes(ground, zoom))
    if not names:
        return np.zeros(len(rooms))
    weights = np.array([2.0 if own == space else 1.5 for own in names])
    found: np.ndarray = _overlap(rooms, list(names.values())) @ weights
    return found


def _overlap(rooms: np.ndarray, others: Sequence[Bounds] | Sequence[np.ndarray]) -> np.ndarray:
    """What each room covers of each of the others, in square pixels."""
    a, b = rooms[:, None, :], np.array(others)
    width = np.minimum(a[..., 2], b[:, 2]) - np.maximum(a[..., 0], b[:, 0])
    height = np.minimum(a[..., 3], b[:, 3]) - np.maximum(a[..., 1], b[:, 1])
    found: np.ndarray = np.clip(width, 0, None) * np.clip(height, 0, None)
    return found
