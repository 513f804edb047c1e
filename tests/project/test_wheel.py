"""The wheel holds everything the kit needs, and works away from the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def files_of_the_checkout() -> list[str]:
    """Return what a commit would hold: not what JupyterLab or a test left lying about."""
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout, without a download."""
    base = tmp_path_factory.mktemp("wheel")
    for name in files_of_the_checkout():
        (base / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, base / "source" / name)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    command += ["--disable-pip-version-check", "-q", "-w", str(base), str(base / "source")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(base.glob("northafrica-*.whl"))


@pytest.fixture(scope="module")
def unpacked(wheel: Path) -> Path:
    folder = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run_there(unpacked: Path, code: str, folder: Path) -> str:
    """Run code that sees the unpacked wheel before anything else, from another folder."""
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_it_is_pure_python(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


@pytest.mark.parametrize("folder", ["data", "notebooks", "northafrica"])
def test_it_holds_the_whole_folder(unpacked: Path, folder: str) -> None:
    inside = unpacked / "northafrica"
    names = [name for name in files_of_the_checkout() if name.startswith(f"{folder}/")]
    assert names
    there = names if folder != "northafrica" else [name.removeprefix("northafrica/") for name in names]
    missing = [name for name in there if not (inside / name).is_file()]
    assert not missing, "\n".join(missing)


def test_it_holds_licence_types_and_command(unpacked: Path) -> None:
    about = next(unpacked.glob("northafrica-*.dist-info"))
    assert (unpacked / "northafrica" / "py.typed").is_file()
    assert (about / "licenses" / "LICENSE").is_file()
    assert "northafrica = northafrica.cli:main" in (about / "entry_points.txt").read_text()


def test_it_holds_nothing_else(unpacked: Path) -> None:
    tops = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"northafrica"}
    assert not list(unpacked.rglob(".ipynb_checkpoints"))


def test_data_is_found_away_from_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    code = "from northafrica.core.paths import data_path; print(data_path())"
    assert run_there(unpacked, code, tmp_path) == str(unpacked / "northafrica" / "data")


def test_a_game_starts_away_from_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    code = "import northafrica as n; print(n.__file__); print(n.load('aana', 'torch', seed=1))"
    where, game = run_there(unpacked, code, tmp_path).splitlines()[:2]
    assert Path(where).parent == unpacked / "northafrica"
    assert "aana" in game


def test_the_command_answers(unpacked: Path, tmp_path: Path) -> None:
    code = "import sys; sys.argv = ['northafrica', '--help']; from northafrica.cli import main; main()"
    assert "lab" in run_there(unpacked, code, tmp_path)
