"""The wheel holds everything the kit needs, and works away from the checkout."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from classroom.make import copy_folder
from hatch_build import packed
from tests.project.wheelhouse import (
    PRIVATE,
    ROOT,
    copy_of_the_checkout,
    files_of_the_checkout,
    lay,
    run_there,
    tracked,
)

UNTRACKED = ("notebooks/aana/99-for-the-test.ipynb", "notebooks/aana/exercises/99-answers.toml", "data/aana/class.csv")


def test_it_is_pure_python(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


@pytest.mark.parametrize("folder", ["data", "notebooks", "northafrica"])
def test_it_holds_the_whole_folder(unpacked: Path, folder: str) -> None:
    inside = unpacked / "northafrica"
    names = [name for name in files_of_the_checkout() if name.startswith(f"{folder}/")]
    assert names
    there = names if folder != "northafrica" else [name.removeprefix("northafrica/") for name in names]
    missing = [name for name in there if not (inside / name).is_file()]
    assert not missing, "\n".join(missing)


def test_it_holds_licence_types_and_command(unpacked: Path) -> None:
    about = next(unpacked.glob("northafrica-*.dist-info"))
    assert (unpacked / "northafrica" / "py.typed").is_file()
    assert (about / "licenses" / "LICENSE").is_file()
    assert "northafrica = northafrica.cli:main" in (about / "entry_points.txt").read_text()


def test_it_holds_nothing_else(unpacked: Path) -> None:
    tops = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"northafrica"}
    assert not list(unpacked.rglob(".ipynb_checkpoints"))


def test_what_a_class_keeps_is_not_packed(unpacked: Path) -> None:
    private = {Path(name).name for name in PRIVATE}
    assert not [path for path in unpacked.rglob("*") if path.name in private or path.name.startswith("my-")]


def test_a_source_distribution_has_no_more(wheel: Path) -> None:
    source = wheel.parent / "source"
    command = [sys.executable, "-c", "from hatchling.build import build_sdist; print(build_sdist('dist'))"]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=True)
    with tarfile.open(source / "dist" / done.stdout.split()[-1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert not names & (set(PRIVATE) - {"tests/cases/toy/mine.toml"})
    assert set(packed(ROOT)) <= names
    assert {"hatch_build.py", "kit.py", "pyproject.toml", "tests/conformance.py"} <= names


def test_in_a_checkout_only_what_git_tracks_is_packed(tmp_path: Path) -> None:
    copy_of_the_checkout(tmp_path)
    clean = packed(tmp_path)
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True, capture_output=True)
    lay(tmp_path, PRIVATE + UNTRACKED)
    assert packed(tmp_path) == clean


def test_a_checkout_where_somebody_worked_is_packed_as_it_was_committed(tmp_path: Path) -> None:
    """Neither what was written into a tracked notebook nor files that lie about get into wheel and source."""
    root, course = copy_of_the_checkout(tmp_path / "kit"), "notebooks/00-start-here.ipynb"
    before = (root / course).read_text(encoding="utf-8")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *command], cwd=root, check=True, capture_output=True)
    (root / course).write_text("the answers of Anna")
    untracked = ("docs/private.md", "classroom/own.txt", "tests/cases/aana/frame/exam.toml", "locks/own.txt")
    lay(root, untracked)
    code = (
        "from hatchling.build import build_sdist, build_wheel; print(build_wheel('dist')); print(build_sdist('dist'))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert f"packed as they were committed last (a new one as it lies): {course}" in done.stdout + done.stderr
    with zipfile.ZipFile(next((root / "dist").glob("*.whl"))) as wheel:
        assert wheel.read(f"northafrica/{course}").decode() == before
        assert not {Path(name).name for name in wheel.namelist()} & {Path(name).name for name in untracked}
    with tarfile.open(next((root / "dist").glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2]: name for name in archive.getnames()}
        notebook = archive.extractfile(names[course])
        assert notebook is not None
        assert notebook.read().decode() == before
    assert not set(untracked) & set(names)
    assert {"pyproject.toml", "hatch_build.py", "LICENSE", "docs/classroom.md", "tests/conformance.py"} <= set(names)


def test_without_git_what_is_packed_of_the_course_is_told(tmp_path: Path) -> None:
    root = copy_of_the_checkout(tmp_path / "kit")
    lay(root, UNTRACKED)
    code = "from hatchling.build import build_wheel; build_wheel('dist')"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    told = next(line for line in (done.stdout + done.stderr).splitlines() if "This is no git checkout" in line)
    assert "notebooks/aana/99-for-the-test.ipynb" in told


def test_the_allow_list_has_all_that_is_there() -> None:
    folders = ("northafrica/", "data/", "notebooks/", "tests/cases/aana/", "tests/cases/afrika2/")
    assert set(packed(ROOT)) == {name for name in tracked() if name.startswith(folders)}


def test_the_stick_copies_what_the_wheel_holds(wheel: Path, tmp_path: Path) -> None:
    for name in ("notebooks", "data"):
        copy_folder(wheel, name, tmp_path)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert there == {name for name in packed(ROOT) if name.startswith(("notebooks/", "data/")) and "/." not in name}


@pytest.mark.parametrize("system", ["aana", "afrika2"])
def test_it_holds_the_cases_of_both_games(unpacked: Path, system: str) -> None:
    names = {path.name for path in (unpacked / "northafrica" / "cases" / system).rglob("*.toml")}
    assert names == {path.name for path in (ROOT / "tests" / "cases" / system).rglob("*.toml")}


EXERCISES = """
import sys
from pathlib import Path
from northafrica.lab.exercises.exercise import read_exercises
files = sorted(Path(sys.argv[1]).glob("*/exercises/*.toml"))
assert files
for file in files:
    for exercise in read_exercises(file):
        assert exercise.check(exercise.solution()).right, f"{file}: {exercise.id}"
print(len(files))
"""


def test_every_exercise_is_answered_from_the_wheel(unpacked: Path, course: Path, tmp_path: Path) -> None:
    code = EXERCISES.replace("sys.argv[1]", repr(str(course)))
    files = [name for name in tracked() if name.startswith("notebooks/") and "/exercises/" in name]
    assert run_there(unpacked, code, tmp_path) == str(len(files))


def test_data_is_found_away_from_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    code = "from northafrica.core.paths import data_path; print(data_path())"
    assert run_there(unpacked, code, tmp_path) == str(unpacked / "northafrica" / "data")


def test_a_game_starts_away_from_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    code = "import northafrica as n; print(n.__file__); print(n.load('aana', 'torch', seed=1))"
    where, game = run_there(unpacked, code, tmp_path).splitlines()[:2]
    assert Path(where).parent == unpacked / "northafrica"
    assert "aana" in game


def test_the_command_answers(unpacked: Path, tmp_path: Path) -> None:
    code = "import sys; sys.argv = ['northafrica', '--help']; from northafrica.cli import main; main()"
    assert "lab" in run_there(unpacked, code, tmp_path)
