"""The toy played by hand: each thing the core must carry, with its outcome worked out beforehand."""

from __future__ import annotations

from collections import Counter

import pytest

from northafrica.core.game import Game, Refused
from northafrica.core.pieces import Piece
from northafrica.core.start import game_from_position, make_setting, new_game
from northafrica.core.step import Chance
from tests.conformance import played
from tests.toy.game import TOY, Ambush, Hold, Senior, Turn
from tests.toy.subjects import THREE, TOYS

MEET = """northafrica position 1
system toy
scenario well
round 2
power blue
phase march
at dune: 2 blue man
at well: 1 red man, 1 ruby man
at ridge: 1 red man
at hand_west: 1 fate moon, 1 fate sun
at hand_east: 2 fate sun
stock dune: water/blue 2
"""


def meet(seats: dict[str, str] | None = None) -> Game:
    """Blue's two men attack a man of Red and a man of Ruby at the well."""
    game = game_from_position(make_setting(TOY, "well", seats=seats), MEET)
    game.play("march 2 man dune > well")
    game.play("commit")
    return game


def men(game: Game, place: str) -> dict[str, int]:
    return {piece.power: n for piece, n in game.state.at(place).items()}


def test_choose_for_me_is_recorded_as_the_choice() -> None:
    game = new_game(make_setting(TOY, "well"))
    game.play("choose_for_me")
    assert men(game, "dune") == {"blue": 2}
    assert str(game.node.order) == "choose_for_me"


def test_draw_takes_from_the_cup_without_replacing() -> None:
    game = new_game(make_setting(TOY, "well"))
    game.play("put well")
    assert isinstance(game.chance, Chance)
    for wrong in (("sun",) * 4, ("sun",) * 3, ("sun", "sun", "moon", "star"), (1, 2, 3, 4)):
        with pytest.raises(Refused) as refusal:
            game.roll(*wrong)
        assert refusal.value.ruling.rule == "deal"
    game.roll("sun", "moon", "sun", "sun")
    assert game.state.at("hand_west") == {Piece("fate", "sun"): 1, Piece("fate", "moon"): 1}
    assert game.state.at("hand_east") == {Piece("fate", "sun"): 2}
    assert game.state.at("cup") == {Piece("fate", "moon"): 2}


@pytest.mark.parametrize("seed", range(20))
def test_seeded_draw_is_possible_too(seed: int) -> None:
    game = new_game(make_setting(TOY, "well"), seed)
    game.play("put well")
    drawn = Counter(game.node.result)
    assert sum(drawn.values()) == 4
    assert max(drawn.values()) <= 3


def test_a_seat_sees_its_own_hand_only() -> None:
    game = new_game(make_setting(TOY, "well", seats=THREE))
    game.play("choose_for_me")
    game.roll("sun", "sun", "moon", "moon")
    assert game.view("cat").state.at("hand_west") == {Piece("fate", "sun"): 2}
    for place in ("hand_east", "cup"):
        assert game.view("cat").state.at(place) == {Piece("fate", "tile"): 2}
    assert game.view("ben").state.at("hand_east") == game.view("ann").state.at("hand_east")
    assert game.view("ann").state.at("hand_east") == {Piece("fate", "moon"): 2}
    assert game.view().state.at("hand_west") == {Piece("fate", "sun"): 2}
    assert [e.to for e in game.events("cat") if e.place == "cup" and e.to] == ["hand_west"] * 2
    assert [e.to for e in game.events("ben") if e.place == "cup" and e.to] == ["hand_east"] * 2


def test_window_inside_a_window() -> None:
    game = meet()
    assert game.step == Ambush("red")
    assert (game.seat, game.legal()) == ("east", ["play", "pass", "never"])
    game.play("play sun")
    assert game.step == Ambush("blue", inner=True)
    assert (game.seat, game.state.facts.need, len(game.state.stack)) == ("west", 5, 4)
    game.play("play moon")
    assert game.step == Ambush("red")
    assert (game.seat, game.state.facts.need) == ("east", 4)
    game.play("play sun")
    game.play("pass")
    game.play("pass")
    assert (game.seat, game.state.facts.need) == ("west", 5)
    # Needs 5: the 4 misses, the 5 hits Red, who stands first.
    game.roll(4, 5)
    assert men(game, "well") == {"blue": 2, "ruby": 1}
    assert game.state.at("hand_east") == {}


def test_never_declines_now_and_later_until_asked_again() -> None:
    game = meet()
    game.play("never")
    assert game.chance is not None
    assert game.state.standing == (("east", "ambush"),)
    game.roll(1, 1)
    game.play("stay")
    assert men(game, "dune") == {"blue": 2}
    assert game.legal()[-1] == "ask_again"
    game.play("commit")
    game.play("commit")
    assert game.seat == "west"
    assert "ask_again" not in game.legal()
    game.play("march 1 man dune > well")
    game.play("commit")
    assert game.chance is not None, "the window stays shut"
    game.undo()
    game.undo()
    game.undo()
    game.play("ask_again")
    game.play("commit")
    game.play("march 1 man dune > well")
    game.play("commit")
    assert isinstance(game.step, Ambush)


def test_seats_of_one_side_decide_together() -> None:
    game = meet(THREE)
    game.play("pass")
    assert game.seat == "cat"
    game.roll(1, 2)
    assert (type(game.step), game.seat) == (Hold, "ann")
    game.play("flee")
    assert (type(game.step), game.seat) == (Hold, "ben")
    assert men(game, "well") == {"blue": 2, "red": 1, "ruby": 1}
    game.play("flee")
    assert men(game, "well") == {"blue": 2}
    assert men(game, "ridge") == {"red": 2, "ruby": 1}
    assert game.step == Turn("red")


@pytest.mark.parametrize(("word", "left"), [("stay", {"red": 1, "ruby": 1}), ("flee", {"blue": 2})])
def test_tie_goes_to_the_senior_power(word: str, left: dict[str, int]) -> None:
    game = meet(THREE)
    for order in ("pass", (1, 2), "stay", "flee"):
        game.roll(*order) if isinstance(order, tuple) else game.play(order)
    assert (type(game.step), game.seat) == (Senior, "ann")
    game.play(word)
    assert men(game, "well") == left


def test_one_seat_with_two_powers_decides_alone() -> None:
    game = meet()
    game.play("pass")
    game.roll(3, 3)
    game.play("stay")
    assert game.step == Turn("red")


def test_a_plan_stands_or_falls_together() -> None:
    text = MEET.replace("at dune: 2", "at dune: 1").replace("at well: 1 red man, 1", "at well: 2 blue man, 2")
    game = game_from_position(make_setting(TOY, "well"), text)
    game.play("march 1 man dune > well")
    game.play("march 1 man well > ridge")
    game.play("march 1 man well > dune")
    ruling = game.check("commit")
    # Each pair needs 2 water and has 2; only all three together fail.
    assert (ruling.rule, ruling.numbers) == ("water", {"needs": 3, "has": 2})
    assert ruling.reason.startswith("line 1 and line 2 and line 3: 3 water needed, 2 there")
    assert game.check("march 1 man well > dune").rule == "line"
    game.play("drop 2")
    assert [str(line) for line in game.state.facts.plan] == [
        "march 1 man dune > well",
        "march 1 man well > dune",
    ]
    assert men(game, "well") == {"blue": 2, "ruby": 2}, "a plan moves nobody"
    game.play("commit")
    assert men(game, "dune") == {"blue": 1}
    assert game.state.stock("dune", "water", "blue") == 0


def test_smallest_conflict_is_named() -> None:
    game = game_from_position(make_setting(TOY, "well"), MEET.replace("water/blue 2", "water/blue 9"))
    for n in (1, 2, 1):
        game.play(f"march {n} man dune > well")
    # Line 1 with line 2 is 3 men of 2; so is line 2 with line 3; the first pair is told.
    assert game.check("commit").reason == "line 1 and line 2: 2 men of blue on the dune"


def test_game_ends_after_three_rounds_with_the_holder_of_the_well() -> None:
    game = new_game(make_setting(TOY, "well"))
    game.play("put well")
    game.roll("sun", "sun", "moon", "moon")
    for _ in range(9):
        game.play("commit")
    assert str(game.outcome) == "west: win (the well)"
    assert (game.step, game.seat, game.legal()) == (None, "", [])
    with pytest.raises(Refused, match="the game is over"):
        game.play("commit")
    # 3 each, and one more at each of the 8 turns after the first: Blue 2, Red 3, Ruby 3.
    assert [game.state.stock("dune", "water", "blue")] == [5]
    assert [game.state.stock("ridge", "water", power) for power in ("red", "ruby")] == [6, 6]


def test_random_games_reach_all_of_it() -> None:
    seen: set[str] = set()
    for subject in TOYS:
        for seed in subject.seeds:
            game = played(subject, seed)
            assert game.outcome is not None, "every random game ends"
            for node in game.tree.nodes:
                seen |= {type(step).__name__ for step in node.state.stack}
                seen |= {"inner"} if getattr(node.state.top, "inner", False) else set()
                seen |= {node.order.kind} if node.order else set()
    wanted = {"Senior", "inner", "Hold", "Roll", "never", "ask_again", "drop", "put", "choose_for_me"}
    assert wanted <= seen
