"""Every cell of the tables, changed as a user's table would: refused by name, seen, played or felt in a case.

    python -m benchmarks.cells SYSTEM [TABLE [COLUMN]] [--every N] [--first I]

`--every` tries each Nth cell, from the Ith on: the hexes of Afrika II take seconds each. Cells without effect are
told as NOTHING. What a change may come to is told in `tests/data/own_cells.py`, of which this is the long form.
"""

from __future__ import annotations

import argparse

from tests.data.own_cells import cells, models, verdict


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("system", choices=("aana", "afrika2"))
    read.add_argument("table", nargs="?", default="")
    read.add_argument("column", nargs="?", default="")
    read.add_argument("--every", type=int, default=1)
    read.add_argument("--first", type=int, default=0)
    wanted = read.parse_args()
    silent = 0
    tables = [wanted.table] if wanted.table else list(models(wanted.system))
    found = [cell for table in tables for cell in cells(wanted.system, table) if wanted.column in ("", cell.column)]
    for cell in found[wanted.first :: wanted.every]:
        told = verdict(cell)
        silent += not told
        print(f"{cell}: {told or 'NOTHING'}", flush=True)
    print(f"{silent} cells without effect")


if __name__ == "__main__":
    main()
