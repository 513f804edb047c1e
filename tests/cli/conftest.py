"""The command in this process: exit code, what it printed, what it complained of."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import northafrica
from northafrica.cli import main

# Seven infantry side by side with two enemies, and one supply: enough for five of them.
SHORT_OF_SUPPLY = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at mersa_matruh: 7 uk infantry
at bir_hachem: 1 italy infantry
at tobruk: 1 germany infantry
stock mersa_matruh: supply 1
mark tobruk: control germany
mark cairo: control uk
mark tunis: control germany
"""


@dataclass
class Said:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    monkeypatch.setenv("NORTHAFRICA_TRACEBACK", "1")  # a fault of the kit fails the test

    def go(*arguments: object) -> Said:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return go


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole random game."""
    file = tmp_path_factory.mktemp("record") / "game.rec"
    assert main(["play", "aana", "torch", "--seed", "3", "--record", str(file)]) == 0
    return file


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "short.pos"
    file.write_text(SHORT_OF_SUPPLY, encoding="utf-8")
    return file


@pytest.fixture
def declaring(tmp_path: Path) -> Path:
    """A record that stands where attacks are declared."""
    game = northafrica.position(SHORT_OF_SUPPLY, seed=1)
    game.play("commit")
    return northafrica.save(game, tmp_path / "declaring.rec")
