"""What stands on a game's sheet: tables of words and numbers that a game declares, and its glossary.

What is told in words is read from ``data/<system>/sheet.toml``; what is numbers the game makes out of its data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from northafrica.core.paths import data_path
from northafrica.core.rulebook import Provenance

DOUBT = " ?"
"""Stands behind what is reconstructed or not certain."""


@dataclass(frozen=True)
class SheetTable:
    """A table: every row has a cell a column; `note` stands below it, `wide` ones take the width of the page."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    wide: bool = False

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.head):
                raise ValueError(f"'{self.title}': {len(row)} cells where {len(self.head)} columns are: {row}")


def doubted(text: str, *sources: Provenance | None) -> str:
    """A text, marked where one of the sources of its row is doubtful."""
    return text + DOUBT if any(source is not None and source.is_doubtful for source in sources) else text


@dataclass(frozen=True)
class Word:
    """A word of the glossary: what it means, the rules behind it, and other names it has in print."""

    word: str
    means: str
    rules: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetTexts:
    """The tables told in words, by name, and the glossary in the order of the alphabet."""

    tables: Mapping[str, SheetTable]
    words: tuple[Word, ...]


@cache
def read_sheet(system: str) -> SheetTexts:
    """The texts of a game's sheet; none for a game without any. Raises ValueError where a row has a wrong number."""
    file = data_path(system, "sheet.toml")
    if not file.is_file():
        return SheetTexts({}, ())
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    tables = {
        name: SheetTable(
            table["title"],
            tuple(table["head"]),
            tuple(map(tuple, table["rows"])),
            table.get("note", ""),
            table.get("wide", False),
        )
        for name, table in found.get("table", {}).items()
    }
    words = (
        Word(name, word["means"], tuple(word.get("rules", "").split()), tuple(word.get("also", ())))
        for name, word in found.get("word", {}).items()
    )
    return SheetTexts(tables, tuple(sorted(words, key=lambda word: word.word.lower())))
