"""Every game system keeps the promises of the core."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from northafrica.systems import SYSTEMS
from tests.conformance import CHECKS, Subject
from tests.toy.subjects import TOYS

ONE: dict[str, Any] = {"seeds": (1,)}
FEWER: dict[str, dict[str, Any]] = {
    "afrika2": {"orders": 40},
    "afrika2-italian_invasion": ONE,
    "marenostrum-war_for_the_mediterranean": ONE,
    "marenostrum-desert_fox": ONE,
    "marenostrum-turning_of_the_tide": ONE,
}
SKIPPED = {"afrika2": ("compass", "race", "crusader", "gazala")}
"""Whole scenarios that begin as their short versions do: one of the kind, and one seed, is enough."""


def subjects() -> Iterator[Subject]:
    """The toys, and each scenario of each system; `tests/judged/<system>.py` holds its judged orders."""
    yield from TOYS
    for name, system in SYSTEMS.items():
        judged = {}
        if find_spec("tests.judged") and find_spec(f"tests.judged.{name}"):
            judged = import_module(f"tests.judged.{name}").JUDGED
        for scenario in system.scenarios:
            if scenario not in SKIPPED.get(name, ()):
                limits = FEWER.get(name, {}) | FEWER.get(f"{name}-{scenario}", {})
                yield Subject(system, scenario, judged=tuple(judged.get(scenario, ())), **limits)


CASES = [(subject, seed) for subject in subjects() for seed in subject.seeds]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("subject", "seed"), CASES, ids=str)
def test_conformance(subject: Subject, seed: int, check) -> None:
    check(subject, seed)
