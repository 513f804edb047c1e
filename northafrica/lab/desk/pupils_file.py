"""The exercises as pupils get them: the same questions, without what only the teacher's own file should hold.

Left out are worked answers (`example`), comments, and what cases expect: a case becomes its position and orders. What
is right is found by the engine when a pupil answers, so no answer is kept, neither in clear nor otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from northafrica.core.position import uncommented, write_position
from northafrica.core.reading import TEXT, parse_toml, read_text
from northafrica.lab.exercises import toml_text
from northafrica.lab.exercises.exercise import PARTS, WITHHOLD, exercises_of, read_exercises, resolved
from northafrica.lab.exercises.exercise_kinds import MAKERS, ExerciseError
from northafrica.lab.exercises.questions import Situation

Table = dict[str, Any]


def pupils_text(file: Path, *, withhold: bool) -> str:
    """The text of the file that pupils get; `withhold`: from it, no answer is shown to whoever asks.

    Raises ExerciseError where its answers would not be those of the teacher's file.
    """
    raw = parse_toml(read_text(file, TEXT))
    shared = _plain({key: raw[key] for key in PARTS if key in raw})
    tables = [_table(table, file.parent) for table in raw["exercise"]]
    head = toml_text.lines({**shared, **({WITHHOLD: True} if withhold else {})})
    text = head + "".join(f"\n[[exercise]]\n{toml_text.lines(table)}" for table in tables)
    _same_answers(file, text)
    return text


def bare(position: str) -> str:
    """A position without its comments."""
    told = ((line, uncommented(line).rstrip()) for line in position.split("\n"))
    return "\n".join(left for line, left in told if left or not line.strip())


def _plain(table: Mapping[str, Any]) -> Table:
    position = table.get("position")
    return {**table, **({"position": bare(position)} if isinstance(position, str) else {})}


def _table(table: Mapping[str, Any], folder: Path) -> Table:
    """One exercise without its worked answer, a case put in its place."""
    found = _plain(table)
    if "example" in found:
        found["example"] = []
    if "case" not in found:
        return found
    case, asked = resolved(found, folder)
    own = {key: item for key, item in found.items() if key not in ("case", "item", "before")}
    keys = MAKERS[own["kind"]].keys
    if "order" in keys:
        own.setdefault("order", asked.get("order"))
    if "orders" in keys:
        own.setdefault("orders", [asked["order"]] if "order" in asked else [])
        own.setdefault("dice", asked.get("dice"))
    own = {key: item for key, item in own.items() if item is not None}
    return {**own, **_beginning(case, own), "before": case["do"]}


def _beginning(case: Mapping[str, Any], own: Mapping[str, Any]) -> Table:
    """Where a case begins; as a position that says its options, where the exercise's answers bear that name."""
    parts = _plain({key: case[key] for key in PARTS if key in case})
    if "options" not in parts or "options" not in own:
        return parts
    game = Situation({**case, "do": []}).game()
    del parts["options"]
    return {**parts, "position": write_position(game.setting, game.state)}


def _same_answers(file: Path, text: str) -> None:
    """Every question must have the answer it has in the teacher's file. Raises ExerciseError."""
    pairs = zip(read_exercises(file), exercises_of(text, file), strict=True)
    other = [mine.id for mine, theirs in pairs if not theirs.check(mine.solution()).right]
    if other:
        raise ExerciseError(f"{file}, exercise '{other[0]}': it has another answer without its case; give its position")
