"""Choose a version of everything the kit installs, and write it with its digests into ``locks``.

    python tools/lock.py

``test.txt`` holds all; ``lab.txt``, ``stick.txt`` and ``docs.txt`` are cuts of it, for pip installs a file whole. The
locks hold for every Python and machine the kit supports and name no index: whoever installs asks the index set there.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ROOT / "locks"
OLDEST = "3.11"


def lock(name: str, extra: str, *more: str) -> None:
    """Write one lock; raises CalledProcessError where no versions fit together."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "-q", "--universal", "--generate-hashes", "--no-header"]
    command += ["--no-emit-index-url", "--no-annotate", "--python-version", OLDEST, *more]
    command += [*(["--extra", extra] if extra else []), "pyproject.toml", "locks/installer.in", "-o", f"locks/{name}"]
    subprocess.run(command, cwd=ROOT, check=True)


def main() -> None:
    """Write all locks, the whole one first."""
    lock("test.txt", "test", "--upgrade")
    for extra in ("", "stick", "docs"):
        lock(f"{extra or 'lab'}.txt", extra, "-c", "locks/test.txt")


if __name__ == "__main__":
    main()
