"""Battles that nobody could wait for are refused in words, whatever adapter or file they come from."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from northafrica.odds import factor_battle, lattice
from northafrica.odds.effort import Effort
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


FLEET = "8 submarine, 8 destroyer, 8 fighter, 6 battleship, 5 transport"
HUNDREDS = "100 submarine, 100 destroyer, 100 fighter, 100 battleship"


@pytest.mark.parametrize(
    ("system", "attackers", "defenders", "more"),
    [
        ("revised", FLEET, FLEET, {"sea": True, "retreat": "best"}),
        ("revised", FLEET, FLEET, {"sea": True}),
        ("revised", FLEET, FLEET, {"sea": True, "trials": 1000}),
        ("revised", HUNDREDS, HUNDREDS, {"sea": True, "retreat": "best"}),
        ("revised", HUNDREDS, HUNDREDS, {"sea": True, "rounds": 10_000}),
        ("aana", "20 infantry, 20 tank", "20 infantry, 20 tank", {"order_of_loss": "best", **SIDES}),
        ("aana", "40 infantry, 20 tank", "40 infantry, 20 tank", {"supply": "9:9", **SIDES}),
        ("blocks", "40 infantry, 40 armor", "40 infantry, 40 armor", {}),
    ],
)
def test_what_nobody_would_wait_for_is_refused_beforehand(
    system: str, attackers: str, defenders: str, more: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is worked out first: `spend`, which counts what is done, is never reached."""
    monkeypatch.setattr(Effort, "spend", lambda effort, steps: pytest.fail("it has begun"))
    with pytest.raises(OddsError, match=r"some [0-9,]+ ways to go, too many to follow; take fewer units"):
        odds_of(system, attackers, defenders, **more)


@pytest.mark.parametrize("more", [{}, {"retreat": "best"}])
def test_very_long_chains(more: dict[str, object]) -> None:
    with pytest.raises(OddsError, match="400 hits on one side and 400 on the other are too many to work out"):
        odds_of("revised", "400 infantry", "400 infantry", **more)
    assert odds_of("revised", "400 infantry", "400 infantry", trials=10).trials == 10


SMALL_FLEET = "2 submarine, 2 destroyer, 2 fighter, 1 battleship"


@pytest.mark.parametrize(
    ("module", "system", "attackers", "defenders", "more"),
    [
        ("rounds.MOST_WORK", "revised", SMALL_FLEET, SMALL_FLEET, {"sea": True, "retreat": "best"}),
        ("supply.MOST_STEPS", "aana", "3 infantry, 2 tank", "3 infantry", {"order_of_loss": "best", **SIDES}),
        ("supply.MOST_STEPS", "aana", "6 infantry", "6 infantry", {"supply": "3:3", **SIDES}),
        ("step_battle.MOST_AIR", "blocks", "4 stuka, 2 infantry", "4 fighter, 2 infantry", {}),
    ],
)
def test_what_turns_out_too_long_is_stopped(
    module: str, system: str, attackers: str, defenders: str, more: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"northafrica.odds.{module}", 2000)
    monkeypatch.setattr(Effort, "expect", lambda effort, steps: None)
    with pytest.raises(OddsError, match="more than 2,000 ways to go, too many to follow; take fewer units"):
        odds_of(system, attackers, defenders, **more)


def test_what_is_not_too_large_is_worked_out() -> None:
    assert odds_of("marenostrum", "12 armor_de", "12 inf_div_uk").trials == 0
