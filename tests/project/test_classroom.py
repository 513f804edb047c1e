"""What kit.py stick decides, with its tools played: nothing is downloaded or installed here."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from classroom import make as maker
from classroom import start
from classroom.targets import PLATFORMS, PYTHONS, Machine, this_platform
from hatch_build import packed

LOCK = """
[[packages]]
name = "six"
wheels = [{ url = "https://example.org/six-1.17.0-py2.py3-none-any.whl" }]
"""
HOPELESS = "3.13"
EMPTY = hashlib.sha256(b"PK\x05\x06" + bytes(18)).hexdigest()
"""The digest of a wheel with nothing in it."""


def play(command: Sequence[str]) -> str | None:
    """Do what uv and pip would, but have nothing for Python 3.13."""
    after = dict(pairwise(command))
    if "compile" in command:
        Path(after["-o"]).write_text(LOCK)
        return "no wheel of pandas" if after["--python-version"] == HOPELESS else None
    target = Path(after.get("-w") or after["-d"])
    target.mkdir(exist_ok=True)
    name = "northafrica-0.1.0" if "wheel" in command else "six-1.17.0"
    with zipfile.ZipFile(target / f"{name}-py3-none-any.whl", "w") as wheel:
        for there, inside in packed(maker.ROOT).items() if "wheel" in command else ():
            wheel.write(maker.ROOT / there, inside)
    return None


@pytest.fixture(autouse=True)
def played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "run", play)
    monkeypatch.setattr(maker, "has_hatchling", lambda python: True)
    monkeypatch.setattr(maker, "digests", lambda lock: frozenset({EMPTY}))


def make(folder: Path, *machines: str) -> maker.Stick:
    return maker.make(folder, Path(sys.executable), [Machine(*name.split("-")) for name in machines])


def test_a_file_that_the_kits_lock_does_not_name_gets_onto_no_stick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "digests", lambda lock: frozenset({"0" * 64}))
    with pytest.raises(maker.StickError, match=r"six-1\.17\.0-py3-none-any\.whl is not the file that lab.txt names"):
        make(tmp_path / "stick", "windows-3.12")


def test_the_folder_holds_all_it_needs(tmp_path: Path) -> None:
    stick = make(tmp_path / "stick", "windows-3.12")
    names = {path.relative_to(stick.folder).as_posix() for path in stick.folder.rglob("*")}
    assert {"README.txt", "start.py", "start.bat", "start.sh", "start.command", "stick.json"} <= names
    assert "wheels/six-1.17.0-py2.py3-none-any.whl" in names or "wheels/six-1.17.0-py3-none-any.whl" in names
    kit = {name for name in packed(maker.ROOT) if name.startswith(("notebooks/", "data/")) and "/." not in name}
    assert kit <= names
    ours = {name for name in names if name.startswith(("notebooks/", "data/")) and (stick.folder / name).is_file()}
    assert ours == kit
    assert (stick.folder / "start.py").read_bytes() == Path(start.__file__).read_bytes()


def test_a_lock_pins_the_wheels_and_the_kit_by_digest(tmp_path: Path) -> None:
    make(tmp_path / "stick", "linux-3.11")
    lines = (tmp_path / "stick" / "locks" / "linux-3.11.txt").read_text().splitlines()
    assert [line.partition(" --hash=sha256:")[0] for line in lines] == ["six==1.17.0", "northafrica==0.1.0"]
    for line, word in zip(lines, ("six-1.17.0", "northafrica-0.1.0"), strict=True):
        wheel = tmp_path / "stick" / "wheels" / f"{word}-py3-none-any.whl"
        assert line.endswith(hashlib.sha256(wheel.read_bytes()).hexdigest())


def test_what_could_not_be_had_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = argparse.Namespace(folder=tmp_path / "stick", python=["3.12", "3.13"], platform=["windows", "macos"])
    assert maker.command(options, Path(sys.executable)) == 1
    said = capsys.readouterr()
    assert "macOS 13 or later, Apple silicon, with Python 3.12" in said.out.partition("serves:")[2]
    assert "NOT served: Windows, 64 bit, with Python 3.13; what could not be had:\nno wheel of pandas" in said.err
    readme = (tmp_path / "stick" / "README.txt").read_text()
    assert "NOT served: macOS 13 or later, Apple silicon, with Python 3.13" in readme
    assert "- Windows, 64 bit, with Python 3.12" in readme
    stick = json.loads((tmp_path / "stick" / "stick.json").read_text())
    assert stick["machines"] == ["windows-3.12", "macos-3.12"]
    assert not (tmp_path / "stick" / "locks" / "windows-3.13.txt").exists()


def test_a_stick_for_nobody_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = argparse.Namespace(folder=tmp_path / "stick", python=[HOPELESS], platform=["windows"])
    assert maker.command(options, Path(sys.executable)) == 2
    assert "no wheel of pandas" in capsys.readouterr().err


def test_other_things_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_text("sea")
    with pytest.raises(maker.StickError, match="holds other things"):
        make(tmp_path, "linux-3.11")
    with pytest.raises(maker.StickError, match="holds other things"):
        make(tmp_path / "holiday.jpg", "linux-3.11")
    assert [path.name for path in tmp_path.iterdir()] == ["holiday.jpg"]


def test_made_again_it_is_up_to_date_and_keeps_the_teachers_own(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    make(folder, "linux-3.11", "linux-3.12")
    (folder / "notebooks" / "my-lesson.ipynb").write_text("mine")
    (folder / "wheels" / "old-1.0-py3-none-any.whl").write_text("old")
    make(folder, "linux-3.12")
    assert (folder / "notebooks" / "my-lesson.ipynb").read_text() == "mine"
    assert not (folder / "wheels" / "old-1.0-py3-none-any.whl").exists()
    assert [path.name for path in (folder / "locks").iterdir()] == ["linux-3.12.txt"]


def test_the_starts_try_the_newest_python_first(tmp_path: Path) -> None:
    folder = make(tmp_path / "stick", "linux-3.11", "windows-3.12").folder
    bat, shell = (folder / "start.bat").read_bytes(), (folder / "start.sh").read_bytes()
    assert b"in (3.12 3.11) do" in bat
    assert bat.count(b"\r\n") == bat.count(b"\n")  # cmd wants both
    assert b"for python in python3.12 python3.11 python3 python" in shell
    assert b"\r" not in shell
    assert not any(b"@PY" in text for text in (bat, shell))
    assert (folder / "start.command").read_bytes() == shell


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_the_start_takes_only_a_python_the_stick_serves(tmp_path: Path) -> None:
    folder = make(tmp_path / "stick", f"linux-{sys.version_info[0]}.{sys.version_info[1]}").folder
    (folder / "start.py").write_text("import sys; print(sys.argv[1:])")
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "python3").symlink_to(sys.executable)
    path = {"PATH": f"{programs}:/usr/bin:/bin"}
    script = folder / "start.sh"
    said = subprocess.run([script, "--port=1", "a b"], env=path, capture_output=True, text=True, check=False)
    assert said.stdout.strip() == "['--port=1', 'a b']"
    script.write_text(script.read_text().replace("python3 python;", "python3;").replace(f"{sys.version_info[1]}", "1"))
    said = subprocess.run([script], env=path, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (1, "")
    assert "No Python of these versions was found: 3.1" in said.stderr


@pytest.mark.parametrize(
    ("system", "machine", "name"),
    [
        ("win32", "AMD64", "windows"),
        ("darwin", "arm64", "macos"),
        ("darwin", "x86_64", "macos-intel"),
        ("linux", "x86_64", "linux"),
        ("linux", "aarch64", "linux-arm"),
        ("win32", "ARM64", None),
        ("linux", "riscv64", None),
        ("sunos5", "x86_64", None),
    ],
)
def test_a_machine_knows_its_name(monkeypatch: pytest.MonkeyPatch, system: str, machine: str, name: str | None) -> None:
    monkeypatch.setattr(start.sys, "platform", system)
    monkeypatch.setattr(start.platform, "machine", lambda: machine)
    assert this_platform() == name


def test_a_machine_that_is_not_served_is_told_which_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stick.json").write_text('{"machines": ["windows-3.12"]}')
    monkeypatch.setattr(start, "HERE", tmp_path)
    monkeypatch.setattr(start, "this_machine", lambda: "linux-3.15")
    monkeypatch.setattr(start.sys, "argv", ["start.py"])
    with pytest.raises(SystemExit, match=r"serves windows-3\.12; this machine is linux-3\.15"):
        start.main()


def test_a_stick_that_was_not_finished_serves_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "build_kit", lambda stick: (_ for _ in ()).throw(maker.StickError("no disk")))
    with pytest.raises(maker.StickError, match="no disk"):
        make(tmp_path / "stick", "linux-3.11")
    monkeypatch.setattr(start, "HERE", tmp_path / "stick")
    monkeypatch.setattr(start.sys, "argv", ["start.py"])
    with pytest.raises(SystemExit, match="serves nobody yet"):
        start.main()


def test_hidden_files_stay_behind(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "kit.whl", "w") as wheel:
        for name in ("notebooks/a.ipynb", "notebooks/.ruff.toml", "notebooks/b/c.csv", "data/d.csv", "cli.py"):
            wheel.writestr(f"northafrica/{name}", name)
    maker.copy_folder(tmp_path / "kit.whl", "notebooks", tmp_path / "to")
    there = {path.relative_to(tmp_path / "to").as_posix() for path in (tmp_path / "to").rglob("*") if path.is_file()}
    assert there == {"notebooks/a.ipynb", "notebooks/b/c.csv"}


def test_an_installation_is_made_once_for_each_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Path] = []

    def install(folder: Path, machine: str) -> None:
        folder.mkdir(exist_ok=True, parents=True)
        done.append(folder)

    monkeypatch.setattr(start, "HERE", tmp_path)
    monkeypatch.setattr(start, "install", install)
    monkeypatch.setattr(start, "works", lambda python: True)
    monkeypatch.setattr(start.sys, "argv", ["start.py", "--install-only", "--dir", str(tmp_path / "course")])
    for kit, times in (("old", 1), ("old", 1), ("new", 2)):
        (tmp_path / "stick.json").write_text(json.dumps({"machines": [start.this_machine()], "kit": kit}))
        assert start.main() == 0
        assert done == [tmp_path / "course" / ".venv"] * times


def a_stick(folder: Path, lock: str | None) -> None:
    """A stick for this machine with a lock and two wheels."""
    (folder / "wheels").mkdir(parents=True)
    (folder / "locks").mkdir()
    for name in ("pip-1.whl", "northafrica-1.whl"):
        (folder / "wheels" / name).write_text(name)
    (folder / "stick.json").write_text(json.dumps({"machines": [start.this_machine()]}))
    if lock is not None:
        (folder / "locks" / f"{start.this_machine()}.txt").write_text(lock)


LIST = "".join(
    f"{name}==1 --hash=sha256:{hashlib.sha256(f'{name}-1.whl'.encode()).hexdigest()}\n"
    for name in ("pip", "northafrica")
)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("empty lock", "is cut short: nothing was installed"),
        ("half a lock", "is cut short: nothing was installed"),
        ("no lock", r"locks.* cannot be used: .*Is the copy of this folder whole"),
        ("damaged wheel", "pip==1 is missing or damaged"),
        ("no list", "stick.json is missing or damaged"),
        ("damaged list", "stick.json is missing or damaged"),
        ("other list", "stick.json is missing or damaged"),
        ("a file in the place", "course.* cannot be used: .*with --dir FOLDER"),
        ("no folder of that name", "stands in its path. Choose another with --dir"),
    ],
)
def test_whatever_happened_to_the_folder_is_told_in_words(
    harm: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is installed, no wheel runs unchecked, and nobody reads a traceback."""
    lock = {"empty lock": "", "half a lock": LIST.splitlines()[0], "no lock": None}.get(harm, LIST)
    a_stick(tmp_path / "stick", lock)
    course = tmp_path / f"co{os.pathsep}urse" if harm == "no folder of that name" else tmp_path / "course"
    if harm == "damaged wheel":
        (tmp_path / "stick" / "wheels" / "pip-1.whl").write_text("other")
    elif harm == "no list":
        (tmp_path / "stick" / "stick.json").unlink()
    elif harm.endswith("list"):
        (tmp_path / "stick" / "stick.json").write_text("{" if harm == "damaged list" else "[]")
    elif harm == "a file in the place":
        course.write_text("mine")
    monkeypatch.setattr(start, "HERE", tmp_path / "stick")
    monkeypatch.setattr(start, "WHEELS", tmp_path / "stick" / "wheels")
    monkeypatch.setattr(start.sys, "argv", ["start.py", "--install-only", "--dir", str(course)])
    monkeypatch.setattr(start.subprocess, "call", lambda *_, **__: pytest.fail("a wheel ran"))
    with pytest.raises(SystemExit, match=told):
        start.main()
    assert not course.is_dir()


@pytest.mark.skipif(os.name == "nt", reason="links")
@pytest.mark.parametrize("python", ["gone", "broken", "there"])
def test_an_environment_whose_python_has_gone_is_made_anew(
    python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_stick(tmp_path / "stick", LIST)
    environment = tmp_path / "course" / ".venv"
    place = start.venv_python(environment)
    place.parent.mkdir(parents=True)
    if python == "gone":
        place.symlink_to(tmp_path / "no-python")
    else:
        place.write_text(f"#!/bin/sh\nexit {int(python == 'broken')}\n")
        place.chmod(0o755)
    (environment / "stick.txt").write_text(hashlib.sha256((tmp_path / "stick/stick.json").read_bytes()).hexdigest())
    made: list[Path] = []
    monkeypatch.setattr(start, "HERE", tmp_path / "stick")
    monkeypatch.setattr(start, "install", lambda folder, machine: made.append(folder))
    monkeypatch.setattr(start.sys, "argv", ["start.py", "--install-only", "--dir", str(tmp_path / "course")])
    assert start.main() == 0
    assert made == ([] if python == "there" else [environment])


def test_pip_is_asked_for_wheels_of_the_other_machine(tmp_path: Path) -> None:
    command = maker.loading(tmp_path, Machine("linux", "3.12"), tmp_path / "wanted", tmp_path / "wheels")
    assert command[command.index("--python-version") + 1] == "3.12"
    assert {"manylinux_2_28_x86_64", "manylinux2014_x86_64"} <= set(command)  # older pip does not know what fits
    assert "--no-deps" in command


def test_the_versions_are_those_the_kit_supports() -> None:
    project = tomllib.loads((maker.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {f"Programming Language :: Python :: {python}" for python in PYTHONS} <= set(project["classifiers"])
    parser = argparse.ArgumentParser()
    maker.add_arguments(parser)
    options = parser.parse_args(["E:/course", "--python", "3.11", "3.13", "--platform", *PLATFORMS])
    assert (options.python, options.platform) == (["3.11", "3.13"], list(PLATFORMS))


def test_links_on_the_stick_are_not_followed(tmp_path: Path) -> None:
    """What a link leads to is somebody else's, whether it stands for a file, a folder, or one that is made anew."""
    folder, outside = tmp_path / "stick", tmp_path / "outside"
    make(folder, "linux-3.11")
    outside.mkdir()
    names = ("notebooks/00-start-here.ipynb", "README.txt", "start.py", "stick.json")
    for name in names:
        (outside / Path(name).name).write_text("theirs" if name != "stick.json" else (folder / name).read_text())
        (folder / name).unlink()
        (folder / name).symlink_to(outside / Path(name).name)
    before = {path.name: path.read_text() for path in outside.iterdir()}
    for name in ("notebooks/aana", "wheels"):
        (outside / Path(name).name).mkdir()
        shutil.rmtree(folder / name)
        (folder / name).symlink_to(outside / Path(name).name)
    make(folder, "linux-3.11")
    assert {path.name: path.read_text() for path in outside.iterdir() if path.is_file()} == before
    assert not list((outside / "aana").iterdir())
    assert not list((outside / "wheels").iterdir())
    assert not any((folder / name).is_symlink() for name in (*names, "notebooks/aana", "wheels"))


def test_a_notebook_changed_on_the_stick_is_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the notebooks, for learners get what lies among them; an earlier kit's own are only brought up to date."""
    folder = tmp_path / "stick"
    make(folder, "linux-3.11")
    note = folder / "notebooks" / "00-start-here.ipynb"
    fresh = note.read_text()
    for text in ("my words", "other words"):
        note.write_text(text)
        make(folder, "linux-3.11")
        assert note.read_text() == fresh
        assert "notebooks/00-start-here.ipynb was changed on the stick" in capsys.readouterr().out
    kept = sorted((folder / "older" / "notebooks").iterdir())
    assert [(path.name, path.read_text()) for path in kept] == [
        ("00-start-here.ipynb", "my words"),
        ("00-start-here.ipynb-2", "other words"),
    ]
    listed = json.loads((folder / "stick.json").read_text())
    note.write_text("an earlier kit's")
    listed["files"]["notebooks/00-start-here.ipynb"] = hashlib.sha256(b"an earlier kit's").hexdigest()
    (folder / "stick.json").write_text(json.dumps(listed))
    make(folder, "linux-3.11")
    assert note.read_text() == fresh
    assert len(list((folder / "older" / "notebooks").iterdir())) == 2
