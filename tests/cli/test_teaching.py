"""`handout` and `collect`: files written and read, trouble named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from northafrica.lab.desk.position_saving import save_exercise
from tests.cli.conftest import SHORT_OF_SUPPLY, Said

Run = Callable[..., Said]
SEVEN = "attack bir_hachem from mersa_matruh with 7 infantry"


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    (tmp_path / "p.txt").write_text(SHORT_OF_SUPPLY)
    # p.15: seven attackers need 2 supply, so this one is refused
    keys = {"question": "All seven?", "before": ["commit"], "order": SEVEN}
    assert save_exercise(SHORT_OF_SUPPLY, tmp_path / "e.toml", id="seven", kind="legal", **keys).ok
    return tmp_path


def test_a_hand_out_is_written(run: Run, lesson: Path) -> None:
    said = run("handout", str(lesson / "p.txt"), "--exercises", str(lesson / "e.toml"), "--title", "Seven")
    assert said.code == 0
    page = (lesson / "p.html").read_text()
    assert "All seven?" in page
    assert "no, it is refused" in page
    said = run("handout", str(lesson / "p.txt"), "--out", str(lesson / "x.html"), "--focus", "tobrok")
    assert said.code == 2
    assert "did you mean tobruk?" in said.err
    assert run("handout", str(lesson / "nothing.txt")).code == 2


def test_a_sheet_is_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("sheet", "aana").code == 0
    assert "Who chooses" in (tmp_path / "aana-sheet.html").read_text()
    said = run("sheet", "afrika", "--out", "x.html")
    assert said.code == 2
    assert "did you mean afrika2?" in said.err
    said = run("sheet", "aana", "--out", "x.docx")
    assert said.code == 2
    assert "x.docx: a page is written as .html or .pdf" in said.err
    assert not (tmp_path / "x.docx").exists()


def test_results_are_collected(run: Run, lesson: Path) -> None:
    folder = lesson / "in"
    folder.mkdir()
    assert "no file of results lies in" in run("collect", str(folder), str(lesson / "e.toml")).out
    done = {"seven": {"answers": ["yes", "no"], "hints": 1, "shown": False, "solved": ""}}
    (folder / "results-ann.json").write_text(
        json.dumps({"format": "northafrica progress 1", "name": "Ann", "exercises": done})
    )
    said = run("collect", str(folder), str(lesson / "e.toml"), "--csv", str(lesson / "r.csv"))
    assert said.code == 0
    assert "Ann: 1 of 1 points, 1 solved (results-ann.json)" in said.out
    assert '"Ann","seven","1","1","True","2","1","False","no",' in (lesson / "r.csv").read_text()
    (folder / "results-bob.json").write_text("{")
    said = run("collect", str(folder), str(lesson / "e.toml"))
    assert said.code == 1
    assert "results-bob.json: cannot be read" in said.out
    assert [row["name"] for row in run("collect", str(folder), str(lesson / "e.toml"), "--json").json["results"]] == [
        "Ann",
        "",
    ]
    assert run("collect", str(lesson / "nowhere"), str(lesson / "e.toml")).code == 2


OVER = {
    "a pupil's work": ["collect", "in", "e.toml", "--csv", "in/results-a.json"],
    "its exercises": ["collect", "in", "e.toml", "--csv", "e.toml"],
    "notes": ["collect", "in", "e.toml", "--csv", "notes.txt"],
    "notes by a record": ["play", "aana", "torch", "--seed", "1", "--rounds", "1", "--record", "notes.txt"],
    "a notebook by a record": ["play", "aana", "torch", "--seed", "1", "--rounds", "1", "--record", "e.ipynb"],
    "a position by its page": ["handout", "p.html"],
    "notes by a page": ["sheet", "aana", "--out", "notes.html"],
}


@pytest.mark.parametrize("arguments", OVER.values(), ids=OVER)
def test_nobodys_file_is_written_over(
    arguments: list[str], run: Run, lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(lesson)
    (lesson / "in").mkdir()
    (lesson / "in" / "results-a.json").write_text('{"format": "northafrica progress 1", "exercises": {}}')
    (lesson / "e.ipynb").write_text('{"cells": [], "metadata": {}}')
    (lesson / "p.html").write_text(SHORT_OF_SUPPLY)
    for name in ("notes.txt", "notes.html"):
        (lesson / name).write_text("mine")
    before = {file: file.read_bytes() for file in lesson.rglob("*") if file.is_file()}
    said = run(*arguments)
    assert said.code == 2
    assert "choose another name" in said.err
    assert {file: file.read_bytes() for file in lesson.rglob("*") if file.is_file()} == before


def test_what_a_command_wrote_before_is_kept(run: Run, lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(lesson)
    for seed in ("1", "2"):
        assert run("play", "aana", "torch", "--seed", seed, "--rounds", "1", "--record", "g.jsonl").code == 0
    assert run("replay", "g.jsonl.older").code == run("replay", "g.jsonl").code == 0
    assert (lesson / "g.jsonl").read_text() != (lesson / "g.jsonl.older").read_text()


PIPES = {
    "replay": ["replay", "f"],
    "legal": ["legal", "f"],
    "case": ["case", "f.toml"],
    "handout": ["handout", "f"],
    "exercises": ["collect", "in", "f.toml"],
    "class": ["collect", "in", "e.toml", "--class", "f"],
    "collect": ["collect", "in", "e.toml"],
    "table": ["collect", "in", "e.toml", "--csv", "f"],
    "record": ["play", "aana", "torch", "--seed", "1", "--rounds", "1", "--record", "f"],
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("arguments", PIPES.values(), ids=PIPES)
def test_a_named_pipe_is_not_waited_for(arguments: list[str], lesson: Path) -> None:
    (lesson / "in").mkdir()
    for pipe in ("f", "f.toml", "in/results-a.json"):
        os.mkfifo(lesson / pipe)
    command = [sys.executable, "-m", "northafrica", *arguments]
    said = subprocess.run(command, cwd=lesson, capture_output=True, text=True, timeout=120, check=False)
    assert said.returncode in (1, 2)
    assert "pipe" in said.stdout + said.stderr or "no file; put" in said.stdout
    assert "Traceback" not in said.stderr
