"""An answer in words: lines for a terminal and a plain table for a notebook."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.odds.answer import Answer, Ends, Force
from northafrica.odds.telling import columns, lines, number, percent, policy_table, rounds_part


def answer(**more) -> Answer:
    """Two tanks against an infantry: a win with one tank lost, a win without, a defeat."""
    ends = Ends.of(
        {
            ("win", (2,), (0,), True): 0.5,
            ("win", (1,), (0,), True): 0.25,
            ("lose", (0,), (1,), False): 0.25,
        }
    )
    return Answer(
        Force(("tank",), (2,), (6.0,)), Force(("infantry",), (1,), (3.0,)), ends, "RP",
        lambda: (0.0, 0.5, 0.5), title="a <small> battle", **more,
    )  # fmt: skip


def test_the_lines_tell_the_numbers() -> None:
    text = str(answer())
    for words in (
        "a <small> battle (exact)", "attacker  2 tank (12 RP)", "win", "75.00 %", "attacker tank", "1.250",
        "attacker loses 4.50 of 12 RP", "defender loses 2.25 of 3 RP", "2.25 RP less", "mean 1.50",
    ):  # fmt: skip
        assert words in text, words
    assert "draw" not in text  # what cannot happen is not listed
    assert "Best policy" not in text


def test_a_sampled_answer_shows_its_error() -> None:
    text = str(answer(trials=10_000))
    assert "sampled 10,000 times" in text
    assert "75.00 % ± 0.43" in text  # the root of 0.75 x 0.25 / 10000


def test_the_notebook_table_carries_no_tags_of_the_title() -> None:
    html = answer(notes=("a & b",), policy=({"press": "with 6 or more", "their supply": 2},))._repr_html_()
    assert "a &lt;small&gt; battle" in html
    assert "a &amp; b" in html
    assert "their supply" in html
    assert "<script" not in html


def test_a_policy_with_uneven_lines() -> None:
    head, rows = policy_table([{"units": 6, "order": "press"}, {"units": 5, "order": "cease", "why_not": "lost"}])
    assert head == ["units", "order", "why not"]
    assert rows == [["6", "press", ""], ["5", "cease", "lost"]]
    assert len(policy_table([{"n": n} for n in range(100)])[1]) == 25


def test_each_side_has_its_own_table() -> None:
    both = ({"who": "attacker", "press_with": "6 or more"}, {"who": "defender", "fight_with": "none"})
    text = str(answer(policy=both, extra={"defender_falls_back": 0.25}))
    assert text.index("Best policy of the attacker") < text.index("6 or more") < text.index("of the defender")
    assert "defender falls back  25.00 %" in text
    assert "<caption>Best policy of the defender</caption>" in answer(policy=both)._repr_html_()


def test_a_long_battle_ends_with_one_row() -> None:
    found = rounds_part((0.0, *[0.05] * 20)).rows
    assert len(found) == 12
    assert found[-1] == ("12 or more", "45.00 %")


def test_small_and_large_chances_are_not_rounded_to_certainty() -> None:
    assert (percent(0.0), percent(0.00001), percent(0.999999), percent(1.0)) == (
        "0.00 %", "< 0.01 %", "> 99.99 %", "100.00 %",
    )  # fmt: skip
    assert [number(x) for x in (3.0, 0.1234, 12.345, True, "x", 0.0)] == ["3", "0.123", "12.35", "yes", "x", "0"]


def test_columns_line_up() -> None:
    assert columns([("", "n"), ("infantry", "12"), ("tank", "3")]) == [
        "             n",
        "  infantry  12",
        "  tank       3",
    ]
    assert columns([]) == []
    assert all(not line.endswith(" ") for line in lines(answer()))


@pytest.mark.parametrize(
    ("system", "attackers", "defenders", "choice", "head"),
    [
        ("aana", "2 anti_tank_gun", "1 infantry", {"attacker": "germany", "defender": "uk"},
         "2 anti tank gun (Germany) against 1 infantry (United Kingdom)"),
        ("revised", "3 infantry", "2 infantry", {}, "3 infantry against 2 infantry"),
        ("marenostrum", "2 inf_div_de", "1 inf_div_uk", {}, "2 inf div de against 1 inf div uk"),
        ("blocks", "2 infantry", "1 infantry", {}, "2 infantry against 1 infantry"),
    ],
)  # fmt: skip
def test_every_system_heads_its_odds_alike(system, attackers, defenders, choice, head) -> None:
    answer = northafrica.odds_of(system, attackers, defenders, **choice)
    assert answer.title == head
    assert not [note for note in answer.notes if "inf_div" in note]


def test_the_letters_of_a_results_table_are_explained() -> None:
    said = "\n".join(lines(northafrica.odds_of("afrika2", odds="3:1")))
    assert "A1 D2r1" in said
    assert "A, D: attacker, defender" in said
