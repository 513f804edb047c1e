"""`case` and `coverage`."""

from __future__ import annotations

import ast
import csv
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import northafrica
from northafrica.coverage import _strings, survey
from tests.cli.conftest import SHORT_OF_SUPPLY, Said

RULES = Path(northafrica.__file__).parents[1] / "data" / "aana" / "rules.csv"
CASE = """title = "Seven attack, one supply"
system = "aana"
position = '''
{position}'''

[[do]]
order = "commit"

[[do]]
order = "attack bir_hachem from mersa_matruh with 7 infantry"
refused = "{rule}"
numbers = {{ needs = {needs} }}
"""


def write(folder: Path, name: str, rule: str = "declare.cost", needs: int = 2) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(CASE.format(position=SHORT_OF_SUPPLY, rule=rule, needs=needs), encoding="utf-8")
    return file


def test_a_case_that_holds(run, tmp_path) -> None:
    told = run("case", write(tmp_path, "good.toml"), "--json")
    assert told.code == 0
    assert (told.json["passed"], told.json["failed"], told.json["unreadable"]) == (1, 0, [])
    assert "declare.cost" in told.json["shown"]
    assert told.json["cases"][0]["title"] == "Seven attack, one supply"


@pytest.mark.parametrize("closed", [".", "deep", "deep/deeper"])
def test_a_folder_that_may_not_be_read_is_told(run, tmp_path, monkeypatch, closed) -> None:
    """Else cases in it would count as passed."""
    for name in ("a.toml", "deep/b.toml", "deep/deeper/c.toml"):
        write(tmp_path, name)
    listed = os.scandir

    def scandir(path=".") -> Any:
        if Path(os.fspath(path)) == tmp_path / closed:
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    said = run("case", tmp_path)
    assert said.code == 2
    assert f"{tmp_path / closed}: this account may not use it" in said.err


def test_cases_that_fail_say_why(run, tmp_path) -> None:
    write(tmp_path, "a.toml")
    write(tmp_path, "deep/b.toml", rule="declare.hostile-must")
    write(tmp_path, "deep/c.toml", needs=3)
    said = run("case", tmp_path)
    assert said.code == 1
    assert "item 2" in said.out
    told = run("case", tmp_path, "--json").json
    assert [case["ok"] for case in told["cases"]] == [True, False, False]
    assert "needs is 2, not 3" in told["cases"][2]["failures"][0]
    assert told["shown"] == told["cases"][0]["shown"]  # only what the case that holds has shown
    assert "declare.cost" in told["shown"]


@pytest.mark.parametrize(
    "text",
    ["", "title = 1", "title = 'x'\nsystem = 'nothing'\ndo = []", "not toml", "title='x'\nsystem='aana'\ndo=[{}]"],
)
def test_what_is_no_case_is_named(run, tmp_path, text) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    said = run("case", file, write(tmp_path, "good.toml"))
    assert said.code == 2
    assert "bad.toml" in said.err
    assert "1 as expected" in said.out  # the others are still run


def test_odd_values_are_no_traceback(run, tmp_path) -> None:
    file = write(tmp_path, "odd.toml")
    file.write_text(file.read_text() + "expect = { at = 3, events = [4] }\n")
    assert run("case", file).code in (1, 2)


def test_a_folder_without_cases(run, tmp_path) -> None:
    said = run("case", tmp_path)
    assert (said.code, "no case" in said.err) == (2, True)
    assert run("case", tmp_path / "missing").code == 2


def table() -> list[dict[str, str]]:
    with RULES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_coverage_counts_the_rulebook(run, tmp_path) -> None:
    write(tmp_path, "good.toml")
    write(tmp_path, "bad.toml", needs=3)
    said = run("coverage", "aana", "--cases", tmp_path, "--json")
    assert said.code == 1  # a case does not hold
    told, rows = said.json, table()
    ids = {row["id"] for row in rows}
    assert told["rows"] == len(rows)
    assert set(told["implemented"]) | set(told["missing"]) == ids
    assert not set(told["implemented"]) & set(told["missing"])
    assert "declare.cost" in told["cased"]
    assert set(told["unfired"]) <= ids - set(told["cased"])
    assert "game.players" in told["unfired"]  # who sits where is no matter of these cases
    assert list(told["failures"]) == [str(tmp_path / "bad.toml")]
    assert told["cases"] == 2
    for key in ("implemented", "cased", "unfired", "missing"):
        assert told["counts"][key] == len(told[key])
        assert sorted(i for part in told["by_scope"].values() for i in part[key]) == sorted(told[key])
    for scope, part in told["by_scope"].items():
        assert part["rows"] == sum(row["scope"] == scope for row in rows)


def test_games_fire_rules(run, tmp_path) -> None:
    write(tmp_path, "good.toml")
    without = run("coverage", "aana", "--cases", tmp_path, "--json")
    watched = run("coverage", "aana", "--cases", tmp_path, "--games", 1, "--json")
    assert (without.code, watched.code) == (0, 0)
    assert set(watched.json["unfired"]) < set(without.json["unfired"])
    assert set(watched.json["implemented"]) >= set(without.json["implemented"])
    assert watched.json["unknown"] == []  # every id cited is a row of the rulebook


def test_cases_of_another_system_do_not_count(tmp_path) -> None:
    file = write(tmp_path, "good.toml")
    file.write_text(file.read_text().replace('system = "aana"', 'system = "other"'))
    assert survey("aana", cases=[tmp_path]).cases == 0


def test_only_whole_literals_count() -> None:
    source = '"""a.docstring"""\ndef f(x):\n    "b.docstring"\n    g("c.whole", f"d.{x}", f"{h(\'e.inside\')}")'
    assert list(_strings(ast.parse(source))) == ["c.whole", "e.inside"]


def test_no_text_of_a_file_is_a_command_to_the_terminal(run: Callable[..., Said], tmp_path: Path) -> None:
    seats = {"germany": "Anna\x1b[31m", "italy": "Anna\x1b[31m"}
    game = northafrica.load("aana", "rommel", seed=3, seats=seats)
    game.comment("begun \x1b]0;taken\x07 \u202e")
    file = tmp_path / "game.jsonl"
    northafrica.save(game, file)
    odd = tmp_path / "odd \x1b[2J.jsonl"
    for arguments in (("replay", file), ("legal", file), ("replay", odd), ("case", odd)):
        said = run(*arguments)
        assert not set("\x1b\x07\u202e") & set(said.out + said.err)
