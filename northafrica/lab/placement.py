"""Where stacks go on a crowded map: near their space's inner point, clear of names and of one another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from northafrica.core.cards import SpaceCard
from northafrica.lab import labels, symbols
from northafrica.lab.scene import Bounds, Point, Scene

RINGS = (0, 9, 18, 27, 38, 50)
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8))
TRIES: tuple[Point, ...] = ((0.0, 0.0), *((r * x, r * y) for r in RINGS[1:] for x, y in WAYS))


@dataclass(frozen=True)
class Detail:
    """How stacks look at one level: the zoom it is made for, widths of an item and a row, height of a row."""

    zoom: float
    item: float
    digit: float
    row: float
    height: float


LEVELS = (Detail(4.5, 21, 6.0, 64, 17), Detail(5.125, 23, 6.5, 84, 19), Detail(6.25, 31, 8.0, 150, 25))


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


def _area(a: Bounds, b: Bounds) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def _name_boxes(scene: Scene, zoom: float) -> dict[str, Bounds]:
    scale = labels.pixels_per_degree(zoom)
    shown = labels.first_zooms(scene.ground.shapes.values())
    found = {}
    for space, first in shown.items():
        if first <= zoom:
            west, south, east, north = labels.box(scene.ground.shapes[space], zoom)
            found[space] = (west * scale, -north * scale, east * scale, -south * scale)
    return found


def place(
    scene: Scene, cards: Iterable[SpaceCard], level: int, zoom: float | None = None
) -> dict[str, Point]:
    """For each card the shift of its cluster's upper middle from the anchor, in pixels (down is positive)."""
    detail = LEVELS[level]
    zoom = detail.zoom if zoom is None else zoom
    scale = labels.pixels_per_degree(zoom)
    names = _name_boxes(scene, zoom)
    sizes = {card.space: extent(items(card, level == 0), detail) for card in cards}
    taken: list[Bounds] = []
    found: dict[str, Point] = {}
    for space in sorted(sizes, key=lambda s: (-sizes[s][0] * sizes[s][1], s)):
        x, y = scene.ground.shapes[space].anchor
        spot = (x * scale, -y * scale)
        shift = _best(spot, sizes[space], space, names, taken)
        found[space] = shift
        taken.append(_box(spot, shift, sizes[space]))
    return found


def _box(spot: Point, shift: Point, size: Point) -> Bounds:
    x, y = spot[0] + shift[0], spot[1] + shift[1] + 1
    return x - size[0] / 2, y, x + size[0] / 2, y + size[1]


def _best(
    spot: Point, size: Point, space: str, names: Mapping[str, Bounds], taken: Iterable[Bounds]
) -> Point:
    """The shift that covers least; nearer ones win among equals."""

    def cost(shift: Point) -> float:
        box = _box(spot, shift, size)
        covered = sum(_area(box, other) for other in taken)
        written = sum(_area(box, name) * (1.5 if own == space else 1.0) for own, name in names.items())
        return 3 * covered + 1.2 * written + 4 * math.hypot(*shift)

    return min(TRIES, key=cost)
