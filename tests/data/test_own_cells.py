"""A changed cell of any table changes what is shown, ruled or played, or is refused by file, row and column.

Here one row speaks for each column, and each word of the columns that list some is taken out of a row and added to
one; `python -m benchmarks.cells SYSTEM [TABLE [COLUMN]]` tries every cell.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.data.own_cells import Cell, cells, models, verdict, words

LISTS = (("spaces.csv", "tags"), ("spaces.csv", "emblem"), ("links.csv", "tags"), ("units.csv", "abilities"))


def one_a_column() -> Iterator[Cell]:
    """The first filled cell of each column; the hexes of Afrika II take long to read, and are tried at length only."""
    for system in ("aana", "afrika2"):
        for table in models(system):
            known: set[str] = set()
            for cell in cells(system, table) if table != "hexes.csv" else ():
                if cell.text and cell.column not in known:
                    known.add(cell.column)
                    yield cell


@pytest.mark.parametrize("cell", list(one_a_column()), ids=str)
def test_a_changed_cell_is_heeded_or_refused(cell: Cell) -> None:
    assert verdict(cell), f"{cell}: '{cell.text}' changed without effect"


@pytest.mark.parametrize("cell", [cell for table, column in LISTS for cell in words("aana", table, column)], ids=str)
def test_a_word_taken_out_or_added_is_heeded_or_refused(cell: Cell) -> None:
    assert verdict(cell), f"{cell}: was '{cell.text}', and has no effect"
