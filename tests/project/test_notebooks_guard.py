"""The notebooks as they are kept: light, comparable, and a real check of the rules and the data."""

from __future__ import annotations

import ast
import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted(path for path in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
TURN = ROOT / "notebooks" / "aana" / "01-a-turn-step-by-step.ipynb"
IGNORED = re.compile(r"NBVAL_IGNORE_OUTPUT|NBVAL_SKIP|nbval-ignore-output|nbval-skip")
NO = re.compile(r"(?m)^(?:refused|not understood): ")

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def code_cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def text(cell: dict[str, Any]) -> str:
    """What a cell printed and showed."""
    found = []
    for output in cell["outputs"]:
        data = output.get("text") or output.get("data", {}).get("text/plain", "")
        found.append("".join(data))
    return "\n".join(found)


@each_notebook
def test_a_notebook_is_small(path: Path) -> None:
    assert path.stat().st_size < 200_000


@each_notebook
def test_a_notebook_carries_text_and_nothing_else(path: Path) -> None:
    notebook = read(path)
    assert set(notebook["metadata"]) <= {"kernelspec", "language_info"}  # no widget state
    for cell in code_cells(path):
        assert set(cell["metadata"]) <= {"tags"}  # no times, no folding
        for output in cell["outputs"]:
            assert output["output_type"] in ("stream", "execute_result", "display_data"), source(cell)
            assert set(output.get("data", {})) <= {"text/plain"}, source(cell)


@each_notebook
def test_cells_are_numbered_by_place(path: Path) -> None:
    ids = [cell["id"] for cell in read(path)["cells"]]
    assert ids == [f"cell-{n:02}" for n in range(len(ids))], "save it with tools/save_notebooks.py"


@each_notebook
def test_few_outputs_are_ignored_and_each_says_why(path: Path) -> None:
    cells = code_cells(path)
    ignored = [cell for cell in cells if IGNORED.search(source(cell) + str(cell["metadata"]))]
    assert len(ignored) * 3 < len(cells)
    for cell in ignored:
        comments = [line for line in source(cell).splitlines() if line.startswith("#") and not IGNORED.search(line)]
        assert comments, f"no reason beside:\n{source(cell)}"


def test_most_of_the_turn_is_compared() -> None:
    """A cell saved as not yet run is executed, not compared; those that print must be most of them."""
    cells = code_cells(TURN)
    compared = [cell for cell in cells if cell["execution_count"] is not None]
    assert len(compared) * 3 > len(cells) * 2


def asked(code: str) -> int:
    """How many orders a cell asks about without playing them, counting dice that cannot be."""
    found = 0
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [part.value for part in node.args if isinstance(part, ast.Constant)]
        if name == "ask" or (name == "why" and words):
            found += len(words)
        if name == "roll":
            found += any(die > 10 for die in words)
    return found


def test_every_question_is_refused_and_no_order_is() -> None:
    """The story stands: what is played is allowed, what is asked about is not."""
    rules = set()
    for cell in code_cells(TURN):
        if cell["execution_count"] is not None:
            said = text(cell)
            assert len(NO.findall(said)) == asked(source(cell)), f"{source(cell)}\n---\n{said}"
            rules |= set(re.findall(r"(?<=  - )[^\n\[]*\[([\w.-]+)\]:", said))
    assert len(rules) >= 20  # so many different rules are met in a refusal


def with_another_value(folder: Path) -> None:
    """A copy of the kit in which German artillery attacks at 4."""
    ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", ".northafrica")
    for part in ("northafrica", "data"):
        shutil.copytree(ROOT / part, folder / part, ignore=ignore)
    (folder / "notebooks").mkdir()
    shutil.copy(TURN, folder / "notebooks")
    table = folder / "data" / "aana" / "units.csv"
    with table.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    attack = rows[0].index("attack")
    (artillery,) = [row for row in rows if row[:2] == ["germany", "artillery"]]
    assert artillery[attack] == "3"
    artillery[attack] = "4"
    with table.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def test_one_changed_value_makes_the_notebook_fail(tmp_path: Path) -> None:
    """One figure of one unit is enough for nbval to notice, in the first combat in which it counts."""
    with_another_value(tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--color=no"]
    command += ["--nbval", "--nbval-current-env", f"--nbval-sanitize-with={ROOT / 'tests' / 'nbval-sanitize.cfg'}"]
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    done = subprocess.run(
        [*command, "notebooks"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True,
        text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Cell outputs differ" in done.stdout
    assert "fire: mechanized infantry at 3: dice 7" in done.stdout
