"""A decision that leaves nothing to decide may be left out of a case, and only such a one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from northafrica.core.cases import read_case, run_case
from northafrica.systems import SYSTEMS

CASES = Path(__file__).parent / "aana"

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


def without(case: dict[str, Any], *orders: str) -> list[str]:
    kept = [item for item in case["do"] if item.get("order") not in orders]
    assert len(kept) == len(case["do"]) - len(orders)
    return run_case({**case, "do": kept}, SYSTEMS).failures


def test_a_hit_that_one_unit_alone_can_take_may_be_left_out() -> None:
    mined = read_case(CASES / "unseen-mines" / "28-older-cargo-is-safe.toml")
    assert without(mined, "take 1 transport") == []
    assert without(mined, "end")  # other units could still be deployed


def test_an_end_left_out_before_an_end_is_found() -> None:
    quiet = MALTA.replace("stock malta: supply 2\n", "")
    case = {"title": "quiet", "system": "aana", "position": quiet}
    bought = {"order": "end", "expect": {"phase": "combat_move"}}
    for items in ([bought], [{"order": "end"}, bought]):
        assert run_case({**case, "do": items}, SYSTEMS).failures == []
    assert run_case({**case, "do": [{"order": "end"}, {"order": "end"}, bought]}, SYSTEMS).failures


def test_a_status_counts_only_for_the_pieces_it_is_written_with() -> None:
    two = MALTA.replace("advance_convoys", "noncombat") + "at sicily: 1 germany fighter (used), 2 germany fighter\n"

    def at_sicily(text: str) -> list[str]:
        case = {"title": "aircraft", "system": "aana", "position": two, "do": [{"expect": {"at": {"sicily": text}}}]}
        return run_case(case, SYSTEMS).failures

    assert at_sicily("1 germany fighter (used), 2 germany fighter") == []
    assert at_sicily("3 germany fighter") == []
    assert at_sicily("2 germany fighter (used), 1 germany fighter")
    assert at_sicily("1 germany fighter (damaged), 2 germany fighter")
