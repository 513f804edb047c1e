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
WHOLE = "Is the copy of this folder whole?"


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


def check(lock: Path) -> Path:
    """Compare every wheel with its digest before any of them runs; end where one differs. Returns pip's."""
    known = {hashlib.sha256(wheel.read_bytes()).hexdigest(): wheel for wheel in WHEELS.glob("*.whl")}
    wanted: dict[str, str] = {}
    for line in lock.read_text(encoding="utf-8").split("\n"):
        name, _, digest = line.partition(" --hash=sha256:")
        if digest:
            wanted[name.partition("==")[0].strip()] = digest.strip()
        if digest and digest.strip() not in known:
            sys.exit(f"{name} is missing or damaged in {WHEELS}: nothing was installed. {WHOLE}")
    if not {"pip", "northafrica"} <= set(wanted):
        sys.exit(f"{lock} is cut short: nothing was installed. {WHOLE}")
    return known[wanted["pip"]]


def works(python: Path) -> bool:
    """Whether an environment still runs the course: the Python it was made with may have gone since."""
    try:
        return not subprocess.call([str(python), "-c", "import northafrica, jupyterlab"], stderr=subprocess.DEVNULL)
    except OSError:
        return False


def install(folder: Path, machine: str) -> None:
    """Make the environment anew and install the course there from the wheels of this folder alone."""
    print(f"Installing the course in {folder} (some minutes, once) ...", flush=True)
    wheel = check(HERE / "locks" / f"{machine}.txt")
    # pip comes from the stick: Debian's Python, for one, brings none.
    venv.create(folder, with_pip=False, clear=True)
    command = [
        str(venv_python(folder)),
        str(wheel / "pip"),
        "--isolated",
        "--disable-pip-version-check",
        "install",
        "-q",
    ]
    command += ["--no-compile", "--no-cache-dir", "--no-index", "--find-links", str(WHEELS)]
    command += ["-r", str(HERE / "locks" / f"{machine}.txt")]
    if subprocess.call(command, env={**os.environ, "PIP_CONFIG_FILE": os.devnull}):
        sys.exit(f"The installation failed; the lines above say why. {WHOLE}")


def main() -> int:
    """Open the course; what the system refuses is said in words."""
    try:
        return start()
    except OSError as error:
        place, why = error.filename or "this folder", error.strerror or error
        told = f"{place} cannot be used: {why}. Make room or give the rights, or name another place"
        sys.exit(f"{told} with --dir FOLDER. {WHOLE}")


def served() -> list[str]:
    """The machines that the stick serves."""
    try:
        listed = json.loads((HERE / "stick.json").read_text(encoding="utf-8"))
        return [str(machine) for machine in listed.get("machines", [])]
    except (OSError, ValueError, AttributeError, TypeError):
        sys.exit(f"{HERE / 'stick.json'} is missing or damaged. {WHOLE}")


def start() -> int:
    """Read the command line, install if need be, and open the course."""
    parser = argparse.ArgumentParser(description="Open the course. Further options go to JupyterLab.")
    home = Path.home() / "northafrica-course"
    parser.add_argument("--dir", type=Path, default=home, metavar="FOLDER", help=f"where your work goes ({home})")
    parser.add_argument("--install-only", action="store_true", help="prepare this machine, open nothing")
    options, rest = parser.parse_known_args()
    machine, known = this_machine(), served()
    if machine not in known:
        sys.exit(f"This folder serves {', '.join(known) or 'nobody yet'}; this machine is {machine}. See README.txt.")
    course = options.dir.absolute()
    if os.pathsep in str(course):
        sys.exit(f"No environment can lie in {course}: '{os.pathsep}' stands in its path. Choose another with --dir.")
    environment, note = course / ".venv", course / ".venv" / "stick.txt"
    stamp = hashlib.sha256((HERE / "stick.json").read_bytes()).hexdigest()
    if not note.is_file() or note.read_bytes() != stamp.encode() or not works(venv_python(environment)):
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
