"""What a learner has solved: kept in a small file beside the notebook, and as text to take along."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from northafrica.core.files import save_text

FILE = Path("progress.json")
FORMAT = "northafrica progress 1"


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


class Progress:
    """Attempts by exercise id. `file` None keeps them in memory only."""

    def __init__(self, file: Path | str | None = FILE, name: str = "") -> None:
        self.file = Path(file) if file is not None else None
        self.name = name
        self.trouble = ""
        self._found: dict[str, Attempts] = {}
        if self.file is not None and self.file.exists():
            try:
                self.take(self.file.read_text(encoding="utf-8"), str(self.file))
            except (OSError, UnicodeDecodeError, ProgressError) as error:
                self.trouble, self.file = f"{error}; progress is not kept", None

    def of(self, exercise: str) -> Attempts:
        """The attempts at an exercise."""
        return self._found.setdefault(exercise, Attempts())

    def answered(self, exercise: str, answer: str, right: bool) -> None:
        """Note an answer; what is solved stays solved."""
        attempts = self.of(exercise)
        if attempts.solved:
            return
        attempts.answers.append(answer)
        if right:
            attempts.solved = datetime.now(UTC).isoformat(timespec="seconds")
        self._keep()

    def hinted(self, exercise: str) -> None:
        """Note a hint taken."""
        self.of(exercise).hints += 1
        self._keep()

    def gave_up(self, exercise: str) -> None:
        """Note that the answer was shown before it was found."""
        attempts = self.of(exercise)
        if not attempts.solved:
            attempts.shown = True
            self._keep()

    def solved(self) -> tuple[str, ...]:
        """The ids solved."""
        return tuple(name for name, attempts in self._found.items() if attempts.solved)

    def text(self) -> str:
        """All as JSON, for a download or a results file."""
        found = {name: asdict(attempts) for name, attempts in sorted(self._found.items())}
        return json.dumps({"format": FORMAT, "name": self.name, "exercises": found}, indent=1) + "\n"

    def take(self, text: str, source: str = "the text") -> None:
        """Add what another progress holds; what is solved in either is solved. Raises ProgressError."""
        for name, attempts in _read(text, source).items():
            mine = self._found.get(name)
            if mine is None or (attempts.solved and not mine.solved):
                self._found[name] = attempts
        self.name = self.name or str(json.loads(text).get("name", ""))

    def _keep(self) -> None:
        if self.file is None:
            return
        try:
            save_text(self.text(), self.file)
            self.trouble = ""
        except OSError as error:
            self.trouble = f"progress could not be written to {self.file}: {error}"

    def __repr__(self) -> str:
        return f"<Progress {self.name or 'of one learner'}: {len(self.solved())} solved>"


def _read(text: str, source: str) -> dict[str, Attempts]:
    try:
        raw: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise ProgressError(f"{source} is no progress file: {error}") from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise ProgressError(f'{source} is no progress file: it must say "format": "{FORMAT}"')
    found = raw.get("exercises")
    if not isinstance(found, dict):
        raise ProgressError(f"{source}: 'exercises' is missing")
    return {name: _attempts(source, name, value) for name, value in found.items()}


def _attempts(source: str, name: str, raw: Any) -> Attempts:
    kinds: dict[str, type] = {"answers": list, "hints": int, "shown": bool, "solved": str}
    if not isinstance(raw, dict) or any(not isinstance(raw.get(key), kind) for key, kind in kinds.items()):
        raise ProgressError(f"{source}, exercise '{name}': it needs {', '.join(kinds)}")
    return Attempts([str(answer) for answer in raw["answers"]], raw["hints"], raw["shown"], raw["solved"])
