"""The notebook of an assignment, plain or with the cell metadata of nbgrader.

Plain: one notebook with a card, and the exercises beside it, as pupils get them (`pupils_file`). With `nbgrader=True`
each exercise has an answer cell and a locked, graded test cell (nbgrader's schema 3), in its folders `source` (answers
within its solution marks) and `release` (answers taken out). Nothing of nbgrader is needed to write or to run them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from northafrica.core.files import locked, regular, save_text, why
from northafrica.core.html import plain_markdown
from northafrica.core.orders import nearest
from northafrica.lab.desk.position_draft import PositionDraft
from northafrica.lab.desk.pupils_file import bare, pupils_text
from northafrica.lab.exercises.exercise import Exercise, digest_of, read_exercises

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
HOW = (
    "Run the cells from top to bottom (**Shift + Enter** runs one). Type your name and press **Begin**; you may stop\n"
    "at any time and go on later under the same name. Your answers are kept in a file `results-` and your name,\n"
    "beside this notebook: **hand in that file**. Where files do not stay (on a server like Binder), download it by\n"
    "the link below the card."
)
HOW_GRADED = (
    "Write each answer in the cell that says so, and run the cell below it: it complains as long as the answer is not\n"
    "right. Do not change the locked cells."
)
Cells = list[dict[str, Any]]


class AssignmentError(ValueError):
    """An assignment that cannot be made: says the mend."""


def make_assignment(
    exercises: Path | str,
    folder: Path | str,
    *,
    title: str = "",
    text: str = "",
    position: Path | str | None = None,
    focus: Iterable[str] = (),
    nbgrader: bool = False,
) -> Path:
    """Write an assignment into a folder; returns its notebook (with nbgrader, that in `source`).

    `exercises` is a file of exercises, `position` a text or file shown above them, `focus` the spaces that fill its
    picture, `text` what the instructor says. Raises ExerciseError or AssignmentError. All that is in the folder is for
    pupils: worked answers and comments stay in your own file. What lay there under these names, and results of those
    who worked there before, are kept in a folder of its own beside it (`FOLDER.older`; with nbgrader `older`).
    """
    file, target = Path(exercises), Path(folder).absolute()
    if not nbgrader and file.absolute().parent.resolve() == target.resolve():
        raise AssignmentError(f"{folder}: your own {file.name} with its answers lies there; name another folder")
    found = read_exercises(file)
    for exercise in found:
        _sound(exercise)
    name, head = file.stem, title or file.stem.replace("-", " ").replace("_", " ").capitalize()
    board = [] if position is None else [_board(position, list(focus))]
    if not nbgrader:
        cells = [*_intro(head, text, HOW), *board, _code(_CARD.format(file=file.name))]
        return _write(file, target, name, cells, position, target.with_name(f"{target.name}.older"), False)
    digest = digest_of(pupils_text(file, withhold=True))
    for stage, solved in (("release", False), ("source", True)):
        cells = list(_graded(head, text, file.name, digest, found, solved, board))
        made = _write(file, target / stage / name, name, cells, position, target / "older" / stage / name, True)
    return made


_CARD = "from northafrica.lab import Assignment\n\nAssignment({file!r})"
_BOARD = (
    "import northafrica\nfrom pathlib import Path\nfrom northafrica.lab import board_picture\n\n"
    'position = northafrica.position(Path("position.txt").read_text(encoding="utf-8"))\n'
    "board_picture(position, {focus}width=820)"
)


def _sound(exercise: Exercise) -> None:
    """An exercise without an answer is no assignment."""
    try:
        exercise.solution()
    except ValueError as error:
        raise AssignmentError(str(error)) from error


def _write(
    file: Path, folder: Path, name: str, cells: Cells, position: Path | str | None, older: Path, graded: bool
) -> Path:
    """Write what pupils get; what else is put there by an earlier kit goes where the older files are."""
    book = {
        "cells": [{**cell, "id": f"cell-{n:02}"} for n, cell in enumerate(cells)],
        "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    texts = {f"{name}.ipynb": json.dumps(book, indent=1, ensure_ascii=False) + "\n"}
    if position is not None:
        texts["position.txt"] = bare(PositionDraft(position).text)
    texts[file.name] = pupils_text(file, withhold=graded)
    try:
        with locked(folder):
            for results in sorted(folder.glob("results-*")):
                older.mkdir(parents=True, exist_ok=True)
                results.replace(_free(older / results.name))
            for title, text in texts.items():
                _put(text, folder / title, older)
    except OSError as error:
        raise AssignmentError(f"{error.filename or folder}: {why(error)}") from error
    return folder / f"{name}.ipynb"


def _free(path: Path) -> Path:
    """A path where nothing lies: the same, or with a number."""
    places = (path, *(path.with_stem(f"{path.stem}-{n}") for n in range(2, 10_000)))
    return next(place for place in places if not place.exists())


def _put(text: str, path: Path, older: Path) -> None:
    """Write a file; another one in its place, and a copy kept beside it earlier, goes to the older ones."""
    beside = path.with_name(f"{path.name}.older")
    if beside.is_file():
        older.mkdir(parents=True, exist_ok=True)
        beside.replace(_free(older / beside.name))
    if regular(path).exists() and path.read_bytes() == text.encode("utf-8", "replace"):
        return
    if path.exists():
        older.mkdir(parents=True, exist_ok=True)
    save_text(text, path, older=_free(older / path.name))


# -- cells -------------------------------------------------------------------------------------------
def _code(source: str, **about: Any) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": about, "source": source, "outputs": [], "execution_count": None}


def _words(source: str, **about: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": about, "source": source}


def _intro(title: str, text: str, how: str, **about: Any) -> Cells:
    return [_words("\n\n".join(part for part in (f"# {plain_markdown(title)}", text, how) if part), **about)]


def _board(position: Path | str, focus: Sequence[str]) -> dict[str, Any]:
    """The picture of the position, as wide as a cell beside the list of files."""
    known = PositionDraft(position).places()
    for space in focus:
        if space not in known:
            raise AssignmentError(f"focus: there is no space '{space}'{nearest(space, known)}")
    return _code(_BOARD.format(focus=f"focus={json.dumps(focus)}, " if focus else ""))


def _about(grade_id: str, *, solution: bool = False, points: int | None = None) -> dict[str, Mapping[str, Any]]:
    """The metadata that nbgrader reads; a cell that is neither answer nor test is locked."""
    found: dict[str, Any] = {
        "grade": points is not None,
        "grade_id": grade_id,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    if points is not None:
        found["points"] = points
    return {"nbgrader": found}


def _graded(
    title: str, text: str, file: str, digest: str, found: Sequence[Exercise], solved: bool, board: Cells
) -> Iterator[dict[str, Any]]:
    """The cells of a notebook for nbgrader."""
    yield from _intro(title, text, HOW_GRADED, **_about("intro"))
    yield from ({**cell, "metadata": _about("position")} for cell in board)
    setup = (
        "from northafrica.lab import board_picture, read_exercises\n\n"
        f"exercises = {{exercise.id: exercise for exercise in read_exercises({_literal(file)})}}"
    )
    yield _code(setup, **_about("setup"))
    for number, exercise in enumerate(found, 1):
        yield from _exercise(number, exercise, file, digest, solved)


def _exercise(number: int, exercise: Exercise, file: str, digest: str, solved: bool) -> Iterator[dict[str, Any]]:
    mark = f"{number}-{re.sub(r'[^A-Za-z0-9_-]+', '-', exercise.id)}"
    choices = "".join(f"\n* {plain_markdown(choice)}" for choice in exercise.choices)
    yield _words(
        f"## Exercise {number}\n\n{plain_markdown(exercise.text)}\n{choices}".rstrip(), **_about(f"question-{mark}")
    )
    if exercise.has_board:
        yield _code(f"board_picture(exercises[{_literal(exercise.id)}].game(), width=820)", **_about(f"board-{mark}"))
    yield _code(_answer(number, exercise, solved), **_about(f"answer-{mark}", solution=True))
    test = (
        f"from northafrica.lab import graded\n\n"
        f"graded({_literal(file)}, {_literal(exercise.id)}, answer_{number}, {digest!r})"
    )
    yield _code(test, **_about(f"test-{mark}", points=exercise.points))


def _literal(text: str) -> str:
    """A text in a cell of code, within which nbgrader finds none of its marks, which are lines with `###`."""
    return repr(text).replace("###", r"\x23\x23\x23")


def _answer(number: int, exercise: Exercise, solved: bool) -> str:
    empty = f'answer_{number} = ""  # {" ".join(exercise.expects.replace("###", "").split())}'
    if not solved:
        return empty
    right = f"answer_{number} = {_literal(exercise.solution())}"
    return f"{empty}\n### BEGIN SOLUTION\n{right}\n### END SOLUTION"
