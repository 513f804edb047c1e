"""Run the notebooks and save them as they are kept: with their texts, without widgets, charts and pictures.

    python tools/save_notebooks.py                                        every notebook
    python tools/save_notebooks.py notebooks/aana/01-a-turn-step-by-step.ipynb     this one

Each notebook runs in its own folder, as it does for a reader. A cell that only prints or shows text keeps its
output and its number, so that nbval compares it. A cell that shows anything else (a widget, a chart, a picture)
or clears its output is saved as not yet run: nbval runs it and does not compare. A cell that fails, or writes to
stderr, stops the program, and the notebook stays as it was.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
TEXT = {"text/plain"}
SECONDS = 300  # for one cell
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Clearing(NotebookClient):
    """A client that remembers which cells cleared their output."""

    def __init__(self, notebook: NotebookNode, **settings: Any) -> None:
        super().__init__(notebook, **settings)
        self.cleared: set[int] = set()

    def clear_output(self, outs: list[NotebookNode], msg: dict[str, Any], cell_index: int) -> None:
        """Clear, and remember."""
        self.cleared.add(cell_index)
        super().clear_output(outs, msg, cell_index)


def find(names: list[str]) -> list[Path]:
    """The notebooks named, or all of them."""
    if names:
        return [Path(name).resolve() for name in names]
    return sorted(path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


def run(path: Path) -> NotebookNode:
    """The notebook of a file, executed and reduced to what is kept. Raises where a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    client = Clearing(notebook, kernel_name="python3", timeout=SECONDS, resources={"metadata": {"path": path.parent}})
    client.execute()
    return tidy(notebook, client.cleared)


def tidy(notebook: NotebookNode, cleared: set[int]) -> NotebookNode:
    """Reduce an executed notebook to what is kept, with plain metadata and cells numbered by their place."""
    number = 0
    for index, cell in enumerate(notebook.cells):
        cell.id = f"cell-{index:02}"
        tags = cell.metadata.get("tags")
        cell.metadata = NotebookNode(tags=tags) if tags else NotebookNode()
        if cell.cell_type != "code":
            continue
        complain(cell)
        if index in cleared or not all(map(is_text, cell.outputs)):
            cell.outputs, cell.execution_count = [], None
            continue
        number += 1
        cell.outputs = list(joined(cell.outputs))
        cell.execution_count = number
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count, output.metadata = number, NotebookNode()
    notebook.metadata = NotebookNode(kernelspec=KERNEL, language_info=NotebookNode(name="python"))
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def complain(cell: NotebookNode) -> None:
    """Refuse what must not be saved: warnings and errors."""
    for output in cell.outputs:
        if output.output_type == "stream" and output.name == "stderr":
            raise ValueError(f"writes to stderr:\n{cell.source}\n---\n{output.text}")
        if output.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
            raise ValueError(f"fails:\n{cell.source}\n---\n{output.ename}: {output.evalue}")


def is_text(output: NotebookNode) -> bool:
    """Whether an output is text alone."""
    return output.output_type in ("stream", "error") or set(output.data) <= TEXT


def joined(outputs: list[NotebookNode]) -> Iterator[NotebookNode]:
    """The outputs with neighbouring pieces of a stream made one: how they were cut is chance."""
    last: NotebookNode | None = None
    for output in outputs:
        if last is not None and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
            continue
        if last is not None:
            yield last
        last = output
    if last is not None:
        yield last


def save(notebook: NotebookNode, path: Path) -> None:
    """Write the notebook; the old file stays whole until the new one is."""
    nbformat.validate(notebook)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".part", delete=False) as part:
        part.write(nbformat.writes(notebook))
        part.write("\n")
    os.chmod(part.name, 0o644)
    os.replace(part.name, path)


def main() -> int:
    """Run and save; return the number of notebooks that failed."""
    parser = argparse.ArgumentParser(description="Run the notebooks and save them as they are kept.")
    parser.add_argument("notebook", nargs="*", help="a notebook; without one, all of them")
    failed = 0
    os.environ.setdefault("BOKEH_RESOURCES", "inline")
    for path in find(parser.parse_args().notebook):
        try:
            save(run(path), path)
        except Exception as error:
            failed += 1
            print(f"{path.name}: not saved: {COLOUR.sub('', str(error))}", file=sys.stderr)
        else:
            print(f"{path.name}: saved, {path.stat().st_size // 1024} kB")
    return failed


if __name__ == "__main__":
    sys.exit(main())
