"""Reads the tables of a game and checks them, so that a slip in a spreadsheet is told in plain words.

Knows no game. A table is a CSV file in ``data/<system>``; a row model (`Row`) says what its columns hold.
A user's own folder may overlay any of the tables: rows with the same key replace, others are added. It may also
hold tables with names of their own, such as set-ups: those begin with a head line (`OwnTable`).
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, ClassVar, Generic, Literal, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, PrivateAttr, ValidationError

from northafrica.core.options import DataError, did_you_mean
from northafrica.core.paths import data_path
from northafrica.core.reading import Unreadable, read_text, shortened
from northafrica.core.rulebook import Provenance

LARGEST = 5_000_000
"""Bytes of a table; the largest of the kit has some hundred thousand."""
CELL = 5_000
"""Letters of a cell."""
MOST = 1_000_000
"""The largest number in a cell."""
FILES, FOLDERS = 500, 3
"""Tables below a folder of one's own, and how deep it is looked through."""
Confidence = Literal["high", "medium", "low", "user"]


def _split(value: object) -> object:
    if not isinstance(value, str):
        return value
    return tuple(part.strip() for part in value.split(";") if part.strip())


def _blank(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


Names = Annotated[tuple[str, ...], BeforeValidator(_split)]
"""A cell that lists several names, parted by semicolons."""
MaybeInt = Annotated[int | None, BeforeValidator(_blank)]
"""A whole number, or an empty cell."""


class Row(BaseModel):
    """One row of a table. Subclasses declare the columns and, in ``key``, which of them name the row.

    ``settled`` names the columns that a user's table may not change, each with the reason and what to do instead, and
    ``settled_words`` names that such a table may neither add to a list nor take out; ``complete`` says why it may add
    no rows, "" where it may.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)
    key: ClassVar[tuple[str, ...]] = ("id",)
    settled: ClassVar[Mapping[str, str]] = {}
    settled_words: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    complete: ClassVar[str] = ""
    _place: str = PrivateAttr(default="")

    source: str = ""
    confidence: Confidence = "high"
    note: str = ""

    @property
    def place(self) -> str:
        """File, row number and name of the row, for messages."""
        return self._place

    @property
    def provenance(self) -> Provenance:
        """Where the row comes from and how sure it is."""
        return Provenance(self.source, self.confidence, self.note)

    def error(self, column: str, problem: str) -> DataError:
        """A `DataError` about one cell of this row."""
        return DataError(f"{self._place}, column {column}: {problem}")

    @classmethod
    def read(cls, cells: Mapping[str, str], place: str) -> Self:
        """Check the cells of one row; raises `DataError` at the first that does not fit."""
        try:
            row = cls.model_validate(cells)
        except ValidationError as failure:
            raise DataError(_explain(failure, place)) from None
        row._place = place
        for column in cls.model_fields:
            value = getattr(row, column)
            if isinstance(value, int | float) and not abs(value) <= MOST:
                raise row.error(column, f"'{value}' is too large; write at most {MOST}")
        return row


R = TypeVar("R", bound=Row)
TablePath = Traversable | Path | tuple[str, ...]


def check_reference(row: Row, column: str, value: str, known: Collection[str], what: str) -> None:
    """Raise `DataError` if ``value`` is not among ``known``; ``what`` names the kind of thing ("space")."""
    if value not in known:
        raise row.error(column, f"unknown {what} '{value}'; {did_you_mean(value, known)}")


_ADVICE: Mapping[str, tuple[str, str]] = {
    "int_parsing": ("is not a whole number", "write a number like 6"),
    "int_from_float": ("is not a whole number", "write a number like 6"),
    "float_parsing": ("is not a number", "write a number like 32.05"),
    "bool_parsing": ("is neither yes nor no", "write yes or no"),
    "string_too_short": ("is empty", "fill it in"),
}


def _explain(failure: ValidationError, place: str) -> str:
    """The first finding of pydantic, in words a spreadsheet user can act on."""
    finding = failure.errors()[0]
    column = str(finding["loc"][0]) if finding["loc"] else "?"
    value = shortened(str(finding.get("input")))
    kind = finding["type"]
    if kind == "missing":
        return f"{place}, column {column}: the column is missing; add it"
    if value == "":
        return f"{place}, column {column}: the cell is empty; fill it in"
    if kind in ("literal_error", "enum"):
        expected = str(finding.get("ctx", {}).get("expected", "")).replace("'", "")
        return f"{place}, column {column}: '{value}' is not possible here; write {expected}"
    for bound, words in (("ge", "is too small; write at least"), ("le", "is too large; write at most")):
        if bound in finding.get("ctx", {}):
            return f"{place}, column {column}: '{value}' {words} {finding['ctx'][bound]}"
    what, mend = _ADVICE.get(kind, (f"does not fit ({finding['msg']})", "correct the cell"))
    return f"{place}, column {column}: '{value}' {what}; {mend}"


def read_table(path: TablePath, model: type[R]) -> tuple[R, ...]:
    """All rows of a CSV file, checked against ``model``.

    ``path`` is a file, or the parts of a path below ``data``. Raises `DataError` naming file, row (the row
    number of a spreadsheet, headings are row 1), column and mend: for a missing file, a missing or unknown
    column, a cell that does not fit, a row named twice.
    """
    file = data_path(*path) if isinstance(path, tuple) else path
    label = _label(file)
    cells = _read_cells(_read_text(file, label), label, model)
    return tuple(model.read(row, place) for place, row in cells.values())


@dataclass(frozen=True)
class OwnTable(Generic[R]):
    """A user's table with a name of its own: what its head lines say (word -> value), and its rows.

    Head lines stand before the headings and begin with '#': ``# follows torch, round 9``. `title` and `note` take
    the rest of their line.
    """

    name: str
    label: str
    head: Mapping[str, str]
    rows: tuple[R, ...]

    def error(self, problem: str) -> DataError:
        """A `DataError` about the head of the file."""
        return DataError(f"{self.label}, head: {problem}")


HEAD_MARK = "#"


def has_head(text: str) -> bool:
    """Whether a table's text begins with a head line, a spreadsheet's quotes apart."""
    return text.lstrip('\ufeff \t\n"').startswith(HEAD_MARK)


def _split_head(text: str, label: str) -> tuple[dict[str, str], int, str]:
    """What the head lines say, how many lines they take, and the rest of the text."""
    lines, head, number = text.split("\n"), dict[str, str](), 0
    while number < len(lines) and (not lines[number].strip(' ,;"') or has_head(lines[number])):
        line = lines[number].strip().strip(',;" ').lstrip(HEAD_MARK).strip()
        whole = line.partition(" ")[0] in ("title", "note")
        for item in [line] if whole else line.replace(";", ",").split(","):
            word, _, value = item.strip(' "').partition(" ")
            if word in head and word != "note":
                raise DataError(f"{label}, row {number + 1}: '{word}' stands in the head twice; remove one")
            if word:
                head[word] = value.strip()
        number += 1
    return head, number, "\n".join(lines[number:])


def _read_text(file: Traversable | Path, label: str) -> str:
    """The text with plain line ends, so that a digest does not depend on the machine it was saved on."""
    try:
        return read_text(file, LARGEST)
    except FileNotFoundError:
        raise DataError(f"{label}: there is no such file") from None
    except Unreadable as error:
        raise DataError(f"{label}: {error} ('CSV UTF-8')") from None
    except OSError as error:
        raise DataError(f"{label}: cannot be read: {error.strerror or error}") from None


def _label(file: Traversable | Path) -> str:
    """The path as told to a person: data files from ``data`` on, others as given."""
    text = str(file).replace("\\", "/")
    root = str(data_path()).replace("\\", "/")
    return f"data{text[len(root) :]}" if text.startswith(root) else text


Cells = dict[tuple[str, ...], tuple[str, dict[str, str]]]


def _read_cells(text: str, label: str, model: type[Row], partial: bool = False, above: int = 0) -> Cells:
    """Rows as ``key -> (place, cells)``; ``partial`` allows columns to be left out (an overlay).

    ``above`` lines were taken off the top, and count in row numbers.
    """
    lines = _rows(text, label, above + 1)
    names = [name.strip() for name in next(lines, [])]
    _check_header(names, label, model, partial, above + 1)
    table: Cells = {}
    for number, values in enumerate(lines, start=above + 2):
        if not any(value.strip() for value in values):
            continue
        if len(values) > len(names):
            more = "more cells than headings; put text with a comma in quotes"
            raise DataError(f"{label}, row {number}: {more}")
        cells = {name: value.strip() for name, value in zip_longest(names, values, fillvalue="")}
        key = tuple(cells.get(name, "") for name in model.key)
        place = f"{label}, row {number} ({' '.join(filter(None, key))})"
        if key in table:
            first = table[key][0].removeprefix(f"{label}, ").split(" (")[0]
            same = " + ".join(name for name in model.key if cells.get(name))
            raise DataError(f"{place}: the same {same} already stands in {first}; remove one of the two")
        table[key] = (place, cells)
    return table


def _rows(text: str, label: str, first: int) -> Iterator[list[str]]:
    """The rows of a text, headings included. Raises DataError for a cell that is too long, or what is no CSV."""
    number = first
    try:
        for number, values in enumerate(csv.reader(io.StringIO(text), delimiter=_delimiter(text)), first):
            if any(len(value) > CELL for value in values):
                raise DataError(
                    f"{label}, row {number}: a cell has more than {CELL} letters; is a quotation mark not closed?"
                )
            yield values
    except csv.Error as error:
        told = f"this cannot be read ({error}); is a quotation mark not closed?"
        raise DataError(f"{label}, row {number + 1}: {told}") from error


def _delimiter(text: str) -> str:
    """Comma, or the semicolon that spreadsheets write where the comma parts decimals."""
    head = text.partition("\n")[0]
    return ";" if ";" in head and "," not in head else ","


def _check_header(names: list[str], label: str, model: type[Row], partial: bool, row: int) -> None:
    if not any(names):
        raise DataError(f"{label}: the file is empty; row {row} must hold the headings")
    fields = model.model_fields
    for name in names:
        if name not in fields:
            raise DataError(f"{label}, row {row}: unknown column '{name}'; {did_you_mean(name, fields)}")
        if names.count(name) > 1:
            raise DataError(f"{label}, row {row}: the column {name} stands there twice; remove one")
    for name, field in fields.items():
        needed = field.is_required() and (not partial or name in model.key)
        if needed and name not in names:
            raise DataError(f"{label}, row {row}: the column {name} is missing; add it")


def _digest(*texts: str) -> str:
    return hashlib.sha256("\x00".join(texts).encode()).hexdigest()[:12]


class Tables:
    """The tables of one system, with a user's overlay laid over them: a folder of tables, or a single one.

    An overlay file has the name of the table it overlays (``units.csv``; ``scenarios/rommel.csv``, or just
    ``rommel.csv``). Its rows replace rows with the same key; columns it leaves out keep their value; other
    rows are added. Whatever it says counts with confidence ``user``. A file with a name of its own and a head line
    is a table by itself (`own`), where the system takes such (``takes_own``).
    """

    def __init__(self, system: str, overlay: Path | str | None = None, *, takes_own: bool = True) -> None:
        self.system = system
        self.takes_own = takes_own
        self.overlay = None if overlay is None else Path(overlay)
        self._digests: dict[str, str] = {}
        self._own: dict[str, Path] = {}
        self._check_overlay()

    def __repr__(self) -> str:
        over = f", overlay={str(self.overlay)!r}" if self.overlay else ""
        return f"Tables({self.system!r}{over})"

    def names(self) -> tuple[str, ...]:
        """Names of the system's tables, as an overlay has to spell them."""
        return tuple(sorted(_csv_names(data_path(self.system))))

    def read(self, name: str, model: type[R]) -> tuple[R, ...]:
        """The rows of one table, e.g. ``read("units.csv", UnitRow)``; errors as in `read_table`."""
        file = data_path(self.system, *name.split("/"))
        label = _label(file)
        text = _read_text(file, label)
        cells = _read_cells(text, label, model)
        texts = [text]
        over = self._overlay_file(name)
        if over is not None:
            text = _read_text(over, str(over))
            texts.append(text)
            _lay_over(cells, _read_cells(text, str(over), model, partial=True), model)
        self._digests[name] = _digest(*texts)
        return tuple(model.read(row, place) for place, row in cells.values())

    def own(self, model: type[R]) -> tuple[OwnTable[R], ...]:
        """The user's tables with names of their own."""
        return tuple(self._read_own(name, file, model) for name, file in sorted(self._own.items()))

    def _read_own(self, name: str, file: Path, model: type[R]) -> OwnTable[R]:
        label = str(file)
        text = _read_text(file, label)
        head, above, rest = _split_head(text, label)
        self._digests[f"own/{name}.csv"] = _digest(text)
        cells = _read_cells(rest, label, model, above=above)
        rows = []
        for place, row in cells.values():
            source = row.get("source") or "user's own table"
            rows.append(model.read({**row, "source": source, "confidence": "user"}, place))
        return OwnTable(name, label, head, tuple(rows))

    def digests(self) -> dict[str, str]:
        """A short fingerprint of each table read so far (overlay included), by name."""
        return dict(sorted(self._digests.items()))

    def _overlay_file(self, name: str) -> Path | None:
        if self.overlay is None:
            return None
        if self.overlay.is_file():
            return self.overlay if self.overlay.name == Path(name).name else None
        for file in (self.overlay / name, self.overlay / Path(name).name):
            if file.is_file():
                return file
        return None

    def _check_overlay(self) -> None:
        """A misspelt file in the overlay would silently do nothing: refuse it."""
        if self.overlay is None:
            return
        if not self.overlay.exists():
            raise DataError(f"{self.overlay}: there is no such folder or file")
        known = {name for full in self.names() for name in (full, Path(full).name)}
        single = self.overlay.is_file()
        for name in [self.overlay.name] if single else _csv_names(self.overlay):
            file = self.overlay if single else self.overlay / name
            headed = has_head(_read_text(file, str(file)))
            if headed and name in known:
                raise DataError(f"{file}: a head line begins a table of your own; give the file a name of its own")
            if headed:
                self._take_own(file)
            elif name not in known:
                hint = " (a set-up of your own begins with a line like '# follows NAME')" if self.takes_own else ""
                raise DataError(f"{file}: no table has this name; {did_you_mean(name, known)}{hint}")

    def _take_own(self, file: Path) -> None:
        if not self.takes_own:
            raise DataError(
                f"{file}: {self.system} takes no set-ups with names of their own; name the file like one of its tables"
            )
        if file.stem in self._own:
            raise DataError(f"{file}: {self._own[file.stem]} has the same name; give one of them another")
        self._own[file.stem] = file


def _csv_names(folder: Traversable | Path) -> list[str]:
    """CSV files of a folder and its subfolders, as relative names with forward slashes; hidden ones do not count.

    Raises DataError for what is no folder of tables: too many files, or folders in folders.
    """
    names: list[str] = []
    level = [("", folder)]
    for _ in range(FOLDERS):
        below: list[tuple[str, Traversable | Path]] = []
        for prefix, inside in level:
            for item in _items(inside):
                if item.is_dir():
                    below.append((f"{prefix}{item.name}/", item))
                elif item.name.endswith(".csv"):
                    names.append(prefix + item.name)
                if len(names) + len(below) > FILES:
                    told = f"more than {FILES} tables and folders; name the folder that holds your tables alone"
                    raise DataError(f"{folder}: {told}")
        level = below
    if level:
        told = f"folders lie more than {FOLDERS - 1} deep in each other (or in a ring); put the tables side by side"
        raise DataError(f"{folder}/{level[0][0]}: {told}")
    return names


def _items(folder: Traversable | Path) -> list[Traversable | Path]:
    try:
        return sorted((item for item in folder.iterdir() if item.name[:1] != "."), key=lambda item: item.name)
    except OSError as error:
        raise DataError(f"{folder}: cannot be looked through: {error.strerror or error}") from error


def _lay_over(cells: Cells, over: Cells, model: type[Row]) -> None:
    """Replace and add rows in ``cells``; `DataError` for what nothing would heed."""
    for key, (place, row) in over.items():
        if key not in cells and model.complete:
            raise DataError(f"{place}, column {model.key[0]}: {model.complete}")
        _, below = cells.get(key, (place, {}))
        for column, reason in model.settled.items() if below else ():
            if row.get(column, below[column]) != below[column]:
                raise DataError(f"{place}, column {column}: '{below[column]}' cannot be changed: {reason}")
        for column, words in model.settled_words.items() if below else ():
            for word in sorted(_words(row.get(column, below[column])) ^ _words(below[column])):
                if word in words:
                    raise DataError(
                        f"{place}, column {column}: '{word}' can be neither added nor taken out: {words[word]}"
                    )
        mine = {**below, **row, "confidence": "user"}
        if not row.get("source"):
            mine["source"] = "user's own table"
        if not row.get("note"):
            mine["note"] = ""
        cells[key] = (place, mine)


def _words(cell: str) -> set[str]:
    """The names that a cell lists."""
    return {word.strip() for word in cell.split(";")}
