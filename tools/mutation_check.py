"""What a mutant must get past: every adjudication case of a system, and one random game of each scenario.

Exits 0 when every case holds and the games run to an end without an error or an impossible state, else 1.
What the games lead to is not compared: only the cases say what is right.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import northafrica
from northafrica.core.cases import read_case, run_case
from northafrica.systems import SYSTEMS


def cases_hold(system: str) -> bool:
    """Whether every case still holds; stops at the first that does not."""
    return all(run_case(read_case(file), SYSTEMS).ok for file in sorted(Path("tests/cases", system).rglob("*.toml")))


def games_run(system: str) -> bool:
    """Whether a seeded random game of each scenario runs without an error or an impossible state."""
    for scenario in SYSTEMS[system].scenarios:
        game, rng = northafrica.load(system, scenario, seed=5), random.Random(5)
        while game.outcome is None:
            game.play(game.sample(rng))
            if game.system.faults(game.view()):
                return False
    return True


def main() -> int:
    """Check all, cases first."""
    system = sys.argv[1]
    return 0 if cases_hold(system) and games_run(system) else 1


if __name__ == "__main__":
    sys.exit(main())
