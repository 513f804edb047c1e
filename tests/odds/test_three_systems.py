"""What the adapters of the three systems share: keys of the answer, words of a refusal, one public face."""

import json

import pytest

import northafrica
from northafrica.odds.told import OddsError

BATTLES = [
    ("afrika2", "1-5/21.Pz, 104/21.Pz", "22 Gd"),
    ("marenostrum", "2 armor_de", "inf_div_uk, british hurricane"),
    ("blocks", "DAK, Stuka", "Desert Rats"),
]
KEYS = ("p", "capture", "expected_survivors", "survivors", "rounds", "value_lost", "policy")


@pytest.mark.parametrize(("system", "attackers", "defenders"), BATTLES)
def test_the_same_keys_everywhere(system: str, attackers: str, defenders: str) -> None:
    for more in ({}, {"trials": 50, "seed": 2}):
        found = json.loads(json.dumps(northafrica.odds_of(system, attackers, defenders, **more).as_dict()))
        assert set(KEYS) <= set(found)
        assert list(found["p"]) == ["win", "lose", "draw", "retreat", "stalemate"]
        assert sum(found["p"].values()) == pytest.approx(1, abs=1e-9)
        assert set(found["survivors"]) == {"attacker", "defender"}
        assert found["exact"] is not bool(more)


@pytest.mark.parametrize(("system", "attackers", "defenders"), BATTLES)
def test_a_seed_gives_the_same_again(system: str, attackers: str, defenders: str) -> None:
    twice = [northafrica.odds_of(system, attackers, defenders, trials=60, seed=5).p for _ in range(2)]
    assert twice[0] == twice[1]


@pytest.mark.parametrize(("system", "attackers", "defenders"), BATTLES)
@pytest.mark.parametrize("wrong", ["", "  ,", "3", "-1 infantry", "1.5 infantry", "zeppelin", "infantry (", None])
def test_what_is_no_force_is_refused(system: str, attackers: str, defenders: str, wrong: str) -> None:
    if wrong == "3" and system == "afrika2":
        wrong = "3 ("  # a bare number is a strength there
    with pytest.raises(OddsError, match="attackers"):
        northafrica.odds_of(system, wrong, defenders)
    with pytest.raises(OddsError, match="defenders"):
        northafrica.odds_of(system, attackers, wrong)
