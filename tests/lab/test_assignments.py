"""Assignments: notebooks that run, results judged anew, broken files named, nbgrader's metadata."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from northafrica.lab import Assignment, collect, make_assignment
from northafrica.lab.desk.assignment import slug_of
from northafrica.lab.desk.assignment_notebook import AssignmentError
from northafrica.lab.desk.position_saving import save_case, save_exercise
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from tests.lab.tables import open_widgets
from tests.lab.test_position_desk import ALL, SEVEN

FORMAT = "northafrica progress 1"


@pytest.fixture
def exercises(tmp_path: Path) -> Path:
    """Two exercises; p.15: seven attackers need 2 supply and have 1, so the answers are no and 2."""
    file = tmp_path / "supply.toml"
    common = {"before": ["commit"], "order": ALL}
    assert save_exercise(SEVEN, file, id="all", kind="legal", question="May all attack?", points=2, **common).ok
    assert save_exercise(SEVEN, file, id="needs", kind="number", question="How much?", number="needs", **common).ok
    return file


def entry(*answers: str, hints: int = 0, shown: bool = False, solved: str = "") -> dict[str, Any]:
    return {"answers": list(answers), "hints": hints, "shown": shown, "solved": solved}


def hand_in(folder: Path, name: str, **done: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"results-{name}.json"
    file.write_text(json.dumps({"format": FORMAT, "name": name.title(), "exercises": done}))
    return file


def test_results_of_before_are_kept_beside_a_used_folder(exercises: Path, tmp_path: Path) -> None:
    folder = tmp_path / "hand-out"
    make_assignment(exercises, folder)
    for answer in ("yes", "no"):
        text = hand_in(folder, "ann", all=entry(answer)).read_text()
        make_assignment(exercises, folder)
        assert not list(folder.glob("results-*"))
        assert text in [file.read_text() for file in (tmp_path / "hand-out.older").glob("results-ann*")]
    assert len(list((tmp_path / "hand-out.older").glob("results-ann*"))) == 2


def test_a_learner_works_and_is_collected(exercises: Path, tmp_path: Path) -> None:
    before = open_widgets()
    desk = Assignment(exercises, folder=tmp_path / "in")
    assert desk.begin("  ") is None
    assert "name first" in desk._told.value
    card = desk.begin("Ann O'Hara")
    assert card is not None
    card.answer("yes")
    card.hint()
    card.answer("no")
    card.turn_to(1)
    card.solution()
    card.answer("2")
    desk.close()
    assert open_widgets() == before
    assert "results-ann-o-hara.json" in card._kept.value
    found = collect(tmp_path / "in", exercises)
    assert list(found.columns) == [
        "name", "exercise", "points", "of", "solved", "tries", "hints", "shown", "answer", "file", "trouble",
    ]  # fmt: skip
    assert found.to_dict("records") == [
        {"name": "Ann O'Hara", "exercise": "all", "points": 2, "of": 2, "solved": True, "tries": 2, "hints": 0,
         "shown": False, "answer": "no", "file": "results-ann-o-hara.json", "trouble": ""},
        {"name": "Ann O'Hara", "exercise": "needs", "points": 0, "of": 1, "solved": True, "tries": 1, "hints": 0,
         "shown": True, "answer": "2", "file": "results-ann-o-hara.json", "trouble": ""},
    ]  # fmt: skip


def test_who_comes_back_goes_on(exercises: Path, tmp_path: Path) -> None:
    first = Assignment(exercises, folder=tmp_path)
    card = first.begin("Ann")
    assert card is not None
    card.answer("no")
    desk = Assignment(exercises, folder=tmp_path)
    assert desk.begin(" ann ") is None, "it may be somebody else"
    assert f"Ann ({card.progress.id}), 1 solved" in desk._told.value
    again = desk.begin(" ann ", card.progress.id)
    assert again is not None
    assert again.progress.solved() == ("all",)
    assert again.at == 1


def test_an_edited_flag_does_not_count(exercises: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    hand_in(folder, "liar", all=entry("yes", solved="2026-01-01T00:00:00+00:00"), needs=entry(solved="now"))
    hand_in(folder / "late", "honest", all=entry("yes", "no"), needs=entry("many", "2"), other=entry("x"))
    found = collect(folder, exercises).set_index(["name", "exercise"])
    assert not found.loc["Liar"].solved.any()
    assert found.loc["Liar"].points.sum() == 0
    assert found.loc["Liar"].trouble.str.contains("the file says solved").all()
    assert found.loc[("Honest", "all"), "points"] == 2
    assert found.loc[("Honest", "needs"), "points"] == 1
    assert found.loc[("Honest", "needs"), "tries"] == 2
    assert "no exercise" in found.loc[("Honest", "other"), "trouble"]
    assert found.loc[("Honest", "all"), "file"] == str(Path("late") / "results-honest.json")


def test_broken_files_are_named_and_nothing_is_lost(exercises: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    hand_in(folder, "ann", all=entry("no"))
    cut = hand_in(folder, "bob", all=entry("no"))
    cut.write_text(cut.read_text()[:40])
    hand_in(folder, "cy", all="yes", needs={"answers": ["2"], "hints": "many", "shown": False, "solved": ""})
    hand_in(folder, "di", all=entry("what?"), needs=entry("9" * 100_000))
    (folder / "results-eve.json").write_bytes(b"\xff\xfe\x00")
    (folder / "results-fay.json").write_text('{"format": "something else"}')
    (folder / "results-gus.json").mkdir()
    found = collect(folder, exercises)
    for name in ("bob", "eve", "fay", "gus"):
        told = found[found.file == f"results-{name}.json"]
        assert len(told) == 1
        assert "cannot be read" in told.trouble.iloc[0]
    by_name = found.set_index(["name", "exercise"])
    assert by_name.loc[("Ann", "all"), "points"] == 2
    assert by_name.loc[("Ann", "needs"), "tries"] == 0
    assert "damaged" in by_name.loc[("Cy", "all"), "trouble"]
    assert by_name.loc[("Cy", "needs"), "points"] == 1
    assert "damaged: hints" in by_name.loc[("Cy", "needs"), "trouble"]
    assert "write yes or no" in by_name.loc[("Di", "all"), "trouble"]
    assert by_name.loc[("Di", "needs"), "points"] == 0
    with pytest.raises(ValueError, match="no such folder"):
        collect(tmp_path / "nowhere", exercises)
    assert collect(tmp_path, exercises).shape == found.shape
    (tmp_path / "empty").mkdir()
    assert collect(tmp_path / "empty", exercises).empty


def test_a_broken_exercise_is_no_fault_of_the_learners(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    file.write_text(f'[[exercise]]\nid = "x"\nkind = "legal"\nposition = """{SEVEN}"""\norder = "atack"\n')
    hand_in(tmp_path / "in", "ann", x=entry("yes"))
    told = collect(tmp_path / "in", file).trouble.iloc[0]
    assert told.startswith("the exercise is broken: ")
    assert "e.toml, exercise 'x'" in told


@pytest.mark.parametrize(
    ("name", "slug"), [("Ann O'Hara", "ann-o-hara"), ("../../x", "x"), (" \t", ""), ("Zoë", "zoë")]
)
def test_names_become_files(name: str, slug: str) -> None:
    assert slug_of(name) == slug


# -- notebooks -------------------------------------------------------------------------------------
def ran(path: Path) -> nbformat.NotebookNode:
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}}).execute()
    return book


def test_the_plain_notebook_runs_beside_its_exercises(exercises: Path, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    path = make_assignment(
        exercises, folder, title="Supply", text="For Monday.", position=SEVEN, focus=["tobruk", "mersa_matruh"]
    )
    assert sorted(item.name for item in folder.iterdir()) == ["position.txt", "supply.ipynb", "supply.toml"]
    book = ran(path)
    assert "# Supply" in book.cells[0].source
    assert "For Monday." in book.cells[0].source
    board = book.cells[1].outputs[0].data["image/svg+xml"]
    assert "Tobruk" in board
    assert "Casablanca" not in board
    with pytest.raises(AssignmentError, match="no space 'Tobruk'; did you mean tobruk"):
        make_assignment(exercises, tmp_path / "other", position=SEVEN, focus=["Tobruk"])
    assert "2 exercises" in book.cells[2].outputs[0].data["text/plain"] or book.cells[2].outputs
    again = make_assignment(exercises, folder, title="Supply", text="For Tuesday.", position=SEVEN)
    assert again == path
    assert "Monday" in (tmp_path / "class.older" / "supply.ipynb").read_text()
    assert not list(folder.glob("*.older")), "the folder is for pupils"


def test_nbgrader_finds_answer_and_test_cells(exercises: Path, tmp_path: Path) -> None:
    source = make_assignment(exercises, tmp_path / "course", nbgrader=True)
    assert source == tmp_path / "course" / "source" / "supply" / "supply.ipynb"
    solved = ran(source)
    ids = [cell.metadata.nbgrader.grade_id for cell in solved.cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in ids)
    assert all(cell.metadata.nbgrader.schema_version == 3 for cell in solved.cells)
    tests = [cell for cell in solved.cells if cell.metadata.nbgrader.grade]
    answers = [cell for cell in solved.cells if cell.metadata.nbgrader.solution]
    assert [cell.metadata.nbgrader.points for cell in tests] == [2, 1]
    assert all(cell.metadata.nbgrader.locked for cell in solved.cells if cell not in answers)
    assert not any(cell.metadata.nbgrader.locked for cell in answers)
    assert all("### BEGIN SOLUTION" in cell.source for cell in answers)
    release = tmp_path / "course" / "release" / "supply" / "supply.ipynb"
    text = release.read_text()
    assert "SOLUTION" not in text
    assert "'no'" not in text
    book = nbformat.read(release, as_version=4)
    book.cells[[cell.metadata.nbgrader.grade_id for cell in book.cells].index(ids[4])].source = 'answer_1 = "no"'
    client = NotebookClient(book, timeout=120, allow_errors=True, resources={"metadata": {"path": release.parent}})
    client.execute()
    failed = [
        cell.metadata.nbgrader.grade_id
        for cell in book.cells
        if cell.cell_type == "code" and any(output.output_type == "error" for output in cell.outputs)
    ]
    assert failed == ["test-2-needs"]


def test_own_cases_become_positions_and_what_has_no_answer_does_not_go_along(tmp_path: Path) -> None:
    assert save_case(SEVEN, tmp_path / "mine.toml", title="Mine", do=f"commit\nrefused declare.cost: {ALL}").ok
    file = tmp_path / "e.toml"
    file.write_text('[[exercise]]\nid = "x"\nkind = "legal"\ncase = "mine"\n')
    path = make_assignment(file, tmp_path / "out")
    assert sorted(item.name for item in path.parent.iterdir()) == ["e.ipynb", "e.toml"]
    assert collect(path.parent, path.parent / "e.toml").empty
    file.write_text('[[exercise]]\nid = "x"\nkind = "number"\ncase = "mine"\nquestion = "?"\nnumber = "beer"\n')
    with pytest.raises(AssignmentError, match="names no number 'beer'"):
        make_assignment(file, tmp_path / "out2")
    with pytest.raises(ExerciseError, match="nothing"):
        make_assignment(tmp_path / "nothing.toml", tmp_path / "out2")
    assert not (tmp_path / "out2").exists()
