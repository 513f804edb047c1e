"""What can be chosen and changes nothing says so before it is chosen."""

from __future__ import annotations

import northafrica


def test_who_chooses_joint_strike_is_told_that_it_is_not_played() -> None:
    game = northafrica.load("revised", "spring_1942", seed=1, options={"national_advantages": "2"})
    while not game.check("advantage radar"):  # Russia and Germany choose first
        game.play("choose_for_me")
    assert not game.check("advantage radar").notes
    assert "not played" in game.check("advantage joint_strike").notes[0]
