"""The record of a game kept on disk while it is played, and games kept earlier that may be taken up again.

A game never writes over another: what lies at its place from before is moved to an older copy first, of which only
those go that a longer one of the same game holds whole; tables open at the same time have files of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from weakref import WeakValueDictionary

from northafrica.core.continued import continues
from northafrica.core.files import aside_of, locked, regular, save_text
from northafrica.core.game import Game
from northafrica.core.reading import Unreadable, parse_json, read_text
from northafrica.core.record import closing_line, entry_line, head_line, place_for_record
from northafrica.core.tree import Node

FOLDER = Path(".northafrica")
SHOWN = 30
SUFFIX = ".jsonl"


@dataclass(frozen=True)
class Kept:
    """A record found on disk: its file, how many entries it has, when it was written."""

    file: Path
    entries: int
    when: datetime

    def __str__(self) -> str:
        return f"{self.file.name}: {self.entries} entries, {self.when:%d %b %Y %H:%M}"


class Autosave:
    """Writes one game's record after each order; only lines not yet known are worked out anew."""

    def __init__(self, file: Path | str) -> None:
        self.file = Path(file)
        self._lines: dict[int, tuple[Node, str, str]] = {}
        self._written: tuple[int, int] | None = None

    def write(self, game: Game) -> str:
        """Save the game; returns in words what became of another game's file. Raises OSError."""
        text = self._text(game)
        with locked(self.file):
            told, older = self._make_room(text) if self._written is None else (self._step_aside(), None)
            save_text(text, self.file, older=older)
            self._written = self._mark()
        return told

    def adopt(self) -> None:
        """The file as it stands is this game's own and may be written over."""
        self._written = self._mark()

    def _mark(self) -> tuple[int, int] | None:
        """What tells whether somebody else has written the file."""
        try:
            now = self.file.stat()
        except OSError:
            return None
        return now.st_mtime_ns, now.st_size

    def _text(self, game: Game) -> str:
        lines = [self._line(game, node) for node in game.tree.nodes[1:]]
        return "\n".join([head_line(game), *lines, closing_line(game)]) + "\n"

    def _line(self, game: Game, node: Node) -> str:
        known = self._lines.get(node.n)
        if known is None or known[0] is not node or known[1] != node.comment:
            known = (node, node.comment, entry_line(game, node))
            self._lines[node.n] = known
        return known[2]

    def _step_aside(self) -> str:
        """Where another program has written the file meanwhile, go on in a file of our own."""
        now = self._mark()
        if now is None or now == self._written:
            return ""
        taken = self.file.name
        free = (file for n in _numbers() if n and not (file := _numbered(self.file, n)).exists())
        self.file = next(free)
        return f"another table writes {taken}; this one goes on in {self.file.name}"

    def _make_room(self, text: str) -> tuple[str, Path | None]:
        """What to tell, and where what lies there goes, a file that is no record too; what the text holds need not."""
        lies = look(self.file)
        if lies is None:
            return damaged(self.file)
        if continues(text, read_text(self.file)):
            return "", None
        held = next((file for file in self.olders() if _holds(file, self.file)), None)
        if held is not None:
            return f"an earlier game is kept as {held.name}", None
        for file in self.olders():
            if _holds(self.file, file):
                return f"an earlier game was kept as {file.name} ({lies.entries} entries)", file
        older = next(file for n in _numbers() if not (file := _numbered(self.older, n)).exists())
        return f"an earlier game was kept as {older.name} ({lies.entries} entries)", older

    @property
    def older(self) -> Path:
        """Where the first copy of an earlier game goes."""
        return self.file.with_name(f"{self.file.stem}.older{self.file.suffix}")

    def olders(self) -> list[Path]:
        """The copies of earlier games that there are."""
        named = re.compile(re.escape(self.older.stem) + r"(-\d+)?" + re.escape(self.file.suffix))
        return sorted(file for file in self.file.parent.iterdir() if named.fullmatch(file.name))


def damaged(file: Path) -> tuple[str, Path | None]:
    """Where a file goes that should be a record and is none, and what to tell; none where there is no such file.

    Raises FileExistsError where its name is not that of a record either, or OSError where it is no file.
    """
    if not regular(file).exists() or look(file) is not None:
        return "", None
    if file.suffix != SUFFIX:
        place_for_record(file)
    aside = aside_of(file)
    return f"{file.name} was no record (damaged?) and is kept as {aside.name}; a new one is begun", aside


def _holds(long: Path, short: Path) -> bool:
    """Whether a record holds all that another does: the same game, gone on with or not."""
    try:
        return continues(read_text(long), read_text(short))
    except (OSError, Unreadable):
        return False


def look(file: Path) -> Kept | None:
    """What a file holds, without replaying it; None where it is no record."""
    try:
        top, *lines = read_text(file).split("\n")
        head = parse_json(top)
        entries = sum(line.startswith('{"n"') for line in lines)
        when = _written(file.stat().st_mtime)
    except (OSError, ValueError):
        return None
    return Kept(file, entries, when) if isinstance(head, dict) and "system" in head else None


def _written(seconds: float) -> datetime:
    """When a file was written; a time that no calendar has, left by a clock that jumped or a damaged stick, is old."""
    try:
        return datetime.fromtimestamp(seconds)
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0)


_open: WeakValueDictionary[str, Autosave] = WeakValueDictionary()


def stem(game: Game) -> str:
    """The name of a game's file without number: by system and scenario, a position by its own digest."""
    name = f"autosave-{game.system.name}-{game.setting.scenario}"
    by_hand = game.head.get("position")
    return f"{name}-{game.codec.digest(game.tree.nodes[0].state)[:6]}" if by_hand else name


def autosave_for(game: Game, where: Path | str | bool | None) -> Autosave | None:
    """The autosave a game gets: none, a file named, or one by the game's name that no open table uses."""
    if where is None or where is False:
        return None
    if where is not True:
        return Autosave(where)
    for number in _numbers():
        file = FOLDER / f"{stem(game)}{number}.jsonl"
        key = str(file.absolute())
        if key not in _open:
            made = Autosave(file)
            _open[key] = made
            return made
    raise AssertionError("numbers never end")


def _numbers() -> Iterator[str]:
    yield ""
    n = 2
    while True:
        yield f"-{n}"
        n += 1


def _numbered(file: Path, number: str) -> Path:
    return file.with_name(f"{file.stem}{number}{file.suffix}")


def release(kept: Autosave | None) -> None:
    """A table is closed: its file's name is free again."""
    if kept is not None:
        _open.pop(str(kept.file.absolute()), None)


def found_for(game: Game, kept: Autosave) -> list[Kept]:
    """Earlier records of the same game beside an autosave's file, newest first."""
    named = re.compile(re.escape(stem(game)) + r"(-\d+)?(\.older(-\d+)?)?\.jsonl")
    try:
        own = (kept.file, *kept.olders())
        files = [file for file in kept.file.parent.iterdir() if named.fullmatch(file.name) or file in own]
    except OSError:
        return []
    records = [record for file in files if (record := look(file)) is not None and record.entries]
    return sorted(records, key=lambda record: record.when, reverse=True)[:SHOWN]


def other_lines(game: Game) -> list[Game]:
    """The other lines of a record's tree, each at its end."""
    here = {node.n for node in game.path()}
    found = []
    for leaf in game.lines():
        twin = game.branch()
        twin.goto(leaf)
        if not here <= {node.n for node in twin.path()}:
            found.append(twin)
    return found
