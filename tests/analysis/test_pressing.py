"""What pressing is worth, against sums made by hand."""

from __future__ import annotations

import math

import pytest

from northafrica.analysis import press_worth
from northafrica.odds.told import OddsError
from northafrica.systems.aana.odds import odds
from northafrica.systems.battles import odds_of


def test_a_defender_without_supply_falls_back_under_fire() -> None:
    """One infantry (attack 2) presses one of 3 RP out of a place of 4 RP and is not fired at."""
    frame = press_worth(odds("1 infantry", "1 infantry", territory="4"), 1, 0)
    assert frame.loc[1, 1] == pytest.approx(0.2 * 3 + 4)


def test_a_last_round_is_worth_its_exchange() -> None:
    """Both spend their last token: kill 0.2, be killed 0.3; the place is taken if they die and we do not."""
    frame = press_worth(odds("1 infantry", "1 infantry", territory="4"), 1, 1)
    assert frame.loc[1, 1] == pytest.approx(0.2 * 3 - 0.3 * 3 + 0.2 * 0.7 * 4)
    capture = press_worth(odds("1 infantry", "1 infantry", objective="capture"), 1, 1)
    assert capture.loc[1, 1] == pytest.approx(0.2 * 0.7)


def test_a_wrong_press_costs() -> None:
    frame = press_worth(odds("1 infantry", "3 infantry", territory="0"), 1, 1)
    assert frame.loc[1, 3] == pytest.approx(0.2 * 3 - (1 - 0.7**3) * 3)
    assert (frame.index.name, frame.columns.name) == ("attackers left", "defenders left")


def test_supply_reaches_for_five_units() -> None:
    frame = press_worth(odds("6 infantry", "1 infantry"), 1, 1)
    assert not math.isnan(frame.loc[5, 1])
    assert math.isnan(frame.loc[6, 1])


def test_battles_without_supply_are_refused() -> None:
    with pytest.raises(OddsError, match="land"):
        press_worth(odds("1 submarine", "1 destroyer"), 1, 1)
    with pytest.raises(OddsError, match="land"):
        press_worth(odds_of("blocks", "2 infantry", "2 infantry", rounds=2), 1, 1)
