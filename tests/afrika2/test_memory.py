"""What a written position says of the past: read, written back, and refused where it cannot be."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.core.position import PositionError, write_by_hand
from northafrica.systems.afrika2.facts import Facts

TEXT = """northafrica position 1
system afrika2
scenario compass
round 6
power cw
phase movement
at axis_dead: 1 axis catnzro
at tripoli: 1 axis 1_med
"""
MARKS = """mark axis_dead: destroyed maletti, destroyed_east 1_med 3_jan
mark axis_track: trento yes
mark cw_track: raided yes, withdrawals 2
"""


def memory(text: str) -> Facts:
    found: Facts = northafrica.position(text).state.facts
    return found


def test_marks_become_memory_and_are_written_back() -> None:
    game = northafrica.position(TEXT + MARKS)
    found: Facts = game.state.facts
    assert set(found.lost_ever) == {"maletti", "1_med", "3_jan", "catnzro"}
    assert found.lost_east == ("1_med", "3_jan")
    assert (found.trento, found.raided, found.withdrawals) == ("yes", True, 2)
    assert not game.state.marker("axis_dead", "destroyed")
    again = memory(write_by_hand(game.setting, game.state))
    assert set(again.lost_ever) == set(found.lost_ever)
    assert (again.lost_east, again.trento, again.raided) == (found.lost_east, found.trento, found.raided)


def test_without_marks_only_the_dead_pile_speaks() -> None:
    found = memory(TEXT)
    assert found.lost_ever == ("catnzro",)
    assert (found.lost_east, found.trento, found.raided) == ((), "", False)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("axis_dead: destroyed brescia", "this scenario asks for"),
        ("axis_dead: destroyed_east 4_7arm", "no Italian unit"),
        ("cw_track: withdrawals 3", "write 0, 1 or 2"),
        ("axis_track: trento perhaps", "write yes or no"),
    ],
)
def test_marks_that_cannot_be_are_refused(mark: str, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        memory(f"{TEXT}mark {mark}\n")
