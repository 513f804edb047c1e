"""What the stepper costs the kernel and the wire: an order, the first map, an autosave.

    python -m benchmarks.lab [--orders 60] [--scenario torch]

Beside each order the same position is drawn as a fresh map, which is what showing a board without keeping one
would cost. Beside each autosave the whole record is written anew. All is measured in the same run.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import northafrica
from northafrica.bots.random import random_order
from northafrica.core.record import save_record
from northafrica.lab import BoardMap, Stepper
from northafrica.lab.table.autosave import Autosave
from tests.lab.tables import fill, listening

IMPORT_CELL = """
import time
start = time.perf_counter()
import northafrica
from northafrica.lab import {name}
shown = {name}(northafrica.load("aana", "torch", seed=7){more})
print(time.perf_counter() - start, time.process_time())
"""
CHART = "Supply on hand"


def timed(act: Callable[[], object]) -> tuple[float, int]:
    """Milliseconds and bytes sent."""
    with listening() as sizes:
        start = time.perf_counter()
        act()
        spent = time.perf_counter() - start
    return 1000 * spent, sum(sizes)


def line(name: str, found: list[tuple[float, int]]) -> None:
    spent, sizes = sorted(ms for ms, _ in found), sorted(size for _, size in found)
    ninth = int(0.9 * (len(found) - 1))
    print(
        f"  {name:34} {statistics.median(spent):7.1f} {spent[ninth]:7.1f} {spent[-1]:7.1f}"
        f"   {statistics.median(sizes) / 1000:7.1f} {sizes[-1] / 1000:7.1f}"
    )


def orders(scenario: str, count: int, chart: str) -> None:
    """A seeded game by public orders, and the form filled in before each."""
    with tempfile.TemporaryDirectory() as folder:
        game = northafrica.load("aana", scenario, seed=9)
        table = Stepper(game, autosave=Path(folder) / "kept.jsonl")
        table._charts.which.value = chart
        rng = random.Random(9)
        played, filled, fresh = [], [], []
        while len(played) < count and table.game.choice is not None:
            filled.append(timed(lambda: fill(table.form, rng)))
            order = random_order(table.game, rng)
            played.append(timed(lambda order=order: table.play(order)))  # type: ignore[misc]
            fresh.append(timed(lambda: BoardMap(table.game).close()))
        line("an order" + ("" if chart == "no chart" else f", chart open ({chart})"), played)
        line("filling the form", filled)
        line("baseline: a fresh map", fresh)
        table.close()


def autosaves(scenario: str, entries: int) -> None:
    """An order's autosave late in a long record, and the whole record written anew."""
    game = northafrica.load("aana", scenario, seed=1)
    rng = random.Random(1)
    while len(game.tree.nodes) < entries:
        if game.choice is None:
            game.goto(rng.randrange(len(game.tree.nodes) // 2))
            continue
        game.play(random_order(game, rng))
    with tempfile.TemporaryDirectory() as folder:
        kept = Autosave(Path(folder) / "kept.jsonl")
        kept.write(game)
        ours = [timed(lambda: kept.write(game)) for _ in range(15)]
        anew = [timed(lambda: save_record(game, Path(folder) / "anew.jsonl")) for _ in range(15)]
    line(f"autosave at {len(game.tree.nodes) - 1} entries", ours)
    line("baseline: whole record anew", anew)


def first_map(name: str, more: str, runs: int) -> None:
    """Seconds from the import cell to a board with all its widgets, in a new process."""
    code = IMPORT_CELL.format(name=name, more=more)
    found = [subprocess.check_output([sys.executable, "-c", code], text=True).split() for _ in range(runs)]
    passed, busy = ([float(pair[n]) for pair in found] for n in (0, 1))
    print(f"  {name:34} median {statistics.median(passed):.2f} s, worst {max(passed):.2f} s of {runs}"
          f" ({statistics.median(busy):.2f} s of it at work)")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--orders", type=int, default=60, help="orders of the seeded game")
    parser.add_argument("--scenario", default="torch")
    parser.add_argument("--entries", type=int, default=1000, help="length of the record that is autosaved")
    given = parser.parse_args()
    print(f"{given.scenario}, {given.orders} orders{'':18} ms: median    90%     max    KB: median     max")
    orders(given.scenario, given.orders, "no chart")
    orders(given.scenario, given.orders, CHART)
    autosaves(given.scenario, given.entries)
    print("import and first map, new process")
    first_map("BoardMap", "", 3)
    first_map("Stepper", ", autosave=None", 3)


if __name__ == "__main__":
    main()
