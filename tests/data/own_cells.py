"""Cells of the tables changed one by one, as a user's table would, and what comes of it.

A changed cell is *refused* (`DataError` naming file, row and column), *seen* (set-up, cards, names, rulebook,
options read differently), *played* (orders of small positions with the unit are ruled or come out differently:
`tests.data.own_probes`) or *felt* (an adjudication case, worked out for the printed tables, holds no more). The cases
tried are those that speak of the row. `python -m benchmarks.cells SYSTEM [TABLE]` tries every cell.
"""

from __future__ import annotations

import csv
import io
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from northafrica.core.cases import CaseError, read_case, run_case
from northafrica.core.options import DataError
from northafrica.core.paths import data_path
from northafrica.core.scenario import Row, Tables
from northafrica.core.start import make_setting, new_game
from northafrica.core.system import System
from northafrica.systems import SYSTEMS
from northafrica.systems.aana import data as aana
from northafrica.systems.afrika2 import data as afrika2
from tests.data.own_probes import played

LOAD = {"aana": aana.load, "afrika2": afrika2.load}
CASES = Path(__file__).parents[1] / "cases"
MOST_CASES = 80
NO_EFFECT = {
    "source": "tells where a number was read; shown beside it",
    "confidence": "a row of one's own counts as `user`",
    "note": "a remark for readers of the table",
    "rp_source": "provenance", "rp_confidence": "provenance",
    "stacking_source": "provenance", "stacking_confidence": "provenance",
}  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """One cell: table, key of its row, column, what it holds."""

    system: str
    table: str
    key: tuple[str, ...]
    column: str
    text: str
    to: str | None = None
    """What to write instead; None: all that makes sense."""

    def __str__(self) -> str:
        told = f"{self.system} {self.table} {' '.join(filter(None, self.key))} {self.column}"
        return told if self.to is None else f"{told} '{self.to}'"


@cache
def models(system: str) -> Mapping[str, type[Row]]:
    """The row model of each table, as the system reads it."""
    found: dict[str, type[Row]] = {}
    read = Tables.read

    def spy(self: Tables, name: str, model: type[Any]) -> Any:
        found.setdefault(name, model)
        return read(self, name, model)

    Tables.read = spy  # type: ignore[method-assign]
    try:
        with tempfile.TemporaryDirectory() as empty:
            LOAD[system](empty)
    finally:
        Tables.read = read  # type: ignore[method-assign]
    return found


@cache
def rows(system: str, table: str) -> Sequence[Mapping[str, str]]:
    text = data_path(system, *table.split("/")).read_text(encoding="utf-8")
    return tuple(csv.DictReader(io.StringIO(text)))


def cells(system: str, table: str) -> Iterator[Cell]:
    """Every cell of a table that does not name its row."""
    key = models(system)[table].key
    for row in rows(system, table):
        for column, text in row.items():
            if column not in key and column not in NO_EFFECT:
                yield Cell(system, table, tuple(row[name] for name in key), column, text)


def words(system: str, table: str, column: str) -> Iterator[Cell]:
    """Each word of a column that lists some, once taken out and once added, to the first row where that can be."""
    listed = list(dict.fromkeys(word for row in rows(system, table) for word in row[column].split(";") if word))
    table_cells = [cell for cell in cells(system, table) if cell.column == column and cell.text]
    for word in listed:
        have = next(cell for cell in table_cells if word in cell.text.split(";"))
        yield replace(have, to=";".join(each for each in have.text.split(";") if each != word))
        lacking = next((cell for cell in table_cells if word not in cell.text.split(";")), None)
        if lacking is not None:
            yield replace(lacking, to=f"{lacking.text};{word}")


def others(cell: Cell) -> list[str]:
    """What the cell could hold instead: a number more or less, the other flag, other words of its column."""
    text = cell.text
    if cell.to is not None:
        return [cell.to]
    if text in ("yes", "no") and {r[cell.column] for r in rows(cell.system, cell.table)} <= {"yes", "no", ""}:
        return ["no" if text == "yes" else "yes"]
    if re.fullmatch(r"-?\d+", text):
        more = [int(text) + 1, int(text) - 1, int(text) + 4]
        return [str(n) for n in more if n >= 0]
    if re.fullmatch(r"-?\d+\.\d+", text):
        return [str(float(text) * 0.9), str(float(text) * 1.1)]
    if re.fullmatch(r"\d+/\d+", text):
        return ["1", "2"]
    known = sorted({r[cell.column] for r in rows(cell.system, cell.table)} - {text, ""})
    words = sorted({word for each in known for word in each.split(";")} - set(text.split(";")))
    found = (
        [";".join(text.split(";")[1:]), *(f"{text};{word}" for word in words)] if ";" in "".join([*known, text]) else []
    )
    return [*found, *known][:12] or [f"{text} changed".strip()]


def own_table(folder: Path, cell: Cell, text: str) -> None:
    """Lays one cell into a folder."""
    key = models(cell.system)[cell.table].key
    with (folder / Path(cell.table).name).open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow([*key, cell.column])
        out.writerow([*cell.key, text])


class Own:
    """A system that plays with other data."""

    def __init__(self, system: System, data: Any) -> None:
        self._system, self._data = system, data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def load(self, overlay: Path | None = None) -> Any:
        return self._data


@contextmanager
def same_map(cell: Cell) -> Iterator[None]:
    """Afrika II's hexes and the steps between them are not worked out again for cells that leave them alone."""
    with pytest.MonkeyPatch.context() as patch:
        if cell.system == "afrika2" and cell.table not in ("hexes.csv", "terrain.csv"):
            shipped = afrika2.load()
            patch.setattr(afrika2.readers, "hexes", lambda tables, terrain: shipped.hexes)
            patch.setattr(afrika2.readers, "board", lambda hexes: shipped.board)
            patch.setattr(afrika2, "Ways", lambda hexes, terrain: shipped.ways)
        yield


def shown(system: Any, cell: Cell) -> list[str]:
    """Spaces whose cards are looked at: those the row names, and some of all."""
    spaces = list(system.board(system.load()).spaces)
    return [space for n, space in enumerate(spaces) if space in cell.key or len(spaces) < 200 or not n % 60]


def seen(system: Any, cell: Cell) -> str:
    """What a reader sees before any order: set-ups, cards, bars, prompts, names, rulebook, options."""
    data = system.load()
    found = [repr(system.scenarios_of(data)), repr(system.options(data)), repr(list(system.rulebook(data)))]
    found += [repr(system.rulebook(data)[rule]) for rule in system.rulebook(data)]
    found += [repr(system.names(data)), repr(system.materials(data))]
    for scenario in (name for name in system.scenarios_of(data) if not name.endswith("_short")):
        game = new_game(make_setting(system, scenario), 1)
        view = game.view("") if callable(getattr(game, "view", None)) else game.view
        found += [repr(game.state), game.prompt.text, game.prompt.why, repr(system.turn_bar(view))]
        if system.name == "aana" or scenario == "compass":
            found += [repr(system.card(view, space)) for space in shown(system, cell)]
    return "\n".join(found)


@cache
def texts(system: str) -> Sequence[tuple[Path, str]]:
    """The adjudication cases of a system, short ones first."""
    files = sorted(CASES.joinpath(system).rglob("*.toml"))
    return sorted(((file, file.read_text(encoding="utf-8")) for file in files), key=lambda item: len(item[1]))


def speaking(cell: Cell) -> list[Path]:
    """The cases that speak most of a row."""
    parts = [part for name in (*cell.key, cell.column, *cell.text.split(";")) for part in re.split(r"[;=_]", name)]
    words = [word.lower() for word in parts if len(word) > 1]
    score = [(sum(word in text.lower() for word in words), n) for n, (_, text) in enumerate(texts(cell.system))]
    best = sorted((-points, n) for points, n in score)[:MOST_CASES]
    return [texts(cell.system)[n][0] for _, n in best]


def felt(system: Any, cell: Cell) -> str:
    """A case that holds no more, "" where all tried hold."""
    for file in speaking(cell):
        try:
            report = run_case(read_case(file), {cell.system: system})
        except CaseError as error:
            return f"{file.name}: {error}"
        if not report.ok:
            return f"{file.name}: {report.failures[0]}"
    return ""


@cache
def printed(system: str, cell: Cell) -> str:
    return seen(SYSTEMS[system], cell)


@cache
def printed_play(system: str, table: str, key: tuple[str, ...]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return played(SYSTEMS[system], table, key, Path(folder), LOAD[system])


def verdict(cell: Cell) -> str:
    """What comes of changing a cell, "" where nothing does."""
    for text in others(cell):
        with tempfile.TemporaryDirectory() as folder:
            own_table(Path(folder), cell, text)
            try:
                with same_map(cell):
                    data = LOAD[cell.system](folder)
            except DataError as error:
                told = str(error)
                name = Path(cell.table).name
                return f"refused: {told}" if "column" in told and ".csv" in told else f"{name} unnamed: {told}"
        system = Own(SYSTEMS[cell.system], data)
        if seen(system, cell) != printed(cell.system, cell):
            return "seen"
        with tempfile.TemporaryDirectory() as folder:
            own_table(Path(folder), cell, text)
            if played(system, cell.table, cell.key, Path(folder), LOAD[cell.system]) != printed_play(
                cell.system, cell.table, cell.key
            ):
                return "played"
        why = felt(system, cell)
        if why:
            return f"felt: {why}"
    return ""
