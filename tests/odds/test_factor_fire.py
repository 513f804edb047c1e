"""One die a unit against its factor (Mare Nostrum): the rulebook's examples, sums by hand, every die of small ones."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from northafrica.odds.factor_battle import Battle, fight
from northafrica.odds.factor_fire import FireOrder, Kind, modified
from northafrica.odds.factor_roll import Rolled, sample
from northafrica.odds.told import OddsError
from northafrica.systems.marenostrum.odds import RECONSTRUCTED, odds


def ground(name: str, factor: int, count: int = 1, **more: object) -> Kind:
    return Kind(name, count, "ground", (factor, 0, 0, 0), holds=True, **more)  # type: ignore[arg-type]


def chances(answer: object) -> dict[str, float]:
    return {name: chance for name, chance in answer.p.items() if chance > 1e-12}  # type: ignore[attr-defined]


# -- the rules one by one, by hand -------------------------------------------------------------------
def test_a_die_at_or_below_the_factor_hits() -> None:
    """12.7: anti-air 2 shoots an aircraft down on 1-2."""
    answer = odds("me-109", "infantry (air 2)", attacker_fire="focus")
    assert answer.expected_survivors["attacker"] == pytest.approx({"me-109": 4 / 6})


def test_fire_is_simultaneous() -> None:
    answer = fight(Battle((ground("a", 3),), (ground("d", 2),)))
    assert chances(answer) == pytest.approx({"win": 1 / 2 * 2 / 3, "draw": 1 / 6, "lose": 1 / 6, "stalemate": 1 / 3})


def test_first_fire_kills_before_the_answer() -> None:
    """12.4, and its note: the unit that fired first does not fire again, and takes the answer."""
    answer = fight(Battle((ground("a", 3, first=True),), (ground("d", 3),)))
    assert chances(answer) == pytest.approx({"win": 1 / 2, "lose": 1 / 4, "stalemate": 1 / 4})


def test_a_die_settles_who_fires_first_of_both() -> None:
    """12.4: even or odd; each order 1/2, then both have fired."""
    answer = fight(Battle((ground("a", 3, first=True),), (ground("d", 3, first=True),)))
    assert chances(answer) == pytest.approx({"win": 3 / 8, "lose": 3 / 8, "stalemate": 1 / 4})


def test_targets_are_named_before_the_dice() -> None:
    """12.5: three shots at one target, none at the other: what is too much is wasted."""
    order = FireOrder("most", ((3, "a", "x"),))
    answer = fight(Battle((ground("a", 3, 3),), (ground("x", 0), ground("y", 0)), attacker_fire=order))
    assert answer.expected_survivors["defender"] == pytest.approx({"x": 1 / 8, "y": 1.0})


def test_fire_where_it_adds_most() -> None:
    """Two shots of 3 at two targets of one step go one each: 1 step lost in the mean, not 3/4."""
    answer = fight(Battle((ground("a", 3, 2),), (ground("x", 0), ground("y", 0))))
    assert answer.value_lost["defender"] == pytest.approx(1)
    focus = fight(Battle((ground("a", 3, 2),), (ground("x", 0), ground("y", 0)), attacker_fire=FireOrder("focus")))
    assert focus.value_lost["defender"] == pytest.approx(3 / 4)


def test_factors_and_their_changes() -> None:
    """12.6: changes add up, what is printed stays at 1, a zero stays zero."""
    assert [modified(factor, -2) for factor in (4, 3, 2, 1, 0)] == [2, 1, 1, 1, 0]
    assert modified(0, 3) == 0


@pytest.mark.parametrize(
    ("printed", "options", "factor"),
    [
        (3, {"place": "fortress"}, 2),  # 12.12
        (1, {"place": "fortress"}, 1),
        (2, {"entrenched": True}, 1),  # 28.2
        (4, {"place": "fortress", "entrenched": True}, 2),  # 28.3: two in all
        (2, {"attacker_change": 1}, 3),
        (6, {"attacker_change": 1}, 6),
        (4, {"place": "island"}, 4),
    ],
)
def test_fortress_and_entrenchment(printed: int, options: dict[str, object], factor: int) -> None:
    answer = odds(f"infantry (ground {printed})", "garrison (ground 0)", **options)  # type: ignore[arg-type]
    assert answer.p["win"] == pytest.approx(factor / 6)


def test_the_defender_of_a_fortress_fires_with_all() -> None:
    answer = odds("infantry (ground 1)", "garrison (ground 3)", place="fortress")
    assert answer.expected_survivors["attacker"]["infantry (ground 1)"] == pytest.approx(1 / 2)


def test_two_steps() -> None:
    """12.7: a hit flips, two hits at once or one on a reduced unit eliminate it."""
    order = FireOrder("focus")
    answer = fight(Battle((ground("a", 2, 2),), (ground("d", 0, steps=2, reduced=(0, 0, 0, 0)),), attacker_fire=order))
    assert answer.expected_survivors["defender"] == pytest.approx({"d": 4 / 9, "d (reduced)": 4 / 9})
    assert answer.p["win"] == pytest.approx(1 / 9)
    assert answer.value_lost["defender"] == pytest.approx(4 / 9 + 2 / 9)
    reduced = odds("infantry (ground 2)", "uk_9_aus (1 step)")
    assert reduced.p["win"] == pytest.approx(1 / 3 * 4 / 6)  # its reduced side fires with 2
    assert reduced.p["draw"] == pytest.approx(1 / 3 * 2 / 6)


def test_a_boxed_factor_needs_company() -> None:
    """12.6."""
    alone = odds("infantry (ground 0)", "hq (ground 3; boxed)")
    assert alone.p["lose"] == 0
    both = odds("infantry (ground 0)", "hq (ground 3; boxed), infantry (ground 1)")
    assert both.p["lose"] == pytest.approx(1 - 3 / 6 * 5 / 6)


def test_heavy_bombers_are_one_against_ground_units() -> None:
    """12.6: printed 3."""
    assert odds("b-17", "garrison (ground 0)").p["win"] == pytest.approx(1 / 6)


def test_the_airstrike_of_the_rulebook() -> None:
    """11, example 1: bomber at the infantry, fighter at the fighter, both answer with anti-air."""
    answer = odds(
        "he-111, me-110",
        "uk_9_aus (air 1), hurricane",
        attacker_fire="me-110 > hurricane, he-111 > uk_9_aus (air 1)",
        defender_fire="hurricane > he-111, uk_9_aus (air 1) > me-110",
    )
    lost = {unit: 1 - left for unit, left in answer.expected_survivors["defender"].items() if "reduced" not in unit}
    assert lost == pytest.approx({"uk_9_aus (air 1)": 2 / 6, "hurricane": 2 / 6})
    assert answer.expected_survivors["attacker"] == pytest.approx({"he-111": 4 / 6, "me-110": 5 / 6})


@pytest.mark.parametrize(("ships", "legal"), [("2 italian ca", False), ("4 italian ca", True)])
def test_protected_ships(ships: str, legal: bool) -> None:
    """12.10, both parts of its example."""
    number = 1
    plan = f"{number} italian ca > uk_tr1"
    if not legal:
        with pytest.raises(OddsError, match="shielded"):
            odds(ships, "3 uk_dd1, uk_tr1", attacker_fire=plan + ", 1 italian ca > uk_dd1")
        return
    answer = odds(ships, "3 uk_dd1, uk_tr1", attacker_fire="3 italian ca > uk_dd1, " + plan)
    assert answer.expected_survivors["defender"] == pytest.approx({"uk_dd1": 3 / 2, "uk_tr1": 1 / 2})


def test_carriers_and_aircraft_ignore_protection() -> None:
    for shooter in ("it_cv1_aquila", "sm 79"):
        answer = odds(shooter, "3 uk_dd1, uk_tr1", attacker_fire=f"{shooter} > uk_tr1")
        assert answer.expected_survivors["defender"]["uk_tr1"] == pytest.approx(1 / 2)


def test_a_carrier_strike_is_not_answered() -> None:
    answer = odds("uk_cv_eagle", "3 it_dd1", action="carrier_strike")
    assert answer.value_lost == pytest.approx({"attacker": 0, "defender": 1 / 2})


def test_bombardment() -> None:
    """12.8 and the action: ships at ground units there; only anti-surface factors answer."""
    answer = odds("uk_bb1", "fortification (surface 2; ground 5)", action="bombardment")
    assert chances(answer) == pytest.approx(
        {"win": 1 / 2 * 4 / 6, "draw": 1 / 2 * 2 / 6, "lose": 1 / 6, "stalemate": 1 / 3}
    )
    with pytest.raises(OddsError, match="only fortifications"):
        odds("uk_bb1", "infantry (ground 3)", action="bombardment")


def test_a_landing_is_shot_at_on_the_water() -> None:
    """12.13: coastal fire may take the transport; its troops have landed. Ships do not fire."""
    fire = "fortification (surface 3) > uk_tr1"
    answer = odds(
        "infantry (ground 3), uk_tr1, uk_dd1", "fortification (surface 3)", place="island", defender_fire=fire
    )
    assert answer.p["win"] == pytest.approx(1 / 2)
    assert answer.p["lose"] == pytest.approx(1 / 2)
    assert answer.expected_survivors["attacker"]["infantry (ground 3)"] == pytest.approx(1 / 2)
    assert answer.expected_survivors["attacker"]["uk_tr1"] == pytest.approx(1 / 2)


def test_who_is_thrown_back_and_who_is_lost() -> None:
    """12.12 for a fortress, 12.11 for an island."""
    by_land = odds("infantry (ground 4)", "garrison (ground 0)", place="fortress")
    assert chances(by_land) == pytest.approx({"win": 1 / 2, "retreat": 1 / 2})
    by_sea = odds("infantry (ground 4)", "garrison (ground 0)", place="fortress", origin="landing")
    assert chances(by_sea) == pytest.approx({"win": 1 / 2, "lose": 1 / 2})
    plane_left = odds("infantry (ground 3)", "garrison (ground 0), me-109 (air 0; ground 0)", place="island")
    assert plane_left.p["lose"] == 1
    fortress_plane = odds("infantry (ground 4)", "garrison (ground 0), me-109 (air 0; ground 0)", place="fortress")
    assert fortress_plane.p["win"] == pytest.approx(1 / 2)  # taken, so the base is lost with its aircraft (12.9)


def test_aircraft_fall_with_their_base() -> None:
    answer = odds("infantry (ground 3)", "garrison (ground 0), me-109 (ground 0)")
    assert answer.capture == pytest.approx(1 / 2)
    assert answer.expected_survivors["defender"]["me-109 (ground 0)"] == pytest.approx(1 / 2)


def test_supply_does_not_hold_a_place() -> None:
    assert odds("infantry (ground 3)", "supply").p["win"] == 1


def test_tigers_and_engineers_fire_first() -> None:
    """19.6 and 19.7."""
    tiger = odds("de_501_tiger (ground 3)", "infantry (ground 3)")
    assert tiger.p["lose"] == pytest.approx(1 / 4)
    plain = odds("assault_engineers (ground 3)", "infantry (ground 3)")
    assert plain.p["lose"] == pytest.approx(1 / 2 * 1 / 2)
    assert plain.p["draw"] == pytest.approx(1 / 4)
    fort = odds("assault_engineers (ground 3)", "fortification (ground 3)")
    assert (fort.p["lose"], fort.p["draw"]) == pytest.approx((1 / 4, 0))
    fortress = odds("assault_engineers (ground 4)", "infantry (ground 3)", place="fortress")
    assert (fortress.p["win"], fortress.p["draw"]) == pytest.approx((1 / 2, 0))
    defending = odds("infantry (ground 3)", "assault_engineers (ground 3)")
    assert defending.p["draw"] == pytest.approx(1 / 4)


def test_engineers_fire_first_only_at_fortifications() -> None:
    """19.7: the infantry beside the fort is no target of their first fire."""
    answer = odds(
        "assault_engineers (ground 3)", "infantry (ground 3), fortification (ground 0)", attacker_fire="focus"
    )
    assert answer.expected_survivors["defender"] == pytest.approx(
        {"infantry (ground 3)": 1, "fortification (ground 0)": 1 / 2}
    )


def test_engineers_may_wait_for_another_target() -> None:
    answer = odds(
        "assault_engineers (ground 3)",
        "infantry (ground 3), fortification (ground 0)",
        attacker_fire="assault_engineers (ground 3) > infantry (ground 3)",
    )
    assert answer.expected_survivors["defender"]["infantry (ground 3)"] == pytest.approx(1 / 2)
    assert answer.p["lose"] == pytest.approx(1 / 2)


def test_vichy_attacked_by_americans_is_gone_after_firing() -> None:
    """21.1."""
    answer = odds("inf_div_us (ground 1)", "inf_div_vichy (ground 3)")
    assert answer.p["win"] == pytest.approx(1)
    assert answer.value_lost["attacker"] == pytest.approx(1 / 2)
    assert odds("inf_div_uk (ground 1)", "inf_div_vichy (ground 3)").p["win"] == pytest.approx(1 / 6)


def test_retreats_instead_of_hits() -> None:
    """27: one hit of a ground unit, if fast enough; never hits of aircraft."""
    slow, fast = ground("a", 3, moves=4), ground("a", 3, moves=2)
    foot = ground("d", 0, moves=2)
    away = fight(Battle((fast,), (foot,), retreats="always"))
    assert away.expected_survivors["defender"]["d"] == 1
    assert away.p["win"] == pytest.approx(1 / 2)
    assert away.extra["expected_retreated"] == pytest.approx({"d": 1 / 2})
    assert fight(Battle((slow,), (foot,), retreats="always")).expected_survivors["defender"]["d"] == pytest.approx(
        1 / 2
    )
    plane = Kind("p", 1, "air", (3, 0, 0, 0), moves=1)
    assert fight(Battle((plane,), (foot,), retreats="always")).expected_survivors["defender"]["d"] == pytest.approx(
        1 / 2
    )
    two = fight(Battle((ground("a", 6, 2, moves=1),), (ground("d", 0, moves=2, steps=2),), retreats="always"))
    assert two.expected_survivors["defender"] == pytest.approx({"d": 0, "d (reduced)": 1})


def test_several_actions() -> None:
    """Factor 3 against a target that does not answer: 1 - 1/8 after three actions."""
    answer = fight(Battle((ground("a", 3),), (ground("d", 0),), actions=3))
    assert answer.p["win"] == pytest.approx(7 / 8)
    assert answer.rounds == pytest.approx((0, 1 / 2, 1 / 4, 1 / 4))


# -- against every die -------------------------------------------------------------------------------
BATTLES = [
    Battle((ground("a", 3, 2),), (ground("d", 2, steps=2, reduced=(1, 0, 0, 0)), ground("e", 4))),
    Battle((ground("a", 3, first=True), ground("b", 2)), (ground("d", 4, 2),), attacker_fire=FireOrder("spread")),
    Battle((ground("a", 3, first=True),), (ground("d", 4, first=True), ground("e", 1, steps=2, reduced=(1, 0, 0, 0)))),
    Battle((ground("a", 2, 2, moves=1),), (ground("d", 3, 2, moves=2),), retreats="last", place="fortress"),
    Battle((ground("a", 4, steps=2, start=1, reduced=(2, 0, 0, 0)),), (ground("d", 2, boxed=True), ground("e", 1))),
    Battle(
        (Kind("ca", 2, "surface", (0, 0, 3, 0), bound=True), Kind("cv", 1, "surface", (0, 1, 2, 0), shielded=True)),
        (Kind("dd", 1, "surface", (0, 0, 2, 3), bound=True), Kind("tr", 1, "surface", (0, 0, 0, 0), shielded=True)),
        place="sea",
    ),
    Battle((ground("a", 4), Kind("p", 1, "air", (2, 2, 0, 0))), (ground("d", 3), Kind("f", 1, "air", (1, 3, 0, 0)))),
]


@pytest.mark.parametrize("battle", BATTLES)
def test_exact_equals_every_die(battle: Battle) -> None:
    both_first = all(any(kind.first for kind in kinds) for kinds in battle.kinds)
    most = sum(kind.count for kinds in battle.kinds for kind in kinds) + both_first
    rolled = Rolled(battle, lambda: 0)
    found: dict[tuple[object, ...], int] = defaultdict(int)
    for dice in product(range(1, 7), repeat=most):
        stream = iter(dice)
        rolled.roll = stream.__next__
        close, _ = rolled.fight()
        left = tuple(tuple((unit.kind, unit.steps) for unit in side) for side in close.sides)
        found[close.outcome, left, close.captured] += 1
    answer = fight(battle)
    for outcome in ("win", "lose", "draw", "retreat", "stalemate"):
        count = sum(number for key, number in found.items() if key[0] == outcome)
        assert answer.p[outcome] == pytest.approx(float(Fraction(count, 6**most)), abs=1e-12)
    for index, side in enumerate(("attacker", "defender")):
        steps = sum(sum(unit[1] for unit in key[1][index]) * n for key, n in found.items())  # type: ignore[index]
        force = answer.force(side)
        assert force.worth - answer.value_lost[side] == pytest.approx(steps / 6**most, abs=1e-12)


def test_sampled_agrees_with_exact() -> None:
    for battle in BATTLES:
        exact, rolled = fight(battle), sample(battle, 2000, seed=1)
        for name, chance in exact.p.items():
            assert abs(rolled.p[name] - chance) <= 4 * (chance * (1 - chance) / 2000) ** 0.5 + 1e-12


# -- words -------------------------------------------------------------------------------------------
def test_reconstruction_is_told() -> None:
    answer = odds("2 armor_de", "inf_div_uk")
    assert answer.notes[0] == RECONSTRUCTED
    assert any("4/1/0/0" in note for note in answer.notes)
    assert answer.as_dict()["notes"]


@pytest.mark.parametrize(
    ("attackers", "defenders", "options", "words"),
    [
        ("british infantry", "inf_div_it", {}, "inf_bde, inf_div_uk"),
        ("inf_div_ti", "inf_div_it", {}, "inf div it"),
        ("inf_div_it (3 steps)", "inf_div_it", {}, "1 to 2 steps"),
        ("inf_div_it (ground 7)", "inf_div_it", {}, "0 to 6"),
        ("0 inf_div_it", "inf_div_it", {}, "attackers: there is no unit"),
        ("-2 inf_div_it", "inf_div_it", {}, "out of range"),
        ("2.5 inf_div_it", "inf_div_it", {}, "whole number"),
        ("inf_div_it", "inf_div_it", {"place": "hill"}, "place: 'hill'"),
        ("inf_div_it", "it_dd1", {}, "at sea"),
        ("inf_div_it", "inf_div_it", {"action": "bombardment"}, "no ship"),
        ("uk_bb1", "it_dd1", {"action": "carrier_strike"}, "no carrier"),
        ("inf_div_it", "inf_div_it", {"attacker_fire": "wild"}, "way to fire"),
        ("inf_div_it", "2 inf_div_uk", {"attacker_fire": "2 inf_div_it > inf_div_uk"}, "more 'inf_div_it'"),
        ("inf_div_it", "hurricane", {"attacker_fire": "inf_div_it > hurricane"}, "no factor against air"),
        ("inf_div_it", "inf_div_it", {"actions": 0}, "1 to 99"),
        ("inf_div_it (1 step", "inf_div_it", {}, "do not close"),
    ],
)
def test_impossible_input_is_refused_in_words(
    attackers: str, defenders: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(OddsError, match=words):
        odds(attackers, defenders, **options)  # type: ignore[arg-type]
