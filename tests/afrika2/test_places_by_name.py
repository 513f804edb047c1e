"""Hexes may be called by the name printed on them, in positions and in what a case expects."""

from __future__ import annotations

from typing import Any

import pytest

import northafrica
from northafrica.core.cases import run_case
from northafrica.core.position import PositionError
from northafrica.systems import SYSTEMS

TEXT = """northafrica position 1
system afrika2
scenario compass
round 6
power cw
phase movement
at tobruk: 1 cw 4_7arm
stock tobruk: sp/cw 2
mark tobruk: control cw
"""


def case(**expect: Any) -> dict[str, Any]:
    return {"title": "names", "system": "afrika2", "position": TEXT, "do": [{"expect": expect}]}


def test_a_position_knows_the_name_of_a_hex() -> None:
    named, numbered = northafrica.position(TEXT), northafrica.position(TEXT.replace("tobruk", "a36.23"))
    assert named.state == numbered.state
    assert sum(named.state.at("a36.23").values()) == 1


def test_one_hex_under_two_names_is_told_twice() -> None:
    with pytest.raises(PositionError, match=r"'at a36\.23' stands there twice"):
        northafrica.position(TEXT + "at a36.23: 1 cw 5_ind\n")


def test_a_slip_in_a_name_is_told_with_the_name_meant() -> None:
    with pytest.raises(PositionError, match=r"'tobrukk' is no place on this map; did you mean tobruk"):
        northafrica.position(TEXT.replace("stock tobruk", "stock tobrukk"))


def test_a_case_expects_by_name() -> None:
    good = case(at={"tobruk": "1 cw 4_7arm"}, stock={"tobruk": {"sp/cw": 2}}, mark={"tobruk": {"control": "cw"}})
    assert run_case(good, SYSTEMS).ok
    assert not run_case(case(at={"tobruk": "nothing"}), SYSTEMS).ok
    assert not run_case(case(stock={"tobruk": {"sp/cw": 1}}), SYSTEMS).ok


def test_a_case_names_a_hex_once() -> None:
    twice = run_case(case(at={"tobruk": "1 cw 4_7arm", "a36.23": "1 cw 4_7arm"}), SYSTEMS)
    assert "under two names" in twice.failures[0]
    slip = run_case(case(at={"tobrukk": "nothing"}), SYSTEMS)
    assert slip.failures[0] == "item 1: 'tobrukk' is no place on this map; did you mean tobruk?"
