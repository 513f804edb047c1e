"""The command `lab`: a copy of the course's notebooks, opened in JupyterLab.

JupyterLab is told to ask nobody for news or updates, so that it stays on this machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from northafrica.cli.inputs import InputError
from northafrica.cli.output import Answer, harmless
from northafrica.core.files import save_bytes, save_text
from northafrica.core.paths import notebooks_root

FOLDER = "northafrica-notebooks"
START = "00-start-here.ipynb"
OWN = ".northafrica"
QUIET = (
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
)
NEWS = "@jupyterlab/apputils-extension:announcements"


@dataclass
class Unpacked:
    """What was done to the folder: files written, files left as the user changed them."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def lab(options: argparse.Namespace) -> Answer:
    """Unpack the notebooks and open JupyterLab on the first; ends when it ends."""
    if find_spec("jupyterlab") is None:
        raise InputError("JupyterLab is not installed here; install it with: pip install jupyterlab")
    if not options.dir.strip():
        raise InputError("--dir: name a folder, or leave it out")
    folder = Path(options.dir).absolute()
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--dir {options.dir}: this is a file; name a folder")
    origin = source() if options.notebooks is None else given(options.notebooks)
    for line in report(folder, unpack(origin, folder)):
        print(harmless(line), flush=True)
    quiet_news(folder)
    return Answer({}, code=run(command(folder, options.jupyter), folder, environment(folder)))


def source() -> Traversable:
    """The notebooks: inside an installed wheel, or beside the package in a checkout."""
    found: Traversable = notebooks_root()
    if not found.is_dir():
        raise InputError("this installation holds no notebooks; install the kit again")
    return found


def given(name: str) -> Path:
    """The folder of notebooks that the user names. Raises InputError."""
    folder = Path(name)
    if not folder.is_dir():
        raise InputError(f"--notebooks {name}: there is no such folder")
    return folder


def unpack(origin: Traversable, folder: Path) -> Unpacked:
    """Copy the notebooks, never over a file that was changed since it was unpacked."""
    notes = folder / OWN / "unpacked.json"
    known, done = _read_notes(notes), Unpacked()
    for name, content in _contents(origin):
        target = folder / name
        fresh, there = _digest(content), _digest(target.read_bytes()) if target.is_file() else None
        if there is None or there == known.get(name) != fresh:
            save_bytes(content, target)
            done.written.append(name)
        elif there != fresh:
            done.kept.append(name)
            continue
        known[name] = fresh
    save_text(json.dumps(known, indent=1, sort_keys=True), notes)
    return done


def _read_notes(notes: Path) -> dict[str, str]:
    """The digests of what was unpacked before; lost notes only mean that more is kept."""
    try:
        found = json.loads(notes.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def _contents(origin: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for item in sorted(origin.iterdir(), key=lambda item: item.name):
        if item.name.startswith(".") or item.name == "__pycache__":
            continue
        if item.is_dir():
            yield from _contents(item, f"{prefix}{item.name}/")
        elif not item.is_file():
            raise InputError(f"{item}: it is a pipe, a device or a link to nothing, no file; take it away")
        else:
            yield f"{prefix}{item.name}", item.read_bytes()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def report(folder: Path, done: Unpacked) -> list[str]:
    """What unpacking did, in words."""
    lines = [f"Your notebooks are in {folder} ({len(done.written)} files written)"]
    if done.kept:
        lines.append(f"Left as you changed them: {', '.join(done.kept)}")
        lines.append("To get the kit's own again, rename or remove yours and start once more.")
    return lines


def quiet_news(folder: Path) -> None:
    """Switch off JupyterLab's question about news, for this folder's JupyterLab only."""
    config = folder / OWN / "jupyter" / "labconfig"
    save_text(json.dumps({"disabledExtensions": {NEWS: True}}), config / "page_config.json")


def environment(folder: Path) -> dict[str, str]:
    """The environment of JupyterLab: the quiet settings, and charts that carry their own scripts."""
    own = str(folder / OWN / "jupyter")
    before = os.environ.get("JUPYTER_CONFIG_PATH")
    path = os.pathsep.join([own, before]) if before else own
    return {"BOKEH_RESOURCES": "inline", **os.environ, "JUPYTER_CONFIG_PATH": path}


def command(folder: Path, more: Sequence[str]) -> list[str]:
    """The command that opens JupyterLab; what the user says himself is not said twice."""
    page = f"/lab/tree/{START}" if (folder / START).is_file() else "/lab"
    flags = [*QUIET, f"--ServerApp.root_dir={folder}", f"--LabApp.default_url={page}"]
    said = {argument.partition("=")[0] for argument in more}
    found = [flag for flag in flags if flag.partition("=")[0] not in said]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and "--allow-root" not in said:
        found.append("--allow-root")  # in a container everybody is root
    return [sys.executable, "-m", "jupyterlab", *found, *more]


def run(arguments: Sequence[str], folder: Path, variables: Mapping[str, str]) -> int:
    """Run JupyterLab until it ends."""
    if os.name == "posix":
        os.chdir(folder)
        os.execve(arguments[0], list(arguments), dict(variables))
    with subprocess.Popen(arguments, cwd=folder, env=dict(variables)) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue  # JupyterLab heard it too, and ends by itself
