"""Cells run again, and in other orders, do not fail; `python tools/rerun_notebooks.py` tries every notebook."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("instructor/02-replay-in-class", "instructor/03-collect-results", "afrika2/11-compass")


@pytest.mark.parametrize("page", PAGES)
def test_cells_may_be_run_again_in_any_order(page: str) -> None:
    command = [sys.executable, ROOT / "tools" / "rerun_notebooks.py", ROOT / "notebooks" / f"{page}.ipynb"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
