"""A position kept as a file: plain, as an exercise, as a case, or as the start of a record.

Nothing is written that cannot be used: an exercise must have an answer, a case must hold as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from northafrica.core.cases import CaseError, read_case, run_case
from northafrica.core.files import Saved, draft_of, locked, save_beside, save_text, why
from northafrica.core.game import Game
from northafrica.core.position import FIRST_LINE, position_head
from northafrica.core.reading import TEXT, parse_toml, read_text
from northafrica.core.record import keep_record
from northafrica.lab.exercises import toml_text
from northafrica.lab.exercises.exercise import holds_exercises, read_exercises
from northafrica.lab.exercises.questions import NO, Verdict
from northafrica.lab.table.answer import Answer
from northafrica.systems import SYSTEMS

BLOCK = re.compile(r"(?m)^(?=\[\[exercise\]\])")
ITEM = re.compile(r"^(?:(?P<refused>refused)(?:\s+(?P<rule>[a-z0-9_.-]+))?\s*:)?(?P<order>[^|]*)(?:\|(?P<dice>.*))?$")


def save_position(text: str, file: Path | str) -> Answer:
    """Write a position's text; another one there is kept as FILE.older."""
    return write_file(text, Path(file), "position")


def save_exercise(text: str, file: Path | str, *, id: str, kind: str, **keys: Any) -> Answer:  # noqa: A002
    """Add an exercise about the position to a file, or put it in the place of the one with its id.

    `keys` are those of docs/exercises.md. Its answer is worked out first; without one nothing is written.
    """
    path = Path(file)
    table = {"id": id, "kind": kind, **{name: item for name, item in keys.items() if item not in ("", (), [], None)}}
    try:
        block = "[[exercise]]\n" + toml_text.lines({**table, "position": text})
        with locked(path):
            before = read_text(path, TEXT) if path.exists() else ""
            whole = _with_block(before, block, id)
            solution, verdict, others = _tried(whole, path, id)
            saved = save_beside(whole, path, holds_exercises, "file of exercises")
    except (ValueError, TypeError, LookupError, OSError) as error:
        return Answer(False, f"the exercise is not saved: {_short(error, path)}")
    because = _because(solution, kind, verdict, keys)
    told = (f"its answer: {solution}", *because, f"exercises there: {others}", *_told(saved))
    return Answer(True, f"exercise '{id}' saved to {path}", told)


def _because(solution: str, kind: str, verdict: Verdict, keys: Mapping[str, Any]) -> tuple[str, ...]:
    """What to look at before a class does: a `no` may come from another rule than the one meant, odds may be close."""
    ways = len(keys.get("options", ()))
    most = {"legal": int(solution == NO), "number": 1, "better": ways}.get(kind, 0)
    return tuple(f"because: {line}" for line in verdict.why[:most])


def _with_block(before: str, block: str, name: str) -> str:
    """The file's text with the exercise added, or put in the place of the one with its id."""
    parts = BLOCK.split(before)
    known = {_id(part): n for n, part in enumerate(parts) if part.startswith("[[exercise]]")}
    if name in known:
        parts[known[name]] = block + "\n"
        return "".join(parts)
    return (before.rstrip() + "\n\n" if before.strip() else "") + block


def _id(part: str) -> str:
    return str(parse_toml(part)["exercise"][0].get("id", ""))


def _tried(text: str, path: Path, name: str) -> tuple[str, Verdict, int]:
    """The answer of one exercise, what is said of it, and how many there are.

    Raises ValueError where one cannot be read or this one has no answer; nothing is written then.
    """
    with draft_of(path) as draft:
        save_text(text, draft)
        try:
            exercises = read_exercises(draft)
            exercise = next(found for found in exercises if found.id == name)
            solution = exercise.solution()
            verdict = exercise.check(solution)
        except (ValueError, LookupError) as error:
            raise ValueError(_short(error, draft)) from error
        if not verdict.right:
            raise ValueError(f"its own answer '{solution}' is not taken as right")
    return solution, verdict, len(exercises)


def save_case(text: str, file: Path | str, *, title: str, do: Sequence[Mapping[str, Any]] | str, **keys: Any) -> Answer:
    """Write a case that starts from the position; `do` as in docs/cases.md, or as lines (see `items`).

    The case is played first. What does not hold is told, and nothing is written: what the rulebook says must be
    expected decides whether order, dice, expectation or program is mended.
    """
    path = Path(file)
    try:
        played = items(do) if isinstance(do, str) else [dict(item) for item in do]
        if not played:
            raise ValueError("a case needs at least one order; write one a line")
        system = position_head(text).get("system", "")
        if not system:
            raise ValueError("the position has no line 'system'")
        head = {"title": title, "system": system, **{k: v for k, v in keys.items() if v}, "position": text}
        whole = toml_text.lines(head) + "".join(f"\n[[do]]\n{toml_text.lines(item)}" for item in played)
        failures = _failures(whole, path)
    except (ValueError, TypeError, OSError) as error:
        return Answer(False, f"the case is not saved: {_short(error, path)}")
    if failures:
        return Answer(False, "the case is not saved: it does not hold", tuple(failures))
    return write_file(whole, path, "case")


def _failures(whole: str, path: Path) -> list[str]:
    with draft_of(path) as draft:
        save_text(whole, draft)
        try:
            return run_case(read_case(draft), SYSTEMS).failures
        except CaseError as error:
            raise ValueError(_short(error, draft)) from error


def items(lines: str) -> list[dict[str, Any]]:
    """A case's items from lines: `ORDER | dice`, or `refused RULE: ORDER` (without a rule: by any).

    >>> items("commit\\nrefused declare.cost: attack tobruk from siwa with 6 tank\\nfight | 3 9")[2]
    {'order': 'fight', 'dice': [3, 9]}
    """
    found: list[dict[str, Any]] = []
    for line in filter(None, (line.strip() for line in lines.splitlines())):
        match = ITEM.match(line)
        order = match.group("order").strip() if match else ""
        if match is None or not order:
            raise ValueError(f"'{line}' is no item; write 'ORDER', 'ORDER | 3 9' or 'refused RULE: ORDER'")
        item: dict[str, Any] = {"order": order}
        if match.group("refused"):
            item["refused"] = match.group("rule") or ""
        if match.group("dice"):
            item["dice"] = dice(match.group("dice"))
        found.append(item)
    return found


def dice(text: str) -> list[int | str]:
    """Dice from text: `3 9 10` or `3, 9, 10`; a word is a draw."""
    return [int(part) if part.isascii() and part.isdigit() else part for part in text.replace(",", " ").split()]


def start_record(game: Game, file: Path | str, comment: str = "") -> Answer:
    """Write the record of a game that starts from the position; another record there is kept as FILE.older."""
    if comment:
        game.comment(comment)
    return _answered("record", Path(file), lambda: keep_record(game, file))


def write_file(text: str, path: Path, what: str) -> Answer:
    """Write a position or a case; another one in its place is kept as FILE.older, any other file refused."""
    kind = _OURS[what]
    return _answered(what, path, lambda: save_beside(text, path, lambda head: kind.search(head) is not None, what))


_OURS = {"position": re.compile(rf"(?m)^\s*{FIRST_LINE}\s*$"), "case": re.compile(r"(?m)^\s*system\s*=")}
"""The line by which a file of a kind is known."""


def _answered(what: str, path: Path, save: Callable[[], Saved]) -> Answer:
    try:
        saved = save()
    except FileExistsError as error:
        return Answer(False, f"the {what} is not saved: {why(error)}")
    except OSError as error:
        return Answer(False, f"the {what} is not saved to {path}: {why(error)}")
    return Answer(True, f"{what} saved to {path}", _told(saved))


def _told(saved: Saved) -> tuple[str, ...]:
    return (saved.told,) if saved.told else ()


def _short(error: Exception, path: Path) -> str:
    """An error without the name of the file it was tried in."""
    text = why(error)
    for name in (str(path), path.name):
        text = text.replace(f"{name}: ", "").replace(f"{name}, ", "")
    return text
