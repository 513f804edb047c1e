"""Run the kit from a checkout: ``python kit.py lab``, ``stick FOLDER``, ``docs`` or ``test``.

Needs Python 3.11 or newer and git, nothing else: it makes its own virtual environment in ``.venv``
(``NORTHAFRICA_VENV`` names another folder) and installs there what the command needs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
EXTRAS = ("stick", "docs", "test")
START = "00-start-here.ipynb"
LINUX = sys.platform == "linux"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
QUIET_LAB = ("--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")
NO_BROWSER = """No Chromium, Chrome or Edge was found or could be installed. The browser tests need one:
  Debian:   sudo apt-get install chromium
  macOS:    install Google Chrome, or: brew install --cask chromium
  Windows:  Microsoft Edge or Google Chrome
or set NORTHAFRICA_CHROMIUM to the browser's program file."""

# Stage name -> what the environment's Python runs.
STAGES = {
    "ruff": "ruff check .",
    "format": "ruff format --check .",
    "mypy": "mypy",
    "unit": "pytest -q -n 2 --dist worksteal tests --ignore=tests/browser --ignore=tests/project/test_wheel.py"
    " --ignore=tests/project/test_pages_from_wheel.py --ignore=tests/project/test_stick.py"
    " --ignore=tests/project/test_docs.py",
    "notebooks": "pytest -q -n 2 tests/project/test_pages_from_wheel.py",
    "browser": "pytest -q tests/browser",
    "wheel": "pytest -q tests/project/test_wheel.py",
    "docs": "pytest -q tests/project/test_docs.py",
    "stick": "pytest -q tests/project/test_stick.py",
}


def venv_folder() -> Path:
    """Return the folder of the kit's virtual environment."""
    return Path(os.environ.get("NORTHAFRICA_VENV") or ROOT / ".venv").expanduser().absolute()


def venv_python() -> Path:
    """Return the Python inside the virtual environment, whether or not it exists yet."""
    return venv_folder() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def has_pip() -> bool:
    """Say whether the virtual environment is there and whole."""
    try:
        asked = subprocess.run([venv_python(), "-m", "pip", "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return asked.returncode == 0


def make_venv() -> None:
    """Make the virtual environment if it is missing or broken."""
    if has_pip():
        return
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        sys.exit(f"This Python cannot make virtual environments. On Debian: sudo apt-get install {package}")
    print(f"Making {venv_folder()} ...", flush=True)
    try:
        venv.create(venv_folder(), with_pip=True, clear=venv_folder().joinpath("pyvenv.cfg").exists())
    except OSError as error:
        sys.exit(f"{venv_folder()} cannot be made ({error}). Set NORTHAFRICA_VENV to a folder that can be written.")


def stamp(extra: str) -> str:
    """Return the text that says from which lock an installation was made, for which Python."""
    lock = ROOT / "locks" / f"{extra or 'lab'}.txt"
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {sys.version_info[0]}.{sys.version_info[1]} [{extra}]"


def pip(*arguments: str) -> bool:
    """Let the environment's pip install something; say whether it did."""
    command = [str(venv_python()), "-m", "pip", "install", "-q", "--disable-pip-version-check", *arguments]
    return subprocess.call(command, cwd=ROOT) == 0


def install(extra: str = "") -> None:
    """Install the kit, editable, and what the lock of an extra group names; do nothing if that is already so.

    Packages and the kit's own place are two things: a checkout that was renamed, moved or copied is told to its
    environment anew without a network. Where packages cannot be had, an environment that works is used as it is.
    """
    note = venv_folder() / "northafrica-installed.txt"
    lines = note.read_text(encoding="utf-8").splitlines() if note.exists() else []
    packages, place = lines if len(lines) == 2 else ("", "")
    enough = (extra, "test") if extra else ("", *EXTRAS)
    whole = venv_python().exists() and packages in map(stamp, enough)
    if whole and place == str(ROOT):
        return
    make_venv()
    if not whole:
        packages = install_packages(extra, packages)
    if not pip("--no-deps", "--no-build-isolation", "--no-index", "-e", str(ROOT)):
        sys.exit("The kit itself could not be installed; the lines above say why.")
    quiet_news()
    note.write_text(f"{packages}\n{ROOT}\n", encoding="utf-8")


def install_packages(extra: str, before: str) -> str:
    """Install what a lock names; return the stamp of what is there now."""
    print("Installing what the kit needs (a minute or two the first time) ...", flush=True)
    if pip("--require-hashes", "-r", str(ROOT / "locks" / f"{extra or 'lab'}.txt")):
        return stamp(extra)
    if not before or f"[{extra}]" not in before or not works():
        sys.exit("The installation failed; the lines above say why.")
    print("That failed; the packages installed before work, and the kit goes on with them.", file=sys.stderr)
    return before


def works() -> bool:
    """Say whether the environment holds what a learner needs."""
    ask = "import jupyterlab, ipywidgets, ipyleaflet, bokeh, pandas, pydantic, hatchling"
    return subprocess.run([venv_python(), "-c", ask], capture_output=True, check=False).returncode == 0


def quiet_news() -> None:
    """Spare the learner JupyterLab's question about news: the environment is the kit's own."""
    folder = venv_folder() / "share" / "jupyter" / "lab" / "settings" / "overrides.d"
    folder.mkdir(parents=True, exist_ok=True)
    quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
    (folder / "northafrica.json").write_text(json.dumps(quiet), encoding="utf-8")


def open_lab(arguments: list[str]) -> int:
    """Open JupyterLab on the first notebook; further arguments go to JupyterLab."""
    install()
    command = [str(venv_python()), "-m", "jupyterlab", *QUIET_LAB]
    command += [f"--ServerApp.root_dir={ROOT / 'notebooks'}", f"--LabApp.default_url=/lab/tree/{START}"]
    if is_root():
        command.append("--allow-root")  # in a container everybody is root
    command += arguments
    os.environ.setdefault("BOKEH_RESOURCES", "inline")
    os.chdir(ROOT)
    if os.name == "posix":
        os.execv(command[0], command)
    with subprocess.Popen(command) as lab:
        while True:
            try:
                return lab.wait()
            except KeyboardInterrupt:
                continue  # JupyterLab heard it too, and ends by itself


def build_docs() -> int:
    """Build the chapters and the API reference; a broken reference is an error."""
    install("docs")
    site = ROOT / "build" / "docs"
    command = [str(venv_python()), "-m", "mkdocs", "build", "--strict", "-d", str(site)]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    print("\n".join(line for line in done.stderr.splitlines() if not line.startswith("INFO")), file=sys.stderr)
    if not done.returncode:
        print(f"The documentation begins at {site / 'index.html'}")
    return done.returncode


def is_root() -> bool:
    """Say whether we may install system packages; never true on Windows."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def usual_browsers() -> Iterator[Path]:
    """Yield the places where Linux, macOS and Windows keep Chromium, Chrome and Edge."""
    yield from (Path(found) for name in BROWSERS if (found := shutil.which(name)))
    for apps in (Path("/Applications"), Path.home() / "Applications"):
        for name in ("Chromium", "Google Chrome", "Microsoft Edge"):
            yield apps / f"{name}.app" / "Contents" / "MacOS" / name
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if folder := os.environ.get(variable):
            for name in ("Chromium/Application/chrome", "Google/Chrome/Application/chrome"):
                yield Path(folder) / f"{name}.exe"
            yield Path(folder) / "Microsoft/Edge/Application/msedge.exe"


def starts(browser: Path) -> bool:
    """Say whether a browser is there and starts (Ubuntu's stub and missing libraries do not)."""
    if not browser.is_file():
        return False
    if not LINUX:
        return True  # Windows would open a window
    try:
        asked = subprocess.run([browser, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def find_chromium() -> Path | None:
    """Return the named browser (NORTHAFRICA_CHROMIUM) or the first one found, or None."""
    if named := os.environ.get("NORTHAFRICA_CHROMIUM"):
        if not starts(Path(named)):
            sys.exit(f"NORTHAFRICA_CHROMIUM names {named}, which is not a browser that starts.")
        return Path(named)
    return next(filter(starts, usual_browsers()), None)


def apt_chromium() -> Path | None:
    """Install Debian's Chromium if this is Debian or Ubuntu and we are root."""
    if not (LINUX and is_root() and shutil.which("apt-get")):
        return None
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "-q", "update"], ["apt-get", "-q", "install", "-y", "chromium"]):
        if subprocess.call(command, env=environment):
            return None
    return find_chromium()


def playwright_chromium() -> Path | None:
    """Let playwright download its own Chromium, and return it."""
    if subprocess.call([str(venv_python()), "-m", "playwright", "install", "chromium"]):
        return None
    ask = "from playwright.sync_api import sync_playwright as start\n"
    ask += "with start() as it: print(it.chromium.executable_path)"
    answer = subprocess.run([venv_python(), "-c", ask], capture_output=True, text=True, check=False)
    path = Path(answer.stdout.strip() or "missing")
    return path if starts(path) else None


def provide_chromium() -> None:
    """Find or install a browser, and tell the tests of it."""
    browser = find_chromium() or apt_chromium() or playwright_chromium()
    if browser is None:
        print(NO_BROWSER, file=sys.stderr, flush=True)
    else:
        os.environ["NORTHAFRICA_CHROMIUM"] = str(browser)


def run_stages(names: list[str]) -> int:
    """Run the named stages, all of them whatever fails, and print a table; return 1 if one failed."""
    if "browser" in names:
        find_chromium()  # a wrong NORTHAFRICA_CHROMIUM is told now, not after minutes
    install("test")
    os.environ["BOKEH_RESOURCES"] = "inline"
    results: list[tuple[str, int, float]] = []
    for name in names:
        print(f"\n=== {name} ===", flush=True)
        begun = time.monotonic()
        if name == "browser":
            provide_chromium()  # without one the tests themselves fail
        code = subprocess.call([str(venv_python()), "-m", *STAGES[name].split()], cwd=ROOT)
        results.append((name, code, time.monotonic() - begun))
        print(f"=== {name}: {'passed' if code == 0 else 'FAILED'}, {results[-1][2]:.1f} s ===", flush=True)
    print("\nstage      result  seconds")
    for name, code, seconds in results:
        print(f"{name:<10} {'passed' if code == 0 else 'FAILED'}  {seconds:7.1f}")
    return int(any(code for _, code, _ in results))


def stage_names(text: str) -> list[str]:
    """Read ``ruff,mypy`` as a list of stages."""
    names = [name.strip() for name in text.split(",")]
    if unknown := [name for name in names if name not in STAGES]:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; there are: {', '.join(STAGES)}")
    return names


def main() -> int:
    """Read the command line and do what it says."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts it with an older one is told
        sys.exit(f"northafrica needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    from classroom import make as classroom  # an older Python should reach the line above

    parser = argparse.ArgumentParser(prog="kit.py", description="Open the course, take it along, or test the kit.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("lab", help="open JupyterLab on the first notebook (options go to JupyterLab)")
    stick = commands.add_parser("stick", help="build a folder that opens the course without a network")
    classroom.add_arguments(stick)
    commands.add_parser("docs", help="build the chapters and the API reference as a web site")
    test = commands.add_parser("test", help="run every check")
    test.add_argument("--only", type=stage_names, default=list(STAGES), metavar="STAGE[,STAGE]")
    options, rest = parser.parse_known_args()
    if options.command == "lab":
        return open_lab(rest)
    if rest:
        parser.error(f"unknown arguments: {' '.join(rest)}")
    if options.command == "stick":
        install("stick")
        return classroom.command(options, venv_python())
    if options.command == "docs":
        return build_docs()
    return run_stages(options.only)


if __name__ == "__main__":
    sys.exit(main())
