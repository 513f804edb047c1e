"""Positions put together at random: refused with a reason or played on; edited ones raise one error, with its mend."""

from __future__ import annotations

import random
import re

import pytest

import northafrica
from benchmarks.drafts import Drafter, survey
from benchmarks.edits import fuzz
from northafrica.bots import random_order
from northafrica.core.game import Game
from northafrica.core.position import PositionError, write_position

SYSTEMS = ("aana", "afrika2")


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_accepted_can_be_played_on(system: str) -> None:
    """A short run; benchmarks/drafts.py counts 2,000 a system."""
    tally = survey(system, range(5000, 5012), orders=30)
    assert tally.failures == []
    assert tally.accepted >= tally.drafts / 2
    assert tally.accepted + tally.refused.total() == tally.drafts
    assert tally.orders > 100


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_seed_gives_the_same_draft(system: str) -> None:
    texts = [[Drafter(system).draft(seed).text() for seed in range(6)] for _ in range(2)]
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 6


AANA = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase {phase}
at tobruk: 1 uk tank ({status})
"""
AFRIKA2 = """northafrica position 1
system afrika2
scenario race
round 9
power cw
phase movement
at matruh: 1 cw 4_7arm ({status})
"""


@pytest.mark.parametrize(
    ("phase", "status"),
    [
        ("advance_convoys", "used 1"), ("requisition", "moved"), ("combat_move", "done"), ("combat", "fought"),
        ("noncombat", "went"), ("deploy", "new"), ("combat", "attack tripoli"), ("noncombat", "aloft"),
    ],
)  # fmt: skip
def test_nobody_has_done_what_a_later_phase_brings(phase: str, status: str) -> None:
    """Phases come in order (turn.phases, p.6): at the start of one, only the earlier ones have left a mark."""
    with pytest.raises(
        PositionError, match=f"tobruk: a uk tank cannot be '{status.split(maxsplit=1)[0]}' .*; leave it out"
    ):
        northafrica.position(AANA.format(phase=phase, status=status))


@pytest.mark.parametrize(
    ("phase", "status"), [("combat", "used 1"), ("noncombat", "moved"), ("deploy", "went"), ("combat_move", "made uk")]
)
def test_what_earlier_phases_leave_may_stand(phase: str, status: str) -> None:
    assert northafrica.position(AANA.format(phase=phase, status=status)).legal()


@pytest.mark.parametrize(
    ("status", "told"),
    [("mooved", "no status of a unit; did you mean moved"), ("used many", "needs a number"), ("made tea", "a power")],
)
def test_a_status_of_aana_that_there_is_not(status: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        northafrica.position(AANA.format(phase="deploy", status=status))


@pytest.mark.parametrize(
    ("status", "told"), [("losst", "no status of a unit; did you mean lost"), ("oos x", "a number")]
)
def test_a_status_of_afrika2_that_there_is_not(status: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        northafrica.position(AFRIKA2.format(status=status))


@pytest.mark.parametrize("system", SYSTEMS)
def test_edited_texts_raise_one_error(system: str) -> None:
    """A short run; benchmarks/edits.py makes 10,000 a system."""
    tally, failures = fuzz(system, 150, first=7000)
    assert failures == []
    assert tally["played on"] > 5
    assert tally["refused"] > 50


def underway() -> str:
    """A position with steps under way."""
    game = northafrica.position(AANA.format(phase="combat_move", status="damaged").replace(" (damaged)", ""), seed=1)
    game.play("commit")
    return write_position(game.setting, game.state)


@pytest.mark.parametrize("word", ["power", "phase"])
def test_steps_under_way_need_whose_turn_it_is(word: str) -> None:
    text = "\n".join(line for line in underway().splitlines() if not line.startswith(word))
    with pytest.raises(PositionError, match=f"the line '{word}' is missing"):
        northafrica.position(text)


def test_steps_that_fail_in_play_are_the_positions_fault() -> None:
    """A turn has six phases; a seventh is told as such when play comes to it."""
    text = underway()
    assert '"is": "Turn"' in text
    game = northafrica.position(re.sub(r'("is": "Turn", "phase": )[0-9]+', r"\g<1>9", text), seed=1)
    with pytest.raises(PositionError, match=r"the line 'stack' does not fit this position .*leave out 'facts' and"):
        _end(game)


def _end(game: Game) -> None:
    for _ in range(9):
        game.play(random_order(game, random.Random(1)))
