"""What a class handed in: results files by what is inside, whatever a learning platform made of their names."""

from __future__ import annotations

import csv
import io
import os
import re
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from json import JSONDecodeError
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from northafrica.core.files import save_beside, why
from northafrica.core.reading import TEXT, Unreadable, clean, decoded, parse_json, read_text, shortened
from northafrica.lab.exercises.progress import FORMAT, MOST

if TYPE_CHECKING:
    import pandas as pd

MOST_INSIDE, MOST_UNPACKED = 20_000, 200_000_000
"""Files in a zip file and the zip files within, and the bytes read of them all together."""
DEEPEST_ZIP = 3
MOST_NAMED = 40
"""Files named where they clash; a class has some thirty."""
HEAD = 4096
LONGEST_NAME = 200
PASSED_OVER = "no results file, passed over"
_NAMED = re.compile(r"results?[-_ ].*\.json(\b|$)", re.IGNORECASE)
_ZIP = re.compile(r"\.zip(\b|$)", re.IGNORECASE)
_ENDING = re.compile(r"(\.json\b.*|\.txt)$", re.IGNORECASE)
_STEM = re.compile(r"^.*?results?[-_ ]", re.IGNORECASE)
_BEGINS = re.compile(rb"(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(\{|$)")
_MEANT = re.compile(rb"format.{0,30}northafrica progress|^\W{0,20}\{\s*\"format\"", re.IGNORECASE | re.DOTALL)
ZIPPED = b"PK\x03\x04"
_FORMULA = re.compile(r"""(^|[;\t\r\n])(?=[ "]*[-=+@\t\r\n\uff1d\uff0b\uff0d\uff20])""")


@dataclass(frozen=True)
class HandedIn:
    """A file and what it was taken for: `raw` holds results; `trouble` says why it holds none though it should.

    `label` is the name as the learner wrote it, `name` the same with the id where others are called so.
    """

    file: str
    taken_for: str
    raw: Mapping[str, Any] | None = None
    name: str = ""
    trouble: str = ""
    id: str = ""
    label: str = ""


def handed_in(folder: Path) -> Iterator[HandedIn]:
    """All files below a folder, those in zip files too, each once; what cannot be looked into is told."""
    closed: list[OSError] = []
    walked = os.walk(folder, onerror=closed.append)
    found = [Path(place, name) for place, folders, files in walked for name in (*folders, *files)]
    for error in closed:
        place = Path(str(error.filename or folder))
        yield _unread(clean(str(place.relative_to(folder))), f"the folder: {why(error)}")
    there = sorted(found)
    names = _apart([str(file.relative_to(folder)) for file in there], "file")
    for file, told in zip(there, names, strict=True):
        try:
            yield from _one(file, told)
        except OSError as error:
            yield _unread(told, why(error))


def _apart(names: Sequence[str], what: str) -> list[str]:
    """Names to be shown, one of its own for each: those that look the same have their number behind them."""
    shown = [clean(name) for name in names]
    often = Counter(shown)
    return [f"{name} ({what} {n})" if often[name] > 1 else name for n, name in enumerate(shown, 1)]


def _one(file: Path, told: str) -> Iterator[HandedIn]:
    """What one entry of a folder holds. Raises OSError."""
    named = _NAMED.search(file.name) is not None
    if file.is_symlink() and file.is_dir():
        yield _unread(told, "it is a link to a folder and is not followed; put the folder itself there")
    elif file.is_dir():
        if named and file.suffix.lower() == ".json":
            yield _unread(told, "it is a folder; put the file itself there")
    elif not file.is_file():
        if named:
            yield _unread(told, "it is a link that leads nowhere, or no file; put the file itself there")
    elif not file.name.startswith("."):
        yield from _looked_into(file, told)


def read_file(file: Path, folder: Path, must: bool = False) -> HandedIn:
    """One file; `must`: it should hold results whatever its name is."""
    told = clean(str(file.relative_to(folder)))
    try:
        if file.stat().st_size > MOST:
            raise ValueError(f"it is larger than {MOST // 1_000_000} MB")
        content = file.read_bytes()
    except (OSError, ValueError) as error:
        return _unread(told, why(error))
    return _read(told, file.name, content, must)


def _looked_into(file: Path, told: str) -> Iterator[HandedIn]:
    """What a file of a folder holds, whatever its name is. Raises OSError."""
    with file.open("rb") as stream:
        head = stream.read(HEAD)
    if _ZIP.search(file.name) or head.startswith(ZIPPED):
        yield from _zipped(file, told, file.name, _Room())
    elif _may_hold(head, file.name):
        yield replace(read_file(file, file.parent), file=told)
    else:
        yield HandedIn(told, PASSED_OVER)


def _may_hold(head: bytes, name: str) -> bool:
    """Whether a file that begins so is to be read whole."""
    plain = head.replace(b"\0", b"")
    return bool(_BEGINS.match(plain) or _MEANT.search(plain) or _NAMED.search(name))


# -- zip files -----------------------------------------------------------------------------------------
@dataclass
class _Room:
    """What may still be read of a zip file and of those within."""

    files: int = MOST_INSIDE
    size: int = MOST_UNPACKED

    def read(self, stream: IO[bytes], most: int) -> bytes:
        """The next bytes. Raises ValueError where there is no room for them."""
        content = stream.read(min(most, self.size + 1))
        self.size -= len(content)
        if self.size < 0:
            raise ValueError(
                f"its files have more than {MOST_UNPACKED // 1_000_000} MB; unpack it and put the files here"
            )
        return content


def _zipped(source: Path | IO[bytes], told: str, name: str, room: _Room, depth: int = 1) -> Iterator[HandedIn]:
    """What a zip file holds; one that is not called so (a text document is one, too) is told where it holds results."""
    found = _entries(source, told, room, depth)
    if _ZIP.search(name):
        yield from found
        return
    there = list(found)
    results = any(one.raw is not None or (one.trouble and one.file != told) for one in there)
    yield from there if results else [HandedIn(told, PASSED_OVER)]


def _entries(source: Path | IO[bytes], told: str, room: _Room, depth: int) -> Iterator[HandedIn]:
    try:
        if depth > DEEPEST_ZIP:
            raise ValueError(
                f"zip files lie more than {DEEPEST_ZIP} deep in each other; unpack it and put the files here"
            )
        with zipfile.ZipFile(source) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir() and not _hidden(entry.filename)]
            room.files -= len(entries)
            if room.files < 0:
                raise ValueError(f"it holds more than {MOST_INSIDE:,} files; unpack it and put the files here")
            yield HandedIn(told, f"zip file with {len(entries)} files")
            names = _apart([entry.filename for entry in entries], "member")
            for entry, name in zip(entries, names, strict=True):
                yield from _entry(archive, entry, f"{told}/{name}", room, depth)
    except (zipfile.BadZipFile, zlib.error, EOFError):
        yield _unread(told, "it is damaged, or no zip file; download it again")
    except (RuntimeError, NotImplementedError):
        yield _unread(
            told, "it is locked by a password, or packed in a way unknown here; unpack it and put the files here"
        )
    except (OSError, ValueError) as error:
        yield _unread(told, why(error))


def _hidden(name: str) -> bool:
    """Whether it is what a system keeps beside a file (`__MACOSX/._results-anna.json`)."""
    return Path(name).name.startswith(".")


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, told: str, room: _Room, depth: int) -> Iterator[HandedIn]:
    with archive.open(entry) as stream:
        head = room.read(stream, HEAD)
        if _ZIP.search(entry.filename) or head.startswith(ZIPPED):
            inner = io.BytesIO(head + room.read(stream, MOST_UNPACKED))
            yield from _zipped(inner, told, entry.filename, room, depth + 1)
        elif not _may_hold(head, entry.filename):
            yield HandedIn(told, PASSED_OVER)
        elif entry.file_size > MOST:
            yield _unread(told, f"it is larger than {MOST // 1_000_000} MB")
        else:
            yield _read(told, entry.filename, head + room.read(stream, MOST), False)


def _unread(told: str, why: str) -> HandedIn:
    return HandedIn(told, "cannot be read", trouble=f"cannot be read: {clean(why)}")


def _read(told: str, name: str, content: bytes, must: bool) -> HandedIn:
    wanted = must or _NAMED.search(name) is not None
    try:
        raw = parse_json(decoded(content, MOST))
    except ValueError as error:
        meant = wanted or _MEANT.search(content.replace(b"\0", b"")) is not None
        return _unread(told, _damage(error)) if meant else HandedIn(told, PASSED_OVER)
    kind = raw.get("format") if isinstance(raw, dict) else None
    if kind != FORMAT:
        meant = wanted or str(kind).casefold().startswith("northafrica progress")
        return _unread(told, f'it does not say "format": "{FORMAT}"') if meant else HandedIn(told, PASSED_OVER)
    if not isinstance(raw.get("exercises"), dict):
        return _unread(told, "'exercises' is missing")
    stem = _STEM.sub("", _ENDING.sub("", Path(name).name))
    who = clean(shortened(str(raw.get("name") or stem), LONGEST_NAME))
    ident = clean(str(raw.get("id") or ""))[:60]
    return HandedIn(told, f"results of {who}{f' ({ident})' if ident else ''}", raw, who, id=ident, label=who)


def _damage(error: Exception) -> str:
    """What is wrong with a file that should hold results, in words."""
    place = error.__cause__
    if isinstance(place, JSONDecodeError):
        return f"it is damaged at line {place.lineno}, column {place.colno}; ask for it again"
    return f"{error}"


# -- the class -----------------------------------------------------------------------------------------
def class_list(names: Path | str | Sequence[str]) -> list[str]:
    """The names of a class: a list, or a file with a name a line. Raises ValueError."""
    if not isinstance(names, Path | str):
        return [clean(name.strip()) for name in names if name.strip()]
    try:
        lines = read_text(Path(names), TEXT).splitlines()
    except (OSError, Unreadable) as error:
        raise ValueError(f"{names}: the class list cannot be read: {why(error)}") from error
    return [clean(line.strip()) for line in lines if line.strip()]


def missing(expected: Iterable[str], found: Iterable[str]) -> list[str]:
    """Who of the class has handed in nothing; blanks, case and the form of letters do not count."""
    there = {_plain(name) for name in found}
    return [name for name in expected if _plain(name) not in there]


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().replace("-", " ").split())


def apart(found: Iterable[HandedIn]) -> tuple[list[HandedIn], list[str]]:
    """Files with learners of one name told apart by their ids; and in words, which share a name or an id."""
    there, clashes = list(found), []
    for key, words in ((_plain_of, "one name"), (_id_of, "one id")):
        groups: dict[str, list[HandedIn]] = {}
        for one in there:
            if one.raw is not None and key(one):
                groups.setdefault(key(one), []).append(one)
        for group in groups.values():
            if len(group) > 1 and (key is _id_of or len({one.id for one in group}) > 1):
                who = "; ".join(f"{one.label} ({one.id or 'no id'}) in {one.file}" for one in group[:MOST_NAMED])
                who += f"; and {len(group) - MOST_NAMED:,} more" if len(group) > MOST_NAMED else ""
                clashes.append(f"{words}, {len(group)} files: {who}")
                if key is _plain_of:
                    there = [_with_id(one) if one in group else one for one in there]
    return there, clashes


def _with_id(one: HandedIn) -> HandedIn:
    return replace(one, name=f"{one.label} ({one.id})") if one.id else one


def _plain_of(one: HandedIn) -> str:
    return _plain(one.label)


def _id_of(one: HandedIn) -> str:
    return one.id


# -- the table ---------------------------------------------------------------------------------------------
def save_csv(frame: pd.DataFrame, file: Path | str) -> Path:
    """Write a table that a spreadsheet opens with its umlauts whole and runs no cell of; whole or not at all.

    A cell that a spreadsheet would take for a formula begins with an apostrophe, and so does a part of it behind a `;`
    or a tab, where a spreadsheet may part it. An earlier table of these columns is kept as FILE.older.
    Raises FileExistsError where any other file lies there, or OSError.
    """
    text = io.StringIO()
    frame.map(_cell).to_csv(text, index=False, lineterminator="\n", quoting=csv.QUOTE_ALL)
    columns = [str(column) for column in frame.columns]

    def ours(head: str) -> bool:
        return head.split("\n", maxsplit=1)[0].replace('"', "").replace(";", ",").strip().split(",") == columns

    return save_beside("\ufeff" + text.getvalue(), file, ours, "table of these columns").file


def _cell(cell: object) -> object:
    return _FORMULA.sub(r"\1'", cell).replace("\r", " ") if isinstance(cell, str) else cell
