"""What a person sees in a notebook: map, stepper, replay, charts, pictures. Nothing here holds a rule.

Parts are imported when first asked for, so that a picture does not wait for the charts.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from northafrica.lab.assignment import Assignment, collect
    from northafrica.lab.assignment_notebook import make_assignment
    from northafrica.lab.attack_explorer import AttackExplorer, attack_picture
    from northafrica.lab.board_map import BoardMap
    from northafrica.lab.bokeh_setup import load_bokeh
    from northafrica.lab.chain_svg import supply_chain_picture
    from northafrica.lab.charts import CombatRolls, Losses, Luck, SupplyFlow, SupplyOnHand
    from northafrica.lab.exercise import Exercise, graded, read_exercises
    from northafrica.lab.exercise_card import ExerciseCard
    from northafrica.lab.game_sheet import sheet
    from northafrica.lab.odds_charts import (
        heat_chart,
        round_chart,
        survivor_chart,
        swing_chart,
        value_chart,
        worth_chart,
    )
    from northafrica.lab.picture import Picture, board_picture, board_svg, chart_picture, odds_picture
    from northafrica.lab.position_desk import PositionDesk
    from northafrica.lab.printing import Handout, handout
    from northafrica.lab.progress import Progress
    from northafrica.lab.replay import Replay
    from northafrica.lab.sampling import sample_exercises
    from northafrica.lab.session import Answer, Session
    from northafrica.lab.space_list import SpaceList
    from northafrica.lab.stepper import Stepper
    from northafrica.lab.supply_planner import SupplyPlanner, supply_picture
    from northafrica.lab.timeline import timeline_picture

_HOMES = {
    "Answer": "session",
    "Assignment": "assignment",
    "AttackExplorer": "attack_explorer",
    "BoardMap": "board_map",
    "CombatRolls": "charts",
    "Exercise": "exercise",
    "ExerciseCard": "exercise_card",
    "Handout": "printing",
    "Losses": "charts",
    "Luck": "charts",
    "Picture": "picture",
    "PositionDesk": "position_desk",
    "Progress": "progress",
    "Replay": "replay",
    "Session": "session",
    "SpaceList": "space_list",
    "Stepper": "stepper",
    "SupplyFlow": "charts",
    "SupplyOnHand": "charts",
    "SupplyPlanner": "supply_planner",
    "attack_picture": "attack_explorer",
    "board_picture": "picture",
    "board_svg": "picture",
    "chart_picture": "picture",
    "collect": "assignment",
    "graded": "exercise",
    "handout": "printing",
    "heat_chart": "odds_charts",
    "load_bokeh": "bokeh_setup",
    "make_assignment": "assignment_notebook",
    "odds_picture": "picture",
    "read_exercises": "exercise",
    "round_chart": "odds_charts",
    "sample_exercises": "sampling",
    "sheet": "game_sheet",
    "supply_chain_picture": "chain_svg",
    "supply_picture": "supply_planner",
    "survivor_chart": "odds_charts",
    "swing_chart": "odds_charts",
    "timeline_picture": "timeline",
    "value_chart": "odds_charts",
    "worth_chart": "odds_charts",
}

__all__ = [
    "Answer",
    "Assignment",
    "AttackExplorer",
    "BoardMap",
    "CombatRolls",
    "Exercise",
    "ExerciseCard",
    "Handout",
    "Losses",
    "Luck",
    "Picture",
    "PositionDesk",
    "Progress",
    "Replay",
    "Session",
    "SpaceList",
    "Stepper",
    "SupplyFlow",
    "SupplyOnHand",
    "SupplyPlanner",
    "attack_picture",
    "board_picture",
    "board_svg",
    "chart_picture",
    "collect",
    "graded",
    "handout",
    "heat_chart",
    "load_bokeh",
    "make_assignment",
    "odds_picture",
    "read_exercises",
    "round_chart",
    "sample_exercises",
    "sheet",
    "supply_chain_picture",
    "supply_picture",
    "survivor_chart",
    "swing_chart",
    "timeline_picture",
    "value_chart",
    "worth_chart",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"northafrica.lab has no '{name}'")
    return getattr(import_module(f"northafrica.lab.{_HOMES[name]}"), name)
