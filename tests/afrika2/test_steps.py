"""Steps are kept in records by the names of their classes."""

from northafrica.systems import SYSTEMS


def test_no_two_steps_share_a_name() -> None:
    system = SYSTEMS["afrika2"]
    names = [kind.__name__ for kind in (*system.steps, *system.plain)]
    assert sorted(names) == sorted(set(names))
