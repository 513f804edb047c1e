"""Deeds that need no class of their own: one of some values, and what another moment forbids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

import northafrica
from northafrica.core.common_orders import End
from northafrica.core.deed import OneOf, forbidden
from northafrica.core.orders import Order, specs, word_field
from northafrica.core.rulebook import Ruling


@dataclass(frozen=True)
class Call(Order):
    kind: ClassVar[str] = "call"
    help: ClassVar[str] = "call heads or tails"
    side: str = word_field(label="side")


def test_one_of_some_values_is_offered_judged_and_done() -> None:
    view: Any = northafrica.load("aana", "torch", seed=1).view()
    done: list[str] = []
    deed = OneOf(Call, lambda _: ["heads", "tails"], lambda _, side: Ruling.refuse("coin", f"no {side}"),
                 lambda _, side: done.append(side), ("coin",))  # fmt: skip
    assert list(deed.values(view, specs(Call)[0], {})) == ["heads", "tails"]
    ruling = deed.judge(view, Call("tails"))
    assert (ruling.allowed, ruling.rules, ruling.found) == (True, ("coin",), "tails")
    deed.do(view, Call("tails"), ruling.found)
    assert done == ["tails"]
    refused = deed.judge(view, Call("edge"))
    assert (refused.allowed, refused.rule, refused.reason) == (False, "coin", "no edge")


def test_what_belongs_to_another_moment_is_barred_by_its_rule_and_never_done() -> None:
    view: Any = northafrica.load("aana", "torch", seed=1).view()
    later = Ruling.refuse("coin", "later")
    (deed,) = forbidden(later, End)
    assert deed.kind is End
    assert deed.barred(view) == deed.why_barred(view, End()) == deed.judge(view, End()) == later
    with pytest.raises(NotImplementedError, match="end"):
        deed.do(view, End(), None)
