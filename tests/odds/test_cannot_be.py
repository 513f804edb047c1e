"""Battles that no position can bring about: refused with the rule, or answered `as asked, though ...`."""

from __future__ import annotations

import pytest

from northafrica import odds_of
from northafrica.odds.telling import lines
from northafrica.odds.told import OddsError

# Afrika II. 4_7arm is one counter; 8-6-9 stands on four; brescia and 22 Gd are one of each side.
REFUSED = [
    ("4_7arm, 4_7arm", "brescia", {}, "2 of 4_7arm are asked for; the game has 1"),
    ("2 4_7arm", "brescia", {}, "2 of 4_7arm are asked for; the game has 1"),
    ("4_7arm | 4_7arm", "brescia", {}, "2 of 4_7arm are asked for; the game has 1"),
    ("5 8-6-9 Armor", "22 Gd", {}, "5 of 8-6-9 Armor are asked for; the game has 4"),
    ("4_7arm, brescia", "22 Gd", {}, "attackers: 4_7arm is of the Commonwealth and brescia of the Axis"),
    ("4_7arm", "brescia, 22 Gd", {}, "defenders: brescia is of the Axis and 22 Gd of the Commonwealth"),
    ("4_7arm", "22 Gd", {}, "4_7arm and 22 Gd are both of the Commonwealth"),
    ("14_bde, 16_bde, 23_bde, 4_7arm, 7_7arm", "brescia", {}, "5 units in one hex, 4 may attack from one (2.3.four"),
    ("matruh_garrison, 4_7arm", "brescia", {}, "is a garrison and never attacks (2.7.garrison-immobile)"),
    ("brescia", "matruh_garrison (oos)", {}, "never Out of Supply (2.7.garrison-no-supply)"),
    ("lrdg (oos)", "brescia", {}, "never Out of Supply (7.3.lrdg-supply)"),
    ("4_7arm (up), 7_7arm", "brescia", {}, "attack across one hexside"),
    ("4_7arm (up; down)", "brescia", {}, "cannot go up and down"),
    ("14_bde|16_bde|23_bde|4_7arm|7_7arm|lrdg|22 Gd", "brescia", {}, "a hex has 6 neighbours (scs.attack-adjacent)"),
    ("4_7arm", "brescia", {"defender_leader": True}, "(6.2.german-stack)"),
    ("14_bde", "brescia", {"attacker_integrity": True}, "(3.3.all-components, 3.3.single-counter)"),
    ("4_7arm", "brescia", {"defender_integrity": True}, "(3.3.all-components, 3.3.single-counter)"),
]  # fmt: skip


@pytest.mark.parametrize(("attackers", "defenders", "options", "words"), REFUSED)
def test_forces_that_cannot_be_are_refused(attackers: str, defenders: str, options: dict, words: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(OddsError) as refused:
        odds_of("afrika2", attackers, defenders, **options)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("attackers", "defenders", "options"),
    [
        ("4 8-6-9 Armor", "22 Gd", {}),
        ("14_bde, 16_bde | 23_bde, 4_7arm, 7_7arm", "brescia", {}),
        ("4_7arm (up), 7_7arm (up) | 14_bde", "brescia", {}),
        ("lrdg", "tobruk_garrison", {}),
        ("4_7arm, 7_7arm", "brescia", {"attacker_integrity": True, "attacker_leader": True}),
        ("1-5/21.Pz", "22 Gd", {"attacker_leader": True, "attacker_air": 4}),
    ],
)
def test_their_twins_are_answered(attackers: str, defenders: str, options: dict) -> None:  # type: ignore[type-arg]
    answer = odds_of("afrika2", attackers, defenders, **options)
    assert sum(answer.p.values()) == pytest.approx(1)
    assert not [note for note in answer.notes if "as asked" in note]


UNHEARD = [
    ("afrika2", "1-5/21.Pz", "14_bde, 16_bde, 23_bde, 4_7arm, 7_7arm", {}, "2.3.when-checked"),
    ("afrika2", "brescia", "4_7arm", {"attacker_leader": True}, "6.2.german-stack"),
    ("afrika2", "14", "4", {"attacker_air": 6}, "more than 5 air points (3.2.limit)"),
    ("aana", "7 fighter, 1 tank", "1 infantry", {}, "there are 6 German fighters, 1 of them spare"),
    ("aana", "16 tank", "1 infantry", {}, "16 attackers stand in one territory and none holds more than 15"),
    ("aana", "1 tank", "12 infantry, 4 aaa", {}, "16 defenders stand in one territory"),
    ("marenostrum", "1 armor_de, 1 inf_div_uk", "1 inf_div_it", {}, "both sides cannot be in one force"),
    ("marenostrum", "2 uk_malta_inf", "1 inf_div_it", {}, "2 of uk malta inf are asked for; the game has 1"),
    ("marenostrum", "1 inf_div_uk", "1 inf_div_us", {}, "are both of Allied"),
    ("blocks", "2 DAK", "Desert Rats", {}, "2 of DAK are asked for; the game has 1"),
    ("blocks", "DAK, Desert Rats", "2 infantry", {}, "both sides cannot be in one force"),
]  # fmt: skip


@pytest.mark.parametrize(("system", "attackers", "defenders", "options", "words"), UNHEARD)
def test_what_no_game_shows_is_told(system: str, attackers: str, defenders: str, options: dict, words: str) -> None:  # type: ignore[type-arg]
    notes = [note for note in odds_of(system, attackers, defenders, **options).notes if note.startswith("as asked")]
    assert len(notes) == 1
    assert words in notes[0]


@pytest.mark.parametrize(
    ("system", "attackers", "defenders"),
    [
        ("aana", "15 tank + 15 infantry, 6 fighter", "12 infantry, 3 aaa"),
        ("marenostrum", "2 armor_de, 1 inf_div_it", "inf_div_uk, british hurricane"),
        ("blocks", "DAK, 2 infantry", "Desert Rats"),
    ],
)
def test_what_a_game_can_show_is_not(system: str, attackers: str, defenders: str) -> None:
    assert not [note for note in odds_of(system, attackers, defenders).notes if note.startswith("as asked")]


def test_odds_are_told_and_not_their_column() -> None:
    """1 against 9 stands below the table and uses its first column (scs.odds-limits)."""
    answer = odds_of("afrika2", odds="1:9")
    assert (answer.odds, answer.raw, answer.column) == ("1:9", "1:4", "1:4")
    assert lines(answer)[1] == "  odds 1:9 (column 1:4), rolled on 1:4"
    assert answer.as_dict()["odds"] == "1:9"
    between = odds_of("afrika2", "12", "2")  # 6:1, in the column of 5:1 and 6:1
    assert (between.odds, between.column) == ("6:1", "5:1-6:1")


def test_a_net_shift_beyond_the_cap_says_so() -> None:
    """Four columns asked for, three count (3.0): from 1:1 over 2:1 and 3:1 to 4:1."""
    answer = odds_of("afrika2", odds="1:1", shift=4)
    assert (answer.shift, answer.applied, answer.column) == (4, 3, "4:1")
    assert lines(answer)[1] == "  odds 1:1, shift +4 of which 3 count, rolled on 4:1"
    assert "shifts: asked for +4; net +4, of which 3 count (3.0.max-net-shift)" in answer.notes
    sampled = odds_of("afrika2", odds="1:1", shift=-5, trials=100)
    assert "shifts: asked for -5; net -5, of which 3 count (3.0.max-net-shift)" in sampled.notes
