"""Off by one: each trap of battle odds by itself, on battles small enough to do by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from northafrica.odds.battle import Battle, Goal, Opening, Retreat, Submarines, Unit, chance
from northafrica.odds.solve import solve, solve_chain, solve_in_general
from northafrica.systems.aana.odds import odds as aana
from northafrica.systems.revised.odds import odds as revised

close = pytest.approx


def duel(us: int, them: int, die: int = 6, **more) -> Battle:  # type: ignore[no-untyped-def]
    return Battle(die, (Unit("a", 1, us, 1.0),), (Unit("d", 1, them, 1.0),), **more)


# -- rounds and retreats ---------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [1, 2, 3])
def test_after_round_n_counts_rounds_fought(n: int) -> None:
    """A half against a half: after each round a quarter of the battles goes on."""
    for way in (solve_chain, solve_in_general):
        answer = way(duel(3, 3, retreat=Retreat("after", n)))
        assert answer.p["retreat"] == close(0.25**n)
        assert len(answer.rounds) == n + 1
        assert answer.rounds[0] == close(0.0, abs=1e-12)


def test_whoever_has_won_in_the_last_round_does_not_retreat() -> None:
    answer = solve(duel(6, 0, retreat=Retreat("after", 1)))
    assert answer.p["win"] == 1.0
    assert answer.capture == 1.0


def test_a_retreat_belongs_to_the_attacker_a_limit_to_nobody() -> None:
    assert solve(duel(3, 3, retreat=Retreat("after", 2))).p["retreat"] == close(1 / 16)
    assert solve(duel(3, 3, rounds=2)).p["stalemate"] == close(1 / 16)
    both = solve(duel(3, 3, rounds=2, retreat=Retreat("after", 2)))
    assert (both.p["retreat"], both.p["stalemate"]) == (close(1 / 16), 0.0)
    assert both.capture == close(both.p["win"])


def test_one_round_is_fought_before_few_units_retreat() -> None:
    """One unit is no more than one from the start, but the attack is fought for a round (combat.min-one-round)."""
    for way in (solve_chain, solve_in_general):
        answer = way(duel(3, 3, retreat=Retreat("units", 1)))
        assert answer.p == close({"win": 0.25, "lose": 0.25, "draw": 0.25, "retreat": 0.25, "stalemate": 0.0})


def test_units_n_is_n_or_fewer() -> None:
    """Two attackers that never score against one that always does: one is left after a round."""
    us, them = (Unit("a", 3, 0, 1.0),), (Unit("d", 1, 6, 1.0),)
    two = solve(Battle(6, us, them, retreat=Retreat("units", 2)))
    one = solve(Battle(6, us, them, retreat=Retreat("units", 1)))
    assert two.units_left("attacker")[2] == 1.0
    assert one.units_left("attacker")[1] == 1.0


def test_air_only_leaves_when_the_last_land_unit_fell() -> None:
    us = (Unit("inf", 1, 0, 3.0), Unit("air", 1, 0, 10.0, "air"))
    answer = solve(Battle(6, us, (Unit("d", 1, 6, 1.0),), retreat=Retreat("air-only")))
    assert answer.p["retreat"] == 1.0
    assert answer.expected_survivors["attacker"] == {"inf": 0.0, "air": 1.0}


def test_best_retreat_presses_only_for_gain() -> None:
    """A third against a sixth of equal worth pays; a sixth against a third does not, but for a dear territory."""
    assert solve(duel(2, 1, retreat=Retreat("best"))).p["retreat"] == 0.0
    assert solve(duel(1, 2, retreat=Retreat("best"))).p["retreat"] == close(5 / 6 * 4 / 6)
    dear = duel(1, 2, retreat=Retreat("best"), goal=Goal("value", 10.0))
    assert solve(dear).p["retreat"] == 0.0


# -- double kills --------------------------------------------------------------------------------------------
def test_a_double_kill_is_nobodys_win() -> None:
    for way in (solve_chain, solve_in_general):
        answer = way(duel(6, 6))
        assert answer.p["draw"] == 1.0
        assert answer.capture == 0.0
        assert answer.value_lost == {"attacker": 1.0, "defender": 1.0}


def test_a_defender_hit_in_a_round_still_fires_in_it() -> None:
    assert solve(duel(6, 3)).p == close({"win": 0.5, "draw": 0.5, "lose": 0.0, "retreat": 0.0, "stalemate": 0.0})


def test_a_win_by_aircraft_alone_takes_nothing() -> None:
    answer = revised("1 fighter", "1 infantry")
    assert answer.p["win"] > 0
    assert answer.capture == 0.0


# -- bombardment and antiaircraft fire -------------------------------------------------------------------------
@pytest.mark.parametrize(("returns", "lose"), [(False, 0.0), (True, 0.5)])
def test_bombardment_return_fire_by_edition(returns: bool, lose: float) -> None:
    """A sure hit before round 1: under LHTR 2.0 the victim is gone, elsewhere it fires once more."""
    them = (Unit("d", 1, 3, 1.0),)
    battle = Battle(6, (Unit("a", 1, 0, 1.0),), them, (Opening("attacker", 6, ("d",), 1, returns=returns),))
    answer = solve(battle)
    assert answer.p["draw"] == close(lose)
    assert answer.p["win"] == close(1 - lose)
    assert answer.rounds[0] == close(0.0 if returns else 1.0)


def test_bombardment_in_the_words_of_revised() -> None:
    """One battleship at 4, then an infantry at 1 against one at 2."""
    duels = solve(duel(1, 2)).p["win"]
    assert revised("1 infantry", "1 infantry", bombard="1 battleship").p["win"] == close(4 / 6 + 2 / 6 * duels)
    returning = revised("1 infantry", "1 infantry", bombard="1 battleship", return_fire=True).p
    # round 1: a hit of either falls on the one infantry, which fires with the dying
    hit = 1 - 2 / 6 * 5 / 6
    assert returning["win"] == close(hit * 4 / 6 + (1 - hit) * 4 / 6 * duels)


def test_bombardment_misses_aircraft_where_the_appendix_is_followed() -> None:
    only_air = revised("1 infantry", "1 fighter", bombard="2 battleship", bombard_hits_air=False)
    assert only_air.p == close(revised("1 infantry", "1 fighter").p)


def test_antiaircraft_fire_is_by_type() -> None:
    """A hit on the fighters' die never falls on the bomber, whatever the order of loss."""
    for order in (None, "bomber,fighter", "fighter,bomber"):
        answer = revised("1 fighter, 1 bomber", "1 infantry", aa=True, order_of_loss=order, rounds=1)
        both = answer.survivors["attacker"]
        # shot down before round 1 with 1/6 each; in round 1 the infantry hits one of those left with 1/3
        if order == "fighter,bomber":
            assert both["bomber"][0] == close(1 / 6 + 5 / 6 * 1 / 6 * 1 / 3)
        if order == "bomber,fighter":
            assert both["fighter"][0] == close(1 / 6 + 5 / 6 * 1 / 6 * 1 / 3)


def test_air_defense_dice_are_the_lesser_of_aircraft_and_three_a_gun() -> None:
    """aaa.dice: five aircraft against one gun are shot at three times, against two guns five times."""
    one = aana("5 fighter", "1 aaa", attacker="germany", defender="uk")
    two = aana("5 fighter", "2 aaa", attacker="germany", defender="uk")
    assert one.expected_survivors["attacker"]["fighter"] == close(5 - 3 * 0.2)
    assert two.expected_survivors["attacker"]["fighter"] == close(5 - 5 * 0.2)
    assert one.p["win"] == close(1.0)  # lone guns fall without a battle (combat.aaa-only-target)
    assert one.capture == 0.0


def test_a_german_anti_tank_gun_is_air_defense_a_british_is_not() -> None:
    german = aana("1 fighter", "1 anti_tank_gun", attacker="uk", defender="germany", rounds=1)
    british = aana("1 fighter", "1 anti_tank_gun", attacker="germany", defender="uk", rounds=1)
    assert german.expected_survivors["attacker"]["fighter"] == close(0.8 * 0.5)
    assert british.expected_survivors["attacker"]["fighter"] == close(0.7)


# -- support, rerolls, targets -----------------------------------------------------------------------------------
def test_support_ends_with_the_artillery() -> None:
    """Artillery lost first: the infantry left alone scores on 1 again."""
    us = (Unit("gun", 1, 2, 4.0, supports=True), Unit("inf", 1, 1, 3.0, supported=2))
    sure = (Unit("d", 1, 6, 1.0), Unit("e", 1, 0, 1.0))
    answer = solve(Battle(6, us, sure))
    # round 1: both roll at 2; the defender always kills the gun. From then on the infantry rolls at 1 alone:
    # against d and e it falls in round 2; against e alone (d was lost first) it wins in the end.
    one = 2 * (1 / 3) * (2 / 3)
    assert answer.p["win"] == close(one + 1 / 9)
    pairs = solve(Battle(6, (Unit("inf", 3, 1, supported=2), replace(us[0], count=1)), (Unit("x", 3, 0),), rounds=1))
    assert pairs.units_left("defender")[3] == close((5 / 6) ** 2 * (4 / 6) ** 2)  # one pair, two alone


def test_a_die_thrown_again_on_eight_or_more() -> None:
    """combat.flank.reroll: a 3 becomes 3/7, an 8 is as good as a 7."""
    assert chance(10, Unit("u", 1, 3, reroll_from=8)) == close(3 / 7)
    assert chance(10, Unit("u", 1, 3)) == close(0.3)
    assert chance(10, Unit("u", 1, 9, reroll_from=8)) == 1.0
    assert chance(10, Unit("u", 1, 2, supported=3, reroll_from=8), supported=True) == close(3 / 7)


def test_the_smaller_group_flanks() -> None:
    """Two from one territory, one from another: only the one rolls again; aircraft never do."""
    answer = aana("2 infantry + 1 infantry, 1 fighter", "1 infantry", attacker="us", defender="italy", rounds=1)
    miss = 0.8**2 * (1 - 2 / 7) * 0.6
    assert answer.units_left("defender")[1] == close(miss)


def test_anti_tank_guns_take_tanks_in_round_1_only() -> None:
    """Two rounds, the guns' hits on tanks first; afterwards the attacker loses infantry first again."""
    one = aana("9 infantry, 1 tank", "1 anti_tank_gun", attacker="us", defender="uk", rounds=1)
    assert one.expected_survivors["attacker"] == close({"infantry": 9.0, "tank": 0.7})
    us = (Unit("inf", 2, 0, 3.0), Unit("tank", 1, 0, 6.0))
    gun = Unit("gun", 1, 10, 4.0, demands=("tank",), demands_until=1)
    two = solve(Battle(10, us, (gun,), rounds=2))
    assert two.expected_survivors["attacker"] == {"inf": 1.0, "tank": 0.0}
    free = aana("9 infantry, 1 tank", "1 anti_tank_gun", attacker="us", defender="uk", rounds=1, targeting=False)
    assert free.expected_survivors["attacker"] == close({"infantry": 8.7, "tank": 1.0})


def test_more_demands_than_tanks_fall_as_usual() -> None:
    gun = Unit("gun", 3, 10, 4.0, demands=("tank",), demands_until=1)
    us = (Unit("inf", 3, 0, 3.0), Unit("tank", 1, 0, 6.0))
    answer = solve(Battle(10, us, (gun,), rounds=1))
    assert answer.expected_survivors["attacker"] == {"inf": 1.0, "tank": 0.0}


def test_dive_bombers_name_the_strongest() -> None:
    answer = aana("1 bomber", "3 infantry, 1 tank", attacker="germany", defender="uk", rounds=1)
    assert answer.expected_survivors["defender"] == close({"infantry": 3.0, "tank": 0.5})


def test_scout_cars_leave_after_round_1_and_take_nothing() -> None:
    answer = aana("1 scout_car", "1 infantry", attacker="uk", defender="italy")
    chances = {"win": 0.2 * 0.8, "draw": 0.2 * 0.2, "lose": 0.8 * 0.2, "retreat": 0.8 * 0.8, "stalemate": 0.0}
    assert answer.p == close(chances)
    assert answer.capture == 0.0
    assert len(answer.rounds) == 2
    with_tank = aana("1 scout_car, 1 tank", "1 aaa, 1 infantry", attacker="uk", defender="italy", rounds=1)
    assert with_tank.p["stalemate"] > 0


def test_vichy_give_up_after_a_round_without_a_hit() -> None:
    """french.example: with the dice open, one round ends it whenever no die of the defence scores."""
    answer = aana("5 infantry", "2 infantry", attacker="us", defender="vichy", rounds=1)
    assert answer.p["win"] >= 0.7**2
    assert answer.capture == close(answer.p["win"])
    assert aana("5 infantry", "2 infantry", attacker="us", defender="italy", rounds=1).p["win"] < 0.49


# -- at sea --------------------------------------------------------------------------------------------------------
def test_a_battleship_takes_two_hits() -> None:
    answer = revised("1 battleship", "1 transport", rounds=1)
    assert answer.expected_survivors["attacker"]["battleship"] == close(1.0)
    three = Battle(6, (Unit("b", 1, 0, hits=2, domain="sea"),), (Unit("d", 2, 6, domain="sea"),), rounds=1)
    assert solve(three).p["lose"] == 1.0


def test_a_surprise_strike_silences_its_victim_unless_a_destroyer_is_there() -> None:
    """LHTR: a sure submarine against a sure ship, without and with the ship's destroyer beside it."""
    rules = Submarines(always_strike=True, air_needs_destroyer=False, submerge_before_fire=False)
    sub, ship = Unit("sub", 1, 6, domain="sub"), Unit("ship", 1, 6, domain="sea")
    alone = solve(Battle(6, (sub,), (ship,), at_sea=True, subs=rules))
    assert alone.p["win"] == 1.0
    guard = Unit("dd", 1, 0, domain="sea", destroyer=True)
    beside = solve(Battle(6, (sub,), (ship, guard), at_sea=True, subs=rules))
    assert beside.p["win"] == 0.0


def test_a_destroyer_cancels_surprise_and_submerging_in_north_africa() -> None:
    """With an enemy destroyer the submarine fires with the rest; without one its victim is silent."""
    alone = aana("1 submarine", "1 battleship", attacker="germany", defender="uk", rounds=1)
    assert alone.p["lose"] == close(0.6)  # one hit only damages; the battleship fires at 6 either way
    weak = Battle(10, (Unit("s", 1, 10, domain="sub"),), (Unit("d", 1, 10, domain="sea", destroyer=True),), at_sea=True)
    assert solve(weak).p["draw"] == 1.0


def test_aircraft_and_submarines_cannot_hurt_each_other() -> None:
    """combat.end-auto: it ends at once, nobody lost; a destroyer beside the aircraft changes that."""
    answer = aana("1 fighter", "1 submarine", attacker="uk", defender="germany")
    assert answer.p["stalemate"] == 1.0
    assert answer.rounds == (1.0,)
    assert aana("1 fighter, 1 destroyer", "1 submarine", attacker="uk", defender="germany").p["win"] > 0.5
    assert revised("1 fighter", "1 submarine").p["win"] == close(1.0)  # LHTR: aircraft hit submarines


def test_hits_are_given_so_that_most_count() -> None:
    """combat.hit.max: destroyer and submarine hit destroyer and fighter: the submarine's hit goes to the ship."""
    them = (Unit("dd", 1, 10, domain="sea", destroyer=True), Unit("sub", 1, 10, domain="sub"))
    us = (Unit("dd", 1, 0, domain="sea", destroyer=True), Unit("air", 1, 0, domain="air"))
    assert solve(Battle(10, us, them, at_sea=True)).p["lose"] == 1.0
    # the fighter listed first changes nothing
    assert solve(Battle(10, us[::-1], them, at_sea=True)).p["lose"] == 1.0


def test_submerged_submarines_are_out_of_the_battle() -> None:
    answer = aana("1 battleship", "1 submarine", attacker="uk", defender="germany", submerge="defender")
    assert answer.p["win"] == 1.0
    assert answer.expected_survivors["defender"]["submarine"] == 1.0


def test_a_hit_on_transports_takes_two_loads_and_two_escape() -> None:
    """combat.convoy.two-units, combat.escape: five loads, a sure hit: two sink, two slip away, one is left."""
    battle = Battle(
        10, (Unit("dd", 1, 10, domain="sea"),), (Unit("x", 5, 0, 3.0, "cargo"),), at_sea=True, both_must_hurt=True
    )
    answer = solve(battle)
    assert answer.expected_survivors["defender"]["x"] == 2.0
    assert answer.rounds == close((0.0, 0.0, 1.0))


def test_submarine_hits_pass_air_escorts_to_the_transports() -> None:
    """combat.convoy.example: aircraft cannot take a submarine's hit, so the convoy does."""
    battle = Battle(
        10,
        (Unit("s", 2, 10, domain="sub"),),
        (Unit("air", 1, 0, domain="air"), Unit("x", 4, 0, 3.0, "cargo")),
        at_sea=True,
        both_must_hurt=True,
        rounds=1,
    )
    answer = solve(battle)
    assert answer.expected_survivors["defender"] == {"air": 1.0, "x": 0.0}


# -- orders of loss ----------------------------------------------------------------------------------------------
def test_orders_of_loss_in_words() -> None:
    listed = revised("3 tank, 3 infantry", "3 infantry")
    written = revised("3 infantry, 3 tank", "3 infantry", order_of_loss="tank,infantry/infantry")
    cheapest = revised("3 tank, 3 infantry", "3 infantry", order_of_loss="cheapest")
    assert listed.p == close(written.p)
    assert cheapest.p["win"] > listed.p["win"]
    best = revised("3 tank, 3 infantry", "3 infantry", order_of_loss="best")
    assert best.swing >= max(listed.swing, cheapest.swing) - 1e-9
