"""The rule-of-thumb player of Afrika II: legal wherever it stands, repeatable, in supply, and better than chance."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.bots import play_out, player
from northafrica.bots.rule import hints_for
from northafrica.core.game import Game

OTHER = {"axis": "cw", "cw": "axis"}


def duel(scenario: str, side: str, seed: int) -> Game:
    """A game of the rule-of-thumb player on one side against the random player."""
    game = northafrica.load("afrika2", scenario, seed=f"duel {seed}")
    return play_out(game, {side: player("rule", seed), OTHER[side]: player("random", seed)})


def test_there_are_rules_of_thumb() -> None:
    assert hints_for("afrika2") is not None


def test_the_same_seed_plays_the_same_game() -> None:
    def orders(seed: int) -> list[str]:
        game = northafrica.load("afrika2", "compass_short", seed=5)
        play_out(game, {side: player("rule", seed) for side in OTHER}, rounds=1)
        return [str(node.order or node.result) for node in game.path()]

    assert orders(1) == orders(1)


def test_it_looks_without_touching() -> None:
    game = northafrica.load("afrika2", "race_short", seed=1)
    before, count = game.state, len(game.tree.nodes)
    order = player("rule", seed=3).order(game)
    assert game.check(order)
    assert game.state is before
    assert len(game.tree.nodes) == count


def test_it_feeds_its_units_while_it_has_supply() -> None:
    """In the first Supply Phase all that can be fed is fed, with the fewest points (5.1a)."""
    game = northafrica.load("afrika2", "race_short", seed=2)
    bots = {"axis": player("rule", 2), "cw": player("random", 2)}
    while (game.state.power, game.state.phase) != ("axis", "supply"):
        game.play(bots[game.seat].order(game))
    assert str(bots["axis"].order(game)) == "supply_all"


def test_the_axis_keeps_what_mussolini_asks_for() -> None:
    """Five divisions and three fast units are east of the line from the second turn on (6.1)."""
    game = northafrica.load("afrika2", "italian_invasion", seed=3)
    play_out(game, {"axis": player("rule", 3), "cw": player("random", 3)}, rounds=3)
    assert game.outcome is None
    assert game.round == 4


@pytest.mark.parametrize(
    ("scenario", "side"),
    [("italian_invasion_short", "axis"), ("race_short", "axis"), ("compass_short", "axis"), ("compass_short", "cw"),
     ("crusader_short", "cw")],
)  # fmt: skip
def test_it_beats_random_play(scenario: str, side: str) -> None:
    """Two games of each: what wins nine of ten loses both once in a hundred; benchmarks/bots.py counts them all."""
    games = [duel(scenario, side, seed) for seed in (3, 5)]
    assert sum(game.outcome.winner == side for game in games if game.outcome) >= 1
    assert all(game.system.faults(game.view()) == [] for game in games)


WEST_EDGE = """northafrica position 1
system afrika2
scenario race
round 9
power cw
phase combat
at a1.05: 1 axis brescia
at a2.05: 1 cw 4_7arm
stock axis_track: truck 1
stock cw_track: truck 1
"""


@pytest.mark.parametrize("back", [(4, 4), (2, 6), (3, 6)])
def test_it_retreats_where_the_way_may_end_off_the_map(back: tuple[int, int]) -> None:
    """A1.05 touches the connecting box; the bot weighs it like any other end of a retreat."""
    game = northafrica.position(WEST_EDGE)
    game.play("attack a1.05 with 1 4_7arm at a2.05")
    game.roll(*back)
    while "lose" in game.legal():
        game.play(player("random", 1).order(game))
    assert ("a1.05", "connecting_box") in game.legal("retreat", units="1 brescia")
    assert game.check(player("rule", 1).order(game))
