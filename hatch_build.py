"""What wheel and source distribution hold: the kit's own files, by an allow-list, and nothing that is kept beside them.

In a git checkout only tracked files are packed; elsewhere (an unpacked source distribution, a copy) the allow-list
alone decides. Lessons, results, progress and saved games of a class are on neither.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = {
    "northafrica": "northafrica",
    "data": "northafrica/data",
    "notebooks": "northafrica/notebooks",
    "tests/cases": "northafrica/cases",
}
ALLOWED = re.compile(
    r"northafrica/(\w+/)*(\w+\.(py|css)|py\.typed)"
    r"|data/(\w+/)*[\w-]+\.(csv|md|geojson|json|toml)"
    r"|notebooks/\.ruff\.toml"
    r"|notebooks/(\w+/)?[0-9]{2}-[\w-]+\.ipynb"
    r"|notebooks/\w+/exercises/[\w-]+\.toml"
    r"|notebooks/\w+/positions/[\w-]+\.(txt|rec)"
    r"|tests/cases/(aana|afrika2)/([\w-]+/)*[\w-]+\.toml"
)
PRIVATE = re.compile(r"(^|/)(my-|results-|autosave-|progress\.json$|\.northafrica/)", re.IGNORECASE)


def packed(root: Path) -> dict[str, str]:
    """The files of a checkout that are packed: name there -> name in the wheel."""
    found = {}
    for folder, target in FOLDERS.items():
        for name in _tracked(root, folder) or _lying(root, folder):
            if ALLOWED.fullmatch(name) and not PRIVATE.search(name) and (root / name).is_file():
                found[name] = target + name.removeprefix(folder)
    return found


def _tracked(root: Path, folder: str) -> list[str]:
    """The files that git tracks; none where this is no checkout of git's."""
    if not (root / ".git").exists():
        return []
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--", folder]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return [name for name in done.stdout.split("\0") if name]


def _lying(root: Path, folder: str) -> list[str]:
    return [path.relative_to(root).as_posix() for path in sorted((root / folder).rglob("*"))]


class Packing(BuildHookInterface):  # type: ignore[type-arg]
    """Hands hatchling the files; an editable installation needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds."""
        if version == "editable":
            return
        root, source = Path(self.root), self.target_name == "sdist"
        for name, target in packed(root).items():
            if not (source and name.startswith("tests/")):  # a source distribution has all tests, where they stand
                build_data["force_include"][str(root / name)] = name if source else target
