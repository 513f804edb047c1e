"""Sources of luck."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from northafrica.core.dice import OutOfDice, Scripted, Seeded

TEN = range(1, 11)


@given(seed=st.one_of(st.integers(), st.text(max_size=5)), position=st.integers(0, 500), count=st.integers(0, 30))
def test_seed_and_position_settle_the_dice(seed: int | str, position: int, count: int) -> None:
    first = Seeded(seed).draw(position, count, TEN, True)
    luck = Seeded(seed)
    luck.draw(position + 1, 3, TEN, True)
    assert luck.draw(position, count, TEN, True) == first
    assert len(first) == count
    assert set(first) <= set(TEN)


@given(seed=st.integers(), cup=st.lists(st.sampled_from("abc"), max_size=12), data=st.data())
def test_without_replacing_no_tile_comes_twice(seed: int, cup: list[str], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(cup)))
    drawn = Counter(Seeded(seed).draw(0, count, cup, False))
    assert drawn <= Counter(cup)
    assert drawn.total() == count


def test_all_faces_come_up_alike() -> None:
    thrown = Counter(die for position in range(1000) for die in Seeded(1).draw(position, 10, TEN, True))
    # 10 000 dice: 1000 of each face, give or take 30; five times that is a broken die.
    assert set(thrown) == set(TEN)
    assert all(abs(number - 1000) < 150 for number in thrown.values())


def test_positions_and_seeds_differ() -> None:
    rows = {Seeded(seed).draw(position, 12, TEN, True) for seed in range(20) for position in range(20)}
    assert len(rows) == 400
    assert repr(Seeded(7)) == "Seeded(7)"


def test_prepared_dice_are_used_in_order_and_run_out() -> None:
    luck = Scripted([3, 10, 1, "sun"])
    assert luck.draw(0, 2, TEN, True) == (3, 10)
    with pytest.raises(OutOfDice, match="wants 3 dice, 2 are left of the 4"):
        luck.draw(1, 3, TEN, True)
    assert luck.left == [1, "sun"], "a roll that cannot be answered takes nothing"
    assert luck.draw(1, 2, TEN, True) == (1, "sun")
    assert luck.draw(2, 0, TEN, True) == ()
