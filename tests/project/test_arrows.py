"""Who may import whom, how long a file may be, and what no file may name."""

from __future__ import annotations

import ast
import hashlib
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "northafrica"
# Room -> rooms it may import besides itself. "systems" is every system and what stands beside them.
ARROWS = {
    "core": set(),
    "odds": {"core"},
    "mechanisms": {"core"},
    "systems": {"core", "mechanisms", "odds"},
    "bots": {"core", "mechanisms", "odds", "systems"},
    "analysis": {"bots", "core", "mechanisms", "odds", "systems"},
    "lab": {"analysis", "bots", "core", "mechanisms", "odds", "systems"},
}
# The same within the lab, from the ground floor up. What stands beside the rooms (lesson, the face) sees all.
LAB_ARROWS = {
    "tray": set(),
    "board": {"tray"},
    "charts": {"tray"},
    "table": {"board", "charts", "tray"},
    "study": {"board", "charts", "tray"},
    "exercises": {"board", "table", "tray"},
    "desk": {"board", "exercises", "table", "tray"},
    "printing": {"board", "charts", "exercises", "table", "tray"},
}
FACE = "the public face"  # northafrica/__init__.py: drawn from the lower rooms
SEES_FACE = {"bots", "analysis", "lab"}
HEAVY = ("ipywidgets", "ipyleaflet", "bokeh", "jupyter_bokeh", "pandas", "IPython")
# As digests, so that this file does not name them; one is of a made-up host that a test below looks for.
HOSTS = frozenset(
    {
        "03eabd6c5c4ff24d",
        "3ca29e55be4befa4",
        "51c6b9f69c48a75b",
        "751e78d2922d4e32",
        "789e46d79514e280",
        "8743857e3ea00fd1",
        "8b5bb5eb9d758455",
        "a0f007d863a0ed19",
        "a4aa2ac280bb8d1a",
        "e2dd3580aeebec64",
        "e680c440a2e92079",
        "edf7dcad352dc8cb",
    }
)


def imported(source: str, module: str) -> Iterator[str]:
    """Yield every northafrica module a source imports, with its full dotted name.

    ``module`` is the dotted name of the file; a package's ends in ``.__init__``.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "northafrica")
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = module.split(".")[: -node.level]
                base = ".".join([*above, base]).rstrip(".")
            if base.split(".")[0] == "northafrica":
                yield from (f"{base}.{alias.name}" for alias in node.names)


def room(dotted: str) -> str:
    """Return the room a dotted name lies in, or the public face."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ARROWS else FACE


def system(dotted: str) -> str | None:
    """Return the system a dotted name lies in, if it does; a plain module beside them is none."""
    parts = dotted.split(".")
    if parts[:2] == ["northafrica", "systems"] and len(parts) > 2 and (PACKAGE / "systems" / parts[2]).is_dir():
        return parts[2]
    return None


def offence(module: str, target: str) -> str | None:
    """Return why a module may not import a target, or None if it may."""
    here, there = room(module), room(target)
    if here == FACE or here == there != "systems":
        return None
    if there == FACE:
        return None if here in SEES_FACE else f"{module} imports {target}: {here} lies below the public face"
    if here == there:
        own, other = system(module), system(target)
        bad = own is not None and other is not None and own != other
        return f"{module} imports {target}: a system imports no other system" if bad else None
    return None if there in ARROWS[here] else f"{module} imports {target}: {here} may not see {there}"


def dotted_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def tracked(*patterns: str) -> list[Path]:
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", *patterns]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in names.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("here", ARROWS)
def test_arrows_point_down(here: str) -> None:
    found = []
    for path in sorted((PACKAGE / here).rglob("*.py")):
        module = dotted_name(path)
        targets = set(imported(path.read_text(encoding="utf-8"), module))
        found += [said for target in sorted(targets) if (said := offence(module, target))]
    assert not found, "\n".join(found)


def lab_room(dotted: str) -> str | None:
    """Return the room of the lab a dotted name lies in; None for what stands beside the rooms."""
    parts = dotted.split(".")
    return parts[2] if parts[:2] == ["northafrica", "lab"] and parts[2:] and parts[2] in LAB_ARROWS else None


def lab_offence(module: str, target: str) -> str | None:
    """Return why a module of the lab may not import a target, or None if it may."""
    here, there = lab_room(module), lab_room(target)
    if here is None or not target.startswith("northafrica.lab"):
        return None
    if there is None:
        return f"{module} imports {target}: a room of the lab does not see what stands above all rooms"
    return (
        None if here == there or there in LAB_ARROWS[here] else f"{module} imports {target}: {here} may not see {there}"
    )


def lab_modules() -> dict[str, Path]:
    """Return every file of the lab by its dotted name, a room's ``__init__`` with that ending."""
    return {dotted_name(path): path for path in sorted((PACKAGE / "lab").rglob("*.py"))}


def test_arrows_within_the_lab_point_down() -> None:
    folders = {path.name for path in (PACKAGE / "lab").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(LAB_ARROWS)
    floors = list(LAB_ARROWS)
    for here, seen in LAB_ARROWS.items():
        assert all(floors.index(there) < floors.index(here) for there in seen)
    found = []
    for module, path in lab_modules().items():
        targets = set(imported(path.read_text(encoding="utf-8"), module))
        found += [said for target in sorted(targets) if (said := lab_offence(module, target))]
    assert not found, "\n".join(found)


def circle(arrows: Mapping[str, Collection[str]]) -> list[str]:
    """Return the files of a circle of arrows, the first one at both ends; none where there is no circle."""
    done: set[str] = set()

    def walk(here: str, way: list[str]) -> list[str]:
        if here in way:
            return [*way[way.index(here) :], here]
        if here in done:
            return []
        found = next((ring for there in sorted(arrows[here]) if (ring := walk(there, [*way, here]))), [])
        done.add(here)
        return found

    return next((ring for start in arrows if (ring := walk(start, []))), [])


def arrows_among(modules: Mapping[str, str]) -> dict[str, set[str]]:
    """Return which of some files, by dotted name and source, imports which, wherever in it the import stands."""
    found: dict[str, set[str]] = {}
    for module, source in modules.items():
        targets = imported(source, module)
        known = {name for target in targets for name in (target, target.rpartition(".")[0]) if name in modules}
        found[module] = known - {module}
    return found


def test_no_circle_between_files_of_the_lab() -> None:
    arrows = arrows_among({module: path.read_text(encoding="utf-8") for module, path in lab_modules().items()})
    assert sum(map(len, arrows.values())) > 100
    assert not circle(arrows), " -> ".join(circle(arrows))


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("from northafrica.lab.b import x", "def f():\n    from northafrica.lab import a", ["a", "b", "a"]),
        ("import northafrica.lab.b", "from northafrica.lab.a import x", ["a", "b", "a"]),
        ("from northafrica.lab.b import x", "import pandas", []),
    ],
)
def test_a_circle_is_found(first: str, second: str, found: list[str]) -> None:
    arrows = arrows_among({"northafrica.lab.a": first, "northafrica.lab.b": second})
    assert [name.rpartition(".")[2] for name in circle(arrows)] == found


@pytest.mark.parametrize(
    ("module", "target", "allowed"),
    [
        ("northafrica.lab.board.scene", "northafrica.lab.tray.palette", True),
        ("northafrica.lab.tray.palette", "northafrica.lab.board.scene", False),
        ("northafrica.lab.study.attack_svg", "northafrica.lab.table.session", False),
        ("northafrica.lab.tray.palette", "northafrica.lab.Stepper", False),
        ("northafrica.lab.tray.palette", "northafrica.core.cards", True),
        ("northafrica.lab.lesson", "northafrica.lab.table.stepper", True),
    ],
)
def test_the_reader_of_the_labs_arrows_sees(module: str, target: str, allowed: bool) -> None:
    assert (lab_offence(module, target) is None) == allowed


@pytest.mark.parametrize(
    ("module", "source", "allowed"),
    [
        ("northafrica.core.game", "from northafrica.core import dice", True),
        ("northafrica.core.game", "from northafrica.systems import aana", False),
        ("northafrica.core.game", "from ..odds import exact", False),
        ("northafrica.core.__init__", "from . import dice", True),
        ("northafrica.core.__init__", "from .. import lab", False),
        ("northafrica.core.game", "def f():\n    import northafrica.lab.board.map", False),
        ("northafrica.core.game", "from northafrica import load", False),
        ("northafrica.systems.aana.combat", "from northafrica.odds import exact", True),
        ("northafrica.systems.aana.combat", "from ...bots import simple", False),
        ("northafrica.systems.aana.combat", "from . import mines", True),
        ("northafrica.odds.exact", "import northafrica.systems.aana", False),
        ("northafrica.bots.simple", "from northafrica import load", True),
        ("northafrica.bots.simple", "from northafrica.lab import map", False),
        ("northafrica.lab.board.map", "import northafrica.analysis.sweep, pandas", True),
    ],
)
def test_the_reader_of_arrows_sees(module: str, source: str, allowed: bool) -> None:
    targets = list(imported(source, module))
    assert targets
    assert all(offence(module, target) is None for target in targets) == allowed


def test_systems_do_not_see_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / "systems" / name).mkdir(parents=True)
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    assert offence("northafrica.systems.one.turn", "northafrica.systems.two.turn")
    assert offence("northafrica.systems.one.turn", "northafrica.systems.two")
    assert not offence("northafrica.systems.one.turn", "northafrica.systems.one.combat")
    assert not offence("northafrica.systems.__init__", "northafrica.systems.one")


def loaded(code: str, *names: str) -> list[str]:
    """Those of the modules that are loaded once some code has run by itself."""
    code = f"import sys\n{code}\nprint([name for name in {names!r} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    found: list[str] = ast.literal_eval(answer.stdout.splitlines()[-1])
    return found


def test_import_loads_no_widgets() -> None:
    assert not loaded("import northafrica", *HEAVY)


def test_import_loads_nothing_that_reads_tables_and_no_system() -> None:
    systems = [f"northafrica.systems.{name}" for name in ("aana", "afrika2")]
    assert not loaded("import northafrica", "numpy", "pydantic", *systems)


@pytest.mark.parametrize("system", ["aana", "afrika2", "revised", "marenostrum", "blocks"])
def test_odds_load_their_own_system_alone_and_no_frames(system: str) -> None:
    forces = {"afrika2": "'', '', odds='3:1'", "marenostrum": "'2 armor_de', '1 inf_div_uk'"}
    asked = forces.get(system, "'2 infantry', '2 infantry'")
    others = [f"northafrica.systems.{name}" for name in ("aana", "afrika2") if name != system]
    code = f"import northafrica\nprint(northafrica.odds_of({system!r}, {asked}))"
    assert not loaded(code, "pandas", *others, f"northafrica.systems.{system}.system")


def test_systems_are_called_and_imported_from() -> None:
    ways = ("import northafrica.systems.afrika2.odds as o", "from northafrica.systems.afrika2 import odds as o")
    for way in ways:
        code = f"import northafrica\n{way}\nassert o.odds\nassert list(northafrica.systems())"
        assert loaded(code, "northafrica.systems.afrika2.odds")


def test_no_file_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in tracked("*.py")}
    most = {path: 500 if path.is_relative_to(PACKAGE / "lab") else 600 for path in lengths}
    long = [f"{path.relative_to(ROOT)}: {length} lines" for path, length in lengths.items() if length > most[path]]
    assert lengths
    assert not long, "\n".join(long)


def registry_hosts(text: str) -> list[str]:
    """The registry hosts that a text names, by their last two or three labels."""
    found = []
    for name in re.findall(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", text.lower()):
        labels = name.split(".")
        ends = {".".join(labels[-2:]), ".".join(labels[-3:])}
        found += [end for end in sorted(ends) if hashlib.sha256(end.encode()).hexdigest()[:16] in HOSTS]
    return found


def test_a_registry_host_is_found_wherever_it_stands() -> None:
    probe = ".".join(("registry", "example"))
    assert registry_hosts(f"see https://files.{probe}/simple or ask") == [probe]
    assert registry_hosts("a registry, for example: none") == []


def test_no_file_names_a_registry_host() -> None:
    found = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", errors="replace").lower()
        found += [f"{path.relative_to(ROOT)} names {host}" for host in registry_hosts(text)]
    assert not found, "\n".join(found)
