"""Frames against numbers worked out by hand, and against the state they are folded from."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import northafrica
from northafrica.analysis import combat_rounds, events_frame, losses, luck, supply_by_space, supply_flow
from northafrica.bots.random import random_order
from northafrica.core.events import Event
from northafrica.core.game import Game
from northafrica.core.pieces import Piece

TANK = Piece("germany", "tank")
GERMAN: Any = {"resource": "supply", "owner": "germany"}
HAPPENED = [
    Event("began", 1, round=1),
    Event("control", 2, round=1, place="tobruk", marker="control", value="uk"),
    Event("gained", 3, round=1, place="tobruk", resource="supply", amount=4, purpose="set-up", power="uk"),
    Event("gained", 4, round=1, place="tripoli", resource="supply", owner="germany", amount=3, power="germany"),
    Event("began", 5, round=1, power="germany", phase="combat"),
    Event("spent", 6, round=1, place="tripoli", **GERMAN, amount=2, purpose="attack", power="germany"),
    Event("rolled", 7, round=1, power="germany", combat="tobruk", dice=(1, 9, 3), faces=10, need=3, hits=2, chance=0.3),
    Event("rolled", 8, round=1, power="uk", combat="tobruk", dice=(2,), faces=10, need=5, hits=1, chance=0.5),
    Event("lost", 9, round=1, power="uk", place="tobruk", piece=TANK, count=1, combat="tobruk"),
    Event("began", 10, round=1, power="uk", phase="combat"),
    Event("captured", 11, round=1, power="germany", place="tobruk", resource="supply", value="germany", amount=1),
    Event("began", 12, round=2),
    Event("began", 13, round=2, power="germany", phase="combat"),
    Event("destroyed", 14, round=2, power="uk", place="tobruk", resource="supply", amount=3),
]  # fmt: skip


@pytest.fixture
def told() -> Game:
    """A game whose events are the ones above."""
    game = northafrica.load("aana", "rommel", seed=1)
    game.tree.nodes[0].events = tuple(HAPPENED)
    return game


def test_stock_on_hand_at_the_end_of_each_turn(told: Game) -> None:
    frame = supply_by_space(told)
    found = {(r.moment, r.round, r.power, r.space, r.owner): r.amount for r in frame.itertuples()}
    assert found == {
        (0, 0, "", "tobruk", "uk"): 4,
        (0, 0, "", "tripoli", "germany"): 3,
        (1, 1, "germany", "tobruk", "uk"): 4,
        (1, 1, "germany", "tripoli", "germany"): 1,
        (2, 1, "uk", "tobruk", "germany"): 1,
        (2, 1, "uk", "tobruk", "uk"): 3,
        (2, 1, "uk", "tripoli", "germany"): 1,
        (3, 2, "germany", "tobruk", "germany"): 1,
        (3, 2, "germany", "tripoli", "germany"): 1,
    }


def test_flow_by_power_and_purpose(told: Game) -> None:
    found = {(r.round, r.side, r.power, r.flow, r.purpose): r.amount for r in supply_flow(told).itertuples()}
    assert found == {
        (1, "allies", "uk", "arrived", "set-up"): 4,
        (1, "axis", "germany", "arrived", ""): 3,
        (1, "axis", "germany", "spent", "attack"): 2,
        (1, "axis", "germany", "captured", ""): 1,
        (2, "allies", "uk", "destroyed", ""): 3,
    }


def test_rolls_losses_and_luck(told: Game) -> None:
    rolls = combat_rounds(told)
    assert list(rolls["roll"]) == [1, 2]
    assert list(rolls["thrown"]) == [3, 1]
    assert list(rolls["expected"]) == pytest.approx([0.9, 0.5])
    assert combat_rounds(told, "cairo").empty
    assert losses(told).to_dict("records") == [
        {"round": 1, "side": "axis", "power": "germany", "kind": "tank", "space": "tobruk", "count": 1}
    ]
    german = luck(told).set_index("power").loc["germany"]
    assert german["difference"] == pytest.approx(1.1)
    assert german["sigma"] == pytest.approx(1.1 / math.sqrt(3 * 0.3 * 0.7))


def test_frames_say_where_they_come_from() -> None:
    game = northafrica.load("aana", "torch", seed=5)
    for frame in (events_frame(game), supply_by_space(game), supply_flow(game), losses(game), luck(game)):
        assert frame.attrs["seed"] == 5
        assert frame.attrs["version"] == northafrica.__version__
        assert frame.attrs["data"] == game.head["data"]
        assert frame.attrs["options"] == game.setting.options


def test_stock_agrees_with_the_state_after_play() -> None:
    game = northafrica.load("aana", "torch", seed=2)
    rng = random.Random(2)
    for _ in range(150):
        if game.choice is not None:
            game.play(random_order(game, rng))
    frame = supply_by_space(game, "phase")
    last = frame[frame["moment"] == frame["moment"].max()]
    now = {
        space: sum(amount for stock, amount in stocks.items() if stock.resource == "supply")
        for space, stocks in game.state.stocks.items()
    }
    found = last.groupby("space")["amount"].sum().to_dict()
    assert found == {space: amount for space, amount in now.items() if amount}
    with pytest.raises(ValueError, match="turn, phase, round"):
        supply_by_space(game, "hour")


def test_a_game_from_a_position_starts_with_what_lies_there() -> None:
    from northafrica.core.position import write_position

    start = northafrica.load("aana", "rommel", seed=1)
    again = northafrica.position(write_position(start.setting, start.state), seed=1)
    frame = supply_by_space(again)
    assert frame[frame["moment"] == 0]["amount"].sum() == supply_by_space(start)["amount"].sum() > 0
