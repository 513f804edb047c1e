"""Answers are where they belong: not in the page before they are asked for, not in what pupils are given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import nbformat
import pytest
from nbclient import NotebookClient

import northafrica
from northafrica.lab import ExerciseCard, Progress, Replay, Stepper, make_assignment, read_exercises
from northafrica.lab.desk.assignment_notebook import AssignmentError
from northafrica.lab.desk.position_saving import save_case
from northafrica.lab.desk.pupils_file import pupils_text
from northafrica.lab.exercises.exercise import graded
from northafrica.lab.exercises.questions import KeptBack
from tests.lab.positions import SEVEN

ALL = "attack tobruk from mersa_matruh with 5 infantry 2 tank"
# p.15: six attackers need 2 supply, five need 1, and 1 is there
WORKED = "attack tobruk from mersa_matruh with 4 infantry 1 tank"
FILE = f'''system = "aana"
# teacher: number one is a no, of course
position = """
{SEVEN}# teacher: seven need two
"""

[[exercise]]
id = "all"
kind = "legal"
before = ["commit"]
order = "{ALL}"

[[exercise]]
id = "needs"
kind = "number"
question = "How much supply do they need?"
before = ["commit"]
order = "{ALL}"
number = "needs"

[[exercise]]
id = "few"
kind = "orders"
question = "Attack with as many as the supply allows."
before = ["commit"]
goal = {{legal = ["commit"]}}
example = ["{WORKED}"]
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "supply.toml"
    made.write_text(FILE, encoding="utf-8")
    return made


def in_the_page() -> str:
    """All that the browser is told of every open widget."""
    return json.dumps([one.get_state() for one in list(widgets.widget._instances.values())], default=str)


# -- the page --------------------------------------------------------------------------------------
@pytest.fixture
def commented(tmp_path: Path) -> Path:
    game = northafrica.load("aana", "torch", seed=7)
    game.comment("Where would you land? Answer: nowhere at all")
    return northafrica.save(game, tmp_path / "lesson.jsonl")


@pytest.mark.parametrize("hide", [True, False])
def test_the_page_holds_no_answer_of_a_replay_before_it_is_asked_for(commented: Path, hide: bool) -> None:
    replay = Replay(commented, hide=hide)
    assert "nowhere at all" not in in_the_page()
    assert ("Where would you land" in in_the_page()) is not hide
    replay.show_answer()
    assert "nowhere at all" in in_the_page()
    replay.close()


def test_the_stepper_shows_the_question_and_keeps_the_answer(commented: Path) -> None:
    table = Stepper(northafrica.replay(commented).game, autosave=False)
    assert "nowhere at all" not in in_the_page()
    field = table._files.comment
    assert field.value == "Where would you land?"
    for written, kept in (
        ("Where then?", "Where then?\nAnswer: nowhere at all"),
        ("Where? Answer: here", "Where?\nAnswer: here"),
        ("", ""),
    ):
        field.value = written
        table._files._commented()
        assert table.game.node.comment == kept
    table.close()


def test_a_record_for_a_class_goes_without_answers(commented: Path, tmp_path: Path) -> None:
    replay = Replay(commented, edit=True)
    copy = replay.save(tmp_path / "for-the-class.jsonl", answers=False)
    assert "nowhere" not in copy.read_text()
    assert northafrica.replay(copy).verified
    assert northafrica.replay(copy).game.node.comment == "Where would you land?"
    assert replay.nodes[0].comment.endswith("Answer: nowhere at all"), "the teacher's own stays"
    replay.close()


@pytest.mark.parametrize(
    "mark",
    [
        "answer:",
        "ANSWER:",
        "Answer :",
        "**Answer:**",
        "**Answer**:",
        "_answer:_",
        "(Answer:",
        "Answer\uff1a",
        "Answers:",
    ],
)
def test_an_answer_is_one_however_its_word_is_written(mark: str, commented: Path, tmp_path: Path) -> None:
    replay = Replay(commented, edit=True)
    replay.nodes[0].comment = f"Where would you land? {mark} nowhere at all"
    copy = replay.save(tmp_path / "for-the-class.jsonl", answers=False)
    assert "nowhere" not in copy.read_text()
    assert northafrica.replay(copy).game.node.comment == "Where would you land?"
    replay.close()


def test_the_page_holds_no_answer_of_a_card(file: Path) -> None:
    card = ExerciseCard(file, progress=Progress(None), pick=["few"])
    assert WORKED not in in_the_page()
    card.answer("attack tobruk from mersa_matruh with 1 tank")
    card.answer("cease")
    assert WORKED not in in_the_page()


# -- the file --------------------------------------------------------------------------------------
def test_the_pupils_file_has_no_worked_answer_and_no_comment(file: Path, tmp_path: Path) -> None:
    path = make_assignment(file, tmp_path / "class", position=SEVEN + "# seven are too many\n")
    for one in path.parent.rglob("*"):
        text = one.read_text(encoding="utf-8")
        for secret in (WORKED, "teacher", "too many"):
            assert secret not in text, (one.name, secret)
    mine, theirs = read_exercises(file), read_exercises(path.parent / "supply.toml")
    assert [(one.id, one.text, one.points, one.hints) for one in theirs] == [
        (one.id, one.text, one.points, one.hints) for one in mine
    ]
    assert theirs[2].check(WORKED).right
    assert not theirs[2].check("cease").right
    with pytest.raises(KeptBack, match="whoever gave you the exercise has it"):
        theirs[2].solution()
    card = ExerciseCard(theirs, progress=Progress(None), pick=["few"])
    assert card.solution() == ""
    assert "broken" not in card._said.value
    assert not card.progress.of("few").shown


def test_a_case_goes_along_without_what_it_expects(tmp_path: Path) -> None:
    do = f"commit\nrefused declare.cost: {ALL}"
    assert save_case(SEVEN, tmp_path / "mine.toml", title="Mine", do=do).ok
    file = tmp_path / "e.toml"
    file.write_text('[[exercise]]\nid = "x"\nkind = "legal"\ncase = "mine"\n')
    text = pupils_text(file, withhold=False)
    assert "refused" not in text
    assert "declare.cost" not in text
    assert "case" not in text
    theirs = tmp_path / "theirs.toml"
    theirs.write_text(text)
    assert read_exercises(theirs)[0].solution() == "no"
    assert read_exercises(theirs)[0].text == read_exercises(file)[0].text


def test_a_case_keeps_its_options_and_seats(tmp_path: Path) -> None:
    """A `choice` lists its answers under the name that a game's options have, too."""
    do = f"commit\n{ALL.replace('5 infantry', '3 infantry')}"
    keys = {"options": {"take_backs": "none"}, "seats": {"uk": "ann", "us": "ann"}}
    assert save_case(SEVEN, tmp_path / "mine.toml", title="Mine", do=do, **keys).ok
    file, theirs = tmp_path / "e.toml", tmp_path / "theirs.toml"
    file.write_text(
        '[[exercise]]\nid = "x"\nkind = "choice"\ncase = "mine"\nquestion = "Who is next?"\noptions = ['
        '{text = "Ann", expect = {seat = "ann"}}, {text = "Ben", expect = {seat = "ben"}}]\n'
    )
    theirs.write_text(pupils_text(file, withhold=False))
    game = read_exercises(theirs)[0].game()
    assert game.setting.options["take_backs"] == "none"
    assert game.setting.seats["uk"] == "ann"
    assert read_exercises(theirs)[0].solution() == "Ann"


COURSE = sorted((Path(northafrica.__file__).parents[1] / "notebooks").glob("*/exercises/*.toml"))


@pytest.mark.parametrize("course", COURSE[::6], ids=[file.stem for file in COURSE[::6]])
def test_every_kind_of_the_course_can_be_handed_out(course: Path) -> None:
    assert 'example = ["' not in pupils_text(course, withhold=True)


def test_the_teachers_own_file_is_never_written_over(file: Path, tmp_path: Path) -> None:
    before = file.read_text()
    with pytest.raises(AssignmentError, match=r"your own supply\.toml with its answers lies there"):
        make_assignment(file, tmp_path)
    assert file.read_text() == before


def test_copies_with_answers_do_not_lie_in_what_is_handed_out(file: Path, tmp_path: Path) -> None:
    """nbgrader copies all that lies beside the notebook to the pupils."""
    make_assignment(file, tmp_path / "course", nbgrader=True)
    (tmp_path / "course" / "source" / "supply" / "supply.ipynb.older").write_text("of an earlier kit")
    make_assignment(file, tmp_path / "course", nbgrader=True, text="again")
    for stage in ("source", "release"):
        folder = tmp_path / "course" / stage / "supply"
        assert sorted(one.name for one in folder.iterdir()) == ["supply.ipynb", "supply.toml"]
        assert WORKED not in (folder / "supply.toml").read_text()
    assert (tmp_path / "course" / "older" / "source" / "supply" / "supply.ipynb.older").is_file()


# -- graded work -----------------------------------------------------------------------------------
class Everything(str):
    """A text that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


def test_a_graded_exercise_says_right_or_not_and_no_more(file: Path, tmp_path: Path) -> None:
    make_assignment(file, tmp_path / "course", nbgrader=True)
    for stage in ("source", "release"):
        theirs = tmp_path / "course" / stage / "supply" / "supply.toml"
        for exercise, right in zip(read_exercises(theirs), ("no", "2", WORKED), strict=True):
            with pytest.raises(KeptBack, match="it shows no answer"):
                exercise.solution()
            wrong = {"no": "yes", "2": "3"}.get(right, "cease")
            told = exercise.check(wrong)
            assert (told.right, told.answer, told.why, told.rules) == (False, "", (), ())
            assert str(told) == f"not right: you said {wrong}"
            graded(theirs, exercise.id, right)
            with pytest.raises(AssertionError, match="is not right"):
                graded(theirs, exercise.id, wrong)
        graded(theirs, "needs", 2)
        for trick in (Everything("x"), True, ["2"], None, read_exercises(file)[1]):
            with pytest.raises(AssertionError, match="as you type it"):
                graded(theirs, "needs", trick)


TRICKS = {
    "solution": 'answer_1 = exercises["all"].solution()',
    "verdict": 'answer_1 = exercises["all"].check("yes").answer',
    "another exercise": 'class Yes:\n    right, given = True, ""\n    def check(self, given):\n        return self\n'
    'exercises = dict.fromkeys(exercises, Yes())\nanswer_1 = "yes"',
    "another name": "def graded(*given):\n    pass\nanswer_1 = 'yes'",
}


def test_no_trick_passes_a_graded_test(file: Path, tmp_path: Path) -> None:
    release = (
        make_assignment(file, tmp_path / "course", nbgrader=True).parents[2] / "release" / "supply" / "supply.ipynb"
    )
    for trick in TRICKS.values():
        assert failed(release, trick) == ["test-1-all", "test-2-needs", "test-3-few"], trick
    assert failed(release, 'answer_1 = "no"') == ["test-2-needs", "test-3-few"]


def failed(release: Path, answer: str) -> list[str]:
    """The tests that fail in a notebook with this in its first answer cell, without its pictures."""
    book: Any = nbformat.read(release, as_version=4)
    kept = [cell for cell in book.cells if cell.cell_type == "code" and "board_picture(ex" not in cell.source]
    book.cells = kept
    next(cell for cell in kept if cell.metadata.nbgrader.solution).source = answer
    client = NotebookClient(book, timeout=120, allow_errors=True, resources={"metadata": {"path": release.parent}})
    client.execute()
    return [
        cell.metadata.nbgrader.grade_id for cell in kept
        if cell.metadata.nbgrader.grade and any(output.output_type == "error" for output in cell.outputs)
    ]  # fmt: skip
