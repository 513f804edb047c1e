"""kit.py: its small decisions, without installing anything."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kit


def make_program(path: Path, code: int) -> Path:
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return path


def test_only_names_stages() -> None:
    assert kit.stage_names("ruff, mypy") == ["ruff", "mypy"]
    with pytest.raises(argparse.ArgumentTypeError, match="unknown: nonsense; there are: ruff"):
        kit.stage_names("nonsense")


def test_the_environment_can_be_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORTHAFRICA_VENV", str(tmp_path / "elsewhere"))
    assert kit.venv_folder() == tmp_path / "elsewhere"
    monkeypatch.delenv("NORTHAFRICA_VENV")
    assert kit.venv_folder() == kit.ROOT / ".venv"


def test_a_done_installation_is_not_repeated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[list[str]] = []
    monkeypatch.setenv("NORTHAFRICA_VENV", str(tmp_path))
    monkeypatch.setattr(kit, "make_venv", lambda: None)
    monkeypatch.setattr(kit, "venv_python", lambda: Path(sys.executable))
    monkeypatch.setattr(kit.subprocess, "call", lambda command, **_: calls.append(command) or 0)
    kit.install()
    kit.install()
    assert len(calls) == 1
    kit.install("test")
    kit.install()  # the tests' installation holds all that JupyterLab, the stick and the docs need
    kit.install("stick")
    kit.install("docs")
    assert len(calls) == 2
    monkeypatch.setattr(kit, "stamp", lambda extra: f"another pyproject.toml [{extra}]")
    kit.install("test")
    assert len(calls) == 3


def test_a_failed_installation_is_tried_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORTHAFRICA_VENV", str(tmp_path))
    monkeypatch.setattr(kit, "make_venv", lambda: None)
    monkeypatch.setattr(kit.subprocess, "call", lambda *_, **__: 1)
    with pytest.raises(SystemExit, match="installation failed"):
        kit.install()
    assert not (tmp_path / "northafrica-installed.txt").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a browser is not asked for its version")
def test_a_stub_is_no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good, stub = make_program(tmp_path / "good", 0), make_program(tmp_path / "stub", 1)
    monkeypatch.delenv("NORTHAFRICA_CHROMIUM", raising=False)
    monkeypatch.setattr(kit, "usual_browsers", lambda: iter([tmp_path / "missing", stub, good]))
    assert kit.find_chromium() == good
    monkeypatch.setattr(kit, "usual_browsers", lambda: iter([stub]))
    assert kit.find_chromium() is None
    monkeypatch.setenv("NORTHAFRICA_CHROMIUM", str(stub))
    with pytest.raises(SystemExit, match="not a browser that starts"):
        kit.find_chromium()


def test_all_stages_run_and_one_failure_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = iter([0, 3, 0])
    monkeypatch.setattr(kit, "install", lambda _: None)
    monkeypatch.setattr(kit.subprocess, "call", lambda *_, **__: next(codes))
    assert kit.run_stages(["ruff", "mypy", "unit"]) == 1
    table = capsys.readouterr().out.split("seconds")[-1]
    assert [line.split()[:2] for line in table.strip().splitlines()] == [
        ["ruff", "passed"],
        ["mypy", "FAILED"],
        ["unit", "passed"],
    ]


def test_the_command_line_refuses_what_it_does_not_know() -> None:
    command = [sys.executable, str(kit.ROOT / "kit.py"), "test", "--only", "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "nonsense" in done.stderr


@pytest.mark.parametrize(
    ("line", "named"), [("stick", "FOLDER"), ("stick x --python 2.7", "2.7"), ("stick x --platform amiga", "amiga")]
)
def test_a_stick_is_asked_for_in_words_it_knows(line: str, named: str) -> None:
    command = [sys.executable, str(kit.ROOT / "kit.py"), *line.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert named in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a bash script for Debian")
def test_ci_run_is_sound() -> None:
    script = kit.ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
