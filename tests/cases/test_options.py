"""Every value of every option is played in some case, so both readings of an open point are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from northafrica.core.cases import read_case
from northafrica.core.position import position_head
from northafrica.systems import SYSTEMS

FOLDER = Path(__file__).parent
OPTIONS = {name: SYSTEMS[name].options(SYSTEMS[name].load()) for name in SYSTEMS}


def chosen(system: str) -> set[tuple[str, str]]:
    """The options that the cases of a system choose, in their head or in their position."""
    found = set()
    for file in sorted((FOLDER / system).rglob("*.toml")):
        raw = read_case(file)
        head = position_head(raw["position"]) if "position" in raw else {}
        found |= {(k.removeprefix("option "), v) for k, v in head.items() if k.startswith("option ")}
        found |= {(name, str(value)) for name, value in raw.get("options", {}).items()}
    return found


@pytest.mark.parametrize("system", list(OPTIONS))
def test_every_value_but_the_default_is_chosen(system: str) -> None:
    wanted = {(o.name, value) for o in OPTIONS[system].values() for value in o.values if value != o.default}
    assert wanted - chosen(system) == set()


@pytest.mark.parametrize("system", list(OPTIONS))
def test_the_default_is_cased_too(system: str) -> None:
    """By a case that names it, or by one that is about the option's rule and leaves the option alone."""
    said = chosen(system)
    about = set()
    for file in sorted((FOLDER / system).rglob("*.toml")):
        raw = read_case(file)
        if not raw.get("options") and "\noption " not in raw.get("position", ""):
            about |= set(raw.get("rules", ()))
    left = [o.name for o in OPTIONS[system].values() if (o.name, o.default) not in said and o.rule not in about]
    assert left == []
