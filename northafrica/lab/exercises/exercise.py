"""Exercises: a position, a question, and an engine that knows the answer.

>>> from northafrica.lab.exercises.exercise import Exercise
>>> air = Exercise.from_case("aana/frame/us-no-air", item=1)  # may the order of its first item be given?
>>> air.check("yes").right, air.check("no").right
(False, True)

An exercise keeps no answer: the engine works it out when asked, so that rules, exercises and answers
cannot drift apart. In a notebook an exercise shows itself as a card with a field for the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PureWindowsPath
from typing import Any, ClassVar

from northafrica.core import case_shapes as shapes
from northafrica.core.case_shapes import CaseError, Shape, as_written
from northafrica.core.cases import read_case
from northafrica.core.files import visible, why
from northafrica.core.game import Game
from northafrica.core.paths import cases_root
from northafrica.core.position import PositionError, position_head
from northafrica.core.reading import TEXT, Unreadable, parse_toml, read_text
from northafrica.lab.exercises.exercise_kinds import (
    MAKERS,
    ExerciseError,
    Given,
    as_item,
    default_text,
    fitting,
    missing,
    sound,
)
from northafrica.lab.exercises.questions import (
    KeptBack,
    NoAnswer,
    Question,
    QuestionError,
    Situation,
    Verdict,
    orders_of,
)

LONGEST = 200
"""Letters of the name of a case."""
PARTS = ("position", "scenario", "system", "options", "seed", "seats")
WITHHOLD = "withhold"
"""The line of a file whose exercises show no answer, not even to whoever asks."""
COMMON = frozenset({"id", "kind", "question", "hints", "case", "item", "before", "dice", "points", *PARTS})
SHAPES: Mapping[str, Shape] = {
    **dict.fromkeys(("kind", "question", "order", "number", "place", "what", "measure", "case"), shapes.TEXT),
    **dict.fromkeys(("position", "scenario"), shapes.TEXT),
    "id": shapes.WORDS,
    **dict.fromkeys(("hints", "example", "rules"), shapes.TEXTS),
    **dict.fromkeys(("before", "orders"), shapes.ITEMS),
    "system": shapes.TEXT,
    "seed": shapes.SEED,
    "dice": shapes.DICE,
    "goal": shapes.TABLE,
    "seats": shapes.NAMED,
}
ABOVE: Mapping[str, Shape] = {
    **{key: SHAPES[key] for key in PARTS if key in SHAPES},
    "options": shapes.VALUES,
    WITHHOLD: shapes.YES_NO,
}
"""What may stand above the first exercise of a file."""


@dataclass(frozen=True)
class Exercise:
    """One question about one situation.

    id         names it in progress and results
    text       the question in words
    situation  the case whose items lead to the moment in question
    question   what is asked, and how an answer is judged
    hints      from a nudge to nearly the answer
    points     what it counts in an assignment
    source     the file it stands in, "" where it stands in none
    withheld   whether it only says right or not right, as in graded work

    What an exercise cannot be asked for (a misspelt order, dice left over, two right answers) is a QuestionError that
    names file and exercise; what a learner wrote that is no answer is a NoAnswer, which does not.
    """

    id: str
    text: str
    situation: Situation
    question: Question
    hints: tuple[str, ...] = ()
    points: int = 1
    source: str = ""
    withheld: bool = False

    @property
    def where(self) -> str:
        """File and name, for messages about the exercise itself."""
        return f"{self.source}, exercise '{self.id}'" if self.source else f"exercise '{self.id}'"

    @property
    def has_board(self) -> bool:
        """Whether it is about a position; a battle told in words is not."""
        return self.situation.has_board

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Whatever is wrong with the exercise itself names its file and its name."""
        try:
            yield
        except (NoAnswer, KeptBack):
            raise
        except (ValueError, TypeError, LookupError) as error:
            raise QuestionError(f"{self.where}: {error}") from error

    def game(self) -> Game:
        """The position in question, to look at and to play on: it belongs to the caller. Raises QuestionError."""
        with self._named():
            return self.situation.game()

    def start(self) -> Game:
        """The position before the orders that lead to the moment in question. Raises QuestionError."""
        with self._named():
            return Situation({**self.situation.case, "do": []}).game()

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from; empty where one writes it."""
        with self._named():
            return self.question.choices(self.situation)

    @property
    def expects(self) -> str:
        """What an answer looks like."""
        return self.question.expects

    def check(self, answer: object) -> Verdict:
        """The verdict on an answer. Raises NoAnswer where it is none, QuestionError where the exercise has none."""
        with self._named():
            found = self.question.judge(self.situation, str(answer))
        return Verdict(found.right, found.given, "") if self.withheld else found

    def solution(self) -> str:
        """The right answer, worked out by the engine. Raises QuestionError for an exercise without one, or KeptBack."""
        if self.withheld:
            raise KeptBack("this exercise is graded: it shows no answer")
        with self._named():
            return self.question.solution(self.situation)

    @property
    def asked_orders(self) -> tuple[str, ...]:
        """The orders that the exercise names, as text: those that lead to its moment and those of the question."""
        return (*orders_of(self.situation.case["do"]), *self.question.orders_named())

    @classmethod
    def legal(cls, text: str, position: str, order: str, *, system: str = "", **more: Any) -> Exercise:
        """A question whether an order is legal in a position; `before`: orders given first."""
        return from_table({"id": "legal", "kind": "legal", "order": order} | _own(text, position, system, more))

    @classmethod
    def number(cls, text: str, position: str, order: str, number: str, **more: Any) -> Exercise:
        """A question for a number of the ruling on an order, like `needs`."""
        system = more.pop("system", "")
        table = {"id": "number", "kind": "number", "order": order, "number": number}
        return from_table(table | _own(text, position, system, more))

    @classmethod
    def better(cls, text: str, position: str, ways: Mapping[str, str | Sequence[str]], **more: Any) -> Exercise:
        """Which way is best by the exact odds? `ways`: an answer -> its order or orders; see docs/exercises.md.

        More keys: `measure`, `place`, `rules`, `margin`, `before`, `hints`.
        """
        system = more.pop("system", "")
        options = [
            {"text": answer, "orders": [orders] if isinstance(orders, str) else list(orders)}
            for answer, orders in ways.items()
        ]
        table = {"id": "better", "kind": "better", "options": options}
        return from_table(table | _own(text, position, system, more))

    @classmethod
    def from_case(cls, name: str, item: int, text: str = "", **more: Any) -> Exercise:
        """Is the order of a case's item legal? `name`: `aana/combat/press` (a case of the kit) or a file."""
        table = {"id": f"{name}#{item}", "kind": "legal", "case": name, "item": item, "question": text}
        return from_table(table | more)

    @classmethod
    def sampled(cls, system: str, scenario: str, kind: str, *, seed: int | str, phases: Sequence[str] = ()) -> Exercise:
        """An exercise of a kind from a game that bots play; `northafrica.lab.sample_exercises` makes many."""
        return Above.sample(system, scenario, seed=seed, count=1, kinds=[kind], phases=phases)[0]

    def _ipython_display_(self) -> None:
        Above.show(self)

    def __repr__(self) -> str:
        return f"<Exercise {self.id}: {self.text}>"


class Above:
    """What stands above an exercise and is asked by it: how it is shown, how others are sampled; the room says it."""

    show: ClassVar[Callable[[Exercise], None]]
    sample: ClassVar[Callable[..., tuple[Exercise, ...]]]


def _own(text: str, position: str, system: str, more: Mapping[str, Any]) -> dict[str, Any]:
    named = {"system": system} if system else {}
    return {"question": text, "position": position, **named, **more}


# -- files ------------------------------------------------------------------------------------------
def read_exercises(file: Path | str) -> tuple[Exercise, ...]:
    """The exercises of a file (docs/exercises.md tells its form). Raises ExerciseError."""
    return exercises_of(_text_of(Path(file)), Path(file))


def _text_of(file: Path) -> str:
    try:
        return read_text(file, TEXT)
    except (OSError, Unreadable) as error:
        raise ExerciseError(f"{file}: {why(error)}") from error


def digest_of(text: str) -> str:
    """The digest by which a graded test knows the text of its file, whatever its line ends."""
    return sha256("\n".join(text.splitlines()).encode("utf-8", "replace")).hexdigest()[:16]


def exercises_of(text: str, file: Path) -> tuple[Exercise, ...]:
    """The exercises of a file's text. Raises ExerciseError."""
    try:
        raw = parse_toml(text)
    except Unreadable as error:
        raise ExerciseError(f"{file}: {error}") from error
    tables = raw.pop("exercise", None)
    if not isinstance(tables, list) or not tables:
        raise ExerciseError(f"{file}: there is no exercise; write [[exercise]] above each")
    shared = _shared(file, raw)
    found = tuple(_numbered(file, number, table, shared) for number, table in enumerate(tables, 1))
    found = tuple(replace(exercise, withheld=raw.get(WITHHOLD) is True) for exercise in found)
    ids = [exercise.id for exercise in found]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise ExerciseError(f"{file}: the id '{twice[0]}' stands twice; give each exercise its own")
    return found


def graded(file: Path | str, name: str, answer: object, digest: str = "") -> None:
    """The test of a graded answer: the file is read anew, whatever code stands above. Raises AssertionError.

    `digest`: of the file that the test was made for; another one, of another folder too, is an ExerciseError. An
    answer is a text or a whole number as it is typed, nothing that works one out when it is looked at.
    """
    if type(answer) not in (str, int):
        raise AssertionError("the answer is to be a text or a whole number, as you type it")
    text = _text_of(Path(file))
    if digest and digest_of(text) != digest:
        raise ExerciseError(
            f"{file}: this is not the file that the test was made for; work in the notebook's own folder, with the "
            "file that came with it"
        )
    exercise = next((exercise for exercise in exercises_of(text, Path(file)) if exercise.id == name), None)
    if exercise is None:
        raise ExerciseError(f"{file}: there is no exercise '{name}'")
    if not exercise.check(answer).right:
        raise AssertionError(f"{answer!r} is not right")


def _shared(file: Path, raw: Mapping[str, Any]) -> dict[str, Any]:
    """What holds for all exercises of a file. Raises ExerciseError."""
    try:
        shapes.check_keys(f"{file}, above the first exercise", raw, ABOVE)
        shapes.check_shapes(f"{file}, above the first exercise", raw, ABOVE)
    except CaseError as error:
        raise ExerciseError(str(error)) from error
    return {key: raw[key] for key in PARTS if key in raw}


def _numbered(file: Path, number: int, table: Any, shared: Mapping[str, Any]) -> Exercise:
    """The exercise of a file's table; what is wrong with it names the file, its number and its name."""
    name = f" '{table['id']}'" if isinstance(table, Mapping) and table.get("id") else ""
    where = f"{file}, exercise {number}{name}"
    if not isinstance(table, Mapping):
        raise ExerciseError(f"{where}: it is no table; write [[exercise]] above its lines")
    if _in_words(table):  # such a battle is about no position, not about that of the others
        shared = {key: item for key, item in shared.items() if key not in ("position", "scenario")}
    try:
        return replace(from_table({**shared, **table}, file.parent, shared.get("options")), source=str(file))
    except (ValueError, TypeError, LookupError) as error:
        raise ExerciseError(f"{where}: {error}") from error


def from_table(
    table: Mapping[str, Any], folder: Path | None = None, chosen: Mapping[str, Any] | None = None
) -> Exercise:
    """An exercise from the table of a file. Raises ExerciseError.

    `chosen`: the options of the game that hold for the whole file, where `options` of the table are answers.
    """
    _check_shapes(table)
    kind = table.get("kind", "")
    if kind not in MAKERS:
        raise ExerciseError(f"'{kind}' is no kind of exercise; there are {', '.join(MAKERS)}")
    maker = MAKERS[kind]
    if "options" not in maker.keys and "options" in table:
        fitting("'options'", table["options"], shapes.VALUES)
    for key in table:
        if key not in COMMON and key not in maker.keys:
            raise ExerciseError(f"'{key}' is not known; a '{kind}' has {', '.join(sorted(COMMON | set(maker.keys)))}")
    case, item = resolved(table, folder, chosen)
    given = Given(table, item)
    text = table.get("question") or default_text(kind, given)
    question, situation = maker.make(given), Situation(case)
    if not situation.has_board and not _in_words(table):
        raise ExerciseError("it needs a position, a scenario, or a case")
    return Exercise(
        id=str(table.get("id", "")) or missing("id"),
        text=text,
        situation=situation,
        question=question,
        hints=tuple(table.get("hints", ())),
        points=int(table.get("points", 1)),
    )


def _check_shapes(table: Mapping[str, Any]) -> None:
    """Raise ExerciseError at the first value of another shape than its key has."""
    for key, least in (("points", 0), ("item", 1)):
        found = table.get(key, least)
        if isinstance(found, bool) or not isinstance(found, int) or found < least:
            raise ExerciseError(f"'{key}' is a whole number from {least} on, not {as_written(found)}")
    for key, shape in SHAPES.items():
        if key in table:
            fitting(f"'{key}'", table[key], shape)
    for key in ("before", "orders"):
        sound(shapes.check_items, f"'{key}'", [as_item(order) for order in table.get(key, ())])
    if "goal" in table:
        sound(shapes.check_expect, "'goal'", table["goal"])


def resolved(
    table: Mapping[str, Any], folder: Path | None, chosen: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """The case that leads to the moment in question, and the case's own item that is asked about."""
    before = [as_item(order) for order in table.get("before", ())]
    if "case" not in table:
        own = {key: table[key] for key in PARTS if key in table and not isinstance(table[key], list)}
        own |= {"options": chosen} if chosen and "options" not in own else {}
        placed = "position" in own or "scenario" in own or _in_words(table)
        return {"title": "the situation", "system": _system_of(own) if placed else "", **own, "do": before}, {}
    case = read_case(_case_file(str(table["case"]), folder))
    item = int(table.get("item", len(case["do"])))
    if not 1 <= item <= len(case["do"]):
        raise ExerciseError(f"the case '{table['case']}' has items 1 to {len(case['do'])}, not {item}")
    asked = case["do"][item - 1]
    back = [{"undo": True}] if asked.get("undo") else []  # the order is asked about after it
    return {**case, "do": [*_played(case["do"][: item - 1]), *back, *before]}, asked


def _system_of(own: Mapping[str, Any]) -> str:
    """The game of an exercise: named, or that of its position. Raises ExerciseError."""
    if "system" in own:
        return str(own["system"])
    try:
        found = position_head(str(own["position"])).get("system", "") if "position" in own else ""
    except PositionError as error:
        raise ExerciseError(f"the position: {error}") from error
    if not found:
        raise ExerciseError('name the game, like `system = "aana"`, or give a position that names it')
    return found


def _in_words(table: Mapping[str, Any]) -> bool:
    """Whether all that is asked about are battles told in words, which need no position."""
    options = table.get("options")
    return isinstance(options, list) and all(isinstance(option, Mapping) and "battle" in option for option in options)


def _played(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What changes the game in the items, without what they expect; a step back counts where an order does not too."""
    played = [
        {key: item[key] for key in (("order", "dice", "undo") if _plays(item) else ("undo",)) if key in item}
        for item in items
    ]
    return [item for item in played if item]


def _plays(item: Mapping[str, Any]) -> bool:
    return "refused" not in item and item.get("allowed", True) and not item.get("only_check")


def _case_file(name: str, folder: Path | None) -> Path:
    if len(name) > LONGEST:
        raise ExerciseError(f"'case' has at most {LONGEST} letters, not {len(name):,}")
    if folder is not None and (PureWindowsPath(name).anchor or ".." in PureWindowsPath(name).parts):
        raise ExerciseError(f"'case' leads out of the folder: '{name}'; put the case beside the exercises and name it")
    own = (folder or Path()) / name
    for file in (own, own.with_suffix(".toml"), cases_root() / f"{name}.toml"):
        if file.is_file():
            return file
    raise ExerciseError(f"there is no case '{name}': neither a file nor one of the kit's in {cases_root()}")


def holds_exercises(head: str) -> bool:
    """Whether a text begins as a file of exercises does."""
    return re.search(r"(?m)^\s*\[\[exercise\]\]", head) is not None


def walk(folder: Path) -> Iterator[tuple[Path, Exercise]]:
    """Every exercise of every file in a folder, with its file; hidden ones (drafts, copies) do not count."""
    for file in visible(folder, "*.toml"):
        for exercise in read_exercises(file):
            yield file, exercise
