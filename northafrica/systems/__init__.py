"""The game systems by name. A system is imported when it is first asked for; called, this tells what there is.

>>> list(northafrica.systems()["aana"])
['rommel', 'torch']
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

from northafrica.core.options import SetupError
from northafrica.core.orders import nearest
from northafrica.core.system import ScenarioInfo, System

NAMES = ("aana", "afrika2", "marenostrum", "revised")


class UnknownSystem(SetupError, KeyError):
    """A system that is not there; the message names those that are."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no system '{name}'; there are {', '.join(NAMES)}{nearest(name, NAMES)}", "system")

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def get(name: str) -> System:
    """A system by name. Raises UnknownSystem."""
    if name not in NAMES:
        raise UnknownSystem(name)
    system = import_module(f"northafrica.systems.{name}.system").SYSTEM
    assert isinstance(system, System)
    return system


class _ByName(Mapping[str, System]):
    def __getitem__(self, name: str) -> System:
        return get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


SYSTEMS: Mapping[str, System] = _ByName()


class _Systems(ModuleType):
    """This folder, which one calls and imports from: neither `systems()` nor `systems.aana.odds` hides the other."""

    def __call__(self) -> dict[str, Mapping[str, ScenarioInfo]]:
        """The systems there are, each with its scenarios."""
        return {name: SYSTEMS[name].scenarios for name in NAMES}


sys.modules[__name__].__class__ = _Systems
