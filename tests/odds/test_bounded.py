"""Battles that nobody could wait for are refused in words, whatever adapter or file they come from."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from northafrica.odds import factor_battle, lattice
from northafrica.odds.told import OddsError
from northafrica.systems.battles import odds_of

FOUR = "60 infantry, 60 tank, 60 artillery, 60 fighter"
SIDES = {"attacker": "germany", "defender": "uk"}


@pytest.fixture(autouse=True)
def few_lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A work that is not bounded ends as a failure, not by the clock: so many lines of the two modules may run."""
    monkeypatch.setattr(factor_battle, "MOST_WORK", 2_000_000)
    watched, left = {factor_battle.__file__, lattice.__file__}, 6_000_000

    def line(frame: object, event: str, arg: object) -> object:
        nonlocal left
        left -= 1
        if left < 0:
            raise RuntimeError("the work is not bounded")
        return line

    sys.settrace(lambda frame, event, arg: line if frame.f_code.co_filename in watched else None)  # type: ignore[arg-type,return-value]
    yield
    sys.settrace(None)


@pytest.mark.parametrize(
    ("attackers", "defenders", "more"),
    [
        ("400 armor_de", "400 inf_div_uk", {}),
        ("999 armor_de", "999 inf_div_uk", {}),
        ("25 armor_de", "25 inf_div_uk", {"actions": 99, "retreats": "last"}),
    ],
)
def test_too_many_ends_of_a_combat(attackers: str, defenders: str, more: dict[str, object]) -> None:
    with pytest.raises(OddsError, match="too many ends to list; take fewer units or actions"):
        odds_of("marenostrum", attackers, defenders, **more)


@pytest.mark.parametrize("more", [{"supply": "99:99"}, {"order_of_loss": "best"}])
def test_too_many_ways_to_lose(more: dict[str, object]) -> None:
    with pytest.raises(OddsError, match="13,845,841 ways to lose units are too many"):
        odds_of("aana", FOUR, "60 infantry, 60 tank", **SIDES, **more)


def test_too_many_trials() -> None:
    with pytest.raises(OddsError, match="1,000,000 trials of 400 units against 400 are too many"):
        odds_of("marenostrum", "400 armor_de", "400 inf_div_uk", trials=1_000_000)


def test_what_is_not_too_large_is_worked_out() -> None:
    assert odds_of("marenostrum", "12 armor_de", "12 inf_div_uk").trials == 0
