"""Install the course from this folder, without a network, and open it. Needs Python and nothing else.

It lies on a stick beside the wheels; ``start.bat``, ``start.command`` and ``start.sh`` call it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
WHEELS = HERE / "wheels"


def this_machine() -> str:
    """Name this machine and its Python as the stick's list does, like ``windows-3.12``."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    chip = {"amd64": "intel", "x86_64": "intel", "arm64": "arm", "aarch64": "arm"}.get(machine, machine)
    usual = "arm" if system == "macos" else "intel"
    kind = "" if chip == usual else f"-{chip}"
    bits = "" if sys.maxsize > 2**32 else "-32-bit"
    return f"{system}{kind}{bits}-{sys.version_info[0]}.{sys.version_info[1]}"


def venv_python(folder: Path) -> Path:
    """Return the Python inside a virtual environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def check(lock: Path) -> None:
    """Compare every wheel with its digest before any of them runs, pip's own too; end where one differs."""
    known = {hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in WHEELS.glob("*.whl")}
    for line in lock.read_text(encoding="utf-8").split("\n"):
        name, _, digest = line.partition(" --hash=sha256:")
        if digest and digest.strip() not in known:
            sys.exit(
                f"{name} is missing or damaged in {WHEELS}: nothing was installed. Is the copy of this folder whole?"
            )


def install(folder: Path, machine: str) -> None:
    """Make the environment anew and install the course there from the wheels of this folder alone."""
    print(f"Installing the course in {folder} (some minutes, once) ...", flush=True)
    check(HERE / "locks" / f"{machine}.txt")
    # pip comes from the stick: Debian's Python, for one, brings none.
    venv.create(folder, with_pip=False, clear=True)
    pip = next(WHEELS.glob("pip-*.whl")) / "pip"
    command = [str(venv_python(folder)), str(pip), "--isolated", "--disable-pip-version-check", "install", "-q"]
    command += ["--no-compile", "--no-cache-dir", "--no-index", "--find-links", str(WHEELS)]
    command += ["-r", str(HERE / "locks" / f"{machine}.txt")]
    if subprocess.call(command, env={**os.environ, "PIP_CONFIG_FILE": os.devnull}):
        sys.exit("The installation failed; the lines above say why. Is the copy of this folder whole?")


def main() -> int:
    """Read the command line, install if need be, and open the course."""
    parser = argparse.ArgumentParser(description="Open the course. Further options go to JupyterLab.")
    home = Path.home() / "northafrica-course"
    parser.add_argument("--dir", type=Path, default=home, metavar="FOLDER", help=f"where your work goes ({home})")
    parser.add_argument("--install-only", action="store_true", help="prepare this machine, open nothing")
    options, rest = parser.parse_known_args()
    stick = json.loads((HERE / "stick.json").read_text(encoding="utf-8"))
    machine, served = this_machine(), stick.get("machines", [])
    if machine not in served:
        sys.exit(f"This folder serves {', '.join(served) or 'nobody yet'}; this machine is {machine}. See README.txt.")
    course = options.dir.absolute()
    environment, note = course / ".venv", course / ".venv" / "stick.txt"
    stamp = hashlib.sha256((HERE / "stick.json").read_bytes()).hexdigest()
    if not note.is_file() or note.read_text(encoding="utf-8") != stamp:
        install(environment, machine)
        note.write_text(stamp, encoding="utf-8")
    if options.install_only:
        return 0
    command = [str(venv_python(environment)), "-m", "northafrica", "lab", "--dir", str(course)]
    command += ["--notebooks", str(HERE / "notebooks"), *rest]
    return run(command, course)


def run(command: list[str], folder: Path) -> int:
    """Run the course until it ends; where that can be, in this process's place."""
    os.chdir(folder)
    if os.name == "posix":
        os.execv(command[0], command)
    with subprocess.Popen(command) as lab:
        while True:
            try:
                return lab.wait()
            except KeyboardInterrupt:
                continue  # JupyterLab heard it too, and ends by itself


if __name__ == "__main__":
    sys.exit(main())
