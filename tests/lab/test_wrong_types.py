"""A value of a wrong type, wherever it stands in a file written by hand: one error that names file, place and mend."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import date, time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import northafrica
from benchmarks.readers import played
from northafrica.core.cases import CaseError, read_case
from northafrica.core.orders import OrderError
from northafrica.core.position import EXACT, PositionError, write_position
from northafrica.core.start import game_from_position
from northafrica.lab.exercises.exercise import read_exercises
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from northafrica.lab.exercises.questions import QuestionError
from tests.lab.positions import SEVEN

Place = tuple[str | int, ...]
WRONG = (
    "x", 7, 2.5, True, [], ["x"], [1], [["x"]], [{"x": 1}], {"x": 1}, {"x": ["y"]}, {"x": {"y": "z"}},
    date(2026, 1, 2), time(1, 2),
)  # fmt: skip
TYPES = (str, bool, int, float, list, dict, date, time)
PYTHON = re.compile(r"object|NoneType|Error|dict|hashable|iterable|attribute|argument|subscript|operand|datetime\.")
"""Words of a message that no teacher could mend a file by."""
SEVEN_UNITS = "attack tobruk from mersa_matruh with 5 infantry 2 tank"
EXPECT = {
    "events": [{"kind": "spent", "rules": ["a"], "amount": 1}], "no_events": [{"kind": "spent"}],
    "at": {"tobruk": "2 italy infantry"}, "stock": {"tobruk": {"supply": 2}}, "mark": {"tobruk": {"control": "uk"}},
    "legal": ["attack"], "not_legal": ["commit"], "seat": "allies", "phase": "combat_move", "power": "uk", "round": 9,
    "outcome": "none", "step": "Declare", "nothing_else": True, "asks": ["declare"],
    "legal_values": [
        {"order": "attack", "given": {"target": "b"}, "more": "units", "has": ["x"], "lacks": ["y"], "only": ["z"]},
    ],
}  # fmt: skip
CASE = {
    "title": "t", "system": "aana", "scenario": "torch", "page": 15, "rules": ["declare.cost"], "position": SEVEN,
    "options": {"take_backs": "free"}, "seats": {"uk": "allies"}, "seed": 1, "working": "w", "source": "s",
    "tables": {"units.csv": "a"},
    "do": [
        {"order": "commit", "note": "n", "seat": "allies", "rules": ["a"], "dice": [1], "example": ["sample.a"]},
        {"undo": True},
        {"order": SEVEN_UNITS, "refused": "declare.cost", "numbers": {"needs": 2}, "reason": "needs"},
        {"order": "fly", "not_understood": True}, {"order": "commit", "only_check": True, "allowed": True},
        {"lines": "a", "rows": "b", "cannot_be": "c"}, {"expect": EXPECT},
    ],
}  # fmt: skip
BATTLE = {"attackers": "6 infantry", "defenders": "4 infantry", "attacker": "uk", "defender": "germany"}
ORDERS = {"question": "q", "orders": ["commit", {"order": "commit", "dice": [1]}]}
EXERCISES = {
    "system": "aana", "position": SEVEN, "options": {"take_backs": "free"}, "seats": {"uk": "allies"}, "seed": 1,
    "withhold": False,
    "exercise": [
        {"id": "a", "kind": "legal", "before": ["commit"], "order": SEVEN_UNITS, "hints": ["h"], "points": 2},
        {"id": "b", "kind": "number", "question": "q", "order": SEVEN_UNITS, "number": "needs"},
        {"id": "c", "kind": "count", "place": "tobruk", "what": "supply", **ORDERS},
        {"id": "d", "kind": "hits", "dice": [1], **ORDERS},
        {"id": "e", "kind": "choice", "options": [{"text": "x", "expect": {"events": [{"kind": "k"}]}}], **ORDERS},
        {"id": "f", "kind": "orders", "question": "q", "goal": {"phase": "p"}, "example": ["end"], "dice": {"a": [1]}},
        {
            "id": "g", "kind": "better", "question": "q", "measure": "capture", "place": "tobruk", "rules": ["a"],
            "margin": 0, "options": [
                {"text": "x", "battle": BATTLE}, {"text": "y", "orders": ["commit"]}, {"text": "z", "order": "commit"},
            ],
        },
        {"id": "h", "kind": "legal", "case": "aana/movement/cost", "item": 1},
    ],
}  # fmt: skip
NUMBERS_TOO = {
    "page", "id", "seed", "needs", "kind", "amount", "has", "lacks", "only", "target", "take_backs", "text", "margin",
    "attacker", "defender",
}  # fmt: skip
"""Keys whose value may be a text or a number, or is looked at when it is asked for."""


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value) if isinstance(value, str | int | float) else str(value)


def places(value: Any, here: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value within a document, with the way to it."""
    if here:
        yield here, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*here, key))


def put(value: Any, here: Place, new: Any) -> Any:
    if not here:
        return new
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    found = {key: put(item, here[1:], new) if key == here[0] else item for key, item in pairs}
    return found if isinstance(value, dict) else list(found.values())


def kind(value: Any) -> type:
    return next(its for its in TYPES if isinstance(value, its))


def changed(document: dict[str, Any], file: Path) -> Iterator[tuple[Place, Any]]:
    """Writes the document with one value of another type, for every value and every type."""
    for here, old in places(document):
        for new in WRONG:
            if kind(new) is not kind(old):
                texts = (f"{key} = {toml(value)}\n" for key, value in put(document, here, new).items())
                file.write_text("".join(texts), encoding="utf-8")
                yield here, new


def said(act: Callable[[], Any], *errors: type[Exception]) -> str:
    """What is said where it is refused, "" where it is not; any other error is a fault of the kit."""
    try:
        act()
    except errors as error:
        return str(error) or "nothing"
    return ""


def clear(told: str, file: Path) -> bool:
    """Whether it is one line that begins with the file and goes on in words."""
    return told.startswith(str(file)) and "\n" not in told and not PYTHON.search(told.removeprefix(str(file)))


@pytest.mark.parametrize(("document", "read", "error"), [
    (CASE, read_case, CaseError),
    (EXERCISES, read_exercises, ExerciseError),
])  # fmt: skip
def test_every_wrong_type_is_told_where_the_file_is_read(
    document: dict[str, Any], read: Callable[[Path], Any], error: type[Exception], tmp_path: Path
) -> None:
    file = tmp_path / "file.toml"
    taken = []
    for here, new in changed(document, file):
        told = said(partial(read, file), error)
        if told:
            assert clear(told, file), (here, new, told)
        else:
            taken.append((here, new))
    keys = [([key for key in here if isinstance(key, str)], new) for here, new in taken]
    assert {here[-1] for here, _ in keys if "dice" not in here and here[-1] != "orders"} <= NUMBERS_TOO
    assert [
        (here, new) for here, new in keys if isinstance(new, dict | list | date | time) and "dice" not in here
    ] == []


def solved(file: Path) -> str:
    return read_exercises(file)[0].solution()


def test_what_only_the_engine_can_judge_is_told_in_words_too(tmp_path: Path) -> None:
    file = tmp_path / "file.toml"
    weighed = {"id": "g", "kind": "better", "question": "q", "options": [{"text": t, "battle": BATTLE} for t in "xy"]}
    for here, new in changed({"system": "aana", "exercise": [weighed]}, file):
        told = said(partial(solved, file), ExerciseError, QuestionError)
        assert clear(told, file), (here, new, told)


def test_steps_and_facts_of_wrong_types_are_a_position_error() -> None:
    for system in ("aana", "afrika2", "revised"):
        game = played(system, 1, 25)
        text = write_position(game.setting, game.state)
        exact = [line.split(" ", 1) for line in text.splitlines() if line.split(" ", 1)[0] in EXACT]
        for word, rest in exact:
            for here, _ in list(places(json.loads(rest)))[::23]:
                for new in ("x", 7, None, ["x"], {"x": 1}):
                    line = f"{word} {json.dumps(put(json.loads(rest), here, new))}"
                    wrong = text.replace(f"{word} {rest}", line)
                    told = said(partial(game_from_position, game.setting, wrong, 1), PositionError)
                    assert not PYTHON.search(told), (word, here, new, told)


@pytest.mark.parametrize(("line", "told"), [
    ("withold = true", "above the first exercise: 'withold' is not known; there are"),
    ('withhold = "no"', "above the first exercise: 'withhold' is true or false, not 'no'"),
    ('options = ["x"]', "above the first exercise: 'options' is a table of texts or numbers"),
])  # fmt: skip
def test_what_stands_above_the_exercises(line: str, told: str, tmp_path: Path) -> None:
    """A line misspelt there would show the answers that it was to keep back."""
    file = tmp_path / "e.toml"
    file.write_text(f'{line}\nsystem = "aana"\n[[exercise]]\nid = "a"\nkind = "legal"\n', encoding="utf-8")
    with pytest.raises(ExerciseError, match=re.escape(told)):
        read_exercises(file)


def test_options_above_the_exercises_hold_where_answers_bear_that_name_too(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    choice = {"id": "a", "kind": "choice", "question": "q", "options": [{"text": "x", "expect": {"round": 9}}]}
    document = {"system": "aana", "position": SEVEN, "options": {"take_backs": "agreed"}, "exercise": [choice]}
    file.write_text("".join(f"{key} = {toml(value)}\n" for key, value in document.items()), encoding="utf-8")
    assert read_exercises(file)[0].game().setting.options["take_backs"] == "agreed"


def test_what_may_be_added_to_a_field_is_asked_with_those_before_it() -> None:
    game = northafrica.position(SEVEN, seed=1)
    game.play("commit")
    with pytest.raises(OrderError, match="'attack': before 'units' comes 'target'; give it too"):
        game.legal("attack", "units")
