"""Assignments: a notebook for learners, a results file from each, and one table of all of them. No server needed.

make_assignment("exercises.toml", "hand-out")     # writes the notebook and puts the exercises beside it
collect("handed-in", "exercises.toml")            # reads every results-*.json below a folder

A results file is a learner's progress (docs/exercises.md). What it says about being right does not count: the last
answer is judged anew by the engine.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import ipywidgets as widgets

from northafrica.core.files import locked, why
from northafrica.core.html import tag
from northafrica.core.reading import clean, shortened
from northafrica.lab.desk.handed_in import HandedIn, apart, class_list, handed_in, missing, read_file
from northafrica.lab.exercises.exercise import Exercise, read_exercises
from northafrica.lab.exercises.exercise_card import ExerciseCard
from northafrica.lab.exercises.progress import MOST, Progress
from northafrica.lab.exercises.questions import NoAnswer, QuestionError
from northafrica.lab.tray import keys
from northafrica.lab.tray.closing import Shown, as_part, close_tree
from northafrica.lab.tray.parts import Html, blank, button, column, row, show, style_sheet

if TYPE_CHECKING:
    import pandas as pd

LONGEST = 5000
MOST_OTHERS = 100
"""Rows for what a results file holds beside the exercises asked."""
PATIENCE = 60.0
"""Seconds to wait for others who begin at the same moment: a class of thirty does."""
NEW = "new"
COLUMNS = ("name", "exercise", "points", "of", "solved", "tries", "hints", "shown", "answer", "file", "trouble")


class Assignment(Shown):
    """What a learner sees: a field for the name, then the exercises as a card.

    `exercises`: a file or a list. Results are kept in `results-NAME.json` in `folder`, beside the notebook.
    """

    def __init__(self, exercises: Path | str | Sequence[Exercise], *, folder: Path | str = ".") -> None:
        self.take_place()
        found = read_exercises(exercises) if isinstance(exercises, Path | str) else exercises
        self.exercises, self.folder = tuple(found), Path(folder)
        self.card: ExerciseCard | None = None
        sheet = style_sheet("na-assignment", "exercises/exercise.css")
        told = dict(description="Your name", placeholder="as your teacher knows you", continuous_update=False)
        self._name = blank(widgets.Text, "na-assignment-name", **told)
        keys.on_enter(self._name, self._entered)
        tip = "Begin, or go on where you stopped"
        self._begin = button("Begin", tip, "assignment-begin", self._entered, "primary")
        self._told, self._place = Html(), column()
        self._who = row(self._name, self._begin)
        self.widget = column(sheet, self._who, self._told, self._place, css="na-assignment")

    def begin(self, name: str, ident: str = "") -> ExerciseCard | None:
        """Open the exercises for a learner; None, and a word why, where that is no name or it may be somebody else's.

        Results of that name that are there already are opened by their `ident` alone: `new` is another learner.
        """
        slug = slug_of(name)
        if not slug:
            self._say("Write your name first.")
            return None
        file = self.folder / f"results-{slug}.json"
        try:
            with locked(self.folder / "results", PATIENCE):
                found = self._of_that_name(name)
                mine = next((one for one in found if one.id == ident), None)
                if mine is None and found and ident != NEW:
                    self._ask(name, found, ident)
                    return None
                chosen = mine or self._new(file, name.strip())
                chosen.name = chosen.name or name.strip()
                chosen.begin()
        except OSError as error:
            self._say(f"Your results cannot be kept in {file}: {why(error)}")
            return None
        return self._open(chosen)  # a card takes a while to build, and others wait to begin

    def _new(self, file: Path, name: str) -> Progress:
        """The results of somebody who was not here before."""
        ident = uuid4().hex[:8]
        return Progress(file.with_stem(f"{file.stem}-{ident}") if file.exists() else file, name, ident)

    def _open(self, progress: Progress) -> ExerciseCard:
        assert progress.file is not None
        self.card = as_part(ExerciseCard(self.exercises, progress=progress))
        before, self._place.children = self._place.children, (self.card.widget,)
        close_tree(*before)
        show(self._who, False)
        who, file = f"{progress.name} ({progress.id})", progress.file.name
        self._say(f"{who}: your results are kept in {file}. Hand in this file. {progress.trouble}".strip())
        return self.card

    def _of_that_name(self, name: str) -> list[Progress]:
        """Results in the folder under a name that differs in case, blanks and hyphens at most; each gets an id."""
        found, slug = [], slug_of(name)
        named = re.compile(re.escape(f"results-{slug}") + r"(-[0-9a-f]{8})?\.json")
        for file in sorted(self.folder.glob("results-*.json")):
            if ".damaged" in file.name:
                continue
            kept = read_file(file, self.folder)
            if slug_of(kept.name) == slug if kept.raw is not None else named.fullmatch(file.name):
                with file.open("rb") as stream:  # those of before have no id
                    ident = kept.id or sha256(stream.read(MOST)).hexdigest()[:8]
                found.append(Progress(file, kept.name or name.strip(), ident))
        return found

    def _ask(self, name: str, found: Sequence[Progress], ident: str) -> None:
        choices = [self._choice(f"I am {one.name} ({one.id})", name, one.id) for one in found]
        before = self._place.children
        self._place.children = (row(*choices, self._choice("I am somebody else of that name", name, NEW)),)
        close_tree(*before)
        troubles = " ".join(one.trouble for one in found)
        wrong = f"There is no {name.strip()} with the id '{ident}'. " if ident else ""
        kept = "; ".join(f"{one.name} ({one.id}), {len(one.solved())} solved" for one in found)
        self._say(f"{wrong}There are results of that name here: {kept}. Are they yours? {troubles}".strip())

    def _choice(self, text: str, name: str, ident: str) -> widgets.Button:
        return button(text, text, f"assignment-{ident}", lambda: self.begin(name, ident))

    def _entered(self) -> None:
        self.begin(self._name.value)

    def _say(self, text: str) -> None:
        self._told.value = tag("div", text, class_="na-head", role="status")

    def __repr__(self) -> str:
        return f"<Assignment: {len(self.exercises)} exercises>"


def slug_of(name: str) -> str:
    """A name as part of a file's name: letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFKC", plain)).strip("-")[:60]


# -- collecting ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Result:
    """What one learner did with one exercise.

    points   the exercise's points if the last answer is right and was not shown before, else 0; `of`: its points
    trouble  what is odd about the file or the answer, "" for nothing
    """

    name: str
    exercise: str
    points: int
    of: int
    solved: bool
    tries: int
    hints: int
    shown: bool
    answer: str
    file: str
    trouble: str


def collect(
    folder: Path | str, exercises: Path | str | Sequence[Exercise], names: Path | str | Sequence[str] = ()
) -> pd.DataFrame:
    """All results below a folder as a frame, a row a learner and exercise, the answers judged anew.

    Results are known by what is inside, whatever a learning platform made of the file's name, in zip files too.
    Columns: name, exercise, points, of, solved, tries, hints, shown, answer, file, trouble. A file that cannot be read
    is a row of its own, whose `trouble` says why; nothing stops the others from being read. ``frame.attrs["files"]``
    says for each file what it was taken for, ``frame.attrs["clashes"]`` which have one name or one id (learners of one
    name have their id behind it), ``frame.attrs["missing"]`` who of the class list `names` (a list, or a
    file with a name a line) has handed in nothing. Raises ExerciseError for the exercises, ValueError for no folder.
    """
    import pandas as pd

    place = Path(folder)
    try:
        there_is = place.is_dir()
    except OSError as error:
        raise ValueError(f"{folder}: {why(error)}") from error
    if not there_is:
        raise ValueError(f"{folder}: there is no such folder")
    expected = class_list(names)
    found = read_exercises(exercises) if isinstance(exercises, Path | str) else tuple(exercises)
    rows: list[Result] = []
    taken: dict[str, str] = {}
    there, clashes = apart(handed_in(place))
    for one in there:
        taken[one.file] = f"{taken[one.file]}; {one.taken_for}" if one.file in taken else one.taken_for
        rows += _rows(one, found)
    frame = pd.DataFrame([[getattr(result, column) for column in COLUMNS] for result in rows], columns=list(COLUMNS))
    frame.attrs.update(files=taken, clashes=clashes, missing=missing(expected, [one.label for one in there]))
    return frame


def _rows(one: HandedIn, exercises: Sequence[Exercise]) -> list[Result]:
    """The rows of a file; a file that is none of results has none, one that is broken says so in one."""
    if one.raw is None:
        return [_broken(one.file, one.trouble)] if one.trouble else []
    try:
        return list(_judged(one, exercises))
    except Exception as error:  # a file may hold anything; it must not stop the others from being read
        return [_broken(one.file, f"cannot be read: {clean(str(error))}")]


def _broken(file: str, why: str) -> Result:
    return Result("", "", 0, 0, False, 0, 0, False, "", file, why)


def results(file: Path, exercises: Sequence[Exercise], folder: Path | None = None) -> Iterator[Result]:
    """The results of one file, in the order of the exercises; then what belongs to none of them."""
    yield from _rows(read_file(file, folder or file.parent, must=True), exercises)


def _judged(one: HandedIn, exercises: Sequence[Exercise]) -> Iterator[Result]:
    assert one.raw is not None
    name, done = one.name, one.raw["exercises"]
    for exercise in exercises:
        yield _result(name, exercise, done.get(exercise.id), one.file)
    others = sorted(set(done) - {exercise.id for exercise in exercises})
    for other in others[:MOST_OTHERS]:
        told = clean(_last(done[other]))
        known = clean(shortened(other))
        yield Result(name, known, 0, 0, False, 0, 0, False, told, one.file, "no exercise of that name here")
    if len(others) > MOST_OTHERS:
        more = f"{len(others) - MOST_OTHERS:,} more exercises that are not here"
        yield Result(name, "", 0, 0, False, 0, 0, False, "", one.file, more)


def _result(name: str, exercise: Exercise, raw: Any, file: str) -> Result:
    """One learner's work at one exercise, judged."""
    if raw is None:
        return Result(name, exercise.id, 0, exercise.points, False, 0, 0, False, "", file, "")
    troubles = [*_odd(raw)]
    entry: Mapping[str, Any] = raw if isinstance(raw, dict) else {}
    given = entry.get("answers")
    answers = given if isinstance(given, list) else []
    answer, shown = _last(entry), entry.get("shown") is True
    solved, why = _judge(exercise, answer) if answers else (False, "")
    troubles += [why] if why else []
    if bool(entry.get("solved")) and not solved:
        troubles.append("the file says solved; its last answer is not right")
    hints, points = entry.get("hints"), exercise.points if solved and not shown else 0
    hints = hints if type(hints) is int and hints >= 0 else 0
    work = (solved, len(answers), hints, shown, clean(answer))
    return Result(name, exercise.id, points, exercise.points, *work, file, clean("; ".join(troubles)))


def _odd(raw: Any) -> Iterator[str]:
    """What an entry of a results file lacks."""
    kinds: Mapping[str, type] = {"answers": list, "hints": int, "shown": bool, "solved": str}
    wrong = [key for key, kind in kinds.items() if not isinstance(raw, dict) or not isinstance(raw.get(key), kind)]
    if wrong:
        yield f"damaged: {', '.join(wrong)}"


def _last(raw: Any) -> str:
    """The last answer, "" where there is none."""
    answers = raw.get("answers") if isinstance(raw, dict) else None
    return str(answers[-1])[:LONGEST] if isinstance(answers, list) and answers else ""


def _judge(exercise: Exercise, answer: str) -> tuple[bool, str]:
    """Whether an answer is right, and what is odd about it."""
    try:
        return exercise.check(answer).right, ""
    except NoAnswer as error:
        return False, f"no answer: {error}"
    except QuestionError as error:
        return False, f"the exercise is broken: {error}"
    except Exception as error:  # an answer may hold anything; it must not stop the others from being read
        return False, f"no answer: {error}"
