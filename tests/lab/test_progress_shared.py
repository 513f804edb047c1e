"""Solved exercises never vanish, whoever else writes; one learner, one results file."""

from __future__ import annotations

import json
import multiprocessing
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import class_of_thirty
from northafrica.core.files import locked
from northafrica.lab import Assignment, collect
from northafrica.lab.desk import assignment
from northafrica.lab.exercises.progress import FORMAT, Progress


def test_two_kernels_add_up(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    two, three = Progress(file), Progress(file)
    two.answered("2a", "yes", True)
    three.answered("3a", "no", True)
    two.answered("2b", "1", True)
    assert set(Progress(file).solved()) == {"2a", "3a", "2b"}
    three.hinted("2b")
    assert Progress(file).of("2b").solved, "the other one's answer is known, not written over"
    assert [path.name for path in tmp_path.iterdir()] == ["progress.json"]


def test_what_two_did_at_one_exercise_is_all_there(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    one, two = Progress(file), Progress(file)
    one.answered("x", "a", False)
    two.answered("x", "b", False)
    one.answered("x", "c", True)
    two.answered("x", "d", False)
    two.gave_up("x")
    kept = Progress(file).of("x")
    assert (kept.answers, kept.shown, bool(kept.solved)) == (["a", "b", "c"], False, True)


def _work(file: Path, who: int) -> None:
    progress = Progress(file)
    for n in range(20):
        progress.answered(f"{who}-{n}", "yes", True)


def test_kernels_at_the_same_moment(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    context = multiprocessing.get_context("spawn")
    kernels = [context.Process(target=_work, args=(file, who)) for who in range(3)]
    for kernel in kernels:
        kernel.start()
    for kernel in kernels:
        kernel.join()
    assert len(Progress(file).solved()) == 60


@pytest.fixture
def exercises(tmp_path: Path) -> Path:
    file = tmp_path / "e.toml"
    text = Path("notebooks/instructor/exercises/seven-units.toml").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("other", ["Anna Maria", "anna-maria", "ANNA  MARIA "])
def test_two_pupils_of_one_name(exercises: Path, tmp_path: Path, other: str) -> None:
    folder = tmp_path / "in"
    first = Assignment(exercises, folder=folder).begin("Anna Maria")
    assert first is not None
    first.answer("no")
    desk = Assignment(exercises, folder=folder)
    assert desk.begin(other) is None
    second = desk.begin(other, "new")
    assert second is not None
    assert second.progress.solved() == ()
    assert second.progress.file != first.progress.file
    assert second.progress.id != first.progress.id
    second.answer("yes")
    again = Assignment(exercises, folder=folder).begin(other, first.progress.id)
    assert again is not None
    assert again.progress.solved() == first.progress.solved() != ()
    found = collect(folder, exercises, ["Anna Maria"])
    assert sorted(found.groupby("name").points.sum()) == [0, 1]
    assert first.progress.id in found.attrs["clashes"][0]
    assert found.attrs["missing"] == []


def test_an_assignment_begun_twice_hands_in_all(exercises: Path, tmp_path: Path) -> None:
    one = Assignment(exercises, folder=tmp_path).begin("Ann")
    assert one is not None
    two = Assignment(exercises, folder=tmp_path).begin("Ann", one.progress.id)
    assert two is not None
    one.turn_to(0)
    one.answer("no")
    two.turn_to(1)
    two.answer("2")
    one.turn_to(2)
    one.answer("0")
    assert collect(tmp_path, exercises).points.sum() == 4


def test_results_of_before_get_an_id_and_go_on(exercises: Path, tmp_path: Path) -> None:
    done = {"all-seven": {"answers": ["no"], "hints": 0, "shown": False, "solved": "2026"}}
    file = tmp_path / "results-ann.json"
    file.write_text(json.dumps({"format": FORMAT, "name": "Ann", "exercises": done}), encoding="utf-8")
    desk = Assignment(exercises, folder=tmp_path)
    assert desk.begin("ann") is None
    desk._place.children[0].children[0].click()
    assert desk.card is not None
    assert desk.card.progress.solved() == ("all-seven",)
    assert json.loads(file.read_text())["id"] == desk.card.progress.id


@pytest.mark.parametrize("content", ["", "{", '{"format": "northafrica progress 1", "exercises": []}'])
def test_damaged_results_are_set_aside_and_a_new_file_is_kept(exercises: Path, tmp_path: Path, content: str) -> None:
    file = tmp_path / "results-ann.json"
    file.write_text(content)
    desk = Assignment(exercises, folder=tmp_path)
    desk.begin("Ann")
    assert "results-ann.damaged.json" in desk._told.value
    desk._place.children[0].children[0].click()
    assert desk.card is not None
    desk.card.answer("no")
    assert (tmp_path / "results-ann.damaged.json").read_text() == content
    assert Progress(file).solved() == ("all-seven",)


def test_a_byte_order_mark_is_no_damage_and_sound_exercises_are_saved(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    one = Progress(None)
    one.answered("x", "yes", True)
    file.write_text("\ufeff" + one.text(), encoding="utf-8")
    assert (Progress(file).solved(), Progress(file).trouble) == (("x",), "")
    raw = json.loads(one.text())
    raw["exercises"]["y"] = 7
    file.write_text(json.dumps(raw))
    opened = Progress(file)
    assert "p.damaged.json" in opened.trouble
    assert Progress(file).solved() == ("x",)


def test_nobody_waits_while_the_card_of_another_is_built(
    exercises: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class of thirty begins at one moment; a card takes a second where sixty kernels share a machine."""
    free, built = [], assignment.ExerciseCard

    def card(*given: Any, **more: Any) -> Any:
        with locked(tmp_path / "results", 0):
            free.append(True)
        return built(*given, **more)

    monkeypatch.setattr(assignment, "ExerciseCard", card)
    assert Assignment(exercises, folder=tmp_path).begin("Ann") is not None
    assert free == [True]


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked, to begin at once")
def test_a_class_in_one_folder_loses_nothing(tmp_path: Path) -> None:
    """Three pupils of two names, two tabs each; benchmarks/class_of_thirty.py takes thirty."""
    assert class_of_thirty.run(3, 2, tmp_path) == []
