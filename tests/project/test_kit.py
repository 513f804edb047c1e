"""kit.py: its small decisions, without installing anything."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
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
    assert len(calls) == 2  # what the lock names, and the kit itself
    kit.install("test")
    kit.install()  # the tests' installation holds all that JupyterLab, the stick and the docs need
    kit.install("stick")
    kit.install("docs")
    assert len(calls) == 4
    monkeypatch.setattr(kit, "stamp", lambda extra: f"another lock [{extra}]")
    kit.install("test")
    assert len(calls) == 6


def test_a_checkout_that_moved_is_told_anew_without_a_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[list[str]] = []
    monkeypatch.setenv("NORTHAFRICA_VENV", str(tmp_path))
    monkeypatch.setattr(kit, "make_venv", lambda: None)
    monkeypatch.setattr(kit, "venv_python", lambda: Path(sys.executable))
    monkeypatch.setattr(kit.subprocess, "call", lambda command, **_: calls.append(command) or 0)
    (tmp_path / "northafrica-installed.txt").write_text(f"{kit.stamp('')}\n/another place\n", encoding="utf-8")
    kit.install()
    assert [("--no-index" in call, "-r" in call) for call in calls] == [(True, False)]


def test_without_a_network_packages_that_work_are_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORTHAFRICA_VENV", str(tmp_path))
    monkeypatch.setattr(kit, "make_venv", lambda: None)
    monkeypatch.setattr(kit, "venv_python", lambda: Path(sys.executable))
    monkeypatch.setattr(kit.subprocess, "call", lambda command, **_: int("-r" in command))
    note = tmp_path / "northafrica-installed.txt"
    note.write_text(f"an older lock []\n{kit.ROOT}\n", encoding="utf-8")
    kit.install()
    assert note.read_text(encoding="utf-8").startswith("an older lock []")  # so that it is tried again


def test_a_checkout_that_cannot_be_written_says_what_to_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("NORTHAFRICA_VENV", str(tmp_path / "file" / "venv"))
    with pytest.raises(SystemExit, match="Set NORTHAFRICA_VENV"):
        kit.make_venv()


def test_every_file_of_the_locks_has_a_digest_and_no_address() -> None:
    for lock in (kit.ROOT / "locks").glob("*.txt"):
        text = lock.read_text(encoding="utf-8")
        assert "//" not in text
        packages = re.split(r"\n(?=\S)", text.strip())
        assert all("==" in package and "--hash=sha256:" in package for package in packages), lock.name
    whole = set((kit.ROOT / "locks" / "test.txt").read_text(encoding="utf-8").split("\n"))
    for name in ("lab", "stick", "docs"):
        assert set((kit.ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8").split("\n")) <= whole


def test_the_locks_hold_what_the_kit_asks_for() -> None:
    project = tomllib.loads((kit.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name, asked in (("lab", project["dependencies"]), *project["optional-dependencies"].items()):
        text = (kit.ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8").lower().replace("_", "-")
        for line in asked:
            package = re.split(r"[<>=!~;\[ ]", line)[0].lower().replace("_", "-")
            assert package == "northafrica" or f"\n{package}==" in f"\n{text}", f"{package}: run tools/lock.py"


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
