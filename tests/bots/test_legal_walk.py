"""What `legal` lists is complete and sound: all orders played are found by walking it, and it leads to allowed ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import northafrica
from northafrica.bots import player
from northafrica.core.game import Game
from northafrica.core.orders import specs
from tests.walking import unreached, wander

STARTS = [("aana", "torch"), ("aana", "rommel"), ("afrika2", "compass_short"), ("afrika2", "italian_invasion")]
EVERY = 15
LONG = 400
STANDING = ("never", "ask_again")


def moments(system: str, scenario: str, name: str, seed: int) -> Iterator[tuple[Game, Any]]:
    """Every few orders of a game between two players of one name, each before it is given."""
    game = northafrica.load(system, scenario, seed=seed)
    bots = {side: player(name, f"{seed} {side}") for side in game.system.sides}
    for n in range(LONG):
        if game.choice is None:
            return
        order = bots[game.seat].order(game)
        if n % EVERY == seed % EVERY:
            yield game, order
        game.play(order)


@pytest.mark.parametrize("name", ["rule", "random"])
@pytest.mark.parametrize(("system", "scenario"), STARTS)
def test_every_order_played_is_found_by_walking_the_fields(system: str, scenario: str, name: str) -> None:
    for game, order in moments(system, scenario, name, 3):
        assert not unreached(game, order), f"{order}: {unreached(game, order)}"


@pytest.mark.parametrize(("system", "scenario"), STARTS)
def test_everything_the_walk_yields_is_allowed(system: str, scenario: str) -> None:
    rng = random.Random(f"{system} {scenario}")
    for game, _ in moments(system, scenario, "random", 4):
        kinds = [kind for kind in game.legal() if kind not in STANDING and specs(game.grammar.kinds[kind])]
        if kinds:
            found = wander(game, rng.choice(kinds), rng)
            assert found == "" or (not isinstance(found, str) and game.check(found)), found


# -- the examples, worked out by hand ----------------------------------------------------------------------
TRUCKS = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase requisition
at cairo: 5 uk truck
stock treasury: rp/uk 28
mark cairo: control uk
"""


def test_no_more_is_offered_to_buy_than_exists() -> None:
    """Six British trucks exist (p.5), five are on the board: one is left, though 28 RP would pay for 14."""
    offered = {some.kind: some.count for some in northafrica.position(TRUCKS).legal("buy")}
    assert offered["truck"] == 1


BOX = """northafrica position 1
system afrika2
scenario compass
round 6
power cw
phase supply
at a40.12: 1 cw 5_ind
at a60.17: 1 axis cirene
stock a40.10: sp/cw 1
stock a40.14: sp/cw 1
"""


def test_a_box_is_offered_where_two_dumps_can_pay() -> None:
    game = northafrica.position(BOX)
    assert game.legal("box") == ["a40.12"]
    assert sorted(game.legal("box", space="a40.12")) == [(("a40.10", 1),), (("a40.14", 1),)]


DRIVE = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase noncombat
at benghazi: 1 uk truck, 2 uk infantry
stock benghazi: supply 1
stock tobruk: supply 3
mark benghazi: control uk
mark tobruk: control uk
mark cairo: control uk
"""


def test_a_truck_may_come_back_and_load_wherever_it_passes() -> None:
    """Trucks load in any territory they pass but the last, several kinds at once up to six (p.32)."""
    game = northafrica.position(DRIVE)
    assert "benghazi" in game.legal("move", more="route", units="1 truck", route="benghazi > tobruk")
    back: dict[str, Any] = {"units": "1 truck", "route": "benghazi > tobruk > benghazi"}
    assert parts(game.legal("move", more="load", **back)) == ["3 supply at tobruk"]
    on: dict[str, Any] = {"units": "1 truck", "route": "benghazi > tobruk > mersa_matruh"}
    all_of = ["2 infantry at benghazi", "1 supply at benghazi", "3 supply at tobruk"]
    assert parts(game.legal("move", more="load", **on)) == all_of
    assert parts(game.legal("move", more="load", **on, load="2 infantry at benghazi")) == all_of[1:]


def parts(offered: list[Any]) -> list[str]:
    return [f"{units[0]} at {place}" for units, place in offered]
