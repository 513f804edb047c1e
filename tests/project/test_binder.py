"""What Binder would make of binder/: read by repo2docker itself, without building an image."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINDER = ROOT / "binder"
FILES = ("requirements.txt", "runtime.txt", "postBuild", "start")


def requirements() -> list[str]:
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_requirements_are_the_lock_and_the_kit_is_built_without_a_download() -> None:
    assert requirements() == ["-r ../locks/lab.txt"]
    assert "pip install --no-deps --no-build-isolation ." in (BINDER / "postBuild").read_text(encoding="utf-8")


def test_runtime_is_a_python_the_kit_supports() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    assert f"Programming Language :: Python :: {version}" in project["classifiers"]


@pytest.mark.parametrize("name", ["postBuild", "start"])
def test_scripts_may_run(name: str) -> None:
    command = ["git", "-c", "safe.directory=*", "ls-files", "--stage", f"binder/{name}"]
    staged = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert staged.startswith("100755"), f"git update-index --chmod=+x binder/{name}"
    text = (BINDER / name).read_bytes()
    assert text.startswith(b"#!/bin/bash\n")
    assert b"\r" not in text


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Dockerfile repo2docker writes for a small repository with our binder/."""
    repository = tmp_path_factory.mktemp("repository")
    (repository / "binder").mkdir()
    for name in FILES:
        path = repository / "binder" / name
        path.write_bytes((BINDER / name).read_bytes())
        path.chmod(0o755)
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug"]
    command += ["--user-id", "1000", "--user-name", "jovyan", str(repository)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


pytest_unix = pytest.mark.skipif(sys.platform == "win32", reason="repo2docker is for Unix, as Binder is")


@pytest_unix
@pytest.mark.parametrize(
    "line",
    [
        r'pip install .*-r "binder/requirements\.txt"',
        r"RUN (chmod \+x binder/postBuild|\./binder/postBuild)",
        r"R2D_ENTRYPOINT=.*binder/start|ENV R2D_ENTRYPOINT.*binder/start",
    ],
)
def test_dockerfile_has(dockerfile: str, line: str) -> None:
    assert re.search(line, dockerfile), dockerfile[-4000:]


@pytest_unix
def test_the_kit_is_there_before_pip_needs_it(dockerfile: str) -> None:
    copied = dockerfile.rindex("COPY --chown=1000:1000 src/ ${REPO_DIR}")
    assert copied < dockerfile.index('-r "binder/requirements.txt"')
