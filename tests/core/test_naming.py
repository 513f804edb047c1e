"""How ids are said: numbers, lists, names of places, powers and kinds, and events in words."""

from __future__ import annotations

import pytest

from northafrica.core.events import Event
from northafrica.core.naming import Names, counted, is_are, joined
from northafrica.core.pieces import Piece
from northafrica.core.telling import tell

NAMES = Names(
    places={"old_port": "the Old Port"},
    powers={"reds": "the Red Republic", "blues": "Blueland"},
    nations={"reds": "Red"},
    kinds={"big_gun": ("big gun", "big guns"), "horse": ("horse", "horse")},
)


def event(kind: str, **more: object) -> Event:
    return Event(kind=kind, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 casualties"), (1, "1 casualty"), (2, "2 casualties"), (11, "11 casualties")]
)
def test_one_is_singular_and_all_else_plural(number: int, text: str) -> None:
    assert counted(number, "casualty", "casualties") == text
    assert is_are(number) == ("is" if text.endswith("y") else "are")


def test_a_list_ends_with_and() -> None:
    assert [joined(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert joined(["a", "b", "c"], "or") == "a, b or c"


def test_units_are_said_by_power_and_number() -> None:
    assert NAMES.units(1, "big_gun", "reds") == "1 Red big gun"
    assert NAMES.units(2, "big_gun", "reds") == "2 Red big guns"
    assert NAMES.units(2, "horse", "blues") == "2 Blueland horse"
    assert NAMES.units(3, "steam_tug") == "3 steam tug"  # a kind without words is not guessed at


def test_places_powers_and_purposes() -> None:
    assert NAMES.place("old_port>the_wood") == "the Old Port, border to The Wood"
    assert NAMES.power("reds;blues") == "the Red Republic and Blueland"
    assert [NAMES.purpose(word) for word in ("old_port", "big_gun", "no_way")] == ["the Old Port", "big gun", "no way"]


@pytest.mark.parametrize(
    ("happened", "text"),
    [
        (event("placed", place="old_port", piece=Piece("reds", "big_gun"), count=2),
         "2 Red big guns placed in the Old Port"),
        (event("lost", place="old_port", piece=Piece("reds", "horse"), count=1, purpose="no_room"),
         "1 Red horse lost in the Old Port (no room)"),
        (event("control", place="old_port", value="reds"), "the Old Port: control passes to the Red Republic"),
        (event("control", place="old_port", value=""), "the Old Port: control passes to nobody"),
        (event("spent", place="old_port", resource="big_gun", amount=3, owner="blues", purpose="big_gun"),
         "3 big guns of Blueland spent in the Old Port (big gun)"),
        (event("captured", place="old_port", resource="horse", amount=2, owner="blues", purpose="captured"),
         "2 horse of Blueland captured in the Old Port"),
        (event("marked", place="old_port", marker="wall", value="reds", label="a wall is built"),
         "the Old Port: a wall is built"),
        (event("marked", place="old_port", marker="wall", value="reds"), ""),
        (event("unsupplied", place="old_port", piece=Piece("reds", "horse"), count=2),
         "2 Red horse in the Old Port out of supply"),
        (event("victory", value="reds", label="Total Victory", detail="all is theirs"),
         "The Red Republic: Total Victory, all is theirs"),
        (event("flipped", place="old_port", piece=Piece("reds", "horse"), becomes=Piece("blues", "horse"), count=2),
         "2 Red horse in the Old Port now belong to Blueland"),
        (event("chose", place="old_port", label="demands", value="big_gun"), "the Old Port, demands: big gun"),
    ],
)  # fmt: skip
def test_an_event_says_names_and_numbers(happened: Event, text: str) -> None:
    assert tell(happened, NAMES) == text
