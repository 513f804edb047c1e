"""Like pieces in unlike condition: told apart by one word, in what is said and in what is typed."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.core.game import Game
from northafrica.core.groups import apart, meant
from northafrica.core.orders import OrderError, Some
from northafrica.core.pieces import Piece, parse_status

USED, MOVED = Piece("uk", "tank", parse_status("used")), Piece("uk", "tank", parse_status("moved, used 2"))
PLAIN, TRUCK = Piece("uk", "tank"), Piece("uk", "truck", parse_status("went"))


def test_the_shortest_word_that_tells_a_piece_apart() -> None:
    everything = [PLAIN, MOVED, USED, TRUCK]
    assert [apart(piece, everything) for piece in everything] == ["plain", "moved", "used", ""]


@pytest.mark.parametrize(
    ("status", "piece"), [("moved", [MOVED]), ("used 2", [MOVED]), ("used", [USED]), ("moved, used 2", [MOVED])]
)
def test_a_part_of_the_status_will_do(status: str, piece: list[Piece]) -> None:
    assert meant(Some(1, "tank", "", parse_status(status)), [PLAIN, MOVED, USED]) == piece


def test_plain_is_never_a_part() -> None:
    assert meant(Some(1, "tank", "", ()), [MOVED, USED]) == []


def _told(game: Game, order: str) -> str:
    try:
        return game.check(order).reason
    except OrderError as error:
        return str(error)


def test_casualties_among_like_tanks() -> None:
    """Two tanks came up from Tobruk and two stood there: one word says which of them falls."""
    game = northafrica.position("""northafrica position 1
system aana
scenario torch
round 9
power germany
phase combat_move
at tobruk: 2 germany tank
at bir_hachem: 2 germany tank
at mersa_matruh: 8 uk infantry
stock bir_hachem: supply 3
stock mersa_matruh: supply 1
mark tobruk: control germany
mark tunis: control germany
mark cairo: control uk
""")
    for order in ("move 2 tank tobruk > bir_hachem", "commit"):
        game.play(order)
    told = _told(game, "attack mersa_matruh from bir_hachem with 3 tank")
    assert "'2 germany tank (moved)'" in told
    assert "'2 germany tank (plain)'" in told
    game.play("attack mersa_matruh from bir_hachem with 2 tank (moved) 2 tank (plain) paying 1 bir_hachem")
    game.play("commit")
    game.play("fight paying 1 mersa_matruh")
    game.roll(10, 10, 10, 10)
    game.roll(1, 2, 3, 10, 10, 10, 10, 10)
    assert "2 German tanks (moved)" in game.prompt.text
    game.play("take 1 tank (moved)")
    assert not game.check("take 2 tank (moved)")
    assert game.check("take 1 tank (moved) 1 tank (used)")
