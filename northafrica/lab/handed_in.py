"""What a class handed in: results files by what is inside, whatever a learning platform made of their names."""

from __future__ import annotations

import io
import os
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from json import JSONDecodeError
from pathlib import Path
from typing import TYPE_CHECKING, Any

from northafrica.core.files import save_text, why
from northafrica.core.reading import TEXT, Unreadable, clean, decoded, parse_json, read_text, shortened
from northafrica.lab.progress import FORMAT, MOST

if TYPE_CHECKING:
    import pandas as pd

MOST_INSIDE, MOST_UNPACKED = 2000, 200_000_000
"""Files in a zip file, and their bytes all together."""
LONGEST_NAME = 200
_NAMED = re.compile(r"results?[-_ ].*\.json(\.txt)?$", re.IGNORECASE)
_JSON = re.compile(r"\.json(\.txt)?$", re.IGNORECASE)
_STEM = re.compile(r"^.*?results?[-_ ]", re.IGNORECASE)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


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
    found = [Path(place, name) for place, folders, files in os.walk(folder, onerror=closed.append)
             for name in (*folders, *files)]  # fmt: skip
    for error in closed:
        place = Path(str(error.filename or folder))
        yield _unread(clean(str(place.relative_to(folder))), f"the folder: {why(error)}")
    for file in sorted(found):
        try:
            yield from _one(file, folder)
        except OSError as error:
            yield _unread(clean(str(file.relative_to(folder))), why(error))


def _one(file: Path, folder: Path) -> Iterator[HandedIn]:
    """What one entry of a folder holds. Raises OSError."""
    named = _NAMED.search(file.name) is not None
    told = clean(str(file.relative_to(folder)))
    if file.is_dir():
        if named and file.suffix.lower() == ".json":
            yield _unread(told, "it is a folder; put the file itself there")
    elif not file.is_file():
        if named:
            yield _unread(told, "it is a link that leads nowhere, or no file; put the file itself there")
    elif file.name.startswith("."):
        return
    elif file.suffix.lower() == ".zip":
        yield from _zipped(file, folder)
    else:
        yield read_file(file, folder)


def read_file(file: Path, folder: Path, must: bool = False) -> HandedIn:
    """One file; `must`: it should hold results whatever its name is."""
    told = clean(str(file.relative_to(folder)))
    if not must and not _JSON.search(file.name):
        return HandedIn(told, "no results file, passed over")
    try:
        if file.stat().st_size > MOST:
            raise ValueError(f"it is larger than {MOST // 1_000_000} MB")
        content = file.read_bytes()
    except (OSError, ValueError) as error:
        return _unread(told, why(error))
    return _read(told, file.name, content, must)


def _zipped(file: Path, folder: Path) -> Iterator[HandedIn]:
    told = clean(str(file.relative_to(folder)))
    try:
        with zipfile.ZipFile(file) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir() and _JSON.search(entry.filename)]
            if len(entries) > MOST_INSIDE:
                raise ValueError(f"it holds more than {MOST_INSIDE} files")
            if sum(entry.file_size for entry in entries if entry.file_size <= MOST) > MOST_UNPACKED:
                raise ValueError(f"its files have more than {MOST_UNPACKED // 1_000_000} MB")
            yield HandedIn(told, f"zip file with {len(entries)} files that may hold results")
            for entry in entries:
                inside = f"{told}/{clean(entry.filename)}"
                if entry.file_size > MOST:
                    yield _unread(inside, f"it is larger than {MOST // 1_000_000} MB")
                    continue
                with archive.open(entry) as stream:
                    yield _read(inside, entry.filename, stream.read(MOST + 1), False)
    except (zipfile.BadZipFile, zlib.error, EOFError):
        yield _unread(told, "it is damaged, or no zip file; download it again")
    except (RuntimeError, NotImplementedError):
        yield _unread(
            told, "it is locked by a password, or packed in a way unknown here; unpack it and put the files here"
        )
    except (OSError, ValueError) as error:
        yield _unread(told, why(error))


def _unread(told: str, why: str) -> HandedIn:
    return HandedIn(told, "cannot be read", trouble=f"cannot be read: {clean(why)}")


def _read(told: str, name: str, content: bytes, must: bool) -> HandedIn:
    try:
        raw = parse_json(decoded(content, MOST))
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            if not must and not _NAMED.search(name):
                return HandedIn(told, "no results file, passed over")
            raise ValueError(f'it does not say "format": "{FORMAT}"')
        if not isinstance(raw.get("exercises"), dict):
            raise ValueError("'exercises' is missing")
    except ValueError as error:
        if not must and not _NAMED.search(name):
            return HandedIn(told, "no results file, passed over")
        return _unread(told, _damage(error))
    stem = _STEM.sub("", _JSON.sub("", Path(name).name))
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
                who = "; ".join(f"{one.label} ({one.id or 'no id'}) in {one.file}" for one in group)
                clashes.append(f"{words}, {len(group)} files: {who}")
                if key is _plain_of:
                    there = [replace(one, name=f"{one.label} ({one.id})") if one in group and one.id else one
                             for one in there]  # fmt: skip
    return there, clashes


def _plain_of(one: HandedIn) -> str:
    return _plain(one.label)


def _id_of(one: HandedIn) -> str:
    return one.id


# -- the table ---------------------------------------------------------------------------------------------
def save_csv(frame: pd.DataFrame, file: Path | str) -> Path:
    """Write a table that a spreadsheet opens with its umlauts whole and runs no cell of; whole or not at all.

    A cell that a spreadsheet would take for a formula begins with an apostrophe. Raises OSError.
    """
    text = io.StringIO()
    frame.map(_cell).to_csv(text, index=False, lineterminator="\n")
    return save_text("\ufeff" + text.getvalue(), file)


def _cell(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\r", " ")
    return f"'{text}" if cell.lstrip(" ").startswith(FORMULA) else text
