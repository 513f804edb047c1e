"""From a rule to all that carries it: code, tables, cases, pages of the course, exercises.

>>> found = whereabouts("aana", "declare.cost-source")
>>> found.code[0].startswith("northafrica/systems/aana/")
True
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import northafrica
from northafrica.core.paths import cases_root, data_root, notebooks_root
from northafrica.core.rulebook import Rule

PACKAGE = Path(__file__).resolve().parent
PAGES = re.compile(r"(?:\bp\.|[-,;] ?)(\d+)(?:-(\d+))?")


@dataclass(frozen=True)
class Whereabouts:
    """Where a rule stands: places as `file:line`, code with the function that names it, pages as `file, cell N`."""

    rule: Rule
    code: tuple[str, ...]
    tables: tuple[str, ...]
    cases: tuple[str, ...]
    pages: tuple[str, ...]
    exercises: tuple[str, ...]


def whereabouts(system: str, rule: str) -> Whereabouts:
    """Look a rule up in all there is of the kit. Raises UnknownSystem, UnknownRule."""
    found = northafrica.rules(system)[rule]
    named = re.compile(rf"(?<![\w.-]){re.escape(rule)}(?![\w-]|\.[\w-])")
    return Whereabouts(
        found,
        tuple(_code(rule)),
        tuple(_lines(data_root() / system, ("*.csv", "*.toml"), named)),
        tuple(_lines(cases_root() / system, ("*.toml",), named)),
        tuple(_cells(notebooks_root(), named)),
        tuple(_lines(notebooks_root(), ("*.toml",), named)),
    )


def printed_on(rule: Rule, page: int) -> bool:
    """Whether a rule is printed on a page of its rulebook, as its section and page say.

    >>> printed_on(northafrica.rules("aana")["declare.cost"], 18)
    True
    """
    return page == rule.page or any(
        int(first) <= page <= int(last or first) for first, last in PAGES.findall(rule.section)
    )


def in_section(rule: Rule, section: str) -> bool:
    """Whether a rule stands in a section or a part of it: `5.1` holds 5.1, 5.1a and 5.1.2, but not 5.10."""
    end = "(?![0-9])" if section[-1:].isdigit() else r"(?!\w)"
    wanted = re.compile(rf"(?<![\w.]){re.escape(section)}{end}", re.IGNORECASE)
    return wanted.search(rule.section) is not None


def _shown(file: Path) -> str:
    """A path as one types it, from the folder that holds all the kit."""
    for root in (PACKAGE.parent, PACKAGE):
        if file.is_relative_to(root):
            return file.relative_to(root).as_posix()
    return file.as_posix()


def _lines(root: Path, globs: Sequence[str], named: re.Pattern[str]) -> Iterator[str]:
    """Where files first name a rule; the table of the rules themselves is left out."""
    for file in sorted(file for glob in globs for file in root.rglob(glob) if file.name != "rules.csv"):
        text = file.read_text(encoding="utf-8")
        if found := named.search(text):
            yield f"{_shown(file)}:{text.count(chr(10), 0, found.start()) + 1}"


def _cells(root: Path, named: re.Pattern[str]) -> Iterator[str]:
    for file in sorted(root.rglob("*.ipynb")):
        if ".ipynb_checkpoints" in file.parts:
            continue
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        numbers = [number for number, cell in enumerate(cells, 1) if named.search("".join(cell["source"]))]
        if numbers:
            yield f"{_shown(file)}, cell {numbers[0]}"


def _code(rule: str) -> Iterator[str]:
    for file in sorted(PACKAGE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if f'"{rule}"' in text:
            for line, owner in _owners(ast.parse(text), rule, ""):
                yield f"{_shown(file)}:{line}" + (f" ({owner})" if owner else "")


def _owners(node: ast.AST, rule: str, owner: str) -> Iterator[tuple[int, str]]:
    """The line of each mention, with the class and function round it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and child.value == rule:
            yield child.lineno, owner
        elif isinstance(child, ast.ClassDef | ast.FunctionDef):
            yield from _owners(child, rule, f"{owner}.{child.name}".lstrip("."))
        else:
            yield from _owners(child, rule, owner)
