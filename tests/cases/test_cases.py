"""Every adjudication case holds, names rules that exist and says how its answer follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import northafrica
from northafrica.core.cases import read_case, run_case
from northafrica.systems import SYSTEMS

FOLDER = Path(__file__).parent
GUIDE = FOLDER.parents[1] / "docs" / "cases.md"
FILES = sorted(FOLDER.rglob("*.toml"))


def name(file: Path) -> str:
    return file.relative_to(FOLDER).as_posix()


def named(raw: dict[str, Any]) -> Iterator[str]:
    """The rule ids that a case speaks of, in its head, its items and the events it expects."""
    yield from raw.get("rules", ())
    for item in raw["do"]:
        yield item.get("refused", "")
        yield from item.get("rules", ())
        wanted = item.get("expect", {})
        for pattern in (*wanted.get("events", ()), *wanted.get("no_events", ())):
            yield from pattern.get("rules", ())


def test_there_are_cases() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=name)
def test_case_holds(file: Path) -> None:
    report = run_case(read_case(file), SYSTEMS)
    assert report.ok, "\n".join(report.failures)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_case_names_rules_that_exist_and_tells_its_working(file: Path) -> None:
    raw = read_case(file)
    book = northafrica.rules(raw["system"])
    unknown = sorted({rule for rule in named(raw) if rule and rule not in book})
    assert not unknown, f"the rulebook of {raw['system']} has no {', '.join(unknown)}"
    assert raw.get("rules"), "the line 'rules = [...]' names no rule"
    assert raw.get("working", "").strip(), "the text 'working' is missing: how does the answer follow?"


def test_the_guide_shows_a_case_as_it_is() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    shown = re.search(r"`tests/cases/(\S+\.toml)`:\n\n```toml\n(.*?)```", text, re.DOTALL)
    assert shown, "the guide shows no whole case"
    assert shown.group(2) == (FOLDER / shown.group(1)).read_text(encoding="utf-8")
