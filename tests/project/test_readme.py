"""The code in the README runs, and what it shows is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import northafrica

ROOT = Path(__file__).resolve().parents[2]


def test_the_readme_code_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    block = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    monkeypatch.chdir(tmp_path)
    exec(compile(block.group(1), "README.md", "exec"), {})
    said = capsys.readouterr().out
    # 5 infantry at 3 RP each (p.8) into 12 RP (p.35)
    assert "refused: these units are worth 15 RP; left for Atlantic Ocean Convoy: 12 RP" in said
    assert "[setup.uk-variable]" in said
    assert (tmp_path / "my-game.jsonl").exists()


def test_the_readme_names_only_folders_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for folder in re.findall(r"^\| `([a-z/]+)` \|", text, re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder


def test_the_odds_it_shows_are_so() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    asked, told = re.search(r">>> northafrica\.odds_of\((.*)\)\n(<Answer.*>)\n", text).groups()
    arguments = [part.strip('"') for part in re.findall(r'"[^"]*"', asked)]
    assert repr(northafrica.odds_of(*arguments)) == told
