"""What a person sees in a notebook: map, stepper, replay, charts, pictures. Nothing here holds a rule.

Parts are imported when first asked for, so that a picture does not wait for the charts.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from northafrica.lab.board.board_map import BoardMap
    from northafrica.lab.board.picture import board_picture, board_svg
    from northafrica.lab.board.space_list import SpaceList
    from northafrica.lab.board.timeline import timeline_picture
    from northafrica.lab.charts.bokeh_setup import load_bokeh
    from northafrica.lab.charts.chart_data import ChartData, Series
    from northafrica.lab.charts.chart_svg import chart_picture, chart_svg, odds_picture
    from northafrica.lab.charts.game_charts import CombatRolls, Losses, Luck, SupplyFlow, SupplyOnHand
    from northafrica.lab.charts.odds_charts import (
        heat_chart,
        round_chart,
        survivor_chart,
        swing_chart,
        value_chart,
        worth_chart,
    )
    from northafrica.lab.desk.assignment import Assignment, collect
    from northafrica.lab.desk.assignment_notebook import make_assignment
    from northafrica.lab.desk.position_desk import PositionDesk
    from northafrica.lab.exercises.exercise import Exercise, graded, read_exercises
    from northafrica.lab.exercises.exercise_card import ExerciseCard
    from northafrica.lab.exercises.progress import Progress
    from northafrica.lab.exercises.sampling import sample_exercises
    from northafrica.lab.printing.game_sheet import sheet
    from northafrica.lab.printing.handout import Handout, handout
    from northafrica.lab.study.attack_explorer import AttackExplorer, attack_picture
    from northafrica.lab.study.chain_svg import supply_chain_picture
    from northafrica.lab.study.supply_planner import SupplyPlanner, supply_picture
    from northafrica.lab.table.answer import Answer
    from northafrica.lab.table.replay import Replay
    from northafrica.lab.table.session import Session
    from northafrica.lab.table.stepper import Stepper
    from northafrica.lab.tray.palette import OKABE_ITO
    from northafrica.lab.tray.svg import Picture

_NAMES = {
    "board.board_map": "BoardMap",
    "board.picture": "board_picture board_svg",
    "board.space_list": "SpaceList",
    "board.timeline": "timeline_picture",
    "charts.bokeh_setup": "load_bokeh",
    "charts.chart_data": "ChartData Series",
    "charts.chart_svg": "chart_picture odds_picture chart_svg",
    "charts.game_charts": "CombatRolls Losses Luck SupplyFlow SupplyOnHand",
    "charts.odds_charts": "heat_chart round_chart survivor_chart swing_chart value_chart worth_chart",
    "desk.assignment": "Assignment collect",
    "desk.assignment_notebook": "make_assignment",
    "desk.position_desk": "PositionDesk",
    "exercises.exercise": "Exercise graded read_exercises",
    "exercises.exercise_card": "ExerciseCard",
    "exercises.progress": "Progress",
    "exercises.sampling": "sample_exercises",
    "printing.game_sheet": "sheet",
    "printing.handout": "Handout handout",
    "study.attack_explorer": "AttackExplorer attack_picture",
    "study.chain_svg": "supply_chain_picture",
    "study.supply_planner": "SupplyPlanner supply_picture",
    "table.answer": "Answer",
    "table.replay": "Replay",
    "table.session": "Session",
    "table.stepper": "Stepper",
    "tray.palette": "OKABE_ITO",
    "tray.svg": "Picture",
}
"""File -> the public names in it."""
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = [
    "OKABE_ITO",
    "Answer",
    "Assignment",
    "AttackExplorer",
    "BoardMap",
    "ChartData",
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
    "Series",
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
    "chart_svg",
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
