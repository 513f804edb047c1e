"""What is laid over the map says what it counts."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.lab import board_picture

RAIDERS = """northafrica position 1
system afrika2
scenario race
round 9
power cw
phase movement
at a51.17: 1 cw lrdg
at a52.17: 1 cw 4_7arm
at a51.15: 1 axis brescia
"""


@pytest.mark.parametrize(
    ("at", "told"), [("a51.17", "nothing for enemy zones of control"), ("a52.17", "+2 for each enemy zone of control")]
)
def test_a_movement_overlay_says_what_enemy_zones_cost(at: str, told: str) -> None:
    """Rule 7.3: the LRDG pays nothing for them, others two points."""
    svg = board_picture(northafrica.position(RAIDERS), focus=["a51.16"], overlay="move:cw 0", at=at).svg
    assert told in svg
