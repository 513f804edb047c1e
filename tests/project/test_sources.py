"""What no source may hold: a dropped refusal, a rule that is in no rulebook, a module nobody installs."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import northafrica

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "northafrica"
DOTTED = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)+")
FILES = (".csv", ".geojson", ".toml")


def dropped_refusals(source: str) -> Iterator[int]:
    """Lines like ``self.problem(view) or Ruling.allow()``: a refused ruling is false, so it would be allowed."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            later = (ast.unparse(value) for value in node.values[1:])
            if any(re.match(r"(Ruling\.)?allow\(|ALLOWED\b", text) for text in later):
                yield node.lineno


def cited(source: str) -> Iterator[tuple[int, str]]:
    """The rule ids that stand in a source as literals: whole, or as the opening of an f-string (``unit.french.``)."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            opening = node.values[0].value if node.values and isinstance(node.values[0], ast.Constant) else ""
            if isinstance(opening, str) and opening.endswith(".") and DOTTED.fullmatch(opening + "x"):
                yield node.lineno, opening
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and DOTTED.fullmatch(node.value):
            yield from [] if node.value.endswith(FILES) else [(node.lineno, node.value)]


def unknown(source: str, book: set[str]) -> list[str]:
    """What a source cites and a rulebook does not hold, with its line."""
    openings = {rule[: dot.end()] for rule in book for dot in re.finditer(r"\.", rule)}
    return [f"{line}: {text}" for line, text in cited(source) if text not in book | openings]


def modules(source: str) -> set[str]:
    """The top names of the modules a source imports, its own package left out."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found - {"northafrica"}


def test_what_is_imported_is_a_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[<>=~!; \[]", line)[0].replace("-", "_").lower() for line in project["dependencies"]}
    sources = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    used = {name.lower() for source in sources for name in modules(source) - sys.stdlib_module_names}
    assert used
    assert used <= wanted, f"not in pyproject.toml: {', '.join(sorted(used - wanted))}"


def test_no_source_drops_a_refusal() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line in dropped_refusals(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", northafrica.systems())
def test_cited_rules_are_in_the_rulebook(name: str) -> None:
    book = set(northafrica.rules(name))
    found = [
        f"{path.relative_to(ROOT)}:{said}"
        for path in sorted((PACKAGE / "systems" / name).rglob("*.py"))
        for said in unknown(path.read_text(encoding="utf-8"), book)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "dropped"),
    [
        ("x = problem(view) or Ruling.allow()", True),
        ("x = a or (\n    ALLOWED\n)", True),
        ("x = a or b or Ruling.allow(notes)", True),
        ("x = a or Ruling.refuse('', '')", False),
        ("x = Ruling.first(problem(view))", False),
        ("'problem(view) or Ruling.allow()'", False),
    ],
)
def test_the_reader_of_refusals_sees(source: str, dropped: bool) -> None:
    assert bool(list(dropped_refusals(source))) == dropped


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("refuse('amove.water', '')", []),
        ("refuse('amove.watr', '')", ["1: amove.watr"]),
        ("rule = f'unit.french.{kind}'", []),
        ("rule = f'unit.frensh.{kind}'", ["1: unit.frensh."]),
        ("read('units.csv')", []),
        ("say('Ships may not sail there.')", []),
    ],
)
def test_the_reader_of_citations_sees(source: str, wrong: list[str]) -> None:
    assert unknown(source, {"amove.water", "unit.french.tank"}) == wrong
