"""The odds of combats of Revised on the board agree with what is worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import northafrica
from northafrica.core.cards import ChoiceOdds
from northafrica.core.game import Game
from northafrica.odds.bombing import bombing
from northafrica.odds.told import OddsError

LANDING = Fraction(83, 95)
"""Infantry and artillery (2 and 2) on one infantry (2): 5/9 a cycle win; with 4/9 x 1/3 the artillery is alone, and
wins 2/5 of what is not drawn or lost; (5/9 + 4/27 x 2/5) / (1 - 8/27)."""


def planned(*lines: str, orders: tuple[str, ...]) -> Game:
    """A German combat move phase with a plan."""
    head = "northafrica position 1\nsystem revised\nscenario spring_1942\nround 2\npower germany\nphase combat_move\n"
    game = northafrica.position(head + "\n".join(lines) + "\n")
    for order in orders:
        assert game.check(order)
        game.play(order)
    return game


def rows(game: Game) -> dict[str, ChoiceOdds]:
    return {row.battle: row for row in game.system.battle_odds(game.view(game.seat))}


FLEET = ("at sz05: 1 germany transport", "at norway: 1 germany infantry, 1 germany artillery",
         "at united_kingdom: 1 uk infantry")  # fmt: skip
ASSAULT = ("load 1 infantry 1 artillery norway > sz05", "move 1 transport sz05 > sz03",
           "assault united_kingdom from sz03 with 1 infantry 1 artillery")  # fmt: skip


def test_nothing_is_told_before_anything_is_planned() -> None:
    assert rows(planned(*FLEET, orders=())) == {}


def test_a_landing_in_one_stage() -> None:
    row = rows(planned(*FLEET, orders=ASSAULT))["United Kingdom"]
    assert row.capture == pytest.approx(float(LANDING))
    assert (row.choice, row.unit) == ("as planned", "IPC")


def test_a_landing_in_two_stages() -> None:
    """The submarine fires first, then the destroyer; where the transport goes down nothing lands.

    A submarine (2) and a transport against a destroyer (3): victims fire back, for a destroyer is there; the
    transport with its cargo is dearer and falls last. The landing comes off where the destroyer sinks and the
    transport lives: each cycle both hit or miss by themselves.
    """
    game = planned(
        *FLEET, "at sz06: 1 germany submarine", "at sz03: 1 uk destroyer",
        orders=(*ASSAULT[:2], "move 1 submarine sz06 > sz03", ASSAULT[2]),
    )  # fmt: skip
    found = rows(game)
    hit, shot = Fraction(1, 3), Fraction(1, 2)
    alive = hit / (1 - (1 - hit) * (1 - shot))  # cycles without any hit repeat; a lone transport never hits
    assert found["Sea Zone 3"].win == pytest.approx(float(alive))
    assert found["United Kingdom"].capture == pytest.approx(float(alive * LANDING))
    assert list(found) == ["Sea Zone 3", "United Kingdom"]


def test_an_allied_fighter_defends_and_a_gun_fires_first() -> None:
    """One fighter on a gun and a British fighter: 1 in 6 falls at once, else 3 against 4 on a d6 each cycle."""
    game = planned(
        "at germany: 1 germany fighter", "at karelia_ssr: 1 uk fighter, 1 ussr antiaircraft_gun",
        orders=("move 1 fighter germany > karelia_ssr",),
    )  # fmt: skip
    (row,) = rows(game).values()
    win, lose, both = Fraction(1, 2) * Fraction(1, 3), Fraction(1, 2) * Fraction(2, 3), Fraction(1, 2) * Fraction(2, 3)
    ends = win + lose + both
    assert row.win == pytest.approx(float(Fraction(5, 6) * win / ends))
    assert row.capture == 0
    assert row.defender_lost == pytest.approx(float(10 * Fraction(5, 6) * (win + both) / ends))


def test_a_raid_has_its_expected_value() -> None:
    game = planned(
        "at germany: 2 germany bomber", "stock treasury: ipc/ussr 24",
        "at russia: 1 ussr industrial_complex, 1 ussr antiaircraft_gun",
        orders=("raid 2 bomber germany > russia",),
    )  # fmt: skip
    row = rows(game)["raid on Russia"]
    over = sum(max(0, a + b - 8) for a in range(1, 7) for b in range(1, 7))
    mean = Fraction(10, 36) * Fraction(7, 2) + Fraction(25, 36) * (7 - Fraction(over, 36))
    assert row.defender_lost == pytest.approx(float(mean))
    assert row.attacker_lost == pytest.approx(5.0)
    assert row.worth == pytest.approx(float(mean) - 5.0)
    assert row.lose == pytest.approx(1 / 36)


def test_press_once_or_to_the_end() -> None:
    game = planned(
        "at ukraine_ssr: 2 germany tank", "mark ukraine_ssr: control germany", "at caucasus: 1 ussr infantry",
        orders=("move 2 tank ukraine_ssr > caucasus", "commit"),
    )  # fmt: skip
    game.roll(6, 6)
    game.roll(6)
    found = {row.choice: row for row in game.system.battle_odds(game.view(game.seat))}
    assert list(found) == ["press to the end", "press once", "withdraw"]
    assert found["press once"].win == pytest.approx(3 / 4)  # two tanks hit on 3
    assert found["press once"].attacker_lost == pytest.approx(5 / 3)
    assert found["press to the end"].win > found["press once"].win


def test_bombing_by_hand() -> None:
    assert bombing(1, 0, 99).mean == Fraction(7, 2)
    assert bombing(1, 0, 3).mean == Fraction(1 + 2 + 4 * 3, 6)
    assert bombing(1, 1, 99).mean == Fraction(35, 12)
    heavy = bombing(1, 0, 99, best_of=2, more=1)  # the better of two dice is 161/36 on average
    assert heavy.mean == Fraction(161, 36) + 1
    assert sum(heavy.damage.values()) == 1
    with pytest.raises(OddsError, match="a raid of -1 bombers"):
        bombing(-1, 0, 5)


def test_bombers_of_two_powers_share_one_cap() -> None:
    """Every way the gun's two dice and the bombs can fall, counted one by one: one plain bomber, one heavy one."""
    both = bombing(1, 1, 6).with_(bombing(1, 1, 6, best_of=2, more=1), 6)
    dice, damage = range(1, 7), dict.fromkeys(range(7), Fraction(0))
    for first, second, bomb, one, two in product(dice, repeat=5):
        done = (first > 1) * bomb + (second > 1) * (max(one, two) + 1)
        damage[min(6, done)] += Fraction(1, 6**5)
    assert both.damage == {n: chance for n, chance in damage.items() if chance}
    assert both.shot == Fraction(1, 3)
    assert both.none_left == Fraction(1, 36)
