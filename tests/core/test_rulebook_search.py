"""Rules found by words: in any form, and those that hold most where none holds all."""

from __future__ import annotations

from northafrica.core.rulebook import Rule, Rulebook

TEXTS = {
    "a.ground": ("Occupying neutral ground", "A unit ending in a neutral territory makes it friendly."),
    "a.landed": ("Landed troops pinned", "Amphibious attackers cannot attack adjacent territories that turn."),
    "a.neutral": ("Neutral powers", "Their territories are occupied by nobody."),
    "a.roads": ("Roads", "5.1a is printed on the chart."),
}
BOOK = Rulebook(Rule(name, "1", 1, "", "core", *words) for name, words in TEXTS.items())


def found(text: str) -> list[str]:
    return [rule.id for rule in BOOK.search(text)]


def test_a_word_is_found_in_another_form() -> None:
    assert set(found("occupied territory")) == {"a.neutral", "a.ground"}
    assert found("landing attacks")[0] == "a.landed"


def test_what_has_the_words_in_its_title_comes_first() -> None:
    assert found("neutral powers") == ["a.neutral"]
    assert found("neutral") == ["a.ground", "a.neutral"]
    assert found("ground neutral")[0] == "a.ground"


def test_where_no_rule_holds_all_words_those_with_most_are_told() -> None:
    assert found("landed troops pinned move") == ["a.landed"]


def test_one_word_of_several_is_no_find() -> None:
    assert found("neutral elephants") == []
    assert found("elephants") == []


def test_a_number_has_no_other_form() -> None:
    assert found("5.1a") == ["a.roads"]
    assert found("5.1b") == []
