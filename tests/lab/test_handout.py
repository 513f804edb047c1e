"""Hand-outs: one file with map, tables and exercises; answers last or left out; nothing is fetched."""

from __future__ import annotations

import base64
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor

import northafrica
from northafrica.lab import handout
from northafrica.lab.desk.position_saving import save_exercise
from northafrica.lab.exercises.questions import QuestionError
from northafrica.lab.printing.handout import HandoutError
from northafrica.lab.printing.pdf import BROWSERS, PdfError
from tests.lab.test_position_desk import ALL, SEVEN


class Reader(HTMLParser):
    """Tags that are not closed, and every address."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.addresses: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


@pytest.fixture
def exercises(tmp_path: Path) -> Path:
    file = tmp_path / "exercises.toml"
    common = {"before": ["commit"], "order": ALL}
    assert save_exercise(SEVEN, file, id="all", kind="legal", question="May <all> attack?", points=2, **common).ok
    assert save_exercise(SEVEN, file, id="needs", kind="number", question="How much?", number="needs", **common).ok
    return file


def test_a_page_stands_alone(exercises: Path) -> None:
    page = handout(SEVEN, title="Seven & supply", text="One.\n\nTwo.", exercises=exercises).html
    found = Reader(page)
    assert not found.stack
    assert all(address.startswith("#") for address in found.addresses)
    assert "url(http" not in page
    assert "<script" not in page
    assert "<h1>Seven &amp; supply</h1>" in page
    assert "<p>One.</p>" in page
    assert "<p>Two.</p>" in page
    assert "May &lt;all&gt; attack?" in page
    assert page.count("<svg xmlns") == 1  # the exercises are about the position itself
    assert re.search(
        r"<td>Mersa Matruh</td><td></td><td>United Kingdom: 5 infantry, 2 tanks</td><td>1 supply</td>", page
    )
    assert "2 points" in page
    assert page.count('class="line"') >= 4
    assert "size: A4" in page


def test_answers_stand_on_the_last_page_or_nowhere(exercises: Path) -> None:
    # p.15: seven attackers need 2 supply
    page = handout(SEVEN, exercises=exercises).html
    body, _, answers = page.partition('<div class="answers">')
    assert "needs 2 supply" in answers
    assert "Exercise 1: no" in answers
    assert "Exercise 2: 2" in answers
    assert "p.18" in answers
    assert "needs 2 supply" not in body
    assert "break-before: page" in body
    without = handout(SEVEN, exercises=exercises, answers="none", paper="Letter").html
    assert "needs 2 supply" not in without
    assert "size: letter" in without


def test_a_moment_of_a_record(tmp_path: Path, exercises: Path) -> None:
    game = northafrica.position(SEVEN)
    game.play("commit")
    game.comment("Would you attack? Answer: with five units only")
    northafrica.save(game, tmp_path / "lesson.jsonl")
    page = handout(tmp_path / "lesson.jsonl").html
    body, _, answers = page.partition('<div class="answers">')
    assert "Entry 1. Allies: commit" in body
    assert "Would you attack?" in body
    assert "five units only" not in body
    assert "five units only" in answers
    first = handout(tmp_path / "lesson.jsonl", entry=0, answers="none")
    assert "Entry 1" not in first.html
    assert "five units" not in handout(game, answers="none").html
    assert "Supply on hand" in handout(game, charts=["supply"]).html
    assert first.save(tmp_path / "out" / "h.html").read_text() == first.html
    assert "iframe" in first._repr_html_()
    assert "kB of HTML" in repr(first)


def test_an_exercise_about_another_position_brings_its_own_map_once(exercises: Path) -> None:
    other = SEVEN.replace("2 italy infantry", "1 italy infantry")
    page = handout(other, exercises=exercises).html
    assert page.count("<svg xmlns") == 2  # the page's own, and that of both exercises
    assert page.count("The map is that of Exercise 1.") == 1
    assert page.index("Exercise 2") < page.index("The map is that of Exercise 1.")


def test_what_stands_near_tells_of_the_attackers_wherever_they_stand(exercises: Path) -> None:
    # the map shows Tobruk alone; the exercises are about an attack from Mersa Matruh
    page = handout(SEVEN, exercises=exercises, focus=["tobruk"], answers="none").html
    table = page[page.index("What stands near") : page.index("Exercises</h2>")]
    assert "<td>Mersa Matruh</td>" in table
    assert "5 infantry, 2 tank" in table
    assert "<td>Cairo</td>" not in table
    alone = handout(SEVEN, focus=["tobruk"], answers="none").html
    assert "<td>Mersa Matruh</td>" not in alone


def test_orders_given_before_count_too(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    before = ["commit", "attack tobruk from mersa_matruh with 3 infantry", "commit"]
    assert save_exercise(SEVEN, file, id="f", kind="legal", question="?", before=before, order="fight").ok
    page = handout(SEVEN, exercises=file, focus=["tobruk"], answers="none").html
    assert "<td>Mersa Matruh</td>" in page[: page.index("Exercises</h2>")]


def test_a_sheet_of_exercises_needs_no_position_of_its_own(exercises: Path) -> None:
    page = handout(exercises=exercises, title="Ten minutes").html
    assert not Reader(page).stack
    assert page.count("<svg xmlns") == 1
    assert page.count("<h2>What stands near the scene</h2>") == 1
    table = page[page.index("What stands near") : page.index("</table>")]
    assert "<td>Mersa Matruh</td>" in table
    assert "<td>Tobruk</td>" in table
    assert "<td>Cairo</td>" not in table
    assert "Exercise 2: 2" in page
    with pytest.raises(HandoutError, match="or else exercises"):
        handout(title="Nothing")


def test_a_battle_in_words_has_no_map(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    file.write_text(
        'system = "aana"\n[[exercise]]\nid = "o"\nkind = "better"\nquestion = "Which?"\noptions = [\n'
        '{text = "one", battle = {attackers = "1 infantry", defenders = "1 infantry"}},\n'
        '{text = "two", battle = {attackers = "2 infantry", defenders = "1 infantry"}}]\n'
    )
    page = handout(SEVEN, exercises=file).html
    assert page.count("<svg xmlns") == 1
    assert "Exercise 1: two" in page


def test_an_exercise_that_is_broken_is_named(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    file.write_text(f'[[exercise]]\nid = "left"\nkind = "legal"\nposition = """{SEVEN}"""\norder = "end"\n'
                    'before = [{order = "commit", dice = [3]}]\n')  # fmt: skip
    with pytest.raises(QuestionError, match=r"e.toml, exercise 'left': .*never thrown"):
        handout(SEVEN, exercises=file)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"paper": "A3"}, "A4, Letter"),
        ({"answers": "first"}, "'last' or 'none'"),
        ({"entry": 4}, "entries 0 to 0"),
        ({"focus": ["tobrok"]}, "did you mean tobruk?"),
    ],
)
def test_what_cannot_be_is_told(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(HandoutError, match=told):
        handout(SEVEN, **wrong)  # type: ignore[arg-type]
    with pytest.raises(HandoutError, match="cannot be read"):
        handout("nothing.txt")


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no browser is installed to print with")
def test_a_browser_prints_it_as_pdf(exercises: Path, tmp_path: Path) -> None:
    page = handout(SEVEN, exercises=exercises, focus=["tobruk"])
    made = page.save(tmp_path / "out" / "page.pdf")
    text = made.read_bytes()
    assert text.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", text)) >= 2  # the answers have a page of their own


def test_without_a_browser_it_is_said_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = handout(SEVEN)
    with pytest.raises(PdfError, match=r"'no-such-browser' is no program here; save the page as .html"):
        page.save(tmp_path / "page.pdf", browser="no-such-browser")
    with pytest.raises(PdfError, match=r"cannot print|printed nothing"):
        page.save(tmp_path / "page.pdf", browser=shutil.which("false") or "false")
    with pytest.raises(PdfError, match="printed nothing"):
        page.save(tmp_path / "page.pdf", browser=shutil.which("true") or "true")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PdfError, match="no browser was found"):
        page.save(tmp_path / "page.pdf")
    assert not (tmp_path / "page.pdf").exists()


def test_the_notebooks_own_export_keeps_the_pictures(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(SEVEN)
    code = (
        "import northafrica\nfrom pathlib import Path\nfrom northafrica.lab import board_picture\n"
        "board_picture(northafrica.position(Path('p.txt').read_text()))"
    )
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    ExecutePreprocessor(timeout=120).preprocess(book, {"metadata": {"path": str(tmp_path)}})
    page, _ = HTMLExporter().from_notebook_node(book)
    pictures = re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", page)
    assert any("Mersa Matruh" in base64.b64decode(picture).decode() for picture in pictures)
