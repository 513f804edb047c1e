"""How fast battles are answered, beside a plain exact loop and, where it is installed, icepool.

    python benchmarks/odds.py [--repeat 20] [--plain-hundred]

Each battle is written out here, all are measured in the same run, warm; shown are the best and the median time, and
how many times longer the plain loop takes; at 100 v 100 that loop runs for a minute, so it is asked for.
`pip install icepool` adds the peer.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

from northafrica.odds.battle import Battle, Unit
from northafrica.odds.chain_battle import all_answers
from northafrica.odds.sampling import sample
from northafrica.odds.solve import solve

# LHTR 2.0, six-sided dice. Infantry attack on 1, on 2 beside an artillery; the first listed is lost first.
ATTACK = (("infantry", 1, 3.0, 2, False), ("artillery", 2, 4.0, 0, True), ("tank", 3, 5.0, 0, False))
DEFEND = (("infantry", 2, 3.0), ("artillery", 2, 4.0), ("tank", 3, 5.0))
SMALL = ((3, 1, 2), (3, 1, 1))
THIRTY = ((12, 6, 12), (20, 5, 5))
HUNDRED = ((40, 20, 40), (66, 17, 17))


def battle(numbers: tuple[Sequence[int], Sequence[int]]) -> Battle:
    us = tuple(
        Unit(name, n, power, value, supported=supported, supports=supports)
        for (name, power, value, supported, supports), n in zip(ATTACK, numbers[0], strict=True)
    )
    them = tuple(Unit(name, n, power, value) for (name, power, value), n in zip(DEFEND, numbers[1], strict=True))
    return Battle(6, us, them)


# -- the plain loop: one dictionary of states, worked off from the largest ---------------------------------------
def powers_left(numbers: Sequence[int], left: int, attacking: bool) -> list[int]:
    """The hit values of those left along the order of loss, infantry beside artillery lifted to 2."""
    counts, lost = list(numbers), sum(numbers) - left
    for n, count in enumerate(counts):
        gone = min(count, lost)
        counts[n] -= gone
        lost -= gone
    infantry, artillery, tanks = counts
    if not attacking:
        return [2] * (infantry + artillery) + [3] * tanks
    lifted = min(infantry, artillery)
    return [1] * (infantry - lifted) + [2] * (lifted + artillery) + [3] * tanks


def hit_chances(powers: Sequence[int]) -> list[float]:
    found = [1.0]
    for power in powers:
        p = power / 6
        found = [
            (found[k] * (1 - p) if k < len(found) else 0.0) + (found[k - 1] * p if k else 0.0)
            for k in range(len(found) + 1)
        ]
    return found


def plain(numbers: tuple[Sequence[int], Sequence[int]]) -> dict[str, float]:
    n, m = sum(numbers[0]), sum(numbers[1])
    fire = [hit_chances(powers_left(numbers[0], i, True)) for i in range(n + 1)]
    reply = [hit_chances(powers_left(numbers[1], j, False)) for j in range(m + 1)]
    mass = {(n, m): 1.0}
    ends = {"win": 0.0, "lose": 0.0, "draw": 0.0}
    for total in range(n + m, 0, -1):
        for i in range(min(n, total - 1), max(0, total - m - 1), -1):
            j = total - i
            here = mass.pop((i, j), 0.0)
            if not here:
                continue
            here /= 1 - fire[i][0] * reply[j][0]
            for k, p in enumerate(fire[i]):
                for h, q in enumerate(reply[j]):
                    if not k and not h:
                        continue
                    us, them = max(0, i - h), max(0, j - k)
                    if us and them:
                        mass[us, them] = mass.get((us, them), 0.0) + here * p * q
                    else:
                        ends["win" if us else "lose" if them else "draw"] += here * p * q
    return ends


def icepool_battle(numbers: tuple[Sequence[int], Sequence[int]]) -> Any:
    """The same as a chain of states of icepool's dice, in whole numbers of ways."""
    import icepool

    def hits(powers: Sequence[int]) -> Any:
        return sum((icepool.d6 <= power for power in powers), start=icepool.Die([0]))

    n, m = sum(numbers[0]), sum(numbers[1])
    fire = [hits(powers_left(numbers[0], i, True)) for i in range(n + 1)]
    reply = [hits(powers_left(numbers[1], j, False)) for j in range(m + 1)]

    def fight(i: int, j: int) -> Any:
        if not i or not j:
            return (i, j)
        return icepool.map(lambda k, h: (max(0, i - h), max(0, j - k)), fire[i], reply[j])

    return icepool.Die([(n, m)]).map(fight, star=True, repeat="inf")


# -- the run -----------------------------------------------------------------------------------------------------
def measured(work: Callable[[], Any], repeat: int) -> list[float]:
    work()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return times


def _once(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def row(name: str, times: Sequence[float], base: float | None = None) -> None:
    best, middle = min(times) * 1000, statistics.median(times) * 1000
    ratio = f"{base / min(times):10.0f} x" if base else ""
    print(f"{name:<44}{best:10.2f}{middle:10.2f}{ratio:>14}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--plain-hundred", action="store_true", help="run the plain loop at 100 v 100, too")
    asked = parser.parse_args()
    repeat = asked.repeat
    thirty, hundred = battle(THIRTY), battle(HUNDRED)
    told, counted = solve(thirty).p, plain(THIRTY)
    assert all(abs(told[outcome] - chance) < 1e-12 for outcome, chance in counted.items())
    print(f"{'':<44}{'best ms':>10}{'median ms':>10}{'plain loop':>14}")
    base = min(measured(lambda: plain(THIRTY), max(2, repeat // 10)))
    row("30 v 30: plain loop, one battle", [base])
    row("30 v 30: exact, chances and survivors", measured(lambda: solve(thirty).expected_survivors, repeat), base)
    row("30 v 30: all 900 smaller battles at once", measured(lambda: all_answers(thirty), repeat), base)
    row("30 v 30: 100,000 battles sampled", measured(lambda: sample(thirty, 100_000, 1), max(3, repeat // 4)))
    many = None
    if asked.plain_hundred:
        many = _once(lambda: plain(HUNDRED))
        row("100 v 100: plain loop, one battle", [many])
    row("100 v 100: exact, chances and survivors", measured(lambda: solve(hundred).expected_survivors, repeat), many)
    row("100 v 100: all 10,000 smaller battles", measured(lambda: all_answers(hundred), repeat), many)
    if find_spec("icepool") is None:
        print("icepool is not installed: no peer")
        return
    small = battle(SMALL)
    peer = icepool_battle(SMALL)
    won = float(peer.map(lambda i, j: i > 0, star=True).probability(True))
    assert abs(won - solve(small).p["win"]) < 1e-9
    ours = min(measured(lambda: solve(small).p, repeat))
    theirs = min(measured(lambda: icepool_battle(SMALL), 3))
    print(f"6 v 5: exact {ours * 1000:.2f} ms, icepool {theirs * 1000:.2f} ms: {theirs / ours:.0f} x")


if __name__ == "__main__":
    main()
