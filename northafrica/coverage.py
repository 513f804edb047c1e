"""How much of a rulebook a system holds: which rules its code names, its cases show, its games use.

>>> from northafrica.coverage import survey
>>> report = survey("aana", cases=())
>>> report.rows == len(report.implemented) + len(report.missing)
True
"""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import northafrica
from northafrica.bots.players import NAMES, player
from northafrica.bots.random import fill
from northafrica.core.cases import CaseError, CaseReport, read_case, run_case
from northafrica.core.files import visible
from northafrica.core.game import Game
from northafrica.core.orders import Unclear
from northafrica.core.paths import cases_root
from northafrica.core.rulebook import Rulebook, Ruling
from northafrica.core.step import Choice
from northafrica.systems import SYSTEMS

ODD = (LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RuntimeError, ValueError)


@dataclass(frozen=True)
class Coverage:
    """The rules of a system, or of one scope of it.

    rows         how many rules the rulebook has
    implemented  ids that stand in the system's source, that a ruling or event cited, or worked examples that a case
                 replays
    cased        ids shown by expectations of cases that hold
    unfired      ids that no ruling or event of the cases and games cited
    missing      ids not implemented
    """

    rows: int
    implemented: tuple[str, ...]
    cased: tuple[str, ...]
    unfired: tuple[str, ...]
    missing: tuple[str, ...]
    by_scope: Mapping[str, Coverage] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    failures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cases: int = 0
    games: int = 0

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, with the counts of the lists."""
        names = ("implemented", "cased", "unfired", "missing")
        lists = {name: list(getattr(self, name)) for name in names}
        return {"rows": self.rows, **lists, "counts": {name: len(ids) for name, ids in lists.items()}}


@dataclass(frozen=True)
class CaseResult:
    """One case file run: `unreadable` says why it could not be."""

    file: Path
    report: CaseReport | None = None
    unreadable: str = ""

    @property
    def failures(self) -> tuple[str, ...]:
        """All that is wrong with it, in words."""
        return (self.unreadable,) if self.unreadable else tuple(self.report.failures if self.report else ())


def survey(system: str, games: int = 0, cases: Sequence[Path] | None = None, seed: int = 1) -> Coverage:
    """Compare the rulebook of a system with its source, its cases and some games of bots.

    >>> found = survey("aana", cases=())
    >>> "declare.cost" in found.implemented, found.cased
    (True, ())

    `cases`: files or folders; by default those of the checkout. Only cases that hold count as shown; what
    is wrong with others stands in `failures`. Raises UnknownSystem, or CaseError for a folder without cases.
    """
    book = northafrica.rules(system)
    files = case_files(own_cases(system) if cases is None else cases, system)
    results = [run_file(file) for file in files]
    reports = [result.report for result in results if result.report is not None]
    fired = {rule for report in reports for rule in report.fired}
    for number in range(games):
        fired |= watch_game(system, seed + number)
    shown = {rule for report in reports if report.ok for rule in report.shown}
    failures = {str(result.file): result.failures for result in results if result.failures}
    found = _compare(book, set(literals(system)) | fired | shown, shown, fired)
    return replace(found, failures=failures, cases=len(files), games=games)


def _compare(book: Rulebook, named: Collection[str], shown: Collection[str], fired: Collection[str]) -> Coverage:
    parts = {
        scope: _part([rule.id for rule in book.values() if rule.scope == scope], named, shown, fired)
        for scope in dict.fromkeys(rule.scope for rule in book.values())
    }
    whole = _part(list(book), named, shown, fired)
    return replace(whole, by_scope=parts, unknown=tuple(sorted(set(fired) - set(book) - {""})))


def _part(ids: Sequence[str], named: Collection[str], shown: Collection[str], fired: Collection[str]) -> Coverage:
    return Coverage(
        rows=len(ids),
        implemented=tuple(i for i in ids if i in named),
        cased=tuple(i for i in ids if i in shown),
        unfired=tuple(i for i in ids if i not in fired),
        missing=tuple(i for i in ids if i not in named),
    )


# -- the source --------------------------------------------------------------------------------------
def literals(system: str) -> Iterator[str]:
    """The whole string literals of a system's source; docstrings and pieces of f-strings do not count."""
    where = import_module(type(SYSTEMS[system]).__module__).__file__
    assert where is not None
    folder = Path(where).parent
    for file in sorted(folder.rglob("*.py")):
        yield from _strings(ast.parse(file.read_text(encoding="utf-8")))


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    yield from _strings(part)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from _strings(node)


# -- cases -------------------------------------------------------------------------------------------
def own_cases(system: str) -> tuple[Path, ...]:
    """The folder of the kit's cases of a system, if this installation has it."""
    folder = cases_root() / system
    return (folder,) if folder.is_dir() else ()


def case_files(paths: Iterable[Path], system: str | None = None) -> list[Path]:
    """The case files among files and folders, those of one system if named. Raises CaseError."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = visible(path, "*.toml")
            if not inside:
                raise CaseError(f"{path}: there is no case (.toml) in this folder")
            found += inside
        else:
            found.append(path)
    return [file for file in dict.fromkeys(found) if system is None or _is_of(file, system)]


def _is_of(file: Path, system: str) -> bool:
    """Whether a case is of a system; one that cannot be read may be."""
    try:
        return bool(read_case(file)["system"] == system)
    except CaseError:
        return True


def run_file(file: Path) -> CaseResult:
    """Run the case of a file."""
    try:
        return CaseResult(file, run_case(read_case(file), SYSTEMS))
    except CaseError as error:
        text = str(error)
        return CaseResult(file, unreadable=text if text.startswith(str(file)) else f"{file}: {text}")
    except ODD as error:
        return CaseResult(file, unreadable=f"{file}: it cannot be played: {type(error).__name__}: {error}")


# -- games -------------------------------------------------------------------------------------------
def watch_game(system: str, seed: int, limit: int = 5000) -> set[str]:
    """The ids that rulings and events of one game cite.

    The seed picks the scenario, and whether random players or those by rules of thumb play.
    """
    scenarios = tuple(SYSTEMS[system].scenarios)
    game = northafrica.load(system, scenarios[seed % len(scenarios)], seed=seed)
    bot = player(NAMES[seed // len(scenarios) % len(NAMES)], seed)
    rng, fired = random.Random(seed), {rule for event in game.events() for rule in event.rules}
    for _ in range(limit):
        choice = game.choice
        if choice is None:
            break
        for ruling in _rulings(game, choice, rng):
            fired |= {ruling.rule, *ruling.rules}
        order = bot.order(game)
        fired |= set(game.check(order).rules)
        fired |= {rule for event in game.play(order) for rule in event.rules}
    return fired - {""}


def _rulings(game: Game, choice: Choice, rng: random.Random) -> Iterator[Ruling]:
    """The rulings on one random order of each kind: refusals teach rules too."""
    view = game.view(game.seat)
    for kind in choice.kinds(view):
        order = fill(choice, view, kind, rng)
        if order is not None:
            try:
                ruling = game.check(order)
            except Unclear:
                continue
            yield ruling
