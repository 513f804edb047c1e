"""No text out of a file begins a line of an answer, so that none can say what only the program says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import northafrica
from tests.cli.conftest import Said

FORGED = "\x1b[2J\nFORGED: verified"
CASE = """title = {title}
system = "aana"
scenario = "torch"
seed = 1
[[do]]
order = {order}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A record and a case whose texts begin lines of their own."""
    file = northafrica.save(northafrica.load("aana", "torch", seed=1), tmp_path / "game.rec")
    head, *rest = file.read_text().splitlines()
    top = json.loads(head)
    top["version"] = "9" + FORGED
    top["seats"] = {power: side + FORGED for power, side in top["seats"].items()}
    entry = {"n": 1, "parent": 0, "seat": "allies" + FORGED, "order": "choose_for_me", "comment": FORGED}
    file.write_text("\n".join(map(json.dumps, [top, entry])))
    assert rest
    text = CASE.format(title=json.dumps("one" + FORGED), order=json.dumps("end" + FORGED))
    (tmp_path / "case.toml").write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "game.rec"),
        ("replay", "game.rec", "--check"),
        ("replay", "game.rec", "--to", "1"),
        ("legal", "game.rec", "--to", "0"),
        ("try", "game.rec", "end", "--to", "0"),
        ("case", "case.toml"),
        ("replay", "none" + FORGED),
        ("handout", "none" + FORGED),
        ("collect", "none" + FORGED, "case.toml"),
        ("rules", "aana", "none" + FORGED),
        ("play", "aana", "none" + FORGED),
        ("play", "aana", "torch", "--rounds", "1", "--record", "none/none" + FORGED + "x" * 300),
        ("lab", "--notebooks", "none" + FORGED),
    ],
    ids=lambda arguments: " ".join(arguments).replace(FORGED, "...")[:40],
)
def test_no_line_is_forged(
    run: Callable[..., Said], folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(folder)
    said = run(*arguments)
    lines = (said.out + said.err).splitlines()
    assert any("FORGED" in line for line in lines), "the text is told"
    assert not [line for line in lines if line.startswith("FORGED")]
    assert "\x1b" not in said.out + said.err
