"""Every page of the course runs as saved, by nbval, from what the wheel holds and away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.wheelhouse import ROOT, tracked

NBVAL = ["--nbval", "--nbval-current-env", f"--nbval-sanitize-with={ROOT / 'tests' / 'nbval-sanitize.cfg'}"]
PAGES = [
    name.removeprefix("notebooks/") for name in tracked() if name.startswith("notebooks/") and name.endswith(".ipynb")
]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_runs_from_the_wheel(unpacked: Path, course: Path, page: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "BOKEH_RESOURCES": "inline"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *NBVAL, page]
    done = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    assert " passed" in done.stdout
