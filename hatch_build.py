"""What wheel and source distribution hold: the kit's own files, by an allow-list, and nothing that is kept beside them.

In a git checkout only tracked files are packed, and those of `notebooks` as they were committed last: what somebody
worked in them stays here, and is told by name. Elsewhere (an unpacked source distribution, a copy) the allow-list alone
decides, and what is packed of `notebooks` is told. Lessons, results, progress and saved games are on neither.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
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
    r"northafrica/(\w+/)*(\w+\.(py|css|js)|py\.typed)"
    r"|data/(\w+/)*[\w-]+\.(csv|md|geojson|json|toml)"
    r"|notebooks/\.ruff\.toml"
    r"|notebooks/(\w+/)?[0-9]{2}-[\w-]+\.ipynb"
    r"|notebooks/\w+/exercises/[\w-]+\.toml"
    r"|notebooks/\w+/positions/[\w-]+\.(txt|rec)"
    r"|tests/cases/(aana|afrika2)/([\w-]+/)*[\w-]+\.toml"
)
SOURCE = (
    "tests", "benchmarks", "docs", "binder", "classroom", "locks", "kit.py", "hatch_build.py", "mkdocs.yml",
    "README.md", "SECURITY.md", "LICENSE", "CITATION.cff",
)  # fmt: skip
"""What a source distribution has besides, where it stands."""
WORKED_IN = "notebooks"
LEFT_OVER = re.compile(r"(^|/)(\.|__pycache__(/|$))|\.pyc$")
PRIVATE = re.compile(r"(^|/)(my-|results-|autosave-|progress\.json$|\.northafrica/)", re.IGNORECASE)


def packed(root: Path) -> dict[str, str]:
    """The files of a checkout that are packed: name there -> name in the wheel."""
    found = {}
    for folder, target in FOLDERS.items():
        for name in _files(root, folder):
            if ALLOWED.fullmatch(name) and not PRIVATE.search(name) and (root / name).is_file():
                found[name] = target + name.removeprefix(folder)
    return found


def source(root: Path) -> list[str]:
    """The further files of a checkout that a source distribution has."""
    found = (name for folder in SOURCE for name in _files(root, folder))
    return [name for name in found if not PRIVATE.search(name) and (root / name).is_file()]


def worked_in(root: Path) -> list[str]:
    """The files of `notebooks` that differ from what was committed last; none where this is no checkout of git's."""
    return _names(_git(root, "diff", "--name-only", "-z", "HEAD", "--", WORKED_IN) or b"")


def committed(root: Path, name: str) -> bytes | None:
    """A file as it was committed last; None where it never was."""
    return _git(root, "show", f"HEAD:{name}")


def _files(root: Path, folder: str) -> list[str]:
    """The files that git tracks, or all that lie there where this is no checkout of git's."""
    tracked = _git(root, "ls-files", "-z", "--", folder)
    return _lying(root, folder) if tracked is None else _names(tracked)


def _names(said: bytes) -> list[str]:
    return [name for name in said.decode("utf-8", "surrogateescape").split("\0") if name]


def _git(root: Path, *command: str) -> bytes | None:
    """What git says; None where it cannot, or this is no checkout of its own."""
    if not (root / ".git").exists():
        return None
    try:
        whole = ["git", "-c", "safe.directory=*", *command]
        return subprocess.run(whole, cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def _lying(root: Path, folder: str) -> list[str]:
    place = root / folder
    found = [place] if place.is_file() else sorted(place.rglob("*"))
    names = (path.relative_to(root).as_posix() for path in found)
    return [name for name in names if name == "notebooks/.ruff.toml" or not LEFT_OVER.search(name)]


class Packing(BuildHookInterface):  # type: ignore[type-arg]
    """Hands hatchling the files; an editable installation needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds."""
        if version == "editable":
            return
        root, is_source = Path(self.root), self.target_name == "sdist"
        files = packed(root)
        if is_source:  # it has all tests, where they stand
            files = {name: name for name in (*files, *source(root))}
        changed = [name for name in worked_in(root) if name in files]
        self._kept = tempfile.TemporaryDirectory()
        for name, target in files.items():
            build_data["force_include"][self._place(root, name, name in changed)] = target
        self._tell(root, list(files), changed)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called by hatchling after it has built."""
        if version != "editable":
            self._kept.cleanup()

    def _place(self, root: Path, name: str, changed: bool) -> str:
        """Where a file is taken from: from a copy as it was committed last, where somebody has changed it since."""
        content = committed(root, name) if changed else None
        if content is None:
            return str(root / name)
        copy = Path(self._kept.name, name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
        return str(copy)

    def _tell(self, root: Path, names: list[str], changed: list[str]) -> None:
        if changed:
            told = "were changed here and are packed as they were committed last (a new one as it lies): "
            self.app.display_warning(f"These {told}{', '.join(changed)}")
        if _git(root, "ls-files", "-z", "--", WORKED_IN) is None:
            course = ", ".join(name for name in names if name.startswith(f"{WORKED_IN}/"))
            self.app.display_warning(f"This is no git checkout: the notebooks are packed as they lie here: {course}")
