"""Texts of an exercise file in a made notebook: text alone, whatever they hold; and no other file passes its tests."""

from __future__ import annotations

import json
import os
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from nbconvert.filters import markdown2html

from northafrica.lab import make_assignment, read_exercises
from northafrica.lab.desk.pupils_file import bare
from northafrica.lab.exercises.exercise import graded
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from tests.lab.test_position_desk import ALL, SEVEN

LIVE = (
    "![x](http://evil.example/t.png)", "[c](javascript:alert(1))", "a\n\n# Head", "a\n\nHead\n====", "```\ncode\n```",
    "a\n\n    code", "$$x^2$$", "$x$ and $y$", r"\(x\)", r"\begin{align}x\end{align}", "<b>b</b>", "<img src=x>",
    "http://evil.example", "www.evil.example", "<http://evil.example>", "a@evil.example", "* one\n* two", "1. one",
    "- one", "+ one", "> said", "|a|b|\n|-|-|\n|c|d|", "**b** __b__ ~~b~~", "a\n\n---", "[r]: http://evil.example\n[r]",
    "&lt;b&gt;", "a\\\nb", "@@0@@",
)  # fmt: skip
ELEMENTS = re.compile(r"<(/?)([a-z0-9]+)")


def choice(file: Path, text: str) -> Path:
    """A file with one question and two answers that all hold a text."""
    said = json.dumps(text)
    file.write_text(
        f'[[exercise]]\nid = "one"\nkind = "choice"\nposition = """{SEVEN}"""\norders = ["commit"]\nquestion = {said}\n'
        f"options = [{{text = {said}, expect = {{round = 9}}}},"
        ' {text = "not", expect = {round = 10}}]\n'
    )
    return file


def cells(book: Path, kind: str) -> list[str]:
    raw: dict[str, Any] = json.loads(book.read_text(encoding="utf-8"))
    return [cell["source"] for cell in raw["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("text", LIVE)
def test_a_text_is_shown_as_text(text: str, tmp_path: Path) -> None:
    book = make_assignment(choice(tmp_path / "e.toml", text), tmp_path / "c", nbgrader=True, title=text)
    intro, question = cells(book, "markdown")
    for part in (intro.split("\n\n")[0], question.split("\n\n", 1)[1]):
        html = str(markdown2html(part))
        found = {name for _, name in ELEMENTS.findall(html)}
        assert found <= {"h1", "a", "p", "ul", "li", "br", "span"}, html
        assert "href" not in re.sub(r'<a class="anchor-link" href="#[^"]*">', "", html)
        assert max(html.count("<h1"), html.count("<ul")) <= 1
        assert html.count("<li") <= 2
        shown = unescape(re.sub(r"<[^>]*>", " ", html))
        assert re.sub(r"\s", "", text) in re.sub(r"\s", "", shown)
        for begins in re.findall(r"[$\\]", unescape(html)):
            assert f"<span>{begins}</span>" in unescape(html)
    assert not re.search(r"[$\\]", question)


@pytest.mark.parametrize("mark", ["### BEGIN SOLUTION", "### END SOLUTION", "### BEGIN HIDDEN TESTS"])
def test_no_text_is_a_mark_of_nbgrader(mark: str, tmp_path: Path) -> None:
    book = make_assignment(choice(tmp_path / "e.toml", mark), tmp_path / "c", nbgrader=True, title=mark)
    sources = "\n".join(cells(book, "code") + cells(book, "markdown"))
    assert [line for line in sources.splitlines() if "###" in line] == ["### BEGIN SOLUTION", "### END SOLUTION"]
    answer = next(cell for cell in cells(book, "code") if "BEGIN SOLUTION" in cell)
    found: dict[str, str] = {}
    exec(answer, found)
    assert found["answer_1"] == mark


def test_an_easier_file_of_another_folder_passes_no_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "e.toml"
    own = f'[[exercise]]\nid = "one"\nkind = "legal"\nposition = """{SEVEN}"""\n'
    file.write_text(f'{own}before = ["commit"]\norder = "{ALL}"\n')  # p.15: 7 need 2 supply and have 1
    book = make_assignment(file, tmp_path / "c", nbgrader=True)
    test = next(cell for cell in cells(book, "code") if "graded(" in cell)
    monkeypatch.chdir(book.parent)
    exec(test, {"answer_1": "no"})
    with pytest.raises(AssertionError, match="is not right"):
        exec(test, {"answer_1": "yes"})
    (book.parent / "zz").mkdir()
    (book.parent / "zz" / "e.toml").write_text(f'{own}order = "commit"\n')
    os.chdir("zz")
    graded("e.toml", "one", "yes")
    with pytest.raises(ExerciseError, match="not the file that the test was made for"):
        exec(test, {"answer_1": "yes"})


@pytest.mark.parametrize("kind", ["choice", "better"])
def test_answers_to_choose_from_are_bounded(kind: str, tmp_path: Path) -> None:
    options = ", ".join(
        f'{{text = "{n}", ' + ("expect = {}" if kind == "choice" else 'order = "commit"') + "}" for n in range(51)
    )
    file = tmp_path / "e.toml"
    file.write_text(
        f'[[exercise]]\nid = "one"\nkind = "{kind}"\nposition = """{SEVEN}"""\nquestion = "?"\noptions = [{options}]\n'
    )
    with pytest.raises(ExerciseError, match="'options' has 51 answers; write at most 50"):
        read_exercises(file)


def test_no_comment_of_a_position_goes_to_pupils() -> None:
    assert bare("one\n# c\nat b: 1 uk tank#3  # the answer\n\n  # d\ntwo\n") == "one\nat b: 1 uk tank#3\n\ntwo\n"
