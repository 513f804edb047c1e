"""Every rule of a game whose course is finished is named in that course."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import northafrica

ROOT = Path(__file__).resolve().parents[2]
FINISHED = {
    "aana": ("notebooks/aana", "notebooks/00-start-here.ipynb"),
    "afrika2": ("notebooks/afrika2",),
}
"""The systems whose course is finished: where its pages are, folders or files. A new course is added here."""
OUT_OF_SCOPE = frozenset({"trilogy"})
ID = re.compile(r"(?<![\w.-])[a-z0-9][\w-]*(?:\.[\w-]+)+")


def pages(system: str) -> list[Path]:
    """The pages of a course."""
    found: list[Path] = []
    for name in FINISHED[system]:
        place = ROOT / name
        found += sorted(place.glob("*.ipynb")) if place.is_dir() else [place]
    return found


def written(page: Path) -> str:
    """What stands on a page: prose and code, not what the code printed."""
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells)


def named(text: str) -> set[str]:
    """The ids in a text; a full stop after one is no part of it."""
    return set(ID.findall(text))


def in_scope(system: str) -> list[str]:
    return [rule.id for rule in northafrica.rules(system).values() if rule.scope not in OUT_OF_SCOPE]


def test_ids_are_read_whole() -> None:
    text = "as `opt.bid.award` says, and mine.sea.roll. Not: mine.sea/x"
    assert named(text) == {"opt.bid.award", "mine.sea.roll", "mine.sea"}
    assert "opt.bid" not in named(text)


@pytest.mark.parametrize("system", FINISHED)
def test_the_course_names_every_rule(system: str) -> None:
    found = pages(system)
    assert len(found) > 5
    missing = set(in_scope(system)) - named("\n".join(map(written, found)))
    assert not missing, f"no page of the course names {', '.join(sorted(missing))}"


@pytest.mark.parametrize("system", FINISHED)
def test_the_course_names_only_rules_that_exist(system: str) -> None:
    """In lists of rules, `show_rules(...)` of a page, each id is one of the rulebook."""
    book = northafrica.rules(system)
    for page in pages(system):
        for block in re.findall(r'show_rules\(\s*"\w+",\s*"""(.*?)"""', written(page), re.DOTALL):
            unknown = [word for word in block.split() if word not in book]
            assert not unknown, f"{page.name}: {', '.join(unknown)}"
