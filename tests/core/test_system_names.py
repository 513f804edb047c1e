"""What a state holds is written by the names of classes, so no system may have one name twice."""

from __future__ import annotations

import pytest

from northafrica.core.step import Step
from northafrica.systems import SYSTEMS
from tests.toy.game import TOY


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_every_step_is_read_back_as_itself(system: str) -> None:
    classes = SYSTEMS[system].step_classes
    assert [kind for kind in SYSTEMS[system].steps if classes[kind.__name__] is not kind] == []


def test_one_name_twice_is_told() -> None:
    first: type[Step] = TOY.steps[0]
    twin = type(first.__name__, (first,), {})
    made = type("Twice", (type(TOY),), {"steps": (*TOY.steps, twin)})()
    with pytest.raises(TypeError, match=f"two classes {first.__name__}"):
        _ = made.step_classes
