"""Run the cells of notebooks again and in other orders, and tell which fail then: none may.

    python tools/rerun_notebooks.py                                        every notebook
    python tools/rerun_notebooks.py notebooks/afrika2/11-compass.ipynb     this one

A reader goes back and runs a cell once more. So, in one kernel: every cell twice in sequence, then all of them
backwards, then in an order drawn by lot. Each notebook runs in a copy of the folder. The exit code is 1 where a
cell failed.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
Cell = tuple[int, str]


def cells_of(path: Path) -> list[Cell]:
    """The code cells by their place, but those that are meant to fail."""
    cells = enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"])
    return [
        (n, "".join(cell["source"]))
        for n, cell in cells
        if cell["cell_type"] == "code" and "raises-exception" not in cell["metadata"].get("tags", [])
    ]


def orders(cells: list[Cell]) -> Iterator[tuple[str, Cell]]:
    """All runs, each with a word for its order."""
    for cell in cells:
        yield "as it stands", cell
        yield "at once again", cell
    yield from (("backwards", cell) for cell in reversed(cells))
    mixed = list(cells)
    random.Random(1).shuffle(mixed)
    yield from (("by lot", cell) for cell in mixed)


def failures(path: Path) -> list[str]:
    """What failed, a line each, where the cells are run in this process."""
    shell = InteractiveShell.instance()
    found: dict[str, None] = {}
    for order, (n, source) in orders(cells_of(path)):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            done = shell.run_cell(source, store_history=False)
        error = done.error_before_exec or done.error_in_exec
        if error is not None:
            found[f"{path.name}, cell {n}, {order}: {type(error).__name__}: {error}"] = None
    return list(found)


def run_apart(path: Path) -> bool:
    """Run a notebook in a process and a copy of the notebooks of its own; whether nothing failed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "notebooks"
        shutil.copytree(NOTEBOOKS, copy, ignore=shutil.ignore_patterns(".ipynb_checkpoints", ".northafrica"))
        twin = copy / path.resolve().relative_to(NOTEBOOKS)
        told = {**os.environ, "IPYTHONDIR": folder, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return subprocess.call([sys.executable, __file__, "--here", twin], cwd=twin.parent, env=told) == 0


def main() -> int:
    """Run all that is asked for; 1 if a cell failed."""
    parser = argparse.ArgumentParser(description="Run the cells of notebooks again and in other orders.")
    parser.add_argument("notebook", nargs="*", type=Path, help="a notebook; without one, all of them")
    parser.add_argument("--here", action="store_true", help="in this process and folder")
    options = parser.parse_args()
    if options.here:
        found = [line for path in options.notebook for line in failures(path)]
        print(*found, sep="\n", end="\n" if found else "")
        return 1 if found else 0
    asked = options.notebook or sorted(NOTEBOOKS.rglob("*.ipynb"))
    failed = [path for path in asked if ".ipynb_checkpoints" not in path.parts and not run_apart(path)]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
