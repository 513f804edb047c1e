"""Edited files of every kind: their reader takes them or raises its own error; `benchmarks.readers` makes 10,000."""

from __future__ import annotations

import pytest

from benchmarks.readers import READERS, fuzz

SLOW = {"case": 25, "exercise": 25, "record": 25, "table": 15}


@pytest.mark.parametrize("system", ["aana", "afrika2"])
@pytest.mark.parametrize("name", READERS)
def test_edited_files_are_read_or_refused(name: str, system: str) -> None:
    count = SLOW.get(name, 60)
    tally, failures = fuzz(name, system, count)
    assert failures == []
    assert tally.total() == count
