"""The Defensive Bonus of Tobruk and Mareth (rulebook p.10): the rule that is cited, and what a bot expects of it."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.bots.aana.attacking import Party, Planner, Strike
from northafrica.core.game import Game
from northafrica.core.pieces import Piece

LINE = """northafrica position 1
system aana
scenario torch
option defensive_bonus {option}
round 9
power uk
phase combat_move
at tripoli: 2 uk tank
at mareth: 1 germany anti_tank_gun, 1 germany infantry
at mersa_matruh: 2 uk tank
at tobruk: 1 germany anti_tank_gun, 1 germany infantry
at tunis: 1 germany infantry
at cairo: 1 uk infantry
stock tripoli: supply 1
stock mareth: supply 1
stock mersa_matruh: supply 1
stock tobruk: supply 1
mark mareth: control germany
mark tobruk: control germany
mark tunis: control germany
mark cairo: control uk
"""


def line(option: str = "reroll_8") -> Game:
    return northafrica.position(LINE.format(option=option))


@pytest.mark.parametrize(
    ("target", "origin", "rule"),
    [("mareth", "tripoli", "board.mareth-bonus"), ("tobruk", "mersa_matruh", "board.tobruk-bonus")],
)
def test_a_demand_of_rerolling_guns_cites_the_bonus_of_its_place(target: str, origin: str, rule: str) -> None:
    game = line()
    for order in ("commit", f"attack {target} from {origin} with 2 tank", "commit", f"fight paying 1 {target}"):
        game.play(order)
    while game.chance is not None:
        game.roll(*[1 if "anti_tank_gun" in game.chance.names(game.view()) else 7] * game.chance.count(game.view()))
        if game.choice is not None and "target" in game.legal():
            break
    assert "target" in game.legal()
    assert [rule_ for rule_ in game.prompt.rules if rule_.endswith("-bonus")] == [rule]


@pytest.mark.parametrize(("target", "origin"), [("tobruk", "mersa_matruh"), ("mareth", "tripoli")])
def test_a_bot_counts_on_the_bonus_where_the_game_is_played_with_it(target: str, origin: str) -> None:
    seen = {}
    for option in ("reroll_8", "none"):
        strike = Strike(target, [Party((origin,), Piece("uk", "tank"), 2)])
        seen[option] = Planner(line(option).view(), moving=True).outlook(strike)
    assert seen["reroll_8"].attack_loss > seen["none"].attack_loss


def test_a_bot_counts_on_no_bonus_of_mareth_but_against_tripoli() -> None:
    losses = set()
    for option in ("reroll_8", "none"):
        strike = Strike("mareth", [Party(("nalut",), Piece("uk", "tank"), 2)])
        losses.add(Planner(line(option).view(), moving=True).outlook(strike).attack_loss)
    assert len(losses) == 1
