"""What a wheel is built from, and code that runs from one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def listed(*more: str) -> list[str]:
    """The files of the checkout that git lists."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", *more]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def files_of_the_checkout() -> list[str]:
    """What a commit would hold: not what JupyterLab or a test left lying about."""
    return listed("--cached", "--others", "--exclude-standard")


def tracked() -> list[str]:
    """What git tracks."""
    return listed()


PRIVATE = (
    "notebooks/my-lesson/answers.toml",
    "notebooks/my-lesson/77-lesson.ipynb",
    "notebooks/instructor/results-anna.json",
    "notebooks/aana/progress.json",
    "notebooks/aana/exercises/my-own.toml",
    "notebooks/aana/positions/autosave-aana-torch.jsonl",
    "notebooks/aana/positions/results-bert.txt",
    "notebooks/Untitled.ipynb",
    "notebooks/class.csv",
    "notebooks/.northafrica/history.json",
    "data/aana/scenarios/pupils.xlsx",
    "tests/cases/toy/mine.toml",
    "northafrica/secret.txt",
)


def copy_of_the_checkout(folder: Path) -> Path:
    for name in files_of_the_checkout():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def lay(folder: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}", encoding="utf-8")


def run_there(unpacked: Path, code: str, folder: Path) -> str:
    """Run code that sees the unpacked wheel before anything else, from another folder."""
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
