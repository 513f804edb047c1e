"""What a system's own folder of bots supplies: `hints` for the rule-of-thumb player, `sift` for the random one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


@cache
def of_system(system: str, name: str) -> Any:
    """What the folder of a system's name holds under a name; None if there is no such folder or name."""
    folder = f"northafrica.bots.{system}"
    return getattr(import_module(folder), name, None) if find_spec(folder) is not None else None
