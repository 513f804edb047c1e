"""What a learner has solved: kept in a small file beside the notebook, and as text to take along.

Several cards, tabs and kernels may keep one file: each reads it before it writes, and what is solved stays solved.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

from northafrica.core.files import aside_of, locked, save_text, why
from northafrica.core.reading import Unreadable, parse_json, read_text

FILE = Path("progress.json")
FORMAT = "northafrica progress 1"
MOST = 5_000_000
"""Bytes of a file; one of a hundred exercises has some ten thousand."""


class ProgressError(ValueError):
    """A file that is no progress: names it and the place."""


@dataclass
class Attempts:
    """What was tried at one exercise: answers so far, hints taken, whether the answer was shown, when it was solved."""

    answers: list[str] = field(default_factory=list)
    hints: int = 0
    shown: bool = False
    solved: str = ""

    @property
    def first_try(self) -> bool:
        """Solved with the first answer, without hints."""
        return bool(self.solved) and len(self.answers) == 1 and not self.hints and not self.shown

    def merged(self, other: Attempts) -> Attempts:
        """Both together: every answer given in either, that of the one who solved it last, as it is judged.

        >>> Attempts(["a", "b"], solved="2026").merged(Attempts(["a", "c"], hints=1))
        Attempts(answers=['a', 'c', 'b'], hints=1, shown=False, solved='2026')
        """
        best = min(self, other, key=lambda one: (not one.solved, one.solved))
        less = other if best is self else self
        shown = best.shown or (less.shown and not best.solved)
        return Attempts(_together(best, less), max(best.hints, less.hints), shown, best.solved)


def _together(best: Attempts, less: Attempts) -> list[str]:
    """The answers of two, those that both have once, so that the same taken twice adds none; what solved it is last."""
    if _among(less.answers, best.answers):
        return list(best.answers)
    if _among(best.answers, less.answers) and (not best.solved or best.answers[-1:] == less.answers[-1:]):
        return list(less.answers)
    pairs = zip(best.answers, less.answers, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return less.answers + best.answers[same:] if best.answers[same:] else list(best.answers)


def _among(few: list[str], many: list[str]) -> bool:
    """Whether some answers stand among others in the same order."""
    left = iter(many)
    return all(answer in left for answer in few)


class Progress:
    """Attempts by exercise id. `file` None keeps them in memory only.

    `name` is a label; `ident` tells learners of one name apart; a teacher may change it in the file. A damaged file
    is set aside under a name of its own, what is sound in it taken over, and a new one begun; `trouble` tells so.
    """

    def __init__(self, file: Path | str | None = FILE, name: str = "", ident: str = "") -> None:
        self.file = Path(file) if file is not None else None
        self.name = name
        self.id = ident
        self.trouble = self._note = ""
        self._found: dict[str, Attempts] = {}
        if self.file is not None and self.file.exists():
            try:
                with locked(self.file):
                    self._read_again()
            except OSError as error:
                self.trouble = f"{self.file} cannot be read: {why(error)}"

    def of(self, exercise: str) -> Attempts:
        """The attempts at an exercise."""
        return self._found.setdefault(exercise, Attempts())

    def answered(self, exercise: str, answer: str, right: bool) -> None:
        """Note an answer; what is solved stays solved, and the same answer once more is no new try."""

        def note(attempts: Attempts) -> None:
            if attempts.solved or attempts.answers[-1:] == [answer]:
                return
            attempts.answers.append(answer)
            if right:
                attempts.solved = datetime.now(UTC).isoformat(timespec="seconds")

        self._keep(exercise, note)

    def hinted(self, exercise: str) -> None:
        """Note a hint taken."""

        def note(attempts: Attempts) -> None:
            attempts.hints += 1

        self._keep(exercise, note)

    def gave_up(self, exercise: str) -> None:
        """Note that the answer was shown before it was found."""

        def note(attempts: Attempts) -> None:
            attempts.shown = attempts.shown or not attempts.solved

        self._keep(exercise, note)

    def begin(self) -> None:
        """Write the file as it stands, so that others see that it is taken."""
        self._keep()

    def solved(self) -> tuple[str, ...]:
        """The ids solved."""
        return tuple(name for name, attempts in self._found.items() if attempts.solved)

    def text(self) -> str:
        """All as JSON, for a download or a results file."""
        found = {name: asdict(attempts) for name, attempts in sorted(self._found.items())}
        who = {"name": self.name, "id": self.id} if self.id else {"name": self.name}
        return json.dumps({"format": FORMAT, **who, "exercises": found}, indent=1) + "\n"

    def take(self, text: str, source: str = "the text") -> None:
        """Add what another progress holds, in the file too; what is solved in either is solved. Raises ProgressError.

        The same taken once more changes nothing. Where the file cannot be written, `trouble` tells so.
        """
        raw = _document(text, source)
        self._add({name: _attempts(source, name, value) for name, value in raw["exercises"].items()})
        self.name = self.name or str(raw.get("name", ""))
        self._keep()

    def _add(self, others: Mapping[str, Attempts]) -> None:
        for name, attempts in others.items():
            mine = self._found.get(name)
            self._found[name] = attempts.merged(mine) if mine is not None else attempts

    def _keep(self, exercise: str = "", note: Callable[[Attempts], None] | None = None) -> None:
        """Take over what others have written meanwhile, note what is new, and write all."""
        trouble, done = self._note, False
        try:
            with locked(self.file) if self.file is not None else nullcontext():
                self._read_again()
                if note is not None:
                    note(self.of(exercise))
                done, trouble = True, self._note
                if self.file is not None:
                    save_text(self.text(), self.file)
        except OSError as error:
            trouble = f"progress could not be written to {self.file}: {why(error)}"
            if note is not None and not done:
                note(self.of(exercise))
        self.trouble = trouble

    def _read_again(self) -> None:
        """Merge with what the file holds now; a damaged one is set aside. Raises OSError."""
        if self.file is None or not self.file.exists():
            return
        told = ""
        try:
            raw = _document(read_text(self.file, MOST), str(self.file))
        except Unreadable as error:
            raw, told = {}, f"{self.file} is no progress file: {error}"
        except ProgressError as error:
            raw, told = {}, str(error)
        for name, value in raw.get("exercises", {}).items():
            try:
                self._add({name: _attempts(str(self.file), name, value)})
            except ProgressError as error:
                told = str(error)
        self.name, self.id = self.name or str(raw.get("name", "")), str(raw.get("id") or self.id)
        if told and self.file.suffix.lower() != FILE.suffix:
            raise FileExistsError(f"{told}; it stays as it is, choose another name, like {FILE}")
        if told:
            aside = aside_of(self.file)
            save_text(self.text(), self.file, older=aside)  # with the rights of the damaged one
            self._note = self.trouble = f"{told}; it was kept as {aside.name}, a new {self.file.name} is begun"

    def __repr__(self) -> str:
        return f"<Progress {self.name or 'of one learner'}: {len(self.solved())} solved>"


def _document(text: str, source: str) -> dict[str, Any]:
    """A progress file whose exercises may still be wrong one by one. Raises ProgressError."""
    try:
        raw: Any = parse_json(text)
    except Unreadable as error:
        raise ProgressError(f"{source} is no progress file: {error}") from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise ProgressError(f'{source} is no progress file: it must say "format": "{FORMAT}"')
    if not isinstance(raw.get("exercises"), dict):
        raise ProgressError(f"{source}: 'exercises' is missing")
    return raw


def _attempts(source: str, name: str, raw: Any) -> Attempts:
    kinds: dict[str, type] = {"answers": list, "hints": int, "shown": bool, "solved": str}
    if not isinstance(raw, dict) or any(not isinstance(raw.get(key), kind) for key, kind in kinds.items()):
        raise ProgressError(f"{source}, exercise '{name}': it needs {', '.join(kinds)}")
    return Attempts([str(answer) for answer in raw["answers"]], raw["hints"], raw["shown"], raw["solved"])
