"""What a case tells where an event that it expects did not happen: the nearest ones, in words."""

from __future__ import annotations

from typing import Any

import pytest

from northafrica.core.cases import run_case
from northafrica.systems import SYSTEMS

POSITION = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at mersa_matruh: 5 uk infantry
at tobruk: 1 germany infantry
stock mersa_matruh: supply 3
mark tobruk: control germany
"""
ATTACK = "attack tobruk from mersa_matruh with 5 infantry paying 1 mersa_matruh"


def failures(**expect: Any) -> list[str]:
    items = [{"order": "commit"}, {"order": ATTACK}, {"order": "commit", "expect": expect}]
    return run_case({"title": "t", "system": "aana", "position": POSITION, "do": items}, SYSTEMS).failures


def test_the_nearest_event_is_told_in_words_with_what_differs() -> None:
    """Five infantry pay one supply for the attack, from Mersa Matruh."""
    pattern = {"kind": "spent", "resource": "supply", "place": "mersa_matruh", "amount": 2}
    (told,) = failures(events=[pattern])
    assert "no event 'spent' with resource supply, place mersa_matruh, amount 2; nearest: " in told
    first = told.partition("nearest: ")[2].partition(" | ")[0]
    assert first == "spent: 1 supply spent in Mersa Matruh (attack) (amount 1, not 2)"
    assert "{" not in told


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ({"kind": "spent", "place": "tobruk"}, "(place mersa_matruh, not tobruk)"),
        ({"kind": "spent", "rules": ["move.one"]}, "does not cite move.one but declare.cost"),
        ({"kind": "destroyed", "resource": "supply", "amount": 1, "place": "mersa_matruh"}, "another kind than"),
        ({"kind": "spent", "value": "uk"}, "value nothing, not uk"),
        ({"kind": "declared", "to": "tobruk", "count": 6}, "5 units attack Tobruk from Mersa Matruh (count 5, not 6)"),
    ],
)
def test_what_differs(pattern: dict[str, Any], words: str) -> None:
    (told,) = failures(events=[pattern])
    assert words in told


def test_an_event_that_must_not_happen_is_told_too() -> None:
    (told,) = failures(no_events=[{"kind": "spent", "resource": "supply"}])
    assert told.endswith("happened that must not: spent: 1 supply spent in Mersa Matruh (attack)")


def test_where_nothing_happened_this_is_said() -> None:
    items = [{"order": "commit"}, {"order": ATTACK, "expect": {"events": [{"kind": "moved"}]}}]
    report = run_case({"title": "t", "system": "aana", "position": POSITION, "do": items}, SYSTEMS)
    assert report.failures[0].endswith("no event 'moved'; nothing happened")
