"""What a mutant must get past: adjudication cases and recorded playthroughs.

    python tools/mutation_check.py aana                      all of it, on the code as it stands
    python tools/mutation_check.py aana MUTANTS FOUND        mutant after mutant (`tools/mutation.py` calls it)
    python tools/mutation_check.py aana MUTANTS FOUND FILE.. the tests of these files, on what got past all that

A mutant is noticed when a case does not hold or a playthrough is told otherwise than recorded. Only what calls the
changed function is run: the rest cannot notice. The modules that read the data have tests of their own as well.
What all that does not notice is tried against the other tests that call the changed function, the quickest first.

A changed function is put in the place of the old one in a forked process; where that cannot be done (constants,
classes) the file is changed and everything is run afresh. Needs a Unix.
"""

from __future__ import annotations

import ast
import contextlib
import cProfile
import difflib
import functools
import gc
import json
import os
import resource
import subprocess
import sys
import time
import types
from collections.abc import Callable, Generator, Iterator, Sequence, Set
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from northafrica.core.cases import read_case, run_case
from northafrica.systems import SYSTEMS
from tests.playthrough import first_difference, recordings

SYSTEMS_FOLDER = Path("northafrica/systems")
READERS = ("data", "tables", "own", "rows", "readers", "entities", "counts", "marks", "materials")
COUNTERS = ("faults", "components")
# The tests, besides, of the modules that read the data and of those that tell what cannot be on the board.
DATA_TESTS = {
    "aana": ("test_own_scenario.py", "test_aana_tables.py", "test_aana_marks.py"),
    "afrika2": ("test_afrika2_own_tables.py", "test_afrika2_map.py"),
}
FAULT_TESTS = {"aana": ("test_faulty_positions.py",), "afrika2": ("test_afrika2_faults.py",)}
CPU_SECONDS, MEMORY = 120, 3 << 30
RECORDING_SECONDS, TEST_SECONDS = 3600, 40
UNNOTICED = "nothing"
QUIET = ("-q", "-p", "no:cacheprovider")
Check = tuple[str, Callable[[], bool]]
read_once = functools.cache(read_case)


# -- the checks ------------------------------------------------------------------------------------------
def checks(system: str) -> list[Check]:
    """All there is to run: a name, and whether it holds."""
    cases = sorted(Path("tests/cases", system).rglob("*.toml"))
    told = recordings(Path("tests/playthroughs", system))
    return [
        *((f"case {file}", functools.partial(case_holds, file)) for file in cases),
        *((f"playthrough {file}", functools.partial(told_as_recorded, file)) for file in told),
    ]


def case_holds(file: Path) -> bool:
    """Whether a case holds."""
    return run_case(read_once(file), SYSTEMS).ok


def told_as_recorded(file: Path) -> bool:
    """Whether a playthrough is told as it is recorded."""
    return first_difference(file) is None


def tests_of(system: str, module: str) -> list[Check]:
    """The tests that a module has besides: of the data files and set-ups of one's own, of impossible positions."""
    tests = DATA_TESTS if module in READERS else FAULT_TESTS if module in COUNTERS else {}
    files = [f"tests/data/{name}" for name in tests.get(system, ())]
    return [(f"tests {file}", functools.partial(test_passes, file)) for file in files]


def test_passes(file: str) -> bool:
    """Whether a file of tests passes."""
    return pytest.main([*QUIET, "-x", file]) == 0


def noticed_by(todo: Sequence[Check]) -> str:
    """The name of the first check that does not hold, or `nothing`. An error counts as not holding."""
    for name, check in todo:
        try:
            if not check():
                return name
        except Exception:
            return name
    return UNNOTICED


def calls(system: str, check: Check) -> set[str]:
    """The functions of a system that a check calls, as `module.py:line`. Raises RuntimeError if it does not hold."""
    with cProfile.Profile() as profile:
        holds = check[1]()
    if not holds:
        raise RuntimeError(f"{check[0]} does not hold to begin with")
    return places_of(system, profile)


def places_of(system: str, profile: cProfile.Profile) -> set[str]:
    """The functions of a system that were called, as `module.py:line`."""
    return {place for entry in profile.getstats() if (place := place_of(system, entry.code))}


def place_of(system: str, code: types.CodeType | str) -> str:
    """A function of a system as `module.py:line`, others (text: those built in) as ""."""
    if isinstance(code, str):
        return ""
    name = code.co_filename.partition(str(SYSTEMS_FOLDER / system) + os.sep)[2]
    return f"{name}:{code.co_firstlineno}" if name else ""


def loading(system: str) -> Check:
    """Reading the data of a system anew, as a check, to see what it calls."""

    def load() -> bool:
        forget(system)
        return bool(SYSTEMS[system].load())

    return "loading", load


def forget(system: str, kept: Set[str] = frozenset()) -> None:
    """Empty what a system's functions remember from call to call, but for those of `kept`."""
    for name, module in list(sys.modules.items()):
        for value in vars(module).values() if name.startswith(f"northafrica.systems.{system}.") else ():
            if hasattr(value, "cache_clear"):
                function = unwrapped(value)
                if function is None or place_of(system, function.__code__) not in kept:
                    value.cache_clear()


# -- one mutant ------------------------------------------------------------------------------------------
class Mutant:
    """A module with one small fault. `function`: its outermost function, as `module.py:line`, or None.

    `reads`: whether it is of the code that reads the data, which is run once for all games.
    """

    def __init__(self, system: str, raw: dict[str, Any], loading: Set[str]) -> None:
        import cosmic_ray.plugins
        from cosmic_ray.mutating import mutate_code

        self.raw, self.file = raw, Path(raw["module"])
        self.name = str(self.file.relative_to(SYSTEMS_FOLDER / system))
        self.before = self.file.read_text(encoding="utf-8")
        operator = cosmic_ray.plugins.get_operator(raw["operator"])(**raw["args"])
        self.after: str = mutate_code(self.before, operator, raw["occurrence"])
        self.function = function_at(self.name, self.before, raw["line"])
        self.reads = self.file.stem in READERS or self.function in loading

    @property
    def module(self) -> types.ModuleType:
        return import_module(".".join(self.file.with_suffix("").parts).removesuffix(".__init__"))

    def diff(self) -> str:
        """The change, as a diff."""
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), f"a/{self.file}", f"b/{self.file}", lineterm=""
        )
        return "\n".join(lines)


def function_at(name: str, source: str, line: int) -> str | None:
    """The outermost function whose body holds a line, as `module.py:line`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (node.end_lineno or 0):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            return f"{name}:{first}"
    return None


def functions_of(owner: Any) -> Iterator[types.FunctionType]:
    """The functions of a module, those in its classes too."""
    for value in list(vars(owner).values()):
        if isinstance(value, type) and value.__module__ == getattr(owner, "__name__", ""):
            yield from (found for member in vars(value).values() if (found := unwrapped(member)) is not None)
        elif (found := unwrapped(value)) is not None:
            yield found


def unwrapped(value: Any) -> types.FunctionType | None:
    """The plain function in a property, a class method, a cached function ..."""
    for name in ("fget", "func", "__func__", "__wrapped__"):
        value = getattr(value, name, None) or value
    return value if isinstance(value, types.FunctionType) else None


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and those inside it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from codes(part)


def put_in_place(mutant: Mutant) -> bool:
    """Exchange the code of the changed function; False where that cannot be done."""
    if mutant.function is None:
        return False
    line = int(mutant.function.rpartition(":")[2])
    olds = [f for f in functions_of(mutant.module) if f.__code__.co_firstlineno == line]
    olds = [f for f in olds if f.__code__.co_filename.endswith(str(mutant.file))]
    try:
        compiled = compile(mutant.after, mutant.module.__file__ or "", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    news = [c for c in codes(compiled) if c.co_firstlineno == line and olds and c.co_name == olds[0].__name__]
    if len(set(map(id, olds))) != 1 or len(news) != 1 or news[0].co_freevars != olds[0].__code__.co_freevars:
        return False
    inner = counterparts(olds[0].__code__, news[0])
    olds[0].__code__ = news[0]
    living = [f for f in gc.get_objects() if isinstance(f, types.FunctionType) and id(f.__code__) in inner]
    return all(exchanged(function, inner[id(function.__code__)]) for function in living)


def counterparts(old: types.CodeType, new: types.CodeType) -> dict[int, types.CodeType | None]:
    """By the identity of a code inside the old one the code that stands in its place in the new one.

    What a function made when it was called before (the stages of a combat) lives on with the old code.
    """
    made: dict[tuple[str, int], list[types.CodeType]] = {}
    for code in codes(new):
        made.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
    places = [made.get((code.co_qualname, code.co_firstlineno)) for code in codes(old)]
    return {id(code): found.pop(0) if found else None for code, found in zip(codes(old), places, strict=True)}


def exchanged(function: types.FunctionType, code: types.CodeType | None) -> bool:
    """Put a code in the place of a living function's; False where it does not fit."""
    if code is None or code.co_freevars != function.__code__.co_freevars:
        return False
    function.__code__ = code
    return True


def in_fork(work: Callable[[], str], seconds: int = CPU_SECONDS) -> str:
    """What a forked process answers; `time` where it never ends."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        limit(seconds)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        with contextlib.suppress(BaseException):
            os.write(writing, work().encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        told = answer.read()
    os.waitpid(child, 0)
    return told or "time"


def limit(seconds: int = CPU_SECONDS) -> None:
    """A mutant that never ends is stopped by the time it computes, not by the clock of a busy machine."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run_in_place(system: str, mutant: Mutant, todo: Sequence[Check], kept: Set[str]) -> str:
    """Run in this process; `no` where the function cannot be exchanged."""
    if not put_in_place(mutant):
        return "no"
    forget(system, frozenset() if mutant.reads else kept)
    return noticed_by(todo)


def run_afresh(system: str, mutant: Mutant) -> str:
    """Change the file and run everything in a new process."""
    mutant.file.write_text(mutant.after, encoding="utf-8")
    try:
        command = [sys.executable, "-B", __file__, system, READERS[0] if mutant.reads else mutant.file.stem]
        done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)
    finally:
        mutant.file.write_text(mutant.before, encoding="utf-8")
    told = [line for line in done.stdout.splitlines() if line.startswith("noticed by ")]
    return told[-1].removeprefix("noticed by ") if told else "no code"


def run_mutant(system: str, mutant: Mutant, everything: Sequence[Check], called: dict[str, Set[str]]) -> str:
    """What notices a mutant, or `nothing`."""
    once = mutant.reads and mutant.file.stem != "own"
    todo = [check for check in everything if once or mutant.function in called[check[0]]]
    todo += tests_of(system, READERS[0] if mutant.reads else mutant.file.stem)
    told = in_fork(lambda: run_in_place(system, mutant, todo, called["loading"]))
    return run_afresh(system, mutant) if told == "no" else told


def run_mutants(system: str, mutants: Path, found: Path) -> None:
    """Run all mutants of a file; one line of JSON each, as they come."""
    everything = checks(system)
    called: dict[str, Set[str]] = {"loading": calls(system, loading(system))}
    for check in everything:
        forget(system, called["loading"])
        called[check[0]] = calls(system, check)
    everything.sort(key=lambda check: (not check[0].startswith("case"), len(called[check[0]])))  # the short ones first
    with found.open("a", encoding="utf-8") as out:
        for raw in json.loads(mutants.read_text()):
            mutant = Mutant(system, raw, called["loading"])
            answer = {**raw, "noticed": run_mutant(system, mutant, everything, called), "diff": mutant.diff()}
            print(json.dumps(answer), file=out, flush=True)


# -- the other tests ---------------------------------------------------------------------------------------
class Recorder:
    """A plugin of pytest: how long each test takes and which functions of a system it calls, if it passes."""

    def __init__(self, system: str, kept: Set[str]) -> None:
        self.system, self.kept = system, kept
        self.tests: dict[str, tuple[float, list[str]]] = {}
        self.unfit: set[str] = set()
        self.file = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if item.location[0] != self.file:
            self.file = item.location[0]
            forget(self.system, self.kept)
        started, profile = time.process_time(), cProfile.Profile()
        try:
            with profile:
                return (yield)
        finally:
            places = places_of(self.system, profile)
            if places and item.nodeid not in self.unfit:
                self.tests[item.nodeid] = (time.process_time() - started, sorted(places))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.unfit.add(report.nodeid)


class Chosen:
    """A plugin of pytest: only these tests are run. `failed`: those that did not pass."""

    def __init__(self, names: Set[str]) -> None:
        self.names = names
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.names]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def recorded(system: str, files: Sequence[str], kept: Set[str]) -> str:
    """What a `Recorder` notes of some files of tests, as JSON."""
    recorder = Recorder(system, kept)
    pytest.main([*QUIET, *files], plugins=[recorder])
    return json.dumps(recorder.tests)


def failing(names: Sequence[str]) -> str:
    """The first of some tests that does not pass, or ""."""
    chosen = Chosen(frozenset(names))
    pytest.main([*QUIET, "-x", *sorted({name.partition("::")[0] for name in names})], plugins=[chosen])
    return chosen.failed[0] if chosen.failed else ""


def tests_calling(mutant: Mutant, known: dict[str, tuple[float, list[str]]]) -> list[str]:
    """The tests that call the changed function, the quickest first, as many as a time limit allows.

    What runs when the data are read has all of `tests/data`.
    """
    calling = [name for name, (_, places) in known.items() if mutant.function in places]
    found = [name for name in known if name.startswith("tests/data/")] if mutant.reads else calling
    found.sort(key=lambda name: known[name][0])
    sums = accumulate(known[name][0] for name in found)
    return [name for name, so_far in zip(found, sums, strict=True) if so_far <= TEST_SECONDS]


def try_tests(system: str, mutant: Mutant, known: dict[str, tuple[float, list[str]]], kept: Set[str]) -> str:
    """The test that notices a mutant, or `nothing`; it counts only if it passes by itself without the mutant."""
    names = tests_calling(mutant, known)

    def changed() -> str:
        if not put_in_place(mutant):
            return UNNOTICED
        forget(system, frozenset() if mutant.reads else kept)
        return failing(names) or UNNOTICED

    told = in_fork(changed) if names else UNNOTICED
    if told == UNNOTICED:
        return told
    without = in_fork(lambda: failing(names if told == "time" else [told]) or UNNOTICED)
    return f"test {told}" if without == UNNOTICED else UNNOTICED


def run_tests(system: str, mutants: Path, found: Path, files: Sequence[str]) -> None:
    """Try mutants against the tests of some files; one line of JSON each, as they come."""
    kept = calls(system, loading(system))
    known = json.loads(in_fork(lambda: recorded(system, files, kept), RECORDING_SECONDS))
    with found.open("a", encoding="utf-8") as out:
        for raw in json.loads(mutants.read_text()):
            answer = {**raw, "noticed": try_tests(system, Mutant(system, raw, kept), known, kept)}
            print(json.dumps(answer), file=out, flush=True)


def main() -> int:
    """Read the command line and check."""
    system, *rest = sys.argv[1:]
    if len(rest) > 2:
        run_tests(system, Path(rest[0]), Path(rest[1]), rest[2:])
        return 0
    if len(rest) == 2:
        run_mutants(system, Path(rest[0]), Path(rest[1]))
        return 0
    name = noticed_by([*checks(system), *(test for module in rest for test in tests_of(system, module))])
    print(f"noticed by {name}")
    return 0 if name == UNNOTICED else 1


if __name__ == "__main__":
    sys.exit(main())
