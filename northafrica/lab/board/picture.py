"""The board as a plain SVG picture: for hand-outs, documents and wherever widgets do not live."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from northafrica.core.game import Game
from northafrica.core.overlays import Overlay
from northafrica.core.place_names import place_of
from northafrica.core.table import View
from northafrica.lab.board.board_drawing import BoardDrawing
from northafrica.lab.board.plan_drawing import PlanDrawing
from northafrica.lab.board.scene import Scene, scene
from northafrica.lab.tray.palette import THEMES
from northafrica.lab.tray.svg import Picture


def board_picture(
    thing: Game | View,
    *,
    width: int = 960,
    focus: Iterable[str] | None = None,
    theme: str = "light",
    legend: bool = True,
    seat: str = "",
    overlay: str = "",
    at: str = "",
) -> Picture:
    """A game's board as a picture. `focus`: spaces that fill it, else the whole board.

    `overlay`: what is laid over the map, by its name, measured from the place `at`; `BoardMap.overlays()` lists the
    names while that place is selected. Raises ValueError for a name there is none of.
    """
    now = scene(thing, seat)
    kind = BoardDrawing if now.ground.plan is None else PlanDrawing
    drawing = kind(now, width, now.filled(focus), THEMES[theme])
    drawing.over = _overlay(now, overlay, at) if overlay else None
    return Picture(drawing.svg(legend), now.title)


def board_svg(thing: Game | View, **look: Any) -> str:
    """A game's board as SVG text: what `board_picture` draws, which says what may be asked for."""
    return board_picture(thing, **look).svg


def _overlay(now: Scene, name: str, at: str) -> Overlay:
    """An overlay by its name and the place it is measured from."""
    place = place_of(now.view, at) if at else ""
    names = [sort.name for sort in now.overlays(place)]
    if name not in names:
        raise ValueError(f"there is no overlay '{name}' here; there are {', '.join(names) or 'none'}")
    return now.overlay(name, place)
