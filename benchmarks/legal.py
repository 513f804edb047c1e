"""Whether what `legal` lists is complete and sound, over whole games, and how long a field takes.

    python benchmarks/legal.py [--system aana] [--scenario torch ...] [--games 5] [--first 0]

Every order that the rule bots and the random players give must be found by walking the fields (tests/walking.py), and
at every choice one random walk of each kind of order must end in an order that is allowed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import northafrica
from northafrica.bots import player
from northafrica.core.game import Game
from northafrica.core.orders import Order, specs
from northafrica.systems import SYSTEMS

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.walking import unreached, wander

STANDING = ("never", "ask_again")


class Tally:
    """What was asked, what failed, and the seconds it took."""

    def __init__(self) -> None:
        self.orders, self.walks = 0, 0
        self.missing: Counter[str] = Counter()
        self.dead: Counter[str] = Counter()
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)

    def order(self, game: Game, order: Order) -> None:
        """An order that is played must be found."""
        self.orders += 1
        field = unreached(game, order)
        if field:
            self.missing[f"{order.kind} {field}: {order}"] += 1

    def walk(self, game: Game, rng: random.Random) -> None:
        """What is listed must lead to orders that are allowed."""
        for kind in game.legal():
            if kind in STANDING or not specs(game.grammar.kinds[kind]):
                continue
            self.walks += 1
            found = wander(game, kind, rng)
            if isinstance(found, str):
                self.dead.update([found] if found else [])
            elif not game.allows(found):
                self.dead[str(found)] += 1

    def time(self, game: Game) -> None:
        """How long the first field of each kind of order takes, begun at one place as a form does."""
        assert game.choice is not None
        for kind in game.legal():
            order_type = game.grammar.kinds[kind]
            view = game.view(game.seat)
            places = game.choice.deed(view, order_type).places(view)
            start = time.perf_counter()
            game.legal(kind, **({"route": (places[0],)} if places else {}))
            self.seconds[f"{type(game.choice).__name__} {kind}"].append(time.perf_counter() - start)


def measure(system: str, scenario: str, name: str, seed: int, tally: Tally) -> None:
    """One game between two players of one name."""
    game = northafrica.load(system, scenario, seed=f"legal {seed}")
    bots = {side: player(name, f"{seed} {side}") for side in game.system.sides}
    rng = random.Random(f"{scenario} {name} {seed}")
    while game.choice is not None:
        order = bots[game.seat].order(game)
        tally.order(game, order)
        tally.walk(game, rng)
        tally.time(game)
        game.play(order)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=("aana", "afrika2"), default="aana")
    parser.add_argument("--scenario", nargs="*")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    for scenario in asked.scenario or list(SYSTEMS[asked.system].scenarios):
        for name in ("rule", "random"):
            tally = Tally()
            for seed in range(asked.first, asked.first + asked.games):
                measure(asked.system, scenario, name, seed, tally)
            print(f"{scenario}, {name}: {tally.orders} orders, {sum(tally.missing.values())} not found; "
                  f"{tally.walks} walks, {sum(tally.dead.values())} come to nothing", flush=True)  # fmt: skip
            for text, n in (*tally.missing.most_common(5), *tally.dead.most_common(5)):
                print(f"    {n} x {text}")
            slow = sorted(tally.seconds.items(), key=lambda item: -statistics.median(item[1]))[:5]
            print("    slowest: " + "; ".join(f"{key} {1000 * statistics.median(t):.0f} ms" for key, t in slow))


if __name__ == "__main__":
    main()
