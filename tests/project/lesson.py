"""A first lesson as a machine without a network has it: install, open JupyterLab, run the first notebook.

Usage: lesson.py STICK. Prints what was seen, one line each; any trouble ends it.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

NOTEBOOK = "00-start-here.ipynb"
RUN = """
import nbformat, northafrica
from nbclient import NotebookClient
book = nbformat.read("00-start-here.ipynb", 4)
NotebookClient(book, timeout=300, kernel_name="python3").execute()
cells = [cell for cell in book.cells if cell.cell_type == "code" and cell.source.strip()]
print("kit", northafrica.__file__)
print("cells", len(cells), sum(cell.execution_count is not None for cell in cells))
"""


def fetch(url: str, process: subprocess.Popen[bytes]) -> bytes:
    """Ask until JupyterLab answers."""
    for _ in range(1200):
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=60) as answer:
            return bytes(answer.read())
        time.sleep(0.2)
    sys.exit(f"JupyterLab did not answer at {url}")


def open_lab(stick: Path, port: int) -> None:
    """Install, open JupyterLab with the stick's own start, ask for the first notebook's page and content."""
    start = ["cmd", "/c", "start.bat"] if sys.platform == "win32" else ["sh", "start.sh"]
    options = ["--no-browser", f"--port={port}", "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token="]
    if subprocess.call([*start, "--install-only"], cwd=stick):
        sys.exit("the installation failed")
    process = subprocess.Popen([*start, *options], cwd=stick, stdout=sys.stderr)
    try:
        page = fetch(f"http://127.0.0.1:{port}/lab/tree/{NOTEBOOK}", process)
        book = json.loads(fetch(f"http://127.0.0.1:{port}/api/contents/{NOTEBOOK}", process))
    finally:
        process.terminate()
        process.wait(60)
    print("page", "jupyter-config-data" in page.decode())
    print("notebook", book["type"])


def main() -> None:
    """Have the lesson."""
    stick, course = Path(sys.argv[1]), Path.home() / "northafrica-course"
    open_lab(stick, 8899)
    python = course / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    sys.exit(subprocess.call([str(python), "-c", RUN], cwd=course))


if __name__ == "__main__":
    main()
