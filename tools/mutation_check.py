"""What a mutant must get past: adjudication cases, recorded playthroughs, a random game of each scenario.

    python tools/mutation_check.py aana              all of it, on the code as it stands
    python tools/mutation_check.py aana --map FILE   and note which functions each of them calls
    python tools/mutation_check.py aana --changed PRISTINE --map FILE

Exits 0 when every case holds, every playthrough is told as recorded and the games run to an end without an
error or an impossible state, else 1; prints which of them noticed. What the games lead to is not compared.

With `--changed` the code is compared with its unchanged copy, and only what calls the changed function is run:
the rest cannot notice. A change outside functions, and one in the modules that read the data once for all,
runs everything; for those modules their tests in `tests/data` too.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

SYSTEMS_FOLDER = Path("northafrica/systems")
READ_ONCE = ("data", "own", "rows", "readers", "entities")
DATA_TESTS = ("tests/data/test_own_scenario.py", "tests/data/test_aana_tables.py")
CPU_SECONDS = 120
Check = tuple[str, Callable[[], bool]]


def checks(system: str) -> Iterator[Check]:
    """All there is to run: a name, and whether it holds."""
    from northafrica.systems import SYSTEMS
    from tests.playthrough import recordings

    for file in sorted(Path("tests/cases", system).rglob("*.toml")):
        yield f"case {file}", lambda file=file: case_holds(file)  # type: ignore[misc]
    for file in recordings(Path("tests/playthroughs", system)):
        yield f"playthrough {file}", lambda file=file: told_as_recorded(file)  # type: ignore[misc]
    for scenario in SYSTEMS[system].scenarios:
        yield f"game {scenario}", lambda scenario=scenario: game_runs(system, scenario)  # type: ignore[misc]


def case_holds(file: Path) -> bool:
    """Whether a case still holds."""
    from northafrica.core.cases import read_case, run_case
    from northafrica.systems import SYSTEMS

    return run_case(read_case(file), SYSTEMS).ok


def told_as_recorded(file: Path) -> bool:
    """Whether a playthrough is still told as it is recorded."""
    from tests.playthrough import first_difference

    return first_difference(file) is None


def game_runs(system: str, scenario: str) -> bool:
    """Whether a seeded random game runs without an error or an impossible state."""
    import northafrica

    game, rng = northafrica.load(system, scenario, seed=5), random.Random(5)
    while game.outcome is None:
        game.play(game.sample(rng))
        if game.system.faults(game.view()):
            return False
    return True


def data_tests_pass() -> bool:
    """Whether the tests of the data files and of set-ups of one's own pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *DATA_TESTS]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def calls(system: str, check: Check) -> list[str]:
    """The functions of a system that a check calls, as `module.py:line`."""
    found: set[str] = set()
    folder = str(SYSTEMS_FOLDER / system) + os.sep

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and folder in frame.f_code.co_filename:
            found.add(f"{frame.f_code.co_filename.partition(folder)[2]}:{frame.f_code.co_firstlineno}")

    sys.setprofile(note)
    try:
        check[1]()
    finally:
        sys.setprofile(None)
    return sorted(found)


def changed_function(system: str, pristine: Path) -> tuple[str, str | None]:
    """The module that differs from its pristine copy and the function in it, None for a line outside of all."""
    for old in sorted(pristine.rglob("*.py")):
        name = str(old.relative_to(pristine))
        before, after = old.read_text(), (SYSTEMS_FOLDER / system / name).read_text()
        if before != after:
            return name, function_at(name, before, first_changed_line(before, after))
    raise SystemExit("nothing is changed")


def first_changed_line(before: str, after: str) -> int:
    """The number of the first line that differs."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    return next((n for n, (old, new) in enumerate(pairs, 1) if old != new), 1)


def function_at(name: str, source: str, line: int) -> str | None:
    """The outermost function whose body holds a line, as `module.py:line`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (node.end_lineno or 0):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            return f"{name}:{first}"
    return None


def selected(system: str, pristine: Path, functions: dict[str, list[str]]) -> list[Check]:
    """The checks that call the changed function."""
    module, function = changed_function(system, pristine)
    everything = list(checks(system))
    if module.removesuffix(".py") in READ_ONCE:
        return [("tests of the data", data_tests_pass), *everything]
    if function is None:
        return everything
    return [check for check in everything if function in functions[check[0]]]


def holds(check: Check) -> bool:
    """Whether a check holds; an error is printed and counts as no."""
    try:
        return check[1]()
    except Exception:
        traceback.print_exc()
        return False


def limit_time() -> None:
    """A mutant that never ends is stopped by the time it computes, not by the clock of a busy machine."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


def main() -> int:
    """Read the command line and check."""
    parser = argparse.ArgumentParser(description="What a mutant must get past.")
    parser.add_argument("system")
    parser.add_argument("--map", type=Path)
    parser.add_argument("--changed", type=Path)
    asked = parser.parse_args()
    if asked.changed:
        limit_time()
        todo = selected(asked.system, asked.changed, json.loads(asked.map.read_text()))
    else:
        todo = list(checks(asked.system))
        if asked.map:
            asked.map.write_text(json.dumps({check[0]: calls(asked.system, check) for check in todo}))
    noticed = next((name for name, check in todo if not holds((name, check))), None)
    print("noticed by nothing" if noticed is None else f"noticed by {noticed}")
    return 0 if noticed is None else 1


if __name__ == "__main__":
    sys.exit(main())
