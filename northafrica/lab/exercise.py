"""Exercises: a position, a question, and an engine that knows the answer.

>>> from northafrica.lab.exercise import Exercise
>>> air = Exercise.from_case("aana/frame/us-no-air", item=1)  # may the order of its first item be given?
>>> air.check("yes").right, air.check("no").right
(False, True)

An exercise keeps no answer: the engine works it out when asked, so that rules, exercises and answers
cannot drift apart. In a notebook an exercise shows itself as a card with a field for the answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from northafrica.core.cases import CaseError, read_case
from northafrica.core.game import Game
from northafrica.core.paths import cases_root
from northafrica.lab.questions import (
    FindOrders,
    HowMany,
    IsItLegal,
    Option,
    Question,
    QuestionError,
    Situation,
    Verdict,
    WhatHappens,
    WhatIsLeft,
)

PARTS = ("position", "scenario", "system", "options", "seed")
COMMON = frozenset({"id", "kind", "question", "hints", "case", "item", "before", "dice", "points", *PARTS})


class ExerciseError(ValueError):
    """An exercise that cannot be made: names the file, the exercise and the mend."""


@dataclass(frozen=True)
class Exercise:
    """One question about one situation.

    id         names it in progress and results
    text       the question in words
    situation  the case whose items lead to the moment in question
    question   what is asked, and how an answer is judged
    hints      from a nudge to nearly the answer
    points     what it counts in an assignment
    """

    id: str
    text: str
    situation: Situation
    question: Question
    hints: tuple[str, ...] = ()
    points: int = 1

    def game(self) -> Game:
        """The position in question, to look at and to play on: it belongs to the caller."""
        return self.situation.game()

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from; empty where one writes it."""
        return self.question.choices(self.situation)

    @property
    def expects(self) -> str:
        """What an answer looks like."""
        return self.question.expects

    def check(self, answer: object) -> Verdict:
        """The verdict on an answer. Raises QuestionError where it is none."""
        return self.question.judge(self.situation, str(answer))

    def solution(self) -> str:
        """The right answer, worked out by the engine. Raises QuestionError for an exercise without one."""
        return self.question.solution(self.situation)

    @classmethod
    def legal(cls, text: str, position: str, order: str, *, system: str = "aana", **more: Any) -> Exercise:
        """A question whether an order is legal in a position; `before`: orders given first."""
        return from_table({"id": "legal", "kind": "legal", "order": order} | _own(text, position, system, more))

    @classmethod
    def number(cls, text: str, position: str, order: str, number: str, **more: Any) -> Exercise:
        """A question for a number of the ruling on an order, like `needs`."""
        system = more.pop("system", "aana")
        table = {"id": "number", "kind": "number", "order": order, "number": number}
        return from_table(table | _own(text, position, system, more))

    @classmethod
    def from_case(cls, name: str, item: int, text: str = "", **more: Any) -> Exercise:
        """Is the order of a case's item legal? `name`: `aana/combat/press` (a case of the kit) or a file."""
        table = {"id": f"{name}#{item}", "kind": "legal", "case": name, "item": item, "question": text}
        return from_table(table | more)

    def _ipython_display_(self) -> None:
        from northafrica.lab.exercise_card import ExerciseCard

        ExerciseCard([self]).show()

    def __repr__(self) -> str:
        return f"<Exercise {self.id}: {self.text}>"


def _own(text: str, position: str, system: str, more: Mapping[str, Any]) -> dict[str, Any]:
    return {"question": text, "position": position, "system": system, **more}


# -- files ------------------------------------------------------------------------------------------
def read_exercises(file: Path | str) -> tuple[Exercise, ...]:
    """The exercises of a file (docs/exercises.md tells its form). Raises ExerciseError."""
    file = Path(file)
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ExerciseError(f"{file}: {error}") from error
    tables = raw.get("exercise")
    if not isinstance(tables, list) or not tables:
        raise ExerciseError(f"{file}: there is no exercise; write [[exercise]] above each")
    shared = {key: raw[key] for key in PARTS if key in raw}
    found = tuple(_numbered(file, number, shared | table) for number, table in enumerate(tables, 1))
    ids = [exercise.id for exercise in found]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise ExerciseError(f"{file}: the id '{twice[0]}' stands twice; give each exercise its own")
    return found


def _numbered(file: Path, number: int, table: Mapping[str, Any]) -> Exercise:
    try:
        return from_table(table, file.parent)
    except (ExerciseError, QuestionError, CaseError) as error:
        raise ExerciseError(f"{file}, exercise {number}: {error}") from error


def from_table(table: Mapping[str, Any], folder: Path | None = None) -> Exercise:
    """An exercise from the table of a file. Raises ExerciseError."""
    kind = table.get("kind", "")
    if kind not in _MAKERS:
        raise ExerciseError(f"'{kind}' is no kind of exercise; there are {', '.join(_MAKERS)}")
    maker = _MAKERS[kind]
    for key in table:
        if key not in COMMON and key not in maker.keys:
            raise ExerciseError(f"'{key}' is not known; a '{kind}' has {', '.join(sorted(COMMON | set(maker.keys)))}")
    case, item = _case(table, folder)
    given = _Given(table, item)
    text = table.get("question") or _default_text(kind, given)
    return Exercise(
        id=str(table.get("id", "")) or _missing("id"),
        text=text,
        situation=Situation(case),
        question=maker.make(given),
        hints=tuple(table.get("hints", ())),
        points=int(table.get("points", 1)),
    )


def _case(table: Mapping[str, Any], folder: Path | None) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """The case that leads to the moment in question, and the case's own item that is asked about."""
    before = [_item(order) for order in table.get("before", ())]
    if "case" not in table:
        if "position" not in table and "scenario" not in table:
            raise ExerciseError("it needs a position, a scenario, or a case")
        own = {key: table[key] for key in PARTS if key in table and not isinstance(table[key], list)}
        return {"title": str(table.get("id", "exercise")), "system": "aana", **own, "do": before}, {}
    case = read_case(_case_file(str(table["case"]), folder))
    item = int(table.get("item", len(case["do"])))
    if not 1 <= item <= len(case["do"]):
        raise ExerciseError(f"the case '{table['case']}' has items 1 to {len(case['do'])}, not {item}")
    asked = case["do"][item - 1]
    return {**case, "do": [*_played(case["do"][: item - 1]), *before]}, asked


def _played(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The items that change the game, without what they expect."""
    kept = ("order", "dice", "undo")
    played = [{key: item[key] for key in kept if key in item} for item in items if _plays(item)]
    return [item for item in played if item]


def _plays(item: Mapping[str, Any]) -> bool:
    return "refused" not in item and item.get("allowed", True) and not item.get("only_check")


def _case_file(name: str, folder: Path | None) -> Path:
    own = (folder or Path()) / name
    for file in (own, own.with_suffix(".toml"), cases_root() / f"{name}.toml"):
        if file.is_file():
            return file
    raise ExerciseError(f"there is no case '{name}': neither a file nor one of the kit's in {cases_root()}")


def _item(order: str | Mapping[str, Any]) -> dict[str, Any]:
    return {"order": order} if isinstance(order, str) else dict(order)


def _missing(key: str) -> Any:
    raise ExerciseError(f"the line '{key} = ...' is missing")


# -- kinds --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Given:
    """The table of an exercise, and the item of the case it is drawn from."""

    table: Mapping[str, Any]
    asked: Mapping[str, Any] = field(default_factory=dict)

    def need(self, key: str) -> Any:
        """A value that the kind needs."""
        found = self.table.get(key, self.asked.get(key))
        return _missing(key) if found is None else found

    def items(self) -> tuple[Mapping[str, Any], ...]:
        """What is played before the answer is looked up: `orders`, else the case's item; the dice go to the last."""
        orders = self.table.get("orders", [self.asked["order"]] if "order" in self.asked else [])
        items = [_item(order) for order in orders] or [{}]
        dice = self.table.get("dice", self.asked.get("dice"))
        if dice is not None:
            items[-1]["dice"] = dice
        return tuple(item for item in items if item)


@dataclass(frozen=True)
class _Maker:
    keys: tuple[str, ...]
    make: Callable[[_Given], Question]


def _options(given: _Given) -> tuple[Option, ...]:
    options = given.need("options")
    for number, option in enumerate(options, 1):
        if not isinstance(option, Mapping) or set(option) != {"text", "expect"}:
            raise ExerciseError(f"answer {number} of 'options' needs 'text' and 'expect'")
    return tuple(Option(option["text"], option["expect"]) for option in options)


_MAKERS: dict[str, _Maker] = {
    "legal": _Maker(("order",), lambda given: IsItLegal(given.need("order"))),
    "number": _Maker(("order", "number"), lambda given: HowMany(given.need("order"), given.need("number"))),
    "count": _Maker(
        ("orders", "place", "what"),
        lambda given: WhatIsLeft(given.items(), given.need("place"), given.need("what")),
    ),
    "choice": _Maker(("orders", "options"), lambda given: WhatHappens(given.items(), _options(given))),
    "orders": _Maker(
        ("goal", "example"),
        lambda given: FindOrders(given.need("goal"), tuple(given.need("example")), tuple(given.table.get("dice", ()))),
    ),
}


def _default_text(kind: str, given: _Given) -> str:
    if kind != "legal":
        return str(_missing("question"))
    return f"May this be ordered now: {given.need('order')}?"


def walk(folder: Path) -> Iterator[tuple[Path, Exercise]]:
    """Every exercise of every file in a folder, with its file."""
    for file in sorted(folder.rglob("*.toml")):
        for exercise in read_exercises(file):
            yield file, exercise
