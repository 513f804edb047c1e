"""One wheel for all tests of the project, built from a copy of the checkout where a class has worked."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.project.wheelhouse import PRIVATE, copy_of_the_checkout, lay, run_there


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout where a class has worked, without a download."""
    base = tmp_path_factory.mktemp("wheel")
    lay(copy_of_the_checkout(base / "source"), PRIVATE)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    command += ["--disable-pip-version-check", "-q", "-w", str(base), str(base / "source")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(base.glob("northafrica-*.whl"))


@pytest.fixture(scope="session")
def unpacked(wheel: Path) -> Path:
    folder = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="session")
def course(unpacked: Path) -> Path:
    """The notebooks as `northafrica lab` unpacks them, away from the checkout."""
    folder = unpacked.parent / "course"
    code = "from northafrica.cli.lab import source, unpack; from pathlib import Path\n"
    run_there(unpacked, f"{code}unpack(source(), Path({str(folder)!r}))", unpacked.parent)
    return folder
