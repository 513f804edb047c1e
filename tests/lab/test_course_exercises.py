"""The exercises of the course: each can be answered, helps on, and the pages show each file that there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from northafrica.lab.exercises.exercise import Exercise, read_exercises

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
FILES = sorted(NOTEBOOKS.glob("*/exercises/*.toml"))
FINISHED = ("aana", "afrika2")
COURSE = [file for file in FILES if file.parent.parent.name in FINISHED]
EVERY = [pytest.param(one, id=f"{file.stem}-{one.id}") for file in FILES for one in read_exercises(file)]


@pytest.mark.parametrize("system", FINISHED)
def test_there_are_exercises(system: str) -> None:
    assert sum(file.parent.parent.name == system for file in COURSE) >= 10


@pytest.mark.parametrize("exercise", EVERY)
def test_the_engine_answers_and_its_answer_is_right(exercise: Exercise) -> None:
    verdict = exercise.check(exercise.solution())
    assert verdict.right
    assert exercise.text.strip()


@pytest.mark.parametrize("exercise", [one for one in EVERY if one.values[0].choices])
def test_every_other_choice_is_wrong_and_explained(exercise: Exercise) -> None:
    right = exercise.solution()
    for choice in exercise.choices:
        verdict = exercise.check(choice)
        assert verdict.right == (choice == right)
        assert verdict.right or verdict.why


@pytest.mark.parametrize("file", COURSE, ids=lambda file: file.stem)
def test_a_page_of_the_course_asks_in_several_ways_and_gives_hints(file: Path) -> None:
    exercises = read_exercises(file)
    assert 3 <= len(exercises) <= 7
    assert len({exercise.question.kind for exercise in exercises}) >= 3
    assert all(exercise.hints for exercise in exercises)
    shown = [page for page in file.parent.parent.glob("*.ipynb") if f"exercises/{file.name}" in page.read_text()]
    assert shown, f"no page shows {file.name}"


@pytest.mark.parametrize("system", FINISHED)
def test_ids_are_unique_over_the_course(system: str) -> None:
    files = [file for file in COURSE if file.parent.parent.name == system]
    ids = [exercise.id for file in files for exercise in read_exercises(file)]
    assert sorted(set(ids)) == sorted(ids)
