"""Game: waiting for dice, refusing, undo and redo, branches, starting."""

from __future__ import annotations

import random
from typing import Any

import pytest

from northafrica.bots.random import random_order
from northafrica.core.dice import Scripted
from northafrica.core.game import Game, Refused
from northafrica.core.orders import OrderError, Some
from northafrica.core.start import SetupError, game_from_position, make_setting, new_game
from northafrica.core.step import Chance, Choice
from tests.toy.game import TOY, Commit, Turn
from tests.toy.test_toy import MEET

SETTING = make_setting(TOY, "well")


def fight(luck: Any = None, **options: str) -> Game:
    """Blue's two men wait for two dice at the well; they need 4."""
    game = game_from_position(make_setting(TOY, "well", options), MEET, luck)
    for order in ("march 2 man dune > well", "commit", "pass"):
        game.play(order)
    return game


NO_DICE = [
    (0, 3), (7, 3), (11, 3), (-1, 3), (3,), (), (1, 2, 3), (True, 3), (3, False), (3.0, 3), (float("nan"), 3), ("3", 3),
    (None, 3), ([3], 3), ("", 3),
]  # fmt: skip


@pytest.mark.parametrize("dice", NO_DICE, ids=str)
def test_dice_that_cannot_be_are_refused(dice: tuple[Any, ...]) -> None:
    game = fight()
    before = (game.at, game.state, len(game.tree.nodes))
    with pytest.raises(Refused) as refusal:
        game.roll(*dice)
    assert refusal.value.ruling.rule == "fight"
    assert "2 results are needed" in str(refusal.value) or "possible are 1 to 6" in str(refusal.value)
    assert (game.at, game.state, len(game.tree.nodes)) == before


def test_a_game_without_luck_waits_for_dice() -> None:
    game = fight()
    assert isinstance(game.chance, Chance)
    assert (game.seat, game.choice, game.legal()) == ("west", None, [])
    assert game.prompt.text.startswith("Roll: ")
    assert game.check("commit").reason == "no order can be given: the game waits for dice"
    for act in (lambda: game.play("commit"), lambda: random_order(game, random.Random(1))):
        with pytest.raises(Refused):
            act()
    events = game.roll(4, 3)
    assert [event.kind for event in events] == ["rolled", "lost"]
    with pytest.raises(Refused, match="does not wait for dice"):
        game.roll(4, 3)
    with pytest.raises(Refused, match="does not wait for dice"):
        game.throw(Scripted([1]))


def test_a_source_can_answer_one_roll() -> None:
    game = fight()
    game.throw(Scripted([6, 1]))
    assert game.node.result == (6, 1)
    assert game.luck is None


def test_prepared_dice_that_run_out_leave_the_game_waiting() -> None:
    game = fight(Scripted([6]))
    assert game.chance is not None
    game.luck = Scripted([6, 5])
    game.resume()
    assert game.node.result == (6, 5)


def test_prepared_dice_that_cannot_be_leave_the_game_as_it_was() -> None:
    game = game_from_position(SETTING, MEET, Scripted([6, 9]))
    game.play("march 2 man dune > well")
    game.play("commit")
    before = (game.at, game.state, len(game.tree.nodes))
    with pytest.raises(Refused, match="9 cannot come up"):
        game.play("pass")
    assert (game.at, game.state, len(game.tree.nodes)) == before
    assert game.node.children == []


def test_refusals_and_wrong_text_change_nothing() -> None:
    game = game_from_position(SETTING, MEET)
    before = (game.at, game.state, len(game.tree.nodes))
    with pytest.raises(Refused, match=r"march 3 man dune > well: line 1: 2 men of blue on the dune \[men\]"):
        game.play("march 3 man dune > well")
    with pytest.raises(Refused, match="'stay' cannot be ordered now"):
        game.play("stay")
    for text in ("fly", "", "march", None, 5):
        with pytest.raises(OrderError):
            game.play(text)  # type: ignore[arg-type]
    assert (game.at, game.state, len(game.tree.nodes)) == before
    assert game.play(Commit())


def test_asking() -> None:
    game = game_from_position(SETTING, MEET)
    assert game.legal() == ["march", "drop", "commit"]
    assert game.legal("march") == [Some(2, "man")]
    assert game.legal("march", units=(Some(1, "man"),)) == [("dune", "well")]
    assert game.legal("commit") == []
    assert game.legal("drop") == []
    with pytest.raises(OrderError, match=r"'marhc' cannot be ordered now.*did you mean march"):
        game.legal("marhc")
    assert game.step == Turn("blue")
    assert isinstance(game.choice, Choice)
    assert repr(game) == "<Game toy well: round 2, blue march, west to act>"


def test_undo_takes_the_rolls_along_and_redo_brings_the_same() -> None:
    game = fight(7)
    end, dice = game.at, game.node.result
    assert dice is not None
    state = game.state
    assert game.undo().n == 2
    assert game.undo().n == 1
    assert game.undo().n == 0
    with pytest.raises(Refused, match="nothing to undo"):
        game.undo()
    for n in (1, 2, end):
        assert game.redo().n == n
    assert (game.node.result, game.state) == (dice, state)
    with pytest.raises(Refused, match="nothing to redo"):
        game.redo()
    assert len(game.tree.nodes) == end + 1


def test_another_order_after_undo_draws_from_the_restored_stream() -> None:
    game = fight(7)
    dice = game.node.result
    game.undo()
    game.play("play sun")
    assert game.seat == "west"
    game.play("pass")
    game.play("pass")
    assert game.node.result == dice, "it is the same throw, the first of the game"


def test_redo_follows_the_line_last_left() -> None:
    game = fight()
    game.roll(1, 1)
    first = game.at
    game.goto(3)
    game.roll(6, 6)
    game.goto(first)
    game.undo()
    assert game.redo().n == first


def test_branch_is_a_second_line_of_the_same_record() -> None:
    game = fight(7)
    game.goto(2)
    other = game.branch(seed=8)
    other.play("pass")
    assert game.at == 2
    assert other.tree is game.tree
    assert other.node.result != game.tree.nodes[4].result
    assert game.lines() == [4, 6]
    assert [node.n for node in other.path()] == [0, 1, 2, 5, 6]
    fixed = game.branch(luck=Scripted([1, 2]))
    fixed.play("pass")
    assert fixed.node.result == (1, 2)
    with pytest.raises(Refused, match="entries 0 to 8, not 9"):
        game.goto(9)


def test_take_backs() -> None:
    agreed, never = fight(take_backs="agreed"), fight(take_backs="none")
    with pytest.raises(Refused, match="the other seat must agree"):
        agreed.undo()
    assert agreed.undo(agreed=True).n == 2
    with pytest.raises(Refused, match="without taking back"):
        never.undo(agreed=True)


def test_looking_back_is_free_but_another_line_is_a_take_back() -> None:
    for mode, why in (("agreed", "the other seat must agree"), ("none", "without taking back")):
        game = fight(take_backs=mode)
        last, earlier = game.at, game.tree.nodes[game.at].parent
        game.goto(earlier)
        with pytest.raises(Refused, match=why):
            game.play("pass")
        game.goto(last)
        assert len(game.tree.nodes) == last + 1


def test_a_roll_on_record_is_not_thrown_again_from_a_branch() -> None:
    for mode, why in (("agreed", "the other seat must agree"), ("none", "without taking back")):
        game = fight(take_backs=mode)
        waiting = game.at
        game.roll(1, 2)
        twin = game.branch(luck=Scripted([6, 6]))
        twin.goto(waiting)
        with pytest.raises(Refused, match=why):
            twin.resume()
        assert [node.result for node in game.tree.nodes if node.parent == waiting] == [(1, 2)]


def test_an_agreement_serves_once() -> None:
    game = fight(take_backs="agreed")
    game.undo(agreed=True)
    at, twin = game.at, game.branch()
    game.play("play sun")
    for other in (game, twin):
        other.goto(at)
        with pytest.raises(Refused, match="the other seat must agree"):
            other.play("play sun")
    game = fight(take_backs="agreed")
    game.undo(agreed=True)
    at = game.at
    game.redo()
    game.goto(at)
    with pytest.raises(Refused, match="the other seat must agree"):
        game.play("play sun")


def test_listeners_hear_every_order_and_roll_once() -> None:
    game = fight()
    heard: list[int] = []
    game.listeners.append(lambda told: heard.append(told.at))
    game.roll(1, 2)
    game.play("stay")
    assert heard == [4, 5]


def test_events_of_a_play_are_returned_and_numbered() -> None:
    game = new_game(SETTING, 3)
    assert [event.number for event in game.events()] == list(range(1, 8))
    events = game.play("put well")
    assert [event.kind for event in events] == ["placed", *["moved"] * 4]
    assert [event.number for event in events] == list(range(8, 13))
    assert {event.cause for event in events} == {"put well", "Deal"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scenario": "wel"}, "toy has no scenario 'wel'; there are well; did you mean well"),
        ({"options": {"dri": "no"}}, "there is no option 'dri'; did you mean dry"),
        ({"options": {"dry": "maybe"}}, "option dry: 'maybe' is none of no, yes"),
        ({"options": {"take_backs": "yes"}}, "option take_backs: 'yes' is none of free, agreed, none"),
        ({"seats": {"green": "ann"}}, "there is no power 'green'; there are blue, red, ruby"),
        ({"seats": {"red": "west"}}, "seat 'west' holds powers of both sides"),
        ({"seats": {"red": ""}}, "the seat of 'red' needs a name"),
        ({"seats": {"red": None}}, "the seat of 'red' needs a name"),
    ],
)
def test_games_that_cannot_be_started(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        make_setting(TOY, **{"scenario": "well"} | arguments)


def test_options_and_seats_are_filled_up() -> None:
    setting = make_setting(TOY, "well", {"dry": "yes"}, {"ruby": "ben"})
    assert setting.options == {"dry": "yes", "take_backs": "free"}
    assert setting.seats == {"blue": "west", "red": "east", "ruby": "ben"}


def test_windows_that_never_come_to_rest_are_told() -> None:
    game = game_from_position(SETTING, MEET)
    with pytest.raises(NotImplementedError, match="Turn is no window"):
        Turn("blue").decline(game.view())  # type: ignore[arg-type]
