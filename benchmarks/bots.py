"""How often the rule-of-thumb player beats the random one, beside random play against random play.

    python benchmarks/bots.py [--games 100]

Both are measured in the same run, from the same set-ups and dice; a win is an outcome whose winner is the side.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass

import northafrica
from northafrica.bots import play_out, player
from northafrica.core.state import Outcome

SIDES = ("axis", "allies")


@dataclass(frozen=True)
class Played:
    """One game."""

    outcome: Outcome
    round: int
    seconds: float


def play(scenario: str, players: dict[str, str], seed: int) -> Played:
    """One game between two players by name."""
    game = northafrica.load("aana", scenario, seed=f"benchmark {seed}")
    bots = {side: player(name, f"{seed} {side}") for side, name in players.items()}
    start = time.perf_counter()
    play_out(game, bots)
    seconds = time.perf_counter() - start
    assert game.outcome is not None
    return Played(game.outcome, game.round, seconds)


def line(scenario: str, side: str, label: str, games: list[Played]) -> str:
    """One row of the table."""
    won = sum(game.outcome.winner == side for game in games)
    drawn = sum(not game.outcome.winner for game in games)
    times = [game.seconds for game in games]
    rounds = statistics.median(game.round for game in games)
    return (
        f"{scenario:8} {side:8} {label:18} {won:5} {drawn:6} {len(games) - won - drawn:5} {rounds:7.0f}"
        f" {min(times):8.2f} {statistics.median(times):8.2f} {max(times):8.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games per side and scenario")
    count = parser.parse_args().games
    print(f"{'scenario':8} {'side':8} {'players':18} {'won':>5} {'drawn':>6} {'lost':>5} {'round':>7} "
          f"{'s min':>8} {'s median':>8} {'s max':>8}")  # fmt: skip
    for scenario in ("torch", "rommel"):
        base = [play(scenario, dict.fromkeys(SIDES, "random"), seed) for seed in range(count)]
        for side, other in (SIDES, SIDES[::-1]):
            games = [play(scenario, {side: "rule", other: "random"}, seed) for seed in range(count)]
            print(line(scenario, side, "rule, random", games), flush=True)
            print(line(scenario, side, "random, random", base), flush=True)


if __name__ == "__main__":
    main()
