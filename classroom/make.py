"""Build the folder that opens the course without a network: wheels, notebooks, data, a start for each system.

uv chooses the versions, for it alone can do so for another kind of machine; pip builds and downloads the wheels.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from classroom.targets import PLATFORMS, PYTHONS, Machine, this_platform

ROOT = Path(__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parent
LOCK = ROOT / "locks" / "lab.txt"
LIST = "stick.json"
EXECUTABLE = ("start.command", "start.sh")


class StickError(Exception):
    """What keeps a stick from being built, in words."""


@dataclass
class Stick:
    """A folder being filled. ``missing`` tells, for each machine it cannot serve, what could not be had.

    ``laid`` holds the digests of the kit's own files on it, by which one that was changed there is known.
    """

    folder: Path
    python: Path
    machines: list[Machine] = field(default_factory=list)
    missing: dict[Machine, str] = field(default_factory=dict)
    laid: dict[str, str] = field(default_factory=dict)

    @property
    def wheels(self) -> Path:
        """The folder of wheels."""
        return self.folder / "wheels"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say how the command is written."""
    here = this_platform()
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder, or a stick made before")
    parser.add_argument("--python", nargs="+", choices=PYTHONS, default=list(PYTHONS), help="by default all")
    parser.add_argument(
        "--platform",
        nargs="+",
        choices=PLATFORMS,
        default=[here] if here else ["windows"],
        help="by default %(default)s",
    )


def make(folder: Path, python: Path, machines: Sequence[Machine]) -> Stick:
    """Fill a folder for these machines, with the tools of an environment's Python.

    Raises StickError if the folder holds something else, or if not one machine could be served.
    """
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / LIST).is_file())):
        raise StickError(f"{folder} holds other things; name a new folder, for instance {folder / 'northafrica'}")
    folder.mkdir(parents=True, exist_ok=True)
    stick = Stick(folder, python, laid=laid_before(folder))
    # Until it is whole it serves nobody, but can be made again.
    own(folder / LIST).write_text(json.dumps({"files": stick.laid}), encoding="utf-8")
    for old in ("wheels", "locks", "data"):
        shutil.rmtree(own(folder / old), ignore_errors=True)
        (folder / old).mkdir()
    kit = build_kit(stick)
    for machine in machines:
        print(f"{machine.words} ...", flush=True)
        trouble = serve(stick, machine, kit)
        if trouble:
            stick.missing[machine] = trouble
        else:
            stick.machines.append(machine)
    if not stick.machines:
        raise StickError("\n".join(missing_lines(stick)))
    for name in ("notebooks", "data"):
        copy_folder(kit, name, folder, stick)
    not_as_committed(kit)
    write_texts(stick)
    write_list(stick, kit)
    return stick


def laid_before(folder: Path) -> dict[str, str]:
    """Return the digests of the kit's own files that an earlier command laid on a stick."""
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))["files"]
        return {str(name): str(text) for name, text in found.items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def own(path: Path) -> Path:
    """Return the same path, a link there taken away: what it leads to is not the stick's."""
    if path.is_symlink():
        path.unlink()
        print(f"{path} was a link; what it led to is left as it is")
    return path


def copy_folder(kit: Path, name: str, target: Path, stick: Stick | None = None) -> None:
    """Copy a folder of the kit's wheel, hidden files left out: what a class keeps beside it is not in there.

    Without rights: the FAT of a stick knows none. A file that somebody changed on the stick goes to `older` first.
    """
    stick = stick or Stick(target, Path(sys.executable))
    with zipfile.ZipFile(kit) as wheel:
        for inside in wheel.namelist():
            path = PurePosixPath(inside)
            if path.is_relative_to(f"northafrica/{name}") and not any(part.startswith(".") for part in path.parts):
                lay(stick, target, path.relative_to("northafrica"), wheel.read(inside))


def lay(stick: Stick, target: Path, name: PurePosixPath, content: bytes) -> None:
    """Lay one of the kit's files on the stick; folders and files there that are links are none of it."""
    for folder in reversed(name.parents[:-1]):
        own(target / folder).mkdir(parents=True, exist_ok=True)
    there = own(target / name)
    if there.is_file() and (before := there.read_bytes()) != content:
        if hashlib.sha256(before).hexdigest() != stick.laid.get(str(name)):
            print(f"{name} was changed on the stick, or is of an earlier kit; it is now {keep(target, name, before)}")
    elif there.is_dir():
        raise StickError(f"{there} is a folder where the kit has a file; give it another name")
    there.write_bytes(content)
    stick.laid[str(name)] = hashlib.sha256(content).hexdigest()


def keep(target: Path, name: PurePosixPath, content: bytes) -> Path:
    """Keep what lay on the stick beside the notebooks, where no learner gets it; return where."""
    first = target / "older" / name
    first.parent.mkdir(parents=True, exist_ok=True)
    places = (first.with_name(f"{name.name}{number}") for number in ("", *(f"-{n}" for n in range(2, 10_000))))
    place = next(place for place in places if not os.path.lexists(place))
    place.write_bytes(content)
    return place.relative_to(target)


def not_as_committed(kit: Path) -> None:
    """Tell which notebooks are packed otherwise than they lie here, or, without git, that all are as they lie."""
    told = []
    with zipfile.ZipFile(kit) as wheel:
        for inside in wheel.namelist():
            name = inside.removeprefix("northafrica/")
            if name.startswith("notebooks/") and (ROOT / name).is_file():
                told += [name] if lines(wheel.read(inside)) != lines((ROOT / name).read_bytes()) else []
    if told:
        print("Changed in the checkout since they were committed, and packed as committed: " + ", ".join(told))
    if not (ROOT / ".git").exists():
        print(
            "This is no git checkout: the notebooks are packed as they lie here, with all that was written into them."
        )


def lines(content: bytes) -> bytes:
    """Return a text whatever its line ends are."""
    return content.replace(b"\r\n", b"\n")


def run(command: Sequence[str]) -> str | None:
    """Run a tool; return what it complained of if it failed."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace", check=False)
    return None if done.returncode == 0 else (done.stderr or done.stdout).strip()


def build_kit(stick: Stick) -> Path:
    """Build the kit's own wheel. Raises StickError."""
    command = [str(stick.python), "-m", "pip", "wheel", "-q", "--no-deps", "--disable-pip-version-check"]
    command += ["-w", str(stick.wheels), str(ROOT)]
    if has_hatchling(stick.python):
        command.append("--no-build-isolation")
    if trouble := run(command):
        raise StickError(f"the kit's own wheel could not be built:\n{trouble}")
    return next(stick.wheels.glob("northafrica-*.whl"))


def has_hatchling(python: Path) -> bool:
    """Say whether the environment can build the kit without a download."""
    return subprocess.run([python, "-c", "import hatchling"], capture_output=True, check=False).returncode == 0


def serve(stick: Stick, machine: Machine, kit: Path) -> str | None:
    """Add what one machine needs, all or nothing; return what could not be had."""
    with tempfile.TemporaryDirectory() as scratch:
        lock, wanted, wheels = Path(scratch, "pylock.toml"), Path(scratch, "wanted.txt"), Path(scratch, "wheels")
        if trouble := run(choosing(stick.python, machine, lock)):
            return trouble
        wanted.write_text("\n".join(chosen(lock)), encoding="utf-8")
        if trouble := run(loading(stick.python, machine, wanted, wheels)):
            return trouble
        locked = digests(LOCK)
        for wheel in wheels.iterdir():
            if digest(wheel) not in locked:
                return f"{wheel.name} is not the file that {LOCK.name} names: its digest is another"
        lines = [pinned(wheel) for wheel in (*sorted(wheels.iterdir()), kit)]
        for wheel in wheels.iterdir():
            shutil.copyfile(wheel, stick.wheels / wheel.name)
    stick.folder.joinpath("locks", f"{machine}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return None


def choosing(python: Path, machine: Machine, lock: Path) -> list[str]:
    """Return the command that chooses a version of everything, of which that machine has a wheel."""
    platform = PLATFORMS[machine.platform]
    command = [str(python), "-m", "uv", "pip", "compile", "-q", "--only-binary", ":all:", "--format", "pylock.toml"]
    command += ["--python-platform", platform.uv, "--python-version", machine.python, "-c", str(LOCK)]
    return [*command, "-o", str(lock), str(ROOT / "pyproject.toml"), str(ROOT / "locks" / "installer.in")]


def chosen(lock: Path) -> Iterator[str]:
    """Yield what uv chose as requirements with their addresses, so that pip need not look them up again."""
    for package in tomllib.loads(lock.read_text(encoding="utf-8"))["packages"]:
        yield f"{package['name']} @ {package['wheels'][0]['url']}"


def loading(python: Path, machine: Machine, wanted: Path, wheels: Path) -> list[str]:
    """Return the command that downloads what was chosen; pip refuses a wheel that does not run there."""
    command = [str(python), "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", machine.python]
    for tag in PLATFORMS[machine.platform].tags:
        command += ["--platform", tag]
    return [*command, "-d", str(wheels), "-r", str(wanted)]


def digests(lock: Path) -> frozenset[str]:
    """Return the digests of all files a lock allows."""
    return frozenset(re.findall(r"--hash=sha256:([0-9a-f]{64})", lock.read_text(encoding="utf-8")))


def digest(file: Path) -> str:
    """Return a file's SHA-256 digest."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def pinned(wheel: Path) -> str:
    """Return the line of a machine's list for a wheel; its digest tells a damaged copy.

    The name of a wheel begins with the package and its version: ``six-1.17.0-py2.py3-none-any.whl``.
    """
    name, number = wheel.name.split("-")[:2]
    return f"{name}=={number} --hash=sha256:{digest(wheel)}"


def write_texts(stick: Stick) -> None:
    """Write the starts and the README, each with the line ends of its readers."""
    pythons = sorted({machine.python for machine in stick.machines}, key=PYTHONS.index, reverse=True)
    words = {
        "@VERSION@": version(),
        "@PYTHONS@": " ".join(pythons),
        "@PYTHON3S@": " ".join(f"python{python}" for python in pythons),
        "@MACHINES@": "\n".join(f"- {machine.words}" for machine in stick.machines),
        "@MISSING@": "\n".join(["", *missing_lines(stick, whole=False), ""] if stick.missing else []),
    }
    shutil.copyfile(HERE / "start.py", own(stick.folder / "start.py"))
    for name in ("start.bat", "start.sh", "README.txt"):
        text = (HERE / name).read_text(encoding="utf-8")
        for mark, word in words.items():
            text = text.replace(mark, word)
        newline = "\n" if name == "start.sh" else "\r\n"
        own(stick.folder / name).write_text(text, encoding="utf-8", newline=newline)
    shutil.copyfile(stick.folder / "start.sh", own(stick.folder / "start.command"))
    for name in EXECUTABLE:
        with contextlib.suppress(OSError):  # FAT again
            (stick.folder / name).chmod(0o755)


def write_list(stick: Stick, kit: Path) -> None:
    """Write the list that the start reads; another kit is another list, so that it is installed anew."""
    found = {
        "version": version(),
        "kit": digest(kit),
        "machines": [str(machine) for machine in stick.machines],
        "missing": {str(machine): trouble for machine, trouble in stick.missing.items()},
        "files": stick.laid,
    }
    (stick.folder / LIST).write_text(json.dumps(found, indent=1), encoding="utf-8")


def version() -> str:
    """Return the kit's version."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def missing_lines(stick: Stick, whole: bool = True) -> Iterator[str]:
    """Tell which machines are not served, and by default what the tools said."""
    for machine, trouble in stick.missing.items():
        yield f"NOT served: {machine.words}" + (f"; what could not be had:\n{trouble}" if whole else "")


def size(folder: Path) -> float:
    """Return the size of a folder's files in MB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def command(options: argparse.Namespace, python: Path) -> int:
    """Build what the command line asks for; 1 if a machine asked for cannot be served, 2 if nothing was built."""
    machines = [Machine(platform, number) for platform in options.platform for number in options.python]
    try:
        stick = make(options.folder.absolute(), python, machines)
    except StickError as error:
        print(f"No stick was made: {error}", file=sys.stderr)
        return 2
    print(f"\n{stick.folder} ({size(stick.folder):.0f} MB) serves:")
    print("\n".join(f"  {machine.words}" for machine in stick.machines))
    print("\n".join(missing_lines(stick)), file=sys.stderr)
    print("README.txt in it says how the course is opened there.")
    return int(bool(stick.missing))
