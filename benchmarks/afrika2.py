"""Afrika II: every move of a stack, the supply of a side, a random short game; beside each a plain way to do it.

    python -m benchmarks.afrika2 [--repeat 5] [--games 3]

All is measured in the same run. Beside the moves of a stack stands a bare search over the same steps, without zones of
control, ways and forms; beside the supply of a side the same search from each of its dumps, without any plan; beside a
game the bare loop of `benchmarks.games`. They are what the least could cost. Moves and supply are measured in time of
the processor. The bars are 50 ms for a stack, 50 ms for a side and 10 s for a game.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

import northafrica
from benchmarks import games
from northafrica.bots.random import random_order
from northafrica.core.game import Game
from northafrica.core.orders import Some
from northafrica.mechanisms.hex_reach import Step
from northafrica.systems.afrika2 import ground
from northafrica.systems.afrika2.movement.march import shut, stack_mode
from northafrica.systems.afrika2.supply.lines import bars, range_of
from northafrica.systems.afrika2.supply.state import supply_state

SHORT = ("italian_invasion_short", "compass_short", "race_short", "crusader_short", "gazala_short")
SIDES = ("axis", "cw")


def milliseconds(act: Callable[[], object], repeat: int) -> float:
    """The best of some runs."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        act()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def plain_search(steps: Mapping[str, tuple[Step, ...]], start: str, points: int, closed: set[str]) -> dict[str, int]:
    """The baseline: costs are lowered until nothing changes any more."""
    cost, changed = {start: 0}, {start}
    while changed:
        fresh: set[str] = set()
        for here in changed:
            for step in steps.get(here, ()):
                after = cost[here] + step.cost
                if step.to not in closed and after <= points and after < cost.get(step.to, 1 << 30):
                    cost[step.to] = after
                    fresh.add(step.to)
        changed = fresh
    return cost


def at_movement(scenario: str) -> Game:
    """A game at the first Movement Phase."""
    game = northafrica.load("afrika2", scenario, seed=1)
    while "move" not in game.legal():
        legal = game.legal()
        game.play("choose_for_me" if "choose_for_me" in legal else "end" if "end" in legal else str(_any(game)))
    return game


def _any(game: Game) -> object:
    return random_order(game, random.Random(1))


def stacks(game: Game) -> Iterator[tuple[str, tuple[Some, ...]]]:
    """Each hex with units that may move: one of each kind there."""
    view = game.view(game.seat)
    for place, units in sorted(view.state.pieces.items()):
        here = [p for p in units if p.power == view.state.power and ground.is_unit(p) and ground.on_map(view, place)]
        able = [p for p in here if ground.allowance(view, p) and not ground.unit(view, p).garrison]
        if able:
            yield place, tuple(Some(1, piece.kind) for piece in sorted(able))


def line(name: str, ours: list[float], plain: list[float], bar: float, unit: str = "ms") -> None:
    kept = "kept" if max(ours) < bar else "BROKEN"
    print(
        f"  {name:34} {statistics.median(ours):8.2f} {max(ours):8.2f} {unit:2}"
        f"   plain {statistics.median(plain):8.2f} {max(plain):8.2f}   bar {bar:g} {unit}: {kept}"
    )


def moves(game: Game, repeat: int) -> None:
    """`legal("move", units)`: every hex in reach with a cheapest path."""
    view, ours, plain = game.view(game.seat), [], []
    closed = shut(view, view.state.power)
    for place, units in stacks(game):
        pieces = [p for p in sorted(view.state.at(place)) for some in units if some.fits(p)]
        steps = ground.ways(view).steps[stack_mode(view, [(p, 1) for p in pieces])]
        points = min(ground.allowance(view, p) for p in pieces)
        ours.append(milliseconds(partial(game.legal, "move", units=units), repeat))
        plain.append(milliseconds(partial(plain_search, steps, place, points, closed), repeat))
    line(f"moves of a stack ({len(ours)} stacks)", ours, plain, 50)


def supply(game: Game, repeat: int) -> None:
    """The supply state of both sides."""
    view, ours, plain = game.view(), [], []
    for side in SIDES:
        closed, most = set(bars(view, side).shut), range_of(view, side)
        steps, dumps = ground.ways(view).steps["trace"], ground.dumps(view, side)
        ours.append(milliseconds(partial(supply_state, view, side), repeat))
        plain.append(milliseconds(partial(_from_each, steps, dumps, most, closed), repeat))
    line("supply of a side", ours, plain, 50)


def _from_each(steps: Mapping[str, tuple[Step, ...]], dumps: Iterable[str], points: int, closed: set[str]) -> None:
    for place in dumps:
        plain_search(steps, place, points, closed)


def whole(scenario: str, count: int) -> None:
    """Random games to the end, beside the bare loop."""
    ours = [games.play("afrika2", scenario, seed, False)[1] for seed in range(count)]
    plain = [games.plain("afrika2", scenario, seed)[1] for seed in range(count)]
    line(f"a random game ({count} games)", ours, plain, 10, "s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the best counts")
    parser.add_argument("--games", type=int, default=3, help="random games a scenario")
    given = parser.parse_args()
    print(f"{'':36} {'median':>8} {'worst':>8}")
    for scenario in SHORT:
        print(scenario)
        game = at_movement(scenario)
        moves(game, given.repeat)
        supply(game, given.repeat)
        whole(scenario, given.games)


if __name__ == "__main__":
    main()
