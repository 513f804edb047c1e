"""Frames that are empty say why and keep their columns' types; what is misspelt is refused with the nearest names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

import northafrica
import northafrica.bots
from northafrica.analysis import (
    combat_rounds,
    events_frame,
    fed_by_round,
    landings,
    losses,
    luck,
    luck_rolls,
    one_more,
    strength,
    supply_by_space,
    supply_chain,
    supply_flow,
    supply_gaps,
    supply_groups,
    supply_plan,
    supply_sources,
)  # fmt: skip
from northafrica.core.game import Game

Frame = Callable[..., pd.DataFrame]
POSITION = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at cairo: 1 uk infantry
at tunis: 1 germany infantry
"""


def played(system: str, scenario: str, rounds: int) -> Game:
    game = northafrica.load(system, scenario, seed=3)
    bots = {seat: northafrica.bots.player("rule", seed=1) for seat in set(game.setting.seats.values())}
    return northafrica.bots.play_out(game, bots, rounds=rounds)


@pytest.fixture(scope="module")
def torch() -> Game:
    return played("aana", "torch", 1)


@pytest.fixture(scope="module")
def compass() -> Game:
    return played("afrika2", "compass_short", 2)


@pytest.fixture
def waiting() -> Game:
    return northafrica.position(POSITION)


DESERT = """northafrica position 1
system afrika2
scenario compass_short
round 6
power cw
phase movement
at a50.17: 1 cw 4_7arm, 1 cw 7_7arm
at nibeiwa: 1 axis maletti
stock matruh: sp/cw 1
stock cw_track: air 1, truck 1
"""


@pytest.mark.parametrize("frame", [combat_rounds, luck, luck_rolls])
def test_a_game_that_rolls_on_a_table_has_no_dice_for_hits(frame: Frame) -> None:
    game = northafrica.position(DESERT, seed=1)
    assert frame(game).attrs["empty"] == "no dice have been thrown yet on this line of play"
    for order in ("end", "attack nibeiwa with 1 4_7arm 1 7_7arm at a50.17", "air 0", "air 0"):
        game.play(order)
    found = frame(game)
    assert found.empty
    assert "rolls of this line of play is for hits: a table turns the dice of" in found.attrs["empty"]


def test_strength_needs_places_in_north_africa(compass: Game) -> None:
    assert strength(compass).attrs["empty"] == "no place of this board is marked as North Africa (tag north_africa)"


@pytest.mark.parametrize("frame", [combat_rounds, luck, luck_rolls])
def test_a_place_without_a_fight_says_where_there_were_some(frame: Frame, torch: Game) -> None:
    fought = next(place for place in combat_rounds(torch)["combat"] if place)
    assert "empty" not in frame(torch, combat=fought).attrs
    assert len(frame(torch, combat=torch.view().name(fought))) == len(frame(torch, combat=fought))
    elsewhere = next(p for p in ("siwa", "cairo") if p not in set(combat_rounds(torch)["combat"]))
    assert "; some were in " in frame(torch, combat=elsewhere).attrs["empty"]
    with pytest.raises(ValueError, match="did you mean tobruk"):
        frame(torch, combat="tobrok")


PAIRS: list[tuple[Frame, str]] = [
    (combat_rounds, "no dice have been thrown yet"), (luck_rolls, "no dice have been thrown yet"),
    (luck, "no dice have been thrown yet"), (losses, "nothing has been lost"),
    (supply_by_space, "no supply lies anywhere"),
    (supply_flow, "no supply has moved"), (supply_chain, "no supply has moved"),
]  # fmt: skip


@pytest.mark.parametrize(("frame", "words"), PAIRS)
def test_empty_columns_keep_their_types(frame: Frame, words: str, waiting: Game, torch: Game) -> None:
    empty, full = frame(waiting), frame(torch)
    assert empty.empty
    assert not full.empty
    assert words in empty.attrs["empty"]
    assert "empty" not in full.attrs
    assert empty.dtypes.to_dict() == full.dtypes.to_dict()


def test_who_was_fed_and_plans_too(waiting: Game, compass: Game) -> None:
    fed = fed_by_round(waiting)
    assert "no event tells of a unit" in fed.attrs["empty"]
    assert fed.dtypes.to_dict() == fed_by_round(compass).dtypes.to_dict()
    whole = {frame: frame(compass, "cw") for frame in (supply_groups, supply_sources, supply_gaps)}
    for found in whole.values():
        assert found.empty == ("empty" in found.attrs)


WRONG: list[tuple[Callable[[Game], Any], str]] = [
    (
        lambda game: events_frame(game, "alies"),
        "there is no seat 'alies'; did you mean allies or axis?; there are axis, allies",
    ),
    (lambda game: game.events("nobody"), "there is no seat 'nobody'; there are"),
    (lambda game: game.view("axsis"), "there is no seat 'axsis'; did you mean axis?"),
    (lambda game: supply_by_space(game, resource="suply"), "there is no resource 'suply'; did you mean supply"),
    (lambda game: supply_flow(game, "suply"), "there is no resource 'suply'; did you mean supply"),
    (lambda game: landings(game, "suply"), "there is no resource 'suply'; did you mean supply"),
    (lambda game: supply_chain(game, "axsis"), "there is no side 'axsis'; did you mean axis"),
    (lambda game: fed_by_round(game, "axsis"), "there is no side 'axsis'; did you mean axis"),
    (lambda game: supply_plan(game, "axsis"), "there is no side 'axsis'; did you mean axis"),
    (lambda game: luck(game, combat="trippoli"), "did you mean tripoli"),
    (lambda game: luck(game, by=()), "by: name each of"),
    (lambda game: one_more("aana", "1 tank", "1 tank", also={"atacker": ["bomber"]}), "there is no side 'atacker'"),
]


@pytest.mark.parametrize(("ask", "words"), WRONG)
def test_what_is_misspelt_is_refused(ask: Callable[[Game], Any], words: str, torch: Game) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 the words are the test
        ask(torch)
    assert words in str(refused.value)


def test_a_resource_of_the_other_game_is_asked_by_its_own_name(compass: Game) -> None:
    assert len(supply_flow(compass)) == len(supply_flow(compass, "sp"))
    with pytest.raises(ValueError, match="there is no resource 'rp'"):
        supply_flow(compass, "rp")
