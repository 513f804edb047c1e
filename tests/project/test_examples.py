"""Every example in a docstring of the kit runs, after `import northafrica`, and says what it shows."""

from __future__ import annotations

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

import northafrica
import northafrica.bots

ROOT = Path(__file__).resolve().parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
SHOWN = [path for path in sorted((ROOT / "northafrica").rglob("*.py")) if ">>>" in path.read_text(encoding="utf-8")]
# What a user meets first; each shows how it is used.
FIRST_MET = {
    "northafrica": ("load", "odds_of", "position", "replay", "rules", "save", "systems"),
    "northafrica.core.game": ("Game", "Game.legal", "Game.check", "Game.play", "Game.undo", "Game.branch"),
    "northafrica.core.rulebook": ("Ruling", "Rulebook"),
    "northafrica.core.board": ("Board",),
    "northafrica.core.cases": ("run_case",),
    "northafrica.core.dice": ("Seeded", "Scripted"),
    "northafrica.coverage": ("survey",),
    "northafrica.analysis": ("events_frame", "supply_by_space", "supply_flow", "losses"),
    "northafrica.bots": ("play_out",),
}


def dotted(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def written(source: str) -> int:
    """How many examples stand in the docstrings of a source, wherever they stand."""
    docs = (ast.get_docstring(node) or "" for node in ast.walk(ast.parse(source)) if isinstance(node, DOCUMENTED))
    return sum(len(doctest.DocTestParser().get_examples(doc)) for doc in docs)


def test_there_are_examples() -> None:
    assert len(SHOWN) > len(FIRST_MET)


@pytest.mark.parametrize("path", SHOWN, ids=dotted)
def test_examples_say_what_they_show(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = doctest.DocTestFinder().find(import_module(dotted(path)), extraglobs={"northafrica": northafrica})
    assert sum(len(test.examples) for test in tests) == written(path.read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)  # an example may write a file
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in tests:
        runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


@pytest.mark.parametrize("module", FIRST_MET)
def test_what_is_met_first_has_an_example(module: str) -> None:
    for name in FIRST_MET[module]:
        found = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        assert ">>> " in (found.__doc__ or ""), f"{module}.{name}"


def test_a_wrong_example_is_seen() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None).failed == 1
    assert written('def f():\n    """Twice.\n\n    >>> 1\n    1\n    """\n') == 1
