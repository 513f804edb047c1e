"""Was that luck? Dice against expectation: numbers made by hand, and a whole game."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest

import northafrica
from northafrica.analysis import combat_rounds, hit_distribution, luck, luck_rolls
from northafrica.analysis.luck import settled, tails, verdict
from northafrica.bots import play_out, player
from northafrica.core.events import Event
from northafrica.core.game import Game

GERMAN = {"round": 1, "power": "germany", "combat": "tobruk", "faces": 10}
HAPPENED = (
    Event("rolled", 1, **GERMAN, dice=(1, 9, 3), need=3, hits=2, chance=0.3),
    Event("rolled", 2, **GERMAN, dice=(6,), need=5, hits=0, chance=0.5),
    Event("rolled", 3, round=1, power="uk", combat="tobruk", faces=10, dice=(2, 10), need=5, hits=1, chance=0.5),
    Event("rolled", 4, round=2, power="italy", combat="cairo", faces=10, dice=(7,), need=2, hits=0, chance=0.2),
    Event("rolled", 5, round=2, power="italy", faces=10, dice=(7, 8), label="order of arrival"),
)
FLANKING = (
    Event("rolled", 1, **GERMAN, dice=(2, 8, 9, 5), need=3, hits=1, chance=0.3, again=3),
    Event("rolled", 2, **GERMAN, dice=(3, 10), need=3, hits=1, chance=0.3, again=3),
    Event("rolled", 3, **GERMAN, dice=(7,), need=3, hits=0, chance=0.3, again=3),
)


def game_of(*events: Event) -> Game:
    game = northafrica.load("aana", "rommel", seed=1)
    game.tree.nodes[0].events = events
    return game


def by_every_die(chances: list[Fraction]) -> list[Fraction]:
    """The distribution of hits, every way the dice can fall counted one by one."""
    found = [Fraction(0)] * (len(chances) + 1)
    for fall in itertools.product((0, 1), repeat=len(chances)):
        weight = math.prod((p if hit else 1 - p for p, hit in zip(chances, fall, strict=True)), start=Fraction(1))
        found[sum(fall)] += weight
    return found


def test_the_distribution_equals_every_fall_of_the_dice() -> None:
    chances = [Fraction(3, 10)] * 3 + [Fraction(1, 2)] * 2 + [Fraction(3, 7)] * 4
    trials = {0.3: 3, 0.5: 2, 3 / 7: 4}
    assert hit_distribution(trials) == pytest.approx([float(p) for p in by_every_die(chances)], abs=1e-14)


def test_tails_by_hand() -> None:
    # Two dice at 1/2: 1/4, 1/2, 1/4.
    assert tails({0.5: 2}, 1) == pytest.approx((0.75, 0.75))
    assert tails({0.5: 2}, 0) == pytest.approx((0.25, 1.0))
    assert tails({0.5: 2}, 2) == pytest.approx((1.0, 0.25))
    assert tails({}, 0) == (1.0, 1.0)


@pytest.mark.parametrize(("trials", "words"), [({1.5: 2}, "0 to 1"), ({0.5: -1}, "0 or more")])
def test_impossible_dice_are_refused(trials, words) -> None:
    with pytest.raises(ValueError, match=words):
        hit_distribution(trials)


def test_luck_by_power_by_hand() -> None:
    frame = luck(game_of(*HAPPENED)).set_index("power")
    german = frame.loc["germany"]
    assert (german["side"], german["rolls"], german["dice"], german["hits"]) == ("axis", 2, 4, 2)
    assert german["expected"] == pytest.approx(3 * 0.3 + 0.5)
    assert german["sigma"] == pytest.approx(0.6 / math.sqrt(3 * 0.3 * 0.7 + 0.25))
    # One die at 1/2 and three at 3/10: at least two hits 0.5 (0.441 + 0.189 + 0.027) + 0.5 (0.189 + 0.027).
    assert german["at_least"] == pytest.approx(0.5 * 0.657 + 0.5 * 0.216)
    assert frame.loc["italy", "at_most"] == pytest.approx(0.8)
    assert "order of arrival" not in set(luck_rolls(game_of(*HAPPENED))["label"])


def test_luck_by_side_and_combat() -> None:
    game = game_of(*HAPPENED)
    sides = luck(game, "side").set_index("side")
    assert sides.loc["axis", "expected"] == pytest.approx(0.9 + 0.5 + 0.2)
    assert list(sides["hits"]) == [2, 1]
    fights = luck(game, ("combat", "side"))
    assert [tuple(row) for row in fights[["combat", "side", "hits"]].itertuples(index=False)] == [
        ("tobruk", "axis", 2), ("tobruk", "allies", 1), ("cairo", "axis", 0),
    ]  # fmt: skip
    assert luck(game, combat="cairo")["power"].tolist() == ["italy"]
    with pytest.raises(ValueError, match="power, side, combat"):
        luck(game, "seat")


def test_running_luck_of_each_side() -> None:
    frame = luck_rolls(game_of(*HAPPENED))
    assert list(frame["running"]) == pytest.approx([1.1, 0.6, 0.0, 0.4])
    assert list(frame["running_sigma"])[:2] == pytest.approx([math.sqrt(0.63), math.sqrt(0.88)])


def test_a_die_thrown_again_counts_once() -> None:
    # Four dice, three throws: 2 and 5 settle, then 3, then 7; each settled die is a hit with 3/7.
    assert [settled(event)[0] for event in FLANKING] == [2, 1, 1]
    row = luck(game_of(*FLANKING)).iloc[0]
    assert (row["thrown"], row["dice"], row["hits"]) == (7, 4, 2)
    assert row["expected"] == pytest.approx(4 * 3 / 7)
    at_least_two = sum(by_every_die([Fraction(3, 7)] * 4)[2:])
    assert row["at_least"] == pytest.approx(float(at_least_two))


def test_a_reroll_is_three_sevenths_over_every_die() -> None:
    """First die 1 to 10; 8 to 10 count as not settled. Of settled faces 1 to 7, three hit."""
    event = Event("rolled", 1, dice=(1,), faces=10, need=3, hits=1, chance=0.3, again=3)
    assert settled(event) == (1, pytest.approx(3 / 7))


def test_flanking_dice_say_that_they_are_thrown_again() -> None:
    from northafrica.systems.aana.combat.fire import FACES, REROLL_FROM

    game = northafrica.load("aana", "torch", seed=11)
    play_out(game, {seat: player("rule", seat) for seat in dict.fromkeys(game.setting.seats.values())}, 4)
    rolls = [event for event in game.events() if event.kind == "rolled"]
    again = [event for event in rolls if event.again]
    assert all(event.again == FACES - REROLL_FROM + 1 for event in again)
    marks = {"combat.flank.reroll", "board.tobruk-bonus", "board.mareth-bonus"}
    assert {event.number for event in again} == {e.number for e in rolls if marks & set(e.rules)}


def test_a_whole_game_adds_up() -> None:
    game = northafrica.load("aana", "torch", seed=11)
    play_out(game, {seat: player("rule", seat) for seat in dict.fromkeys(game.setting.seats.values())}, 4)
    rolls, powers, sides = luck_rolls(game), luck(game), luck(game, "side")
    assert len(rolls) == len(combat_rounds(game)) > 20
    for frame in (powers, sides):
        assert frame["hits"].sum() == rolls["hits"].sum()
        assert frame["expected"].sum() == pytest.approx(rolls["expected"].sum())
        assert (frame["at_most"] + frame["at_least"] > 1).all()
    last = rolls.groupby("side").last()
    assert dict(last["running"]) == pytest.approx(dict(zip(sides["side"], sides["difference"], strict=True)))
    assert powers.attrs["seed"] == 11


def test_a_verdict_in_words() -> None:
    row = luck(game_of(*HAPPENED)).set_index("power").loc["germany"]
    assert verdict(row) == (
        "2 hits where 1.4 were to be expected: at least so many come up in 44 % of games with dice like these"
    )
