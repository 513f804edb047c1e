"""Where several rules forbid an order, the most telling one stands first: a refusal shows its text."""

from __future__ import annotations

from pathlib import Path

import pytest

from northafrica.core.cases import read_case, situation
from northafrica.systems import SYSTEMS

AANA = Path(__file__).parent / "aana"


@pytest.mark.parametrize(
    ("case", "order", "rule"),
    [
        ("combat/press_too_little_or_too_much", "press paying 1 bir_hachem", "combat.press-land.cost"),
        ("combat/press_too_little_or_too_much", "press paying 3 bir_hachem", "supply.no-overspend"),
        ("movement/messina-on-the-way", "move 1 destroyer sz08 > sz11 > sz16 > sz12", "sea.messina"),
        ("logistics/malta_is_decided_before_anything_is_bought", "buy 1 infantry", "req.malta-income"),
    ],
)
def test_the_rule_that_explains_most_stands_first(case: str, order: str, rule: str) -> None:
    raw = read_case(AANA / f"{case}.toml")
    before = [item["order"] for item in raw["do"]].index(order)
    game = situation({**raw, "do": raw["do"][:before]}, SYSTEMS)
    assert game.check(order).rule == rule
