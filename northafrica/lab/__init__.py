"""What a person sees in a notebook: map, stepper, replay, charts, pictures. Nothing here holds a rule.

Parts are imported when first asked for, so that a picture does not wait for the charts.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from northafrica.lab.board_map import BoardMap
    from northafrica.lab.bokeh_setup import load_bokeh
    from northafrica.lab.charts import CombatRolls, Losses, SupplyFlow, SupplyOnHand
    from northafrica.lab.exercise import Exercise, read_exercises
    from northafrica.lab.exercise_card import ExerciseCard
    from northafrica.lab.picture import Picture, board_picture, board_svg, chart_picture
    from northafrica.lab.progress import Progress
    from northafrica.lab.replay import Replay
    from northafrica.lab.session import Answer, Session
    from northafrica.lab.space_list import SpaceList
    from northafrica.lab.stepper import Stepper

_HOMES = {
    "Answer": "session",
    "BoardMap": "board_map",
    "CombatRolls": "charts",
    "Exercise": "exercise",
    "ExerciseCard": "exercise_card",
    "Losses": "charts",
    "Picture": "picture",
    "Progress": "progress",
    "Replay": "replay",
    "Session": "session",
    "SpaceList": "space_list",
    "Stepper": "stepper",
    "SupplyFlow": "charts",
    "SupplyOnHand": "charts",
    "board_picture": "picture",
    "board_svg": "picture",
    "chart_picture": "picture",
    "load_bokeh": "bokeh_setup",
    "read_exercises": "exercise",
}

__all__ = [
    "Answer",
    "BoardMap",
    "CombatRolls",
    "Exercise",
    "ExerciseCard",
    "Losses",
    "Picture",
    "Progress",
    "Replay",
    "Session",
    "SpaceList",
    "Stepper",
    "SupplyFlow",
    "SupplyOnHand",
    "board_picture",
    "board_svg",
    "chart_picture",
    "load_bokeh",
    "read_exercises",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"northafrica.lab has no '{name}'")
    return getattr(import_module(f"northafrica.lab.{_HOMES[name]}"), name)
