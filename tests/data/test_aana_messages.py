"""What is said in Axis & Allies: North Africa where something is about to be lost or is asked for in vain."""

from __future__ import annotations

import northafrica
from northafrica.core.game import Game

HEAD = """northafrica position 1
system aana
scenario torch
round 9
power {power}
phase {phase}
mark tunis: control germany
mark cairo: control uk
at nalut: 1 italy infantry
at cairo: 1 uk infantry
"""


def position(power: str, phase: str, *lines: str) -> Game:
    return northafrica.position(HEAD.format(power=power, phase=phase) + "\n".join(lines) + "\n")


def test_truck_cargo_counts_in_the_warning_of_a_full_territory() -> None:
    lines = ("at mersa_matruh: 1 uk truck, 2 uk infantry", "at siwa: 7 uk infantry")
    game = position("uk", "noncombat", *lines)
    over = "move 1 truck mersa_matruh > siwa load {} infantry at mersa_matruh"
    assert "above its stacking limit" in str(game.check(over.format(2)).notes)
    assert "above its stacking limit" not in str(game.check(over.format(1)).notes)


def test_a_combat_move_and_its_commit_warn_of_a_full_territory() -> None:
    lines = ("at tobruk: 2 germany tank", "at bir_hachem: 7 germany infantry", "at siwa: 1 uk infantry")
    game = position("germany", "combat_move", *lines, "stock bir_hachem: supply 3", "mark tobruk: control germany")
    assert "above its stacking limit" in str(game.check("move 2 tank tobruk > bir_hachem").notes)
    assert "above its stacking limit" not in str(game.check("move 1 tank tobruk > bir_hachem").notes)
    game.play("move 2 tank tobruk > bir_hachem")
    assert "Bir Hachem will hold 1 above its stacking limit" in str(game.check("commit").notes)


def test_a_retreat_without_refuge_says_that_all_are_lost() -> None:
    lines = ("at malta: 2 uk fighter", "at sicily: 2 italy bomber", "mark tripoli: control italy")
    game = position("italy", "combat_move", *lines)
    for order in ("move 2 bomber sicily > sz12 > malta", "commit", "commit"):
        game.play(order)
    assert "no refuge for 2 British fighters" in str(game.check("retreat").notes)


def test_aircraft_about_to_be_lost_are_named() -> None:
    game = position("uk", "advance_convoys", "at sz06: 1 uk fighter")
    assert "no base is in reach of 1 fighter in Sea Zone 6" in game.prompt.text
    game.play("end")
    assert not game.view().state.at("sz06")


def test_a_scout_car_after_its_attack_hears_of_the_points_left() -> None:
    lines = ("at mersa_matruh: 1 uk scout_car (fought, moved, used 3)",)
    ruling = position("uk", "noncombat", *lines).check("move 1 scout_car mersa_matruh > siwa > bir_hachem")
    assert ruling.rule == "scout.patrol"
    assert "1 point left after its attack; this way takes 2" in ruling.reason


def test_supply_is_no_tank() -> None:
    lines = ("at sz13: 2 italy tank (cargo), 1 italy infantry (cargo)", "stock sz13: supply/italy 5",
             "at sz14: 1 uk submarine", "mark tripoli: control italy")  # fmt: skip
    game = position("uk", "combat_move", *lines)
    for order in ("move 1 submarine sz14 > sz13", "commit", "commit", "strike"):
        game.play(order)
    game.roll(1)
    game.play("lose 1 infantry")
    game.play("name tank")
    assert "a tank was named" in game.check("lose 5 supply").reason


def test_who_cannot_join_a_pressed_attack_hears_why() -> None:
    text = HEAD.format(power="uk", phase="combat_move").replace(
        "scenario torch", "scenario torch\noption reinforcing_attacks on"
    )
    lines = ("at mersa_matruh: 2 uk infantry", "stock mersa_matruh: supply 5", "at tobruk: 2 germany infantry")
    more = ("at siwa: 1 uk aaa", "stock tobruk: supply 3", "mark tobruk: control germany", "at bir_hachem: 1 uk aaa")
    game = northafrica.position(text + "\n".join((*lines, *more)) + "\n")
    for order in (
        "commit",
        "attack tobruk from mersa_matruh with 2 infantry paying 1 mersa_matruh",
        "commit",
        "fight paying 1 tobruk",
    ):
        game.play(order)
    game.roll(7, 7)
    game.roll(7, 7)
    assert "an AAA never attacks" in game.check("press adding 1 aaa at bir_hachem").reason
