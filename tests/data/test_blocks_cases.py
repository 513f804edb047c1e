"""The adjudication cases of Blocks in Afrika hold; it is not yet among the systems, so they stand here."""

from __future__ import annotations

from pathlib import Path

import pytest

from northafrica.core.cases import read_case, run_case
from northafrica.systems import SYSTEMS
from northafrica.systems.blocks.system import SYSTEM

FOLDER = Path(__file__).parent / "blocks_cases"
FILES = sorted(FOLDER.rglob("*.toml"))
KNOWN = {**SYSTEMS, SYSTEM.name: SYSTEM}
LEAST = 45
"""How many cases there are at least, so that a folder moved away is noticed."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(FOLDER).as_posix())
def test_case_holds(file: Path) -> None:
    report = run_case(read_case(file), KNOWN)
    assert report.ok, "\n".join(report.failures)


def test_cases_name_rules_that_exist() -> None:
    book = SYSTEM.rulebook(SYSTEM.load())
    assert len(FILES) >= LEAST
    for file in FILES:
        raw = read_case(file)
        assert raw["working"].strip(), file
        assert set(raw["rules"]) <= set(book), file
