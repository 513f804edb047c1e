"""A decision that leaves nothing to decide may be left out of a case, and only such a one."""

from __future__ import annotations

from typing import Any

from northafrica.core.cases import run_case
from northafrica.systems import SYSTEMS

MALTA = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase advance_convoys
at cairo: 1 uk infantry
mark cairo: control uk
at tripoli: 1 italy infantry
stock malta: supply 2
"""


def failures(*items: dict[str, Any]) -> list[str]:
    return run_case({"title": "Malta", "system": "aana", "position": MALTA, "do": list(items)}, SYSTEMS).failures


def test_the_end_of_an_empty_phase_may_be_written_or_left_out() -> None:
    paid = {"order": "pay", "expect": {"stock": {"malta": {"supply": 1}}}}
    assert failures(paid) == []
    assert failures({"order": "end"}, paid) == []


def test_a_real_decision_is_never_passed_over() -> None:
    found = failures({"order": "buy 1 infantry"})  # whether to pay for Malta must be said first (p.13)
    assert found
    assert "'buy 1 infantry' is refused" in found[0]


def test_what_must_be_refused_is_judged_where_the_case_stands() -> None:
    found = failures({"order": "buy 1 infantry", "refused": "turn.phases"})
    assert found == []
