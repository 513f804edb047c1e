"""Battles that cost supply, and losses chosen to be best: small ones against a plain search in fractions."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from northafrica.odds.battle import Battle, Goal, Retreat, Unit
from northafrica.odds.solve import solve
from northafrica.odds.supply import Supply
from northafrica.odds.supply_play import solve_game
from northafrica.odds.told import OddsError
from northafrica.systems.aana.odds import odds


@dataclass(frozen=True)
class One:
    """One unit of the plain search."""

    power: int
    value: int
    free: bool


Side = tuple[One, ...]


@cache
def hits(powers: tuple[int, ...]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for pattern in product((0, 1), repeat=len(powers)):
        p = Fraction(1)
        for hit, power in zip(pattern, powers, strict=True):
            p *= Fraction(power if hit else 10 - power, 10)
        found[sum(pattern)] = found.get(sum(pattern), Fraction(0)) + p
    return found


class Search:
    """The game said again, plainly: every choice, every hit."""

    def __init__(self, territory: int, by_value: bool, refuge: bool = True) -> None:
        self.territory, self.by_value, self.refuge = territory, by_value, refuge
        self.round, self.press = cache(self._round), cache(self._press)

    def won(self, us: Side) -> Fraction:
        return Fraction(self.territory if self.by_value else 1) if any(not u.free for u in us) else Fraction(0)

    def swing(self, us: Side, us2: Side, them: Side, them2: Side) -> Fraction:
        if not self.by_value:
            return Fraction(0)
        lost = [sum(u.value for u in side) for side in (them, them2, us, us2)]
        return Fraction(lost[0] - lost[1] - lost[2] + lost[3])

    def _round(self, us: Side, them: Side, ours: int, theirs: int) -> Fraction:
        pays = any(not u.free for u in them)
        ways = []
        if not pays or theirs:
            rest = theirs - 1 if pays else theirs
            ways.append(self.fire(us, them, them, lambda a, d: (d, self.press(a, d, ours, rest))))
        kept = self.refuge
        ways.append(self.fire(us, them, (), lambda a, d: (d if kept else (), self.won(a))))
        free = tuple(u for u in them if u.free)
        if pays and free:

            def alone(a: Side, d: Side) -> tuple[Side, Fraction]:
                stay = tuple(u for u in d if u.free)
                return d if kept else stay, self.press(a, stay, ours, theirs)

            ways.append(self.fire(us, them, free, alone))
        return min(ways)

    def fire(self, us: Side, them: Side, firing: Side, after) -> Fraction:  # type: ignore[no-untyped-def]
        total = Fraction(0)
        for k, p in hits(tuple(u.power for u in us)).items():
            for h, q in hits(tuple(u.power for u in firing)).items():
                us2, them2 = us[h:], them[k:]
                kept, value = after(us2, them2)
                total += p * q * (self.swing(us, us2, them, kept) + value)
        return total

    def _press(self, us: Side, them: Side, ours: int, theirs: int) -> Fraction:
        if not them:
            return self.won(us)
        best = Fraction(0)
        for n in range(1, len(us) + 1):
            for left in set(combinations(us, n)):
                cost = math.ceil(sum(not u.free for u in left) / 5)
                if cost <= ours and (cost or theirs or any(not u.free for u in them)):
                    best = max(best, self.round(left, them, ours - cost, theirs))
        return best


def side_of(groups: list[tuple[str, int, One]]) -> Side:
    return tuple(one for _, n, one in groups for _ in range(n))


def units_of(groups: list[tuple[str, int, One]]) -> tuple[Unit, ...]:
    return tuple(
        Unit(name, n, one.power, one.value, "air" if one.free else "land", free=one.free) for name, n, one in groups
    )


INF, TANK, DUG_IN = One(2, 3, False), One(5, 6, False), One(3, 3, False)
STRONG, AIR, PLANE = One(4, 3, False), One(4, 10, True), One(5, 10, True)
CASES = [
    # attackers, defenders, supply, territory, by value, refuge
    ([("inf", 2, INF), ("tank", 1, TANK)], [("inf", 2, DUG_IN)], (1, 1), 3, True, True),
    ([("inf", 2, INF), ("tank", 1, TANK)], [("inf", 2, DUG_IN)], (2, 2), 8, False, True),
    ([("inf", 5, INF), ("tank", 2, TANK)], [("inf", 2, DUG_IN)], (2, 2), 12, True, True),
    ([("inf", 5, INF), ("tank", 1, TANK)], [("inf", 3, DUG_IN)], (1, 3), 20, True, True),
    ([("inf", 3, INF), ("air", 1, AIR)], [("inf", 2, DUG_IN)], (1, 2), 5, True, False),
    ([("inf", 2, STRONG)], [("inf", 1, DUG_IN), ("air", 1, PLANE)], (2, 1), 9, True, True),
    ([("inf", 2, STRONG)], [("inf", 1, DUG_IN), ("air", 1, PLANE)], (2, 1), 9, True, False),
]


@pytest.mark.parametrize("case", CASES)
def test_small_battles_equal_a_plain_search(case) -> None:  # type: ignore[no-untyped-def]
    us, them, (ours, theirs), territory, by_value, refuge = case
    battle = Battle(10, units_of(us), units_of(them), goal=Goal("value" if by_value else "capture", float(territory)))
    answer = solve_game(battle, Supply((ours,), theirs, refuge))
    told = Search(territory, by_value, refuge).round(side_of(us), side_of(them), ours, theirs)
    found = answer.swing + territory * answer.capture if by_value else answer.capture
    assert found == pytest.approx(float(told), abs=1e-12)
    assert sum(answer.rounds) == pytest.approx(1.0, abs=1e-12)


def test_without_supply_the_defender_falls_back_under_fire() -> None:
    answer = odds("2 infantry", "1 infantry", attacker="us", defender="italy", supply="0:0")
    assert answer.p["win"] == pytest.approx(1.0)
    assert answer.capture == pytest.approx(1.0)
    assert answer.value_lost["attacker"] == 0.0
    assert answer.value_lost["defender"] == pytest.approx(2 * (1 - 0.8**2))
    assert answer.as_dict()["defender_falls_back"] == pytest.approx(0.8**2)


def test_the_attacker_that_cannot_pay_ceases_after_one_round() -> None:
    """One infantry against one that fights: a round is fought, then nobody pays to press."""
    answer = odds("1 infantry", "1 infantry", attacker="us", defender="uk", supply="0:3", territory="20")
    assert answer.p == pytest.approx({"win": 0.2 * 0.7, "draw": 0.2 * 0.3, "lose": 0.8 * 0.3, "retreat": 0.8 * 0.7,
                                      "stalemate": 0.0})  # fmt: skip
    assert len(answer.rounds) == 2


def test_five_units_press_for_one_six_for_two() -> None:
    """With one supply left, six or more drop out down to five; the policy says so."""
    answer = odds("7 infantry", "3 infantry", supply="1:3", territory="30", attacker="us", defender="uk")
    line = next(x for x in answer.policy if x["who"] == "attacker" and x["our_supply"] == "1" and x["against"] == 2
                and x["their_supply"] == 3)  # fmt: skip
    assert "1 of 6" in line["drop_out"]
    assert "2 of 7" in line["drop_out"]
    assert "of 5" not in line["drop_out"]


def test_each_territory_pays_for_itself() -> None:
    """Three and three from two territories cost a supply each; six from one cost two of one heap."""
    apart = odds("3 infantry + 3 infantry", "2 infantry", supply="1+0:2", territory="20", attacker="us", defender="uk")
    both = odds("3 infantry + 3 infantry", "2 infantry", supply="1+1:2", territory="20", attacker="us", defender="uk")
    shared = odds("3 infantry + 3 infantry", "2 infantry", supply="2:2", territory="20", attacker="us", defender="uk")
    worth = [a.swing + 20 * a.capture for a in (apart, both, shared)]
    assert worth[0] < worth[1]
    assert worth[1] <= worth[2] + 1e-12


@pytest.mark.parametrize("seed", range(6))
def test_best_losses_are_a_saddle(seed: int) -> None:
    """Neither side does better along any fixed order of loss against the other's best."""
    rng = random.Random(seed)

    def force(names: str) -> tuple[Unit, ...]:
        return tuple(Unit(n, rng.randint(1, 2), rng.randint(1, 5), float(rng.randint(1, 9))) for n in names)

    us, them = force("ab"), force("xy")
    goal = Goal("value", 3.0)

    def worth(losses: tuple[str, str], a: tuple[Unit, ...] = us, d: tuple[Unit, ...] = them) -> float:
        answer = solve(Battle(6, a, d, losses=losses, goal=goal))
        return answer.swing + 3.0 * answer.capture

    best = worth(("best", "best"))
    for a in (us, us[::-1]):
        assert worth(("listed", "best"), a) <= best + 1e-9
    for d in (them, them[::-1]):
        assert worth(("best", "listed"), us, d) >= best - 1e-9


def test_a_single_order_of_loss_leaves_nothing_to_choose() -> None:
    us, them = (Unit("a", 3, 3, 2.0),), (Unit("x", 2, 4, 3.0),)
    for retreat in (Retreat(), Retreat("best")):
        plain = solve(Battle(6, us, them, retreat=retreat))
        chosen = solve(Battle(6, us, them, retreat=retreat, losses=("best", "best")))
        assert chosen.p == pytest.approx(plain.p, abs=1e-10)


@pytest.mark.parametrize("text", ["3", "a:b", "3:-1", "3:2:1", "3+:2", ""])
def test_supply_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(OddsError, match="3:2"):
        odds("2 infantry", "1 infantry", supply=text)


def test_hits_that_single_out_units_leave_the_order_of_loss() -> None:
    """Guns take a tank out of the middle of the order in round 1; then supply is out and the defender falls back."""
    answer = odds("1 anti_tank_gun", "3 infantry, 1 tank", supply="0:0", territory="20")
    assert answer.expected_survivors["defender"] == pytest.approx({"infantry": 3.0, "tank": 1 - 0.3})
    assert answer.p["win"] == pytest.approx(1.0)


def test_aircraft_shot_down_before_a_battle_under_supply() -> None:
    answer = odds("1 infantry, 1 fighter", "1 aaa, 1 infantry", attacker="us", defender="italy", supply="0:0")
    assert answer.expected_survivors["attacker"] == pytest.approx({"infantry": 1.0, "fighter": 0.8})
