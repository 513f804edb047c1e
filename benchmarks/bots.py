"""How often the rule-of-thumb player beats the random one, beside random play against random play.

    python benchmarks/bots.py [--system aana] [--scenario torch ...] [--side axis ...] [--games 100]

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
from northafrica.systems import SYSTEMS

GAMES = {"aana": 100, "afrika2": 20}
"""Games a side and scenario: of Afrika II twenty of each of five."""
OPTIONS = {"revised": {"round_limit": "20"}}
"""Revised plays on until a side holds nine victory cities: what is not won by the end of round 20 is a draw."""


@dataclass(frozen=True)
class Played:
    """One game."""

    outcome: Outcome
    round: int
    seconds: float


def play(system: str, scenario: str, players: dict[str, str], seed: int) -> Played:
    """One game between two players by name."""
    game = northafrica.load(system, scenario, seed=f"benchmark {seed}", options=OPTIONS.get(system))
    bots = {side: player(name, f"{seed} {side}") for side, name in players.items()}
    start = time.perf_counter()
    play_out(game, bots)
    seconds = time.perf_counter() - start
    assert game.outcome is not None
    faults = game.system.faults(game.view())
    assert not faults, f"{scenario}, seed {seed}: {faults}"
    return Played(game.outcome, game.round, seconds)


def line(scenario: str, side: str, label: str, games: list[Played]) -> str:
    """One row of the table."""
    won = sum(game.outcome.winner == side for game in games)
    drawn = sum(not game.outcome.winner for game in games)
    times = [game.seconds for game in games]
    rounds = statistics.median(game.round for game in games)
    return (
        f"{scenario:22} {side:8} {label:18} {won:5} {drawn:6} {len(games) - won - drawn:5} {rounds:7.0f}"
        f" {min(times):8.2f} {statistics.median(times):8.2f} {max(times):8.2f}"
    )


def chosen(system: str) -> list[str]:
    """The scenarios measured: the short versions, where a system has them."""
    names = list(SYSTEMS[system].scenarios)
    return [name for name in names if name.endswith("_short")] or names


def measure(system: str, scenarios: list[str], sides: list[str], count: int) -> None:
    """The table of a system, and what each side wins in all."""
    both = tuple(SYSTEMS[system].sides)
    won: dict[str, list[int]] = {side: [] for side in sides}
    print(f"{system}\n{'scenario':22} {'side':8} {'players':18} {'won':>5} {'drawn':>6} {'lost':>5} {'round':>7} "
          f"{'s min':>8} {'s median':>8} {'s max':>8}")  # fmt: skip
    for scenario in scenarios:
        base = [play(system, scenario, dict.fromkeys(both, "random"), seed) for seed in range(count)]
        for side in sides:
            players = {other: "rule" if other == side else "random" for other in both}
            games = [play(system, scenario, players, seed) for seed in range(count)]
            won[side].append(sum(game.outcome.winner == side for game in games))
            print(line(scenario, side, "rule, random", games), flush=True)
            print(line(scenario, side, "random, random", base), flush=True)
    for side in sides:
        print(f"{side}: the rule-of-thumb player wins {sum(won[side])} of {count * len(scenarios)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=tuple(SYSTEMS), help="one system only")
    parser.add_argument("--scenario", nargs="*", default=[], help="these scenarios only")
    parser.add_argument("--side", nargs="*", default=[], help="these sides only")
    parser.add_argument("--games", type=int, default=0, help="games per side and scenario")
    given = parser.parse_args()
    for system in (given.system,) if given.system else tuple(SYSTEMS):
        sides = given.side or list(SYSTEMS[system].sides)
        measure(system, given.scenario or chosen(system), sides, given.games or GAMES.get(system, 20))


if __name__ == "__main__":
    main()
