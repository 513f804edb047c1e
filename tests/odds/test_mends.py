"""What a refusal tells to write can be written; what no rule allows is told beside the odds."""

from __future__ import annotations

import re

import pytest

from northafrica import odds_of
from northafrica.odds.told import OddsError


@pytest.mark.parametrize("system", ["aana", "revised", "marenostrum", "blocks"])
@pytest.mark.parametrize("side", ["attackers", "defenders"])
def test_the_list_a_refusal_shows_is_read(system: str, side: str) -> None:
    given = {"attackers": "2 infantry (ground 3)", "defenders": "2 infantry (ground 3)"}
    if system != "marenostrum":
        given = {"attackers": "2 infantry", "defenders": "2 infantry"}
    with pytest.raises(OddsError, match=f"^{side}: ") as refused:
        odds_of(system, **{**given, side: ""})
    shown = re.findall(r"'([^']*)'", str(refused.value))[-1]
    if system in ("aana", "revised"):
        shown = shown.partition(",")[0]  # the example shows land and sea units beside each other
    assert sum(odds_of(system, **{**given, side: shown}).p.values()) == pytest.approx(1)


def test_an_attack_without_numbers_shows_how_both_are_written() -> None:
    with pytest.raises(OddsError, match="odds like '3:1', or both sides: '14' and '4'"):
        odds_of("afrika2")
    assert odds_of("afrika2", odds="3:1").column == odds_of("afrika2", "14", "4", rounding="defender").column
    with pytest.raises(OddsError, match=r"^defenders: ") as refused:
        odds_of("afrika2", "14", " ")
    shown = re.findall(r"'([^']*)'", str(refused.value))[-1]
    assert odds_of("afrika2", "12", shown).odds == "1:1"  # two of 8-6-9 defend with 12


def test_open_brackets_name_what_was_written() -> None:
    with pytest.raises(OddsError, match=re.escape("attackers: the brackets in '14 (5 step' do not close")):
        odds_of("afrika2", "14 (5 step", "4")


@pytest.mark.parametrize(
    ("system", "attackers", "words"),
    [
        ("marenostrum", "infantry (ground 3; 0 steps)", "has 1 step, not 0; leave it out"),
        ("afrika2", "1-5/21.Pz (4 steps)", "has 1 to 3 steps, not 4; write such as (3 steps)"),
    ],
)
def test_steps_a_unit_has_not(system: str, attackers: str, words: str) -> None:
    with pytest.raises(OddsError) as refused:
        odds_of(system, attackers, "inf_div_uk" if system == "marenostrum" else "4")
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("attacker", "defender", "told"),
    [
        ("uk", "uk", "the United Kingdom and the United Kingdom are on one side"),
        ("germany", "italy", "Germany and Italy are on one side"),
        ("us", "vichy", ""),
        ("germany", "free_french", ""),
        ("italy", "us", ""),
    ],
)
def test_an_attack_on_a_friend_is_told(attacker: str, defender: str, told: str) -> None:
    notes = odds_of("aana", "2 infantry", "1 infantry", attacker=attacker, defender=defender).notes
    found = [note for note in notes if "one side" in note]
    assert found == ([f"{told}: such an attack is never made"] if told else [])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rounds": 10**9}, "rounds: 1000000000; at most 10000 are followed; write 0 for no limit"),
        ({"retreat": "after:1000000000"}, "retreat after:1000000000: at most 10000 rounds are followed; write never"),
    ],
)
@pytest.mark.parametrize("system", ["aana", "revised"])
def test_rounds_beyond_reach_are_refused_at_once(system: str, options: dict[str, int | str], words: str) -> None:
    with pytest.raises(OddsError) as refused:
        odds_of(system, "2 infantry", "2 infantry", **options)
    assert words in str(refused.value)


def test_many_rounds_come_to_the_same_as_no_limit() -> None:
    """One infantry each, LHTR 2.0: of 18 rounds 2 are won, 5 lost, 1 kills both and 10 change nothing."""
    for options in ({}, {"rounds": 10_000}, {"retreat": "after:10000"}):
        chances = odds_of("revised", "1 infantry", "1 infantry", **options).p
        assert (chances["win"], chances["lose"], chances["draw"]) == pytest.approx((2 / 8, 5 / 8, 1 / 8))
