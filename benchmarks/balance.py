"""Who is ahead at the start of Revised: games of the rule-of-thumb player against itself, one row a game.

    python benchmarks/balance.py [--scenario spring_1942] [--games 20] [--first 1] [--out FILE]

A row: seed, winner ("" where nobody won by the last round), round, and the victory cities of each side at the end.
The same seeds give the same games.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

import northafrica
from northafrica.bots import play_out, player
from northafrica.systems.revised.victory import cities

COLUMNS = ("seed", "winner", "round", "axis_cities", "allies_cities")
ROUNDS = "20"


def row(scenario: str, seed: int) -> tuple[int, str, int, int, int]:
    """One game, told in numbers."""
    game = northafrica.load("revised", scenario, seed=f"balance {seed}", options={"round_limit": ROUNDS})
    play_out(game, {side: player("rule", f"{seed} {side}") for side in game.system.sides})
    assert game.outcome is not None
    held = (len(cities(game.view(), side)) for side in ("axis", "allies"))
    return (seed, game.outcome.winner, game.round, *held)  # type: ignore[return-value]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="spring_1942")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--out", type=Path, help="a file; without it the rows are printed")
    given = parser.parse_args()
    file = given.out.open("w", newline="", encoding="utf-8") if given.out else sys.stdout
    table = csv.writer(file, lineterminator="\n")
    table.writerow(COLUMNS)
    for seed in range(given.first, given.first + given.games):
        table.writerow(row(given.scenario, seed))
        file.flush()


if __name__ == "__main__":
    main()
