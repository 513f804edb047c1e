"""`odds`: battles with known answers, the keys of the document, input that is refused."""

from __future__ import annotations

import json

import pytest

import northafrica
from northafrica.odds import OddsError
from northafrica.systems import battles

KEYS = ("p", "capture", "expected_survivors", "survivors", "rounds", "value_lost", "policy")
SMALL = ("revised", "3 infantry, 2 tank", "4 infantry")
# 6 infantry, 3 artillery, 3 tanks against 7 infantry, 2 artillery, 1 tank; the attacker leaves after round 2.
MIDDLE = ("revised", "6 infantry, 3 artillery, 3 tank", "7 infantry, 2 artillery, 1 tank")


def test_the_document_of_a_small_battle(run) -> None:
    told = run("odds", *SMALL, "--json").json
    assert list(told["p"]) == ["win", "lose", "draw", "retreat", "stalemate"]
    assert set(KEYS) <= set(told)
    assert told["p"] == pytest.approx({"win": 0.793881, "lose": 0.17553, "draw": 0.03059, "retreat": 0, "stalemate": 0},
                                      abs=1e-6)  # fmt: skip
    assert told["expected_survivors"]["attacker"] == pytest.approx({"infantry": 0.736532, "tank": 1.463078}, abs=1e-6)
    assert told["value_lost"] == pytest.approx({"attacker": 9.475014, "defender": 11.011709}, abs=1e-6)
    assert [len(told["survivors"]["attacker"][unit]) for unit in ("infantry", "tank")] == [4, 3]
    assert sum(told["rounds"]) == pytest.approx(1)
    assert (told["system"], told["exact"], told["policy"]) == ("revised", True, [])


def test_a_retreat_after_round_two(run) -> None:
    told = run("odds", *MIDDLE, "--retreat", "after:2", "--json").json
    assert told["p"]["retreat"] == pytest.approx(0.847544, abs=1e-6)
    assert told["capture"] == pytest.approx(0.149965, abs=1e-6)
    assert told["value_lost"]["attacker"] == pytest.approx(17.66153, abs=1e-6)


def test_chances_have_all_their_digits(run) -> None:
    text = run("odds", *SMALL, "--json").out
    win = next(line for line in text.splitlines() if '"win"' in line)
    assert len(win.split(".")[1].rstrip(",")) >= 9


def test_people_read_a_table(run) -> None:
    said = run("odds", *SMALL)
    assert said.code == 0
    for words in ("79.39 %", "attacker infantry", "0.737", "attacker loses 9.48 of 19 IPC", "Ends in round"):
        assert words in said.out, words


def test_north_africa_on_ten_sided_dice(run) -> None:
    sides = ("5 infantry, 2 artillery, 3 tank", "5 infantry, 2 anti_tank_gun, 1 tank")
    order = "infantry,artillery,tank/infantry,anti_tank_gun,tank"
    told = run("odds", "aana", *sides, "--attacker", "germany", "--defender", "uk", "--order-of-loss", order,
               "--option", "targeting=no", "--json").json  # fmt: skip
    assert told["p"]["win"] == pytest.approx(0.903341, abs=1e-6)
    assert told["value_lost"] == pytest.approx({"attacker": 18.120309, "defender": 27.070797}, abs=1e-6)
    assert told["value_unit"] == "RP"


def test_supply_is_a_game_with_a_policy(run) -> None:
    given = ("odds", "aana", "2 infantry", "1 infantry", "--attacker", "germany", "--defender", "uk", "--supply", "1:1")
    told = run(*given, "--json").json
    assert set(KEYS) <= set(told)
    assert sum(told["p"].values()) == pytest.approx(1)
    assert {line["who"] for line in told["policy"]} == {"attacker", "defender"}
    said = run(*given).out
    assert "Best policy of the attacker" in said
    assert "Best policy of the defender" in said


def test_a_sampled_answer_says_how_sure_it_is(run) -> None:
    given = ("odds", *SMALL, "--option", "trials=20000", "--option", "seed=4")
    told = run(*given, "--json").json
    assert (told["exact"], told["trials"]) == (False, 20000)
    error = told["standard_error"]["win"]
    assert error == pytest.approx((0.793881 * 0.206119 / 20000) ** 0.5, rel=0.05)
    assert abs(told["p"]["win"] - 0.793881) < 4 * error
    assert run(*given, "--json").json == told  # the same seed, the same answer
    assert "±" in run(*given).out


def test_dice_for_every_step(run) -> None:
    told = run("odds", "blocks", "2 infantry", "1 infantry", "--option", "rounds=2", "--json").json
    assert set(KEYS) <= set(told)
    assert sum(told["p"].values()) == pytest.approx(1)
    assert len(told["rounds"]) == 3


def test_best_retreat_shows_its_policy(run) -> None:
    said = run("odds", *SMALL, "--retreat", "best")
    assert "Best policy" in said.out
    assert run("odds", *SMALL, "--retreat", "best", "--json").json["policy"]


def test_the_command_says_what_the_library_says(run) -> None:
    told = run("odds", *SMALL, "--aa", "--order-of-loss", "tank,infantry/infantry", "--json").json
    same = northafrica.odds_of(*SMALL, aa=True, order_of_loss="tank,infantry/infantry").as_dict()
    assert {key: told[key] for key in same} == json.loads(json.dumps(same))


def test_one_roll_on_a_table(run) -> None:
    # At 1:4 or worse, moved as far down as it can be, the best column left for the attacker is the first.
    told = run("odds", "afrika2", "--odds", "1:9", "--shift", "-2", "--json").json
    assert set(KEYS) <= set(told)
    assert (told["column"], told["shift"], told["applied_shift"]) == ("1:4", -2, 0)
    said = run("odds", "afrika2", "--odds", "3:1", "--shift", "2")
    assert "shift +2" in said.out
    assert "Steps lost on average" in said.out


def test_units_with_factors(run) -> None:
    told = run("odds", "marenostrum", "2 armor_de", "1 inf_div_uk", "--json").json
    assert set(KEYS) <= set(told)
    assert sum(told["p"].values()) == pytest.approx(1)
    assert any("reconstruction" in note for note in told["notes"])


def test_further_options_are_named(run) -> None:
    capped = run("odds", *SMALL, "--option", "rounds=1", "--json").json
    assert capped["rounds"] == pytest.approx([0, 1])
    assert capped["p"]["stalemate"] > 0.5


@pytest.mark.parametrize("name", battles.NAMES)
def test_every_system_says_what_it_takes(name) -> None:
    assert callable(battles.adapter(name))
    known = battles.options_of(name)
    assert known
    assert all(option.kind is option.KEYWORD_ONLY for option in known.values())
    assert "attackers" not in known


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("revized",), "revised"),
        (("revised",), "attackers"),
        (("revised", "3 infantry"), "defenders"),
        (("revised", "3 infantri", "1 tank"), "did you mean infantry"),
        (("revised", "-3 infantry", "1 tank"), "-3"),
        (("revised", "1.5 infantry", "1 tank"), "1.5"),
        (("revised", "0 infantry", "1 tank"), "no combat units"),
        (("revised", "3 infantry", "1 tank", "--supply", "3:2"), "supply"),
        (("revised", "3 infantry", "1 tank", "--retreat", "sometimes"), "after:2"),
        (("revised", "3 infantry", "1 tank", "--order-of-loss", "fighter/tank"), "fighter"),
        (("revised", "3 infantry", "1 tank", "--option", "rounds=two"), "rounds=two"),
        (("revised", "3 infantry", "1 tank", "--option", "return_fire=perhaps"), "yes or no"),
        (("revised", "3 infantry", "1 tank", "--option", "retrat=best"), "did you mean retreat"),
        (("revised", "3 infantry", "1 tank", "--retreat", "best", "--option", "retreat=best"), "twice"),
        (("revised", "3 infantry", "1 tank", "--option", "trials=99999999999"), "trials"),
        (("aana", "30 infantry, 9 tank", "30 infantry, 9 tank", "--supply", "9:9"), "9:9"),
        (("aana", "3 infantry", "3 infantry", "--supply", "nine"), "3:2"),
        (("aana", "3 infantry", "3 infantry", "--attacker", "germny"), "germany"),
        (("blocks", "2 infantry", "1 infantri"), "infantry"),
        (("marenostrum", "1 armor_de (ground 11)", "1 inf_div_uk"), "11"),
        (("afrika2", "--odds", "3:0"), "3:0"),
        (("afrika2", "--odds", "nan:1"), "nan"),
        (("afrika2", "--odds", "3:1", "--shift", "two"), "--shift two"),
        (("afrika2",), "attackers"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_what_cannot_be_is_refused_in_words(run, arguments, names, as_json) -> None:
    said = run("odds", *arguments, *(["--json"] if as_json else []))
    assert (said.code, said.out) == (2, "")
    assert names in said.err


def test_the_door_refuses_too() -> None:
    with pytest.raises(OddsError, match="did you mean aana"):
        northafrica.odds_of("aanaa", "1 infantry", "1 infantry")
    with pytest.raises(OddsError, match="did you mean bombard"):
        northafrica.odds_of("revised", "1 infantry", "1 infantry", bombrd="1 battleship")
