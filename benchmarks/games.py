"""Random games to the end: that none fails, how long they take, which rules they never meet.

    python benchmarks/games.py [--system aana] [--scenario torch ...] [--games 200] [--checked 20] [--mixed] [--first 0]

Beside the first fifty games the same kind of play runs in a plain loop: the steps alone, without record, checks of
orders or copies of the state. Both are measured in the same run. With `--mixed` every game has options of its own,
drawn evenly from all values there are; which values were played is told.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import timeit
from collections import Counter

import northafrica
from northafrica.bots.random import draw, random_order
from northafrica.core.game import Game
from northafrica.core.step import Automatic, Chance, Choice
from northafrica.core.table import Table
from northafrica.systems import SYSTEMS

PLAIN = 50
"""In how many games of a scenario the plain loop is measured beside."""


def drawn(system: str, seed: int) -> dict[str, str]:
    """A value of every option, each as likely as any other."""
    rng = random.Random(f"options {seed}")
    known = SYSTEMS[system].options(SYSTEMS[system].load())
    return {name: rng.choice(option.values) for name, option in known.items()}


def play(system: str, scenario: str, seed: int, options: dict[str, str], checked: bool) -> tuple[Game, float]:
    """A random game; where `checked`, nothing impossible may be on the board after any order."""
    game = northafrica.load(system, scenario, seed=seed, options=options)
    rng = random.Random(seed)
    spent = 0.0
    while game.choice is not None:
        start = time.perf_counter()
        order = random_order(game, rng)
        game.play(order)
        spent += time.perf_counter() - start
        if checked:
            faults = game.system.faults(game.view())
            assert not faults, f"{scenario}, seed {seed}, after '{order}': {faults}"
    assert game.outcome is not None
    return game, spent


def plain(system: str, scenario: str, seed: int, options: dict[str, str]) -> tuple[int, float]:
    """The baseline: orders given in a bare loop, and its time."""
    game = northafrica.load(system, scenario, seed=seed, options=options)
    rng = random.Random(seed)
    table = Table(game.setting, game.state.copy())
    orders, start = 0, time.perf_counter()
    while table.state.top is not None:
        top = table.state.top
        if isinstance(top, Automatic):
            top.run(table)
        elif isinstance(top, Choice):
            orders += 1
            top.play(table, draw(top, table, rng))
        elif isinstance(top, Chance):
            top.resolve(table, tuple(rng.choice(list(top.pool(table))) for _ in range(top.count(table))))
        if table.events and table.state.outcome is None:
            fresh, table.events = table.events, []
            game.system.watch(table, fresh)
    return orders, time.perf_counter() - start


def spread(seconds: list[float]) -> str:
    return f"min {min(seconds):.2f}, median {statistics.median(seconds):.2f}, max {max(seconds):.2f} s a game"


def per_order(times: list[float], orders: list[int]) -> str:
    return f"{1000 * sum(times) / sum(orders):.2f} ms an order ({sum(orders) / len(orders):.0f} orders a game)"


def measure(system: str, scenario: str, seeds: range, checked: int, mixed: bool) -> set[str]:
    """Play the games of a scenario and print what was found; the ids of the rules met in events."""
    times: list[float] = []
    orders: list[int] = []
    bare: list[tuple[int, float]] = []
    ends: Counter[str] = Counter()
    met: set[str] = set()
    copies: list[float] = []
    values: Counter[str] = Counter()
    for number, seed in enumerate(seeds):
        options = drawn(system, seed) if mixed else {}
        values.update(f"{name}={value}" for name, value in options.items())
        game, seconds = tried(system, scenario, seed, options, number < checked)
        times.append(seconds)
        orders.append(sum(node.order is not None for node in game.path()))
        if number < PLAIN:
            bare.append(plain(system, scenario, seed, options))
        assert game.outcome is not None
        ends[f"{game.outcome.winner or 'nobody'}: {game.outcome.level}"] += 1
        met |= {rule for event in game.events() for rule in event.rules}
        copies.append(timeit.timeit(game.state.copy, number=1000) / 1000)
    print(f"\n{scenario}: {len(seeds)} games, {checked} of them checked after every order, no error")
    print(f"  game        {spread(times)}; {per_order(times, orders)}")
    print(f"  plain loop  {spread([s for _, s in bare])}; {per_order([s for _, s in bare], [n for n, _ in bare])}")
    print(f"  a copy of the state takes {1e6 * statistics.median(copies):.1f} microseconds")
    for end, number in ends.most_common():
        print(f"  {number:5}  {end}")
    if values:
        print("  options played: " + ", ".join(f"{value} {number}" for value, number in sorted(values.items())))
    return met


def tried(system: str, scenario: str, seed: int, options: dict[str, str], checked: bool) -> tuple[Game, float]:
    """The same; an error says in which game."""
    try:
        return play(system, scenario, seed, options, checked)
    except Exception as error:
        error.add_note(f"{scenario}, seed {seed}, options {options}")
        raise


def survey(system: str, scenarios: list[str], seeds: range, checked: int, mixed: bool) -> None:
    """All wanted scenarios of a system; then the rules that no event of these games named."""
    met: set[str] = set()
    for scenario in scenarios or SYSTEMS[system].scenarios:
        met |= measure(system, scenario, seeds, min(checked, len(seeds)), mixed)
    book = northafrica.rules(system)
    never = sorted(set(book) - met)
    print(f"\n{system}: {len(never)} of {len(book)} rules appear in no event of these games (refusals are not events):")
    for rule in never:
        print(f"  {rule:36} {book[rule].scope}")
    unknown = sorted(met - set(book))
    if unknown:
        print(f"\nevents cite ids that the rulebook does not have: {', '.join(unknown)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=tuple(SYSTEMS), help="one system only")
    parser.add_argument("--scenario", nargs="*", default=[], help="these scenarios only")
    parser.add_argument("--games", type=int, default=200, help="games a scenario")
    parser.add_argument("--checked", type=int, default=20, help="how many of them are checked after every order")
    parser.add_argument("--mixed", action="store_true", help="other options in every game")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    for system in (given.system,) if given.system else tuple(SYSTEMS):
        survey(system, given.scenario, range(given.first, given.first + given.games), given.checked, given.mixed)


if __name__ == "__main__":
    main()
